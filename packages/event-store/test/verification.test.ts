import { join } from 'node:path';
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import {
  chainHash,
  type ChainHead,
  createMemoryEventStore,
  type EventStore,
  GENESIS_HASH,
  type StoredEvent,
} from '@kanmon/core';
import { canonicalJson } from '@kanmon/core/json';
import { chainHashOfText } from '@kanmon/core/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileEventStore } from '../src/file.ts';
import { verifyStore, verifyStream } from '../src/index.ts';
import { nodeDigest } from '../src/node/platform.ts';
import { createSqliteEventStore } from '../src/sqlite.ts';
import { upTo } from './support/collect.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

let root: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  root = temporaryDirectory();
});
afterEach(() => root.remove());

async function fill(store: EventStore): Promise<ReadonlyMap<string, ChainHead>> {
  for (const number of upTo(5)) {
    for (const id of ['a', 'b']) {
      await store.append(id, [{ type: 't', data: { number } }], { expectedVersion: 'any' });
    }
  }
  const heads = new Map<string, ChainHead>();
  for await (const { streamId, version, hash } of store.readAll())
    heads.set(streamId, { version, hash });
  return heads;
}

describe('an unchanged store', () => {
  it('is ok, stream by stream and as a whole', async () => {
    const store = createMemoryEventStore();
    const expectedHeads = await fill(store);
    expect(await verifyStream(store, 'a')).toEqual({
      ok: true,
      checked: 5,
      head: expectedHeads.get('a'),
    });
    expect(await verifyStream(store, 'none')).toEqual({ ok: true, checked: 0, head: null });
    expect(await verifyStore(store, { expectedHeads })).toEqual({
      ok: true,
      streams: 2,
      events: 10,
      bad: [],
    });
    await fill(store);
    const asRecord = Object.fromEntries(expectedHeads);
    expect(await verifyStore(store, { expectedHeads: asRecord })).toMatchObject({
      ok: true,
      events: 20,
    });
    expect(await verifyStore(store, { prefix: 'b' })).toMatchObject({ streams: 1, events: 10 });
  });

  it('is read once by stream, also with expected heads', async () => {
    const memory = createMemoryEventStore();
    const expectedHeads = await fill(memory);
    const reads: string[] = [];
    const store: EventStore = {
      ...memory,
      read(streamId, options) {
        reads.push(streamId);
        return memory.read(streamId, options);
      },
    };
    expect(await verifyStore(store, { expectedHeads })).toMatchObject({ ok: true, events: 10 });
    expect(reads).toEqual(['a', 'b']);
  });
});

describe('a store that is written meanwhile', () => {
  it('is ok when a stream is added after the streams were listed', async () => {
    const memory = createMemoryEventStore();
    await fill(memory);
    const store: EventStore = {
      ...memory,
      async *readAll(options) {
        await memory.append('c', [{ type: 't', data: null }], { expectedVersion: 'any' });
        yield* memory.readAll(options);
      },
    };
    expect(await verifyStore(store)).toMatchObject({ ok: true, streams: 2 });
  });
});

describe('an expected head of version 0', () => {
  it('must have the hash that every chain begins with', async () => {
    const store = createMemoryEventStore();
    await fill(store);
    const verify = (hash: string): Promise<object> =>
      verifyStore(store, { expectedHeads: { a: { version: 0, hash } } });
    expect(await verify(GENESIS_HASH)).toMatchObject({ ok: true });
    expect(await verify('f'.repeat(64))).toMatchObject({
      bad: [{ streamId: 'a', version: 0, reason: 'head' }],
    });
  });
});

describe('a change of the SQLite file', () => {
  it.each([
    [
      'data',
      `update kanmon_event set data = '{"number":9}' where stream_id = 'a' and version = 3`,
      'hash',
      3,
    ],
    [
      'the time',
      `update kanmon_event set at = '2000-01-01T00:00:00.000Z' where stream_id = 'a' and version = 3`,
      'hash',
      3,
    ],
    [
      'a hash',
      `update kanmon_event set hash = upper(hash) where stream_id = 'a' and version = 2`,
      'hash',
      2,
    ],
    [
      'an actor',
      `update kanmon_event set actor = 'eve' where stream_id = 'a' and version = 5`,
      'hash',
      5,
    ],
    [
      'the number of events',
      `delete from kanmon_event where stream_id = 'a' and version = 2`,
      'gap',
      2,
    ],
    [
      'JSON',
      `update kanmon_event set data = '{' where stream_id = 'a' and version = 4`,
      'unreadable',
      4,
    ],
    [
      'white space',
      `update kanmon_event set data = '{"number": 4}' where stream_id = 'a' and version = 4`,
      'unreadable',
      4,
    ],
    [
      'the order of members',
      `update kanmon_event set data = '{"number":4,"a":1}' where stream_id = 'a' and version = 4`,
      'unreadable',
      4,
    ],
  ])('in %s is found', async (_, sql, reason, version) => {
    const path = join(root.path, 'e.db');
    const store = await createSqliteEventStore(path);
    await fill(store);
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
    expect(await verifyStream(store, 'a')).toMatchObject({
      ok: false,
      firstBad: { version, reason },
    });
    expect(await verifyStore(store)).toMatchObject({
      ok: false,
      bad: [{ streamId: 'a', version, reason }],
    });
    expect((await verifyStream(store, 'b')).ok).toBe(true);
    await store.close();
  });

  it.each([
    ['the last event', `delete from kanmon_event where stream_id = 'a' and version = 5`, 5],
    ['all events', `delete from kanmon_event where stream_id = 'a'`, 5],
    [
      'the last event and its version in the list',
      `delete from kanmon_event where stream_id = 'a' and version = 5;
       update kanmon_stream set version = 4 where stream_id = 'a'`,
      4,
    ],
    ['a hash in the list', `update kanmon_stream set hash = 'x' where stream_id = 'a'`, 5],
  ])('by deleting %s is found by the head that the store lists', async (_, sql, version) => {
    const path = join(root.path, 'e.db');
    const store = await createSqliteEventStore(path);
    await fill(store);
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
    expect((await verifyStore(store)).bad).toEqual([{ streamId: 'a', version, reason: 'head' }]);
    await store.close();
  });

  it.each([
    ['deleting the stream', `delete from kanmon_stream where stream_id = 'a'`, 5],
    [
      'deleting the stream and editing an event',
      `delete from kanmon_stream where stream_id = 'a';
       update kanmon_event set data = '{"number":9}' where stream_id = 'a' and version = 3`,
      5,
    ],
    [
      'marking the stream as removed',
      `update kanmon_stream set archived_as = 'x' where stream_id = 'a'`,
      5,
    ],
  ])('in the list of streams by %s is found by the events left', async (_, sql, version) => {
    const path = join(root.path, 'e.db');
    const store = await createSqliteEventStore(path);
    await fill(store);
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
    expect(await verifyStore(store)).toMatchObject({
      ok: false,
      bad: [{ streamId: 'a', version, reason: 'head' }],
    });
    expect((await verifyStore(store, { prefix: 'b' })).ok).toBe(true);
    await store.close();
  });

  it('in the list of streams too is found only by a head that was stored elsewhere', async () => {
    const path = join(root.path, 'e.db');
    const store = await createSqliteEventStore(path);
    const expectedHeads = await fill(store);
    const database = new DatabaseSync(path);
    database.exec(`delete from kanmon_event where stream_id = 'a' and version = 5;
      update kanmon_stream set version = 4, hash = (select hash from kanmon_event where stream_id = 'a' and version = 4)
        where stream_id = 'a';
      delete from kanmon_stream where stream_id = 'b'; delete from kanmon_event where stream_id = 'b'`);
    database.close();
    expect((await verifyStore(store)).ok).toBe(true);
    expect((await verifyStore(store, { expectedHeads })).bad).toEqual([
      { streamId: 'a', version: 5, reason: 'head' },
      { streamId: 'b', version: 5, reason: 'head' },
    ]);
    await store.close();
  });
});

describe('a journal that is damaged under an open store', () => {
  it('is unreadable from there on, and verification does not throw', async () => {
    const directory = join(root.path, 'j');
    const store = await createFileEventStore(directory);
    await fill(store);
    const path = join(directory, 'journal-000001.jsonl');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('"number":3', '"number":8'));
    const verdict = await verifyStream(store, 'a');
    expect(verdict).toMatchObject({ ok: false, firstBad: { reason: 'unreadable' } });
    await store.close();
    await expect(verifyStream(store, 'a')).rejects.toMatchObject({ code: 'store-closed' });
  });
});

describe('a store that serves events of another stream', () => {
  it('is found', async () => {
    const base = createMemoryEventStore();
    await fill(base);
    const store: EventStore = { ...base, read: () => base.read('b') };
    expect(await verifyStream(store, 'a')).toMatchObject({
      ok: false,
      firstBad: { version: 1, reason: 'stream' },
    });
  });
});

describe('the hash of an event whose data is text', () => {
  it.each([
    { type: 't', data: null },
    { type: '"', data: { b: ['é', -0], a: 1 }, actor: 'a"\u0000', requestId: '\u2028' },
    { type: 'x', data: 'y', actor: 'only' },
    { type: 'x', data: [1e21], requestId: 'only' },
  ])('equals chainHash, also with the digest of Node: %j', async (event) => {
    const streamId = 'ü"日本';
    const at = '2026-01-01T00:00:00.000Z';
    const store = createMemoryEventStore({ clock: { now: () => new Date(at) } });
    await store.append(streamId, [event], { expectedVersion: 0 });
    let stored: StoredEvent | undefined;
    for await (const read of store.read(streamId)) stored = read;
    const { data, ...rest } = event;
    const previous = '0'.repeat(64);
    const checked = { ...rest, streamId, at, version: 1, dataJson: canonicalJson(data) };
    const hash = chainHashOfText(previous, checked, nodeDigest);
    expect(chainHashOfText(previous, checked)).toBe(hash);
    expect(hash).toBe(stored?.hash);
    expect(hash).toBe(chainHash(previous, { ...event, streamId, at, version: 1 }));
  });
});
