import { defineGate, runGate } from '@kanmon/core/gate';
import { createModelJudge, defineReview } from '@kanmon/core/review';
import { createScriptedClient } from '@kanmon/core/testing';
import * as z from 'zod';

const schema = z.object({ title: z.string(), owner: z.string(), note: z.string() });
const gate = defineGate({ name: 'task', schema });

const directory = { has: async (name: string) => name === 'mika' };
const knownOwner = defineReview({
  id: 'known-owner',
  messages: { unknown: '{name} is not in the directory' },
  async review(task: { readonly owner: string }, _context, report) {
    if (await directory.has(task.owner)) return;
    report('unknown', { path: '/owner', params: { name: task.owner } });
  },
});
// Scripted here; a client of @kanmon/llm-adapters in an application.
const judging = createScriptedClient(['{"findings": []}', '{"findings": []}']);
const tone = createModelJudge({ client: judging, criteria: { rude: 'The note is polite.' } });

const client = createScriptedClient([
  '{"title": "Write the FAQ", "owner": "bob", "note": "Thank you for taking this."}',
  '{"patch": [{"op": "replace", "path": "/owner", "value": "mika"}]}',
]);
const messages = [{ role: 'user' as const, content: 'What is next?' }];
const outcome = await runGate(gate, { client, messages, reviews: [knownOwner, tone] });
console.log(outcome.status, outcome.attempts[0]?.findings[0]?.path, outcome.attempts[1]?.mode);
