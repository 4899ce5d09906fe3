import { draftCards, parsePolicySet } from '@kanmon/content-cards';
import { createMockDraftClient } from '@kanmon/content-cards/testing';
import { createScriptedClient } from '@kanmon/core/testing';

const policies = parsePolicySet({
  default_policy_id: 'careful',
  policies: [
    {
      id: 'careful',
      name: '慎重',
      safeguards: { tone: '丁寧', prohibited_keywords: ['ゼッタイ'] },
    },
  ],
});
if (!policies.ok) throw new Error(JSON.stringify(policies.issues));

const spec = {
  meta: { title: '提案書' },
  slides: [
    { id: 'aim', layout: 'Body', title: 'ねらい', textboxes: [{ id: 't', text: '負担を減らす' }] },
  ],
};
const stubborn = createScriptedClient(() => '{"title":"ねらい","body":["ぜっ たいに成功します"]}');
for (const llm of [createMockDraftClient(), stubborn]) {
  const { cards, document, log } = await draftCards(spec, { policies: policies.value, llm });
  const [slide] = document.slides;
  console.log(slide?.status, slide?.ai_review?.grade, cards[0]?.body, log[0]?.warnings);
}
