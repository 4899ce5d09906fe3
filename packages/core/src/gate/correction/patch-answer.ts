import { applyPatch } from '../../json/patch/apply-patch.ts';
import type { JsonPatchOperation, PatchProblem } from '../../json/patch/types.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../vocabulary/json-value.ts';

/** The JSON Schema of an answer to a patch attempt. */
export const patchSchema: JsonSchema = {
  type: 'object',
  properties: {
    patch: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          op: { type: 'string', enum: ['add', 'replace', 'remove'] },
          path: { type: 'string' },
          value: {},
        },
        required: ['op', 'path'],
      },
    },
  },
  required: ['patch'],
};

/** The operations of an answer, or null when it is something else. */
export function operationsOf(value: JsonValue): readonly JsonValue[] | null {
  const patch = isJsonObject(value) && Object.hasOwn(value, 'patch') ? value['patch'] : value;
  if (!isJsonArray(patch) || !patch.every(isOperation)) return null;
  // An empty list alone may be anything; in its envelope it is a patch that changes nothing.
  return patch.length > 0 || patch !== value ? patch : null;
}

/**
 * Scores a value as the answer to a request for a patch: the envelope best, a bare list next, and last
 * the whole value again, which shares at least half of the members with what is to be patched.
 */
export function scorePatchAnswer(base: JsonObject): (value: JsonValue) => number {
  return (value) => {
    if (operationsOf(value) !== null) return isJsonArray(value) ? 2 : 3;
    return isJsonObject(value) && resembles(value, base) ? 1 : 0;
  };
}

function isOperation(value: JsonValue): boolean {
  return (
    isJsonObject(value) && typeof value['op'] === 'string' && typeof value['path'] === 'string'
  );
}

function resembles(value: JsonObject, base: JsonObject): boolean {
  const keys = Object.keys(base);
  const shared = keys.filter((key) => Object.hasOwn(value, key)).length;
  return shared > 0 && shared * 2 >= keys.length;
}

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
  // `applyPatch` has checked every operation, which its types do not show.
  const applied = operations as readonly (JsonPatchOperation & JsonValue)[];
  return { ok: true, value: result.value, operations: applied };
}
