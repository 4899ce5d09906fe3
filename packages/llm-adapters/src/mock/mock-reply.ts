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

const responseKeys: ReadonlySet<string> = new Set([
  'text',
  'finish',
  'usage',
  'provider',
  'model',
  'id',
  'latencyMs',
  'warnings',
  'raw',
] satisfies (keyof LlmResponse)[]);

const marked: WeakSet<object> = new WeakSet();

/** `value` as a reply whose text is its JSON, whatever its keys: an object `{ text }` would be taken for a response. */
export function asJson(value: JsonObject): JsonObject {
  const copy = { ...value };
  marked.add(copy);
  return copy;
}

/** True when the object is meant as the answer itself, not as JSON to send. */
export function isPartialResponse(reply: object): reply is Partial<LlmResponse> {
  if (marked.has(reply)) return false;
  const keys = Object.keys(reply);
  return (
    typeof Reflect.get(reply, 'text') === 'string' && keys.every((key) => responseKeys.has(key))
  );
}

export function isMockDelay(reply: object): reply is MockDelay {
  return !marked.has(reply) && hasExactly(reply, ['delayMs', 'reply']);
}

function isMockDeltas(reply: object): reply is MockDeltas {
  return (
    !marked.has(reply) &&
    Array.isArray(Reflect.get(reply, 'deltas')) &&
    Object.keys(reply).every((key) => ['deltas', 'failAfter', 'error'].includes(key))
  );
}

function hasExactly(value: object, keys: readonly string[]): boolean {
  const own = Object.keys(value);
  return own.length === keys.length && keys.every((key) => own.includes(key));
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

/** Works out what a scripted reply means. A delayed reply has been waited for before. */
export function resolveReply(reply: MockReply, context: ReplyContext): ResolvedReply {
  if (LlmError.isInstance(reply)) {
    return { response: complete({}, '', context), deltas: [], error: reply };
  }
  if (typeof reply === 'object' && isMockDeltas(reply)) return ofDeltas(reply, context);
  const partial = typeof reply === 'object' && isPartialResponse(reply) ? reply : {};
  const text = typeof reply === 'string' ? reply : (partial.text ?? JSON.stringify(reply));
  return {
    response: complete(partial, text, context),
    deltas: splitCodePoints(text, context.chunkSize),
  };
}

function ofDeltas(reply: MockDeltas, context: ReplyContext): ResolvedReply {
  const fails = reply.error !== undefined || reply.failAfter !== undefined;
  const deltas = fails
    ? reply.deltas.slice(0, reply.failAfter ?? reply.deltas.length)
    : reply.deltas;
  const response = complete({}, deltas.join(''), context);
  if (!fails) return { response, deltas };
  const error =
    reply.error ??
    new LlmError(`the stream of ${context.provider} broke after ${deltas.length} deltas`, {
      kind: 'network',
      provider: context.provider,
    });
  return { response, deltas, error };
}

function complete(partial: Partial<LlmResponse>, text: string, context: ReplyContext): LlmResponse {
  return {
    finish: 'stop',
    provider: context.provider,
    model: context.request.model ?? context.model,
    latencyMs: context.latencyMs,
    ...partial,
    text,
    warnings: [...context.warnings, ...(partial.warnings ?? [])],
    usage: partial.usage ?? completeUsage({}, { messages: context.request.messages, text }).usage,
  };
}

/** `text` in pieces of `size` code points; never cuts a surrogate pair. */
export function splitCodePoints(text: string, size: number): readonly string[] {
  const points = Array.from(text);
  const pieces: string[] = [];
  for (let from = 0; from < points.length; from += size) {
    pieces.push(points.slice(from, from + size).join(''));
  }
  return pieces;
}
