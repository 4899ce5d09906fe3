import { codePointsOf } from './measure.ts';

/** A word that must not appear, and its replacement. */
export interface ProhibitedWord {
  readonly word: string;
  readonly replacement?: string;
}

/** The place of a word, in code points of the text as it is written. */
export interface WordMatch {
  readonly word: ProhibitedWord;
  readonly start: number;
  readonly end: number;
}

/** Words with their folded forms, made once for many texts. */
export interface WordFinder {
  find(text: string): WordMatch[];
}

const asciiWord = /^[a-z0-9]+$/;
const asciiLetterOrDigit = /^[a-z0-9]$/;

/**
 * Finds words however they are written: in another width, case or kana, with spaces, line breaks or
 * zero-width characters between their letters. A word of ASCII letters and digits needs none of
 * these right beside it. Matches are in order and do not overlap: the earliest, then the longest.
 */
export function createWordFinder(words: readonly ProhibitedWord[]): WordFinder {
  const forms = words
    .map((word) => ({ word, folded: foldText(word.word).text }))
    .filter(({ folded }) => folded !== '');
  return {
    find(text) {
      if (forms.length === 0) return [];
      const folded = foldText(text);
      const matches = forms.flatMap(({ word, folded: form }) => matchesOf(folded, form, word));
      return withoutOverlap(matches);
    },
  };
}

function matchesOf(text: FoldedText, form: string, word: ProhibitedWord): WordMatch[] {
  const matches: WordMatch[] = [];
  const needsEdges = asciiWord.test(form);
  let from = 0;
  for (;;) {
    const at = text.text.indexOf(form, from);
    if (at === -1) return matches;
    const start = text.starts[at] ?? 0;
    const end = text.ends[at + form.length - 1] ?? 0;
    const isWhole = !needsEdges || !(touchesWord(text, start - 1) || touchesWord(text, end));
    if (isWhole) matches.push({ word, start, end });
    // After a hit the next one may begin at its end; after a near miss, one unit further.
    from = isWhole ? at + form.length : at + 1;
  }
}

function touchesWord(text: FoldedText, codePoint: number): boolean {
  const character = text.codePoints[codePoint];
  return (
    character !== undefined && asciiLetterOrDigit.test(character.normalize('NFKC').toLowerCase())
  );
}

function withoutOverlap(matches: readonly WordMatch[]): WordMatch[] {
  const ordered = matches.toSorted(
    (left, right) => left.start - right.start || right.end - left.end,
  );
  const kept: WordMatch[] = [];
  let end = 0;
  for (const match of ordered) {
    if (match.start < end) continue;
    kept.push(match);
    end = match.end;
  }
  return kept;
}

/** Replaces each character of a prohibited word. */
export const maskCharacter = '〓';

/** A text without prohibited words, and whether words were replaced or masked in it. */
interface MaskedText {
  readonly text: string;
  readonly replaced: readonly string[];
  readonly masked: readonly string[];
}

/** A replacement may make a new word with its neighbours; after these rounds everything is masked. */
const replacementRounds = 4;
/** Each round of masks removes at least one character that is no mask, but two rounds have always done. */
const maskRounds = 8;

/**
 * Replaces prohibited words where they have a replacement, masks them else. What comes out holds
 * none, also not across what was put in.
 */
export function maskWords(text: string, finder: WordFinder): MaskedText {
  const replaced = new Set<string>();
  const masked = new Set<string>();
  let current = text;
  for (let round = 0; round < replacementRounds + maskRounds; round += 1) {
    const matches = finder.find(current);
    if (matches.length === 0) break;
    current = rewrite(current, matches, (match, characters) => {
      const { word, replacement } = match.word;
      if (replacement !== undefined && round < replacementRounds) {
        replaced.add(word);
        return withLineBreaks(replacement, characters);
      }
      masked.add(word);
      return maskOf(characters);
    });
  }
  return { text: current, replaced: [...replaced], masked: [...masked] };
}

/** Masks each character; line breaks stay. */
export function maskOf(characters: readonly string[]): string {
  return characters.map((character) => (character === '\n' ? '\n' : maskCharacter)).join('');
}

/** Replaces the matches of a text, which are in order and apart. */
export function rewrite(
  text: string,
  matches: readonly WordMatch[],
  replace: (match: WordMatch, characters: readonly string[]) => string,
): string {
  const characters = codePointsOf(text);
  const parts: string[] = [];
  let from = 0;
  for (const match of matches) {
    parts.push(characters.slice(from, match.start).join(''));
    parts.push(replace(match, characters.slice(match.start, match.end)));
    from = match.end;
  }
  parts.push(characters.slice(from).join(''));
  return parts.join('');
}

/** A word over two lines is replaced on the first; the lines stay two. */
function withLineBreaks(replacement: string, characters: readonly string[]): string {
  return replacement + characters.filter((character) => character === '\n').join('');
}

/** A text as a reader takes it in, each folded unit with the code points it came from. */
interface FoldedText {
  readonly text: string;
  /** For each UTF-16 unit of `text`: index of the first code point of its origin. */
  readonly starts: readonly number[];
  /** For each unit: index after the last code point of its origin. */
  readonly ends: readonly number[];
  readonly codePoints: readonly string[];
}

/** Characters between the letters of a word that are not read: spaces, zero-width characters, soft hyphens. */
const skipped = /^[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]$/u;
/** Marks that belong to the character before them, the half-width voicing marks included. */
const attached = /^[\p{M}\uff9e\uff9f]$/u;
const katakana = /[\u30a1-\u30f6\u30fd\u30fe]/g;
const katakanaToHiragana = 0x60;
const asciiOnly = /^[\u0021-\u007e]$/;

/**
 * Folds width (NFKC), case and kana, and drops what is not read, so that one spelling stands for all.
 * Linear in the text.
 */
export function foldText(text: string): FoldedText {
  const codePoints = codePointsOf(text);
  const starts: number[] = [];
  const ends: number[] = [];
  const parts: string[] = [];
  for (let index = 0; index < codePoints.length;) {
    const start = index;
    let group = codePoints[index] ?? '';
    index += 1;
    if (skipped.test(group)) continue;
    while (index < codePoints.length && attached.test(codePoints[index] ?? '')) {
      group += codePoints[index] ?? '';
      index += 1;
    }
    const folded = foldGroup(group);
    parts.push(folded);
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(start);
      ends.push(index);
    }
  }
  return { text: parts.join(''), starts, ends, codePoints };
}

function foldGroup(group: string): string {
  if (asciiOnly.test(group)) return group.toLowerCase();
  return group
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(katakana, (kana) => String.fromCharCode(kana.charCodeAt(0) - katakanaToHiragana));
}
