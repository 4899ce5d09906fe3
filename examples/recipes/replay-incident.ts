import { defineGate, parseRun, replayGate, runGate, serializeRun } from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';
import * as z from 'zod';

const schema = z.object({ title: z.string(), days: z.number() });
const gate = defineGate({ name: 'task', schema });
const client = createScriptedClient([
  'Sure! {title: "FAQ", days: "2"}',
  '{"patch": [{"op": "replace", "path": "/days", "value": 2}]}',
]);
const messages = [{ role: 'user' as const, content: 'What is next?' }];
const outcome = await runGate(gate, { client, messages });
const stored = serializeRun(outcome.events); // one JSON line for each event

// Later, on another machine, without the model: the same answers, judged again.
const run = parseRun(stored);
const replayed = await replayGate(gate, run);
for (const { number, mode, repairs, findings } of replayed.attempts) {
  console.log(number, mode, repairs.map(({ kind }) => kind).join(', ') || 'no repair');
  for (const finding of findings) console.log('  ', gate.format(finding));
}

// A stricter gate does not lead to the recorded outcome, and the replay reports that.
const stricter = defineGate({ name: 'task', schema: schema.extend({ days: z.number().max(1) }) });
await replayGate(stricter, run).catch((error: Error) => console.log(error.name, error.message));
