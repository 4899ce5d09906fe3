import { nodesOf, organizerGate, renderOrganizer } from '@kanmon/proposal-quality';

const nodes = nodesOf({ trays: { inbox: [{ id: 'n1', title: '会場の予約' }] } });
const context = { nodes, validNodeIds: nodes.map((node) => node.id) };
const lists = { decomposition_proposals: [], grouping_proposals: [], relation_proposals: [] };

for (const summary of ['まず会場を予約するべきです。', 'まず会場の空きを見る方法があります。']) {
  const verdict = organizerGate.validate({ ...lists, summary }, context, { locale: 'ja' });
  console.log(verdict.ok ? renderOrganizer(verdict.value) : verdict.errors);
}
