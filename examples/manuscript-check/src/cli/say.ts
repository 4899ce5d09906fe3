import type { Locale } from '@kanmon/core';

/** Picks the text in the language of the reader. */
export type Say = (ja: string, en: string) => string;

/** Returns the `Say` of a language. */
export function sayIn(locale: Locale): Say {
  return (ja, en) => (locale === 'ja' ? ja : en);
}
