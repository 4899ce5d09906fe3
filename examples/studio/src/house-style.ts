import type { CheckFinding, FixLoopPorts, Span } from '@kanmon/issue-tracker';

/** One rule of the house style: a pattern, and its replacement where the text can be fixed by rule. */
interface StyleRule {
  readonly category: string;
  readonly severity: CheckFinding['severity'];
  readonly pattern: RegExp;
  /** Returns whether a match breaks the rule. @default every match does */
  readonly breaks?: (match: string) => boolean;
  readonly description: string;
  /** Returns null for a passage that a person must rewrite. */
  readonly replace?: (match: string) => string | null;
  /** The fix in words. @default the replacement */
  readonly hint?: string;
}

/** One sentence of a paragraph. */
const sentence = /\S[^\n]*?(?:[。！？]|[.!?](?=\s)|$)/gmu;
const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Characters of a sentence that is read in one breath; Japanese, other languages. */
const longest = { japanese: 75, other: 190 };

const rules: readonly StyleRule[] = [
  {
    category: 'wordy',
    severity: 'medium',
    pattern: /(?:する|[ぁ-ん]?[うくぐすつぬぶむる])?ことができます/gu,
    description: '「ことができます」は短く書ける',
    replace: potential,
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
    replace: (match) => (match.includes('！') ? '。' : '.'),
  },
  {
    category: 'sentence',
    severity: 'medium',
    pattern: sentence,
    breaks: (match) => japanese.test(match) && match.length > longest.japanese,
    description: `一文が ${longest.japanese} 文字を超えている`,
    replace: (match) => split(match, '、', '。'),
    hint: '読点で文を分ける',
  },
  {
    category: 'placeholder',
    severity: 'critical',
    pattern: /【[^】\n]{1,20}】/gu,
    description: '公開前に埋める箇所が残っている',
  },
  {
    category: 'placeholder',
    severity: 'critical',
    pattern: /\bTBD\b/gu,
    description: 'a place is left to be filled in',
  },
  {
    category: 'typo',
    severity: 'high',
    pattern: /([をがにで])\1/gu,
    description: '助詞が重なっている',
    replace: (match) => match.slice(0, 1),
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
  {
    category: 'sentence',
    severity: 'medium',
    pattern: sentence,
    breaks: (match) => !japanese.test(match) && match.length > longest.other,
    description: `the sentence is longer than ${longest.other} characters`,
    replace: (match) => split(match, ', and ', '. '),
    hint: 'split the sentence',
  },
  {
    category: 'typo',
    severity: 'high',
    pattern: /\b(the|a|of|to|in) \1\b/giu,
    description: 'the word is repeated',
    replace: (match) => match.split(' ')[0] ?? null,
  },
];

/** Words that no card may use. */
export const prohibitedWords = [
  { word: '絶対に', replacement: 'できるだけ' },
  '業界最速',
  '各国語対応',
  'guaranteed',
] as const;

/** The name of the fixer, and the only tool. */
const fixer = 'house-style';

/** The tools by category. A tone is a matter of taste, so a person confirms it. */
export const categoryTools = {
  '*': { tool_id: fixer },
  tone: { tool_id: fixer, requires_user_confirmation: true },
};

/** The step that applies the house style. */
export const styleStep = 'house-style';

const stems: Readonly<Record<string, string>> = {
  う: 'え',
  く: 'け',
  ぐ: 'げ',
  す: 'せ',
  つ: 'て',
  ぬ: 'ね',
  ぶ: 'べ',
  む: 'め',
};

/** Writes the potential form of a verb: 開くことができます becomes 開けます. Null where it is not known. */
function potential(match: string): string | null {
  const verb = match.slice(0, -'ことができます'.length);
  if (verb === 'する') return 'できます';
  const before = verb.slice(0, -1);
  const last = verb.slice(-1);
  if (last === 'る')
    return /[えけせてねへめれげぜでべいきしちにみりぎじび]$/u.test(before)
      ? `${before}られます`
      : null;
  const stem = stems[last];
  return stem === undefined ? null : `${before}${stem}ます`;
}

/** Characters that stay in front of a new full stop. */
const leastPart = 30;

/** Splits a sentence at an early pause: the rest of a very long one is still too long. */
function split(match: string, pause: string, end: string): string | null {
  const at = match.indexOf(pause, leastPart);
  if (at === -1) return null;
  const rest = match.slice(at + pause.length);
  return match.slice(0, at) + end + rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Returns every place that breaks the house style. */
export const checkStyle: FixLoopPorts['check'] = async ({ text }) =>
  rules.flatMap(({ category, severity, pattern, breaks, description, replace, hint }) =>
    Array.from(text.matchAll(pattern), ({ 0: match, index }) => ({ match, index }))
      .filter(({ match }) => breaks?.(match) ?? true)
      .map(({ match, index }): CheckFinding => {
        const fixed = replace?.(match) ?? null;
        return {
          category,
          severity,
          description,
          text_range: { start: index, end: index + match.length },
          ...(fixed === null
            ? {}
            : { suggested_fixes: [{ kind: 'replace', description: hint ?? (fixed || '∅') }] }),
        };
      }),
  );

/** Plans the fix by rule. */
export const planByRule: FixLoopPorts['plan'] = async ({ issue }) =>
  issue.suggested_fixes.length > 0
    ? { tool_id: fixer, description: issue.description, planned_by: fixer }
    : null;

/** Applies the rule at the place of the issue. */
export const applyRule: FixLoopPorts['apply'] = async ({ issue, text }) => {
  const { text_range: range, category, description } = issue;
  if (range === null) return null;
  const passage = text.slice(range.start, range.end);
  const rule = rules.find(
    (each) =>
      each.category === category &&
      each.description === description &&
      // A person may have written something else there.
      new RegExp(each.pattern.source, 'iu').test(passage),
  );
  const fixed = rule?.replace?.(passage) ?? null;
  return fixed === null
    ? null
    : { text: replaced(text, range, fixed), description, applied_by: fixer };
};

function replaced(text: string, { start, end }: Span, fixed: string): string {
  return text.slice(0, start) + fixed + text.slice(end);
}
