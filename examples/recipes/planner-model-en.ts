import { createScriptedClient } from '@kanmon/core/testing';
import { planMultiStepQuery } from '@kanmon/multistep-planner';

const input = { message: 'How do I order gift wrapping, and how do I get a receipt?' };
// Stands for two models: the small one never gives a plan, the large one does.
const small = createScriptedClient(() => ({ text: 'Sure! Let me think about that.' }));
const large = createScriptedClient(() => ({
  text: '{"steps": [{"type": "search", "query": "order gift wrapping"}, {"type": "search", "query": "get receipt"}], "needsClarification": false, "confidence": "high", "language": "en"}',
}));
for (const clients of [{ '20b': small, '120b': large }, { '20b': small }]) {
  const { plan, source, route, usage } = await planMultiStepQuery(input, { clients });
  const queries = plan.steps.flatMap((step) => ('query' in step ? [step.query] : []));
  console.log(source, route, usage.length, queries);
}
