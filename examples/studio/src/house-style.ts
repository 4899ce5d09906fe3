import type { CheckFinding, FixLoopPorts, Span } from '@kanmon/issue-tracker';

/** One rule of the house style: a pattern, and its replacement where the text can be fixed by rule. */
interface StyleRule {
  readonly category: string;
  readonly severity: CheckFinding['severity'];
  readonly pattern: RegExp;
  readonly description: string;
  readonly replace?: (match: string) => string;
}

const rules: readonly StyleRule[] = [
  {
    category: 'wordy',
    severity: 'medium',
    pattern: /(?:する)?ことができます/gu,
    description: '「ことができます」は「できます」と短く書ける',
    replace: () => 'できます',
  },
  {
    category: 'emphasis',
    severity: 'medium',
    pattern: /(?:とても|非常に|すごく)/gu,
    description: '強調の語は、なくても意味が通る',
    replace: () => '',
  },
  {
    category: 'tone',
    severity: 'low',
    pattern: /[！!]+/gu,
    description: '感嘆符は使わない',
  },
  {
    category: 'wordy',
    severity: 'medium',
    pattern: /\bis able to\b/giu,
    description: '"is able to" is "can"',
    replace: () => 'can',
  },
  {
    category: 'emphasis',
    severity: 'medium',
    pattern: /\b(?:very|really|extremely) /giu,
    description: 'the sentence says the same without the emphasis',
    replace: () => '',
  },
];

/** The name of the fixer, and the only tool. */
const fixer = 'house-style';

/** The tools by category. A tone is a matter of taste, so a person confirms it. */
export const categoryTools = {
  '*': { tool_id: fixer },
  tone: { tool_id: fixer, requires_user_confirmation: true },
};

/** The step that applies the house style. */
export const styleStep = 'house-style';

/** Returns every place that breaks the house style. */
export const checkStyle: FixLoopPorts['check'] = async ({ text }) =>
  rules.flatMap(({ category, severity, pattern, description, replace }) =>
    Array.from(text.matchAll(pattern), ({ 0: match, index }): CheckFinding => ({
      category,
      severity,
      description,
      text_range: { start: index, end: index + match.length },
      ...(replace === undefined
        ? {}
        : { suggested_fixes: [{ kind: 'replace', description: `→ ${replace(match) || '∅'}` }] }),
    })),
  );

/** Plans the fix by rule. */
export const planByRule: FixLoopPorts['plan'] = async ({ issue }) =>
  rules.some(({ category }) => category === issue.category)
    ? { tool_id: fixer, description: issue.description, planned_by: fixer }
    : null;

/** Applies the rule at the place of the issue; a tone mark becomes a full stop. */
export const applyRule: FixLoopPorts['apply'] = async ({ issue, text }) => {
  const { text_range: range, category } = issue;
  if (range === null) return null;
  const passage = text.slice(range.start, range.end);
  const rule = rules.find(
    (each) => each.category === category && new RegExp(each.pattern.source, 'iu').test(passage),
  );
  if (rule === undefined) return null;
  const fixed = rule.replace?.(passage) ?? (/！/u.test(passage) ? '。' : '.');
  return {
    text: replaced(text, range, fixed),
    description: rule.description,
    applied_by: fixer,
  };
};

function replaced(text: string, { start, end }: Span, fixed: string): string {
  return text.slice(0, start) + fixed + text.slice(end);
}
