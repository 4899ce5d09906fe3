import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { type CardLimits, resolveLimits } from '../model/limits.ts';
import { controlCharacterRule, limitRule } from './limit-rules.ts';
import { numberConflictRule, numberNotInSourceRule, tableTotalRule } from './number-rules.ts';
import type { Rule } from './rule.ts';
import {
  duplicateLineRule,
  emptyCardRule,
  mixedWidthRule,
  placeholderRule,
  trailingPunctuationRule,
} from './style-rules.ts';
import { maskedTextRule, prohibitedWordRule } from './word-rules.ts';
import type { ProhibitedWord } from '../text/find-words.ts';

/** What the built-in rules can be told. */
export interface DefaultRuleOptions {
  /** A word, or a word with what should stand in its place. */
  readonly prohibitedWords?: readonly (string | ProhibitedWord)[];
  /** Stricter than those every card keeps. */
  readonly limits?: Partial<CardLimits>;
}

const ruleNames: OptionNames<DefaultRuleOptions> = {
  prohibitedWords: true,
  limits: true,
};

/** The built-in rules: words, limits, numbers, placeholders, style. */
export function createDefaultRules(options: DefaultRuleOptions = {}): readonly Rule[] {
  checkOptions(options, ruleNames, 'createDefaultRules(options)');
  const { prohibitedWords = [], limits } = options;
  return [
    prohibitedWordRule(prohibitedWords.map((word) => (typeof word === 'string' ? { word } : word))),
    maskedTextRule,
    controlCharacterRule,
    limitRule(resolveLimits(limits)),
    numberNotInSourceRule,
    numberConflictRule,
    tableTotalRule,
    placeholderRule,
    emptyCardRule,
    duplicateLineRule,
    mixedWidthRule,
    trailingPunctuationRule,
  ];
}
