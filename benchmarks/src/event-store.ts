/**
 * The cost of durability: appends against the bare append and fdatasync of the same bytes, opening a
 * long stream against reading and parsing the same lines, how an append grows with its history, and how processes
 * share a store.
 * Ratios within one run, rounds interleaved, median and spread. PostgreSQL has a separate topic.
 * pnpm bench event-store
 */
import {
  closeSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryEventStore, type EventStore } from '@kanmon/core';
import { createFileEventStore } from '@kanmon/event-store/file';
import { createSqliteEventStore } from '@kanmon/event-store/sqlite';
import { measureFairness } from './event-store/measure-fairness.ts';
import { type Spread, spreadOf } from './support/spread.ts';
import { writeResult } from './support/write-result.ts';

const eventBytes = 600;
/** Short rounds: base and store are measured within milliseconds of each other. */
const rounds = 150;
const appendsPerRound = 10;
const inFlight = 32;
const longStream = 100_000;

const directory = mkdtempSync(join(tmpdir(), 'kanmon-bench-'));
const event = {
  type: 'answer-recorded',
  data: { node: 'n-17', text: 'あ'.repeat(100), pad: 'x'.repeat(eventBytes - 400) },
};
/** The event as a line of JSON of the wanted size. */
const line = Buffer.from(`${JSON.stringify(event).padEnd(eventBytes - 1)}\n`);

/** Microseconds per operation. */
async function time(operations: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return ((performance.now() - start) * 1000) / operations;
}

async function appendOneByOne(store: EventStore, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await store.append('s', [event], { expectedVersion: 'any' });
  }
}

async function appendInFlight(store: EventStore, count: number): Promise<void> {
  const worker = (): Promise<void> => appendOneByOne(store, count / inFlight);
  await Promise.all(Array.from({ length: inFlight }, worker));
}

async function measureAppends(): Promise<Readonly<Record<string, Spread>>> {
  const bare = openSync(join(directory, 'bare'), 'a', 0o600);
  const file = await createFileEventStore(join(directory, 'file'));
  const sqlite = await createSqliteEventStore(join(directory, 'events.db'));
  const samples: Record<string, number[]> = {};
  const note = (name: string, ratio: number): void => {
    (samples[name] ??= []).push(ratio);
  };
  const bareAppends = async (): Promise<void> => {
    for (let index = 0; index < appendsPerRound; index += 1) {
      writeSync(bare, line);
      fdatasyncSync(bare);
    }
  };
  for (let round = -20; round < rounds; round += 1) {
    const stores = { file, sqlite };
    for (const [name, store] of Object.entries(stores)) {
      const one = await time(appendsPerRound, () => appendOneByOne(store, appendsPerRound));
      const base = await time(appendsPerRound, bareAppends);
      const many = await time(inFlight, () => appendInFlight(store, inFlight));
      // The first rounds warm the compiler and the disk.
      if (round < 0) continue;
      note(`${name}, one append at a time`, base / one);
      note(`${name}, ${inFlight} appends in flight`, base / many);
      note(`${name}: bare append and fdatasync, µs`, base);
    }
  }
  closeSync(bare);
  await Promise.all([file.close(), sqlite.close()]);
  return Object.fromEntries(Object.entries(samples).map(([name, list]) => [name, spreadOf(list)]));
}

async function fill(store: EventStore, count: number): Promise<void> {
  const batch = Array.from({ length: 1000 }, () => event);
  for (let written = 0; written < count; written += batch.length) {
    await store.append('s', batch, { expectedVersion: 'any' });
  }
}

/** A journal with one line per event, which is the slowest to open. */
async function fillLineByLine(path: string, count: number): Promise<void> {
  const store = await createFileEventStore(path);
  for (let written = 0; written < count; written += 1000) {
    const appends = Array.from({ length: 1000 }, () =>
      store.append('s', [event], { expectedVersion: 'any' }),
    );
    await Promise.all(appends);
  }
  await store.close();
}

async function measureOpening(): Promise<Readonly<Record<string, Spread>>> {
  const path = join(directory, 'long');
  await fillLineByLine(path, longStream);
  const files = readdirSync(path).map((name) => join(path, name));
  const opening: number[] = [];
  const ratios: number[] = [];
  const memory: number[] = [];
  for (let round = -1; round < 7; round += 1) {
    globalThis.gc?.();
    const before = process.memoryUsage();
    let store: EventStore | undefined;
    const open = await time(1, async () => {
      store = await createFileEventStore(path);
    });
    globalThis.gc?.();
    const after = process.memoryUsage();
    await store?.close();
    const parse = await time(1, async () => {
      for (const file of files) {
        for (const text of readFileSync(file, 'utf8').split('\n')) {
          if (text !== '') JSON.parse(text.slice(17));
        }
      }
    });
    if (round < 0) continue;
    opening.push(open / 1000);
    ratios.push(open / parse);
    memory.push((after.heapUsed + after.external - before.heapUsed - before.external) / 1e6);
  }
  return {
    [`file: open ${longStream} events, ms`]: spreadOf(opening),
    'file: open against reading and JSON.parse of the same lines': spreadOf(ratios),
    'file: memory held after opening, MB': spreadOf(memory),
  };
}

/** Time of an append behind ten times the events. */
async function measureGrowth(): Promise<Readonly<Record<string, Spread>>> {
  const figures: Record<string, Spread> = {};
  const stores = {
    memory: async () => createMemoryEventStore(),
    file: (name: string) => createFileEventStore(join(directory, `growth-${name}`)),
    sqlite: (name: string) => createSqliteEventStore(join(directory, `growth-${name}.db`)),
  };
  for (const [kind, make] of Object.entries(stores)) {
    const small = await make('small');
    const large = await make('large');
    await fill(small, longStream / 10);
    await fill(large, longStream);
    const ratios: number[] = [];
    for (let round = -2; round < rounds; round += 1) {
      const few = await time(appendsPerRound, () => appendOneByOne(small, appendsPerRound));
      const many = await time(appendsPerRound, () => appendOneByOne(large, appendsPerRound));
      if (round >= 0) ratios.push(many / few);
    }
    figures[`${kind}: append behind ${longStream} events against ${longStream / 10}`] =
      spreadOf(ratios);
    await Promise.all([small.close(), large.close()]);
  }
  return figures;
}

try {
  const figures = {
    ...(await measureAppends()),
    ...(await measureOpening()),
    ...(await measureGrowth()),
    ...(await measureFairness(directory)),
  };
  writeResult('event-store', {
    peers: [],
    figures: { eventBytes, rounds, appendsPerRound, figures },
  });
} finally {
  rmSync(directory, { recursive: true, force: true });
}
