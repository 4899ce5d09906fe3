import { InvalidArgumentError, type JsonValue, type Language, type LlmUsage } from '@kanmon/core';
import { describeValue } from '@kanmon/core/kit';
import { checkNumbers } from '../wire/check-input.ts';
import type { DialogMessage } from '../wire/dialog-schema.ts';

/** One thing a search found. */
export interface SearchHit {
  readonly id: string;
  readonly text: string;
  readonly title?: string;
  readonly url?: string;
  readonly score?: number;
  readonly metadata?: Readonly<Record<string, JsonValue>>;
}

/** One search. */
export interface SearchRequest {
  readonly query: string;
  readonly topK: number;
  readonly filters?: Readonly<Record<string, JsonValue>> | null;
  readonly language: Language;
}

/** The bounds of one call of a port. */
export interface PortOptions {
  readonly signal: AbortSignal;
  /** Epoch milliseconds. */
  readonly deadline: number;
}

/**
 * The port to the search. Its result is checked: duplicates are joined, floods are cut, hits without an id and a text
 * are ignored. A search without a list, or with a list of which no hit can be used, counts as failed.
 */
export interface SearchTool {
  search(request: SearchRequest, options: PortOptions): Promise<readonly SearchHit[]>;
}

/** The input of an answer. */
export interface AnswerRequest {
  readonly message: string;
  readonly language: Language;
  readonly style: 'faq' | 'step_by_step';
  readonly includeSources: boolean;
  readonly queries: readonly string[];
  /** Merged, best first. */
  readonly hits: readonly SearchHit[];
  readonly history: readonly DialogMessage[];
}

/** A written answer; ids that are not among the hits are dropped. */
export interface Answer {
  readonly text: string;
  readonly sourceIds?: readonly string[];
  readonly usage?: LlmUsage;
}

/** The port to whatever writes answers. `stream`, where it is there, is used instead of `answer`. */
export interface AnswerTool {
  answer(request: AnswerRequest, options: PortOptions): Promise<Answer>;
  stream?(request: AnswerRequest, options: PortOptions): AsyncIterable<{ readonly text: string }>;
}

/** The budget of one turn. */
export interface TurnBudget {
  /** At least 1. @default 4 */
  readonly maxSearches: number;
  /** Planner attempts and the answer together. @default 3 */
  readonly maxModelCalls: number;
  /** @default 10_000 */
  readonly timeMs: number;
  /** Of the planner. */
  readonly maxOutputTokens?: number;
}

/** The budget of a turn where none is given. */
export const defaultTurnBudget: TurnBudget = Object.freeze({
  maxSearches: 4,
  maxModelCalls: 3,
  timeMs: 10_000,
});

/** Throws `InvalidArgumentError` for a budget of a wrong form, and for one without a search: nothing could be answered. */
export function checkBudget(budget: Partial<TurnBudget> | undefined): void {
  checkNumbers('options.budget', budget, { ...defaultTurnBudget, maxOutputTokens: 0 });
  const { maxSearches = defaultTurnBudget.maxSearches } = budget ?? {};
  if (maxSearches < 1)
    throw new InvalidArgumentError(
      `expected options.budget.maxSearches to be at least 1, got ${describeValue(maxSearches)}`,
    );
}
