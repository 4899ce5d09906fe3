import type { JsonPointer, JsonValue } from '../../vocabulary/json-value.ts';

/** One operation of RFC 6902. */
export type JsonPatchOperation =
  | {
      readonly op: 'add' | 'replace' | 'test';
      readonly path: JsonPointer;
      readonly value: JsonValue;
    }
  | { readonly op: 'remove'; readonly path: JsonPointer }
  | { readonly op: 'move' | 'copy'; readonly from: JsonPointer; readonly path: JsonPointer };

/** The places that a patch may change, and its limits. */
export interface PatchGuard {
  /** `matchPointer` patterns of the places that may be written. @default all */
  readonly allowedPaths?: readonly string[];
  /** @default all six */
  readonly allowedOperations?: readonly JsonPatchOperation['op'][];
  /** @default 256 */
  readonly maxOperations?: number;
  /** Most tokens in a path, and deepest nesting of a value. @default 32 */
  readonly maxDepth?: number;
  /** Most characters of JSON of the result. @default 1_000_000 */
  readonly maxSize?: number;
}

export type PatchProblemCode =
  | 'not-a-patch'
  | 'invalid-operation'
  | 'invalid-pointer'
  | 'path-not-found'
  | 'index-out-of-range'
  | 'test-failed'
  | 'path-not-allowed'
  | 'operation-not-allowed'
  | 'poisoned-key'
  | 'move-into-child'
  | 'too-many-operations'
  | 'too-deep'
  | 'too-large'
  | 'root-not-removable';

/** The first thing that stopped a patch. `operation` is its index, -1 when it concerns the whole. */
export interface PatchProblem {
  readonly code: PatchProblemCode;
  readonly operation: number;
  readonly path: JsonPointer;
}

/** The patched value with the patch that undoes it, or the problem; the input is never touched. */
export type PatchResult =
  | {
      readonly ok: true;
      readonly value: JsonValue;
      readonly inverse: readonly JsonPatchOperation[];
    }
  | { readonly ok: false; readonly problem: PatchProblem };
