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
  /** Says something of its own: neither attribute, nor topic, nor value, nor a noun for anything. */
  readonly isSpecific: boolean;
  readonly isIdentifier: boolean;
}
