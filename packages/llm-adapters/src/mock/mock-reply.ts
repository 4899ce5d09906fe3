import { type JsonObject, LlmError, type LlmRequest, type LlmResponse } from '@kanmon/core';
import { completeUsage } from '@kanmon/core/kit';

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
export interface ResolvedReply {
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
export function resolveReply(reply: MockReply, context: ReplyContext): ResolvedReply {
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
