import type { Language } from '@kanmon/core';
import type { ValueKind } from './lexicon.ts';

/** One content term of a message. */
export interface Term {
  /** As written, after NFKC. */
  readonly text: string;
  /** As a query holds it: a Japanese verb with the ending that makes it a word, 食べられない for the term 食べられ. */
  readonly written: string;
  /** The form in which terms are compared. */
  readonly key: string;
  /** UTF-16 offsets in the cleaned text. */
  readonly start: number;
  readonly end: number;
  /** Topics of the domain that is an option. */
  readonly topics: readonly string[];
  readonly values: readonly { readonly kind: ValueKind; readonly value: string }[];
  readonly isAttribute: boolean;
  /** An attribute noun alone: 期限, but not 返品期限. */
  readonly isBareAttribute: boolean;
  readonly isGeneric: boolean;
  /** A verb or adjective that names nothing by itself: change, 使う. */
  readonly isPredicate: boolean;
  /** A person, a time or a channel. */
  readonly isCircumstance: boolean;
  /** None of the others: it names something that can be searched. */
  readonly isSpecific: boolean;
  /** Has the position of a verb: it names an action, and not what it is done to. */
  readonly isVerb: boolean;
  /** Marked as a place, a tool or a company (で, から), not as what the sentence is about. */
  readonly isAside: boolean;
  /** Part of a greeting, of thanks or of a goodbye. */
  readonly isClosing: boolean;
  readonly isIdentifier: boolean;
}

/** One word of a Latin text, with UTF-16 offsets. */
export interface Word {
  readonly text: string;
  readonly lower: string;
  /** Singular, without a possessive: the form in which words are looked up. */
  readonly folded: string;
  readonly start: number;
  readonly end: number;
}

/** The form of a message, beside its terms. */
export interface Signals {
  /** Points back: これ, it, the one before. Not at a noun that the message itself named before. */
  readonly demonstrative: boolean;
  /** Begins by connecting to an earlier message: じゃあ, what about. */
  readonly opener: boolean;
  /** Announces another topic: ところで, by the way. */
  readonly topicSwitch: boolean;
  /** Asks for more of the same, or is about what was tried: もっと詳しく, for example, やってみたけど. */
  readonly elaboration: boolean;
  /** Asks for something else of the same kind: 他には, any other. */
  readonly more: boolean;
  readonly question: boolean;
  /** Holds a question word. */
  readonly wh: boolean;
  /** Asks nothing, or asks after the user's own matter: what is wanted depends on whose it is. */
  readonly statement: boolean;
  /** Asks how something is done. */
  readonly howTo: boolean;
  /** A greeting, thanks or a goodbye. */
  readonly chitchat: boolean;
  /** Cannot or will not answer a question. */
  readonly refusal: boolean;
  /** Asks which is best and names no criterion. */
  readonly choice: boolean;
  /** A noun and は？ or の場合は; what about X. */
  readonly ellipsis: boolean;
  /** A noun and も; X too. */
  readonly also: boolean;
  /** Puts one thing in the place of another (not X, I meant Y): known with the history only, false before. */
  readonly correction: boolean;
  /** Asks whether something is needed for, or part of, what was spoken of: is an ID required. */
  readonly requirement: boolean;
  /** Is about the user or the one who is asked: I, your. Not `you`, which often means anybody. */
  readonly situated: boolean;
  /** Is about the past. */
  readonly past: boolean;
}

/** The reading of a text in its language, without the signals that are read alike in both. */
export interface TextReading {
  readonly terms: readonly Term[];
  readonly signals: Omit<Signals, 'topicSwitch' | 'correction'>;
  /** Empty for Japanese. */
  readonly words: readonly Word[];
}

/** One message, read once. */
export interface Analysis extends TextReading {
  readonly language: Language;
  readonly text: string;
  readonly signals: Signals;
  readonly topics: ReadonlySet<string>;
  /** The search query of the text: its content terms. The plan gate accepts it, or it is empty. */
  readonly query: string;
}

/** A clause or a sentence of a message. */
export interface Part {
  readonly text: string;
  /** Asks for something, and does not only set the scene. */
  readonly isRequest: boolean;
}
