import { defineGate, runGate } from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';
import * as z from 'zod';

const schema = z.object({ title: z.string(), steps: z.array(z.string()) });
const gate = defineGate({ name: 'plan', schema });
const chunks = ['{"title": "FAQ", "st', 'eps": ["ask", "wri', 'te"]}'];
// Scripted here; a streaming client of @kanmon/llm-adapters in an application.
const client = createScriptedClient([{ text: chunks.join(''), chunks }]);

const outcome = await runGate(gate, {
  client,
  messages: [{ role: 'user', content: 'Plan the FAQ.' }],
  budget: { maxAttempts: 3, maxMs: 20_000 },
  stream: true,
  onPartial: (plan, attempt) => console.log(attempt, JSON.stringify(plan)),
});
console.log(outcome.status);
