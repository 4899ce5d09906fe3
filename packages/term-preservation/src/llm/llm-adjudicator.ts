import {
  type Budget,
  contentHash,
  InvalidArgumentError,
  type JsonValue,
  type LlmCallOptions,
  type LlmClient,
  type Locale,
} from '@kanmon/core';
import { runGate } from '@kanmon/core/gate';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import type {
  AdjudicationClaim,
  AdjudicationOutcome,
  AdjudicationRequest,
  TermAdjudicator,
} from '../gate/term-adjudicator.ts';
import { indexPlan, type PlanIndex } from '../match/plan-index.ts';
import type { RequiredTerm } from '../vocabulary/terms.ts';
import { adjudicationGate, toClaim } from './adjudication-gate.ts';
import { adjudicatorMessages, adjudicatorPromptVersion } from './prompts.ts';

/** Remembers answers by a hash of prompt version, locale, terms and tasks. */
export interface AdjudicationCache {
  get(
    key: string,
  ): Promise<readonly AdjudicationClaim[] | undefined> | readonly AdjudicationClaim[] | undefined;
  set(key: string, claims: readonly AdjudicationClaim[]): Promise<void> | void;
}

/** Options of `createLlmAdjudicator`. */
export interface LlmAdjudicatorOptions {
  readonly client: LlmClient;
  /** `maxAttempts` bounds each call, the other limits all of them together. @default { maxAttempts: 2 } */
  readonly budget?: Budget;
  /** @default the locale of the request */
  readonly locale?: Locale;
  /** Terms in one call. @default 20 */
  readonly maxTerms?: number;
  readonly cache?: AdjudicationCache;
}

const defaultBudget: Budget = { maxAttempts: 2 };
const defaultTermsPerCall = 20;
const optionNames: OptionNames<LlmAdjudicatorOptions> = {
  client: true,
  budget: true,
  locale: true,
  maxTerms: true,
  cache: true,
};

/** An adjudicator on a model. A quote that does not stand in the plan is corrected within the budget, or refused. */
export function createLlmAdjudicator(options: LlmAdjudicatorOptions): TermAdjudicator {
  checkOptions(options, optionNames, 'createLlmAdjudicator(options)');
  const { client, budget = defaultBudget, locale, maxTerms = defaultTermsPerCall, cache } = options;
  if (typeof client?.generate !== 'function')
    throw new InvalidArgumentError(
      'expected options.client to be an LlmClient with a generate function',
    );
  if (!Number.isInteger(maxTerms) || maxTerms < 1)
    throw new InvalidArgumentError(
      `expected maxTerms to be a whole number of 1 or more, got ${String(maxTerms)}`,
    );
  return {
    name: 'llm',
    adjudicate: async (request, call = {}) => {
      const index = indexPlan(request.tasks, request.fields);
      const language = locale ?? request.locale;
      const claims: AdjudicationClaim[] = [];
      const failures = new Set<string>();
      const spent: Spent = { outputTokens: 0, totalTokens: 0, cost: 0 };
      for (let from = 0; from < request.terms.length; from += maxTerms) {
        const batch = request.terms.slice(from, from + maxTerms);
        // Batches share one budget, so they are asked one after the other.
        const outcome = await askCached(
          client,
          remaining(budget, spent),
          language,
          batch,
          request,
          index,
          cache,
          call,
          spent,
        );
        claims.push(...outcome.claims);
        if (outcome.status === 'failed') failures.add(outcome.reason);
      }
      return failures.size === 0
        ? { status: 'answered', claims }
        : { status: 'failed', reason: [...failures].join(', '), claims };
    },
  };
}

interface Spent {
  outputTokens: number;
  totalTokens: number;
  cost: number;
}

function remaining(budget: Budget, spent: Spent): Budget {
  return {
    ...budget,
    ...(budget.maxOutputTokens === undefined
      ? {}
      : { maxOutputTokens: Math.max(0, budget.maxOutputTokens - spent.outputTokens) }),
    ...(budget.maxTotalTokens === undefined
      ? {}
      : { maxTotalTokens: Math.max(0, budget.maxTotalTokens - spent.totalTokens) }),
    ...(budget.maxCost === undefined ? {} : { maxCost: Math.max(0, budget.maxCost - spent.cost) }),
  };
}

async function askCached(
  client: LlmClient,
  budget: Budget,
  locale: Locale,
  terms: readonly RequiredTerm[],
  request: AdjudicationRequest,
  index: PlanIndex,
  cache: AdjudicationCache | undefined,
  call: LlmCallOptions,
  spent: Spent,
): Promise<AdjudicationOutcome> {
  const data = toData(terms, index);
  const key =
    cache === undefined
      ? ''
      : contentHash({
          version: adjudicatorPromptVersion,
          locale,
          data: escapeLone(JSON.stringify(data)),
        });
  const known = await cache?.get(key);
  if (known !== undefined) return { status: 'answered', claims: known };
  const outcome = await runGate(adjudicationGate, {
    ...call,
    client,
    budget,
    context: { terms: new Set(terms.map((term) => term.text)), index },
    messages: adjudicatorMessages(data, locale),
    locale,
  });
  spent.outputTokens += outcome.usage.outputTokens;
  spent.totalTokens += outcome.usage.inputTokens + outcome.usage.outputTokens;
  spent.cost += outcome.usage.cost;
  if (outcome.status === 'rejected')
    return { status: 'failed', reason: outcome.reason, claims: [] };
  const claims = outcome.value.answers.map(toClaim);
  await cache?.set(key, claims);
  return { status: 'answered', claims };
}

/** JSON already escapes lone surrogates; this keeps the hash defined where an engine does not. */
function escapeLone(json: string): string {
  return json.replace(/[\ud800-\udfff]/g, (unit) => unit.charCodeAt(0).toString(16));
}

function toData(terms: readonly RequiredTerm[], index: PlanIndex): JsonValue {
  return {
    terms: terms.map((term) => term.text),
    tasks: index.fields.map((field) => ({
      task: field.taskIndex,
      field: field.field,
      text: field.original,
    })),
  };
}
