import { sha256Hex } from '../hashing/sha256.ts';
import { canonicalJson } from '../json/canonical-json.ts';
import { checkArgument } from '../vocabulary/check-argument.ts';
import { escapeUnits } from '../messages/visible-text.ts';
import type { JsonValue } from '../vocabulary/json-value.ts';

/**
 * Characters that a reader cannot see or that change how the text around them is shown: controls,
 * line separators, format characters, direction marks, tags and variation selectors.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Replaces each invisible character by its JSON escape (`\u202e`), which JSON strings allow. */
export function escapeInvisible(text: string): string {
  return text.replaceAll(invisible, escapeUnits);
}

/**
 * A value as one line of JSON in which every character is visible. `JSON.parse` returns the value.
 *
 * @throws {InvalidArgumentError} The value is not JSON.
 */
export function dataLine(value: JsonValue): string {
  return escapeInvisible(jsonOf(value) ?? canonicalJson(value));
}

/** Returns undefined for what is not JSON, and where the value is nested too deeply for `JSON.stringify`. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/**
 * Builds a prompt section for untrusted data: one line of JSON for each value, between two marker
 * lines. The marker holds a hash of the lines, so data that closes its own section would have to
 * contain its own hash. Invisible characters are escaped: the model reads what a person would see.
 *
 * @example
 * dataBlock([{ title: 'Minutes' }]);
 * // <data-0f3c1d2e4b5a6978>
 * // {"title":"Minutes"}
 * // </data-0f3c1d2e4b5a6978>
 *
 * @throws {InvalidArgumentError} A value is not JSON.
 */
export function dataBlock(values: readonly JsonValue[]): string {
  checkArgument('values of dataBlock', 'a list', values);
  const data = values.map(dataLine).join('\n');
  const marker = `data-${sha256Hex(data).slice(0, 16)}`;
  return `<${marker}>\n${data}\n</${marker}>`;
}
