import { type FoldedText, foldText } from './fold-text.ts';

/** A word that must not appear, and what may stand in its place. */
export interface ProhibitedWord {
  readonly word: string;
  readonly replacement?: string;
}

/** Where a word was found, in code points of the text as it is written. */
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
