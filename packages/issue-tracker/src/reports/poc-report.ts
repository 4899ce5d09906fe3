import { checkArgument, checkOptions } from '@kanmon/core/kit';
import { toQcCode } from '../errors/qc-codes.ts';

/** Measurements of a trial. */
export interface PocSamples {
  /** Milliseconds from asking to resume a session until it can be written to. */
  readonly resumeMs: readonly number[];
  /** Milliseconds of one answer of the state store. */
  readonly storeMs: readonly number[];
  /** Verdicts of rechecks against those of a person. */
  readonly rechecks: readonly { readonly expected: string; readonly actual: string }[];
  readonly qc: readonly { readonly error: unknown; readonly expected: string | undefined }[];
}

/** One row of the report. */
export interface PocRow {
  readonly metric:
    | 'session_resume'
    | 'recheck_agreement'
    | 'store_answer'
    | 'store_save'
    | 'qc_mapping';
  /** Milliseconds or a share; null for an empty sample. */
  readonly value: number | null;
  readonly n: number;
  readonly goal: number;
  /** False for an empty sample. */
  readonly holds: boolean;
}

/** Goals of the trial and of its non-functional requirements. */
const goals = {
  resumeMs: 30_000,
  agreement: 0.95,
  storeAnswerMs: 500,
  storeSaveMs: 300,
  qcMapping: 1,
} as const;

/** Compares a trial with its goals: medians for times, shares for verdicts and codes. */
export function pocReport(samples: PocSamples): PocRow[] {
  checkOptions(samples, 'resumeMs storeMs rechecks qc', 'pocReport(samples)');
  const { resumeMs, storeMs, rechecks, qc } = samples;
  for (const [name, list] of Object.entries({ resumeMs, storeMs, rechecks, qc }))
    checkArgument(`samples.${name} of pocReport`, 'a list', list);
  const agreeing = rechecks.filter(({ expected, actual }) => expected === actual).length;
  const mapped = qc.filter(({ error, expected }) => toQcCode(error) === expected).length;
  return [
    atMost('session_resume', median(resumeMs), resumeMs.length, goals.resumeMs),
    atLeast('recheck_agreement', agreeing, rechecks.length, goals.agreement),
    atMost('store_answer', median(storeMs), storeMs.length, goals.storeAnswerMs),
    atMost('store_save', median(storeMs), storeMs.length, goals.storeSaveMs),
    atLeast('qc_mapping', mapped, qc.length, goals.qcMapping),
  ];
}

function atMost(metric: PocRow['metric'], value: number | null, n: number, goal: number): PocRow {
  return { metric, value, n, goal, holds: value !== null && value <= goal };
}

function atLeast(metric: PocRow['metric'], count: number, n: number, goal: number): PocRow {
  const value = n === 0 ? null : count / n;
  return { metric, value, n, goal, holds: value !== null && value >= goal };
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) return null;
  const lower = sorted.length % 2 === 0 ? (sorted[middle - 1] ?? upper) : upper;
  return (lower + upper) / 2;
}
