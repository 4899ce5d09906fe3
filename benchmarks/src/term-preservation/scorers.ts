import { createRequire } from 'node:module';
import { distance } from 'fastest-levenshtein';
import { extractRequiredTerms, validateTermPreservation } from '@kanmon/term-preservation';

/** The package has types for its named export only, and no named export at run time. */
const keywords = createRequire(import.meta.url)('keyword-extractor') as {
  extract(text: string, options: { language: 'english'; remove_duplicates: boolean }): string[];
};

/** Returns how much of a request a plan keeps, 0 to 1. */
export interface Scorer {
  readonly name: string;
  score(request: string, plan: readonly string[]): number;
}

const seedStopWords = new Set(['する', 'ある', 'できる', 'the', 'a', 'an', 'is', 'are']);

/** The substring baseline: split, drop stop words, `includes`. */
const seed: Scorer = {
  name: 'seed phase 1',
  score: (request, plan) => {
    const terms = request
      .toLowerCase()
      .split(/[\s,、。．.]+/)
      .filter((term) => term.length >= 2 && !seedStopWords.has(term))
      .slice(0, 10);
    return share(terms, plan.join(' ').toLowerCase());
  },
};

const keywordCoverage: Scorer = {
  name: 'keyword-extractor coverage',
  score: (request, plan) =>
    share(
      keywords.extract(request, { language: 'english', remove_duplicates: true }),
      plan.join(' ').toLowerCase(),
    ),
};

const levenshtein: Scorer = {
  name: 'Levenshtein similarity',
  score: (request, plan) => {
    const text = plan.join('\n');
    return 1 - distance(request, text) / Math.max(request.length, text.length, 1);
  },
};

const kanmon: Scorer = {
  name: '@kanmon/term-preservation',
  score: (request, plan) =>
    validateTermPreservation(
      extractRequiredTerms(request),
      plan.map((acceptance, index) => ({ id: `T${index}`, acceptance })),
    ).weightedRate,
};

export const scorers: readonly Scorer[] = [kanmon, seed, keywordCoverage, levenshtein];

function share(terms: readonly string[], text: string): number {
  return terms.length === 0
    ? 1
    : terms.filter((term) => text.includes(term.toLowerCase())).length / terms.length;
}
