import { checkBy, type FieldIssue, fieldIssue, isRecord } from '@kanmon/core/kit';
import { isId, textSchema } from '../model/text-schema.ts';
import { type Refusal, refuse } from './service-error.ts';

/** The sender of a call. */
export interface Caller {
  readonly actor: string;
  /** The id of the trace: recorded, never used as a key. @default one of the service's `ids` */
  readonly requestId?: string;
  /** Absent: all. */
  readonly scopes?: readonly string[];
  /** `true` for a person, or absent: the scopes decide. Any other value is a program, which cannot approve. */
  readonly human?: boolean;
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

/** Returns why a call is refused before any deck is read: its caller, its scopes. */
export function checkCall(caller: Caller, scopes: readonly string[]): Refusal | null {
  const refused = checkObject(caller, 'caller');
  if (refused !== null) return refused;
  const { actor, requestId, idempotencyKey, scopes: own } = caller;
  const invalid = [
    ...(checkBy(actorSchema, actor).ok ? [] : ['actor']),
    ...(requestId === undefined || visibleAscii.test(requestId) ? [] : ['requestId']),
    ...(idempotencyKey === undefined || keyForm.test(idempotencyKey) ? [] : ['idempotencyKey']),
    ...(own === undefined || Array.isArray(own) ? [] : ['scopes']),
  ];
  if (invalid.length > 0) {
    const issues = invalid.map((name) => fieldIssue(['caller', name], 'invalid_format'));
    return refuse('validation_error', issues);
  }
  const isAllowed = scopes.every((scope) => hasScope(caller, scope));
  const human: unknown = caller.human ?? true;
  const isProgram = human !== true && scopes.includes('cards:approve');
  return isAllowed && !isProgram ? null : refuse('forbidden');
}

/** Returns the refusal of an argument that is no object, or null. */
export function checkObject(value: unknown, name: string): Refusal | null {
  if (isRecord(value)) return null;
  const issue = value === undefined ? 'missing' : 'wrong_type';
  return refuse('validation_error', [fieldIssue([name], issue)]);
}

/** True when the caller's scopes include this one, or when the caller is not limited. */
export function hasScope(caller: Caller, scope: string): boolean {
  return caller.scopes?.includes(scope) ?? true;
}

/** An object that may name a deck and a card. */
type IdsOf = { readonly [Name in keyof CardRef]?: string | undefined };

/** Returns the issues of ids that cannot name a deck or a card. */
function checkIds(ref: IdsOf): readonly FieldIssue[] {
  const invalid = (['spec_id', 'slide_id'] as const).filter((name) => !isId(ref[name] ?? 'absent'));
  return invalid.map((name) => fieldIssue([name], 'invalid_format'));
}

/** Returns the refusal of an argument that does not name a deck or, with both names, a card; else null. */
export function checkRef(
  ref: Partial<CardRef>,
  names: readonly (keyof CardRef)[],
  argument: string,
): Refusal | null {
  const refused = checkObject(ref, argument);
  if (refused !== null) return refused;
  const issues = names.flatMap((name) =>
    ref[name] === undefined ? fieldIssue([name], 'missing') : checkIds({ [name]: ref[name] }),
  );
  return issues.length === 0 ? null : refuse('validation_error', issues);
}

/** Returns the issues of a query: not an object, unknown members, ids that cannot name a deck or a card. */
export function checkQuery(query: IdsOf, names: readonly string[]): readonly FieldIssue[] {
  const refused = checkObject(query, 'query');
  if (refused !== null) return refused.error.details;
  const unknown = Object.keys(query).filter((name) => !names.includes(name));
  return [...unknown.map((name) => fieldIssue([name], 'unknown_field')), ...checkIds(query)];
}

/** Returns the refusal of a call that does not name a card, or null. */
export function checkCardRef(ref: CardRef): Refusal | null {
  return checkRef(ref, ['spec_id', 'slide_id'], 'ref');
}
