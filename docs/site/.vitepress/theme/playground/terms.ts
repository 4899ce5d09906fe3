import {
  createTermGate,
  type Sureness,
  type TaskLike,
  type TermPolarity,
  type TermStatus,
} from '@kanmon/term-preservation';
import { linesOf } from './lines.ts';
import type { Language } from './edition.ts';

export interface TermsInput {
  readonly request: string;
  /** One task a line, `id: text`. */
  readonly plan: string;
  readonly language: Language;
}

export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface ShownTerm {
  readonly text: string;
  readonly kind: string;
  readonly polarity: TermPolarity;
  readonly status: TermStatus;
  readonly sureness: Sureness | null;
  readonly reason: string;
  /** The way in which the best evidence was found. */
  readonly method: string | null;
  readonly score: number;
  readonly inRequest: Place | null;
  readonly inPlan: readonly Place[];
}

export interface TermsReport {
  readonly decision: 'accept' | 'warn' | 'reject';
  readonly reasons: readonly string[];
  readonly terms: readonly ShownTerm[];
  readonly repairPrompt: string | null;
}

/** Judges whether the tasks of a plan keep the terms of a request. */
export function checkTerms({ request, plan, language }: TermsInput): TermsReport {
  const lines = linesOf(plan);
  const tasks: readonly TaskLike[] = lines.map(({ label, text }, index) => ({
    id: label ?? `T${index + 1}`,
    acceptance: text,
  }));
  const { decision, reasons, result, repairPrompt } = createTermGate({ locale: language }).check(
    request,
    tasks,
  );
  return {
    decision,
    reasons,
    repairPrompt: repairPrompt ?? null,
    terms: result.verdicts.map(({ term, status, sureness, reason, score, evidence, nearest }) => {
      const found = evidence.length > 0 ? evidence : nearest === undefined ? [] : [nearest];
      return {
        text: term.text,
        kind: term.kind,
        polarity: term.polarity,
        status,
        sureness: sureness ?? null,
        reason,
        method: found[0]?.method ?? null,
        score,
        inRequest: term.span ?? null,
        inPlan: found.flatMap(({ taskIndex, span, pieces }) => {
          const offset = lines[taskIndex]?.offset ?? 0;
          return (pieces ?? [span]).map(({ start, end }) => ({
            start: offset + start,
            end: offset + end,
          }));
        }),
      };
    }),
  };
}
