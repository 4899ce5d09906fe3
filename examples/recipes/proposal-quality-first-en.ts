import { nodesOf, organizerGate, renderOrganizer } from '@kanmon/proposal-quality';

const nodes = nodesOf({ trays: { inbox: [{ id: 'n1', title: 'Book a venue' }] } });
const context = { nodes, validNodeIds: nodes.map((node) => node.id) };
const lists = { decomposition_proposals: [], grouping_proposals: [], relation_proposals: [] };

for (const summary of ['You must book the venue first.', 'The venue could come first']) {
  const verdict = organizerGate.validate({ ...lists, summary }, context);
  console.log(verdict.ok ? renderOrganizer(verdict.value) : verdict.errors);
}
