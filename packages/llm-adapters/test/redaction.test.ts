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
    [
      '連絡先：ｔａｒｏ＠ｅｘａｍｐｌｅ．ｃｏ．ｊｐまで',
      'ｔａｒｏ＠ｅｘａｍｐｌｅ．ｃｏ．ｊｐ',
      'EMAIL',
    ],
    ['連絡先はtaro@example.jpまで', 'taro@example.jp', 'EMAIL'],
    ['mail taro@例え.jp now', 'taro@例え.jp', 'EMAIL'],
    ['mail josé.garcía@exämple.es now', 'josé.garcía@exämple.es', 'EMAIL'],
    ['mail "taro yamada"@example.jp now', '"taro yamada"@example.jp', 'EMAIL'],
    ['mail taro@[192.0.2.1] now', 'taro@[192.0.2.1]', 'EMAIL'],
    ['mail ta\u200bro@exam\u00adple.jp now', 'ta\u200bro@exam\u00adple.jp', 'EMAIL'],
    ['mail taro@my\u2011host.jp now', 'taro@my\u2011host.jp', 'EMAIL'],
    ['電話は０９０－１２３４－５６７８です', '０９０－１２３４－５６７８', 'PHONE'],
    ['電話は090\u22121234\u22125678です', '090\u22121234\u22125678', 'PHONE'],
    ['電話は090\u20111234\u20115678です', '090\u20111234\u20115678', 'PHONE'],
    ['電話は090ー1234ー5678です', '090ー1234ー5678', 'PHONE'],
    ['電話は090\u00a01234\u00a05678です', '090\u00a01234\u00a05678', 'PHONE'],
    ['電話は０３（１２３４）５６７８です', '０３（１２３４）５６７８', 'PHONE'],
    ['phone ٠٩٠-١٢٣٤-٥٦٧٨ ok', '٠٩٠-١٢٣٤-٥٦٧٨', 'PHONE'],
    [
      'card ４２４２　４２４２　４２４２　４２４２ ok',
      '４２４２　４２４２　４２４２　４２４２',
      'CARD',
    ],
    ['card 4242\u22124242\u22124242\u22124242 ok', '4242\u22124242\u22124242\u22124242', 'CARD'],
    ['card 4242\u00a04242\u00a04242\u00a04242 ok', '4242\u00a04242\u00a04242\u00a04242', 'CARD'],
    ['card 4242 4242 4242 4242 12/27 ok', '4242 4242 4242 4242', 'CARD'],
    ['on 2026-11-21 4242 4242 4242 4242 ok', '4242 4242 4242 4242', 'CARD'],
    [`key hf_${'aB3'.repeat(11)} here`, `hf_${'aB3'.repeat(11)}`, 'KEY'],
    [`key github_pat_${'aB3_'.repeat(12)} here`, `github_pat_${'aB3_'.repeat(12)}`, 'KEY'],
    [
      'key eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0YXJvIn0.c2ln-_x here',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0YXJvIn0.c2ln-_x',
      'KEY',
    ],
  ])('hides in %j exactly %j', async (content, value, name) => {
    const inner = echo(3);
    const client = pipe(inner, withRedaction());
    expect((await client.generate(ask(content))).text).toBe(content);
    expect(inner.calls[0]?.messages[0]?.content).toBe(content.replace(value, `[[${name}_1]]`));
    expect((await collect(client, ask(content))).at(-1)).toMatchObject({
      response: { text: content },
    });
  });

  it('applies own rules to the text as it is and to its folded form', async () => {
    const inner = echo();
    const rules = [
      { name: 'wide', pattern: /社員[０-９]+/ },
      { name: 'code', pattern: /PRJ-\d{4}/ },
    ];
    await pipe(inner, withRedaction({ rules })).generate(
      ask('社員０１２ と ＰＲＪ－０００１ と PRJ-0002'),
    );
    expect(inner.calls[0]?.messages[0]?.content).toBe('[[WIDE_1]] と [[CODE_1]] と [[CODE_2]]');
  });

  it.each([
    '2026-11-21 10:00 から 2026-12-31 まで',
    'card 4242 4242 4242 4243 fails the check digit',
    'version 10.20.30.40, price 1,234,567 yen, id 1234567890123',
    'order 123-456-7890-1',
    '１２月３１日から２０２６－１１－２１まで、価格は１，２３４，５６７円',
    'npm-run-script-with-a-long-name and eyJust',
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

  it('keeps a placeholder that is in the text already', async () => {
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

  it('takes own rules, and refuses invalid ones', async () => {
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

  it('escapes values inside JSON', async () => {
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

  it('hides data in the schema, in stop sequences and in metadata, and restores it', async () => {
    const model = createMockClient(['{"owner":"[[EMAIL_2]]"}']);
    const schema = {
      type: 'object',
      description: 'Write to a@b.com.',
      properties: {
        owner: { enum: ['a@b.com', 'c@d.com'] },
        'a@b.com': { type: 'string', pattern: '^a@b.com$' },
        code: { type: 'string', pattern: '^[a-z]+$' },
        pattern: { const: 3 },
      },
      required: ['owner', 'a@b.com'],
    };
    const request = ask('a@b.com or c@d.com?', {
      output: { type: 'json', name: 'x', schema },
      stop: ['a@b.com'],
      metadata: { user: 'c@d.com' },
    });
    const answer = await pipe(model, withRedaction()).generate(request);
    expect(answer.text).toBe('{"owner":"c@d.com"}');
    expect(JSON.stringify(model.calls)).not.toMatch(/@/);
    expect(model.calls[0]).toMatchObject({
      output: {
        schema: {
          description: 'Write to [[EMAIL_1]].',
          properties: {
            owner: { enum: ['[[EMAIL_1]]', '[[EMAIL_2]]'] },
            '[[EMAIL_1]]': { type: 'string' },
            code: { pattern: '^[a-z]+$' },
            pattern: { const: 3 },
          },
          required: ['owner', '[[EMAIL_1]]'],
        },
      },
      stop: ['[[EMAIL_1]]'],
      metadata: { user: '[[EMAIL_2]]' },
    });
  });

  const name = { name: 'name', pattern: /Ann "A"\nLee/ };
  const value = 'Ann "A"\nLee';
  const inside = String.raw`Ann \"A\"\nLee`;

  it.each([
    [
      'an object',
      '{"a": "x [[NAME_1]]", "b": ["[[NAME_1]]"]}',
      `{"a": "x ${inside}", "b": ["${inside}"]}`,
    ],
    [
      'a fenced object after prose',
      'Here [1]:\n```json\n{"a": "[[NAME_1]]"}\n```\n[[NAME_1]]',
      `Here [1]:\n\`\`\`json\n{"a": "${inside}"}\n\`\`\`\n${value}`,
    ],
    [
      'escaped quotes',
      String.raw`{"a": "\"[[NAME_1]]\\", "b": "[[NAME_1]]"}`,
      String.raw`{"a": "\"${inside}\\", "b": "${inside}"}`,
    ],
    [
      'prose with quotes',
      'He said "[[NAME_1]]" [see "[[NAME_1]]].',
      `He said "${value}" [see "${value}].`,
    ],
    ['quotes over lines', '{"He\n said" [[NAME_1]]', `{"He\n said" ${value}`],
  ])('escapes values only inside strings of JSON in a text: %s', async (_, answer, expected) => {
    const request = ask(`${value}?`);
    const whole = pipe(createMockClient([answer]), withRedaction({ rules: [name] }));
    expect((await whole.generate(request)).text).toBe(expected);
    const deltas = pipe(
      createMockClient([{ deltas: [...answer] }]),
      withRedaction({ rules: [name] }),
    );
    const events = await collect(deltas, request);
    expect(events.flatMap((event) => (event.type === 'delta' ? event.text : [])).join('')).toBe(
      expected,
    );
    expect(events.at(-1)).toMatchObject({ response: { text: expected } });
  });
});
