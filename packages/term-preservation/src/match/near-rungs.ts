import { countUnits, isKanji, isKatakana } from '../text/characters.ts';
import { findSynonyms, type Ladder, nearScore } from './form-rungs.ts';
import {
  longestWord,
  type NearIndex,
  type Run,
  skeletonOfSound,
  smallWords,
} from './near-index.ts';
import type { Mention } from './plan-index.ts';

/** Score of initials and their long form, three letters or more. */
const acronymScore = 0.9;

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
