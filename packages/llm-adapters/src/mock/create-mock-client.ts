import {
  type Clock,
  InvalidArgumentError,
  type LlmCallOptions,
  type LlmCapabilities,
  type LlmClient,
  LlmError,
  type LlmEvent,
  type LlmRequest,
  type LlmResponse,
  systemClock,
  systemTimer,
  type Timer,
} from '@kanmon/core';
import { boundedStream, copyFrozen, openCallBounds } from '@kanmon/core/kit';
import { withCapabilities } from '../wire/adapter-defaults.ts';
import { checkNames, describeKind } from '../wire/check-options.ts';
import { checkMessages, checkRequest } from '../request/messages.ts';
import { isMockDelay, type MockReply, type ResolvedReply, resolveReply } from './mock-reply.ts';

/** Replies in order, or a function of the request and the call's number from 1. */
export type MockScript =
  | readonly MockReply[]
  | ((request: LlmRequest, n: number) => MockReply | Promise<MockReply>);

/** Options of `createMockClient`. */
export interface MockClientOptions {
  /** @default 'mock-model' */
  readonly model?: string;
  /** @default 'mock' */
  readonly provider?: string;
  readonly capabilities?: Partial<LlmCapabilities>;
  /** @default systemClock */
  readonly clock?: Clock;
  /** What delayed replies and the deadline wait with. @default systemTimer */
  readonly timer?: Timer;
  /** Code points of one delta. @default 8 */
  readonly chunkSize?: number;
  /** What happens after the last reply of a list. @default 'throw' */
  readonly onExhausted?: 'throw' | 'repeat-last' | 'cycle';
}

/** A scripted client that remembers what it was asked. */
export type MockClient = LlmClient & { readonly calls: readonly LlmRequest[] };

/**
 * A client that answers from a script: no key, no network, the same bytes each time. `generate` and
 * `stream` consume the same script. Usage that a reply does not give is an estimate (a quarter of a token for an
 * ASCII character, one for a Japanese one). An aborted call is recorded and consumes its reply.
 *
 * @example
 * const client = createMockClient(['hello', { answer: 42 }, new LlmError('busy', { kind: 'overloaded' })]);
 */
export function createMockClient(script: MockScript, options: MockClientOptions = {}): MockClient {
  checkNames(
    options,
    'model provider capabilities clock timer chunkSize onExhausted',
    'createMockClient(script, options)',
  );
  const { provider = 'mock', model = 'mock-model', clock = systemClock } = options;
  const { timer = systemTimer, chunkSize = 8, onExhausted = 'throw' } = options;
  assertScript(script, chunkSize);
  const capabilities = withCapabilities({}, options);
  const calls: LlmRequest[] = [];
  const now = (): number => clock.now().getTime();

  const next = async (request: LlmRequest): Promise<MockReply> => {
    calls.push(copyFrozen(request));
    const n = calls.length;
    if (typeof script === 'function') return script(request, n);
    const reply = script[indexOf(n, script.length, onExhausted)];
    if (reply === undefined) throw exhausted(provider, script.length, n);
    return reply;
  };

  const begin = async (
    request: LlmRequest,
    startedAt: number,
    signal: AbortSignal,
  ): Promise<ResolvedReply> => {
    checkRequest(request, provider);
    const { warnings } = checkMessages(request.messages, provider);
    const reply = await afterDelays(await next(request), timer, signal);
    const latencyMs = Math.max(0, now() - startedAt);
    return resolveReply(reply, { request, provider, model, chunkSize, latencyMs, warnings });
  };

  async function generate(
    request: LlmRequest,
    callOptions: LlmCallOptions = {},
  ): Promise<LlmResponse> {
    const bounds = openMockBounds(request, callOptions);
    try {
      const { response, error } = await bounds.race(() => begin(request, now(), bounds.signal));
      if (error !== undefined) throw error;
      return response;
    } finally {
      bounds.close();
    }
  }

  async function* stream(
    request: LlmRequest,
    callOptions: LlmCallOptions = {},
  ): AsyncGenerator<LlmEvent, void, undefined> {
    const bounds = openMockBounds(request, callOptions);
    try {
      const reply = await bounds.race(() => begin(request, now(), bounds.signal));
      yield* boundedStream(bounds, eventsOf(reply));
    } finally {
      bounds.close();
    }
  }

  function openMockBounds(
    request: LlmRequest,
    callOptions: LlmCallOptions,
  ): ReturnType<typeof openCallBounds> {
    try {
      return openCallBounds({ provider, clock, timer, ...callOptions });
    } catch (error) {
      // A call that may not begin was still made: it is recorded and uses its reply up.
      calls.push(copyFrozen(request));
      throw error;
    }
  }

  return {
    provider,
    model,
    capabilities,
    calls,
    generate,
    ...(capabilities.stream ? { stream } : {}),
  };
}

async function* eventsOf(reply: ResolvedReply): AsyncGenerator<LlmEvent, void, undefined> {
  const { response, deltas, error } = reply;
  for (const text of deltas) if (text !== '') yield { type: 'delta', text };
  if (error !== undefined) throw error;
  yield { type: 'end', response };
}

async function afterDelays(
  reply: MockReply,
  timer: Timer,
  signal: AbortSignal,
): Promise<MockReply> {
  if (!isMockDelay(reply)) return reply;
  await timer.sleep(reply.delayMs, signal);
  return afterDelays(reply.reply, timer, signal);
}

function indexOf(n: number, length: number, onExhausted: MockClientOptions['onExhausted']): number {
  if (onExhausted === 'cycle' && length > 0) return (n - 1) % length;
  return onExhausted === 'repeat-last' ? Math.min(n, length) - 1 : n - 1;
}

function exhausted(provider: string, replies: number, n: number): LlmError {
  return new LlmError(
    `the script of the ${provider} client has ${replies} replies, and this is call ${n}; add a reply or set onExhausted`,
    { kind: 'protocol', retryable: false, provider },
  );
}

function assertScript(script: unknown, chunkSize: number): void {
  if (!Array.isArray(script) && typeof script !== 'function') {
    throw new InvalidArgumentError(
      `expected the script to be a list of replies or a function (request, n) => reply, got ${describeKind(script)}`,
    );
  }
  if (!Number.isInteger(chunkSize) || chunkSize < 1) {
    throw new InvalidArgumentError(
      `expected options.chunkSize to be a whole number of at least 1, got ${chunkSize}`,
    );
  }
}
