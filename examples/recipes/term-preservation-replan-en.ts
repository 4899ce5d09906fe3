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

// Any LlmClient of core; this planner changes the time limit once.
const client = createMockClient([
  { tasks: [{ id: 'T1', acceptance: 'Export the invoices as CSV within 30 seconds' }] },
  { tasks: [{ id: 'T1', acceptance: 'Export the invoices as CSV within 3,000 ms' }] },
]);

const request = 'Export invoices as CSV within 3 seconds';
const outcome = await runGate(gate, {
  client,
  context: { requiredTerms: extractRequiredTerms(request) },
  messages: [{ role: 'user', content: `Split into tasks: ${request}` }],
});

for (const { findings } of outcome.attempts) {
  console.log(findings.map(({ rule, code, params }) => [rule, code, params['term'] ?? '']));
}
if (outcome.status === 'passed') console.log(outcome.value.tasks);
