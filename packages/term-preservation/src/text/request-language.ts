import type { Language, Locale } from '@kanmon/core';
import { countUnits, isJapanese, isLatin, isLower } from './characters.ts';

/** Share of Japanese letters from which a text is Japanese: names and code keep Latin letters. */
const japaneseShare = 0.2;
/** Share of lower-case Latin letters from which a Japanese text has English sentences too. */
const mixedShare = 0.5;

/** Returns the language of a request by its letters, not by its words, so that "JWT認証" is Japanese. */
export function requestLanguage(text: string): Language | 'mixed' {
  const japanese = countUnits(text, isJapanese);
  const latin = countUnits(text, isLatin);
  const letters = japanese + latin;
  if (letters === 0) return 'other';
  if (japanese === 0) return 'en';
  if (countUnits(text, isLower) / letters >= mixedShare && latin > 40) return 'mixed';
  return japanese / letters >= japaneseShare ? 'ja' : 'mixed';
}

/** Returns the language in which messages about a request are written. */
export function localeOfLanguage(language: unknown): Locale {
  return language === 'ja' || language === 'mixed' ? 'ja' : 'en';
}
