import { defineGate, runGate } from '@kanmon/core/gate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { asList, asRecord } from '../src/wire/read.ts';
import {
  type Behaviour,
  type ChaosServer,
  json,
  startChaosServer,
} from './support/chaos-server.ts';
import { ask } from './support/collect.ts';
import { providers } from './support/providers.ts';
import { playReply } from './support/wire-replies.ts';

const roleOf = (message: unknown): unknown => asRecord(message)['role'];

/** Behaves like a strict chat template: system first if at all, then user and assistant in turn. */
const alternating =
  (behaviour: Behaviour): Behaviour =>
  async (response, entry) => {
    const messages = asList(entry.body['messages'] ?? entry.body['input']).map(roleOf);
    const turns = messages[0] === 'system' ? messages.slice(1) : messages;
    const alternates = turns.every((role, index) => role === ['user', 'assistant'][index % 2]);
    const message = 'Conversation roles must alternate user/assistant/user/assistant/...';
    await (alternates ? behaviour : json(400, { error: { message } }))(response, entry);
  };

const gate = defineGate({ name: 'colour', schema: z.object({ colour: z.enum(['red', 'blue']) }) });

describe('a server that refuses two messages of one role in a row', () => {
  let server: ChaosServer;
  beforeAll(async () => {
    server = await startChaosServer();
  });
  afterAll(() => server.close());

  it.each(providers)('gets corrections through $name', async ({ make, format }) => {
    server.behave(
      alternating(playReply(format, '{"colour":"green"}')),
      alternating(playReply(format, '{"colour":"blue"}')),
    );
    const outcome = await runGate(gate, {
      client: make(server.url),
      messages: [
        { role: 'system', content: 'Answer in JSON.' },
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Which colour is the sea?' },
      ],
      correction: { mode: 'full' },
    });
    expect(outcome).toMatchObject({ status: 'passed', value: { colour: 'blue' } });
    expect(server.journal).toHaveLength(2);
    const sent = JSON.stringify(server.journal[1]?.body);
    expect(sent).toContain('Which colour is the sea?\\n\\n');
  });

  it.each(providers)('gets streamed calls through $name', async ({ make, format }) => {
    server.behave(alternating(playReply(format, 'fine')));
    const { messages } = ask('one');
    const request = { messages: [...messages, ...ask('two').messages] };
    const texts: string[] = [];
    for await (const event of make(server.url).stream?.(request) ?? []) {
      if (event.type === 'end') texts.push(event.response.text);
    }
    expect(texts).toEqual(['fine']);
  });
});
