import { applyPatch } from '../../json/patch/apply-patch.ts';
import type { JsonPatchOperation, PatchProblem } from '../../json/patch/types.ts';
import type { JsonValue } from '../../vocabulary/json-value.ts';

/** The patched value, or the first thing that stopped the patch; then nothing of it was applied. */
export type PatchedValue =
  | {
      readonly ok: true;
      readonly value: JsonValue;
      readonly operations: readonly JsonPatchOperation[];
    }
  | { readonly ok: false; readonly problem: PatchProblem };

/**
 * Applies the operations of an answer to `base`. One operation outside the editable places refuses
 * all of them, and so does an answer that was cut off: what it still wanted to change is unknown.
 */
export function applyPatchAnswer(
  base: JsonValue,
  operations: readonly JsonValue[],
  options: { readonly editable: readonly string[]; readonly complete: boolean },
): PatchedValue {
  if (!options.complete)
    return { ok: false, problem: { code: 'not-a-patch', operation: -1, path: '' } };
  const result = applyPatch(base, operations, {
    allowedPaths: options.editable,
    allowedOperations: ['add', 'replace', 'remove', 'test'],
  });
  if (!result.ok) return result;
  return { ok: true, value: result.value, operations: operations.filter(isAppliedOperation) };
}

/** `applyPatch` has checked every operation, which its types do not show. */
function isAppliedOperation(operation: JsonValue): operation is JsonPatchOperation & JsonValue {
  return typeof operation === 'object' && operation !== null;
}
