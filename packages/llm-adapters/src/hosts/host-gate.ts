import {
  type Gate,
  type GateAsk,
  type Gated,
  type GateEvent,
  type GateOutcome,
  GateRejectedError,
  openRun,
  type OpenRunOptions,
  type RunAnswer,
  type WithReviews,
} from '@kanmon/core/gate';
import {
  type Clock,
  InvalidArgumentError,
  type JsonSchema,
  type JsonValue,
  LlmError,
  type LlmUsage,
  retry,
  systemClock,
  systemTimer,
} from '@kanmon/core';
import {
  checkPorts,
  createListener,
  isEqualJson,
  isJsonArray,
  isJsonObject,
  isPlainObject,
  isRecord,
  openCallBounds,
  parseStrictJson,
  setOwn,
  withoutUndefined,
} from '@kanmon/core/kit';
import { checkMethods } from '../wire/check-options.ts';
import { member } from '../wire/read.ts';
import { declaredPart } from './declared-part.ts';

/** Options of a gate inside a framework: those of `openRun`, and a listener for the outcome of each run. */
export interface GateCallOptions<Context, T = never>
  extends OpenRunOptions<Context>, Partial<WithReviews<T, Context>> {
  /** Called once a run has ended. An error of it, or a promise of it that rejects, is a warning of `logger`. */
  readonly onOutcome?: (outcome: GateOutcome<unknown>) => void;
}

/** The names of these options. The compiler compares them where an entry checks its own. */
export const callOptionNames =
  'context budget correction locale price clock ids signal deadline onEvent log logger reviews onOutcome';

/**
 * Checks the arguments that each entry takes.
 *
 * @param where The entry as users write it, e.g. `gated(model, gate, options)`.
 * @throws {InvalidArgumentError} The gate is missing, or the options continue a run.
 */
export function checkGateCall(gate: unknown, options: unknown, where: string): void {
  checkMethods(gate, 'read validate', `a gate for ${where}`, 'pass what defineGate returned');
  if (member(options, 'events') === undefined) return;
  throw new InvalidArgumentError(
    `expected no option \`events\` of ${where}: each call of a framework is a separate run; continue a run with openRun(gate, { events })`,
  );
}

/** Options whose context may be missing, for gates that need none. */
export type WithOptionalContext<Options extends { readonly context: unknown }> = Omit<
  Options,
  'context'
> & { readonly context?: Options['context'] };

/** The reply of a host to one call. */
export interface HostReply<Reply> {
  readonly reply: Reply;
  readonly answer: RunAnswer | CutAnswer;
  /** True when the reply calls tools: in the first attempt, the host goes on with it. */
  readonly isStep: boolean;
}

/** A streamed answer that was ended at its first Must. */
interface CutAnswer {
  readonly isCut: true;
  /** The tokens that were spent, as far as they are known or estimated. */
  readonly usage: LlmUsage;
  readonly model?: string;
}

/** A call of a host. Each part of a streamed answer may be fed: a Must in it ends the answer (`CutAnswer`). */
export type MakeCall<Reply> = (
  ask: GateAsk,
  signal: AbortSignal,
  hasMust: (delta: string) => boolean,
) => PromiseLike<HostReply<Reply>>;

/** A step of the host that is not an answer, or the value that passed. */
export type HostResult<T, Reply> = { readonly kind: 'step'; readonly reply: Reply } | Passed<T>;

/** A value that passed. */
export interface Passed<T = unknown> {
  readonly kind: 'passed';
  readonly value: Gated<T>;
  /**
   * The JSON text that passed, before defaults and transforms of the schema, without the members that its JSON Schema
   * does not declare where the value is the same without them.
   */
  readonly text: string;
  /**
   * True when the first answer is this JSON and nothing else, without duplicate keys, so that it can stay as the model
   * wrote it.
   */
  readonly isAsWritten: boolean;
  readonly outcome: Extract<GateOutcome<T>, { readonly status: 'passed' }>;
}

/**
 * Returns the index of the last answer with a whole value, and true in `isPatched` when a patch has changed it since:
 * then its text was rejected. Later answers only continue or patch it.
 */
export function lastWhole({ attempts }: GateOutcome<unknown>): {
  readonly index: number;
  readonly isPatched: boolean;
} {
  const modes = attempts.map(({ mode }) => mode);
  const index = modes.findLastIndex((mode) => mode === 'initial' || mode === 'full');
  return { index, isPatched: modes.includes('patch', index) };
}

/** Retries of the call of a correction. */
interface CorrectionRetries {
  readonly most: number;
  /** Reads an error of a call, to decide whether and when the call is retried. */
  readonly readError: (error: unknown, call: CallLimits) => LlmError;
}

/** The ends of a call. */
interface CallLimits {
  readonly provider: string;
  readonly signal: AbortSignal;
  readonly deadline: number | undefined;
  readonly clock: Clock;
}

/** A gate with its options, for the calls of a host. */
export interface HostGate<T> {
  readonly jsonSchema: JsonSchema | undefined;
  /**
   * Runs the gate over calls that the host makes. Rejects with `GateRejectedError`, with the error of a failed call,
   * or with the reason of an aborted signal.
   */
  run<Reply>(
    call: MakeCall<Reply>,
    hostSignal?: AbortSignal,
    onPartial?: (value: unknown) => void,
  ): Promise<HostResult<T, Reply>>;
}

/**
 * Prepares a gate for the calls of a host.
 *
 * A host retries a failed call by itself. One that would retry the whole run passes `retries`: then a correction is
 * retried here, and an error that the host would retry becomes the cause of a `GateRejectedError`.
 *
 * @throws {InvalidArgumentError} An option is invalid.
 */
export function createHostGate<T, Context>(
  gate: Gate<T, Context>,
  options: WithOptionalContext<GateCallOptions<Context, T>>,
  host: string,
  retries: CorrectionRetries | null = null,
): HostGate<T> {
  const { onOutcome, onEvent, signal: userSignal, reviews = [], ...others } = options;
  const { clock = systemClock } = others;
  checkPorts(options, {
    signal: 'throwIfAborted',
    ids: 'next',
    onEvent: 'call',
    onOutcome: 'call',
  });
  // The entries let only gates that need no context leave it out.
  const limits = { ...others, context: options.context as Context, reviews };
  // Wrong options are reported when the gate is built in, not at its first call.
  openRun(gate, { ...limits, ids: { next: () => 'check' } });

  const { jsonSchema } = gate.definition;

  return {
    jsonSchema,
    async run(call, hostSignal, onPartial) {
      const signal = AbortSignal.any([userSignal, hostSignal].filter((each) => each !== undefined));
      const { logger } = others;
      const listener = holdEvents(createListener('onEvent', onEvent, logger));
      const own = withoutUndefined({ onPartial });
      const run = openRun(gate, { ...limits, ...own, signal, onEvent: listener.push });
      const hasMust = (delta: string): boolean => run.feed(delta) !== null;
      let { step } = run;
      let failure: { readonly error: unknown } | null = null;
      let written = '';
      while (step.status === 'ask') {
        const ask = step;
        const { deadline } = ask;
        const bounds = { provider: host, signal, deadline, clock };
        const result = await callWithin(
          bounds,
          (inner) => call(ask, inner, hasMust),
          ask.attempt > 1 ? retries : null,
        );
        if (result.kind === 'answered') {
          const { reply, answer, isStep } = result.answer;
          if (isStep && ask.mode === 'initial') return { kind: 'step', reply };
          listener.release();
          written = 'isCut' in answer ? '' : answer.text;
          step = 'isCut' in answer ? run.cut(answer.usage, answer.model) : await run.answer(answer);
          continue;
        }
        listener.release();
        const isLate = deadline !== undefined && clock.now().getTime() >= deadline;
        if (!isLate && !result.isRetryable) failure = { error: result.error };
        step = run.fail(result.error);
      }
      listener.release();
      const outcome = step;
      createListener('onOutcome', onOutcome, logger)(outcome);
      if (outcome.status === 'passed') {
        const { value, attempts } = outcome;
        const json = judgedPart(outcome);
        const read = parseStrictJson(written);
        const isAsWritten = attempts.length === 1 && read.ok && isEqualJson(read.value, json);
        return { kind: 'passed', value, text: JSON.stringify(json), outcome, isAsWritten };
      }
      if (outcome.reason === 'aborted') throw signal.reason;
      throw failure === null ? createRejectedError(gate.name, outcome) : failure.error;
    },
  };

  /** Returns the JSON that passed without what the schema removes, where that passes as the same value. */
  function judgedPart({ value, accepted }: Passed<T>['outcome']): JsonValue {
    const part =
      jsonSchema === undefined
        ? withoutRemoved(accepted, value)
        : declaredPart(accepted, jsonSchema);
    if (isEqualJson(part, accepted)) return accepted;
    const again = gate.validate(part, limits.context);
    return again.ok && isEqualJson(again.value, value) ? part : accepted;
  }
}

/** Returns a value without the members that an output of the same structure does not have. */
function withoutRemoved(given: JsonValue, output: unknown): JsonValue {
  if (isJsonArray(given) && Array.isArray(output) && given.length === output.length) {
    return given.map((element, index) => withoutRemoved(element, output[index]));
  }
  if (!isJsonObject(given) || !isPlainObject(output)) return given;
  const kept = Object.entries(given).filter(([name]) => Object.hasOwn(output, name));
  if (kept.length === 0) return given;
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutRemoved(each, output[name])]));
}

type CallResult<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly error: unknown; readonly isRetryable: boolean };

/** Makes a call and never throws. The deadline and the signal end it even if the host ignores them. */
async function callWithin<Answer>(
  limits: CallLimits,
  call: (signal: AbortSignal) => PromiseLike<Answer>,
  retries: CorrectionRetries | null,
): Promise<CallResult<Answer>> {
  let failure: { readonly error: unknown } | null = null;
  const callOnce = async (): Promise<Answer> => {
    const bounds = openCallBounds({ ...limits, timer: systemTimer });
    try {
      return await bounds.race(() => call(bounds.signal));
    } catch (error) {
      failure = { error };
      throw retries === null ? error : retries.readError(error, limits);
    } finally {
      bounds.close({ abandon: true });
    }
  };
  const { signal, deadline, clock } = limits;
  try {
    const answer =
      retries === null
        ? await callOnce()
        : await retry(callOnce, {
            ...withoutUndefined({ signal, deadline, clock }),
            maxAttempts: 1 + retries.most,
          });
    return { kind: 'answered', answer };
  } catch (error) {
    const isRetryable = retries !== null && LlmError.isInstance(error) && error.retryable;
    return { kind: 'failed', ...(failure ?? { error }), isRetryable };
  }
}

/** Holds events back until the first answer is to be judged: a step with tool calls is not a run. */
function holdEvents(onEvent: (event: GateEvent) => void) {
  const held: GateEvent[] = [];
  let released = false;
  return {
    push(event: GateEvent): void {
      if (released) onEvent(event);
      else held.push(event);
    },
    release(): void {
      released = true;
      for (const event of held.splice(0)) onEvent(event);
    },
  };
}

/** Codes in the message of the error; more of them help no reader. */
const shownCodes = 5;

/**
 * Creates the error of a rejected outcome. A host may show it to a reader, in a stream too. So its message has codes
 * only, and the outcome, which holds text of the model, is not enumerable.
 */
export function createRejectedError(
  gate: string,
  outcome: Extract<GateOutcome<unknown>, { readonly status: 'rejected' }>,
  problem = `rejected the answer: ${outcome.reason}`,
): GateRejectedError {
  const { best } = outcome;
  const musts = (best?.findings ?? []).filter(({ severity }) => severity === 'must');
  const codes = [...new Set(musts.map(({ rule, code }) => `${rule}/${code}`))];
  const error = new GateRejectedError(
    [`gate "${gate}" ${problem}`, ...codes.slice(0, shownCodes)].join('; '),
    outcome,
  );
  return Object.defineProperty(error, 'outcome', { value: outcome, enumerable: false });
}

/** Adds the counts in usage objects of one host, place by place. Anything that is not a count is left out. */
export function sumCounts(usages: readonly unknown[]): Record<string, unknown> {
  const total: Record<string, unknown> = {};
  for (const [name, count] of usages.filter(isRecord).flatMap(Object.entries<unknown>)) {
    const before = total[name];
    if (isRecord(count)) setOwn(total, name, sumCounts([before, count]));
    else if (isCount(count)) setOwn(total, name, isCount(before) ? before + count : count);
  }
  return total;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}
