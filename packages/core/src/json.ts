export type { JsonArray, JsonObject, JsonPointer, JsonValue } from './vocabulary/json-value.ts';

export { extractJson } from './json/extract/extract-json.ts';

export type {
  ExtractOptions,
  ExtractRefusal,
  ExtractResult,
  Repair,
  RepairClass,
  RepairKind,
} from './json/extract/types.ts';

export { canonicalJson } from './json/canonical-json.ts';
export { contentHash } from './hashing/content-hash.ts';

export {
  formatPointer,
  getPointer,
  matchPointer,
  parsePointer,
  type PointerLookup,
  toDotPath,
} from './json/pointer.ts';

export { applyPatch } from './json/patch/apply-patch.ts';
export type {
  JsonPatchOperation,
  PatchGuard,
  PatchProblem,
  PatchProblemCode,
  PatchResult,
} from './json/patch/types.ts';
