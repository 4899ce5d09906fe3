import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMockClient, pipe, withRedaction } from '../src/index.ts';
import { ask, collect } from './support/collect.ts';

const echo = (chunkSize?: number) =>
  createMockClient(
    ({ messages }) => ({ text: messages.map((message) => message.content).join('|') }),
    chunkSize === undefined ? {} : { chunkSize },
  );

describe('withRedaction', () => {
  it.each([
    ['mail me at taro.yamada+x@example.co.jp please', '[[EMAIL_1]]'],
    ['電話は03-1234-5678です', '[[PHONE_1]]'],
    ['携帯 09012345678 まで', '[[PHONE_1]]'],
    ['call +1 415-555-2671 now', '[[PHONE_1]]'],
    ['call (415) 555-2671 now', '[[PHONE_1]]'],
    ['card 4242 4242 4242 4242 ok', '[[CARD_1]]'],
    ['key sk-proj-abcdefghijklmnop here', '[[KEY_1]]'],
  ])('hides %s', async (content, placeholder) => {
    const inner = echo();
    const response = await pipe(inner, withRedaction()).generate(ask(content));
    expect(inner.calls[0]?.messages[0]?.content).toContain(placeholder);
    expect(inner.calls[0]?.messages[0]?.content).not.toBe(content);
    expect(response.text).toBe(content);
  });

  it.each([
    '2026-11-21 10:00 から 2026-12-31 まで',
    'card 4242 4242 4242 4243 fails the check digit',
    'version 10.20.30.40, price 1,234,567 yen, id 1234567890123',
    'order 123-456-7890-1',
  ])('leaves %s alone', async (content) => {
    const inner = echo();
    await pipe(inner, withRedaction()).generate(ask(content));
    expect(inner.calls[0]?.messages[0]?.content).toBe(content);
  });

  it('gives equal values one placeholder, in all messages', async () => {
    const inner = echo();
    await pipe(inner, withRedaction()).generate({
      messages: [
        { role: 'system', content: 'from a@example.com' },
        { role: 'user', content: 'b@example.com and a@example.com' },
      ],
    });
    expect(inner.calls[0]?.messages.map((message) => message.content)).toEqual([
      'from [[EMAIL_1]]',
      '[[EMAIL_2]] and [[EMAIL_1]]',
    ]);
  });

  it('keeps a placeholder that stands in the text already', async () => {
    const content = 'literally [[EMAIL_1]], and a@example.com';
    const inner = echo();
    const response = await pipe(inner, withRedaction()).generate(ask(content));
    expect(response.text).toBe(content);
    expect(inner.calls[0]?.messages[0]?.content).toBe('literally [[LITERAL_1]], and [[EMAIL_1]]');
  });

  it('leaves placeholders of the model own making as they are', async () => {
    const client = pipe(createMockClient(['see [[EMAIL_9]]']), withRedaction());
    expect((await client.generate(ask('x'))).text).toBe('see [[EMAIL_9]]');
  });

  it('takes own rules, and refuses what is none', async () => {
    const inner = echo();
    const client = pipe(
      inner,
      withRedaction({ rules: ['email', { name: 'project', pattern: /PRJ-\d{4}/ }] }),
    );
    await client.generate(ask('PRJ-0001 of a@example.com, PRJ-0002'));
    expect(inner.calls[0]?.messages[0]?.content).toBe(
      '[[PROJECT_1]] of [[EMAIL_1]], [[PROJECT_2]]',
    );
    expect(() => withRedaction({ rules: [{ name: 'with space', pattern: /x/ }] })).toThrow(/name/);
    // @ts-expect-error no built-in rule
    expect(() => withRedaction({ rules: ['address'] })).toThrow(/key, email, card, phone/);
  });

  it('escapes values where they stand in JSON', async () => {
    const rules = [{ name: 'quote', pattern: /"[^"]*"/ }];
    const client = pipe(
      createMockClient(['{"said":"[[QUOTE_1]]"}', '{"said":"[[QUOTE_1]]"}']),
      withRedaction({ rules }),
    );
    const request = ask('he said "yes"', { output: { type: 'json' } });
    const { text } = await client.generate(request);
    expect(JSON.parse(text)).toEqual({ said: '"yes"' });
  });

  it('restores across deltas of any size', async () => {
    const piece = fc.constantFrom(
      'a@example.com',
      '[[EMAIL_1]]',
      '[[',
      ']]',
      '[',
      'text ',
      '日本語',
      '03-1234-5678',
      '[[NOPE',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 7 }),
        async (pieces, chunkSize) => {
          const content = `x ${pieces.join(' ')}`;
          const client = pipe(echo(chunkSize), withRedaction());
          const events = await collect(client, ask(content));
          const deltas = events.flatMap((event) => (event.type === 'delta' ? event.text : []));
          expect(deltas.join('')).toBe(content);
          expect(deltas).not.toContain('');
          expect(events.at(-1)).toMatchObject({ response: { text: content } });
        },
      ),
      { numRuns: 200 },
    );
  });
});
