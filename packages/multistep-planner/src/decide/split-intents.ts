import type { Language } from '@kanmon/core';
import { cleanText } from '../language/clean-text.ts';
import { resolveLanguage } from '../language/resolve-language.ts';
import { defaultPlanLimits } from '../plan/plan-limits.ts';
import { isEnglishRequest, isStory, splitEnglish } from './split-english.ts';
import { isJapaneseRequest, splitJapanese } from './split-japanese.ts';

/** One thing that a message asks for. */
export interface Intent {
  /** The request, with the statements around it. */
  readonly text: string;
  readonly request: string;
}

/**
 * The things a message asks for, in order: at least one part for a message that is not empty.
 *
 * @example
 * splitIntents('ギフト配送と領収書発行の条件をまとめて教えて'); // two parts, each with 条件
 */
export function splitIntents(message: string, language?: Language): readonly string[] {
  const { text } = cleanText(message, defaultPlanLimits.messageLength);
  if (text === '') return [];
  return splitClean(text, language ?? resolveLanguage(text, [])).map((intent) => intent.text);
}

/** `splitIntents` for a text that was cleaned. */
export function splitClean(text: string, language: Language): readonly Intent[] {
  const whole = text.replaceAll('\n', ' ');
  if (language === 'other') return [{ text: whole, request: whole }];
  const parts =
    language === 'ja'
      ? joinScenes(splitJapanese(text), isJapaneseRequest, '')
      : joinEnglish(splitEnglish(text));
  return parts.length === 0 ? [{ text: whole, request: whole }] : parts;
}

/** Beside a question every statement that asks for nothing sets the scene. */
function joinEnglish(parts: readonly string[]): readonly Intent[] {
  const hasQuestion = parts.some((part) => part.endsWith('?'));
  return joinScenes(
    parts,
    (part) => isEnglishRequest(part) && !(hasQuestion && isStory(part)),
    ' ',
  );
}

/** A statement that only sets the scene ("I bought a lamp.") belongs to the request after it, or before. */
function joinScenes(
  parts: readonly string[],
  isRequest: (part: string) => boolean,
  space: string,
): readonly Intent[] {
  const joined: Intent[] = [];
  let scene: string[] = [];
  for (const part of parts) {
    if (!isRequest(part)) {
      scene.push(part);
      continue;
    }
    joined.push({ text: [...scene, part].join(space), request: part });
    scene = [];
  }
  if (scene.length === 0) return joined;
  const last = joined.pop();
  const text = [last?.text ?? [], scene].flat().join(space);
  return [...joined, { text, request: last?.request ?? text }];
}
