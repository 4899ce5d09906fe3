import { isHiragana, isKanji, isKatakana, isWordUnit } from '../text/characters.ts';
import type { Span } from '../vocabulary/terms.ts';
import { clauseStart } from './clause-edges.ts';
import { nounPhrase } from './noun-phrase.ts';

/** Topics that say when, not what: 今回は印刷を行わない. */
const adjuncts =
  /(?:今回|現時点|当面|当初|初回|初期|次回|本件|本フェーズ|フェーズ|リリース|第一弾|第1弾|一旦|いったん|まず|最初|段階|この|バージョン|スコープ|今期|基本|原則|時|場合|際|とき|以外)$/;

/** 請求書を二重に作らない: the manner is ruled out, not the thing. */
const manner =
  /^(?:二重に|重複して|平文で|勝手に|無断で|直接|同時に|誤って|不正に|むやみに|必要以上に|そのまま|二度と|何度も|途中で|誤った|余計に)/;

/** The noun phrase before は/も/を, else before で/が, in the clause before `at`; else the clause. */
export function markedPhrase(lower: string, at: number, form: string): Span {
  const floor = clauseStart(lower, at);
  // は対象外 carries its own marker.
  if (form.startsWith('は') || form.startsWith('を')) return nounPhrase(lower, at);
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

/** "FAX連携不要": the noun right before the cue; a comma before the cue is passed. */
function nounPhraseOrClause(lower: string, floor: number, at: number): Span {
  // 遅延時は再通知せず: the verb's own noun, when nothing else is marked.
  const own = nounPhrase(lower, at);
  if (own.end - own.start > 1) return own;
  if (at > floor) return { start: floor, end: at };
  return nounPhrase(lower, Math.max(0, at - 1));
}

/** A marker stands after a noun, a closing bracket or a noun-like kana ending, not inside a kana word. */
function isParticle(lower: string, at: number): boolean {
  const before = lower.charCodeAt(at - 1);
  if (lower.startsWith('もの', at) || lower.startsWith('もし', at) || lower.startsWith('はず', at))
    return false;
  if (lower.startsWith('である', at) || lower.startsWith('でき', at)) return false;
  return (
    isKanji(before) ||
    isKatakana(before) ||
    isWordUnit(before) ||
    isHiragana(before) ||
    '」』)）`%"'.includes(lower.charAt(at - 1) || ' ')
  );
}
