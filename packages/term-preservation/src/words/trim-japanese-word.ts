import { isKanji, isKatakana } from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { japaneseSuffixes, japaneseWholeWords, uncutWords } from './japanese-stop-words.ts';
import type { WordSpan } from './japanese-words.ts';
import type { StopWords } from './stop-words.ts';

/** Cuts suffixes that relate (登録時) and planning heads (認証機能); undefined when nothing is left to ask for. */
export function trimJapaneseWord(word: WordSpan, stops: StopWords): WordSpan | undefined {
  let { end } = word;
  const { start } = word;
  if (!word.derived) {
    const text = word.text;
    let length = text.length;
    for (let round = 0; round < 4; round += 1) {
      const next = trimOnce(text.slice(0, length), stops);
      if (next === length) break;
      length = next;
    }
    end = start + length;
  }
  const text = word.derived ? word.text : word.text.slice(0, end - start);
  const folded = foldTerm(text);
  if (folded === '' || stops.has(folded) || (folded.length === 1 && !isKanji(folded.charCodeAt(0))))
    return undefined;
  return { start, end, text, derived: word.derived, compound: word.compound || isCompound(text) };
}

function trimOnce(text: string, stops: StopWords): number {
  const head = text.slice(-2);
  if (
    text.length >= 4 &&
    stops.isHead(head) &&
    !endsWhole(text) &&
    !stops.has(foldTerm(text.slice(0, -2)))
  ) {
    return text.length - head.length;
  }
  if (text.length > 2 && stops.isHead(head) && stops.has(foldTerm(text.slice(0, -head.length))))
    return 0;
  const suffix = japaneseSuffixes.find((each) => text.endsWith(each));
  if (suffix === undefined || text.length - suffix.length < 2) return text.length;
  return uncutWords.has(text.slice(-2)) ||
    uncutWords.has(text.slice(-4)) ||
    uncutWords.has(text.slice(-3))
    ? text.length
    : text.length - suffix.length;
}

function endsWhole(text: string): boolean {
  for (let length = 4; length <= Math.min(8, text.length); length += 1) {
    if (japaneseWholeWords.has(text.slice(-length))) return true;
  }
  return false;
}

/** Two scripts, or four kanji and more, are a compound. */
function isCompound(text: string): boolean {
  const kanji = Array.from(text).filter((character) => isKanji(character.charCodeAt(0))).length;
  const katakana = Array.from(text).some((character) => isKatakana(character.charCodeAt(0)));
  return (
    kanji >= 4 || (kanji > 0 && katakana) || (/[A-Za-z]/.test(text) && (kanji > 0 || katakana))
  );
}
