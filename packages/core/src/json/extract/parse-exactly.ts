import type { JsonValue } from '../../vocabulary/json-value.ts';

/** `JSON.parse` with the type of what it returns; it needs no `this`. */
const parse: (text: string) => JsonValue = JSON.parse;

/** What the standard says the text means; undefined when it is not JSON. */
export function parseExactly(text: string): JsonValue | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
