import { isKanji, isKatakana, isLatin, runEnd } from '../text/characters.ts';
import { append } from '../text/lexicon.ts';
import type { PlanIndex } from './plan-index.ts';

/** Longest word that is compared by sound or by clipping. */
export const longestWord = 40;
/** Words between the initials of an acronym that it leaves out. */
export const smallWords = new Set(['of', 'and', 'the', 'for', 'to', 'in', 'on', 'by']);

/** A run of one script in the folded plan. */
export interface Run {
  readonly start: number;
  readonly text: string;
}

/** The runs and words of a plan that the near rungs look up, by key: initials, sounds, first units. */
export interface NearIndex {
  readonly runs: ReadonlyMap<string, readonly Run[]>;
  readonly sounds: ReadonlyMap<string, readonly Run[]>;
  readonly initials: ReadonlyMap<string, readonly Run[]>;
}

/** Reads the Japanese runs, the sounds and the initials of a plan once. Linear. */
export function indexNear(index: PlanIndex): NearIndex {
  const { text } = index.folded;
  const runs = new Map<string, Run[]>();
  const sounds = new Map<string, Run[]>();
  const initials = new Map<string, Run[]>();
  let at = 0;
  while (at < text.length) {
    const script = scriptAt(text, at);
    const end = script === undefined ? at + 1 : runEnd(text, at, script, at + longestWord);
    if (script !== undefined) {
      const run = { start: at, text: text.slice(at, end) };
      if (script === isLatin) append(sounds, skeletonOfSound(run.text), run);
      else {
        append(runs, run.text.charAt(0), run);
        if (script === isKatakana) append(sounds, skeletonOfSound(run.text), run);
      }
    }
    at = end;
  }
  const words = index.words().list;
  words.forEach((word, first) => {
    let letters = '';
    for (let next = first; next < Math.min(words.length, first + 7); next += 1) {
      const each = words[next];
      const previous = words[next - 1];
      if (each === undefined || (next > first && each.start !== (previous?.end ?? 0) + 1)) break;
      if (next > first && smallWords.has(each.text)) continue;
      letters += each.text.charAt(0);
      if (letters.length > 1)
        append(initials, letters, { start: word.start, text: text.slice(word.start, each.end) });
      if (letters.length === 5) break;
    }
  });
  return { runs, sounds, initials };
}

function scriptAt(text: string, at: number): ((unit: number) => boolean) | undefined {
  const unit = text.charCodeAt(at);
  return [isKanji, isKatakana, isLatin].find((each) => each(unit));
}

const kanaRows: readonly (readonly [string, string])[] = [
  ['カキクケコ', 'k'],
  ['ガギグゲゴ', 'g'],
  ['サスセソシ', 's'],
  ['ザズゼゾジ', 'j'],
  ['タテトツチ', 't'],
  ['ダデドヂヅ', 'd'],
  ['ナニヌネノン', 'n'],
  ['ハヒヘホフ', 'h'],
  ['バビブベボ', 'b'],
  ['パピプペポ', 'p'],
  ['マミムメモ', 'm'],
  ['ラリルレロ', 'r'],
];
const kanaSounds: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  kanaRows.flatMap(([row, sound]) => [...row].map((kana) => [kana, sound] as const)),
);
const latinSounds: readonly (readonly [RegExp, string])[] = [
  [/ph|f/g, 'h'],
  [/th|sh|c(?=[eiy])|x$/g, 's'],
  [/ch/g, 't'],
  [/ck|c|q/g, 'k'],
  [/x/g, 'ks'],
  [/l/g, 'r'],
  [/v/g, 'b'],
  [/z/g, 'j'],
  [/[^bdghjkmnprst]/g, ''],
  [/(.)\1+/g, '$1'],
];

/** Returns the consonants of a katakana or Latin word, as far as katakana distinguishes them: サブネット and subnet are sbnt. */
export function skeletonOfSound(word: string): string {
  if (isKatakana(word.charCodeAt(0)))
    return [...word]
      .map((kana) => kanaSounds.get(kana) ?? '')
      .join('')
      .replace(/(.)\1+/g, '$1');
  const singular = word.length > 4 ? word.replace(/s$/, '') : word;
  return latinSounds.reduce((text, [from, to]) => text.replace(from, to), singular);
}
