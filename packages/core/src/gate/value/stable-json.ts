import { writeCanonicalJson } from '../../json/canonical-json.ts';
import { sha256Hex } from '../../hashing/sha256.ts';
import { toWellFormed } from '../../vocabulary/well-formed.ts';

/**
 * Canonical JSON, also of what has none: text of a model may hold half a surrogate pair, which
 * canonical JSON refuses. `JSON.stringify` escapes it, so that the very same text can be read back.
 */
export function stableJson(value: unknown): string {
  const canonical = writeCanonicalJson(value);
  return canonical.ok ? canonical.text : (JSON.stringify(value) ?? 'null');
}

/** Content hash of a value of a model; equal to `contentHash` wherever that does not throw. */
export function stableHash(value: unknown): string {
  return `sha256:${sha256Hex(stableJson(value))}`;
}

/** Hash of a text, for logs that must not hold the text. */
export function textHash(text: string): string {
  return `sha256:${sha256Hex(toWellFormed(text))}`;
}
