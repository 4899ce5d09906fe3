import {
  type Clock,
  InvalidArgumentError,
  type JsonObject,
  type LlmCallOptions,
  type LlmCapabilities,
  type LlmClient,
  LlmError,
  type LlmRequest,
  type LlmResponse,
  type Timer,
} from '@kanmon/core';
import {
  boundedStream,
  completeUsage,
  copyFrozen,
  type CallBounds,
  openCallBounds,
} from '@kanmon/core/kit';
import { timeOf, withCapabilities } from '../wire/adapter-defaults.ts';
import type { EventStream } from '../wire/wire.ts';
import { checkOptions, describeKind } from '../wire/check-options.ts';
import { checkMessages, checkRequest } from '../request/messages.ts';

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
  checkOptions(
    options,
    'model provider capabilities clock timer chunkSize onExhausted',
    'createMockClient(script, options)',
  );
  const { provider = 'mock', model = 'mock-model', chunkSize = 8, onExhausted = 'throw' } = options;
  const { clock, timer, now } = timeOf(options);
  assertScript(script, chunkSize);
  if (!['throw', 'repeat-last', 'cycle'].includes(onExhausted)) {
    throw new InvalidArgumentError(
      `expected options.onExhausted to be 'throw', 'repeat-last' or 'cycle', got ${JSON.stringify(onExhausted)}`,
    );
  }
  const capabilities = withCapabilities({}, options);
  const calls: LlmRequest[] = [];

  const next = async (request: LlmRequest): Promise<MockReply> => {
    calls.push(copyFrozen(request));
    const n = calls.length;
    if (typeof script === 'function') return checkReply(await script(request, n), n);
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

  async function generate(request: LlmRequest, call: LlmCallOptions = {}): Promise<LlmResponse> {
    const bounds = openMockBounds(request, call);
    try {
      const { response, error } = await bounds.race(() => begin(request, now(), bounds.signal));
      if (error !== undefined) throw error;
      return response;
    } finally {
      bounds.close();
    }
  }

  async function* stream(request: LlmRequest, call: LlmCallOptions = {}): EventStream {
    const bounds = openMockBounds(request, call);
    try {
      const reply = await bounds.race(() => begin(request, now(), bounds.signal));
      yield* boundedStream(bounds, eventsOf(reply));
    } finally {
      bounds.close();
    }
  }

  function openMockBounds(request: LlmRequest, call: LlmCallOptions): CallBounds {
    try {
      return openCallBounds({ provider, clock, timer, ...call });
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

async function* eventsOf(reply: ResolvedReply): EventStream {
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
  const replies: readonly unknown[] = Array.isArray(script) ? script : [];
  for (const [index, reply] of replies.entries()) checkReply(reply, index + 1);
  if (!Number.isInteger(chunkSize) || chunkSize < 1) {
    throw new InvalidArgumentError(
      `expected options.chunkSize to be a whole number of at least 1, got ${chunkSize}`,
    );
  }
}

/** Returns the reply, if it is one: an error of another class would be sent as the text `{}`. */
function checkReply<Reply>(reply: Reply, n: number): Reply {
  const isError = reply instanceof Error && !LlmError.isInstance(reply);
  const isReply = typeof reply === 'string' || (typeof reply === 'object' && reply !== null);
  if (isReply && !isError) return reply;
  throw new InvalidArgumentError(
    `expected reply ${n} of the script to be a text, an object or an LlmError, got ${isError ? 'another error; wrap it: new LlmError(message, { kind })' : describeKind(reply)}`,
  );
}

/** A stream written out: its deltas, and after how many of them it fails. */
export interface MockDeltas {
  readonly deltas: readonly string[];
  /** Deltas handed out before `error`. @default all of them, when `error` is set */
  readonly failAfter?: number;
  /** @default an LlmError of kind `network`, when `failAfter` is set */
  readonly error?: LlmError;
}

/** A reply that takes its time. */
export interface MockDelay {
  readonly delayMs: number;
  readonly reply: MockReply;
}

/**
 * One scripted answer: text; an object that is sent as JSON text; a partial response (all keys belong to
 * `LlmResponse`, one is `text`); an error to throw; a delayed reply; deltas.
 */
export type MockReply =
  | string
  | JsonObject
  | Partial<LlmResponse>
  | LlmError
  | MockDelay
  | MockDeltas;

const marked: WeakSet<object> = new WeakSet();

/** Returns `value` as a reply whose text is its JSON, whatever its keys: an object `{ text }` would be a response. */
export function asJson(value: JsonObject): JsonObject {
  const copy = { ...value };
  marked.add(copy);
  return copy;
}

/** Returns a member of a reply that has no members but `keys` and was not marked as JSON; else undefined. */
function memberOf(reply: MockReply, name: string, keys: string): unknown {
  if (typeof reply === 'string' || marked.has(reply)) return undefined;
  const known = keys.split(' ');
  if (!Object.keys(reply).every((key) => known.includes(key))) return undefined;
  return Reflect.get(reply, name);
}

export function isMockDelay(reply: MockReply): reply is MockDelay {
  const inner = memberOf(reply, 'reply', 'delayMs reply');
  return inner !== undefined && typeof reply === 'object' && 'delayMs' in reply;
}

function isMockDeltas(reply: MockReply): reply is MockDeltas {
  return Array.isArray(memberOf(reply, 'deltas', 'deltas failAfter error'));
}

export function isPartialResponse(reply: MockReply): reply is Partial<LlmResponse> {
  const keys = 'text finish usage cachedUsage provider model id latencyMs warnings raw';
  return typeof memberOf(reply, 'text', keys) === 'string';
}

/** A reply worked out: the whole response, the deltas of its stream, and how it fails. */
interface ResolvedReply {
  readonly response: LlmResponse;
  readonly deltas: readonly string[];
  /** Thrown after the deltas; `generate` throws it at once. */
  readonly error?: LlmError;
}

interface ReplyContext {
  readonly request: LlmRequest;
  readonly provider: string;
  readonly model: string;
  readonly chunkSize: number;
  /** Used where the reply sets none. */
  readonly latencyMs: number;
  readonly warnings: readonly string[];
}

/** Resolves a scripted reply. A delayed reply has been waited for before. */
function resolveReply(reply: MockReply, context: ReplyContext): ResolvedReply {
  if (LlmError.isInstance(reply)) {
    return { response: complete({}, '', context), deltas: [], error: reply };
  }
  if (isMockDeltas(reply)) return resolveDeltas(reply, context);
  const partial: Partial<LlmResponse> = isPartialResponse(reply) ? reply : {};
  const text = typeof reply === 'string' ? reply : (partial.text ?? JSON.stringify(reply));
  const deltas = splitCodePoints(text, context.chunkSize);
  return { response: complete(partial, text, context), deltas };
}

function resolveDeltas(reply: MockDeltas, context: ReplyContext): ResolvedReply {
  const { provider } = context;
  const { failAfter, error } = reply;
  const deltas = reply.deltas.slice(0, failAfter);
  const response = complete({}, deltas.join(''), context);
  if (error === undefined && failAfter === undefined) return { response, deltas };
  const message = `the stream of ${provider} broke after ${deltas.length} deltas`;
  return { response, deltas, error: error ?? new LlmError(message, { kind: 'network', provider }) };
}

function complete(partial: Partial<LlmResponse>, text: string, context: ReplyContext): LlmResponse {
  const { request, provider, latencyMs } = context;
  return {
    finish: 'stop',
    provider,
    model: request.model ?? context.model,
    latencyMs,
    ...partial,
    text,
    warnings: [...context.warnings, ...(partial.warnings ?? [])],
    usage: partial.usage ?? completeUsage({}, { messages: request.messages, text }).usage,
  };
}

/** Cuts a text into pieces of `size` code points; never inside a surrogate pair. */
export function splitCodePoints(text: string, size: number): readonly string[] {
  const points = Array.from(text);
  const pieces: string[] = [];
  for (let from = 0; from < points.length; from += size) {
    pieces.push(points.slice(from, from + size).join(''));
  }
  return pieces;
}
