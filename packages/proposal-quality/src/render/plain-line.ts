import { toWellFormed } from '@kanmon/core/kit';

/** White space of any kind, line breaks included, that is to become one space. */
const breaks = /[\s\u0085\u2028\u2029]+/gu;
/** Control characters, and bidi controls, which would show a text in another order than it has. */
const removed = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A value on one line, as a person would read it. */
export function plainLine(text: string): string {
  return toWellFormed(text.replaceAll(breaks, ' ').replaceAll(removed, '')).trim();
}
