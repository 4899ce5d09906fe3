import { draftCards, parsePolicySet } from '@kanmon/content-cards';
import { createMockDraftClient } from '@kanmon/content-cards/testing';
import { createScriptedClient } from '@kanmon/core/testing';

const policies = parsePolicySet({
  default_policy_id: 'careful',
  policies: [
    {
      id: 'careful',
      name: 'Careful',
      safeguards: { tone: 'polite', prohibited_keywords: ['guaranteed'] },
    },
  ],
});
if (!policies.ok) throw new Error(JSON.stringify(policies.issues));

const spec = {
  meta: { title: 'Proposal' },
  slides: [
    { id: 'aim', layout: 'Body', title: 'Aim', textboxes: [{ id: 't', text: 'Reduce the load' }] },
  ],
};
const stubborn = createScriptedClient(() => '{"title":"Aim","body":["Ｇuaran teed success"]}');
for (const llm of [createMockDraftClient(), stubborn]) {
  const { cards, document, log } = await draftCards(spec, { policies: policies.value, llm });
  const [slide] = document.slides;
  console.log(slide?.status, slide?.ai_review?.grade, cards[0]?.body, log[0]?.warnings);
}
