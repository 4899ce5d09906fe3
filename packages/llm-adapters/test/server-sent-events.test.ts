import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeServerSentEvents, type ServerSentEvent } from '../src/kit.ts';

async function decode(chunks: readonly Uint8Array[]): Promise<readonly ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  for await (const event of decodeServerSentEvents(streamOf(chunks))) events.push(event);
  return events;
}

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const whole = (text: string): Promise<readonly ServerSentEvent[]> => decode([bytes(text)]);

describe('decodeServerSentEvents', () => {
  it.each([
    ['one event', 'data: a\n\n', [{ data: 'a' }]],
    ['several data lines', 'data: a\ndata: b\n\n', [{ data: 'a\nb' }]],
    ['one space only is taken off', 'data:  a\ndata:b\n\n', [{ data: ' a\nb' }]],
    ['a field without a colon', 'data\n\n', [{ data: '' }]],
    ['event and id', 'event: e\nid: 7\ndata: a\n\n', [{ event: 'e', data: 'a', id: '7' }]],
    [
      'the id stays',
      'id: 7\ndata: a\n\ndata: b\n\n',
      [
        { data: 'a', id: '7' },
        { data: 'b', id: '7' },
      ],
    ],
    ['an id with NUL is ignored', 'id: a\0b\ndata: x\n\n', [{ data: 'x' }]],
    ['comments', ': hi\n:\ndata: a\n: mid\n\n', [{ data: 'a' }]],
    ['unknown fields', 'retry: 10\nfoo: bar\ndata: a\n\n', [{ data: 'a' }]],
    ['an event without data', 'event: e\n\ndata: a\n\n', [{ data: 'a' }]],
    ['no final blank line', 'data: a\n\ndata: b\n', [{ data: 'a' }]],
    ['CR', 'data: a\rdata: b\r\rdata: c\r\r', [{ data: 'a\nb' }, { data: 'c' }]],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', [{ data: 'a' }, { data: 'b' }]],
    ['a byte order mark', '\uFEFFdata: a\n\n', [{ data: 'a' }]],
    ['the end mark is data', 'data: [DONE]\n\n', [{ data: '[DONE]' }]],
    ['nothing', '', []],
  ])('%s', async (_name, text, expected) => {
    expect(await whole(text)).toEqual(expected);
  });

  it.each(['\n', '\r', '\r\n'])('gives the same at every byte offset, line end %j', async (end) => {
    const body = ['event: 出来事', 'data: 日本語と🎌', 'data: é', '', 'data: [DONE]', '', ''];
    const all = bytes(`\uFEFF${body.join(end)}`);
    const expected = await decode([all]);
    expect(expected).toHaveLength(2);
    const splits = Array.from({ length: all.length + 1 }, (_, at) => at);
    const results = await Promise.all(
      splits.map((at) => decode([all.subarray(0, at), all.subarray(at)])),
    );
    for (const result of results) expect(result).toEqual(expected);
  });

  it('gives the same for any text however it is cut', async () => {
    const line = fc.oneof(
      fc.constantFrom('data: x', 'data:', 'event: e', ': c', '', 'id: 1', 'data: 漢字🎌'),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    );
    const text = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')), { maxLength: 30 })
      .map((lines) => lines.flat().join(''));
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(400), { maxLength: 8 }), async (body, cuts) => {
        const all = bytes(body);
        const at = [0, ...cuts.map((cut) => cut % (all.length + 1)).toSorted((a, b) => a - b)];
        const chunks = at.map((from, index) => all.subarray(from, at[index + 1] ?? all.length));
        expect(await decode(chunks)).toEqual(await decode([all]));
      }),
      { numRuns: 300 },
    );
  });

  it('refuses a line of 2 MB', async () => {
    await expect(whole('x'.repeat(2_000_000))).rejects.toMatchObject({ kind: 'protocol' });
    const chunk = bytes('y'.repeat(100_000));
    await expect(decode(Array.from({ length: 20 }, () => chunk))).rejects.toMatchObject({
      kind: 'protocol',
    });
  });

  it('survives a flood of comments', async () => {
    expect(await whole(`${': x\n'.repeat(200_000)}data: a\n\n`)).toEqual([{ data: 'a' }]);
  });

  it('cancels the body when the loop is left', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(bytes('data: a\n\n'));
      },
      cancel() {
        cancelled = true;
      },
    });
    for await (const event of decodeServerSentEvents(body)) {
      expect(event.data).toBe('a');
      break;
    }
    expect(cancelled).toBe(true);
    expect(body.locked).toBe(false);
  });
});
