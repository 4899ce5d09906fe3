import { isJapanese, isKanji, isKatakana, isLatin } from '../text/characters.ts';
import type { MappedText } from '../text/normalize-width.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import type { ScanText } from '../scan/typed-span.ts';
import { readTokens } from '../tokenizer/read-tokens.ts';
import type { Tokenizer } from '../vocabulary/terms.ts';
import type { WordSpan } from '../words/japanese-words.ts';
import { trimJapaneseWord } from '../words/trim-japanese-word.ts';
import type { StopWords } from '../words/stop-words.ts';
import { readWords } from './read-words.ts';

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
