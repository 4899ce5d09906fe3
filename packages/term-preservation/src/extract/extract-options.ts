import { InvalidArgumentError } from '@kanmon/core';
import { type OptionNames } from '@kanmon/core/kit';
import { foldTerm } from '../text/fold-term.ts';
import type { RequiredTerm, Tokenizer } from '../vocabulary/terms.ts';
import { createStopWords, type StopWords } from '../words/stop-words.ts';

/** How terms are taken from a request. */
export interface ExtractOptions {
  /** Finds Japanese words instead of the script runs; literals, negation and stop words stay ours. */
  readonly tokenizer?: Tokenizer;
  /** Required whatever the request says. */
  readonly customRequiredTerms?: readonly (string | RequiredTerm)[];
  readonly stopWords?: { readonly add?: readonly string[]; readonly remove?: readonly string[] };
  /** Terms kept, the heaviest first. @default 50 */
  readonly maxTerms?: number;
}

/** Names of `ExtractOptions`. */
export const extractOptionNames: OptionNames<ExtractOptions> = {
  tokenizer: true,
  customRequiredTerms: true,
  stopWords: true,
  maxTerms: true,
};

export const defaultMaxTerms = 50;

/** Stop words in force for these options. */
export function stopWordsOf(options: ExtractOptions): StopWords {
  const { add = [], remove = [] } = options.stopWords ?? {};
  return createStopWords(new Set(add.map(foldTerm)), new Set(remove.map(foldTerm)));
}

export function checkMaxTerms(maxTerms: number): void {
  if (!Number.isInteger(maxTerms) || maxTerms < 0) {
    throw new InvalidArgumentError(
      `expected maxTerms to be a whole number of 0 or more, got ${String(maxTerms)}; leave it out for ${defaultMaxTerms}`,
    );
  }
}
