import { detectLanguage, type Locale } from '@kanmon/core';

/** Enough text to detect a language. */
const sampleLength = 20_000;

/** The language that texts about this text are written in: Japanese for Japanese, else English. */
export function localeOf(text: string): Locale {
  return detectLanguage(text.slice(0, sampleLength)) === 'ja' ? 'ja' : 'en';
}
