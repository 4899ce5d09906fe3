import type { Language } from '@kanmon/core';
import type { TopicId, ValueKind } from './lexicon.ts';

/** One content term of a message. */
export interface Term {
  /** As written, after NFKC. */
  readonly text: string;
  /** The form in which terms are compared. */
  readonly key: string;
  /** UTF-16 offsets in the cleaned text. */
  readonly start: number;
  readonly end: number;
  readonly topics: readonly TopicId[];
  readonly values: readonly { readonly kind: ValueKind; readonly value: string }[];
  readonly isAttribute: boolean;
  /** An attribute noun alone: 期限, but not 返品期限. */
  readonly isBareAttribute: boolean;
  readonly isGeneric: boolean;
  /** Specific: neither attribute, nor topic, nor value, nor a noun for anything. */
  readonly isSpecific: boolean;
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
  /** Points back: これ, it, the one before. */
  readonly demonstrative: boolean;
  /** Begins by connecting to an earlier message: じゃあ, what about. */
  readonly opener: boolean;
  /** Announces another topic: ところで, by the way. */
  readonly topicSwitch: boolean;
  /** Asks for more of the same: もっと詳しく, for example. */
  readonly elaboration: boolean;
  /** Asks for something else of the same kind: 他には, any other. */
  readonly more: boolean;
  readonly question: boolean;
  /** Holds a question word. */
  readonly wh: boolean;
  /** Asks for a rule that holds for everybody. */
  readonly policy: boolean;
  /** Is about the user's own order and its fate. */
  readonly personal: boolean;
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
}

/** The reading of a text in its language. */
export interface TextReading {
  readonly terms: readonly Term[];
  readonly signals: Signals;
  /** Empty for Japanese. */
  readonly words: readonly Word[];
}

/** One message, read once. */
export interface Analysis extends TextReading {
  readonly language: Language;
  readonly text: string;
  readonly topics: ReadonlySet<TopicId>;
  /** The search query of the text: its content terms. The plan gate accepts it, or it is empty. */
  readonly query: string;
}
