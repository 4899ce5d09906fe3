import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMemoryEventStore, type EventStore, InvalidArgumentError } from '@kanmon/core';
import { createFileEventStore } from '@kanmon/event-store/file';
import { createManualClock, createSequentialIds } from '@kanmon/core/testing';
import {
  type BoardState,
  createProposalLedger,
  type Diff,
  ProposalApplyError,
  toDiffs,
} from '../src/index.ts';
import { board, gated, seen } from './support-boards.ts';

function setUp(store?: EventStore) {
  const clock = createManualClock();
  const events = store ?? createMemoryEventStore({ clock });
  const ids = createSequentialIds();
  const open = () =>
    createProposalLedger({ store: events, boardId: 'b1', clock, ids, confirmationTtlMs: 1000 });
  const { diffs } = toDiffs(gated(), { runId: 'run_1', validNodeIds: ['n1', 'n2', 'n3'], clock });
  return { clock, events, ids, open, ledger: open(), diffs: diffs as readonly [Diff, Diff, Diff] };
}

async function confirmed() {
  const parts = setUp();
  const { ledger, diffs } = parts;
  await ledger.propose(diffs);
  const [{ diff_id: diffId }] = diffs;
  const confirmation = await ledger.confirm({
    ...(await seen(ledger, diffId)),
    confirmedBy: '佐藤',
    state: board,
  });
  return { ...parts, diffId, confirmation };
}

async function codeOf(step: Promise<unknown>): Promise<string> {
  try {
    await step;
  } catch (error) {
    if (ProposalApplyError.isInstance(error)) return error.code;
    throw error;
  }
  return 'none';
}

async function typesIn(store: EventStore): Promise<readonly string[]> {
  const types: string[] = [];
  for await (const { type } of store.read('proposal-quality/b1')) types.push(type);
  return types;
}

describe('the ledger', () => {
  it('leads a diff from proposal to application', async () => {
    const { ledger, diffs, clock, events } = setUp();
    await ledger.propose(diffs);
    expect((await ledger.list()).map(({ diff, state }) => [diff.type, state])).toEqual([
      ['decomposition', 'proposed'],
      ['grouping', 'proposed'],
      ['relation', 'proposed'],
    ]);
    const [{ diff_id: diffId }] = diffs;
    const confirmation = await ledger.confirm({
      ...(await seen(ledger, diffId)),
      confirmedBy: '佐藤',
      uiAction: 'button',
      state: board,
    });
    expect(confirmation).toEqual({
      id: 'confirmation_1',
      diff_id: diffId,
      content_hash: expect.stringMatching(/^sha256:/),
      base_hash: expect.stringMatching(/^sha256:/),
      confirmed_by: '佐藤',
      confirmed_at: '2026-01-01T00:00:00.000Z',
      expires_at: '2026-01-01T00:00:01.000Z',
      consumed: false,
    });
    expect(await ledger.diff(diffId)).toEqual({
      diff: diffs[0],
      content_hash: confirmation.content_hash,
      state: 'confirmed',
      confirmation,
    });
    clock.advance(10);
    const applied = await ledger.apply({ confirmationId: confirmation.id, state: board });
    expect(applied).toEqual({ applied: true, diff: diffs[0], version: 5, replayed: false });
    expect(await ledger.diff(diffId)).toMatchObject({
      state: 'applied',
      confirmation: { consumed: true, consumed_at: '2026-01-01T00:00:00.010Z' },
    });
    expect(await typesIn(events)).toEqual([
      'diff-proposed',
      'diff-proposed',
      'diff-proposed',
      'confirmation-granted',
      'diff-applied',
    ]);
  });

  it('returns the first result again, and refuses a second confirmation', async () => {
    const { ledger, diffId, confirmation, clock, open } = await confirmed();
    const second = await ledger.confirm({
      ...(await seen(ledger, diffId)),
      confirmedBy: '鈴木',
      state: board,
    });
    const first = await ledger.apply({
      confirmationId: confirmation.id,
      state: board,
      appliedBy: 'bot',
    });
    clock.advance(5000);
    const again = await open().apply({ confirmationId: confirmation.id, state: { nodes: [] } });
    expect(again).toEqual({ ...first, replayed: true });
    expect(await codeOf(ledger.apply({ confirmationId: second.id, state: board }))).toBe(
      'diff-already-applied',
    );
    expect(
      await codeOf(
        ledger.confirm({ ...(await seen(ledger, diffId)), confirmedBy: 'x', state: board }),
      ),
    ).toBe('diff-already-applied');
    expect(await codeOf(ledger.withdraw(confirmation.id, '佐藤'))).toBe('confirmation-consumed');
  });

  it('refuses unknown confirmations and diffs', async () => {
    const { ledger, confirmation, events, clock, ids } = await confirmed();
    expect(await codeOf(ledger.apply({ confirmationId: 'c', state: board }))).toBe(
      'confirmation-unknown',
    );
    expect(await codeOf(ledger.withdraw('c', 'x'))).toBe('confirmation-unknown');
    expect(
      await codeOf(
        ledger.confirm({ diffId: 'd', contentHash: 'h', confirmedBy: 'x', state: board }),
      ),
    ).toBe('diff-unknown');
    expect(await ledger.diff('d')).toBeNull();
    const other = createProposalLedger({ store: events, boardId: 'b2', clock, ids });
    expect(await codeOf(other.apply({ confirmationId: confirmation.id, state: board }))).toBe(
      'confirmation-unknown',
    );
  });

  it('withdraws a confirmation for good', async () => {
    const { ledger, diffId, confirmation, events } = await confirmed();
    await ledger.withdraw(confirmation.id, '佐藤');
    await ledger.withdraw(confirmation.id, '佐藤');
    expect(await codeOf(ledger.apply({ confirmationId: confirmation.id, state: board }))).toBe(
      'confirmation-withdrawn',
    );
    expect((await ledger.diff(diffId))?.state).toBe('proposed');
    expect(
      (await typesIn(events)).filter((type) => type === 'confirmation-withdrawn'),
    ).toHaveLength(1);
  });

  it('refuses a confirmation from the millisecond of its expiry', async () => {
    const { ledger, diffId, confirmation, clock } = await confirmed();
    clock.advance(999);
    expect((await ledger.diff(diffId))?.state).toBe('confirmed');
    clock.advance(1);
    expect((await ledger.diff(diffId))?.state).toBe('proposed');
    expect(await codeOf(ledger.apply({ confirmationId: confirmation.id, state: board }))).toBe(
      'confirmation-expired',
    );
  });

  it('applies in the last millisecond', async () => {
    const { ledger, confirmation, clock } = await confirmed();
    clock.advance(999);
    const { applied } = await ledger.apply({ confirmationId: confirmation.id, state: board });
    expect(applied).toBe(true);
  });
});

describe('the content of a confirmed diff', () => {
  it('refuses to confirm other content than the person saw', async () => {
    const { ledger, diffs } = setUp();
    const [shown] = await ledger.propose(diffs);
    const [{ diff_id: diffId }] = diffs;
    // Between look and click, the reason is exchanged.
    const [exchanged] = await ledger.propose([{ ...diffs[0], reason: '別の理由' }]);
    expect(exchanged?.content_hash).not.toBe(shown?.content_hash);
    const click = (contentHash: string) =>
      codeOf(ledger.confirm({ diffId, contentHash, confirmedBy: '佐藤', state: board }));
    expect(await click(shown?.content_hash ?? '')).toBe('diff-changed');
    expect(await click('sha256:something else')).toBe('diff-changed');
    expect((await ledger.diff(diffId))?.state).toBe('proposed');
    expect(await click(exchanged?.content_hash ?? '')).toBe('none');
  });

  const contents: readonly (readonly [string, Partial<Diff>])[] = [
    ['reason', { reason: '別の理由' }],
    ['risk', { risk: '遅れる' }],
    ['target', { target_node_id: 'n2' }],
    ['change', { change: { parent_node_id: 'n1', add_children: [] } }],
    ['source', { generated_from: { organizer_run_id: 'run_2', source_proposal: '/x' } }],
  ];
  it.each(contents)('changes the content hash with the %s', async (_name, part) => {
    const { ledger, diffs } = setUp();
    const [before] = await ledger.propose(diffs);
    const [after] = await ledger.propose([{ ...diffs[0], ...part }]);
    expect(after?.content_hash).not.toBe(before?.content_hash);
  });

  it('refuses other content under a confirmed id', async () => {
    const { ledger, diffs, diffId, confirmation, clock, events } = await confirmed();
    const other = [diffs[1], { ...diffs[0], reason: '別の理由' }];
    const written = (await typesIn(events)).length;
    expect(await codeOf(ledger.propose(other))).toBe('diff-confirmed');
    expect(await typesIn(events)).toHaveLength(written);
    expect(await ledger.diff(diffId)).toMatchObject({ diff: diffs[0], state: 'confirmed' });
    const { diff } = await ledger.apply({ confirmationId: confirmation.id, state: board });
    expect(diff).toEqual(diffs[0]);
    clock.advance(1);
    expect(await codeOf(ledger.propose(other))).toBe('none');
    expect((await ledger.diff(diffId))?.diff).toEqual(diffs[0]);
  });

  it('accepts other content after the confirmation is withdrawn or expired', async () => {
    const { ledger, diffs, diffId, confirmation, clock } = await confirmed();
    await ledger.withdraw(confirmation.id, '佐藤');
    const [view] = await ledger.propose([{ ...diffs[0], reason: '別の理由' }]);
    expect(view).toMatchObject({ diff: { reason: '別の理由' }, state: 'proposed' });
    const again = { ...(await seen(ledger, diffId)), confirmedBy: '佐藤', state: board };
    await ledger.confirm(again);
    clock.advance(1000);
    expect(await codeOf(ledger.propose([diffs[0]]))).toBe('none');
  });

  it('treats the same content at another time as the same proposal', async () => {
    const { ledger, diffs, diffId, confirmation } = await confirmed();
    const [view] = await ledger.propose([{ ...diffs[0], created_at: '2030-01-01T00:00:00.000Z' }]);
    expect(view).toEqual(await ledger.diff(diffId));
    expect(view).toMatchObject({ diff: diffs[0], state: 'confirmed', confirmation });
  });

  it('records the proposer', async () => {
    const { ledger, diffs, events } = setUp();
    await ledger.propose([diffs[0]], { proposedBy: 'planner' });
    await ledger.propose([diffs[1]]);
    const actors: (string | undefined)[] = [];
    for await (const { actor } of events.read('proposal-quality/b1')) actors.push(actor);
    expect(actors).toEqual(['planner', undefined]);
  });
});

describe('the board, misuse and the store', () => {
  it('refuses a confirmation if the board has changed where the diff applies, not elsewhere', async () => {
    const { ledger, confirmation } = await confirmed();
    const [first, ...rest] = board.nodes;
    const apply = (state: BoardState) =>
      codeOf(ledger.apply({ confirmationId: confirmation.id, state }));
    if (first === undefined) throw new Error('no node');
    expect(await apply({ nodes: [{ ...first, title: '別の題' }, ...rest] })).toBe('base-changed');
    expect(await apply({ nodes: [{ ...first, status: 'DONE' }, ...rest] })).toBe('base-changed');
    expect(await apply({ ...board, children: { n1: ['n7'] } })).toBe('base-changed');
    expect(
      await apply({ ...board, relations: [{ from: 'n2', to: 'n1', relation_type: 'x' }] }),
    ).toBe('base-changed');
    expect(await apply({ ...board, groups: [{ group_label: 'g', node_ids: ['n1'] }] })).toBe(
      'base-changed',
    );
    expect(await apply({ nodes: [] })).toBe('base-changed');
    const elsewhere: BoardState = {
      nodes: [{ id: 'n9', title: 'new' }, ...rest.toReversed(), { ...first, owner: 'x' }],
      children: { n2: ['n9'] },
    };
    expect(await apply(elsewhere)).toBe('none');
  });

  it('refuses to confirm a diff that cannot be applied', async () => {
    const { ledger, diffs } = setUp();
    await ledger.propose(diffs);
    const state: BoardState = { nodes: [{ id: 'n2', title: 't' }] };
    const [{ diff_id: diffId }] = diffs;
    expect(
      await codeOf(ledger.confirm({ ...(await seen(ledger, diffId)), confirmedBy: 'x', state })),
    ).toBe('diff-invalid');
  });

  it('refuses misuse', async () => {
    const { ledger, events, diffs } = setUp();
    for (const store of [undefined, null, {}]) {
      expect(() => createProposalLedger({ store: store as never, boardId: 'b' })).toThrow(
        /^expected options\.store to be an EventStore/,
      );
    }
    expect(() => createProposalLedger({ store: events, boardId: '' })).toThrow(
      InvalidArgumentError,
    );
    expect(() =>
      createProposalLedger({ store: events, boardId: 'b', confirmationTtlMs: 0 }),
    ).toThrow(InvalidArgumentError);
    const mixed = { ...diffs[0], change: { group_label: 'g', node_ids: ['n1', 'n2'] } };
    await expect(ledger.propose([mixed])).rejects.toThrow(InvalidArgumentError);
    await expect(ledger.propose([{ ...diffs[0], type: 'x' as 'relation' }])).rejects.toThrow(
      InvalidArgumentError,
    );
    await expect(
      ledger.confirm({ ...(await seen(ledger, diffs[0].diff_id)), confirmedBy: ' ', state: board }),
    ).rejects.toThrow(/confirmedBy/);
    const { diff_id: diffId } = diffs[0];
    const unseen = { diffId, confirmedBy: 'x', state: board } as never;
    await expect(ledger.confirm(unseen)).rejects.toThrow(/content_hash of the view/);
  });

  it('continues after a restart on the file store', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'kanmon-ledger-'));
    try {
      const before = setUp(await createFileEventStore(directory));
      await before.ledger.propose(before.diffs);
      const [{ diff_id: diffId }] = before.diffs;
      const { id } = await before.ledger.confirm({
        ...(await seen(before.ledger, diffId)),
        confirmedBy: 'x',
        state: board,
      });
      await before.events.close();
      const after = setUp(await createFileEventStore(directory));
      const applied = await after.ledger.apply({ confirmationId: id, state: board });
      expect(applied).toMatchObject({ diff: before.diffs[0], replayed: false });
      await after.events.close();
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  it('refuses foreign events in its stream', async () => {
    const { ledger, events } = setUp();
    await events.append('proposal-quality/b1', [{ type: 'note', data: {} }], {
      expectedVersion: 'any',
    });
    await expect(ledger.list()).rejects.toMatchObject({ code: 'proposal-ledger-corrupt' });
  });
});
