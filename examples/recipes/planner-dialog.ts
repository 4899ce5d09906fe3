import { createDialogAgent } from '@kanmon/multistep-planner';

// Your search; here two sentences and a shared word.
const faq = ['北海道への送料は800円です。', '返品は商品到着後30日以内です。'];
const agent = createDialogAgent({
  search: {
    search: async ({ query }) =>
      faq
        .filter((text) => query.split(' ').some((word) => text.includes(word)))
        .map((text) => ({ id: text.slice(0, 2), text })),
  },
});
for (const message of ['送料について', '北海道です', 'じゃあ返品ポリシーも知りたい']) {
  const turn = await agent.turn({ sessionId: 'sess-1', message });
  const queries = turn.steps.map(({ query }) => query);
  console.log(message, '->', turn.clarifyingQuestions ?? queries, turn.answer);
}
