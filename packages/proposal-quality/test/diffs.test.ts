import { describe, expect, it } from 'vitest';
import { sha256Hex } from '@kanmon/core';
import { canonicalJson, getPointer, type JsonValue } from '@kanmon/core/json';
import { createManualClock } from '@kanmon/core/testing';
import { type BoardState, type Diff, toDiffs, validateDiff } from '../src/index.ts';
import { board, gated, rawReport } from './support-boards.ts';

const validNodeIds = ['n1', 'n2', 'n3'];
const clock = createManualClock();
const { diffs, skipped } = toDiffs(gated(), { runId: 'run_1', validNodeIds, clock });
const gatedJson = JSON.parse(JSON.stringify(rawReport)) as JsonValue;
const [decomposition, grouping, relation] = diffs as readonly [Diff, Diff, Diff];

describe('toDiffs', () => {
  it('makes decompositions, groups, relations, each with its target, place and reason', () => {
    expect(skipped).toEqual([]);
    expect(diffs.map(({ type, target_node_id }) => [type, target_node_id])).toEqual([
      ['decomposition', 'n1'],
      ['grouping', 'n2'],
      ['relation', 'n3'],
    ]);
    expect(relation).toEqual({
      diff_id: expect.stringMatching(/^diff_[0-9a-f]{32}$/),
      type: 'relation',
      target_node_id: 'n3',
      change: { action: 'add', from: 'n3', to: 'n2', relation_type: '待ち' },
      reason: '会場の後になります。',
      generated_from: { organizer_run_id: 'run_1', source_proposal: '/relation_proposals/0' },
      created_at: '2026-01-01T00:00:00.000Z',
    });
    for (const { generated_from } of diffs) {
      expect(getPointer(gatedJson, generated_from.source_proposal).found).toBe(true);
    }
  });

  it('derives ids from the content, not from the time', () => {
    const later = createManualClock('2027-05-05T00:00:00.000Z');
    const again = toDiffs(gated(), { runId: 'run_1', validNodeIds, clock: later });
    expect(again.diffs.map(({ diff_id }) => diff_id)).toEqual(diffs.map(({ diff_id }) => diff_id));
    const other = toDiffs(gated(), { runId: 'run_2', validNodeIds });
    expect(other.diffs[0]?.diff_id).not.toBe(decomposition.diff_id);
    const hash = sha256Hex(
      canonicalJson({
        run: 'run_1',
        type: 'relation',
        source: '/relation_proposals/0',
        change: { action: 'add', from: 'n3', to: 'n2', relation_type: '待ち' },
      }),
    );
    expect(relation.diff_id).toBe(`diff_${hash.slice(0, 32)}`);
  });

  it('skips proposals that cannot be applied, with findings', () => {
    const report = {
      ...rawReport,
      grouping_proposals: [{ group_label: 'ひとつ', reason: 'r', node_ids: ['n2', 'n2'] }],
      relation_proposals: [
        { from_node_id: 'n3', to_node_id: 'n3', relation_type: '待ち', reason: 'r' },
      ],
    };
    const result = toDiffs(gated(report), { runId: 'r', validNodeIds: ['n2', 'n3'] });
    expect(result.diffs).toEqual([]);
    expect(result.skipped.map(({ code, path }) => [code, path])).toEqual([
      ['unknown-node', '/decomposition_proposals/0/target_node_id'],
      ['group-too-small', '/grouping_proposals/0/node_ids'],
      ['self-relation', '/relation_proposals/0'],
    ]);
  });

  it('refuses a missing run id', () => {
    expect(() => toDiffs(gated(), { runId: '', validNodeIds })).toThrow(/runId/);
  });
});

interface Row {
  readonly name: string;
  readonly diff: unknown;
  readonly state?: BoardState;
  readonly result: string;
  readonly code: string;
}

const child = { title: 'a', context: 'b' };
const children = (count: number, change: object = child) => ({
  ...decomposition,
  change: { parent_node_id: 'n1', add_children: Array.from({ length: count }, () => change) },
});
const without = (name: keyof Diff) =>
  Object.fromEntries(Object.entries(decomposition).filter(([key]) => key !== name));

const rows: readonly Row[] = [
  ...(['diff_id', 'type', 'target_node_id', 'change', 'generated_from', 'created_at'] as const).map(
    (name): Row => ({
      name: `no ${name}`,
      diff: without(name),
      result: 'INVALID',
      code: 'required',
    }),
  ),
  { name: 'no reason', diff: without('reason'), result: 'INVALID', code: 'reason-missing' },
  {
    name: 'a blank reason',
    diff: { ...decomposition, reason: ' ' },
    result: 'INVALID',
    code: 'reason-missing',
  },
  {
    name: 'another type',
    diff: { ...decomposition, type: 'note' },
    result: 'INVALID',
    code: 'unknown-type',
  },
  {
    name: 'the change of another type',
    diff: { ...decomposition, change: relation.change },
    result: 'INVALID',
    code: 'required',
  },
  {
    name: 'another action',
    diff: { ...relation, change: { ...relation.change, action: 'remove' } },
    result: 'INVALID',
    code: 'schema-mismatch',
  },
  {
    name: 'an unknown parent',
    diff: {
      ...decomposition,
      target_node_id: 'n9',
      change: { parent_node_id: 'n9', add_children: [child, child] },
    },
    result: 'INVALID',
    code: 'unknown-node',
  },
  {
    name: 'an unknown id in a group',
    diff: { ...grouping, change: { group_label: 'g', node_ids: ['n2', 'n9'] } },
    result: 'INVALID',
    code: 'unknown-node',
  },
  {
    name: 'an unknown end',
    diff: { ...relation, change: { ...relation.change, to: 'n9' } },
    result: 'INVALID',
    code: 'unknown-node',
  },
  {
    name: 'a relation to itself',
    diff: { ...relation, change: { ...relation.change, to: 'n3' } },
    result: 'INVALID',
    code: 'self-relation',
  },
  {
    name: 'an existing relation',
    diff: relation,
    state: { ...board, relations: [{ from: 'n3', to: 'n2', relation_type: '待ち' }] },
    result: 'INVALID',
    code: 'existing-relation',
  },
  {
    name: 'a group of one twice',
    diff: { ...grouping, change: { group_label: 'g', node_ids: ['n2', 'n2'] } },
    result: 'INVALID',
    code: 'group-too-small',
  },
  { name: 'one child', diff: children(1), result: 'INVALID', code: 'too-few-children' },
  {
    name: 'a child with a blank title',
    diff: children(2, { title: '', context: 'b' }),
    result: 'INVALID',
    code: 'blank',
  },
  {
    name: 'a child with an unknown status',
    diff: children(2, { ...child, suggested_status: 'LATER' }),
    result: 'INVALID',
    code: 'unknown-status',
  },
  {
    name: 'another target',
    diff: { ...decomposition, target_node_id: 'n2' },
    result: 'INVALID',
    code: 'target-mismatch',
  },
  {
    name: 'a parent with children',
    diff: decomposition,
    state: { ...board, children: { n1: ['n7'] } },
    result: 'NEEDS_REVIEW',
    code: 'parent-has-children',
  },
  {
    name: 'a group of that name',
    diff: grouping,
    state: { ...board, groups: [{ group_label: '展示会', node_ids: ['n1'] }] },
    result: 'NEEDS_REVIEW',
    code: 'similar-group',
  },
  {
    name: 'a group with half of the ids',
    diff: grouping,
    state: { ...board, groups: [{ group_label: '別', node_ids: ['n1', 'n2'] }] },
    result: 'NEEDS_REVIEW',
    code: 'similar-group',
  },
  {
    name: 'a relation the other way',
    diff: relation,
    state: { ...board, relations: [{ from: 'n2', to: 'n3', relation_type: 'x' }] },
    result: 'NEEDS_REVIEW',
    code: 'reverse-relation',
  },
  { name: 'ten children', diff: children(10), result: 'NEEDS_REVIEW', code: 'many-children' },
];

describe('validateDiff', () => {
  it.each(rows)('$result for $name', ({ diff, state = board, result, code }) => {
    const verdict = validateDiff(diff, state);
    expect(verdict.result).toBe(result);
    expect(verdict.findings.map((finding) => finding.code)).toContain(code);
    expect(verdict.ok).toBe(result !== 'INVALID');
    expect([...verdict.errors, ...verdict.warnings].join()).not.toMatch(/ at \//);
  });

  it('writes its messages in the language of the option', () => {
    const broken = without('reason');
    expect(validateDiff(broken, board).errors).toEqual(['reason is required and non-empty']);
    expect(validateDiff(broken, board, { locale: 'ja' }).errors).toEqual([
      'reason に理由がありません。1 文字以上入れてください。',
    ]);
  });

  it('returns VALID for the diffs of a report', () => {
    for (const diff of diffs) {
      expect(validateDiff(diff, board)).toMatchObject({ result: 'VALID', ok: true, findings: [] });
    }
    expect(validateDiff(children(9), board).result).toBe('VALID');
    const state = { ...board, groups: [{ group_label: '別', node_ids: ['n1', 'n2', 'n7'] }] };
    const three = { ...grouping, change: { group_label: 'g', node_ids: ['n2', 'n3'] } };
    expect(
      validateDiff(three, { ...state, groups: [{ group_label: '別', node_ids: ['n1'] }] }).result,
    ).toBe('VALID');
  });
});
