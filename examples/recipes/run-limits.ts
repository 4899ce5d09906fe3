import { LlmError } from '@kanmon/core';
import { runGate } from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';
import { composeClient } from '@kanmon/llm-adapters';
import { context, gate } from './task-gate.ts';

const messages = [{ role: 'user' as const, content: 'Plan the spring release' }];
const hangs = () => new Promise<string>(() => {}); // a provider that never answers
const busy = new LlmError('try later', { kind: 'overloaded' });
const wrong = '{"title": "FAQ", "owner": "mallory"}';

const cases = {
  'the call times out': [hangs, hangs],
  'the provider is busy': [busy, busy],
  'no answer passes': [wrong, wrong.replace('FAQ', 'The FAQ')],
};
for (const [name, script] of Object.entries(cases)) {
  const client = composeClient(createScriptedClient(script), {
    timeout: { perAttemptMs: 20 }, // about 60_000 in an application
    retry: { maxAttempts: 2, baseMs: 1 },
  });
  const budget = { maxAttempts: 2, maxTotalTokens: 20_000 };
  const outcome = await runGate(gate, { client, context, messages, budget });
  if (outcome.status === 'passed') continue;
  const { reason, cause, best } = outcome;
  console.log(`${name}: ${reason}`, LlmError.isInstance(cause) ? cause.kind : best?.value);
}
