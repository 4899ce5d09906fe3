import { createScriptedClient } from '@kanmon/core/testing';
import { planMultiStepQuery } from '@kanmon/multistep-planner';

const input = { message: 'ギフト配送と領収書発行の条件をまとめて教えて' };
// Stands for two models: the small one never gives a plan, the large one does.
const small = createScriptedClient(() => ({ text: 'Sure! Let me think about that.' }));
const large = createScriptedClient(() => ({
  text: '{"steps": [{"type": "search", "query": "ギフト配送 条件"}, {"type": "search", "query": "領収書 発行 条件"}], "needsClarification": false, "confidence": "high", "language": "ja"}',
}));
for (const clients of [{ '20b': small, '120b': large }, { '20b': small }]) {
  const { plan, source, route, usage } = await planMultiStepQuery(input, { clients });
  const queries = plan.steps.flatMap((step) => ('query' in step ? [step.query] : []));
  console.log(source, route, usage.length, queries);
}
