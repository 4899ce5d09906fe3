import '@kanmon/core/zod';
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
import {
  checkOptions,
  type OptionNames,
  remainingBudget,
  withoutUndefined,
} from '@kanmon/core/kit';
import * as z from 'zod';
import {
  type AdjudicationClaim,
  type AdjudicationOutcome,
  locateQuote,
  type TermAdjudicator,
} from '../gate/adjudication.ts';
import { indexPlan, type PlanIndex } from '../match/plan-index.ts';
import type { RequiredTerm } from '../vocabulary/terms.ts';
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

const defaultTermsPerCall = 20;
const optionNames: OptionNames<LlmAdjudicatorOptions> = {
  client: true,
  budget: true,
  locale: true,
  maxTerms: true,
  cache: true,
};

/**
 * Creates an adjudicator on a model. A quote that is not in the plan is corrected within the budget, or refused.
 *
 * @throws {InvalidArgumentError} For an unknown option or a value that is not allowed.
 */
export function createLlmAdjudicator(options: LlmAdjudicatorOptions): TermAdjudicator {
  checkOptions(options, optionNames, 'createLlmAdjudicator(options)');
  const { client, budget = { maxAttempts: 2 }, locale, cache } = options;
  const { maxTerms = defaultTermsPerCall } = options;
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
      const startedAt = Date.now();
      const spent = { calls: 0, inputTokens: 0, outputTokens: 0, cost: 0 };
      const plan: AskedPlan = {
        index: indexPlan(request.tasks, request.fields),
        locale: locale ?? request.locale,
        call,
      };
      const claims: AdjudicationClaim[] = [];
      const failures = new Set<string>();
      // Batches share one budget, so they are asked one after the other.
      for (let from = 0; from < request.terms.length; from += maxTerms) {
        const terms = request.terms.slice(from, from + maxTerms);
        const left = remainingBudget(budget, spent, Date.now() - startedAt);
        const outcome = await askCached(client, cache, terms, plan, left, spent);
        claims.push(...outcome.claims);
        if (outcome.status === 'failed') failures.add(outcome.reason);
      }
      return failures.size === 0
        ? { status: 'answered', claims }
        : { status: 'failed', reason: [...failures].join(', '), claims };
    },
  };
}

/** A plan about which a model is asked. */
interface AskedPlan {
  readonly index: PlanIndex;
  readonly locale: Locale;
  readonly call: LlmCallOptions;
}

/** Asks about one batch of terms and adds the usage to `spent`. A budget of null is used up. */
async function askCached(
  client: LlmClient,
  cache: AdjudicationCache | undefined,
  terms: readonly RequiredTerm[],
  { index, locale, call }: AskedPlan,
  budget: Budget | null,
  spent: { inputTokens: number; outputTokens: number; cost: number },
): Promise<AdjudicationOutcome> {
  const texts = terms.map((term) => term.text);
  const data: JsonValue = {
    terms: texts,
    tasks: index.fields.map(({ taskIndex, field, original }) => {
      return { task: taskIndex, field, text: original };
    }),
  };
  const key = cache === undefined ? '' : cacheKey(data, locale);
  const known = await cache?.get(key);
  if (known !== undefined) return { status: 'answered', claims: known };
  if (budget === null) return { status: 'failed', reason: 'budget', claims: [] };
  const outcome = await runGate(adjudicationGate, {
    ...call,
    client,
    budget,
    context: { terms: new Set(texts), index },
    messages: adjudicatorMessages(data, locale),
    locale,
  });
  spent.inputTokens += outcome.usage.inputTokens;
  spent.outputTokens += outcome.usage.outputTokens;
  spent.cost += outcome.usage.cost;
  if (outcome.status === 'rejected')
    return { status: 'failed', reason: outcome.reason, claims: [] };
  const claims = outcome.value.answers.map(toClaim);
  await cache?.set(key, claims);
  return { status: 'answered', claims };
}

function cacheKey(data: JsonValue, locale: Locale): string {
  // JSON escapes lone surrogates. This keeps the hash defined where an engine does not.
  const escaped = JSON.stringify(data).replace(/[\ud800-\udfff]/g, (unit) =>
    unit.charCodeAt(0).toString(16),
  );
  return contentHash({ version: adjudicatorPromptVersion, locale, data: escaped });
}

const answerSchema = z.object({
  term: z.string(),
  verdict: z.enum(['covered', 'not-covered', 'unsure']),
  task: z.int().nonnegative().optional(),
  field: z.string().optional(),
  quote: z.string().optional(),
});
type Answer = z.infer<typeof answerSchema>;

/** The terms that a model was asked about, and the plan. */
interface Asked {
  readonly terms: ReadonlySet<string>;
  readonly index: PlanIndex;
}

/** Lets answers pass that were asked for, with quotes that are in the plan. */
const adjudicationGate: Gate<{ answers: Answer[] }, Asked> = defineGate({
  name: 'term-adjudication',
  schema: z.object({ answers: z.array(answerSchema) }),
  rules: [
    defineRule<readonly Answer[], Asked>({
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
        for (const [at, { term }] of answers.entries()) {
          const about = { path: `/${at}`, params: { term } };
          if (seen.has(term)) report('term-repeated', about);
          else if (!terms.has(term)) report('term-not-asked', about);
          seen.add(term);
        }
      },
    }),
    defineRule<Answer, Asked>({
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

/** Returns an answer as a claim that the caller checks again. */
function toClaim({ task, ...answer }: Answer): AdjudicationClaim {
  return withoutUndefined({ ...answer, taskIndex: task });
}
