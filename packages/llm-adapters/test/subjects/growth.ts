import { onText, type Subject, type TextShape } from '@kanmon/test-support';
import { createMockClient, pipe, withRedaction } from '../../src/index.ts';
import { decodeServerSentEvents } from '../../src/kit.ts';
import { ask } from '../support/collect.ts';

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
