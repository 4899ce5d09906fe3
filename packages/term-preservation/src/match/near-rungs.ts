import { countUnits, isKanji, isKatakana, isLatin, runEnd } from '../text/characters.ts';
import { append } from '../text/lexicon.ts';
import { findSynonyms, type Ladder, nearScore } from './form-rungs.ts';
import type { Mention, PlanIndex } from './plan-index.ts';

/** Score of initials and their long form, three letters or more. */
const acronymScore = 0.9;
/** Longest word that is compared by sound or by clipping. */
const longestWord = 40;
/** Words between the initials of an acronym that it leaves out. */
const smallWords = new Set(['of', 'and', 'the', 'for', 'to', 'in', 'on', 'by']);

/** A run of one script in the folded plan. */
interface Run {
  readonly start: number;
  readonly text: string;
}

/** What the near rungs look up in a plan, by key: initials, sounds, first units. */
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

/** MFA and multi-factor authentication, i18n and internationalization, either way. */
export function findAcronyms({ index }: Ladder, near: NearIndex, term: string): readonly Mention[] {
  const folded = term.toLowerCase();
  const isShort = /^[A-Z]{2,5}s?$/.test(term);
  const letters = isShort ? folded.slice(0, term.endsWith('s') ? -1 : undefined) : '';
  const long = letters === '' ? [] : (near.initials.get(letters) ?? []);
  const words = isShort ? [] : folded.split(/[^a-z]+/).filter((word) => !smallWords.has(word));
  const initials = words.length > 1 ? words.map((word) => word.charAt(0)).join('') : '';
  const short = (index.words().byText.get(initials) ?? []).flatMap((at) => {
    const word = index.words().list[at];
    if (word === undefined || initials === '') return [];
    const isCapital = /^[A-Z]+$/.test(index.plain.text.slice(word.start, word.end));
    return isCapital || index.plain.text.length !== index.folded.text.length
      ? [{ start: word.start, text: word.text }]
      : [];
  });
  const numeronym = /^([a-z])(\d{1,2})([a-z])$/.exec(folded);
  const counted =
    numeronym === null
      ? []
      : index
          .words()
          .list.filter(
            ({ text }) =>
              text.length === Number(numeronym[2]) + 2 &&
              text.startsWith(numeronym[1] ?? '') &&
              text.endsWith(numeronym[3] ?? ''),
          );
  const size = letters.length || initials.length || 3;
  const score = size > 2 ? acronymScore : nearScore;
  return [...long, ...short, ...counted].flatMap(({ start, text }) =>
    index.folded.mentions(start, start + text.length, 'acronym', score),
  );
}

/** Clippings (クレカ, 取説), the same word in Latin letters and kana, and near synonyms. Score 0.6 or less. */
export function findNear(ladder: Ladder, near: NearIndex, folded: string): readonly Mention[] {
  const mention = ({ start, text }: Run): readonly Mention[] =>
    ladder.index.folded.mentions(start, start + text.length, 'near', nearScore);
  const runs = (near.runs.get(folded.charAt(0)) ?? []).filter(
    ({ text }) => isClipping(folded, text) || isClipping(text, folded),
  );
  const sound = skeletonOfSound(folded);
  const isLoanWord = countUnits(folded, isKatakana) === folded.length;
  const sounds = (sound.length < 3 ? [] : (near.sounds.get(sound) ?? [])).filter(
    ({ text }) => isKatakana(text.charCodeAt(0)) !== isLoanWord,
  );
  return [...[...runs, ...sounds].flatMap(mention), ...findSynonyms(ladder, folded, 'near').flat()];
}

/** クレカ of クレジットカード: its first two units and, further on, the rest. 取説 of 取扱説明書: its kanji in order. */
function isClipping(short: string, long: string): boolean {
  if (long.length < short.length * 2 - 1 || long.length > longestWord) return false;
  if (countUnits(short, isKatakana) === short.length && short.length >= 3) {
    if (countUnits(long, isKatakana) !== long.length) return false;
    const plain = long.replaceAll('ー', '');
    return plain.startsWith(short.slice(0, 2)) && plain.indexOf(short.slice(2), 3) > 0;
  }
  if (countUnits(short, isKanji) !== short.length || short.length < 2) return false;
  if (countUnits(long, isKanji) !== long.length || short.charAt(0) !== long.charAt(0)) return false;
  let at = 0;
  for (const unit of short) at = long.indexOf(unit, at) + 1 || Infinity;
  return at < Infinity;
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

/** Returns the consonants of a katakana or Latin word, by what katakana tells apart: サブネット and subnet are sbnt. */
function skeletonOfSound(word: string): string {
  if (isKatakana(word.charCodeAt(0)))
    return [...word]
      .map((kana) => kanaSounds.get(kana) ?? '')
      .join('')
      .replace(/(.)\1+/g, '$1');
  const singular = word.length > 4 ? word.replace(/s$/, '') : word;
  return latinSounds.reduce((text, [from, to]) => text.replace(from, to), singular);
}
