import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EventStore } from '@kanmon/core';
import { createManualClock, type ManualClock } from '@kanmon/core/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createFileEventStore } from '../src/file.ts';
import { exportStreams, type Prunable, verifyArchive, verifyStore } from '../src/index.ts';
import { createPostgresEventStore } from '../src/postgres.ts';
import { createSqliteEventStore } from '../src/sqlite.ts';
import { archivedFixture } from '../src/testing.ts';
import { collect, upTo } from './support/collect.ts';
import { usePglite } from './support/pglite.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

const day = 86_400_000;
const cleanUp: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const action of cleanUp.splice(0).toReversed()) await action();
});
const postgres = usePglite();
let schemas = 0;

type Open = (clock: ManualClock) => Promise<EventStore & Prunable>;

/** Opens one store again and again; the first call chooses where. */
const places: Readonly<Record<string, () => Open>> = {
  file: () => {
    const directory = temporaryDirectory();
    cleanUp.push(() => directory.remove());
    return (clock) =>
      createFileEventStore(join(directory.path, 'j'), { clock, segmentBytes: 1500 });
  },
  sqlite: () => {
    const directory = temporaryDirectory();
    cleanUp.push(() => directory.remove());
    return (clock) => createSqliteEventStore(join(directory.path, 'e.db'), { clock });
  },
  postgres: () => {
    schemas += 1;
    const schema = `retention_${schemas}`;
    return (clock) => createPostgresEventStore(postgres, { clock, schema, migrate: true });
  },
};

async function write(store: EventStore, streamId: string, count: number): Promise<void> {
  for (const number of upTo(count)) {
    await store.append(streamId, [{ type: 'viewed', data: { number, 対象: '値' } }], {
      expectedVersion: 'any',
      idempotencyKey: `${streamId}-${number}`,
    });
  }
}

describe.each(Object.keys(places))('retention on %s', (kind) => {
  const make = (): Open => places[kind]?.() ?? expect.fail(`no store ${kind}`);

  it('exports, verifies, and only then removes older streams', async () => {
    const clock = createManualClock();
    const open = make();
    let store = await open(clock);
    await write(store, 'audit/202601', 8);
    clock.advance(30 * day);
    await write(store, 'audit/202602', 5);
    clock.advance(70 * day);
    await write(store, 'audit/202604', 2);
    await write(store, 'session', 2);
    const heads = new Map<string, { version: number; hash: string }>();
    for await (const { streamId, version, hash } of store.readAll())
      heads.set(streamId, { version, hash });

    const files = new Map<string, Uint8Array>();
    const olderThan = new Date(clock.now().getTime() - 90 * day);
    const sink = async (name: string, bytes: Uint8Array): Promise<void> => {
      files.set(name, bytes);
    };
    const manifest = await exportStreams(store, { prefix: 'audit/', olderThan }, sink);
    expect(manifest.streams.map(({ streamId }) => streamId)).toEqual(['audit/202601']);
    expect(await verifyArchive(files.get('manifest.json'), files)).toEqual({
      ok: true,
      streams: 1,
      events: 8,
      bad: [],
    });
    for (const { streamId, version, file } of manifest.streams) {
      await store.removeStream(streamId, { expectedVersion: version, archivedAs: file });
    }

    const checkRemoved = async (): Promise<void> => {
      const gone = { code: 'store-removed' };
      await expect(collect(store.read('audit/202601'))).rejects.toMatchObject(gone);
      await expect(write(store, 'audit/202601', 1)).rejects.toMatchObject(gone);
      await expect(
        store.removeStream('audit/202601', { expectedVersion: 8, archivedAs: 'again' }),
      ).rejects.toMatchObject(gone);
      const ids = (await collect(store.listStreams())).map(({ streamId }) => streamId);
      expect(ids).toEqual(['audit/202602', 'audit/202604', 'session']);
      expect(await collect(store.listRemoved({ prefix: 'audit/' }))).toEqual([
        {
          streamId: 'audit/202601',
          ...heads.get('audit/202601'),
          archivedAs: manifest.streams[0]?.file,
        },
      ]);
      const rest = await collect(store.readAll());
      expect(rest.filter(({ streamId }) => streamId === 'audit/202601')).toEqual([]);
      expect(await verifyStore(store, { expectedHeads: heads })).toMatchObject({
        ok: true,
        streams: 3,
      });
    };
    await checkRemoved();
    await store.close();
    store = await open(clock);
    await checkRemoved();
    await store.close();
  });

  it('reads all of a stream that is removed meanwhile, or refuses', async () => {
    const store = await make()(createManualClock());
    cleanUp.push(() => store.close());
    const events = upTo(501).map((number) => ({ type: 'viewed', data: number }));
    await store.append('audit/1', events, { expectedVersion: 0 });
    let count = 0;
    const read = async (): Promise<number> => {
      for await (const { version } of store.read('audit/1')) {
        count += 1;
        if (version > 1) continue;
        await store.removeStream('audit/1', { expectedVersion: 501, archivedAs: 'x' });
      }
      return count;
    };
    expect(await read().catch(({ code }: { code: string }) => code)).toBe(
      kind === 'file' ? 501 : 'store-removed',
    );
    await expect(collect(store.read('audit/1', { fromVersion: 502 }))).rejects.toMatchObject({
      code: 'store-removed',
    });
  });

  it('exports and verifies the other streams when one is removed meanwhile', async () => {
    const clock = createManualClock();
    const store = await make()(clock);
    cleanUp.push(() => store.close());
    const ids = ['audit/1', 'audit/2', 'audit/3'];
    for (const id of ids) await write(store, id, 2);
    const heads = new Map<string, { version: number; hash: string }>();
    for await (const { streamId, version, hash } of store.listStreams())
      heads.set(streamId, { version, hash: hash ?? '' });
    const remove = (id: string): Promise<void> =>
      store.removeStream(id, { expectedVersion: 2, archivedAs: 'x' });
    /** The store in which another job removes a stream right after the streams were listed. */
    const racing = (id: string): EventStore & Prunable => ({
      ...store,
      async *listStreams(options) {
        const listed = await collect(store.listStreams(options));
        await remove(id);
        yield* listed;
      },
    });
    const olderThan = new Date(clock.now().getTime() + day);
    const names: string[] = [];
    const manifest = await exportStreams(racing('audit/2'), { olderThan }, async (name) => {
      names.push(name);
    });
    expect(manifest.streams.map(({ streamId }) => streamId)).toEqual(['audit/1', 'audit/3']);
    expect(names).toHaveLength(3);
    expect(await verifyStore(racing('audit/3'), { expectedHeads: heads })).toMatchObject({
      ok: true,
      streams: 1,
      events: 2,
    });
    // Another hash under the same version: the stream that was removed is not the one that was known.
    const changed = new Map(heads).set('audit/1', { version: 2, hash: 'f'.repeat(64) });
    expect(await verifyStore(racing('audit/1'), { expectedHeads: changed })).toMatchObject({
      bad: [{ streamId: 'audit/1', version: 2, reason: 'head' }],
    });
  });

  it('refuses to remove another version, an unknown stream or invalid input', async () => {
    const store = await make()(createManualClock());
    await write(store, 's', 2);
    for (const [streamId, expectedVersion] of [
      ['s', 1],
      ['s', 3],
      ['unknown', 1],
    ] as const) {
      await expect(
        store.removeStream(streamId, { expectedVersion, archivedAs: 'a' }),
      ).rejects.toMatchObject({ code: 'version-conflict' });
    }
    for (const archivedAs of ['', 'a\n', 'x'.repeat(1025), '\ud800']) {
      await expect(
        store.removeStream('s', { expectedVersion: 2, archivedAs }),
      ).rejects.toMatchObject({ code: 'store-invalid-option' });
    }
    await expect(
      store.removeStream('s', { expectedVersion: 0, archivedAs: 'a' }),
    ).rejects.toMatchObject({ code: 'store-invalid-option' });
    await expect(
      store.removeStream('', { expectedVersion: 1, archivedAs: 'a' }),
    ).rejects.toMatchObject({ code: 'store-invalid-id' });
    expect(await collect(store.read('s'))).toHaveLength(2);
    await store.close();
  });

  it('keeps positions, times, tokens and heads when everything was removed', async () => {
    const clock = createManualClock();
    const open = make();
    let store = await open(clock);
    for (const name of ['a', 'b', 'c']) {
      const lease = await store.acquireLease(name, { owner: 'o', ttlMs: 1000 });
      await write(store, name, 6);
      if (lease !== null && name !== 'b') await store.releaseLease(lease);
    }
    const last = (await collect(store.readAll())).at(-1);
    for (const streamId of ['a', 'b', 'c']) {
      await store.removeStream(streamId, { expectedVersion: 6, archivedAs: streamId });
    }
    for (const round of upTo(2)) {
      await store.close();
      clock.advance(-day);
      store = await open(clock);
      expect(await collect(store.listRemoved())).toHaveLength(3);
      await write(store, `after-${round}`, 1);
      const [event] = await collect(store.read(`after-${round}`));
      expect(event?.position).toBeGreaterThan(last?.position ?? Infinity);
      expect(event?.at).toBe(last?.at);
      const lease = await store.acquireLease('a', { owner: 'o', ttlMs: 1 });
      expect(lease?.token).toBe(1 + round);
      if (lease !== null) await store.releaseLease(lease);
      clock.advance(day);
    }
    await store.close();
  });
});

describe('segments without events', () => {
  it('are deleted, also when another store has the journal open', async () => {
    const directory = temporaryDirectory();
    cleanUp.push(() => directory.remove());
    const path = join(directory.path, 'j');
    const clock = createManualClock();
    const store = await createFileEventStore(path, { clock, segmentBytes: 1500 });
    const other = await createFileEventStore(path, { clock, segmentBytes: 1500 });
    await write(store, 'old', 10);
    await write(other, 'young', 10);
    const before = readdirSync(path);
    await other.removeStream('old', { expectedVersion: 10, archivedAs: 'x' });
    const after = readdirSync(path);
    expect(after.length).toBeLessThanOrEqual(before.length);
    expect(after).not.toContain('journal-000001.jsonl');
    for (const handle of [store, other]) {
      expect(await collect(handle.read('young'))).toHaveLength(10);
      await expect(collect(handle.read('old'))).rejects.toMatchObject({ code: 'store-removed' });
    }
    // The handle that did not remove goes on, and rotates, without forgetting where the journal begins.
    await write(store, 'next', 12);
    await store.close();
    await other.close();
    const again = await createFileEventStore(path, { clock, segmentBytes: 1500 });
    expect(await collect(again.readAll())).toHaveLength(22);
    expect(await verifyStore(again)).toMatchObject({ ok: true, streams: 2, events: 22 });
    expect(await collect(again.listRemoved())).toMatchObject([{ streamId: 'old', version: 10 }]);
    await again.removeStream('young', { expectedVersion: 10, archivedAs: 'y' });
    await again.close();
    const last = await createFileEventStore(path, { clock });
    expect(await collect(last.listRemoved())).toHaveLength(2);
    expect(await collect(last.readAll())).toHaveLength(12);
    await last.close();
  });
});

describe('an archive', () => {
  it('has one file a stream, named after the hash of its id, in the folder of the prefix', async () => {
    const { manifest, files } = await archivedFixture();
    expect(manifest.streams.map(({ streamId, version }) => [streamId, version])).toEqual([
      ['audit/202601', 5],
      ['audit/202602', 3],
    ]);
    expect(
      [...files.keys()].every((name) =>
        /^(?:audit\/[0-9a-f]{16}\.jsonl\.gz|manifest\.json)$/.test(name),
      ),
    ).toBe(true);
    expect(await verifyArchive(manifest, files)).toEqual({
      ok: true,
      streams: 2,
      events: 8,
      bad: [],
    });
    expect(await verifyArchive(manifest, async (name) => files.get(name))).toMatchObject({
      ok: true,
    });
    const nothing: unknown = null;
    expect(await verifyArchive(manifest, async () => nothing as undefined)).toMatchObject({
      ok: false,
      bad: [{ reason: 'missing' }, { reason: 'missing' }],
    });
  });

  it.each([{}, { olderThan: 5 }, { olderThan: new Date(Number.NaN) }])(
    'refuses the options %o',
    async (options) => {
      const { store } = await archivedFixture();
      const running = exportStreams(store, options as never, async () => undefined);
      await expect(running).rejects.toMatchObject({ code: 'store-invalid-option' });
      await expect(running).rejects.toThrow('expected olderThan to be a valid Date, got');
    },
  );

  it('refuses absent options', async () => {
    const { store } = await archivedFixture();
    const running = exportStreams(store, undefined as never, async () => undefined);
    await expect(running).rejects.toMatchObject({ code: 'invalid-argument' });
  });

  it('does not leave its folder for any prefix', async () => {
    const { store } = await archivedFixture();
    for (const prefix of ['../', '..', '/etc/', 'a/../../b/', '.', '\\..\\', '\ud800', '']) {
      await store.append(`${prefix.replace('\ud800', 'x')}s`, [{ type: 't', data: 1 }], {
        expectedVersion: 'any',
      });
      const names: string[] = [];
      await exportStreams(store, { prefix, olderThan: new Date('2100-01-01') }, async (name) => {
        names.push(name);
      });
      for (const name of names) {
        expect(name.startsWith('/')).toBe(false);
        expect(name.split(/[/\\]/).some((part) => part === '..' || part === '.')).toBe(false);
      }
    }
  });

  it.each([
    ['a missing file', 'missing', (): undefined => undefined],
    ['a shorter file', 'bytes', (bytes: Uint8Array): Uint8Array => bytes.slice(1)],
    [
      'a changed file',
      'sha256',
      (bytes: Uint8Array): Uint8Array =>
        bytes.map((byte, index) => (index === 20 ? byte ^ 1 : byte)),
    ],
  ] as const)('with %s is not ok', async (_, reason, change) => {
    const { manifest, files } = await archivedFixture();
    const file = manifest.streams[1]?.file ?? '';
    const changed = new Map(files);
    const bytes = change(files.get(file) ?? new Uint8Array());
    if (bytes === undefined) changed.delete(file);
    else changed.set(file, bytes);
    expect(await verifyArchive(manifest, changed)).toEqual({
      ok: false,
      streams: 2,
      events: 5,
      bad: [{ streamId: 'audit/202602', file, reason }],
    });
  });

  it('whose manifest has other heads or counts is not ok', async () => {
    const { manifest, files } = await archivedFixture();
    const verdicts = await Promise.all(
      [
        { headHash: 'f'.repeat(64) },
        { firstHash: 'f'.repeat(64) },
        { version: 4 },
        { version: 6 },
        { streamId: 'audit/other' },
      ].map(async (change) => {
        const streams = manifest.streams.map((stream, index) =>
          index === 0 ? Object.assign({}, stream, change) : stream,
        );
        return (await verifyArchive({ ...manifest, streams }, files)).bad[0]?.reason;
      }),
    );
    expect(verdicts).toEqual(['head', 'head', 'unreadable', 'head', 'unreadable']);
  });

  it.each([null, 1, '', '{', '[]', '{"format":"kanmon-archive"}', { format: 'other' }])(
    'with the manifest %j is not ok and does not throw',
    async (manifest) => {
      expect(await verifyArchive(manifest, new Map())).toMatchObject({
        ok: false,
        bad: [{ reason: 'manifest' }],
      });
    },
  );

  it('that unpacks without end is refused early', async () => {
    const { sha256Hex } = await import('@kanmon/core');
    const { gzipSync } = await import('node:zlib');
    const { manifest } = await archivedFixture();
    const [stream] = manifest.streams;
    for (const content of ['a'.repeat(50_000_000), '\n'.repeat(5_000_000)]) {
      const bytes = gzipSync(content);
      const streams = [
        Object.assign({}, stream, { bytes: bytes.length, sha256: sha256Hex(bytes) }),
      ];
      const verdict = await verifyArchive({ ...manifest, streams }, () => bytes);
      expect(verdict.bad[0]?.reason).toBe('unreadable');
    }
  });
});
