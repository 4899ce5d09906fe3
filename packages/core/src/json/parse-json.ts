import type { JsonValue } from '../vocabulary/json-value.ts';

/** `JSON.parse` with the type it has: whatever it returns is a JSON value. Throws `SyntaxError`. */
export const parseJson: (text: string) => JsonValue = JSON.parse;
