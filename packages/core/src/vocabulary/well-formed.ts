/** With the `u` flag a pair is one character above the range, so only a lone surrogate matches. */
const loneSurrogate = /[\ud800-\udfff]/u;

/** ES2024, in every runtime we support but not in the library types we compile against. */
const native: unknown = Reflect.get(String.prototype, 'isWellFormed');

/**
 * True when `text` has no lone surrogate, so that UTF-8 can carry it unchanged. Linear. The built-in
 * is several times faster than the expression on Japanese text, and every gate asks for every text.
 */
export const isWellFormed: (text: string) => boolean =
  typeof native === 'function'
    ? (text) => Reflect.apply(native, text, []) === true
    : (text) => !loneSurrogate.test(text);

/** Returns `text` with the escape of JSON for each lone surrogate: inside a string of JSON it stays what it was. */
export function escapeSurrogates(text: string): string {
  return isWellFormed(text) ? text : text.replaceAll(/\p{Surrogate}/gu, escapeOf);
}

function escapeOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16)}`;
}

/** The escape of a lone surrogate; one that a string quotes has another backslash. */
const surrogateEscape = /(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g;

/** Returns what `JSON.stringify` made, with U+FFFD for each lone surrogate. */
export function wellFormedJson(text: string): string {
  return text.includes('\\ud') ? text.replaceAll(surrogateEscape, '$1\uFFFD') : text;
}

/** Returns `text` with U+FFFD for each lone surrogate. */
export function toWellFormed(text: string): string {
  return isWellFormed(text) ? text : text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}
