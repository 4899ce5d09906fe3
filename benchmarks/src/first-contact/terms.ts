import {
  createTermGate,
  extractRequiredTerms,
  foldTerm,
  type TermPreservationResult,
} from '@kanmon/term-preservation';
import { areaUnderCurve } from '../term-preservation/statistics.ts';
import { readRounds, share } from './rounds.ts';

export interface PlanCase {
  readonly id: string;
  readonly lang: 'ja' | 'en';
  readonly request: string;
  readonly terms: readonly string[];
  readonly plan: readonly string[];
  readonly complete: boolean;
  readonly lost: readonly { readonly term: string; readonly kind: string }[];
}

interface TextCase {
  readonly id: string;
  readonly lang: 'ja' | 'en';
  readonly text: string;
  readonly terms: readonly string[];
  /** The terms that a second editor marked, who had the same task and saw no list. */
  readonly second?: readonly string[];
}

const literalKinds = new Set(['number', 'identifier', 'version', 'path']);
const gate = createTermGate();

/** Every round of plans: what the gate decides with the author's terms and with its own. */
export function termRounds() {
  return readRounds<PlanCase>('term-preservation', 'terms').map(({ name, cases }) => {
    const judged = cases.map((of) => ({
      of,
      given: gate.check(of.terms, tasksOf(of)),
      own: gate.check(of.request, tasksOf(of)),
    }));
    const complete = judged.filter(({ of }) => of.complete);
    const lossy = judged.filter(({ of }) => !of.complete);
    const rejected = judged.filter(({ given }) => given.decision === 'reject');
    const literal = lossy.filter(({ of }) => of.lost.some(({ kind }) => literalKinds.has(kind)));
    const risksOf = (chosen: typeof judged): number[] => chosen.map(({ own }) => own.result.risk);
    return {
      round: name,
      cases: cases.length,
      completeRejected: share(complete, ({ given }) => given.decision === 'reject'),
      completeRejectedOwnTerms: share(complete, ({ own }) => own.decision === 'reject'),
      completeAccepted: share(complete, ({ given }) => given.decision === 'accept'),
      rejectedForTheReason: share(rejected, ({ of, given }) =>
        of.lost.some(({ term }) => given.result.errors.some((text) => text.includes(term))),
      ),
      literalLossRejected: share(literal, ({ given }) => given.decision === 'reject'),
      literalLossRejectedOwnTerms: share(literal, ({ own }) => own.decision === 'reject'),
      termAucJa: termAuc(judged, 'ja'),
      termAucEn: termAuc(judged, 'en'),
      riskAuc: areaUnderCurve(risksOf(lossy), risksOf(complete)),
      wrong: judged
        .filter(({ of, given }) =>
          of.complete ? given.decision === 'reject' : given.decision === 'accept',
        )
        .map(({ of, given }) => ({ id: of.id, lost: of.lost, reasons: given.reasons })),
    };
  });
}

/** Every round of requests: the terms that the extraction marks as an editor would, and as a second editor did. */
export function extractionRounds() {
  return readRounds<TextCase>('term-preservation', 'terms-extract').map(({ name, cases }) => {
    const ja = cases.filter(({ lang }) => lang === 'ja');
    const en = cases.filter(({ lang }) => lang === 'en');
    return {
      round: name,
      cases: cases.length,
      exactF1Ja: exactF1(ja, extracted),
      exactF1En: exactF1(en, extracted),
      overlapF1Ja: overlapF1(ja),
      overlapF1En: overlapF1(en),
      ...(cases.every(({ second }) => second !== undefined) && {
        secondEditorF1Ja: exactF1(ja, ({ second = [] }) => second),
        secondEditorF1En: exactF1(en, ({ second = [] }) => second),
      }),
      wrong: cases.map((each) => {
        const got = extracted(each).map(foldTerm);
        const wanted = each.terms.map(foldTerm);
        return {
          id: each.id,
          missed: wanted.filter((term) => !got.includes(term)),
          extra: got.filter((term) => !wanted.includes(term)),
        };
      }),
    };
  });
}

export function tasksOf({ plan }: PlanCase) {
  return plan.map((acceptance) => ({ acceptance }));
}

type Judged = {
  readonly of: PlanCase;
  readonly given: { readonly result: TermPreservationResult };
};

/** The area under the curve of the scores of kept terms against those of lost ones. */
export function termAuc(judged: readonly Judged[], lang: 'ja' | 'en'): number {
  const terms = judged
    .filter(({ of }) => of.lang === lang)
    .flatMap(({ of, given }) => {
      const lost = new Set(of.lost.map(({ term }) => foldTerm(term)));
      return given.result.verdicts.map(({ term, score }) => ({
        score,
        isLost: lost.has(foldTerm(term.text)),
      }));
    });
  return areaUnderCurve(
    terms.filter(({ isLost }) => !isLost).map(({ score }) => score),
    terms.filter(({ isLost }) => isLost).map(({ score }) => score),
  );
}

function extracted({ text }: TextCase): readonly string[] {
  return extractRequiredTerms(text).terms;
}

function exactF1(
  cases: readonly TextCase[],
  markedIn: (of: TextCase) => readonly string[],
): number {
  let hits = 0;
  let total = 0;
  for (const each of cases) {
    const got = new Set(markedIn(each).map(foldTerm));
    const wanted = new Set(each.terms.map(foldTerm));
    hits += [...wanted].filter((term) => got.has(term)).length;
    total += got.size + wanted.size;
  }
  return (2 * hits) / Math.max(1, total);
}

/** The F1 where a term also counts that is part of one of the other list, or holds one. */
function overlapF1(cases: readonly TextCase[]): number {
  const pairs = cases.map(
    (each) => [extracted(each).map(foldTerm), each.terms.map(foldTerm)] as const,
  );
  const precision = shareTouched(pairs);
  const recall = shareTouched(pairs.map(([got, wanted]) => [wanted, got] as const));
  return (2 * precision * recall) / Math.max(Number.EPSILON, precision + recall);
}

/** The share of the first lists' terms that are part of a term of the second list, or hold one. */
function shareTouched(
  pairs: readonly (readonly [terms: readonly string[], others: readonly string[]])[],
): number {
  const touched = pairs.flatMap(([terms, others]) =>
    terms.map((term) => others.some((other) => other.includes(term) || term.includes(other))),
  );
  return share(touched, (isTouched) => isTouched);
}
