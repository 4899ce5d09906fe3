import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createMemoryEventStore, GateDefinitionError, type Logger } from '@kanmon/core';
import {
  defineGate,
  defineRule,
  fromEvents,
  replayGate,
  runGate,
  type StandardSchemaV1,
  toEvents,
} from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';

const messages = [{ role: 'user', content: 'Draft a slide.' }] as const;
const slide = z.object({
  title: z.string().min(1),
  note: z.string().optional(),
  lines: z.array(z.object({ text: z.string(), level: z.number().default(1) })),
});

describe('null for an optional member', () => {
  it('is removed before the gate judges, and named as a repair', async () => {
    const answer = '{"title":"A","note":null,"lines":[{"text":"x","level":null}]}';
    const outcome = await runGate(defineGate({ name: 'slide', schema: slide }), {
      client: createScriptedClient([answer]),
      messages,
    });
    expect(outcome).toMatchObject({
      status: 'passed',
      value: { title: 'A', lines: [{ text: 'x', level: 1 }] },
      attempts: [
        {
          repairs: [
            { kind: 'null-member', class: 'lossless', at: 0, path: '/note' },
            { kind: 'null-member', class: 'lossless', at: 0, path: '/lines/0/level' },
          ],
        },
      ],
    });
  });

  it('is removed from a patched value too', async () => {
    const gate = defineGate({ name: 'slide', schema: slide });
    const outcome = await runGate(gate, {
      client: createScriptedClient([
        JSON.stringify({ title: '', note: 'x'.repeat(200), lines: [] }),
        '{"patch":[{"op":"replace","path":"/title","value":"A"}]}',
      ]),
      messages,
    });
    expect(outcome).toMatchObject({ status: 'passed', value: { title: 'A' } });
  });

  it('still fails where the member is required', async () => {
    const gate = defineGate({ name: 'slide', schema: slide });
    const client = createScriptedClient(() => '{"title":null,"lines":[]}');
    const outcome = await runGate(gate, { client, messages, budget: { maxAttempts: 1 } });
    expect(outcome).toMatchObject({
      status: 'rejected',
      best: { findings: [{ code: 'wrong-type', path: '/title' }] },
    });
  });

  it('gives the same run when it is replayed', async () => {
    const gate = defineGate({ name: 'slide', schema: slide });
    const client = createScriptedClient(['{"title":"A","note":null,"lines":[]}']);
    const live = await runGate(gate, { client, messages });
    await expect(replayGate(gate, live.events)).resolves.toEqual(live);
  });
});

describe('a gate that a model cannot answer', () => {
  it.each<[string, StandardSchemaV1]>([
    ['a text', z.string()],
    ['a number', z.number()],
    ['an enum', z.enum(['a', 'b'])],
  ])('is refused before the first call: %s', async (_name, schema) => {
    const client = createScriptedClient(['"a"']);
    const run = runGate(defineGate({ name: 'bare', schema }), { client, messages });
    await expect(run).rejects.toThrow(GateDefinitionError);
    expect(client.calls).toHaveLength(0);
  });
});

describe('a gate without a JSON Schema', () => {
  it('is reported once', async () => {
    const warn = vi.fn<(message: object | string) => void>();
    const logger = { debug: warn, info: warn, error: warn, warn } as Logger;
    const gate = defineGate({ name: 'plain', schema: v.object({ a: v.string() }) });
    for (let run = 0; run < 2; run += 1) {
      const client = createScriptedClient(['{"a":"x"}']);
      await runGate(gate, { client, messages, logger });
    }
    expect(warn.mock.calls).toEqual([
      [
        'gate "plain" sends no JSON Schema, so the model is not told the shape of the answer: the schema (valibot) offers none. Pass `jsonSchema` to defineGate: toJsonSchema(schema) of @valibot/to-json-schema',
      ],
    ]);
  });
});

describe('events of a run', () => {
  it('go into an event store and come back for a replay', async () => {
    const gate = defineGate({ name: 'slide', schema: slide });
    const client = createScriptedClient(['no json', '{"title":"A","lines":[]}']);
    const outcome = await runGate(gate, { client, messages });
    const store = createMemoryEventStore();
    await store.append('runs/1', toEvents(outcome.events), { expectedVersion: 0 });
    await store.append('runs/1', [{ type: 'reviewed', data: { by: 'hanako' } }], {
      expectedVersion: 'any',
    });
    const events = await fromEvents(store.read('runs/1'));
    expect(events).toEqual(outcome.events);
    await expect(replayGate(gate, events)).resolves.toEqual(outcome);
  });

  it('are refused where their data is not that of a run', async () => {
    await expect(fromEvents([{ type: 'run-started', data: { runId: 'r' } }])).rejects.toThrow(
      'expected the data of a "run-started" event of a gate run with runId, attempt and at',
    );
  });
});

describe('misspelt options', () => {
  const gate = defineGate({ name: 'slide', schema: slide });
  const client = createScriptedClient(['{}']);

  it.each([
    ['runGate', () => runGate(gate, { client, messages, timeout: 3 } as never)],
    [
      'options.request',
      () => runGate(gate, { client, messages, request: { temprature: 0 } } as never),
    ],
    [
      'options.correction',
      () => runGate(gate, { client, messages, correction: { modus: 'full' } } as never),
    ],
    ['replayGate', () => replayGate(gate, [], { contxt: 1 } as never)],
    [
      'defineGate',
      async () => defineGate({ name: 'g', schema: slide, rule: [] } as unknown as never),
    ],
    [
      'defineRule',
      async () => defineRule({ id: 'r', sellect: [], check: () => undefined } as never),
    ],
  ])('of %s are refused', async (where, call) => {
    await expect((async () => call())()).rejects.toThrow(`of ${where}; the options are`);
  });
});
