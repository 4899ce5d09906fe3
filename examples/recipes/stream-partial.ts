import { runGate } from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';
import { context, gate } from './task-gate.ts';

// Scripted here; a streaming client of @kanmon/llm-adapters in an application.
const inChunks = (text: string) => ({ text, chunks: text.match(/.{1,12}/g) ?? [] });
const client = createScriptedClient([
  inChunks('{"title": "Write the FAQ", "owner": "mallory", "note": "never read"}'),
  inChunks('{"title": "Write the FAQ", "owner": "kim"}'),
]);
const outcome = await runGate(gate, {
  client,
  context,
  messages: [{ role: 'user', content: 'What is next?' }],
  stream: true,
  onPartial: (task, attempt) => console.log('show', attempt, { ...task }),
});
for (const { number, mode, findings } of outcome.attempts)
  console.log(number, mode, findings.map((finding) => gate.format(finding)).join(' ') || 'passed');
if (outcome.status === 'passed') console.log('replace with', outcome.value);
