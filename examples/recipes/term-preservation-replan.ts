import { defineGate, runGate } from '@kanmon/core/gate';
import { createMockClient } from '@kanmon/llm-adapters';
import { extractRequiredTerms, termsPreservedRules } from '@kanmon/term-preservation';
import * as z from 'zod';

const task = z.object({ id: z.string(), acceptance: z.string() });
const gate = defineGate({
  name: 'plan',
  schema: z.object({ tasks: z.array(task) }),
  rules: termsPreservedRules(),
});

// Any LlmClient of core; this planner forgets the time once.
const client = createMockClient([
  { tasks: [{ id: 'T1', acceptance: '在庫を集計し、CSVで倉庫へ送る' }] },
  { tasks: [{ id: 'T1', acceptance: '在庫を毎日9時に集計し、CSVで倉庫へ送る' }] },
]);

const request = '在庫を毎日9時に集計し、CSVで倉庫へ送る';
const outcome = await runGate(gate, {
  client,
  context: { requiredTerms: extractRequiredTerms(request) },
  messages: [{ role: 'user', content: `タスクに分けてください: ${request}` }],
});

for (const { findings } of outcome.attempts) {
  console.log(findings.map(({ rule, code, params }) => [rule, code, params['term'] ?? '']));
}
if (outcome.status === 'passed') console.log(outcome.value.tasks);
