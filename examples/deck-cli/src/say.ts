import type { Locale } from '@kanmon/core';

/** Picks the text of the reader's language. */
export type Say = (ja: string, en: string) => string;

/** A `Say` of one language. */
export function createSay(locale: Locale): Say {
  return (ja, en) => (locale === 'ja' ? ja : en);
}
