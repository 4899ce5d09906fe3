/**
 * Showing a value while it arrives: processor time of one answer of 30 KB in pieces of 16 characters, read after every
 * piece. Ratios within one run, median and spread of interleaved rounds.
 * pnpm bench partial-reader
 */
import { isDeepStrictEqual } from 'node:util';
import { parsePartialJson } from 'ai';
import { defineGate, defineRule } from '@kanmon/core/gate';
import { createPartialReader } from '@kanmon/core/stream';
import * as z from 'zod';
import { interleave, ratio } from './support/rounds.ts';
import { writeResult } from './support/write-result.ts';

const pieceLength = 16;
const answerLength = 30_000;
const rounds = 21;
const warmUpRounds = 3;

const item = z.object({
  id: z.string(),
  title: z.string(),
  tags: z.array(z.string()),
  score: z.number(),
});
const schema = z.object({ items: z.array(item) });
const notBlank = defineRule({
  id: 'not-blank',
  select: ['/items/*/title', '/items/*/tags/*'],
  type: 'string',
  decidable: 'node',
  messages: { blank: '{place} is blank' },
  check(text: string, _context, report) {
    if (text.trim() === '') report('blank');
  },
});
const plain = defineGate({ name: 'items', schema });
const judging = defineGate({ name: 'items', schema, rules: [notBlank] });

const items: z.infer<typeof item>[] = [];
for (let index = 0; JSON.stringify({ items }).length < answerLength; index += 1) {
  items.push({
    id: `item-${index}`,
    title: `A title with a "quotation" and 日本語, number ${index}`,
    tags: ['draft', 'ja', `t${index % 7}`],
    score: index / 8,
  });
}
const value = { items };
const text = JSON.stringify(value);
const pieces = Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, index) =>
  text.slice(index * pieceLength, (index + 1) * pieceLength),
);

function read(gate: typeof plain): unknown {
  const reader = createPartialReader(gate);
  let shown: unknown;
  for (const piece of pieces) if (reader.feed(piece)) shown = reader.value;
  return shown;
}

const subjects = {
  createPartialReader: () => Promise.resolve(read(plain)),
  'createPartialReader, a rule': () => Promise.resolve(read(judging)),
  'parsePartialJson of ai': async () => {
    let received = '';
    let shown: unknown;
    for (const piece of pieces) {
      received += piece;
      shown = (await parsePartialJson(received)).value;
    }
    return shown;
  },
};

for (const [name, subject] of Object.entries(subjects)) {
  if (!isDeepStrictEqual(await subject(), value))
    throw new Error(`${name} does not end at the value`);
}

/** Microseconds of processor time. */
async function processorTime(subject: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await subject();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const samples = await interleave(subjects, processorTime, { rounds, warmUpRounds });
const base = 'parsePartialJson of ai';
writeResult('partial-reader', {
  peers: ['ai', 'zod'],
  figures: {
    characters: text.length,
    pieces: pieces.length,
    rounds,
    ratioTo: base,
    ratios: Object.fromEntries(
      Object.keys(samples).map((name) => [name, ratio(samples, name, base)]),
    ),
  },
});
