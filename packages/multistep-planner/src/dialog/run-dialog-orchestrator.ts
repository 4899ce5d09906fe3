import { type Clock, type Language, systemClock, systemTimer, type Timer } from '@kanmon/core';
import {
  checkOptions,
  checkPorts,
  isRecord,
  portMethods,
  toWellFormed,
  withoutUndefined,
} from '@kanmon/core/kit';
import * as z from 'zod';
import { type MultiStepQueryPlan, planSchema } from '../plan/plan.ts';
import { checkNumbers, checkShape, checkText } from '../wire/check-input.ts';
import { type DialogMessage, llmUsageSchema } from '../wire/dialog-schema.ts';
import { toJsonValue } from '../wire/values.ts';
import { checkHits } from './check-hits.ts';
import {
  answerRequestOf,
  composeTurn,
  type OrchestrationResult,
  type PlannedTurn,
} from './compose-turn.ts';
import { AnswerFailedError, DeadlineExceededError, SearchFailedError } from './dialog-errors.ts';
import {
  type AnswerRequest,
  type AnswerTool,
  checkBudget,
  defaultTurnBudget,
  type SearchTool,
  type TurnBudget,
} from './ports.ts';
import { type SelectedSearch, selectSearches } from './select-searches.ts';
import { type DialogEvent, type DialogEventBody, numbered } from './stream-turn.ts';
import type { AnswerRecord, SearchRecord } from './turn-events.ts';
import { type TimeBounds, withinTime } from './within-time.ts';

/** The ports and the bounds of running a plan. */
export interface OrchestratorOptions {
  readonly message: string;
  readonly search: SearchTool;
  /** @default createExtractiveAnswer() */
  readonly answer?: AnswerTool;
  readonly budget?: Partial<TurnBudget>;
  /** Model calls that planning has used up already. @default 0 */
  readonly modelCalls?: number;
  /** Epoch milliseconds. @default now + budget.timeMs */
  readonly deadline?: number;
  /** Searches at a time. @default 4 */
  readonly concurrency?: number;
  /** @default the plan's */
  readonly language?: Language;
  readonly clock?: Clock;
  readonly timer?: Timer;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: DialogEvent) => void;
}

/**
 * Runs a plan: its question, or all of its searches, merged, and the answer, within one budget.
 * Throws `SearchFailedError` when all searches failed, `AnswerFailedError`, `DeadlineExceededError`
 * when nothing had come in time, and the abort reason when aborted.
 */
export async function runDialogOrchestrator(
  plan: MultiStepQueryPlan,
  history: readonly DialogMessage[],
  options: OrchestratorOptions,
): Promise<OrchestrationResult> {
  checkOptions(
    options,
    'message search answer budget modelCalls deadline concurrency language clock timer signal onEvent',
    'runDialogOrchestrator(plan, history, options)',
  );
  const { clock = systemClock, timer = systemTimer, message, onEvent, search, answer } = options;
  const ports = { ...portMethods, search: 'search', answer: 'answer' };
  checkPorts({ ...options, search: search ?? null }, ports);
  checkText('options.message', message);
  checkShape(planSchema, toJsonValue(plan), 'plan');
  checkBudget(options.budget);
  const numbers = {
    modelCalls: options.modelCalls,
    deadline: options.deadline,
    concurrency: options.concurrency,
  };
  checkNumbers('options', numbers, numbers);
  const budget = { ...defaultTurnBudget, ...options.budget };
  const { signal = new AbortController().signal, modelCalls = 0, concurrency = 4 } = options;
  signal.throwIfAborted();
  const deadline = options.deadline ?? clock.now().getTime() + budget.timeMs;
  const language = options.language ?? plan.language ?? 'other';
  const emit = numbered((event) => onEvent?.(event));
  const bounds = { budget, modelCalls, concurrency, deadline, signal };
  return runPlan(
    { plan, message, history, language },
    { ...bounds, search, answer, clock, timer, emit },
  );
}

/** The ports of a turn, and its bounds. */
export interface PlanRun extends TimeBounds {
  readonly search: SearchTool;
  readonly answer: AnswerTool | undefined;
  readonly budget: TurnBudget;
  readonly modelCalls: number;
  readonly concurrency?: number;
  readonly emit: (event: DialogEventBody) => void;
}

/** `runDialogOrchestrator` for a turn whose events another place numbers. */
export async function runPlan(turn: PlannedTurn, run: PlanRun): Promise<OrchestrationResult> {
  const { plan } = turn;
  const { budget, emit } = run;
  const selection = selectSearches(plan, budget.maxSearches);
  if (plan.needsClarification) {
    emit({ type: 'clarification-asked', questions: plan.clarifyingQuestions ?? [] });
    return composeTurn(turn, selection, [], { status: 'none' });
  }
  const { records, causes } = await runSearches(selection.searches, turn.language, run);
  checkSearches(records, causes);
  let hasText = false;
  const answer = await writeAnswer(answerRequestOf(turn, records), {
    ...run,
    emit: (event) => {
      hasText = true;
      emit(event);
    },
  });
  const result = composeTurn(turn, selection, records, answer);
  if (answer.status !== 'written' && result.answer !== null) {
    const delta = { type: 'answer-delta' as const, text: result.answer };
    emit(hasText ? { ...delta, replaces: true } : delta);
  }
  return result;
}

/**
 * Runs all searches, at most `concurrency` together. A failed or late one does not stop the others. The
 * records are in the order of the plan, with the causes of the failed searches. Rejects when aborted.
 */
async function runSearches(
  searches: readonly SelectedSearch[],
  language: Language,
  run: PlanRun,
): Promise<{ readonly records: readonly SearchRecord[]; readonly causes: readonly unknown[] }> {
  const { concurrency = 4 } = run;
  const records: SearchRecord[] = [];
  const causes: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < searches.length; index = next++) {
      const search = searches[index];
      if (search !== undefined) records[index] = await runSearch(search, language, run, causes);
    }
  };
  const workers = Math.min(Math.max(1, concurrency), searches.length);
  await Promise.all(Array.from({ length: workers }, worker));
  return { records, causes };
}

async function runSearch(
  search: SelectedSearch,
  language: Language,
  run: PlanRun,
  causes: unknown[],
): Promise<SearchRecord> {
  const { emit, deadline, signal } = run;
  const { stepId, query, topK, filters } = search;
  const step = withoutUndefined({ stepId, query });
  emit({ type: 'search-started', ...step, topK });
  const request = withoutUndefined({ query, topK, language, filters });
  const outcome = await withinTime(
    (inner) => run.search.search(request, { signal: inner, deadline }),
    run,
  );
  signal.throwIfAborted();
  if (outcome.status === 'late') {
    emit({ type: 'search-failed', ...step, reason: 'budget-time' });
    return { ...search, status: 'late' };
  }
  let reason = 'search-threw';
  try {
    if (outcome.status === 'failed') throw outcome.cause;
    reason = 'invalid-result';
    const hits = checkHits(outcome.value, topK);
    emit({ type: 'search-finished', ...step, resultCount: hits.length });
    return { ...search, status: 'returned', hits };
  } catch (cause) {
    causes.push(cause);
    emit({ type: 'search-failed', ...step, reason });
    return { ...search, status: 'failed', reason };
  }
}

/** Something has to be there to answer from; a plan without searches needs nothing. */
function checkSearches(searches: readonly SearchRecord[], causes: readonly unknown[]): void {
  if (searches.length === 0 || searches.some(({ status }) => status === 'returned')) return;
  if (searches.some(({ status }) => status === 'late')) throw new DeadlineExceededError();
  throw new SearchFailedError(causes[0]);
}

async function writeAnswer(request: AnswerRequest, run: PlanRun): Promise<AnswerRecord> {
  const { answer: tool, deadline, signal, emit, modelCalls, budget } = run;
  if (tool === undefined) return { status: 'built-in' };
  if (modelCalls >= budget.maxModelCalls) return { status: 'over-budget' };
  const outcome = await withinTime(
    (inner) => callTool(tool, request, { signal: inner, deadline }, emit),
    run,
  );
  signal.throwIfAborted();
  if (outcome.status === 'late') return { status: 'late' };
  // A plan without searches (thanks): a tool that can only write from hits has not failed.
  const isEmpty =
    outcome.status === 'failed' ||
    (outcome.value.status === 'written' && outcome.value.text.trim() === '');
  if (isEmpty && request.queries.length === 0) return { status: 'built-in' };
  if (outcome.status === 'failed') throw new AnswerFailedError(outcome.cause);
  return outcome.value;
}

const textSchema = z.looseObject({ text: z.string() });
const answerSchema = textSchema.extend({ sourceIds: z.array(z.string()).nullish() });

async function callTool(
  tool: AnswerTool,
  request: AnswerRequest,
  options: { readonly signal: AbortSignal; readonly deadline: number },
  emit: (event: DialogEventBody) => void,
): Promise<AnswerRecord> {
  if (tool.stream !== undefined) {
    let text = '';
    for await (const delta of tool.stream(request, options)) {
      options.signal.throwIfAborted();
      const { text: part } = checkShape(textSchema, delta, 'an answer');
      text += part;
      emit({ type: 'answer-delta', text: part });
    }
    return { status: 'written', text: toWellFormed(text) };
  }
  const answer = await tool.answer(request, options);
  const checked = checkShape(answerSchema, answer, 'an answer');
  const text = toWellFormed(checked.text);
  if (!options.signal.aborted && text !== '') emit({ type: 'answer-delta', text });
  const { usage: reported } = answer;
  const usage = llmUsageSchema.safeParse(isRecord(reported) ? withoutUndefined(reported) : null);
  const sourceIds = checked.sourceIds?.map(toWellFormed);
  return withoutUndefined({ status: 'written' as const, text, sourceIds, usage: usage.data });
}
