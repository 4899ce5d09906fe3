import { createMemoryEventStore, type StoredEvent } from '@kanmon/core';
import { createDialogAgent, replayDialog } from '@kanmon/multistep-planner';

const store = createMemoryEventStore();
const agent = createDialogAgent({
  search: { search: async ({ query }) => [{ id: query, text: `${query}: 800円` }] },
  store,
});
for (const message of ['北海道への送料を教えてください', '沖縄は？']) {
  await agent.turn({ sessionId: 'sess-1', message });
}
const journal: StoredEvent[] = [];
for await (const event of store.read('dialog/default/sess-1')) journal.push(event);

const { ok, turns } = await replayDialog(journal);
console.log(ok, turns);

// Another process edits the hits of the first search.
const hits = [{ id: 'x', text: '無料です。' }];
const data = { query: '北海道 送料', topK: 8, status: 'returned', hits };
const at = journal.findIndex(({ type }) => type === 'search-returned');
const edited = journal.map((event, index) => (index === at ? { ...event, data } : event));
console.log((await replayDialog(edited)).difference);
