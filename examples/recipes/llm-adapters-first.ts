import { LlmError } from '@kanmon/core';
import { createMockClient, pipe, withBudget, withRetry } from '@kanmon/llm-adapters';

const busy = new LlmError('try later', { kind: 'overloaded' });
const client = pipe(
  createMockClient([busy, 'Hello.', 'Hello again.']),
  withRetry({ baseMs: 1 }),
  withBudget({ maxAttempts: 1 }),
);

for (const content of ['hi', 'hi']) {
  const call = client.generate({ messages: [{ role: 'user', content }] });
  console.log(await call.then(({ text }) => text, String));
}
