import type { Budget, BudgetLimit, BudgetMeter } from '../../budget/budget.ts';
import { createBudgetMeter } from '../../budget/budget-meter.ts';
import { type Clock, systemClock } from '../../ports/clock.ts';
import type { LlmMessage, LlmOutput, LlmRequest } from '../../ports/llm-client.ts';
import { randomIds } from '../../ports/random-ids.ts';
import { compileGate } from '../compile-gate.ts';
import type { CorrectionPlan } from '../correction/correction-plan.ts';
import { patchSchema } from '../correction/patch-answer.ts';
import { planFor } from '../correction/plan-correction.ts';
import type { Gate, GateDefinition } from '../gate-definition.ts';
import { createStreamJudge } from '../streaming/stream-judge.ts';
import { callModel } from './call-model.ts';
import { type Ending, finishRun } from './finish-run.ts';
import type { AttemptMode } from './run-terms.ts';
import type { GateOutcome } from './outcome.ts';
import { recordAnswer } from './record-answer.ts';
import { createRecorder } from './recorder.ts';
import { createRunFold, type RunFold, type StartedAttempt, type Step } from './run-fold.ts';
import { checkAnswerable, globalConsole } from './check-answerable.ts';
import { checkRunOptions, type RunGateOptions } from './run-options.ts';

const defaultBudget: Budget = { maxAttempts: 3 };

/** What the next call asks for. */
type AttemptPlan = CorrectionPlan | { readonly mode: 'initial' };

/**
 * Asks a model until its answer passes the gate, a limit is reached or asking on is pointless. All
 * calls run under one joint budget. Rejects only for misuse; whatever the model or the client does
 * is an outcome.
 *
 * @example
 * const outcome = await runGate(gate, { client, context: { ids }, messages: [{ role: 'user', content: task }] });
 * if (outcome.status === 'passed') render(outcome.value);
 * else console.log(outcome.reason, outcome.best?.findings);
 */
export function runGate<T>(
  gate: Gate<T>,
  options: Omit<RunGateOptions<undefined>, 'context'>,
): Promise<GateOutcome<T>>;
/** For a gate whose rules need a context. */
export function runGate<T, Context>(
  gate: Gate<T, Context>,
  options: RunGateOptions<Context>,
): Promise<GateOutcome<T>>;
export async function runGate<T, Context>(
  gate: Gate<T, Context | undefined>,
  options: Omit<RunGateOptions<Context>, 'context'> & { readonly context?: Context },
): Promise<GateOutcome<T>> {
  checkRunOptions(options);
  const { definition } = gate;
  checkAnswerable(definition, options.logger ?? globalConsole());
  const { client, context, budget = defaultBudget, price, stream = false, signal } = options;
  const { clock = systemClock, ids = randomIds(), log = 'full', onEvent } = options;
  const { locale = 'en', correction = {} } = options;
  const compiled = compileGate(definition);
  const { limits, deadline } = withDeadline(budget, options.deadline, clock);
  const meter = createBudgetMeter(limits, { clock, ...(price === undefined ? {} : { price }) });
  const { emit, events } = createRecorder({ runId: ids.next('run'), clock, log, onEvent });
  const fold = createRunFold(compiled, context, emit);
  const callOptions = {
    ...(signal === undefined ? {} : { signal }),
    ...(deadline === undefined ? {} : { deadline }),
  };

  /** One attempt, from `attempt-started` to `attempt-finished`. */
  const attempt = async (plan: AttemptPlan): Promise<Step<T> | FailedCall> => {
    const started = startedAttempt(fold, plan);
    const { number, mode, editable } = started;
    emit(number, { type: 'attempt-started', mode, ...(mode === 'patch' ? { editable } : {}) });
    const isWhole = mode === 'initial' || mode === 'full';
    const judge = stream && isWhole ? createStreamJudge(compiled, context) : null;
    const request = requestFor(definition, started, plan, options, meter);
    const result = await callModel(client, request, callOptions, judge);
    if (result.kind === 'answered') {
      recordAnswer(meter, result.answer, result.model);
      return fold.answered(started, result.answer);
    }
    if (result.kind === 'aborted') {
      meter.record(result.usage, { model: client.model, estimated: true });
      return fold.aborted(started, result);
    }
    meter.record(result.usage, { model: client.model });
    fold.failed(started, result.usage);
    return { kind: 'failed', cause: result.cause };
  };

  const run = async (): Promise<Ending<T>> => {
    let plan: AttemptPlan = { mode: 'initial' };
    for (;;) {
      if (isAborted(signal)) return { status: 'rejected', reason: 'aborted' };
      const limit: BudgetLimit | null = meter.tryStart();
      if (limit !== null) return { status: 'rejected', reason: limit };
      // Each attempt follows from the one before.
      const step = await attempt(plan);
      if (step.kind === 'failed') {
        return isAborted(signal)
          ? { status: 'rejected', reason: 'aborted', cause: step.cause }
          : { status: 'rejected', reason: 'generate-failed', cause: step.cause };
      }
      if (step.kind === 'passed') return { status: 'passed', ...step };
      if (step.kind === 'rejected') return { status: 'rejected', reason: step.reason };
      plan = planFor(compiled, fold.last, {
        locale,
        correction: step.fresh
          ? { ...correction, mode: 'full', continueTruncated: false }
          : correction,
      });
    }
  };

  emit(0, { type: 'run-started', gate: gate.name, budget: { ...budget } });
  const ending = await run();
  return finishRun(ending, { fold, usage: meter.usage, emit, events });
}

interface FailedCall {
  readonly kind: 'failed';
  readonly cause: unknown;
}

/** A function, since the compiler would take a signal that was not aborted to stay so. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** A deadline is a time limit like the budget's own, so that limits keep their one order. */
function withDeadline(
  budget: Budget,
  deadline: number | undefined,
  clock: Clock,
): { readonly limits: Budget; readonly deadline?: number } {
  const now = clock.now().getTime();
  const { maxMs = Infinity } = budget;
  const end = Math.min(now + maxMs, deadline ?? Infinity);
  if (end === Infinity) return { limits: budget };
  // A maxMs that is no limit at all (negative, NaN) is left for the meter to refuse.
  if (!(maxMs >= 0)) return { limits: budget };
  return { limits: { ...budget, maxMs: Math.max(0, end - now) }, deadline: end };
}

function startedAttempt(fold: RunFold<unknown>, plan: AttemptPlan): StartedAttempt {
  return {
    number: fold.attempts.length + 1,
    mode: plan.mode,
    editable: plan.mode === 'patch' ? plan.editable : [],
  };
}

function requestFor(
  definition: GateDefinition<unknown, never>,
  { number, mode }: StartedAttempt,
  plan: AttemptPlan,
  options: Pick<RunGateOptions<unknown>, 'messages' | 'request'>,
  meter: BudgetMeter,
): LlmRequest {
  const { messages, request = {} } = options;
  const remaining = meter.remaining();
  const maxOutputTokens = Math.min(
    request.maxOutputTokens ?? Infinity,
    remaining['output-tokens'] ?? Infinity,
    // Input counts too, but how much it will be is known only afterwards.
    remaining['total-tokens'] ?? Infinity,
  );
  return {
    ...request,
    messages: [...messages, ...messagesOf(plan)],
    output: outputOf(definition, mode),
    metadata: { ...request.metadata, gate: definition.name, mode, attempt: String(number) },
    ...(maxOutputTokens === Infinity ? {} : { maxOutputTokens }),
  };
}

/** A continuation needs the model's own words before it; the other prompts hold all they need. */
function messagesOf(plan: AttemptPlan): readonly LlmMessage[] {
  if (plan.mode === 'initial') return [];
  const prompt: LlmMessage = { role: 'user', content: plan.prompt };
  return plan.mode === 'continue'
    ? [{ role: 'assistant', content: plan.prefix }, prompt]
    : [prompt];
}

function outputOf(
  { name, jsonSchema }: GateDefinition<unknown, never>,
  mode: AttemptMode,
): LlmOutput {
  if (mode === 'continue') return { type: 'text' };
  const schema = mode === 'patch' ? patchSchema : jsonSchema;
  return { type: 'json', name, ...(schema === undefined ? {} : { schema }) };
}
