import { onText, type Subject, type TextShape } from '@kanmon/test-support';
import {
  advisorPhrases,
  type BoardState,
  buildCorrectionPrompt,
  type Diff,
  findForbidden,
  organizerPhrases,
  validateAdvisorReport,
  validateOrganizerReport,
} from '../../src/index.ts';
import { judgeDiffs } from '../../src/diff/validate-diff.ts';

export const phrases: Subject<TextShape> = onText((text) => {
  findForbidden(`${text}ベスト`, advisorPhrases);
  findForbidden(`${text}ベスト`, organizerPhrases);
});

/** Judges a report with one long text, and lists that are as long. */
export const report: Subject<'organizer' | 'advisor'> = (size, role) => {
  const validate = role === 'organizer' ? validateOrganizerReport : validateAdvisorReport;
  const text = 'べき「ﾍﾞｽﾄ'.repeat(size);
  const length = size / 50;
  const value = {
    summary: text,
    options: Array.from({ length }, () => ({ risks: [text.slice(0, 100)] })),
    relation_proposals: Array.from({ length }, () => ({ reason: text.slice(0, 90) })),
  };
  return () => validate(value, ['n1']);
};

/** One error, in which ids are looked for. */
export const correction: Subject<TextShape> = onText((text) =>
  buildCorrectionPrompt([`${text}'n1'`], ['n1', 'n2']),
);

/** Judges as many options as there are nodes, each with a status and a phrase that may be quoted. */
export const advice: Subject = (size) => {
  const nodes = Array.from({ length: size }, (_, index) => ({
    id: `n${index}`,
    title: `t${index}`,
  }));
  const option = {
    label: 'o',
    next_action: 'You should "t1"',
    suggested_status: 'READY',
    risks: [],
  };
  const value = {
    target_node_id: `n${size - 1}`,
    options: Array.from({ length: size }, () => option),
  };
  return () => validateAdvisorReport(value, ['n1'], { nodes });
};

/** Judges as many groupings as the board has groups, nodes and relations. */
export const diffs: Subject = (size) => {
  const ids = Array.from({ length: size }, (_, index) => `n${index}`);
  const pairs = ids.map((id, index): readonly [string, string] => [id, ids[index + 1] ?? 'n0']);
  const state: BoardState = {
    nodes: ids.map((id) => ({ id, title: id })),
    relations: pairs.map(([from, to]) => ({ from, to, relation_type: 'after' })),
    groups: pairs.map(([first, second]) => ({
      group_label: `g${first}`,
      node_ids: [first, second],
    })),
  };
  const frame = {
    reason: 'r',
    generated_from: { organizer_run_id: 'r', source_proposal: '/x' },
    created_at: '2026-01-01T00:00:00.000Z',
  };
  const all: Diff[] = pairs.flatMap(([from, to], index): Diff[] => [
    {
      ...frame,
      diff_id: `g${index}`,
      type: 'grouping',
      target_node_id: from,
      change: { group_label: 'new', node_ids: [from, ids[index + 2] ?? 'n1'] },
    },
    {
      ...frame,
      diff_id: `r${index}`,
      type: 'relation',
      target_node_id: to,
      change: { action: 'add', from: to, to: from, relation_type: 'before' },
    },
  ]);
  return () => judgeDiffs(all, state, 'en');
};
