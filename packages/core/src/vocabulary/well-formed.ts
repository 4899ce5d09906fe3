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

/** Returns `text` with U+FFFD for each lone surrogate. */
export function toWellFormed(text: string): string {
  return isWellFormed(text) ? text : text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}
