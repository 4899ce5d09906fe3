import { createMemoryEventStore, InvalidArgumentError } from '@kanmon/core';
import { createScriptedClient } from '@kanmon/core/testing';
import { describe, expect, it, test } from 'vitest';
import { createProposalQualityApp } from '../src/http.ts';
import {
  buildAdvisorPrompt,
  buildCorrectionPrompt,
  buildOrganizerPrompt,
  createProposalLedger,
  findForbidden,
  runOrganizer,
  toDiffs,
  validateDiff,
} from '../src/index.ts';
import { board, gated, seen } from './support-boards.ts';

test('a flag is no text', () => {
  const input = { dashboard: { trays: { inbox: [{ id: 'n1', title: 'Book' }] } } };
  const wrong = { includeSchema: 'no' as never };
  expect(() => buildOrganizerPrompt(input, wrong)).toThrow(InvalidArgumentError);
  expect(() => buildAdvisorPrompt({ ...input, focusNodeId: 'n1' }, wrong)).toThrow('includeSchema');
});

test.each<[string, (value: never) => unknown]>([
  ['buildCorrectionPrompt', (value) => buildCorrectionPrompt(value)],
  ['buildCorrectionPrompt of an error', (value) => buildCorrectionPrompt([value])],
  ['buildCorrectionPrompt of ids', (value) => buildCorrectionPrompt([], value ?? ('a' as never))],
  ['findForbidden', (value) => findForbidden(value, [])],
  ['findForbidden of rules', (value) => findForbidden('a', value)],
])('%s refuses an argument of the wrong kind', (_name, misuse) => {
  for (const value of [undefined, null, 5, {}])
    expect(() => misuse(value as never), JSON.stringify(value)).toThrow(InvalidArgumentError);
});

const { diffs } = toDiffs(gated(), { runId: 'r', validNodeIds: ['n1', 'n2', 'n3'] });
const [first] = diffs;

async function proposed(ids?: { next(): never }) {
  const store = createMemoryEventStore();
  const open = (other: object = {}) => createProposalLedger({ store, boardId: 'b', ...other });
  await open().propose(diffs);
  const ledger = open(ids === undefined ? {} : { ids });
  const input = {
    ...(await seen(ledger, first?.diff_id ?? '')),
    confirmedBy: 'sato',
    state: board,
  };
  return { ledger, input };
}

describe('a confirmation that the ledger could not read again', () => {
  it.each([[null], [5], [{}]])('is refused for the uiAction %j', async (uiAction) => {
    const { ledger, input } = await proposed();
    const confirm = ledger.confirm({ ...input, uiAction: uiAction as never });
    await expect(confirm).rejects.toThrow(InvalidArgumentError);
    expect((await ledger.list()).map(({ state }) => state)).toContain('proposed');
  });

  it('is refused for an id that is not a text', async () => {
    const { ledger, input } = await proposed({ next: () => 5 as never });
    await expect(ledger.confirm(input)).rejects.toThrow(
      'the event confirmation-granted has an invalid data/id; nothing was written',
    );
    expect(await ledger.list()).toHaveLength(diffs.length);
  });

  it.each([1e20, 1e15, Number.NaN, '5'])('is refused for a confirmationTtlMs of %j', (ttl) => {
    const options = { store: createMemoryEventStore(), boardId: 'b' };
    const create = () => createProposalLedger({ ...options, confirmationTtlMs: ttl as number });
    expect(create).toThrow(InvalidArgumentError);
  });
});

test.each([
  undefined,
  null,
  {},
  { nodes: [null] },
  { ...board, relations: [null] },
  { ...board, relations: 'x' },
  { ...board, groups: 5 },
  { ...board, groups: [{}] },
  { ...board, children: 'x' },
  { ...board, children: { n2: 5 } },
])('the board %j is refused', async (state) => {
  const { ledger, input } = await proposed();
  expect(() => validateDiff(first, state as never)).toThrow(InvalidArgumentError);
  await expect(ledger.confirm({ ...input, state: state as never })).rejects.toThrow(
    'expected state to be the board { nodes: [...] }, got ',
  );
  const apply = ledger.apply({ confirmationId: 'c', state: state as never });
  await expect(apply).rejects.toThrow(InvalidArgumentError);
});

test.each([undefined, 'n1', [5]])('toDiffs refuses the ids %j', (ids) => {
  const context = { runId: 'r', validNodeIds: ids as never };
  expect(() => toDiffs(gated(), context)).toThrow(/^expected validNodeIds to be an array/);
});

test('ports without their methods are refused', async () => {
  const wrong = {} as never;
  const input = { dashboard: { trays: { inbox: [{ id: 'n1', title: 'Book' }] } } };
  const run = runOrganizer(input, { client: createScriptedClient([]), logger: wrong });
  await expect(run).rejects.toThrow(/options\.logger/);
  const options = { store: createMemoryEventStore(), boardId: 'b' };
  for (const name of ['store', 'clock', 'ids']) {
    const create = () => createProposalLedger({ ...options, [name]: wrong });
    expect(create, name).toThrow(InvalidArgumentError);
    expect(() => createProposalQualityApp({ [name]: wrong }), name).toThrow(InvalidArgumentError);
  }
});
