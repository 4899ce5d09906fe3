import { parsePlan } from '@kanmon/multistep-planner';

const input = { message: 'How much is shipping to Canada?' };
const rest = '"needsClarification": false, "confidence": "high"';
for (const query of [' shipping cost Canada ', '{}']) {
  const answer = `{"steps": [{"type": "search", "query": "${query}"}], ${rest}}`; // of a model
  const { plan, source, reasons } = parsePlan(answer, { input });
  console.log(source, plan.steps[0], reasons.map(({ code }) => code).slice(0, 3));
}
