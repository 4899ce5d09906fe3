import { canonicalJson } from '../json/canonical-json.ts';
import type { JsonValue } from '../vocabulary/json-value.ts';
import { sha256Hex } from './sha256.ts';

/**
 * `sha256:` and the SHA-256 of the value's canonical JSON: equal for equal values, whatever their
 * key order. Throws `InvalidArgumentError` for what is not JSON.
 */
export function contentHash(value: JsonValue): string {
  return `sha256:${sha256Hex(canonicalJson(value))}`;
}
