import { createMemoryEventStore } from '@kanmon/core';
import { createScriptedClient } from '@kanmon/core/testing';
import { createProposalLedger, nodesOf, runOrganizer, toDiffs } from '@kanmon/proposal-quality';

const inbox = [
  { id: 'n1', title: 'Book a venue' },
  { id: 'n2', title: 'Invitations' },
];
const dashboard = { trays: { inbox } };
const reason = 'Invitations name the venue.';
const relation = { from_node_id: 'n2', to_node_id: 'n1', relation_type: 'waits for', reason };
const answer = {
  decomposition_proposals: [],
  grouping_proposals: [],
  relation_proposals: [relation],
  summary: 'The venue could come first.',
};
const client = createScriptedClient([JSON.stringify(answer)]); // or a model
const result = await runOrganizer({ dashboard, userIntent: 'Find an order' }, { client });
if (!result.ok) throw new Error(`${result.reason}: ${result.errors.join(', ')}`);

const state = { nodes: nodesOf(dashboard) }; // the board as the host sees it now
const validNodeIds = state.nodes.map(({ id }) => id);
const { diffs } = toDiffs(result.report, { runId: 'run-1', validNodeIds });
const store = createMemoryEventStore(); // or file, SQLite, PostgreSQL
const ledger = createProposalLedger({ store, boardId: 'launch' });
for (const { diff: shown, content_hash: contentHash } of await ledger.propose(diffs)) {
  const consent = { diffId: shown.diff_id, contentHash, confirmedBy: 'ann', state };
  const { id } = await ledger.confirm(consent); // refused if the diff has changed
  const { diff } = await ledger.apply({ confirmationId: id, state });
  const again = await ledger.apply({ confirmationId: id, state });
  console.log(diff.type, again.replayed ? 'was applied once' : 'was applied twice');
}
for await (const event of store.read('proposal-quality/launch')) console.log(event.type);
