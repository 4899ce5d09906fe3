import {
  englishFunctionWords,
  englishPlanningNouns,
  englishPlanningVerbs,
} from './english-stop-words.ts';
import { japanesePlanningNouns, japaneseStopWords } from './japanese-stop-words.ts';

/** The stop words in force: the lists with what the caller adds and removes. */
export interface StopWords {
  has(folded: string): boolean;
  /** Planning nouns are cut off as heads; a removed word is none. */
  isHead(folded: string): boolean;
}

/** True for a word of the built-in lists, in either language; `word` is folded. */
export function isStopWord(word: string): boolean {
  return (
    englishFunctionWords.has(word) ||
    englishPlanningVerbs.has(word) ||
    englishPlanningNouns.has(word) ||
    japaneseStopWords.has(word)
  );
}

export function createStopWords(
  added: ReadonlySet<string>,
  removed: ReadonlySet<string>,
): StopWords {
  return {
    has: (folded) => added.has(folded) || (!removed.has(folded) && isStopWord(folded)),
    isHead: (folded) =>
      !removed.has(folded) &&
      (japanesePlanningNouns.has(folded) || englishPlanningNouns.has(folded)),
  };
}
