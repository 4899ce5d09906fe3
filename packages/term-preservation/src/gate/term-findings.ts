import type { Catalog, Finding, Severity } from '@kanmon/core';
import { childPath } from '@kanmon/core/kit';
import { isRequiredTerms } from '../extract/type-term.ts';
import type { RejectPolicy, ReadOptions } from '../match/match-options.ts';
import type { PlanIndex } from '../match/plan-index.ts';
import { isLostName } from '../match/sureness.ts';
import { type Evidence, type RequiredTermsInput, type TermVerdict } from '../vocabulary/terms.ts';

export const termFindingCodes = [
  'term-missing',
  'term-uncertain',
  'number-changed',
  'excluded-term-present',
  'rate-below-minimum',
  'nothing-to-verify',
  'task-without-text',
  'terms-truncated',
  'terms-conflict',
] as const;
/** Codes of the findings about terms. */
export type TermFindingCode = (typeof termFindingCodes)[number];

type TermFinding = Finding<TermFindingCode>;

/** Rule id of every finding about terms. */
export const termRule = 'term-preservation';

/** Tasks without text that are named one by one. */
const mostTextless = 5;

/** Returns the findings of a judged plan, in the order of its terms. */
export function findFindings(
  plan: {
    readonly input: RequiredTermsInput;
    readonly index: PlanIndex;
    readonly taskIds: readonly string[];
  },
  verdicts: readonly TermVerdict[],
  rate: number,
  { rejectOn: policy, minPreservationRate: minimum, fields }: ReadOptions,
): readonly TermFinding[] {
  const { input, index, taskIds } = plan;
  const findings = [...inputFindings(input)];
  if (verdicts.length === 0) findings.push(finding('nothing-to-verify', 'should', '', {}));
  for (const verdict of verdicts) findings.push(...verdictFindings(verdict, policy));
  const unsure = verdicts.filter((verdict) => isUnsure(verdict, policy));
  if (unsure.length > 0) findings.push(unsureFinding(unsure));
  // Only where it may be the reason of a loss: a task without text loses nothing by itself.
  if (verdicts.some(({ status }) => status === 'missing')) {
    const withText = new Set(index.fields.map(({ taskIndex }) => taskIndex));
    const textless = [...taskIds.entries()].filter(([at]) => !withText.has(at));
    for (const [at, task] of textless.slice(0, mostTextless)) {
      const params = { task, fields: fields.join(', ') };
      findings.push(finding('task-without-text', 'should', `/${at}`, params));
    }
  }
  if (rate < minimum) {
    const severity = policy === 'rate' || policy === 'any' ? 'must' : 'should';
    findings.push(finding('rate-below-minimum', severity, '', { rate, minimum }));
  }
  return findings;
}

function inputFindings(input: RequiredTermsInput): readonly TermFinding[] {
  const kept = isRequiredTerms(input) && input.truncated ? [input.items.length] : [];
  const conflicts: unknown = 'conflicts' in input ? input.conflicts : undefined;
  const terms: readonly unknown[] = Array.isArray(conflicts) ? conflicts : [];
  return [
    ...kept.map((count) => finding('terms-truncated', 'should', '', { kept: count })),
    ...terms
      .filter((term) => typeof term === 'string')
      .map((term) => finding('terms-conflict', 'should', '', { term })),
  ];
}

function verdictFindings(verdict: TermVerdict, policy: RejectPolicy): readonly TermFinding[] {
  const { term, status, reason, nearest, evidence } = verdict;
  const about = { term: term.text, kind: term.kind };
  if (status === 'violated') {
    const [first] = evidence;
    const params = { ...about, task: first === undefined ? '' : taskOf(first) };
    const severity = policy === 'any' ? 'must' : 'should';
    return [finding('excluded-term-present', severity, pathOf(first), params)];
  }
  if (status !== 'missing' || isUnsure(verdict, policy)) return [];
  const severity = lossSeverity(verdict, policy);
  if (reason !== 'number-changed' || nearest === undefined)
    return [finding('term-missing', severity, '', { ...about, reason })];
  const params = { expected: term.text, found: nearest.text, task: taskOf(nearest) };
  return [finding('number-changed', severity, pathOf(nearest), params)];
}

/** Terms that are only worth a question share one finding, unless their loss rejects. */
function isUnsure(verdict: TermVerdict, policy: RejectPolicy): boolean {
  if (verdict.sureness !== 'unsure') return false;
  return verdict.status === 'uncertain' || lossSeverity(verdict, policy) === 'should';
}

function unsureFinding(unsure: readonly TermVerdict[]): TermFinding {
  const [only] = unsure;
  const terms = unsure.map(({ term }) => term.text).join(', ');
  const path = unsure.length === 1 ? pathOf(only?.nearest) : '';
  return finding('term-uncertain', 'should', path, { terms, count: unsure.length });
}

function taskOf({ taskId, taskIndex }: Evidence): string {
  return taskId ?? `#${taskIndex}`;
}

/** A term of the class `lost` was a real loss in 98 % of all cases; a missing ordinary word was not. */
function lossSeverity(verdict: TermVerdict, policy: RejectPolicy): Severity {
  if (policy === 'any') return 'must';
  if (policy === 'never') return 'should';
  if (verdict.term.kind === 'custom') return 'must';
  if (policy === 'rate') return 'should';
  const isLost = verdict.sureness === 'lost' || (policy === 'names' && isLostName(verdict));
  return isLost ? 'must' : 'should';
}

/** Returns the place in the list of tasks (`/2/acceptance`), or the list itself. */
function pathOf(evidence: Evidence | undefined): string {
  return evidence === undefined ? '' : childPath(`/${evidence.taskIndex}`, evidence.field);
}

function finding(
  code: TermFindingCode,
  severity: Severity,
  path: string,
  params: Finding['params'],
): TermFinding {
  return { rule: termRule, code, severity, path, params };
}

/** Texts of every finding code of this package, in both languages, for `formatFinding` of core. */
export const termMessages: Catalog = {
  ja: {
    'term-missing': '要求の「{term}」が計画に見つかりません',
    'term-uncertain': '要求の語が計画に含まれているか確認できません({count} 件): {terms}',
    'number-changed': '「{expected}」が「{found}」に変わっています(タスク {task})',
    'excluded-term-present': '対象外の「{term}」がタスク {task} に含まれています',
    'rate-below-minimum': '保持率 {rate} が下限 {minimum} を下回っています',
    'nothing-to-verify': '検証すべき語が要求から得られませんでした',
    'task-without-text': 'タスク {task} に読める文がありません(読む項目: {fields})',
    'terms-truncated': '語が多いため、重要な {kept} 件だけを検証しました',
    'terms-conflict': '「{term}」は必要とも対象外とも書かれています。必要なものとして扱いました',
    'adjudication-failed':
      '判定モデルから使える回答が得られませんでした({reason})。規則による判定を使います',
    'task-count-changed': 'タスク数が {before} 件から {after} 件に変わっています',
    'dangling-dependency': 'タスク {task} が存在しないタスク {dependency} に依存しています',
    'circular-dependency': '依存関係が循環しています: {ring}',
    'duplicate-task-id': 'タスクIDが重複しています: {task}',
  },
  en: {
    'term-missing': '"{term}" from the request is missing in the plan',
    'term-uncertain': 'the plan may miss terms of the request ({count}): {terms}',
    'number-changed': '"{expected}" became "{found}" in task {task}',
    'excluded-term-present': '"{term}" was to be left out but is in task {task}',
    'rate-below-minimum': 'the preservation rate {rate} is below the minimum {minimum}',
    'nothing-to-verify': 'the request gave no terms to verify',
    'task-without-text': 'there is no text in task {task} (fields read: {fields})',
    'terms-truncated': 'only the {kept} most important terms were verified',
    'terms-conflict': '"{term}" is both asked for and left out; it is treated as required',
    'adjudication-failed':
      'the adjudicating model gave no usable answer ({reason}); the verdicts of the rules stand',
    'task-count-changed': 'the number of tasks changed from {before} to {after}',
    'dangling-dependency': 'task {task} depends on {dependency}, which is no task',
    'circular-dependency': 'the dependencies form a ring: {ring}',
    'duplicate-task-id': 'the task id {task} is used more than once',
  },
};
