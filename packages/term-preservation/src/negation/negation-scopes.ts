import {
  isDigit,
  isHiragana,
  isJapanese,
  isKanji,
  isKatakana,
  isLatin,
  isWordUnit,
  lowerAscii,
} from '../text/characters.ts';
import { kanaNounLength } from '../words/kana-nouns.ts';
import { readVerbForm } from '../words/okurigana.ts';
import { englishPlanningVerbs, englishWorkVerbs } from '../words/english-stop-words.ts';
import type { Span } from '../vocabulary/terms.ts';
import { type CueSpan, findCues } from './find-cues.ts';

/** A scope never reaches farther back or ahead than this; keeps hostile text linear. */
const longestScope = 160;
/** Topics that say when, not what: 今回は印刷を行わない. */
const adjuncts =
  /(?:今回|現時点|当面|当初|初回|初期|次回|本件|本フェーズ|フェーズ|リリース|第一弾|第1弾|一旦|いったん|まず|最初|段階|この|バージョン|スコープ|今期|基本|原則|時|場合|際|とき|以外)$/;

/** 請求書を二重に作らない: the manner is ruled out, not the thing. */
const manner =
  /^(?:二重に|重複して|平文で|勝手に|無断で|直接|同時に|誤って|不正に|むやみに|必要以上に|そのまま|二度と|何度も|途中で|誤った|余計に)/;

/** Where the cues of a text stand: their words are no terms. */
export function findCueSpans(text: string): readonly Span[] {
  return findCues(lowerAscii(text));
}

/** Ranges of a text that are negated or put out of scope, in order. */
export function findNegationScopes(text: string): readonly Span[] {
  const lower = lowerAscii(text);
  const found = findCues(lower);
  if (found.length === 0) return [];
  const scoped = found.map((cue) => ({ cue, scope: scopeOf(lower, cue) }));
  return scoped
    .filter(({ cue, scope }, index) => !isAffirmed(scoped, cue, scope, index))
    .map(({ scope }) => scope)
    .filter((scope) => scope.end > scope.start)
    .toSorted((a, b) => a.start - b.start)
    .reduce<Span[]>(mergeScope, []);
}

/** True when a range lies in one of the scopes by half or more of its length. */
export function isNegated(scopes: readonly Span[], start: number, end: number): boolean {
  let low = 0;
  let high = scopes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((scopes[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  for (let at = low; at < scopes.length; at += 1) {
    const scope = scopes[at];
    if (scope === undefined || scope.start >= end) return false;
    if (2 * (Math.min(scope.end, end) - Math.max(scope.start, start)) >= end - start) return true;
  }
  return false;
}

/** Scopes that overlap become one, so that ends ascend like starts. */
function mergeScope(merged: Span[], scope: Span): Span[] {
  const last = merged.at(-1);
  if (last === undefined || last.end < scope.start) merged.push(scope);
  else if (scope.end > last.end) merged[merged.length - 1] = { start: last.start, end: scope.end };
  return merged;
}

interface Scoped {
  readonly cue: CueSpan;
  readonly scope: Span;
}

/** Two cues, one in the scope of the other, affirm: "do not leave out X", 確認せずには送らない. */
function isAffirmed(all: readonly Scoped[], cue: CueSpan, scope: Span, index: number): boolean {
  let count = 0;
  for (let other = Math.max(0, index - 3); other < Math.min(all.length, index + 4); other += 1) {
    const each = all[other];
    if (other === index || each === undefined) continue;
    const holds = scope.start <= each.cue.start && each.cue.end <= scope.end;
    const held = each.scope.start <= cue.start && cue.end <= each.scope.end;
    if (holds || held) count += 1;
  }
  return count % 2 === 1;
}

function scopeOf(lower: string, { cue, start, end }: CueSpan): Span {
  switch (cue.scope) {
    case 'marked':
      return markedPhrase(lower, start, cue.form);
    case 'phrase':
      return { start: phraseStart(lower, start), end: start };
    case 'subject':
      return subjectBefore(lower, start);
    case 'forward':
      return { start: end, end: forwardEnd(lower, end, false) };
    case 'next-phrase':
      return { start: end, end: forwardEnd(lower, end, true) };
    case 'line':
      return { start: end, end: lineEnd(lower, end) };
    case 'affirm':
    default:
      return { start, end: start };
  }
}

function lineEnd(lower: string, at: number): number {
  let end = at;
  while (
    end < lower.length &&
    end < at + longestScope &&
    lower.charAt(end) !== '\n' &&
    lower.charAt(end) !== '。'
  )
    end += 1;
  return end;
}

/** Punctuation that ends a clause at `at`; not the dot of v1.4 nor the comma of 1,000. */
export function endsClause(lower: string, at: number): boolean {
  const character = lower.charAt(at);
  if ('、。，．;；!?！？\n'.includes(character)) return true;
  if (character !== '.' && character !== ',') return false;
  return !isWordUnit(lower.charCodeAt(at + 1));
}

function clauseStart(lower: string, at: number): number {
  const floor = Math.max(0, at - longestScope);
  let start = at;
  while (start > floor && !endsClause(lower, start - 1) && !isConjunctiveGa(lower, start - 1))
    start -= 1;
  return start;
}

/** が after a predicate (だが, ますが, するが) joins clauses; after a noun it marks the subject. So do ので and けれど. */
function isConjunctiveGa(lower: string, at: number): boolean {
  const character = lower.charAt(at);
  if (character === 'が')
    return 'すだるたいん'.includes(lower.charAt(at - 1) || ' ') && !lower.startsWith('がる', at);
  return character === 'で' && lower.charAt(at - 1) === 'の'
    ? 'るたいだな'.includes(lower.charAt(at - 2) || ' ')
    : false;
}

/** The noun phrase before は/も/を, else before で/が, in the clause before `at`; else the clause. */
function markedPhrase(lower: string, at: number, form: string): Span {
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

/** Left edge of the noun phrase that ends at `end`, lists with や・と・の・、 included. */
function nounPhrase(lower: string, end: number): Span {
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

function phraseStart(lower: string, end: number): number {
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

/** English: from the clause start to the cue, back over "is/are" already in the cue. */
function subjectBefore(lower: string, at: number): Span {
  let start = clauseStart(lower, at);
  const text = lower.slice(start, at);
  const joint = Math.max(
    text.lastIndexOf(' but '),
    text.lastIndexOf(' while '),
    text.lastIndexOf(' however '),
  );
  if (joint >= 0) start += joint + 1;
  else {
    // "export runs nightly and printing is out of scope": a verb before "and" closes the first clause.
    const and = text.lastIndexOf(' and ');
    if (and >= 0 && hasVerb(text.slice(0, and))) start += and + 5;
  }
  return { start, end: at };
}

function hasVerb(text: string): boolean {
  const words = text.trim().split(' ');
  return words.some(
    (word, index) =>
      englishPlanningVerbs.has(word) ||
      (index === 0 && englishWorkVerbs.has(word)) ||
      /^(?:is|are|will|must|can|should|gets?)$/.test(word),
  );
}

const phraseStops = new Set(
  'for when if because so until unless to as is are will in on at by during via from before after that which where must should can'.split(
    ' ',
  ),
);
const joints = new Set(['and', 'but', 'then', 'or']);

/** End of a forward scope. `phrase`: only the noun phrase; else to the clause end or a verb after and/but. */
function forwardEnd(lower: string, from: number, phrase: boolean): number {
  let at = from;
  const limit = Math.min(lower.length, from + longestScope);
  let previous = '';
  let words = 0;
  while (at < limit && !endsClause(lower, at)) {
    if (!isLatin(lower.charCodeAt(at))) {
      at += 1;
      continue;
    }
    let end = at;
    while (
      end < limit &&
      (isWordUnit(lower.charCodeAt(end)) || "'-".includes(lower.charAt(end) || ' '))
    )
      end += 1;
    const word = lower.slice(at, end);
    if (word === 'but' || word === 'however' || word === 'while') return at;
    if (joints.has(previous) && startsVerb(word)) return at - previous.length - 1;
    if (phrase && words > 0 && phraseStops.has(word)) return at;
    previous = word;
    words += 1;
    at = end;
  }
  return at;
}

function startsVerb(word: string): boolean {
  return (
    englishPlanningVerbs.has(word) ||
    englishWorkVerbs.has(word) ||
    word === 'do' ||
    word === "don't" ||
    word === 'never'
  );
}
