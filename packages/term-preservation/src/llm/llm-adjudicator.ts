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
import { defineGate, type Gate, runGate } from '@kanmon/core/gate';
import {
  checkBudget,
  checkOneOf,
  checkOptions,
  checkPorts,
  remainingBudget,
  withoutUndefined,
} from '@kanmon/core/kit';
import * as z from 'zod';
import {
  type AdjudicationClaim,
  type AdjudicationRequest,
  checkClaims,
  type TermAdjudicator,
} from '../gate/adjudication.ts';
import { sentenceAt } from '../gate/repair-prompt.ts';
import { findFragments, indexFragments } from '../match/fragment-floor.ts';
import { indexPlan, type PlanIndex } from '../match/plan-index.ts';
import { foldTerm } from '../text/fold-term.ts';
import type { RequiredTerm } from '../vocabulary/terms.ts';
import { adjudicatorMessages, adjudicatorPromptVersion } from './prompts.ts';

/** Remembers the claims that held, by a hash of client, model, prompt version, locale, terms and tasks. */
export interface AdjudicationCache {
  get(
    key: string,
  ): Promise<readonly AdjudicationClaim[] | undefined> | readonly AdjudicationClaim[] | undefined;
  set(key: string, claims: readonly AdjudicationClaim[]): Promise<void> | void;
}

/** Options of `createLlmAdjudicator`. */
export interface LlmAdjudicatorOptions {
  readonly client: LlmClient;
  /**
   * `maxAttempts` bounds each batch of terms and is 2 where it is left out; the other limits bind all of them together.
   * @default { maxAttempts: 2, maxTotalTokens: 20_000 }
   */
  readonly budget?: Budget;
  /** @default the locale of the request */
  readonly locale?: Locale;
  /** Terms in one call. @default 50 */
  readonly maxTerms?: number;
  readonly cache?: AdjudicationCache;
}

/** A model may quote what is not there without end, so that every batch has a bound. */
const defaultAttempts = 2;
const defaultBudget: Budget = { maxTotalTokens: 20_000 };
const defaultTermsPerCall = 50;
/** A longer plan is cut to the tasks that share most with each term. */
const longestPlan = 4000;
const tasksPerTerm = 5;

/**
 * Creates an adjudicator on a model. It asks once about all open terms of a plan. Claims that hold are used; about the
 * others it asks again within the budget.
 *
 * @throws {InvalidArgumentError} For an unknown option or a value that is not allowed.
 */
export function createLlmAdjudicator(options: LlmAdjudicatorOptions): TermAdjudicator {
  checkOptions(options, 'client budget locale maxTerms cache', 'createLlmAdjudicator(options)');
  const { client, budget: limits = defaultBudget, locale, cache } = options;
  const { maxTerms = defaultTermsPerCall } = options;
  if (typeof client?.generate !== 'function')
    throw new InvalidArgumentError(
      'expected options.client to be an LlmClient with a generate function',
    );
  if (!Number.isInteger(maxTerms) || maxTerms < 1)
    throw new InvalidArgumentError(
      `expected maxTerms to be a whole number of 1 or more, got ${String(maxTerms)}`,
    );
  checkBudget(limits);
  checkOneOf('locale', locale, 'ja en');
  checkPorts({ cache }, { cache: 'get' });
  checkPorts({ cache }, { cache: 'set' });
  const budget = { ...limits, maxAttempts: limits.maxAttempts ?? defaultAttempts };
  return {
    name: 'llm',
    adjudicate: async (request, call = {}) => {
      const startedAt = Date.now();
      const spent = { calls: 0, inputTokens: 0, outputTokens: 0, cost: 0 };
      const index = indexPlan(request.tasks, request.fields);
      const language = locale ?? request.locale;
      const claims: AdjudicationClaim[] = [];
      const failures = new Set<string>();
      // Batches share one budget, so they are asked one after the other.
      for (let from = 0; from < request.terms.length; from += maxTerms) {
        const terms = request.terms.slice(from, from + maxTerms);
        const { provider, model } = client;
        const key = cacheKey(
          { provider, model, data: questionOf(request, terms, index) },
          language,
        );
        const known = await cache?.get(key);
        // `maxAttempts` bounds each batch.
        const left = remainingBudget(budget, { ...spent, calls: 0 }, Date.now() - startedAt);
        if (known !== undefined) claims.push(...known);
        else if (left === null) failures.add('budget');
        else {
          const answer = await ask({ client, request, index, call, locale: language }, terms, left);
          spent.inputTokens += answer.usage.inputTokens;
          spent.outputTokens += answer.usage.outputTokens;
          spent.cost += answer.usage.cost;
          claims.push(...answer.claims);
          if (answer.failure === undefined) await cache?.set(key, answer.claims);
          else failures.add(answer.failure);
        }
      }
      return failures.size === 0
        ? { status: 'answered', claims }
        : { status: 'failed', reason: [...failures].join(', '), claims };
    },
  };
}

/** A plan about which a model is asked. */
interface Question {
  readonly client: LlmClient;
  readonly request: AdjudicationRequest;
  readonly index: PlanIndex;
  readonly call: LlmCallOptions;
  readonly locale: Locale;
}

interface Answers {
  readonly claims: readonly AdjudicationClaim[];
  readonly usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly cost: number;
  };
  readonly failure?: string;
}

/** Asks about terms, and again about those whose quotes do not hold, while calls are left. */
async function ask(
  question: Question,
  terms: readonly RequiredTerm[],
  budget: Budget,
): Promise<Answers> {
  const { client, request, index, call, locale } = question;
  const startedAt = Date.now();
  const spent = { calls: 0, inputTokens: 0, outputTokens: 0, cost: 0 };
  const claims: AdjudicationClaim[] = [];
  let open: readonly { readonly term: RequiredTerm; readonly problem?: string }[] = terms.map(
    (term) => ({ term }),
  );
  while (open.length > 0) {
    const left = remainingBudget(budget, spent, Date.now() - startedAt);
    if (left === null) {
      const problems = open.map(({ term, problem }) => `${problem ?? 'budget'}: ${term.text}`);
      return { claims, usage: spent, failure: problems.join(', ') };
    }
    const refused = open.flatMap(({ term, problem }) =>
      problem === undefined ? [] : [{ term: term.text, problem }],
    );
    const data = questionOf(
      request,
      open.map(({ term }) => term),
      index,
    );
    const outcome = await runGate(adjudicationGate, {
      ...call,
      client,
      budget: left,
      messages: adjudicatorMessages(refused.length === 0 ? data : { ...data, refused }, locale),
      locale,
    });
    spent.calls += outcome.usage.calls;
    spent.inputTokens += outcome.usage.inputTokens;
    spent.outputTokens += outcome.usage.outputTokens;
    spent.cost += outcome.usage.cost;
    if (outcome.status === 'rejected') return { claims, usage: spent, failure: outcome.reason };
    const checked = checkClaims(
      index,
      open.map(({ term }) => term),
      outcome.value.answers.map(toClaim),
      request.request,
    );
    claims.push(
      ...checked.filter(({ problem }) => problem === undefined).map(({ claim }) => claim),
    );
    open = open.flatMap(({ term }) => {
      const problem = checked.find((each) => each.claim.term === term.text)?.problem;
      return problem === undefined ? [] : [{ term, problem }];
    });
  }
  return { claims, usage: spent };
}

/** The data of a question: the request once, each term with its clause, and the tasks. */
function questionOf(
  { request }: AdjudicationRequest,
  terms: readonly RequiredTerm[],
  index: PlanIndex,
): { readonly [member: string]: JsonValue } {
  const clauseOf = ({ span }: RequiredTerm): string | undefined =>
    request === undefined || span === undefined
      ? undefined
      : sentenceAt(request, span.start, span.end);
  return {
    ...(request === undefined ? {} : { request }),
    terms: terms.map((term) => withoutUndefined({ term: term.text, clause: clauseOf(term) })),
    tasks: chooseFields(index, terms).map(({ taskIndex, field, original }) => {
      return { task: taskIndex, field, text: original };
    }),
  };
}

/** All fields of a plan, or those of the five tasks that share most with each term. */
function chooseFields(index: PlanIndex, terms: readonly RequiredTerm[]): PlanIndex['fields'] {
  const length = index.fields.reduce((sum, { original }) => sum + original.length, 0);
  if (length <= longestPlan) return index.fields;
  const fragments = indexFragments(index);
  const chosen = new Set(
    terms.flatMap((term) =>
      findFragments(fragments, foldTerm(term.text))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, tasksPerTerm)
        .map(({ field }) => field.taskIndex),
    ),
  );
  return index.fields.filter(({ taskIndex }) => chosen.has(taskIndex));
}

function cacheKey(question: { readonly [member: string]: JsonValue }, locale: Locale): string {
  // JSON escapes lone surrogates. This keeps the hash defined where an engine does not.
  const escaped = JSON.stringify(question).replace(/[\ud800-\udfff]/g, (unit) =>
    unit.charCodeAt(0).toString(16),
  );
  return contentHash({ version: adjudicatorPromptVersion, locale, data: escaped });
}

const answerSchema = z.object({
  term: z.string(),
  verdict: z.enum(['covered', 'replaced', 'not-covered', 'unsure']),
  task: z.int().nonnegative().optional(),
  field: z.string().optional(),
  quote: z.string().optional(),
});

/** The form of the answers. Their content is checked claim by claim, so that one bad quote rejects no other claim. */
const adjudicationGate: Gate<{ answers: z.infer<typeof answerSchema>[] }> = defineGate({
  name: 'term-adjudication',
  schema: z.object({ answers: z.array(answerSchema) }),
  rules: [],
});

/** Returns an answer as a claim that the caller checks again. */
function toClaim({ task, ...answer }: z.infer<typeof answerSchema>): AdjudicationClaim {
  return withoutUndefined({ ...answer, taskIndex: task });
}
