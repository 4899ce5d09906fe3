import { createManualClock } from '@kanmon/core/testing';
import { describe, expect, it } from 'vitest';
import { createFileEventStore, type FileSystem } from '../../src/file.ts';
import { failingFileSystem, type InjectedFailure, memoryFileSystem } from '../../src/testing.ts';
import { collect } from '../support/collect.ts';

const event = { type: 'noted', data: 'x'.repeat(100) };

/** Creates a store with one event, whose file system begins to fail on request. */
async function failingStore(failure: Omit<InjectedFailure, 'nth'>): Promise<{
  readonly store: Awaited<ReturnType<typeof createFileEventStore>>;
  readonly base: FileSystem;
  readonly fail: () => void;
  readonly heal: () => void;
}> {
  const base = memoryFileSystem();
  const failing = failingFileSystem(base, { ...failure, nth: 1 });
  let current: FileSystem = base;
  const call = <Name extends Exclude<keyof FileSystem, 'identity'>>(name: Name): FileSystem[Name] =>
    new Proxy(base[name], {
      apply: (_, __, values) => Reflect.apply(current[name], current, values) as unknown,
    });
  const fileSystem: FileSystem = {
    open: call('open'),
    append: call('append'),
    sync: call('sync'),
    size: call('size'),
    read: call('read'),
    list: call('list'),
    makeDirectory: call('makeDirectory'),
    syncDirectory: call('syncDirectory'),
    remove: call('remove'),
    close: call('close'),
    lstat: call('lstat'),
  };
  const store = await createFileEventStore('/store', { fileSystem, clock: createManualClock() });
  await store.append('s', [event], { expectedVersion: 0 });
  return {
    store,
    base,
    fail: () => {
      current = failing;
    },
    heal: () => {
      current = base;
    },
  };
}

describe('a read that fails with EIO', () => {
  it('is store-open-failed with the path, also when the store is opened', async () => {
    const { store, base, fail, heal } = await failingStore({ call: 'read', error: 'EIO' });
    await store.append('s', [event], { expectedVersion: 1 });
    fail();
    const failed = { code: 'store-open-failed', details: { reason: 'EIO' } };
    await expect(collect(store.read('s'))).rejects.toMatchObject(failed);
    await expect(collect(store.readAll())).rejects.toMatchObject(failed);
    const fileSystem = failingFileSystem(base, { call: 'read', nth: 1, error: 'EIO' });
    await expect(createFileEventStore('/store', { fileSystem })).rejects.toMatchObject(failed);
    heal();
    expect(await collect(store.read('s'))).toHaveLength(2);
    await store.close();
  });
});

describe.each(['ENOSPC', 'EIO', 'EDQUOT', 'short'])('a write that fails with %s', (error) => {
  it('is store-write-failed, loses nothing, and the store goes on', async () => {
    const { store, base, fail, heal } = await failingStore({ call: 'append', error });
    fail();
    const failed = store.append('s', [event], { expectedVersion: 1, idempotencyKey: 'k' });
    await expect(failed).rejects.toMatchObject({ code: 'store-write-failed' });
    heal();
    expect(await collect(store.read('s'))).toHaveLength(1);
    const again = { expectedVersion: 1, idempotencyKey: 'k' };
    expect(await store.append('s', [event], again)).toMatchObject({ version: 2, replayed: false });
    await store.close();
    const opened = await createFileEventStore('/store', { fileSystem: base });
    expect(await collect(opened.read('s'))).toHaveLength(2);
    expect(opened.repair?.damaged ?? 0).toBe(error === 'short' ? 1 : 0);
  });
});

describe('a sync that fails', () => {
  it('refuses all further appends until the store is opened again, and serves reads', async () => {
    const { store, base, fail, heal } = await failingStore({ call: 'sync', error: 'EIO' });
    fail();
    const options = { expectedVersion: 1, idempotencyKey: 'k' };
    const failed = store.append('s', [event], options);
    await expect(failed).rejects.toMatchObject({ code: 'store-write-failed' });
    heal();
    await expect(store.append('t', [event], { expectedVersion: 0 })).rejects.toMatchObject({
      code: 'store-write-failed',
    });
    expect((await collect(store.read('s'))).length).toBeGreaterThan(0);
    await store.close();
    const opened = await createFileEventStore('/store', { fileSystem: base });
    expect(await opened.append('s', [event], options)).toMatchObject({ version: 2 });
    expect(await collect(opened.read('s'))).toHaveLength(2);
  });
});

describe('a batch that fails', () => {
  it('rejects every append in it, and each can be repeated under its key', async () => {
    const { store, fail, heal } = await failingStore({ call: 'append', error: 'ENOSPC' });
    const appendAll = (): Promise<readonly PromiseSettledResult<unknown>[]> =>
      Promise.allSettled(
        [1, 2, 3].map((number) =>
          store.append('s', [event], {
            expectedVersion: number,
            idempotencyKey: String(number),
          }),
        ),
      );
    fail();
    expect((await appendAll()).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
    ]);
    heal();
    expect((await appendAll()).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect(await collect(store.read('s'))).toHaveLength(4);
  });
});

describe.each([
  ['makeDirectory', 'EACCES', 'store-open-failed'],
  ['makeDirectory', 'ENOENT', 'store-open-failed'],
  ['makeDirectory', 'EROFS', 'store-open-failed'],
  ['open', 'EACCES', 'store-open-failed'],
  ['open', 'ELOOP', 'store-unsafe-path'],
  ['list', 'EACCES', 'store-open-failed'],
  ['append', 'ENOSPC', 'store-write-failed'],
] as const)('opening a new journal when %s fails with %s', (call, error, code) => {
  it(`is ${code} and names the path`, async () => {
    const fileSystem = failingFileSystem(memoryFileSystem(), { call, nth: 1, error });
    const opening = createFileEventStore('/store', { fileSystem });
    await expect(opening).rejects.toMatchObject({ code });
    await expect(opening).rejects.toThrow('/store');
  });
});

describe('other writers', () => {
  it('that always win lead to store-busy, and nothing is written', async () => {
    const base = memoryFileSystem();
    let crowded = false;
    const crowd: FileSystem = {
      ...base,
      append(file, bytes) {
        // A line of another writer, always just before ours.
        if (crowded) base.append(file, new TextEncoder().encode('0123456789abcdef {}\n'));
        return crowded
          ? (base.append(file, new TextEncoder().encode(`x${'y'.repeat(20)}`)),
            base.append(file, bytes))
          : base.append(file, bytes);
      },
    };
    const store = await createFileEventStore('/store', { fileSystem: crowd });
    crowded = true;
    const lost = store.append('s', [event], { expectedVersion: 0 });
    await expect(lost).rejects.toMatchObject({ code: 'store-busy' });
    crowded = false;
    expect(await collect(store.read('s'))).toHaveLength(0);
  }, 20_000);
});
