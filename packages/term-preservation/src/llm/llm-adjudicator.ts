import {
  type Budget,
  contentHash,
  InvalidArgumentError,
  type JsonValue,
  type LlmCallOptions,
  type LlmClient,
  type Locale,
} from '@kanmon/core';
import { defineGate, defineRule, type Gate, runGate } from '@kanmon/core/gate';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import * as z from 'zod';
import {
  type AdjudicationClaim,
  type AdjudicationOutcome,
  type AdjudicationRequest,
  locateQuote,
  type TermAdjudicator,
} from '../gate/adjudication.ts';
import { indexPlan, type PlanIndex } from '../match/plan-index.ts';
import type { RequiredTerm } from '../vocabulary/terms.ts';
import { adjudicatorMessages, adjudicatorPromptVersion } from './prompts.ts';

/** What the model answers. */
interface Answers {
  readonly answers: readonly {
    readonly term: string;
    readonly verdict: 'covered' | 'not-covered' | 'unsure';
    readonly task?: number | undefined;
    readonly field?: string | undefined;
    readonly quote?: string | undefined;
  }[];
}

/** What was asked for, and of which plan. */
interface Asked {
  readonly terms: ReadonlySet<string>;
  readonly index: PlanIndex;
}

/** Lets answers through that were asked for, with quotes that stand in the plan. */
const adjudicationGate: Gate<Answers, Asked> = defineGate({
  name: 'term-adjudication',
  schema: z.object({
    answers: z.array(
      z.object({
        term: z.string(),
        verdict: z.enum(['covered', 'not-covered', 'unsure']),
        task: z.int().nonnegative().optional(),
        field: z.string().optional(),
        quote: z.string().optional(),
      }),
    ),
  }),
  rules: [
    defineRule<Answers['answers'], Asked>({
      id: 'only-asked-terms',
      codes: ['term-not-asked', 'term-repeated'],
      select: ['/answers'],
      type: 'array',
      needs: 'schema',
      messages: {
        en: {
          'term-not-asked': '"{term}" was not asked for',
          'term-repeated': '"{term}" is answered more than once',
        },
        ja: {
          'term-not-asked': '「{term}」は質問されていません',
          'term-repeated': '「{term}」への回答が重複しています',
        },
      },
      check: (answers, { terms }, report) => {
        const seen = new Set<string>();
        answers.forEach((answer, at) => {
          const problem = seen.has(answer.term)
            ? 'term-repeated'
            : terms.has(answer.term)
              ? undefined
              : 'term-not-asked';
          if (problem !== undefined)
            report(problem, { path: `/${at}`, params: { term: answer.term } });
          seen.add(answer.term);
        });
      },
    }),
    defineRule<Answers['answers'][number], Asked>({
      id: 'quote-in-plan',
      codes: ['quote-not-found'],
      select: ['/answers/*'],
      type: 'object',
      needs: 'schema',
      messages: {
        en: {
          'quote-not-found':
            'the quote for "{term}" does not stand un-negated in that field of that task, or is longer than 200 characters',
        },
        ja: {
          'quote-not-found':
            '「{term}」の引用が、そのタスクのその項目に否定されない形で存在しないか、200文字を超えています',
        },
      },
      check: (answer, { index }, report) => {
        if (answer.verdict === 'covered' && locateQuote(index, toClaim(answer)) === undefined)
          report('quote-not-found', { params: { term: answer.term } });
      },
    }),
  ],
});

/** An answer as a claim that the caller checks again. */
function toClaim(answer: Answers['answers'][number]): AdjudicationClaim {
  const { term, verdict, task, field, quote } = answer;
  return {
    term,
    verdict,
    ...(task === undefined ? {} : { taskIndex: task }),
    ...(field === undefined ? {} : { field }),
    ...(quote === undefined ? {} : { quote }),
  };
}

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
