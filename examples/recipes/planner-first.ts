import { parsePlan } from '@kanmon/multistep-planner';

const input = { message: '北海道への送料を教えてください' };
const answers = [
  '{"steps": [{"type": "search", "query": " 送料 北海道 "}], "needsClarification": false, "confidence": "high"}',
  '{"steps": [{"type": "search", "query": "{}"}], "needsClarification": false, "confidence": "high"}',
];
for (const answer of answers) {
  const { plan, source, reasons } = parsePlan(answer, { input });
  console.log(source, plan.steps[0], reasons.map(({ code }) => code).slice(0, 3));
}
