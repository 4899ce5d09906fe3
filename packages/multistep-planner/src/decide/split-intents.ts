import type { Language } from '@kanmon/core';
import { cleanText } from '../language/clean-text.ts';
import { resolveLanguage } from '../language/resolve-language.ts';
import { defaultPlanLimits } from '../plan/plan-limits.ts';
import { isEnglishRequest, splitEnglish } from './split-english.ts';
import { isJapaneseRequest, splitJapanese } from './split-japanese.ts';

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
  const whole = text.replaceAll('\n', ' ');
  if (language === 'other') return [whole];
  const parts =
    language === 'ja'
      ? joinScenes(splitJapanese(text), isJapaneseRequest, '')
      : joinScenes(splitEnglish(text), isEnglishRequest, ' ');
  return parts.length === 0 ? [whole] : parts;
}

/** A statement that only sets the scene ("I bought a lamp.") belongs to the request after it, or before. */
function joinScenes(
  parts: readonly string[],
  isRequest: (part: string) => boolean,
  space: string,
): readonly string[] {
  const joined: string[] = [];
  let scene: string[] = [];
  for (const part of parts) {
    scene.push(part);
    if (!isRequest(part)) continue;
    joined.push(scene.join(space));
    scene = [];
  }
  if (scene.length === 0) return joined;
  const last = joined.pop() ?? [];
  return [...joined, [last, scene].flat().join(space)];
}
