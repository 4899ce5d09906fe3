// Similar texts are imported one after the other: side by side they compress better.
import { englishLexicon } from './en.ts';
import { japaneseLexicon } from './ja.ts';
import { defaultPlanLimits } from '../plan/plan-limits.ts';
import { queryRefusal } from '../plan/query-text.ts';
import { checkText } from '../wire/check-input.ts';
import { firstCodePoints } from '../wire/values.ts';
import { announcesTopic, cleanText, isAboutAssistant } from './clean-text.ts';
import { foldPhrase, readEnglish } from './english.ts';
import { japaneseTerms, readJapanese } from './japanese.ts';
import {
  type CompiledLexicon,
  compileLexicon,
  type LexiconAddition,
  type TopicWords,
} from './lexicon.ts';
import type { Analysis, Term } from './reading.ts';
import { resolveLanguage } from './resolve-language.ts';
import type { Language } from '@kanmon/core';

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

/** Words of both languages for each topic of a domain. */
export type DomainTopics = Readonly<
  Record<string, { readonly ja?: readonly string[]; readonly en?: readonly string[] }>
>;

const builtIn = compileBoth({}, {});

/** Domains are constants of a program: each is compiled once. */
const compiled = new WeakMap<DomainTopics, Lexicons>();

/** The built-in lexicons with the words of a domain and of a user added. */
export function lexiconsWith(
  topics: DomainTopics | undefined,
  additions: LexiconAdditions | undefined,
): Lexicons {
  if (additions !== undefined) return compileBoth(topics ?? {}, additions);
  if (topics === undefined) return builtIn;
  const known = compiled.get(topics) ?? compileBoth(topics, {});
  compiled.set(topics, known);
  return known;
}

function compileBoth(topics: DomainTopics, additions: LexiconAdditions): Lexicons {
  const wordsIn = (language: 'ja' | 'en'): TopicWords =>
    Object.fromEntries(
      Object.entries(topics).map(([topic, words]) => [topic, words[language] ?? []]),
    );
  return {
    ja: compileLexicon(japaneseLexicon, additions.ja ?? {}, wordsIn('ja'), foldJapanese),
    en: compileLexicon(englishLexicon, additions.en ?? {}, wordsIn('en'), foldPhrase),
  };
}

/** Reads a cleaned message. A text in another language than the two is read as English words. */
export function analyse(text: string, language: Language, lexicons: Lexicons = builtIn): Analysis {
  const isJapanese = language === 'ja';
  const read = isJapanese ? readJapanese(text, lexicons.ja) : readEnglish(text, lexicons.en);
  const signals = { ...read.signals, topicSwitch: announcesTopic(text), correction: false };
  const topics = new Set(read.terms.flatMap((term) => term.topics));
  return { language, text, ...read, signals, topics, query: queryOf(text, read.terms, language) };
}

/** Returns the terms of a Japanese text by the built-in lexicon, without signals and topics. */
export function japaneseTermsOf(text: string): readonly Term[] {
  return japaneseTerms(text, builtIn.ja);
}

/** Returns true for a greeting, thanks or a question who the assistant is, and nothing else. */
export function isGreeting({ signals, terms, text }: Analysis): boolean {
  return (signals.chitchat && terms.every(({ isClosing }) => isClosing)) || isAboutAssistant(text);
}

/** Returns the content terms joined by one space; the whole text without them, and nothing for marks alone. */
function queryOf(text: string, terms: readonly Term[], language: Language): string {
  const plain = text.replaceAll('\n', ' ').trim();
  if (!/[\p{L}\p{N}\p{So}]/u.test(plain)) return '';
  const isPlain = language === 'other' || terms.length === 0;
  return safeQuery(isPlain ? plain : terms.map((term) => term.written).join(' '));
}

/** Cuts a query to the longest one, and removes what the plan gate refuses in one. */
export function safeQuery(query: string): string {
  const { queryLength } = defaultPlanLimits;
  const cut = firstCodePoints(query, queryLength).trim();
  const refusal = queryRefusal(cut, defaultPlanLimits);
  if (refusal === null || refusal === 'query-blank') return cut;
  // Only brackets and fences make words look like data.
  return cut
    .replaceAll(/[{}[\]`~"]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/**
 * Returns the words of a text that a search needs: content terms in order, joined by one space; the
 * trimmed text without them, and an empty query for marks alone.
 *
 * @example
 * buildQuery('北海道への送料を教えてください'); // '北海道 送料'
 * buildQuery('How do I clean a cast iron pan?'); // 'clean cast iron pan'
 */
export function buildQuery(text: string, language?: Language): string {
  checkText('text', text);
  const clean = cleanText(text, defaultPlanLimits.messageLength).text;
  return analyse(clean, language ?? resolveLanguage(clean, [])).query;
}

function foldJapanese(word: string): string {
  return word.normalize('NFKC');
}
