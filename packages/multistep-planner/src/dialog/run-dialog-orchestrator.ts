import { type Clock, type Language, systemClock, systemTimer, type Timer } from '@kanmon/core';
import { toWellFormed, checkOptions, type OptionNames } from '@kanmon/core/kit';
import type { MultiStepQueryPlan } from '../plan/plan.ts';
import { type DialogMessage, llmUsageSchema } from '../wire/dialog-schema.ts';
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
  defaultTurnBudget,
  type SearchTool,
  type TurnBudget,
} from './ports.ts';
import { runSearches } from './run-searches.ts';
import { selectSearches } from './select-searches.ts';
import type { DialogEvent, DialogEventBody } from './stream-turn.ts';
import type { AnswerRecord, SearchRecord } from './turn-records.ts';
import { type TimeBounds, withinTime } from './within-time.ts';

/** What running a plan needs, and what bounds it. */
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
  checkOptions(options, orchestratorOptions, 'runDialogOrchestrator(plan, history, options)');
  const { clock = systemClock, timer = systemTimer, message } = options;
  const budget = { ...defaultTurnBudget, ...options.budget };
  const signal = options.signal ?? new AbortController().signal;
  signal.throwIfAborted();
  const deadline = options.deadline ?? clock.now().getTime() + budget.timeMs;
  const emit = numbered(options.onEvent);
  const language = options.language ?? plan.language ?? 'other';
  const turn: PlannedTurn = { plan, message, history, language };
  const bounds = { deadline, signal, clock, timer };
  const selection = selectSearches(plan, budget.maxSearches);
  if (plan.needsClarification) {
    emit({ type: 'clarification-asked', questions: plan.clarifyingQuestions ?? [] });
    return composeTurn(turn, selection, [], { status: 'none' });
  }
  const { search, concurrency = 4 } = options;
  const causes: unknown[] = [];
  const searches = await runSearches(selection.searches, {
    ...bounds,
    search,
    language,
    concurrency,
    emit,
    onCause: (cause) => causes.push(cause),
  });
  checkSearches(searches, causes);
  const request = answerRequestOf(turn, searches);
  const canCall = (options.modelCalls ?? 0) < budget.maxModelCalls;
  const answer = await writeAnswer(options.answer, request, { ...bounds, canCall, emit });
  const result = composeTurn(turn, selection, searches, answer);
  if (answer.status !== 'written' && result.answer !== null)
    emit({ type: 'answer-delta', text: result.answer });
  return result;
}

const orchestratorOptions: OptionNames<OrchestratorOptions> = {
  message: true,
  search: true,
  answer: true,
  budget: true,
  modelCalls: true,
  deadline: true,
  concurrency: true,
  language: true,
  clock: true,
  timer: true,
  signal: true,
  onEvent: true,
};

function numbered(onEvent: OrchestratorOptions['onEvent']): (event: DialogEventBody) => void {
  let sequence = 0;
  return (event) => {
    sequence += 1;
    onEvent?.({ sequence, ...event });
  };
}

/** Something has to be there to answer from; a plan without searches needs nothing. */
function checkSearches(searches: readonly SearchRecord[], causes: readonly unknown[]): void {
  if (searches.length === 0 || searches.some(({ status }) => status === 'returned')) return;
  if (searches.some(({ status }) => status === 'late')) throw new DeadlineExceededError();
  throw new SearchFailedError(causes[0]);
}

interface WriteOptions extends TimeBounds {
  readonly canCall: boolean;
  readonly emit: (event: DialogEventBody) => void;
}

async function writeAnswer(
  tool: AnswerTool | undefined,
  request: AnswerRequest,
  options: WriteOptions,
): Promise<AnswerRecord> {
  if (tool === undefined) return { status: 'built-in' };
  if (!options.canCall) return { status: 'over-budget' };
  const { deadline, signal, emit } = options;
  const outcome = await withinTime(
    (inner) => callTool(tool, request, { signal: inner, deadline }, emit),
    options,
  );
  signal.throwIfAborted();
  if (outcome.status === 'late') return { status: 'late' };
  // Thanks, with no search to write from: a tool that can only write from hits is no failure then.
  const isEmpty =
    outcome.status === 'failed' ||
    (outcome.value.status === 'written' && outcome.value.text.trim() === '');
  if (isEmpty && request.queries.length === 0) return { status: 'built-in' };
  if (outcome.status === 'failed') throw new AnswerFailedError(outcome.cause);
  return outcome.value;
}

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
      text += delta.text;
      emit({ type: 'answer-delta', text: delta.text });
    }
    return { status: 'written', text: toWellFormed(text) };
  }
  const answer = await tool.answer(request, options);
  const text = typeof answer.text === 'string' ? toWellFormed(answer.text) : '';
  if (!options.signal.aborted && text !== '') emit({ type: 'answer-delta', text });
  const usage = llmUsageSchema.safeParse(answer.usage);
  return {
    status: 'written',
    text,
    ...(answer.sourceIds === undefined ? {} : { sourceIds: answer.sourceIds.map(toWellFormed) }),
    ...(usage.success ? { usage: usage.data } : {}),
  };
}
