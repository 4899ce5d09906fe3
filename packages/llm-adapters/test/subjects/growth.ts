import { onText, type Subject, type TextShape } from '@kanmon/test-support';
import { defineGate } from '@kanmon/core/gate';
import * as z from 'zod';
import { withGate } from '../../src/ai-sdk.ts';
import { createMockClient, pipe, withRedaction } from '../../src/index.ts';
import { decodeServerSentEvents } from '../../src/kit.ts';
import { ask, streamOf } from '../support/collect.ts';

const echo = createMockClient(({ messages }) => messages.map(({ content }) => content).join('|'));

export const redaction: Subject<TextShape> = onText((text) =>
  pipe(echo, withRedaction()).generate(ask(text)),
);

/** Decodes a stream that comes 64 bytes at a time. */
export const events: Subject<TextShape> = onText(async (text) => {
  const bytes = new TextEncoder().encode(text);
  async function* chunks(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let from = 0; from < bytes.length; from += 64) yield bytes.subarray(from, from + 64);
  }
  for await (const event of decodeServerSentEvents(chunks())) {
    if (event.data === '') throw new Error('an event was lost');
  }
});

const countGate = defineGate({
  name: 'counts',
  schema: z.object({ counts: z.record(z.string(), z.number()) }),
});

/** Streams an object of many members through a settled stream, eight characters at a time. */
export const settledStream: Subject = (size) => async () => {
  let text = '{"counts":{"k":0';
  for (let index = 0; text.length < size; index += 1) text += `,"k${index}":1`;
  const finish = { finishReason: { unified: 'stop' }, usage: {} };
  const deltas = `${text}}}`.match(/.{1,8}/g) ?? [];
  const parts = [
    ...deltas.map((delta) => ({ type: 'text-delta', id: '1', delta })),
    { type: 'finish', ...finish },
  ];
  const { model } = withGate(countGate, {
    stream: 'settled',
    model: {
      specificationVersion: 'v4',
      provider: 'fake',
      modelId: 'fake-1',
      doGenerate: async () => finish,
      doStream: async (_options: object) => ({ stream: streamOf(parts) }),
    },
  });
  const { stream } = await model.doStream({ prompt: [], responseFormat: { type: 'json' } });
  let shown = 0;
  for await (const part of stream) shown += part === undefined ? 0 : 1;
  if (shown < 3) throw new Error('expected a text in parts');
};
