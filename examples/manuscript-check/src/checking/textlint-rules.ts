import type { Locale } from '@kanmon/core';
import type { TextlintKernelRule } from '@textlint/kernel';
import { unwrapDefault } from './unwrap-default.ts';

/** Rules of the preset that a house may set otherwise than the preset does. */
const japaneseOptions: Readonly<Record<string, TextlintKernelRule['options']>> = {
  // The preset only reports a missing period; with this option it also proposes a fix.
  'ja-no-mixed-period': { periodMark: '。', forceAppendPeriod: true },
  // Prose set in columns writes its numbers in kanji; the rule is meant for manuals.
  'arabic-kanji-numbers': false,
};
const longestEnglishSentence = 35;

/** The rules for a language. They are loaded when first asked for: the Japanese ones bring a dictionary. */
export function loadRules(language: Locale): Promise<TextlintKernelRule[]> {
  return language === 'ja' ? japaneseRules() : englishRules();
}

async function japaneseRules(): Promise<TextlintKernelRule[]> {
  const { default: preset } = await import('textlint-rule-preset-ja-technical-writing');
  return Object.entries(preset.rules).map(([ruleId, rule]) => ({
    ruleId,
    rule,
    options: japaneseOptions[ruleId] ?? preset.rulesConfig[ruleId] ?? true,
  }));
}

async function englishRules(): Promise<TextlintKernelRule[]> {
  const [writeGood, wordCount, terminology] = await Promise.all([
    import('textlint-rule-write-good'),
    import('textlint-rule-en-max-word-count'),
    import('textlint-rule-terminology'),
  ]);
  return [
    { ruleId: 'write-good', rule: unwrapDefault(writeGood.default), options: true },
    {
      ruleId: 'en-max-word-count',
      rule: wordCount.default,
      options: { max: longestEnglishSentence },
    },
    { ruleId: 'terminology', rule: terminology.default, options: true },
  ];
}
