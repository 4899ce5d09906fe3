import type { JsonValue } from '../vocabulary/json-value.ts';

/** `JSON.parse` with the type it has: whatever it returns is a JSON value. Throws `SyntaxError`. */
export const parseJson: (
  text: string,
  reviver?: (key: string, value: unknown) => unknown,
) => JsonValue = JSON.parse;

/** Parses JSON. Returns undefined when the text is not JSON. */
export function parseExactly(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** `parseJson`, every object and array of the result frozen. */
export function parseFrozenJson(text: string): JsonValue {
  return parseJson(text, (_key, value) => Object.freeze(value));
}
