import type { JsonValue } from '../../vocabulary/json-value.ts';
import { startPatch } from './apply-operation.ts';
import { type ParsedGuard, parseGuard } from './guard.ts';
import { isLargerThan } from './json-size.ts';
import { readOperation, type ReadResult } from './read-operation.ts';
import type {
  JsonPatchOperation,
  PatchGuard,
  PatchProblem,
  PatchProblemCode,
  PatchResult,
} from './types.ts';

/** Inverses made here. They put back what a document held, however deep, so only limits that the caller sets bind them. */
const ownInverses = new WeakSet<object>();

/**
 * Applies a JSON Patch (RFC 6902) under a guard: all of it or nothing. Never throws on `patch`,
 * never touches `value`; what the patch leaves alone is shared between input and result. `inverse`
 * applied to the result gives the input back. Work is linear in the patch, in what it changes and,
 * to check the size, in the result. Throws `InvalidArgumentError` for a guard of bad form only.
 */
export function applyPatch(value: JsonValue, patch: unknown, guard: PatchGuard = {}): PatchResult {
  const isOwnInverse = typeof patch === 'object' && patch !== null && ownInverses.has(patch);
  const parsed = parseGuard(guard, isOwnInverse);
  const operations = operationsOf(patch);
  if (operations === null) return failed('not-a-patch');
  if (operations.length > parsed.maxOperations) return failed('too-many-operations');

  const run = startPatch(value, parsed);
  const undo: JsonPatchOperation[] = [];
  let added = 0;
  for (let index = 0; index < operations.length; index += 1) {
    const read = readSafely(operations.elements, index, parsed);
    const step = read.ok ? run.apply(read.operation) : read.problem;
    if ('code' in step) return failedAt(index, step);
    for (const operation of step.undo) undo.push(operation);
    added += step.added;
    // Copies of copies double: look at the whole each time as much as a whole has come in.
    if (added > parsed.maxSize) {
      if (isLargerThan(run.document(), parsed.maxSize)) return failed('too-large');
      added = 0;
    }
  }
  if (isLargerThan(run.document(), parsed.maxSize)) return failed('too-large');

  const inverse = Object.freeze(undo.toReversed());
  ownInverses.add(inverse);
  return { ok: true, value: run.document(), inverse };
}

/** Null for anything but a list, also for one that does not let itself be read. */
function operationsOf(
  patch: unknown,
): { readonly elements: readonly unknown[]; readonly length: number } | null {
  try {
    if (!Array.isArray(patch)) return null;
    const elements: readonly unknown[] = patch;
    const length: unknown = elements.length;
    return typeof length === 'number' ? { elements, length } : null;
  } catch {
    return null;
  }
}

/** Getters and proxies in a patch may throw; then the operation cannot be read, and that is all. */
function readSafely(operations: readonly unknown[], index: number, guard: ParsedGuard): ReadResult {
  try {
    return readOperation(operations[index], guard);
  } catch {
    return { ok: false, problem: { code: 'invalid-operation', path: '' } };
  }
}

function failed(code: PatchProblemCode): PatchResult {
  return failedAt(-1, { code, path: '' });
}

function failedAt(operation: number, { code, path }: Omit<PatchProblem, 'operation'>): PatchResult {
  return { ok: false, problem: { code, operation, path } };
}
