import type { JsonObject, LlmError, LlmResponse } from '@kanmon/core';

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

export function isMockDeltas(reply: object): reply is MockDeltas {
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
