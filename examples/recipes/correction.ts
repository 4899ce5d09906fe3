import { defineGate, runGate } from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';
import * as z from 'zod';

const step = z.object({ task: z.string().min(1), days: z.number().int().positive() });
const gate = defineGate({ name: 'plan', schema: z.object({ steps: z.array(step).min(1) }) });

// Scripted here: an answer that was cut, the rest of it, then a patch of the place that failed.
const client = createScriptedClient([
  { text: '{"steps": [{"task": "Ask the team", "days": 2}, {"task": "Wri', finish: 'length' },
  'te the FAQ", "days": 0}]}',
  '{"patch": [{"op": "replace", "path": "/steps/1/days", "value": 3}]}',
]);
const messages = [{ role: 'user' as const, content: 'Plan the FAQ.' }];
const outcome = await runGate(gate, { client, messages });

for (const { number, mode, findings } of outcome.attempts) {
  console.log(number, mode, findings.map((finding) => gate.format(finding)).join(' ') || 'passed');
}
if (outcome.status === 'passed') console.log(outcome.value.steps[1]);
