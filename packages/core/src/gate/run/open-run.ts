import type { Budget, Price } from '../../budget/budget.ts';
import { checkPrice, createBudgetMeter } from '../../budget/budget-meter.ts';
import { cleanUsage, type CompletedUsage, completeUsage } from '../../budget/estimate-tokens.ts';
import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import { LlmError } from '../../errors/llm-error.ts';
import { createListener } from '../../kit/create-listener.ts';
import { withoutUndefined } from '../../kit/without-undefined.ts';
import { type Clock, systemClock } from '../../ports/clock.ts';
import type { LlmFinish, LlmMessage, LlmOutput, LlmUsage } from '../../ports/llm-client.ts';
import { globalConsole, quietLogger } from '../../ports/logger.ts';
import { randomIds } from '../../ports/random-ids.ts';
import { describeValue } from '../../vocabulary/describe-value.ts';
import { escapeSurrogates } from '../../vocabulary/well-formed.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import { checkGate, compileGate } from '../compile-gate.ts';
import { type CorrectionPlan, planFor } from '../correction/plan-correction.ts';
import { patchSchema } from '../correction/patch-answer.ts';
import type { Gate, GateDefinition } from '../gate-definition.ts';
import {
  checkReviews,
  type MaybeReviewed,
  type ReviewResult,
  runReviews,
  unfinishedReport,
  type WithReviews,
} from '../review/reviews.ts';
import { createReader, type JudgingReader } from '../streaming/partial-reader.ts';
import { checkAnswerable } from './check-answerable.ts';
import type { Attempt, GateOutcome } from './outcome.ts';
import type { AttemptMode, RejectionReason } from './gate-event.ts';
import { lowestLimit, reachedLimit, recordAnswer, recordReview } from './record-answer.ts';
import { createRecorder } from './recorder.ts';
import { createStoredRun, type StoredRun } from './replay-attempts.ts';
import { type Concluded, createRunFold, type Ending, type PendingReview } from './run-fold.ts';
import { checkOpenRunOptions, type OpenRunOptions, type WithEvents } from './run-options.ts';

const defaultBudget: Budget = { maxAttempts: 3 };
/** The limits that end reviews too. A review is no attempt. */
const spendingLimits = ['output-tokens', 'total-tokens', 'cost', 'time'] as const;

/** The next call that a run wants. */
export interface GateAsk {
  readonly status: 'ask';
  /** From 1. */
  readonly attempt: number;
  readonly mode: AttemptMode;
  /** Follow the messages of the task. Empty in the first attempt. */
  readonly messages: readonly LlmMessage[];
  /** The form of the answer. Tools must be off unless the mode is `initial`. */
  readonly output: LlmOutput;
  /** The output tokens that the budget leaves. */
  readonly maxOutputTokens?: number;
  /** Epoch milliseconds at which the budget's time ends. */
  readonly deadline?: number;
}

/** The next call, or the outcome. */
export type GateStep<T> = GateAsk | GateOutcome<T>;

/** An answer of a model, as the host received it. */
export interface RunAnswer {
  readonly text: string;
  /** @default 'stop' */
  readonly finish?: LlmFinish;
  /** Counts that are missing are estimated from the texts that the run knows. */
  readonly usage?: LlmUsage;
  /** Counts that the provider did not report, when the host can estimate them better. */
  readonly estimate?: LlmUsage;
  /** True for an answer from a cache: it cost nothing now. @default false */
  readonly cached?: boolean;
  /** The model that answered, for `price`. */
  readonly model?: string;
}

/**
 * A run whose calls the host makes. Each method ends the attempt of the current step, except `feed`.
 * `Next` is what `answer` returns.
 */
export interface GateRun<T, Next = GateStep<T>> {
  readonly step: GateStep<T>;
  readonly attempts: readonly Attempt[];
  /** Takes the answer to the current step. */
  answer(answer: RunAnswer): Next;
  /**
   * Judges a part of an answer that is still arriving. Returns the findings once there is a Must: stop reading and
   * call `cut`. Null otherwise, after prose or reasoning, and in attempts whose answer is no whole value (`patch`,
   * `continue`).
   */
  feed(delta: string): readonly Finding[] | null;
  /** Ends an answer at its first Must. The usage is estimated when none is passed. */
  cut(usage?: LlmUsage, model?: string): GateStep<T>;
  /**
   * Ends the run: the call failed, the signal was aborted, or the time is over. `usage` has the tokens that were reported
   * before that; those of an `LlmError` count too.
   */
  fail(cause: unknown, model?: string, usage?: LlmUsage): GateStep<T>;
}

/** A run with reviews: `answer` waits for them. A host that awaits `answer` serves both kinds of runs. */
export type ReviewedRun<T> = GateRun<T, Promise<GateStep<T>>>;

/** The plan of an attempt. */
type AttemptPlan = CorrectionPlan | { readonly mode: 'initial' };

/**
 * Opens a run without IO: the host makes the calls, with its own prompt, tools and streams, and passes the answers
 * on. The run judges them, writes the corrections and keeps the budget. `runGate` is a loop around it.
 *
 * @example
 * const run = openRun(gate, { context });
 * let { step } = run;
 * while (step.status === 'ask') step = run.answer(await ask([...prompt, ...step.messages]));
 * if (step.status === 'passed') render(step.value);
 *
 * With `reviews`, `answer` returns a promise.
 *
 * @throws {InvalidArgumentError} An option is unknown or invalid, or a method is called after the run has ended.
 */
export function openRun<T, Input = unknown>(
  gate: Gate<T, undefined, Input>,
  options?: Omit<OpenRunOptions<undefined>, 'context'> & {
    readonly reviews?: undefined;
  } & WithEvents<Input>,
): GateRun<T>;
/** For a gate whose rules need a context. */
export function openRun<T, Context, Input = unknown>(
  gate: Gate<T, Context, Input>,
  options: OpenRunOptions<Context> & { readonly reviews?: undefined } & WithEvents<Input>,
): GateRun<T>;
/** With reviews. */
export function openRun<T, Input = unknown>(
  gate: Gate<T, undefined, Input>,
  options: Omit<OpenRunOptions<undefined>, 'context'> &
    WithReviews<T, undefined> &
    WithEvents<Input>,
): ReviewedRun<T>;
/** With reviews, for a gate whose rules need a context. */
export function openRun<T, Context, Input = unknown>(
  gate: Gate<T, Context, Input>,
  options: OpenRunOptions<Context> & WithReviews<T, Context> & WithEvents<Input>,
): ReviewedRun<T>;
/** For a host that passes on the reviews of its caller, if there are any. */
export function openRun<T, Context, Input = unknown>(
  gate: Gate<T, Context, Input>,
  options: OpenRunOptions<Context> & Partial<WithReviews<T, Context>> & WithEvents<Input>,
): GateRun<T, GateStep<T> | Promise<GateStep<T>>>;
export function openRun<T, Context>(
  gate: Gate<T, Context | undefined>,
  options: AnyRunOptions<T, Context> = {},
): AnyRun<T> {
  checkOpenRunOptions(options);
  const { events } = options;
  return startRun(gate, options, events === undefined ? {} : { stored: createStoredRun(events) });
}

type AnyRun<T> = GateRun<T, GateStep<T> | Promise<GateStep<T>>>;

type AnyRunOptions<T, Context> = Omit<OpenRunOptions<Context>, 'context'> &
  MaybeReviewed<T, Context> &
  WithEvents<never>;

/** Opens a run whose options were checked. Missing counts of tokens are estimated from `task` too. */
export function startRun<T, Context>(
  gate: Gate<T, Context | undefined>,
  options: AnyRunOptions<T, Context>,
  { task = [], stored }: { readonly task?: readonly LlmMessage[]; readonly stored?: StoredRun },
): AnyRun<T> {
  checkGate(gate);
  const { definition } = gate;
  const { reviews = [] } = options;
  checkReviews(reviews, definition.rules ?? []);
  const { context, signal } = options;
  const logger = quietLogger(options.logger ?? globalConsole());
  checkAnswerable(definition, logger);
  const ownLimits = withoutUndefined(options.budget ?? {});
  const budget: Budget = Object.keys(ownLimits).length === 0 ? defaultBudget : ownLimits;
  const { clock = systemClock, ids = randomIds(), log = 'full', onPartial } = options;
  const { locale = 'en', correction = {} } = options;
  const compiled = compileGate(definition);
  const { limits, deadline } = withDeadline(budget, options.deadline, clock);
  /** The error of the price. */
  let unpriced: { readonly cause: unknown } | undefined;
  const price: Price = (...call) => {
    try {
      return options.price === undefined ? 0 : checkPrice(options.price(...call));
    } catch (cause) {
      logger.warn({ error: cause }, 'price failed; the run goes on without it');
      unpriced = { cause };
      const { cost = 0 } = meter.remaining();
      return cost === Infinity ? 0 : cost;
    }
  };
  const meter = createBudgetMeter(limits, { clock, price });
  const recorded = stored?.events ?? [];
  const runId = recorded[0]?.runId ?? ids.next('run');
  const listener = createListener('onEvent', options.onEvent, logger);
  const recorder = createRecorder({ runId, clock, log, listener, recorded });
  const showPartial = createListener('onPartial', onPartial, logger);
  const { events } = recorder;
  const emit = stored?.before(recorder.emit) ?? recorder.emit;
  const fold = createRunFold(compiled, context, emit, budget, () => {
    const type = stored?.nextType() ?? null;
    return type === null ? reviews.length > 0 : type === 'value-reviewed';
  });
  /** A text that was cut inside a pair could not be stored; of a digest only its hash is. */
  const storable = (text: string): string => (log === 'full' ? escapeSurrogates(text) : text);
  let reader: JudgingReader | null = null;
  let received = '';
  let isReviewing = false;

  const end = (ending: Ending<T>): GateStep<T> => {
    const { usage } = meter;
    if (unpriced === undefined) return fold.end(ending, usage, events);
    const isCost = ending.kind === 'rejected' && ending.reason === 'cost';
    return fold.end(
      isCost ? { ...ending, ...unpriced } : ending,
      { ...usage, estimated: true },
      events,
    );
  };

  const reject = (reason: RejectionReason): GateStep<T> => end({ kind: 'rejected', reason });

  /** Output tokens that the budget leaves. Input counts too, but how much it will be is known only afterwards. */
  const outputLeft = (): number | undefined => {
    const { 'output-tokens': output, 'total-tokens': total } = meter.remaining();
    return lowestLimit(output, total);
  };

  const start = (plan: AttemptPlan): GateStep<T> => {
    if (signal?.aborted === true) return reject('aborted');
    const limit = meter.tryStart();
    if (limit !== null) return reject(limit);
    const { mode } = plan;
    fold.begin(mode, mode === 'patch' ? plan.editable : []);
    reader = null;
    received = '';
    const ask = {
      status: 'ask' as const,
      attempt: fold.attempts.length + 1,
      mode,
      messages: messagesOf(plan),
      output: outputOf(definition, mode),
      maxOutputTokens: outputLeft(),
      deadline,
    };
    return Object.freeze(withoutUndefined(ask));
  };

  /** An abort is the reason for whatever it causes. */
  const fail = (reason: RejectionReason, cause: unknown): GateStep<T> =>
    end({ kind: 'rejected', reason: signal?.aborted === true ? 'aborted' : reason, cause });

  /** The meter may have begun a millisecond after the deadline was set, so the deadline itself decides. */
  const isTimeOver = (): boolean => deadline !== undefined && clock.now().getTime() >= deadline;

  const spentLimit = (): RejectionReason | null =>
    reachedLimit(meter, spendingLimits) ?? (isTimeOver() ? 'time' : null);

  const follow = (result: Concluded<T>, reviewCause?: unknown): GateStep<T> => {
    if (result.kind === 'unreviewed') {
      const cause = result.cause ?? reviewCause;
      return fail(spentLimit() ?? 'unreviewed', cause);
    }
    if (result.kind !== 'next') return end(result);
    const whole = { ...correction, mode: 'full', continueTruncated: false } as const;
    return start(
      planFor(compiled, fold.last, { locale, correction: result.fresh ? whole : correction }),
    );
  };

  /** Asks the reviews. None begins once a limit is reached. */
  const review = async ({ passed, conclude }: PendingReview<T>): Promise<GateStep<T>> => {
    isReviewing = true;
    const isOver = spentLimit() !== null;
    const results = isOver
      ? reviews.map(({ id }): ReviewResult => ({ report: unfinishedReport(id) }))
      : await runReviews(reviews, passed, context, {
          signal,
          deadline,
          timeLeft: meter.remaining().time,
          maxOutputTokens: outputLeft(),
        });
    isReviewing = false;
    for (const { report, model } of results) recordReview(meter, report, model);
    const result = conclude(results.map(({ report }) => report));
    return (step = follow(result, results.find(({ report }) => !report.finished)?.cause));
  };

  /** Repeats what is stored. Returns what follows. */
  const begin = (): GateStep<T> => {
    emit(0, { type: 'run-started', gate: gate.name, budget: { ...budget } });
    const repeated = stored?.repeat({ fold, meter, compiled, context }, budget) ?? { last: null };
    if ('outcome' in repeated) return repeated.outcome;
    const { last } = repeated;
    if (last === null) return start({ mode: 'initial' });
    return last.kind === 'failed' ? reject('generate-failed') : follow(last);
  };

  let step = begin();
  stored?.finished();

  const asked = (): GateAsk => {
    if (isReviewing) {
      throw new InvalidArgumentError(
        'expected one call after the other, got one while an answer is reviewed; await `answer` first',
      );
    }
    if (step.status === 'ask') return step;
    throw new InvalidArgumentError(
      `expected a run that asks for an answer, got one that has ended as "${step.status}"; open a new run`,
    );
  };

  /** The usage of a stream that is ended early, which never reports all of it. */
  const completed = (reported: LlmUsage | undefined): CompletedUsage => {
    const { messages, output } = asked();
    // A provider counts the schema of the answer as input too.
    const schema = output.type === 'json' ? output.schema : undefined;
    const asData = schema === undefined ? [] : [{ content: JSON.stringify(schema) }];
    const source = { messages: [...task, ...messages, ...asData], text: received };
    return completeUsage(cleanUsage(reported), source);
  };

  const take = (given: RunAnswer): GateStep<T> | Promise<GateStep<T>> => {
    const {
      text: written,
      finish: ended = 'stop',
      usage,
      cached = false,
      model,
    } = Object(given) as RunAnswer;
    if (typeof written !== 'string') {
      throw new InvalidArgumentError(
        `expected an answer { text: string, ... }, got ${describeValue(given)}`,
      );
    }
    const text = storable(written);
    const source = { messages: [...task, ...asked().messages], text };
    // An answer from a cache cost nothing now: its counts are 0, not unknown.
    const reported = {
      ...(cached ? { inputTokens: 0, outputTokens: 0 } : {}),
      ...cleanUsage(usage),
    };
    const estimate =
      given.estimate ?? (cached ? undefined : completeUsage(reported, source).estimate);
    const answer = withoutUndefined({ text, finish: ended, usage: reported, estimate });
    recordAnswer(meter, answer, model);
    const result = fold.answered(answer);
    return result.kind === 'review' ? review(result) : (step = follow(result));
  };

  return {
    get step() {
      return step;
    },
    attempts: fold.attempts,
    answer: options.reviews === undefined ? take : async (given) => take(given),
    feed(delta: unknown) {
      const { mode } = asked();
      if (mode === 'patch' || mode === 'continue' || typeof delta !== 'string') return null;
      received += delta;
      if (onPartial === undefined && compiled.streamSelector === null) return null;
      reader ??= createReader(compiled, context);
      if (reader.endingMusts !== null) return reader.endingMusts;
      const { value } = reader.feed(delta) ? reader : {};
      if (value !== undefined) showPartial(value as never, fold.attempts.length + 1);
      return reader.endingMusts;
    },
    cut(reported, model = '') {
      const text = storable(received);
      const { usage } = completed(reported);
      meter.record(usage, { estimated: true, model });
      const findings = reader?.firstMusts ?? [];
      return (step = follow(fold.aborted({ text, usage, findings })));
    },
    fail(cause, model = '', reported) {
      asked();
      const own = LlmError.isInstance(cause) ? cleanUsage(cause.usage) : {};
      const usage = { ...cleanUsage(reported), ...own };
      const estimate = received === '' ? undefined : completed(usage).estimate;
      recordAnswer(meter, withoutUndefined({ usage, estimate }), model);
      fold.failed(usage, estimate);
      return (step = fail(isTimeOver() ? 'time' : 'generate-failed', cause));
    },
  };
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
  // The meter refuses a maxMs that is negative or NaN.
  if (end === Infinity || !(maxMs >= 0)) return { limits: budget };
  return { limits: { ...budget, maxMs: Math.max(0, end - now) }, deadline: end };
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
  return withoutUndefined({ type: 'json' as const, name, schema });
}
