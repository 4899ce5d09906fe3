import type { JsonValue } from '../../vocabulary/json-value.ts';
import { parseJson } from '../parse-json.ts';

/** True when the text begins and ends like an object or an array. */
export function isBracketed(text: string): boolean {
  const last = text.charAt(text.length - 1);
  return text.startsWith('{') ? last === '}' : text.startsWith('[') && last === ']';
}

/** What the standard says the text means; undefined when it is not JSON. */
export function parseExactly(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
