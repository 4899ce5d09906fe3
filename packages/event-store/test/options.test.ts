import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import {
  type Clock,
  createMemoryCounter,
  createMemoryEventStore,
  type EventStore,
  followAll,
  InvalidArgumentError,
} from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import { createFileEventStore } from '../src/file.ts';
import { exportStreams, verifyArchive, verifyStore, verifyStream } from '../src/index.ts';
import {
  createPostgresCounter,
  createPostgresEventStore,
  migratePostgres,
} from '../src/postgres.ts';
import { createSqliteCounter, createSqliteEventStore } from '../src/sqlite.ts';
import { failingFileSystem, memoryFileSystem, replayPrefixes } from '../src/testing.ts';
import { usePglite } from './support/pglite.ts';

const store = createMemoryEventStore();
const pool = { query: () => Promise.reject(new Error('must not be asked')) };
/** Every public function with options, called with one that it does not have. */
const calls: Readonly<Record<string, (options: never) => unknown>> = {
  createMemoryEventStore,
  createFileEventStore: (options) => createFileEventStore('/nowhere', options),
  createSqliteEventStore: (options) => createSqliteEventStore(':memory:', options),
  createPostgresEventStore: (options) => createPostgresEventStore(pool, options),
  createMemoryCounter,
  createSqliteCounter: (options) => createSqliteCounter(':memory:', options),
  createPostgresCounter: (options) => createPostgresCounter(pool, options),
  followAll: (options) => followAll(store, options),
  migratePostgres: (options) => migratePostgres(pool, options),
  verifyStore: (options) => verifyStore(store, options),
  exportStreams: (options) => exportStreams(store, options, () => Promise.resolve()),
  replayPrefixes: (options) => replayPrefixes([], options),
  memoryFileSystem,
  failingFileSystem: (options) => failingFileSystem(memoryFileSystem(), options),
  append: (options) => store.append('s', [{ type: 't', data: null }], options),
  read: (options) => store.read('s', options)[Symbol.asyncIterator]().next(),
  readAll: (options) => store.readAll(options)[Symbol.asyncIterator]().next(),
  acquireLease: (options) => store.acquireLease('r', options),
};

it.each(['migrate', 'publishHorizon'])('PostgreSQL refuses a text as %s', async (name) => {
  const asked = { query: () => Promise.reject(new Error('asked')), connect: () => undefined };
  const running = createPostgresEventStore(asked, { [name]: 'false' });
  await expect(running).rejects.toThrow(`expected options.${name} to be true or false`);
});

describe('what is not a pool of PostgreSQL', () => {
  it.each([
    ['a string', 'postgres://kanmon:hunter2@localhost/db'],
    ['undefined', undefined],
    ['object', { connect: () => undefined }],
  ])('is refused by every function, without its text: %s', async (kind, wrong) => {
    for (const call of [createPostgresEventStore, createPostgresCounter, migratePostgres]) {
      const running = (async () => call(wrong as never))();
      await expect(running).rejects.toMatchObject({ code: 'store-invalid-option' });
      await expect(running).rejects.toThrow(`got ${kind}; pass new Pool`);
      await expect(running).rejects.not.toThrow('hunter2');
    }
  });
});

describe('an argument that is missing', () => {
  const olderThan = new Date();
  it.each<[string, () => unknown, string]>([
    [
      'the files of an archive',
      () => verifyArchive({}, undefined as never),
      'as a Map or a function',
    ],
    ['the manifest', () => verifyArchive(new Map(), {} as never), 'got an object'],
    ['the sink', () => exportStreams(store, { olderThan }, undefined as never), 'the sink of'],
    [
      'the store to export',
      () => exportStreams({} as never, { olderThan }, null as never),
      'store',
    ],
    ['the store to verify', () => verifyStore(undefined as never), 'got undefined'],
    ['the store of a stream', () => verifyStream({} as never, 's'), 'expected an EventStore'],
  ])('is refused: %s', async (_, call, message) => {
    const running = (async () => call())();
    await expect(running).rejects.toBeInstanceOf(InvalidArgumentError);
    await expect(running).rejects.toThrow(message);
  });
});

describe('an option that does not exist', () => {
  it.each(Object.entries(calls))('is refused by %s', async (name, call) => {
    const options = {
      schemaa: 'x',
      owner: 'o',
      ttlMs: 1,
      expectedVersion: 0,
      olderThan: new Date(),
    };
    const running = (async () => call(options as never))();
    await expect(running).rejects.toBeInstanceOf(InvalidArgumentError);
    await expect(running).rejects.toThrow(/unknown option .* of /);
    await expect(running).rejects.toThrow(name);
  });
});

describe('an argument of the wrong kind', () => {
  const directory = `${mkdtempSync(`${tmpdir()}/kanmon-options-`)}/h`;
  const counter = createMemoryCounter();
  const events = createMemoryEventStore();
  const all: readonly unknown[] = [null, 'text', [], {}];
  // An object without the members is a wrong option of the store: `store-invalid-*`.
  const noObjects = [null, 'text', []];

  it.each<[string, readonly unknown[], (value: never) => unknown]>([
    [
      'createFileEventStore({ onRepair })',
      all,
      (value) => createFileEventStore(directory, { onRepair: value }),
    ],
    [
      'createFileEventStore({ readOnly })',
      all,
      (value) => createFileEventStore(directory, { readOnly: value }),
    ],
    [
      'createFileEventStore({ fileSystem })',
      all,
      (value) => createFileEventStore(directory, { fileSystem: value }),
    ],
    [
      'createSqliteEventStore({ clock })',
      all,
      (value) => createSqliteEventStore(':memory:', { clock: value }),
    ],
    [
      'createSqliteCounter({ clock })',
      all,
      (value) => createSqliteCounter(':memory:', { clock: value }),
    ],
    [
      'verifyStore({ expectedHeads })',
      all,
      (value) => verifyStore(events, { expectedHeads: { a: value } }),
    ],
    [
      'verifyStore of a head',
      all,
      (value) => verifyStore(events, { expectedHeads: { a: { version: value, hash: 'h' } } }),
    ],
    [
      'removeStream',
      noObjects,
      async (value) => {
        const sqlite = await createSqliteEventStore(':memory:');
        try {
          await sqlite.removeStream('a', value);
        } finally {
          await sqlite.close();
        }
      },
    ],
    ['take', [null, 'text', {}], (value) => counter.take(value)],
    ['take([value])', noObjects, (value) => counter.take([value])],
    ['correct', [null, 'text', {}], (value) => counter.correct(value, [])],
    ['correct([value])', noObjects, (value) => counter.correct([value], [1])],
    ['followAll of a store', all, (value) => followAll(value)],
    ['followAll({ checkpoint })', all, (value) => followAll(events, { checkpoint: value })],
    [
      'followAll of a checkpoint that cannot save',
      all,
      (value) => followAll(events, { checkpoint: { load: async () => 0, save: value } }),
    ],
  ])('is refused by %s', async (_name, values, misuse) => {
    for (const value of values) {
      const call = async () => misuse(value as never);
      await expect(call(), JSON.stringify(value)).rejects.toBeInstanceOf(InvalidArgumentError);
    }
  });
});

describe('a clock without a valid time', () => {
  const clocks = {
    throws: () => {
      throw new RangeError('no time');
    },
    'is invalid': () => new Date(Number.NaN),
    'is a number': () => 5,
  };
  const postgres = usePglite();
  const append = (opened: EventStore): Promise<unknown> =>
    opened.append('s', [{ type: 't', data: 1 }], { expectedVersion: 0 });
  const request = { key: 'k', points: 1, limit: 9, windowMs: 10 };
  const stores: Readonly<Record<string, (clock: Clock) => Promise<unknown>>> = {
    'the file store': async (clock) =>
      append(await createFileEventStore(mkdtempSync(`${tmpdir()}/kanmon-clock-`), { clock })),
    'the SQLite store': async (clock) =>
      append(await createSqliteEventStore(':memory:', { clock })),
    'the SQLite counter': async (clock) =>
      (await createSqliteCounter(':memory:', { clock })).take([request]),
    'the PostgreSQL store': async (clock) =>
      append(await createPostgresEventStore(postgres, { clock, schema: 'clock', migrate: true })),
  };

  it.each(Object.entries(stores))('is store-invalid-option of %s', async (_, write) => {
    for (const now of Object.values(clocks))
      await expect(write({ now: now as Clock['now'] })).rejects.toMatchObject({
        code: 'store-invalid-option',
        message: 'expected options.clock.now() to return a valid Date',
      });
  });
});

describe('the repair of a journal', () => {
  it('is reported to a listener whose error ends nothing', async () => {
    const directory = `${mkdtempSync(`${tmpdir()}/kanmon-repair-`)}/h`;
    const first = await createFileEventStore(directory);
    await first.append('a', [{ type: 't', data: 1 }], { expectedVersion: 0 });
    await first.close();
    appendFileSync(`${directory}/journal-000001.jsonl`, '{"torn');
    const seen: number[] = [];
    const again = await createFileEventStore(directory, {
      onRepair: ({ damaged }) => {
        seen.push(damaged);
        throw new Error('logger down');
      },
    });
    expect(seen).toEqual([1]);
    expect(again.repair).toMatchObject({ damaged: 1 });
    await again.close();
  });
});

describe('a file that is too short for SQLite', () => {
  it.each([1, 15, 99])('is refused and stays as it is: %i bytes', async (bytes) => {
    const path = `${mkdtempSync(`${tmpdir()}/kanmon-short-`)}/s.sqlite`;
    writeFileSync(path, 'x'.repeat(bytes));
    await expect(createSqliteEventStore(path)).rejects.toMatchObject({ code: 'store-corrupt' });
    expect(readFileSync(path, 'utf8')).toBe('x'.repeat(bytes));
  });
});
