import { createMemoryEventStore } from '@kanmon/core';
import { createScriptedClient } from '@kanmon/core/testing';
import { createProposalLedger, nodesOf, runOrganizer, toDiffs } from '@kanmon/proposal-quality';

const inbox = [
  { id: 'n1', title: '会場の予約' },
  { id: 'n2', title: '招待状' },
];
const dashboard = { trays: { inbox } };
const reason = '招待状には会場の名前が入ります。';
const relation = { from_node_id: 'n2', to_node_id: 'n1', relation_type: '待ち', reason };
const answer = {
  decomposition_proposals: [],
  grouping_proposals: [],
  relation_proposals: [relation],
  summary: 'まず会場から始められます。',
};
const client = createScriptedClient([JSON.stringify(answer)]); // or a model
const result = await runOrganizer({ dashboard, userIntent: '順番を知りたい' }, { client });
if (!result.ok) throw new Error(`${result.reason}: ${result.errors.join(', ')}`);

const state = { nodes: nodesOf(dashboard) }; // the board as the host sees it now
const validNodeIds = state.nodes.map(({ id }) => id);
const { diffs } = toDiffs(result.report, { runId: 'run-1', validNodeIds });
const store = createMemoryEventStore(); // or file, SQLite, PostgreSQL
const ledger = createProposalLedger({ store, boardId: 'launch' });
for (const { diff: shown, content_hash: contentHash } of await ledger.propose(diffs)) {
  const consent = { diffId: shown.diff_id, contentHash, confirmedBy: '佐藤', state };
  const { id } = await ledger.confirm(consent); // refused if the diff has changed
  const { diff } = await ledger.apply({ confirmationId: id, state });
  const again = await ledger.apply({ confirmationId: id, state });
  console.log(diff.type, again.replayed ? 'was applied once' : 'was applied twice');
}
for await (const event of store.read('proposal-quality/launch')) console.log(event.type);
