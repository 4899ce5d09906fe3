import { createDialogAgent } from '@kanmon/multistep-planner';

// Your search; here two sentences and a shared word.
const faq = ['北海道への送料は800円です。', '返品は商品到着後30日以内です。'];
// The facts that the shop must know before it can search: a bare question about shipping needs a region.
const domain = {
  topics: { shipping: { ja: ['送料', '配送'], en: ['shipping', 'postage'] } },
  slots: {
    required: { shipping: { bare: 'region' } },
    questions: {
      region: { ja: 'お届け先の地域はどちらですか？', en: 'Which region should it be shipped to?' },
    },
  },
} as const;
const agent = createDialogAgent({
  rules: { domain },
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
