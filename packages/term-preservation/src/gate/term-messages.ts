import type { Catalog } from '@kanmon/core';

/** Texts of every finding code of this package, in both languages, for `formatFinding` of core. */
export const termMessages: Catalog = {
  ja: {
    'term-missing': '要求の「{term}」が計画に見つかりません',
    'term-uncertain': '要求の「{term}」が計画に含まれているか確認できません(近い記述: 「{found}」)',
    'number-changed': '数値「{expected}」が「{found}」に変わっています(タスク {task})',
    'excluded-term-present': '対象外の「{term}」がタスク {task} に含まれています',
    'rate-below-minimum': '保持率 {rate} が下限 {minimum} を下回っています',
    'nothing-to-verify': '検証すべき語が要求から得られませんでした',
    'task-without-text': 'タスク {task} に読める文がありません(読む項目: {fields})',
    'terms-truncated': '語が多いため、重要な {kept} 件だけを検証しました',
    'terms-conflict': '「{term}」は必要とも対象外とも書かれています。必要なものとして扱いました',
    'adjudication-failed': '判定モデルに確認できませんでした({reason})。規則による判定を使います',
    'task-count-changed': 'タスク数が {before} 件から {after} 件に変わっています',
    'dangling-dependency': 'タスク {task} が存在しないタスク {dependency} に依存しています',
    'circular-dependency': '依存関係が循環しています: {ring}',
    'duplicate-task-id': 'タスクIDが重複しています: {task}',
  },
  en: {
    'term-missing': '"{term}" from the request is missing in the plan',
    'term-uncertain': '"{term}" from the request may be missing in the plan (closest: "{found}")',
    'number-changed': '"{expected}" became "{found}" in task {task}',
    'excluded-term-present': '"{term}" was to be left out but is in task {task}',
    'rate-below-minimum': 'the preservation rate {rate} is below the minimum {minimum}',
    'nothing-to-verify': 'the request gave no terms to verify',
    'task-without-text': 'there is no text in task {task} (fields read: {fields})',
    'terms-truncated': 'only the {kept} most important terms were verified',
    'terms-conflict': '"{term}" is both asked for and left out; it is treated as required',
    'adjudication-failed':
      'the adjudicating model could not be asked ({reason}); the verdicts of the rules stand',
    'task-count-changed': 'the number of tasks changed from {before} to {after}',
    'dangling-dependency': 'task {task} depends on {dependency}, which is no task',
    'circular-dependency': 'the dependencies form a ring: {ring}',
    'duplicate-task-id': 'the task id {task} is used more than once',
  },
};
