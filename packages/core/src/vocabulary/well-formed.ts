/** With the `u` flag a pair is one character above the range, so only a lone surrogate matches. */
const loneSurrogate = /[\ud800-\udfff]/u;

/** True when `text` has no lone surrogate, so that UTF-8 can carry it unchanged. Linear. */
export function isWellFormed(text: string): boolean {
  return !loneSurrogate.test(text);
}
