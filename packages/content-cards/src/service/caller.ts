import { sha256Hex } from '@kanmon/core';
import { canonicalJson } from '@kanmon/core/json';
import type { NewEvent } from '@kanmon/core';
import { type JsonObject, type JsonValue, optional } from '../model/json.ts';
import { type FieldIssue, fieldIssue } from '../model/field-issue.ts';
import { checkBy } from '../model/check.ts';
import { textSchema } from '../model/text-schema.ts';
import type { Deck } from './deck.ts';
import type { DeckEvent } from './deck-events.ts';
import { refuse, type Refusal } from './service-error.ts';

/** On whose behalf a call is made. */
export interface Caller {
  readonly actor: string;
  /** Of the trace; recorded, never a key. @default one of the service's `ids` */
  readonly requestId?: string;
  /** Absent: all. */
  readonly scopes?: readonly string[];
  /** Counts per actor, method and target. */
  readonly idempotencyKey?: string;
}

const actorSchema = textSchema(128);
const visibleAscii = /^[\u0021-\u007e]{1,128}$/;
const keyForm = /^[\u0020-\u007e]{1,255}$/;
/** What the event store takes as an actor, in UTF-8 bytes. */
const maxActorBytes = 256;

/** Whether a caller may make a call that needs these scopes; null when he may. */
export function checkCaller(caller: Caller, scopes: readonly string[]): Refusal | null {
  const issues: FieldIssue[] = [];
  if (!checkBy(actorSchema, caller.actor).ok)
    issues.push(fieldIssue(['caller', 'actor'], 'invalid_format'));
  if (caller.requestId !== undefined && !visibleAscii.test(caller.requestId))
    issues.push(fieldIssue(['caller', 'requestId'], 'invalid_format'));
  if (caller.idempotencyKey !== undefined && !keyForm.test(caller.idempotencyKey))
    issues.push(fieldIssue(['caller', 'idempotencyKey'], 'invalid_format'));
  if (issues.length > 0) return refuse('validation_error', issues);
  return scopes.every((scope) => hasScope(caller, scope)) ? null : refuse('forbidden');
}

/** True when the caller's scopes hold this one, or nothing limits them. */
export function hasScope(caller: Caller, scope: string): boolean {
  return caller.scopes?.includes(scope) ?? true;
}

/** A call with a key, as it is remembered. */
export interface KeyedCall {
  readonly key: string;
  readonly body: string;
}

/** The key of a call, bound to who, what and where; absent when the caller gave none. */
export function keyedCall(
  caller: Caller,
  method: string,
  target: string,
  body: JsonValue,
): KeyedCall | undefined {
  const { actor, idempotencyKey } = caller;
  if (idempotencyKey === undefined) return undefined;
  return {
    key: sha256Hex(canonicalJson([actor, method, target, idempotencyKey])),
    body: sha256Hex(canonicalJson(body)),
  };
}

/** The version whose deck answers a repeated call, a refusal for another body, or null: it is new. */
export function replayOf(deck: Deck, call: KeyedCall | undefined): number | Refusal | null {
  const use = call === undefined ? undefined : deck.keys.get(call.key);
  if (use === undefined) return null;
  return use.body === call?.body ? use.version : refuse('idempotency_key_reused');
}

/** Events as the store takes them, the key on the last one. */
export function newEvents(
  events: readonly (DeckEvent & { readonly by?: string })[],
  caller: Caller,
  call: KeyedCall | undefined,
): NewEvent[] {
  return events.map(({ type, data, by }, index) => {
    const actor = by ?? caller.actor;
    const isLong = new TextEncoder().encode(actor).length > maxActorBytes;
    return {
      type,
      actor: isLong ? `sha256:${sha256Hex(actor)}` : actor,
      ...optional('requestId', caller.requestId),
      data: {
        ...asJson(data),
        ...(isLong ? { actor } : {}),
        ...(call !== undefined && index === events.length - 1
          ? { idempotency: { ...call, events: events.length } }
          : {}),
      },
    };
  });
}

/** Event data are JSON by their types; interfaces only lack the index signature that says so. */
function asJson(data: object): JsonObject {
  const parse: (text: string) => JsonObject = JSON.parse;
  return parse(JSON.stringify(data));
}
