import type { Language, ValidationResult } from '@kanmon/core';

export const termKinds = [
  'quoted',
  'code',
  'endpoint',
  'path',
  'identifier',
  'version',
  'quantity',
  'word',
  'phrase',
  'custom',
] as const;
/** Kind of a term. All but `word`, `phrase` and `custom` are literals. */
export type TermKind = (typeof termKinds)[number];

export const termPolarities = ['required', 'forbidden', 'replaced'] as const;
/** `replaced` is the old value of a change ("from 8 to 12"); it is never checked. */
export type TermPolarity = (typeof termPolarities)[number];

/** A range of UTF-16 units of the original string, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One thing that the request asks for, or asks to leave out. */
export interface RequiredTerm {
  /**
   * The slice of the request at `span`, delimiters of quotes and code left out. A noun made from a verb form (受け取れる gives
   * 受け取り) has the span of that form.
   */
  readonly text: string;
  readonly kind: TermKind;
  readonly polarity: TermPolarity;
  /** 0 to 1; literals weigh 1. */
  readonly weight: number;
  /** True for kinds that are compared character by character. */
  readonly exact: boolean;
  /** Absent for terms given by hand. */
  readonly span?: Span;
  /** Further forms that count as the term. */
  readonly aliases?: readonly string[];
}

/** The terms of one request. */
export interface RequiredTerms {
  /** Texts of the required items, in order of appearance. */
  readonly terms: string[];
  readonly source: 'user-input' | 'original-tasks' | 'custom' | 'llm';
  readonly items: readonly RequiredTerm[];
  /** True when terms were dropped for `maxTerms`. */
  readonly truncated: boolean;
  readonly language: Language | 'mixed';
  readonly warnings: readonly string[];
  /** Texts that the request both asks for and leaves out; they are kept as required. */
  readonly conflicts?: readonly string[];
}

/** Terms as a caller may pass them. `items` win over `terms`; a bare string gets its kind by its form. */
export type RequiredTermsInput =
  | {
      readonly terms: readonly string[];
      readonly source?: string;
      readonly items?: readonly RequiredTerm[];
    }
  | readonly (string | RequiredTerm)[];

/** The members of a task that are read. All others are ignored. */
export interface TaskLike {
  readonly id?: string;
  readonly acceptance?: string | null;
  readonly context?: string | null;
  readonly description?: string | null;
  readonly summary?: string | null;
  readonly title?: string | null;
  readonly dependencies?: readonly string[];
}

/** A word that a tokenizer found. */
export interface Token {
  readonly surface: string;
  readonly start: number;
  readonly pos?: 'noun' | 'verb' | 'adjective' | 'other';
  readonly base?: string;
  readonly reading?: string;
  readonly stop?: boolean;
}

/** Splits a text into words, in order, without overlap; offsets are UTF-16 units. */
export interface Tokenizer {
  readonly name: string;
  tokenize(text: string): readonly Token[];
}

/** Forms that a plan may use for a requested form. */
export interface SynonymSource {
  readonly name: string;
  /**
   * `near` forms make a missing term uncertain and never count as the term: a broad dictionary. @default 'same'
   */
  readonly strength?: 'same' | 'near';
  /** `folded` is a `foldTerm` form; so are the answers, or they are folded on use. */
  lookup(folded: string): readonly string[];
}

/** The rung of the ladder on which a mention was found. */
export type MatchMethod =
  | 'literal'
  | 'variant'
  | 'stem'
  | 'okurigana'
  | 'reading'
  | 'quantity'
  | 'compound'
  | 'synonym'
  | 'compound-synonym'
  /** Initials and their long form: MFA, multi-factor authentication. */
  | 'acronym'
  /** Only likely the same, or a literal in another spelling. It never preserves. */
  | 'near'
  /** Pieces of the word. It never preserves. */
  | 'fragments'
  | 'adjudicated';

/** A place in the plan where a term was found. `text` is the field's slice at `span`. */
export interface Evidence {
  readonly taskIndex: number;
  readonly taskId?: string;
  readonly field: string;
  readonly span: Span;
  readonly text: string;
  readonly method: MatchMethod;
  readonly score: number;
  /** The synonym through which it was found. */
  readonly via?: string;
  /** Pieces of a compound that was found in parts. */
  readonly pieces?: readonly Span[];
}

/** `violated` and `clear` belong to forbidden terms. */
export type TermStatus = 'preserved' | 'uncertain' | 'missing' | 'violated' | 'clear';

/** The reason of a status. */
export type VerdictReason =
  | 'found'
  | 'partly-found'
  | 'only-negated'
  | 'number-changed'
  | 'not-found'
  | 'excluded-term-present'
  | 'excluded-term-absent';

/**
 * The certainty of a verdict. `lost`: of all terms of this class in plans that were not used for tuning, 98 % were
 * really lost. `likely`: names of products and loan words without any trace (65 to 90 %). `unsure`: worth a question (20 to 60 %).
 */
export type Sureness = 'found' | 'lost' | 'likely' | 'unsure';

/** The verdict on one term. */
export interface TermVerdict {
  readonly term: RequiredTerm;
  readonly status: TermStatus;
  readonly score: number;
  readonly evidence: readonly Evidence[];
  /** The best thing found for a term that is not preserved. */
  readonly nearest?: Evidence;
  readonly reason: VerdictReason;
  /** Absent for excluded terms. */
  readonly sureness?: Sureness;
}

/** Scores of terms by tasks; a task without id is named `#<index>`. */
export interface CoverageMatrix {
  readonly terms: readonly string[];
  readonly taskIds: readonly string[];
  readonly scores: readonly (readonly number[])[];
}

/** The verdict on a whole plan. `preserved`, `uncertain` and `missing` partition the required terms. */
export interface TermPreservationResult extends ValidationResult {
  readonly preserved: string[];
  readonly missing: string[];
  /** preserved / required; 1 when nothing is required. */
  readonly preservationRate: number;
  readonly uncertain: string[];
  readonly violated: string[];
  /** sum(weight x score) / sum(weight): the soft rate that ranks plans. */
  readonly weightedRate: number;
  /** 0 to 1: how likely the plan lost something, by its lost terms, its worst one and its length. It ranks plans. */
  readonly risk: number;
  /** Required terms that are neither found nor surely lost: an adjudicator may be asked about them. */
  readonly open: string[];
  /** False when there was no required term or no task text. */
  readonly verifiable: boolean;
  readonly verdicts: readonly TermVerdict[];
  readonly matrix: CoverageMatrix;
}

/** Literals, quotes and the caller's own terms: the loss of one was wrong in every case of the corpus. */
export const literalWeight = 1;
/** Two words or more: names one thing rather precisely. */
export const compoundWeight = 0.8;
export const wordWeight = 0.7;
/** A general word (画面, 一覧, data) that another word modifies: its loss alone means little. */
export const genericWeight = 0.3;

/** Returns true for kinds that are found or not found, with nothing between. */
export function isExactKind(kind: TermKind): boolean {
  return termKinds.indexOf(kind) < termKinds.indexOf('quantity');
}

/** Returns true for exact kinds and quantities: `rejectOn: 'literals'` rejects for their loss. */
export function isLiteralKind(kind: TermKind): boolean {
  return isExactKind(kind) || kind === 'quantity';
}

/** Returns the weight of a term by its kind. */
export function weightOf(kind: TermKind): number {
  if (kind === 'custom' || isLiteralKind(kind)) return literalWeight;
  return kind === 'phrase' ? compoundWeight : wordWeight;
}
