import {
  isDigit,
  isHiragana,
  isJapanese,
  isKanji,
  isKatakana,
  isLatin,
  isWordUnit,
} from '../text/characters.ts';
import type { Span } from '../vocabulary/terms.ts';
import { kanaNounLength } from '../words/kana-nouns.ts';
import { readVerbForm } from '../words/okurigana.ts';
import { endsClause, longestScope } from './clause-edges.ts';

/** The noun phrase that ends at `end`, lists with や・と・の・、 included. */
export function nounPhrase(lower: string, end: number): Span {
  let start = phraseStart(lower, end);
  // 印刷、FAX送信は不要: bare nouns before a comma belong to the list.
  for (let items = 0; items < 6 && lower.charAt(start - 1) === '、'; items += 1) {
    const previous = phraseStart(lower, start - 1);
    const before = lower.charAt(previous - 1);
    if (
      previous === start - 1 ||
      !endsWithNoun(lower, start - 1) ||
      !(before === '' || '、。\nはが'.includes(before))
    )
      break;
    if (isClauseLike(lower.slice(previous, start - 1))) break;
    start = previous;
  }
  return { start, end };
}

/** 集計し and 送り are predicates, though they end like nouns. */
function isClauseLike(text: string): boolean {
  return (
    /[しりてでき]$/.test(text) && !/(?:取り|出し|込み|払い|戻し|送り|卸し|越し|消し)$/.test(text)
  );
}

function endsWithNoun(lower: string, end: number): boolean {
  const last = lower.charCodeAt(end - 1);
  return (
    isKanji(last) ||
    isKatakana(last) ||
    isWordUnit(last) ||
    isHiragana(last) ||
    '」』)'.includes(lower.charAt(end - 1))
  );
}

/** Hiragana that may stand inside a noun phrase. */
const inner = [
  'による',
  'に対する',
  'における',
  'に関する',
  'および',
  'ならびに',
  'への',
  'での',
  'からの',
  'との',
  'など',
  'ごと',
  'の',
  'や',
  'と',
  'お',
  'ご',
  'か',
  'ない',
];

/** Left edge of the bare noun phrase that ends at `end`. */
export function phraseStart(lower: string, end: number): number {
  const floor = Math.max(0, end - longestScope);
  let start = end;
  while (start > floor) {
    const unit = lower.charCodeAt(start - 1);
    if (isHiragana(unit)) {
      const run = hiraganaStart(lower, start, floor);
      if (!joinsPhrase(lower, run, start, end)) break;
      start = run;
    } else if (isJapanese(unit) || isWordUnit(unit) || isInnerMark(lower, start - 1)) start -= 1;
    else break;
  }
  return start;
}

function isInnerMark(lower: string, at: number): boolean {
  const character = lower.charAt(at);
  if (character === '.' || character === ',')
    return isDigit(lower.charCodeAt(at + 1)) || isLatin(lower.charCodeAt(at + 1));
  return (
    '・/-「」『』`"()（）%'.includes(character) || (character === ' ' && !endsClause(lower, at - 1))
  );
}

function hiraganaStart(lower: string, end: number, floor: number): number {
  let start = end;
  while (start > floor && isHiragana(lower.charCodeAt(start - 1))) start -= 1;
  return start;
}

/** Whether the hiragana from `run` to `start` lies inside the noun phrase that ends at `end`. */
function joinsPhrase(lower: string, run: number, start: number, end: number): boolean {
  const text = lower.slice(run, start);
  const after = lower.charCodeAt(start);
  const verb = readVerbForm(lower, run - 1);
  // Okurigana of a noun: at the end of the phrase, or before a kanji that goes on with it.
  if (verb?.form === 'noun' && verb.length === text.length)
    return start === end || isKanji(after) || isKatakana(after);
  if (verb?.form === 'noun' && inner.includes(text.slice(verb.length))) return true;
  if (inner.includes(text)) return true;
  // しおりの同期: a kana noun and a particle in one run.
  if (
    inner.some(
      (particle) =>
        text.endsWith(particle) && kanaNounLength(text, 0) === text.length - particle.length,
    )
  )
    return true;
  // The phrase may be a kana word: まとめ, おすすめ.
  return start === end && text.length >= 3 && !/[はがをにでも]/.test(text);
}
