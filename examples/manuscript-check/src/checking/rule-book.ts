import type { IssueSeverity } from '@kanmon/issue-tracker';
import type { Reach } from './reach.ts';

/** The severity of a broken rule, and the amount of text that a finding covers. */
export interface RuleEntry {
  readonly severity: IssueSeverity;
  readonly reach: Reach;
}

/** A slip of the pen is worse than a matter of style: it is an error for every author. */
const slip: RuleEntry = { severity: 'high', reach: 'clause' };
const grammar: RuleEntry = { severity: 'medium', reach: 'clause' };
const grammarOfSentence: RuleEntry = { severity: 'medium', reach: 'sentence' };
const style: RuleEntry = { severity: 'low', reach: 'clause' };
const styleOfSentence: RuleEntry = { severity: 'low', reach: 'sentence' };

const entries: Readonly<Record<string, RuleEntry>> = {
  'ja-no-successive-word': slip,
  'ja-no-abusage': slip,
  'ja-unnatural-alphabet': slip,
  'no-unmatched-pair': slip,
  'no-nfd': slip,
  'no-hankaku-kana': slip,
  'no-invalid-control-character': slip,
  'no-zero-width-spaces': slip,
  'no-dropping-the-ra': grammar,
  'ja-no-mixed-period': grammar,
  'no-double-negative-ja': grammarOfSentence,
  'no-doubled-joshi': grammarOfSentence,
  'no-doubled-conjunction': grammarOfSentence,
  'no-doubled-conjunctive-particle-ga': grammarOfSentence,
  'no-mix-dearu-desumasu': grammarOfSentence,
  'sentence-length': styleOfSentence,
  'max-ten': styleOfSentence,
  'max-comma': styleOfSentence,
  'ja-no-redundant-expression': style,
  'ja-no-weak-phrase': style,
  'no-exclamation-question-mark': style,
  'max-kanji-continuous-len': style,
  'arabic-kanji-numbers': style,
  'en-max-word-count': styleOfSentence,
  terminology: style,
  'write-good/repeated': slip,
};

/** The entry of a category; what the book does not know is a matter of style. */
export function ruleEntry(category: string): RuleEntry {
  return (Object.hasOwn(entries, category) ? entries[category] : undefined) ?? style;
}
