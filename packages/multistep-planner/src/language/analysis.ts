import type { Language } from '@kanmon/core';
import { englishLexicon } from './en.ts';
import { englishSignals } from './english-signals.ts';
import { englishTerms } from './english-terms.ts';
import { foldPhrase, type Word } from './english-words.ts';
import { japaneseLexicon } from './ja.ts';
import { japaneseSignals } from './japanese-signals.ts';
import { japaneseTerms } from './japanese-terms.ts';
import {
  type CompiledLexicon,
  compileLexicon,
  type LexiconAddition,
  type TopicId,
} from './lexicon.ts';
import type { Signals } from './signals.ts';
import type { Term } from './term.ts';

/** Lexicons to add to the built-in ones. */
export interface LexiconAdditions {
  readonly ja?: LexiconAddition;
  readonly en?: LexiconAddition;
}

/** The lexicons of one planner, prepared. */
export interface Lexicons {
  readonly ja: CompiledLexicon;
  readonly en: CompiledLexicon;
}

/** One message, read once. */
export interface Analysis {
  readonly language: Language;
  readonly text: string;
  readonly terms: readonly Term[];
  readonly topics: ReadonlySet<TopicId>;
  readonly signals: Signals;
  /** Empty for Japanese. */
  readonly words: readonly Word[];
}

const builtIn: Lexicons = {
  ja: compileLexicon(japaneseLexicon, undefined, foldJapanese),
  en: compileLexicon(englishLexicon, undefined, foldPhrase),
};

/** The built-in lexicons with a user's words added. */
export function lexiconsWith(additions: LexiconAdditions | undefined): Lexicons {
  if (additions === undefined) return builtIn;
  return {
    ja: compileLexicon(japaneseLexicon, additions.ja, foldJapanese),
    en: compileLexicon(englishLexicon, additions.en, foldPhrase),
  };
}

/** Reads a cleaned message. What is neither Japanese nor English is read as words without a lexicon. */
export function analyse(text: string, language: Language, lexicons: Lexicons = builtIn): Analysis {
  if (language === 'ja') {
    const { terms } = japaneseTerms(text, lexicons.ja);
    const signals = japaneseSignals(text);
    return { language, text, terms, topics: topicsOf(terms), signals, words: [] };
  }
  const { terms, words } = englishTerms(text, lexicons.en);
  return {
    language,
    text,
    terms,
    topics: topicsOf(terms),
    signals: englishSignals({ text, words }),
    words,
  };
}

/** The terms of a Japanese text alone, for who asks for neither signals nor topics. */
export function japaneseTermsOf(text: string, lexicons: Lexicons = builtIn): readonly Term[] {
  return japaneseTerms(text, lexicons.ja).terms;
}

function topicsOf(terms: readonly Term[]): ReadonlySet<TopicId> {
  return new Set(terms.flatMap(({ topics }) => topics));
}

function foldJapanese(word: string): string {
  return word.normalize('NFKC');
}
