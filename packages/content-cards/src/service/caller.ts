import { checkBy, type FieldIssue, fieldIssue } from '@kanmon/core/kit';
import { isId, textSchema } from '../model/text-schema.ts';
import { type Refusal, refuse } from './service-error.ts';

/** The sender of a call. */
export interface Caller {
  readonly actor: string;
  /** The id of the trace: recorded, never used as a key. @default one of the service's `ids` */
  readonly requestId?: string;
  /** Absent: all. */
  readonly scopes?: readonly string[];
  /** Scoped to actor, method and target. */
  readonly idempotencyKey?: string;
}

/** A card of a deck. */
export interface CardRef {
  readonly spec_id: string;
  readonly slide_id: string;
}

const actorSchema = textSchema(128);
const visibleAscii = /^[\u0021-\u007e]{1,128}$/;
const keyForm = /^[\u0020-\u007e]{1,255}$/;

/** Returns why a call is refused before any deck is read: its caller, its scopes, its ids. */
export function checkCall(
  caller: Caller,
  scopes: readonly string[],
  ref: Partial<CardRef> = {},
): Refusal | null {
  const { actor, requestId, idempotencyKey } = caller;
  const invalid = [
    ...(checkBy(actorSchema, actor).ok ? [] : ['actor']),
    ...(requestId === undefined || visibleAscii.test(requestId) ? [] : ['requestId']),
    ...(idempotencyKey === undefined || keyForm.test(idempotencyKey) ? [] : ['idempotencyKey']),
  ];
  if (invalid.length > 0) {
    const issues = invalid.map((name) => fieldIssue(['caller', name], 'invalid_format'));
    return refuse('validation_error', issues);
  }
  return scopes.every((scope) => hasScope(caller, scope)) ? checkRef(ref) : refuse('forbidden');
}

/** True when the caller's scopes include this one, or when the caller is not limited. */
export function hasScope(caller: Caller, scope: string): boolean {
  return caller.scopes?.includes(scope) ?? true;
}

/** Returns the issues of ids that cannot name a deck or a card. */
export function checkIds(ref: {
  readonly [Name in keyof CardRef]?: string | undefined;
}): readonly FieldIssue[] {
  const invalid = (['spec_id', 'slide_id'] as const).filter((name) => !isId(ref[name] ?? 'absent'));
  return invalid.map((name) => fieldIssue([name], 'invalid_format'));
}

/** Returns the refusal of ids that cannot name a card, or null. */
export function checkRef(ref: Partial<CardRef>): Refusal | null {
  const issues = checkIds(ref);
  return issues.length === 0 ? null : refuse('validation_error', issues);
}
