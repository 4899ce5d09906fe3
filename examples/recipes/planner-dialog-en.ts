import { createDialogAgent } from '@kanmon/multistep-planner';

// Your search; here two sentences and a shared word.
const faq = ['Shipping to Hokkaido costs 800 yen.', 'Returns are accepted within 30 days.'];
// The slots that the shop needs before a search: a bare question about shipping needs a region.
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
        .filter((text) => query.split(' ').some((word) => text.toLowerCase().includes(word)))
        .map((text) => ({ id: text.slice(0, 8).trim().toLowerCase(), text })),
  },
});
for (const message of ['About shipping', 'To Hokkaido', 'Then what is the return policy?']) {
  const turn = await agent.turn({ sessionId: 'sess-1', message });
  const queries = turn.steps.map(({ query }) => query);
  console.log(message, '->', turn.clarifyingQuestions ?? queries, turn.answer);
}
