import { isPointer, parsePointer } from '../pointer.ts';
import type { JsonPointer, JsonValue } from '../../vocabulary/json-value.ts';
import { isRecord } from '../../vocabulary/record.ts';
import { poisonedKeys } from '../../vocabulary/set-own.ts';
import { copyValue } from './copy-value.ts';
import { isAllowedPlace, type ParsedGuard } from './guard.ts';
import type { PatchProblemCode } from './types.ts';

/** A place that was checked: its pointer and the tokens of it. */
export interface Place {
  readonly pointer: JsonPointer;
  readonly tokens: readonly string[];
}

/** An operation that may be applied, cut loose from the untrusted object it was read from. */
export type CheckedOperation =
  | {
      readonly op: 'add' | 'replace' | 'test';
      readonly path: Place;
      readonly value: JsonValue;
      /** Size of the value, counted low. */
      readonly size: number;
    }
  | { readonly op: 'remove'; readonly path: Place }
  | { readonly op: 'move' | 'copy'; readonly path: Place; readonly from: Place };

/** Why an operation cannot be applied, and the pointer that is to blame. */
export interface OperationProblem {
  readonly code: PatchProblemCode;
  readonly path: JsonPointer;
}

/** The operation or its problem. */
export type ReadResult =
  | { readonly ok: true; readonly operation: CheckedOperation }
  | { readonly ok: false; readonly problem: OperationProblem };

/**
 * Reads one operation of an untrusted patch: form, guard, pointers, value. Every member is read
 * once, so a getter cannot show one thing to the check and another to the change. Throws only what
 * a getter or a proxy throws.
 */
export function readOperation(source: unknown, guard: ParsedGuard): ReadResult {
  if (!isRecord(source)) return refuse('invalid-operation', '');
  const named = ownMember(source, 'op');
  const op = operations.find((each) => each === named);
  const pathMember = ownMember(source, 'path');
  const pointer = typeof pathMember === 'string' ? pathMember : '';
  if (op === undefined || typeof pathMember !== 'string')
    return refuse('invalid-operation', pointer);
  if (guard.allowedOperations !== null && !guard.allowedOperations.includes(op)) {
    return refuse('operation-not-allowed', pointer);
  }
  const path = readPlace(pathMember, guard, op !== 'test');
  if (typeof path === 'string') return refuse(path, pointer);

  if (op === 'remove') return { ok: true, operation: { op, path } };
  if (op === 'move' || op === 'copy') {
    const fromMember = ownMember(source, 'from');
    if (typeof fromMember !== 'string') return refuse('invalid-operation', pointer);
    const from = readPlace(fromMember, guard, op === 'move');
    if (typeof from === 'string') return refuse(from, fromMember);
    return { ok: true, operation: { op, path, from } };
  }
  const copy = copyValue(ownMember(source, 'value'), guard);
  if (!copy.ok) return refuse(copy.code, pointer);
  return { ok: true, operation: { op, path, value: copy.value, size: copy.size } };
}

const operations = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const;

function readPlace(
  pointer: string,
  guard: ParsedGuard,
  isWritten: boolean,
): Place | PatchProblemCode {
  if (!isPointer(pointer)) return 'invalid-pointer';
  const tokens = parsePointer(pointer);
  if (tokens.length > guard.maxDepth) return 'too-deep';
  if (guard.refusesPoisonedKeys && hasPoisonedToken(pointer, tokens)) return 'poisoned-key';
  if (isWritten && !isAllowedPlace(guard, tokens)) return 'path-not-allowed';
  return { pointer, tokens };
}

/** No escape stands for a letter, so a pointer without these letters has no such token. */
function hasPoisonedToken(pointer: string, tokens: readonly string[]): boolean {
  return /proto|constructor/.test(pointer) && tokens.some((token) => poisonedKeys.has(token));
}

function ownMember(source: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(source, name) ? source[name] : undefined;
}

function refuse(code: PatchProblemCode, path: JsonPointer): ReadResult {
  return { ok: false, problem: { code, path } };
}
