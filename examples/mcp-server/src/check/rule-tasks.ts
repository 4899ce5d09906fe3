import { sha256Hex } from '@kanmon/core';
import type { CheckTask } from './check-task.ts';
import { mixedDigits, mixedEndings } from './consistency-rules.ts';
import { repeatedWord, unbalancedBracket } from './mechanics-rules.ts';
import { longSentence, wordyPhrase } from './readability-rules.ts';
import type { TextRule } from './text-rule.ts';

/** Raised when a rule of the step finds other things than before. */
const rulesRevision = 1;

/** The steps that need no model: the same text gives the same findings on every machine. */
export const ruleTasks: readonly CheckTask[] = [
  ruleTask('readability', [longSentence, wordyPhrase], {
    title: { ja: '読みやすさ', en: 'Readability' },
    description: {
      ja: '長すぎる文と、回りくどい言い回しを探します。',
      en: 'Finds sentences that are too long and phrases that say little.',
    },
  }),
  ruleTask('consistency', [mixedEndings, mixedDigits], {
    title: { ja: '表記の統一', en: 'Consistency' },
    description: {
      ja: '敬体と常体、全角と半角の数字の混在を探します。',
      en: 'Finds mixed sentence endings and mixed widths of digits.',
    },
  }),
  ruleTask('mechanics', [repeatedWord, unbalancedBracket], {
    title: { ja: '誤記', en: 'Mechanics' },
    description: {
      ja: '語の重複と、対応のとれない括弧を探します。',
      en: 'Finds repeated words and brackets without their other half.',
    },
  }),
];

function ruleTask(
  stepId: string,
  rules: readonly TextRule[],
  words: Pick<CheckTask, 'title' | 'description'>,
): CheckTask {
  return {
    step_id: stepId,
    ...words,
    revision: sha256Hex(`${stepId}/${rulesRevision}`),
    check: (text) => Promise.resolve(rules.flatMap((rule) => rule(text))),
  };
}
