import type { JsonValue } from '../../vocabulary/json-value.ts';
import { isJsonEqual } from '../json-equal.ts';
import { memberOf, toArrayIndex } from '../pointer.ts';
import { copyValue, setMember } from './copy-value.ts';
import { createDraft, whyMissing } from './draft.ts';
import { isAllowedPlace, type ParsedGuard } from './guard.ts';
import type { CheckedOperation, OperationProblem, Place } from './read-operation.ts';
import { createShifts } from './shifts.ts';
import type { JsonPatchOperation } from './types.ts';

/**
 * The result of one operation: how to undo it (the last element first), and how much JSON it added
 * (counted low).
 */
export type StepResult =
  | { readonly undo: readonly JsonPatchOperation[]; readonly added: number }
  | OperationProblem;

/** A document that takes one checked operation after the other. */
export interface PatchRun {
  readonly document: () => JsonValue;
  readonly apply: (operation: CheckedOperation) => StepResult;
}

/** The inverse of one change. */
type Undo = Extract<JsonPatchOperation, { readonly value: JsonValue } | { readonly op: 'remove' }>;

/** Starts a run over `input`, which stays as it is. */
export function startPatch(input: JsonValue, guard: ParsedGuard): PatchRun {
  const shifts = guard.allowedPaths === null ? null : createShifts();
  const draft = createDraft(input, shifts?.copied);

  /** The path was checked as it is; this checks it as it was before earlier operations moved elements. */
  const isFrozen = (place: Place, isInsertion: boolean): boolean => {
    const origin = shifts?.originOf(draft.root(), place.tokens, isInsertion) ?? null;
    return origin !== null && !isAllowedPlace(guard, origin);
  };

  /** Sets the value at a place, or removes it without one. Only `add` needs no value that is there. */
  const change = (
    op: 'add' | 'replace' | 'remove',
    place: Place,
    value?: JsonValue,
  ): Undo | OperationProblem => {
    const path = place.pointer;
    if (path === '') {
      if (value === undefined) return { code: 'root-not-removable', path };
      const old = draft.root();
      draft.replaceRoot(value);
      return { op: 'replace', path, value: old };
    }
    const slot = draft.slotOf(place.tokens);
    if ('code' in slot) return { code: slot.code, path };
    const { container, key } = slot;
    if (op === 'add' && value !== undefined && Array.isArray(container)) {
      const index = key === '-' ? container.length : toArrayIndex(key);
      if (index === null) return { code: 'invalid-pointer', path };
      if (index > container.length) return { code: 'index-out-of-range', path };
      if (isFrozen(place, true)) return { code: 'path-not-allowed', path };
      container.splice(index, 0, value);
      shifts?.inserted(container, index);
      return { op: 'remove', path: key === '-' ? `${path.slice(0, -1)}${index}` : path };
    }
    const old = memberOf(container, key);
    if (old === undefined && op !== 'add') return { code: whyMissing(container, key), path };
    if (isFrozen(place, false)) return { code: 'path-not-allowed', path };
    if (value !== undefined) {
      setMember(container, key, value);
    } else if (Array.isArray(container)) {
      container.splice(Number(key), 1);
      shifts?.removed(container, Number(key));
    } else {
      Reflect.deleteProperty(container, key);
    }
    if (old === undefined) return { op: 'remove', path };
    return { op: value === undefined ? 'add' : 'replace', path, value: old };
  };

  const move = (from: Place, to: Place): StepResult => {
    if (isSamePlace(from, to)) {
      const found = draft.find(from.tokens);
      return 'code' in found ? { code: found.code, path: from.pointer } : { undo: [], added: 0 };
    }
    if (isAbove(from.tokens, to.tokens)) return { code: 'move-into-child', path: to.pointer };
    const taken = change('remove', from);
    if (!('value' in taken)) return step(taken, 0);
    const put = change('add', to, taken.value);
    if ('code' in put) return put;
    if (put.op === 'remove' && !isAbove(to.tokens, from.tokens)) {
      return { undo: [{ op: 'move', from: put.path, path: from.pointer }], added: 0 };
    }
    // Something was overwritten, or moving back would be a move into a child. The value moved is
    // then held by the result and by the inverse, so from here on it must be copied to be changed.
    draft.seal();
    return { undo: [taken, put], added: 0 };
  };

  const test = (place: Place, value: JsonValue): StepResult => {
    const found = draft.find(place.tokens);
    if ('code' in found) return { code: found.code, path: place.pointer };
    if (isJsonEqual(found.value, value)) return { undo: [], added: 0 };
    return { code: 'test-failed', path: place.pointer };
  };

  const copy = (from: Place, to: Place): StepResult => {
    const found = draft.find(from.tokens);
    if ('code' in found) return { code: found.code, path: from.pointer };
    // A deep copy: one value in two places would change in both.
    const copied = copyValue(found.value, { ...guard, ...ofTheDocument });
    if (!copied.ok) return { code: copied.code, path: to.pointer };
    return step(change('add', to, copied.value), copied.size);
  };

  return {
    document: draft.root,
    apply(operation) {
      const { op, path } = operation;
      if (op === 'remove') return step(change(op, path), 0);
      if ('from' in operation) return (op === 'copy' ? copy : move)(operation.from, path);
      if (operation.op === 'test') return test(path, operation.value);
      return step(change(operation.op, path, operation.value), operation.size);
    },
  };
}

/** Values of the document may be copied at any depth and with any key. */
const ofTheDocument = { maxDepth: Infinity, refusesPoisonedKeys: false } as const;

function step(change: JsonPatchOperation | OperationProblem, added: number): StepResult {
  return 'code' in change ? change : { undo: [change], added };
}

function isSamePlace(left: Place, right: Place): boolean {
  return left.pointer === right.pointer;
}

/** True when the place of `above` is a proper prefix of the other. */
function isAbove(above: readonly string[], below: readonly string[]): boolean {
  return above.length < below.length && above.every((token, index) => token === below[index]);
}
