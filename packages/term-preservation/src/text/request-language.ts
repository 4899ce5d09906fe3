import type { Language } from '@kanmon/core';
import { isJapanese, isLatin, isLower } from './characters.ts';

/** Share of Japanese letters from which a text is Japanese; names and code keep Latin letters in it. */
const japaneseShare = 0.2;
/** Lower-case Latin share from which a Japanese text holds English sentences too. */
const mixedShare = 0.5;

/** Language of a request: by letters, not by words, so that "JWT認証" is Japanese. */
export function requestLanguage(text: string): Language | 'mixed' {
  let japanese = 0;
  let latin = 0;
  let lower = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (isJapanese(unit)) japanese += 1;
    else if (isLatin(unit)) {
      latin += 1;
      if (isLower(unit)) lower += 1;
    }
  }
  const letters = japanese + latin;
  if (letters === 0) return 'other';
  if (japanese === 0) return 'en';
  if (lower / letters >= mixedShare && latin > 40) return 'mixed';
  return japanese / letters >= japaneseShare ? 'ja' : 'mixed';
}
