import { endsClause } from '../negation/clause-edges.ts';
import { cueMark, type ScanText } from '../scan/typed-span.ts';
import {
  countUnits,
  isDigit,
  isHiragana,
  isJapanese,
  isKanji,
  isKatakana,
  isLatin,
  isSpace,
  isWordUnit,
  lastBeforeSpaces,
  runEnd,
} from '../text/characters.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import { readTokens } from '../text/read-tokens.ts';
import type { Token, Tokenizer } from '../vocabulary/terms.ts';
import { type EnglishToken, readEnglishWords } from '../words/english-words.ts';
import {
  readJapaneseWord,
  startsJapaneseWord,
  trimJapaneseWord,
  wordSpan,
  type WordSpan,
} from '../words/japanese-words.ts';
import type { StopWords } from '../words/stop-words.ts';

/** Latin words in a row from which a stretch inside Japanese text is read as English. */
const englishStretch = 4;
/** UTF-16 units of a stretch that are read at once; what follows is the next stretch. */
const longestStretch = 4000;

/** Returns the word terms of what the scanners left free, in order. */
export function readWords(scan: ScanText, stops: StopWords): readonly WordSpan[] {
  const { plain } = scan;
  const words: WordSpan[] = [];
  const japanese = hasJapanese(plain);
  let border = -1;
  let at = 0;
  while (at < plain.length) {
    if (scan.claimed[at] !== 0) {
      at += 1;
      continue;
    }
    const unit = plain.charCodeAt(at);
    if (startsJapaneseWord(plain, at) || (japanese && startsGluedLatin(scan, at))) {
      // The next claimed unit is looked up once for all words before it.
      if (border < at) border = freeEnd(scan, at);
      const step = readJapaneseWord(plain, at, border);
      const trimmed = step.word === undefined ? undefined : trimJapaneseWord(step.word, stops);
      if (trimmed !== undefined && !isScrap(scan, trimmed)) words.push(trimmed);
      at = Math.max(step.end, at + 1);
    } else if (isLatin(unit) && isWordUnit(plain.charCodeAt(at - 1))) {
      // The rest of a token that starts with a digit names nothing.
      at = runEnd(plain, at, isWordUnit);
    } else if (isLatin(unit)) {
      const stretch = readStretch(scan, at);
      if (!japanese || stretch.tokens.length >= englishStretch)
        words.push(...readEnglishWords(plain, stretch.tokens, stops));
      else words.push(...readLatinNames(plain, stretch.tokens, stops));
      at = Math.max(stretch.end, at + 1);
    } else at += 1;
  }
  return words;
}

function hasJapanese(text: string): boolean {
  return countUnits(text, isJapanese) > 0;
}

/** A single kanji beside a literal is its suffix (3月|末), not a word. */
function isScrap(scan: ScanText, word: WordSpan): boolean {
  if (word.end - word.start > 1) return false;
  return scan.claimed[word.start - 1] === 1 || scan.claimed[word.end] === 1;
}

function freeEnd(scan: ScanText, at: number): number {
  let end = at;
  while (end < scan.plain.length && scan.claimed[end] === 0) end += 1;
  return end;
}

/** JWT認証: Latin that touches kanji or katakana belongs to the compound. */
function startsGluedLatin(scan: ScanText, at: number): boolean {
  const { plain } = scan;
  if (!isWordUnit(plain.charCodeAt(at)) || isWordUnit(plain.charCodeAt(at - 1))) return false;
  // a1,000件: what follows the comma is the rest of a number.
  if (',.'.includes(plain.charAt(at - 1) || ' ') && isWordUnit(plain.charCodeAt(at - 2)))
    return false;
  const end = runEnd(plain, at, isWordUnit);
  const next = plain.charCodeAt(end);
  return scan.claimed[end] === 0 && !isHiragana(next) && startsJapaneseWord(plain, end);
}

/** Reads English words up to the first Japanese unit. Literals and punctuation break phrases. */
function readStretch(
  scan: ScanText,
  from: number,
): { readonly end: number; readonly tokens: readonly EnglishToken[] } {
  const { plain, lower } = scan;
  const tokens: EnglishToken[] = [];
  const limit = Math.min(plain.length, from + longestStretch);
  let at = from;
  let breakBefore = true;
  let opensClause = isClauseOpening(scan, from);
  while (at < limit) {
    const unit = plain.charCodeAt(at);
    if (isJapanese(unit)) break;
    if (scan.claimed[at] !== 0) {
      const previous = tokens.at(-1);
      const cue = scan.claimed[at] === cueMark;
      if (previous !== undefined && !breakBefore && !cue)
        tokens[tokens.length - 1] = { ...previous, beforeLiteral: true };
      breakBefore = true;
      // "do not migrate avatars": a verb may follow a cue.
      opensClause = cue;
      at += 1;
    } else if (isLatin(unit) || isDigit(unit)) {
      const end = Math.min(limit, wordEnd(scan, at));
      const folded = lower.slice(at, end);
      if (isLatin(unit))
        tokens.push({ start: at, end, folded, breakBefore, opensClause, beforeLiteral: false });
      breakBefore = !isLatin(unit);
      opensClause = false;
      at = end;
    } else {
      if (!isSpace(unit)) breakBefore = true;
      if (endsClause(plain, at) || unit === 58 || unit === 10) opensClause = true;
      at += 1;
    }
  }
  return { end: at, tokens };
}

function isClauseOpening(scan: ScanText, at: number): boolean {
  const { plain } = scan;
  const before = lastBeforeSpaces(plain, at);
  return (
    before < 0 ||
    scan.claimed[before] === cueMark ||
    endsClause(plain, before) ||
    '-*•:)'.includes(plain.charAt(before))
  );
}

function wordEnd(scan: ScanText, at: number): number {
  const { plain } = scan;
  let end = runEnd(plain, at, isWordUnit);
  while (
    "'’-&".includes(plain.charAt(end) || ' ') &&
    isLatin(plain.charCodeAt(end + 1)) &&
    scan.claimed[end] === 0
  )
    end = runEnd(plain, end + 1, isWordUnit);
  return end;
}

/** Latin words inside Japanese text. Those that one space joins are one name: feature flags. */
function readLatinNames(
  plain: string,
  tokens: readonly EnglishToken[],
  stops: StopWords,
): readonly WordSpan[] {
  const names: { start: number; end: number; words: number }[] = [];
  for (const { start, end, folded } of tokens) {
    const last = names.at(-1);
    const isJoined = last !== undefined && start === last.end + 1 && plain.charAt(last.end) === ' ';
    if (isJoined) Object.assign(last, { end, words: last.words + 1 });
    else if (folded.length > 1 && (!stops.has(folded) || plain.charAt(end) === ' '))
      names.push({ start, end, words: 1 });
  }
  return names
    .filter(({ start, end }) => !stops.has(plain.slice(start, end).toLowerCase()))
    .map(({ start, end, words }) => wordSpan(plain, start, end, words > 1));
}

/**
 * Returns the word terms with Japanese words from a tokenizer: nouns in a row are one compound. Nouns of native verb
 * pairs (受け取れる gives 受け取り) and English come from the built-in rules.
 */
export function readTokenizedWords(
  scan: ScanText,
  stops: StopWords,
  tokenizer: Tokenizer,
): readonly WordSpan[] {
  const compounds: { start: number; end: number; parts: number }[] = [];
  for (const token of readTokens(tokenizer, scan.plain)) {
    if (!isFreeNoun(scan, token)) continue;
    const { start } = token;
    const end = start + token.surface.length;
    const last = compounds.at(-1);
    if (last?.end === start) Object.assign(last, { end, parts: last.parts + 1 });
    else compounds.push({ start, end, parts: 1 });
  }
  const japanese = compounds
    .map(({ start, end, parts }) => wordSpan(scan.plain, start, end, parts > 1))
    .flatMap((word) => trimJapaneseWord(word, stops) ?? [])
    .filter(({ text }) => hasJapanese(text) && isContent(text));
  const others = readWords(scan, stops).filter(
    (word) =>
      (word.derived || !hasJapanese(word.text)) &&
      !japanese.some((each) => each.start < word.end && word.start < each.end),
  );
  return [...japanese, ...others].toSorted((a, b) => a.start - b.start);
}

function isFreeNoun({ claimed }: ScanText, { start, surface, pos, stop }: Token): boolean {
  if (pos !== 'noun' || stop === true) return false;
  const isFree = claimed[start] === 0 && claimed[start + surface.length - 1] === 0;
  return isFree && countUnits(surface, (unit) => isJapanese(unit) || isLatin(unit)) > 0;
}

function isContent(text: string): boolean {
  const wide = normalizeWidth(text).text;
  return wide.length > 1 || isKanji(wide.charCodeAt(0)) || isKatakana(wide.charCodeAt(0));
}
