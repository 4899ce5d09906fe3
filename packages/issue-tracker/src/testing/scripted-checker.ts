import type { FixLoopPorts } from '../loop/types.ts';
import type { CheckFinding } from '../recurrence/types.ts';

/** A pattern a scripted checker complains about wherever it stands. */
export interface CheckerRule {
  readonly pattern: string;
  readonly category: string;
  readonly severity?: CheckFinding['severity'];
  readonly description?: string;
  /** Only this step finds it. @default every step */
  readonly step_id?: string;
}

/** A checker for tests: every occurrence of a pattern is a finding, whatever the attempt. */
export function scriptedChecker(rules: readonly CheckerRule[]): FixLoopPorts['check'] {
  return ({ step_id: stepId, text }) =>
    Promise.resolve(
      rules
        .filter((rule) => rule.step_id === undefined || rule.step_id === stepId)
        .flatMap((rule) => findAll(text, rule)),
    );
}

function findAll(text: string, rule: CheckerRule): CheckFinding[] {
  const { pattern, category, severity = 'medium', description = `${category} found` } = rule;
  const findings: CheckFinding[] = [];
  if (pattern === '') return findings;
  for (let at = text.indexOf(pattern); at !== -1; at = text.indexOf(pattern, at + pattern.length)) {
    const text_range = { start: at, end: at + pattern.length };
    findings.push({ category, severity, text_range, description });
  }
  return findings;
}
