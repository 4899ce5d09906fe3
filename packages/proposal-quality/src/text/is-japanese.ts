import { detectLanguage } from '@kanmon/core';

/** Whether a text is written in Japanese, so that English words in it are names, not advice. */
export function isJapanese(text: string): boolean {
  return detectLanguage(text) === 'ja';
}
