import { codePointsOf } from './measure.ts';
import type { WordFinder, WordMatch } from './find-words.ts';

/** What stands where a character of a prohibited word stood. */
export const maskCharacter = '〓';

/** A text without prohibited words, and whether words were replaced or masked in it. */
export interface MaskedText {
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
      return characters.map((character) => (character === '\n' ? '\n' : maskCharacter)).join('');
    });
  }
  return { text: current, replaced: [...replaced], masked: [...masked] };
}

function rewrite(
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
