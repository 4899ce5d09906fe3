import {
  isDigit,
  isHiragana,
  isKanji,
  isKatakana,
  isLatin,
  isLetter,
  runStart,
} from '../text/characters.ts';
import { wordSet } from '../text/lexicon.ts';
import type { Span } from '../vocabulary/terms.ts';
import { kanaNounLength, readVerbForm } from '../words/okurigana.ts';
import { clauseStart, endsClause, longestScope } from './clause-edges.ts';

/** Topics of time, which are not the thing itself: 今回は印刷を行わない. */
const adjuncts =
  /(?:今回|現時点|当面|当初|初回|初期|次回|本件|本フェーズ|フェーズ|リリース|第一弾|第1弾|一旦|いったん|まず|最初|段階|この|バージョン|スコープ|今期|基本|原則|時|場合|際|とき|以外)$/;

/** 請求書を二重に作らない: the manner is ruled out, not the thing. */
const manner =
  /^(?:二重に|重複して|平文で|勝手に|無断で|直接|同時に|誤って|不正に|むやみに|必要以上に|そのまま|二度と|何度も|途中で|誤った|余計に)/;

/** Returns the noun phrase before は/も/を in the clause before `at`, else that before で/が, else the clause. */
export function markedPhrase(lower: string, at: number, form: string): Span {
  const floor = clauseStart(lower, at);
  // は対象外 carries its own marker; us-east-1には置かない has another particle before it.
  if (form.startsWith('は') || form.startsWith('を')) {
    const isCompound = form.startsWith('は') && /[a-z\d][でにとへ]$/.test(lower.slice(at - 2, at));
    return nounPhrase(lower, isCompound ? at - 1 : at);
  }
  let fallback: Span | undefined;
  for (let marker = at - 1; marker > floor; marker -= 1) {
    const character = lower.charAt(marker);
    const strong = 'はもを'.includes(character) && isParticle(lower, marker);
    const weak = (character === 'で' || character === 'が') && isParticle(lower, marker);
    if (!strong && !weak) continue;
    const compound =
      strong && character === 'は' && 'でにとへら'.includes(lower.charAt(marker - 1));
    const end = compound ? marker - 1 : marker;
    const phrase = nounPhrase(lower, end);
    if (phrase.end <= phrase.start || adjuncts.test(lower.slice(phrase.start, phrase.end)))
      continue;
    if (strong && !compound)
      return manner.test(lower.slice(marker + 1, at)) ? { start: at, end: at } : phrase;
    fallback ??= phrase;
  }
  return fallback ?? nounPhraseOrClause(lower, floor, at);
}

/** Returns the noun right before the cue (FAX連携不要), else the clause. A comma before the cue is passed. */
function nounPhraseOrClause(lower: string, floor: number, at: number): Span {
  // 遅延時は再通知せず: the verb's own noun, when nothing else is marked.
  const own = nounPhrase(lower, at);
  if (own.end - own.start > 1) return own;
  if (at > floor) return { start: floor, end: at };
  return nounPhrase(lower, Math.max(0, at - 1));
}

/** A particle follows a word or a closing bracket, also after a space (GET /items は), and is not the start of a kana word. */
function isParticle(lower: string, at: number): boolean {
  const last = lower.charAt(at - 1) === ' ' ? at - 2 : at - 1;
  const before = lower.charCodeAt(last);
  if (['もの', 'もし', 'はず', 'である', 'でき'].some((word) => lower.startsWith(word, at)))
    return false;
  return isLetter(before) || '」』)）`%"'.includes(lower.charAt(last) || ' ');
}

/** 風呂敷については, 費用に関しては: the noun is before the particles. */
const about = /(?:について|に関して|に関する分)$/;

/** Returns the noun phrase that ends at `last`, lists with や・と・の・、 included. */
function nounPhrase(lower: string, last: number): Span {
  const end = last - (about.exec(lower.slice(Math.max(0, last - 6), last))?.[0].length ?? 0);
  let start = phraseStart(lower, end);
  // 印刷、FAX送信は不要: bare nouns before a comma belong to the list.
  for (let items = 0; items < 6 && lower.charAt(start - 1) === '、'; items += 1) {
    const previous = phraseStart(lower, start - 1);
    const item = lower.slice(previous, start - 1);
    const isNoun = isLetter(lower.charCodeAt(start - 2)) || '」』)'.includes(item.slice(-1));
    const before = lower.charAt(previous - 1);
    const isFirst = '、。\nはが'.includes(before);
    // 先輩が四千円、新人は不要: the amount is a predicate, not an item of the list.
    const isAmount =
      'はが'.includes(before) &&
      startsAmount.test(item) &&
      !adjuncts.test(lower.slice(Math.max(0, previous - 12), previous - 1));
    if (item === '' || !isNoun || !isFirst || isAmount || isPredicate(item)) break;
    start = previous;
  }
  return { start, end };
}

const startsAmount = /^[\d〇一二三四五六七八九十百千約]/;

/** 集計し and 送り are predicates, though they end like nouns. */
function isPredicate(text: string): boolean {
  return (
    /[しりてでき]$/.test(text) && !/(?:取り|出し|込み|払い|戻し|送り|卸し|越し|消し)$/.test(text)
  );
}

/** Hiragana that may be inside a noun phrase. */
const inner = /* @__PURE__ */ wordSet(
  'による に対する における に関する および ならびに への での からの との など ごと の や と お ご か ない',
);

/** Returns the start of the bare noun phrase that ends at `end`. */
export function phraseStart(lower: string, end: number): number {
  const floor = Math.max(0, end - longestScope);
  let start = end;
  while (start > floor) {
    const unit = lower.charCodeAt(start - 1);
    if (isHiragana(unit)) {
      const run = runStart(lower, start, isHiragana, start - floor);
      if (!joinsPhrase(lower, run, start, end)) break;
      start = run;
    } else if (isLetter(unit) || isInnerMark(lower, start - 1)) start -= 1;
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

/** Returns true when the hiragana from `run` to `start` is inside the noun phrase that ends at `end`. */
function joinsPhrase(lower: string, run: number, start: number, end: number): boolean {
  const text = lower.slice(run, start);
  const after = lower.charCodeAt(start);
  const verb = readVerbForm(lower, run - 1);
  // Okurigana of a noun: at the end of the phrase, or before a kanji that goes on with it.
  if (verb?.form === 'noun' && verb.length === text.length)
    return start === end || isKanji(after) || isKatakana(after);
  if (verb?.form === 'noun' && inner.has(text.slice(verb.length))) return true;
  if (inner.has(text)) return true;
  // しおりの同期: a kana noun and a particle in one run.
  const noun = kanaNounLength(text, 0);
  if (noun > 0 && inner.has(text.slice(noun))) return true;
  // The phrase may be a kana word (まとめ, おすすめ), or end with okurigana (水揚げ).
  const isEnd = text.length >= 3 || (text.length === 1 && isKanji(lower.charCodeAt(run - 1)));
  return start === end && isEnd && !/[はがをにでも]/.test(text);
}
