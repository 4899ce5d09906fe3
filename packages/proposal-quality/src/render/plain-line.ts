/** White space of any kind, line breaks included, that is to become one space. */
const breaks = /[\s\u0085\u2028\u2029]+/gu;
/** Control characters, and bidi controls, which would show a text in another order than it has. */
const removed = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const loneSurrogate = /\p{Surrogate}/gu;

/** A value on one line, as a person would read it. */
export function plainLine(text: string): string {
  return text
    .replaceAll(breaks, ' ')
    .replaceAll(removed, '')
    .replaceAll(loneSurrogate, '\ufffd')
    .trim();
}
