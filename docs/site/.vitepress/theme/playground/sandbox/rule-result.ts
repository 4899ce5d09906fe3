import type { ShownFinding } from '../answer.ts';

/** The texts of the Rule tab, sent into the sandbox. */
export interface RuleJob {
  readonly code: string;
  readonly value: string;
  readonly context: string;
  readonly language: 'en' | 'ja';
}

export const failureStages = ['value', 'context', 'code', 'rules', 'none', 'answer'] as const;

/** The result of the rules; `late` when the time was over. */
export type RuleResult =
  | {
      readonly status: 'judged';
      readonly ok: boolean;
      readonly rules: readonly string[];
      readonly findings: readonly ShownFinding[];
    }
  | {
      readonly status: 'failed';
      readonly stage: (typeof failureStages)[number];
      readonly message: string;
    }
  | { readonly status: 'late' };

/** Longest result, in UTF-16 units. */
const maxLength = 200_000;
const maxEntries = 200;
const maxText = 2000;

const unreadable: RuleResult = { status: 'failed', stage: 'answer', message: '' };

/** Reads what the sandbox sent. The code of the user can send anything, so every member is checked, and cut to length. */
export function readRuleResult(data: unknown): RuleResult {
  if (typeof data !== 'string' || data.length > maxLength) return unreadable;
  try {
    const result: unknown = JSON.parse(data);
    return readFailure(result) ?? readJudgement(result) ?? unreadable;
  } catch {
    return unreadable;
  }
}

function readFailure(result: unknown): RuleResult | null {
  const stage = failureStages.find((name) => name === member(result, 'stage'));
  if (member(result, 'status') !== 'failed' || stage === undefined) return null;
  return { status: 'failed', stage, message: textOf(member(result, 'message')) };
}

function readJudgement(result: unknown): RuleResult | null {
  const [findings, rules] = [member(result, 'findings'), member(result, 'rules')];
  if (member(result, 'status') !== 'judged' || !Array.isArray(findings) || !Array.isArray(rules))
    return null;
  return {
    status: 'judged',
    ok: member(result, 'ok') === true,
    rules: rules.slice(0, maxEntries).map(textOf),
    findings: findings.slice(0, maxEntries).map((finding: unknown) => ({
      rule: textOf(member(finding, 'rule')),
      code: textOf(member(finding, 'code')),
      severity: member(finding, 'severity') === 'should' ? 'should' : 'must',
      path: textOf(member(finding, 'path')),
      text: textOf(member(finding, 'text')),
    })),
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, maxText) : '';
}
