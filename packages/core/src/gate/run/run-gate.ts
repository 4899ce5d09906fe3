import { LlmError } from '../../errors/llm-error.ts';
import { boundSignal } from '../../kit/bound-signal.ts';
import { timeoutError } from '../../kit/call-bounds.ts';
import { untilAborted } from '../../kit/until-aborted.ts';
import { withoutUndefined } from '../../kit/without-undefined.ts';
import { systemClock } from '../../ports/clock.ts';
import type {
  LlmCallOptions,
  LlmClient,
  LlmEvent,
  LlmFinish,
  LlmRequest,
  LlmResponse,
  LlmUsage,
} from '../../ports/llm-client.ts';
import type { Gate } from '../gate-definition.ts';
import type { MaybeReviewed, WithReviews } from '../review/reviews.ts';
import { type GateAsk, type GateRun, type RunAnswer, startRun } from './open-run.ts';
import type { GateOutcome } from './outcome.ts';
import { lowestLimit } from './record-answer.ts';
import { checkRunOptions, type RunGateOptions, type WithPartials } from './run-options.ts';

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
export function runGate<T, Input = unknown>(
  gate: Gate<T, undefined, Input>,
  options: Omit<RunGateOptions<undefined>, 'context'> &
    Partial<WithReviews<T, undefined>> &
    WithPartials<Input>,
): Promise<GateOutcome<T>>;
/** For a gate whose rules need a context. */
export function runGate<T, Context, Input = unknown>(
  gate: Gate<T, Context, Input>,
  options: RunGateOptions<Context> & Partial<WithReviews<T, Context>> & WithPartials<Input>,
): Promise<GateOutcome<T>>;
export async function runGate<T, Context>(
  gate: Gate<T, Context | undefined>,
  options: Omit<RunGateOptions<Context>, 'context'> &
    MaybeReviewed<T, Context> &
    WithPartials<never>,
): Promise<GateOutcome<T>> {
  checkRunOptions(options);
  const { client, messages, stream = false, clock = systemClock } = options;
  const run = startRun(gate, options, { task: messages });
  let { step } = run;
  while (step.status === 'ask') {
    const { mode, deadline } = step;
    const request = requestFor(step, gate.name, options);
    // The end of the time, and an abort, end the wait even if the client listens to neither.
    const { signal, close } = boundSignal(client.provider, options.signal, deadline, clock);
    const limits = withoutUndefined({ signal, deadline });
    // Only a whole value can be judged while it arrives.
    const isStreamed = stream && (mode === 'initial' || mode === 'full');
    // A stream whose parts are all there lets no timer ring.
    const isOver = (): boolean => deadline !== undefined && clock.now().getTime() >= deadline;
    const judge = isStreamed ? createStreamJudge(run, isOver) : null;
    let answer: RunAnswer | CutAnswer;
    try {
      const call = callModel(client, request, limits, judge);
      answer = await untilAborted(call, signal);
    } catch (cause) {
      step = run.fail(cause, client.model, judge?.usage);
      continue;
    } finally {
      close();
    }
    step = 'isCut' in answer ? run.cut(answer.usage, client.model) : await run.answer(answer);
  }
  return step;
}

function requestFor(
  { attempt, mode, messages, output, maxOutputTokens }: GateAsk,
  gate: string,
  { messages: task, request = {} }: Pick<RunGateOptions<unknown>, 'messages' | 'request'>,
): LlmRequest {
  return withoutUndefined({
    ...request,
    messages: [...task, ...messages],
    output,
    metadata: { ...request.metadata, gate, mode, attempt: String(attempt) },
    maxOutputTokens: lowestLimit(request.maxOutputTokens, maxOutputTokens),
  });
}

/** Reads the parts of an answer while it arrives: of a client, so that any member may be missing. */
interface StreamJudge {
  /** The tokens that the provider has reported so far. */
  readonly usage: LlmUsage | undefined;
  /** Returns true at the first Must. Throws when the time is over. */
  take(part: { readonly text?: unknown; readonly usage?: LlmUsage }, provider: string): boolean;
}

function createStreamJudge(
  run: Pick<GateRun<unknown>, 'feed'>,
  isOver: () => boolean,
): StreamJudge {
  let known: LlmUsage | undefined;
  return {
    get usage() {
      return known;
    },
    take({ text, usage = known }, provider) {
      known = usage;
      if (isOver()) throw timeoutError(provider);
      return typeof text === 'string' && run.feed(text) !== null;
    },
  };
}

/** An answer that was ended at its first Must, with the tokens that the provider had reported by then. */
interface CutAnswer {
  readonly isCut: true;
  readonly usage: LlmUsage | undefined;
}

/** With a `judge`, an answer that streams is judged while it arrives, and ended at its first Must. */
async function callModel(
  client: LlmClient,
  request: LlmRequest,
  limits: LlmCallOptions,
  judge: StreamJudge | null,
): Promise<RunAnswer | CutAnswer> {
  if (judge === null || client.stream === undefined) {
    return answerOf(await client.generate(request, limits));
  }
  const stopped = new AbortController();
  const { signal: outer } = limits;
  const signal = outer === undefined ? stopped.signal : AbortSignal.any([outer, stopped.signal]);
  const events = client.stream(request, { ...limits, signal })[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await events.next();
      if (next.done === true) break;
      // A client may yield anything.
      const event = Object(next.value) as LlmEvent;
      if (event.type === 'end') return answerOf(event.response);
      if (judge.take(event, client.provider)) return { isCut: true, usage: judge.usage };
    }
  } finally {
    stopped.abort();
    // Not awaited: a client may be slow to notice, and nothing depends on it any more.
    void Promise.resolve(events.return?.()).catch(() => undefined);
  }
  throw new LlmError('the stream ended without its last event', { kind: 'protocol' });
}

const finishes: readonly LlmFinish[] = [
  'stop',
  'length',
  'content-filter',
  'refusal',
  'tool-calls',
];

/** A response is checked like the text of a model. */
function answerOf(response: unknown): RunAnswer {
  // The members of a response, each to be checked.
  const { text, finish, usage, model, cachedUsage } = Object(response) as Partial<LlmResponse>;
  if (typeof text !== 'string') {
    throw new LlmError('the client returned a response without text', { kind: 'protocol' });
  }
  return withoutUndefined({
    text,
    finish: finishes.find((known) => known === finish) ?? 'other',
    usage,
    cached: cachedUsage !== undefined,
    model: typeof model === 'string' ? model : '',
  });
}
