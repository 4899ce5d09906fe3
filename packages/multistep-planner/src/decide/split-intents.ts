import type { Language } from '@kanmon/core';
import { cleanText } from '../language/clean-text.ts';
import { resolveLanguage } from '../language/resolve-language.ts';
import { defaultPlanLimits } from '../plan/plan-limits.ts';
import { splitEnglish } from './split-english.ts';
import { splitJapanese } from './split-japanese.ts';

/**
 * The things a message asks for, in order: at least one part for a message that is not empty.
 *
 * @example
 * splitIntents('ギフト配送と領収書発行の条件をまとめて教えて'); // two parts, each with 条件
 */
export function splitIntents(message: string, language?: Language): readonly string[] {
  const { text } = cleanText(message, defaultPlanLimits.messageLength);
  if (text === '') return [];
  return splitClean(text, language ?? resolveLanguage(text, []));
}

/** `splitIntents` for a text that was cleaned. */
export function splitClean(text: string, language: Language): readonly string[] {
  const parts =
    language === 'ja' ? splitJapanese(text) : language === 'en' ? splitEnglish(text) : [];
  return parts.length === 0 ? [text.replaceAll('\n', ' ')] : parts;
}
