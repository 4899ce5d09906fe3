import { createMemoryEventStore } from '@kanmon/core';
import { defineGate, fromEvents, openRun, replayGate, runGate, toEvents } from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';
import * as z from 'zod';

const gate = defineGate({ name: 'task', schema: z.object({ title: z.string().min(1) }) });
const client = createScriptedClient(['{"title": ""}', '{"title": "Write the FAQ"}']);
const messages = [{ role: 'user' as const, content: 'What is next?' }];
const outcome = await runGate(gate, { client, messages });

const store = createMemoryEventStore(); // or a durable one of @kanmon/event-store
await store.append('runs/1', toEvents(outcome.events), { expectedVersion: 0 });

const events = await fromEvents(store.read('runs/1'));
const replayed = await replayGate(gate, events); // asks no model
console.log(events.length, replayed.status, replayed.attempts.length);

// A run that was interrupted after its first answer: it continues where its events end.
const stored = events.slice(
  0,
  events.findIndex(({ attempt }) => attempt === 2),
);
const run = openRun(gate, { events: stored });
console.log(run.step.status === 'ask' && `attempt ${run.step.attempt}: ${run.step.mode}`);
console.log(run.answer({ text: '{"title": "Write the FAQ"}' }).status);
