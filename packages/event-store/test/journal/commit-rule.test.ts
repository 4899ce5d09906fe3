import type { JsonValue } from '@kanmon/core';
import { canonicalJson } from '@kanmon/core/json';
import { caseReader } from '@kanmon/test-support';
import { describe, expect, it } from 'vitest';
import {
  type CommitHead,
  enterSegment,
  genesisHead,
  judgeLines,
} from '../../src/node/file/commit-rule.ts';
import { encodeLine, genesisSum } from '../../src/node/file/journal-line.ts';
import { buildJournal, type Piece } from '../support/journal-builder.ts';

interface CommitCase {
  readonly name: string;
  readonly pieces: readonly Piece[];
  readonly verdicts: readonly string[];
  readonly sequence: number;
  readonly durable: number;
  readonly corrupt: boolean;
  /** Bytes behind the last line feed of the last segment. */
  readonly tail?: number;
}

/** Judges whole segments, or pieces of `chunk` bytes with the unfinished rest carried over. */
function judge(
  files: ReadonlyMap<number, Buffer>,
  chunk = Infinity,
): { readonly verdicts: readonly string[]; readonly head: CommitHead; readonly tail: number } {
  const verdicts: string[] = [];
  let head = genesisHead;
  let tail = 0;
  for (const [segment, bytes] of files) {
    head = enterSegment(head);
    let offset = 0;
    for (let end = 0; end < bytes.length;) {
      end = Math.min(bytes.length, end + chunk);
      const judged = judgeLines(bytes.subarray(offset, end), { segment, offset }, head);
      verdicts.push(...judged.lines.map(({ verdict }) => verdict));
      ({ head } = judged);
      offset += judged.consumed;
    }
    tail = bytes.length - offset;
  }
  return { verdicts, head, tail };
}

const readCases = caseReader(new URL('../cases/', import.meta.url));

describe('the commit rule', () => {
  it.each(readCases('journal/commit-rule') as readonly CommitCase[])('$name', (testCase) => {
    const { verdicts, sequence, durable, corrupt, tail = 0 } = testCase;
    const files = buildJournal(testCase.pieces);
    const judged = judge(files);
    expect(judged.verdicts).toEqual(verdicts);
    expect(judged.head).toMatchObject({ sequence, durable });
    expect(judged.tail).toBe(tail);
    expect(judged.head.durable > judged.head.sequence).toBe(corrupt);
    // The rule does not depend on the pieces in which a file is read.
    expect(judge(files, 50)).toEqual(judged);
  });

  it('returns offsets and lengths that cut each line out of its segment', () => {
    const bytes = buildJournal([{ line: 'open' }, { text: '??\n' }, { line: 'append' }]).get(1);
    if (bytes === undefined) throw new Error('no segment');
    const { lines, consumed } = judgeLines(bytes, { segment: 1, offset: 1000 }, genesisHead);
    expect(consumed).toBe(bytes.length);
    const ends = lines.map(({ offset, length }) => offset + length - 1000);
    expect(ends.map((end) => bytes[end - 1])).toEqual([0x0a, 0x0a, 0x0a]);
    expect(lines[1]).toEqual({ verdict: 'damaged', offset: 1000 + (ends[0] ?? 0), length: 3 });
  });
});

describe('a line', () => {
  it('has a body in canonical JSON for any data and names', () => {
    const data = { z: 1, a: ['\u2028', { b: null }], ü: '"\\\n' };
    const { bytes } = encodeLine(
      { sequence: 2, previous: genesisSum, durable: 1, writer: '0123456789abcdef' },
      {
        kind: 'append',
        at: '2026-01-01T00:00:00.000Z',
        streamId: 'a"b\\日本',
        key: 'k\u0000',
        fence: { resource: 'r"', token: 3 },
        events: [
          {
            version: 1,
            position: 9,
            type: 't"',
            dataJson: canonicalJson(data),
            actor: 'ann\n',
            requestId: '\u007f',
            hash: 'f'.repeat(64),
          },
        ],
      },
    );
    const text = bytes.toString('utf8');
    const body = text.slice(17, -1);
    expect(text.at(-1)).toBe('\n');
    const parse: (json: string) => JsonValue = JSON.parse;
    expect(canonicalJson(parse(body))).toBe(body);
    expect(JSON.parse(body)).toMatchObject({ stream: 'a"b\\日本', events: [{ data }] });
  });
});
