import { endsClause } from '../negation/clause-edges.ts';
import { cueMark, type ScanText } from '../scan/typed-span.ts';
import {
  isDigit,
  isJapanese,
  isKanji,
  isKatakana,
  isLatin,
  isSpace,
  isWordUnit,
  runEnd,
} from '../text/characters.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import type { MappedText } from '../text/offset-map.ts';
import { readTokens } from '../text/read-tokens.ts';
import type { Tokenizer } from '../vocabulary/terms.ts';
import { type EnglishToken, readEnglishWords } from '../words/english-words.ts';
import {
  readJapaneseWord,
  startsJapaneseWord,
  trimJapaneseWord,
  type WordSpan,
} from '../words/japanese-words.ts';
import type { StopWords } from '../words/stop-words.ts';

/** Latin words in a row from which a stretch inside Japanese text is read as English. */
const englishStretch = 4;
/** UTF-16 units of a stretch that are read at once; what follows is the next stretch. */
const longestStretch = 4000;

/** Word terms of what the scanners left free, in order. */
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
      else words.push(...stretch.tokens.flatMap((token) => loneLatin(plain, token, stops)));
      at = Math.max(stretch.end, at + 1);
    } else at += 1;
  }
  return words;
}

function hasJapanese(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (isJapanese(text.charCodeAt(at))) return true;
  }
  return false;
}

/** A single kanji beside a literal is its suffix (3月|末), no word. */
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
  return (
    scan.claimed[end] === 0 &&
    startsJapaneseWord(plain, end) &&
    isJapaneseContent(plain.charCodeAt(end))
  );
}

function isJapaneseContent(unit: number): boolean {
  return isJapanese(unit) && !(unit >= 0x3041 && unit <= 0x309f);
}

/** English words from `at` on, up to the first Japanese unit. Literals and punctuation break phrases. */
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
  let before = at - 1;
  while (before >= 0 && plain.charCodeAt(before) === 32) before -= 1;
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

function loneLatin(plain: string, token: EnglishToken, stops: StopWords): readonly WordSpan[] {
  if (token.folded.length < 2 || stops.has(token.folded)) return [];
  const { start, end } = token;
  return [{ start, end, text: plain.slice(start, end), derived: false, compound: false }];
}

/**
 * Word terms by a tokenizer: neighbouring nouns are one compound; a verb gives its noun form only
 * through the script runs, so those of native verb pairs are kept. English stays with the built-in rules.
 */
export function readTokenizedWords(
  input: string,
  wide: MappedText,
  scan: ScanText,
  stops: StopWords,
  tokenizer: Tokenizer,
): readonly WordSpan[] {
  const tokens = readTokens(tokenizer, wide.text);
  const own = readWords(scan, stops);
  const words: WordSpan[] = [];
  let start = -1;
  let end = -1;
  let parts = 0;
  const flush = (): void => {
    if (start >= 0) {
      const text = wide.text.slice(start, end);
      const word = trimJapaneseWord(
        { start, end, text, derived: false, compound: parts > 1 },
        stops,
      );
      if (word !== undefined && isContent(word.text)) words.push(word);
    }
    start = -1;
    parts = 0;
  };
  for (const token of tokens) {
    const close = token.start + token.surface.length;
    const free = scan.claimed[token.start] === 0 && scan.claimed[close - 1] === 0;
    const noun =
      token.pos === 'noun' &&
      token.stop !== true &&
      free &&
      Array.from(token.surface).some(
        (each) => isJapanese(each.charCodeAt(0)) || isLatin(each.charCodeAt(0)),
      );
    if (!noun || token.start !== end) flush();
    if (noun) {
      if (start < 0) start = token.start;
      end = close;
      parts += 1;
    }
  }
  flush();
  const japanese = words.filter((word) =>
    Array.from(word.text).some((each) => isJapanese(each.charCodeAt(0))),
  );
  const rest = own.filter(
    (word) =>
      (word.derived || !hasJapaneseLetter(word.text)) &&
      !japanese.some((each) => each.start < word.end && word.start < each.end),
  );
  return [...japanese, ...rest].toSorted((a, b) => a.start - b.start);
}

function hasJapaneseLetter(text: string): boolean {
  return Array.from(text).some((each) => isJapanese(each.charCodeAt(0)));
}

function isContent(text: string): boolean {
  const wide = normalizeWidth(text).text;
  return wide.length > 1 || isKanji(wide.charCodeAt(0)) || isKatakana(wide.charCodeAt(0));
}
