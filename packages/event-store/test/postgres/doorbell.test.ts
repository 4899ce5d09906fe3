import { type EventStore, followAll } from '@kanmon/core';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createPostgresEventStore } from '../../src/postgres.ts';
import { usePostgres } from '../support/use-postgres.ts';

const tests = usePostgres();
const event = { type: 'noted', data: null };
const any = { expectedVersion: 'any' } as const;

/** Two stores of one schema with separate pools, as two processes have them; both pass `listen`. */
async function twoHandles(schema: string): Promise<{
  readonly writer: EventStore;
  readonly reader: EventStore;
  readonly readerPool: pg.Pool;
}> {
  const pool = tests.openPool();
  const readerPool = tests.openPool();
  await tests.freshStore(schema);
  return {
    writer: await createPostgresEventStore(pool, { schema, listen: () => pool.connect() }),
    reader: await createPostgresEventStore(readerPool, {
      schema,
      listen: () => readerPool.connect(),
    }),
    readerPool,
  };
}

/** Resolves at the next call of the store's watcher. */
function nextCall(store: EventStore): { readonly called: Promise<void>; readonly end: () => void } {
  let end = (): void => undefined;
  const called = new Promise<void>((resolve) => {
    end = store.watch?.(resolve) ?? end;
  });
  return { called, end };
}

/** The sessions that listen. */
async function listeners(): Promise<readonly number[]> {
  const { rows } = await tests.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where query like 'listen %'`,
  );
  return rows.map(({ pid }) => pid);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('a store with listen', () => {
  it('reports the appends of another process', async () => {
    const { writer, reader } = await twoHandles('bell');
    // The first call comes when the connection listens.
    const first = nextCall(reader);
    await first.called;
    const second = nextCall(reader);
    await writer.append('a', [event], any);
    await second.called;
    first.end();
    second.end();
    await until(async () => (await listeners()).length === 0);
    expect(await listeners()).toEqual([]);
    await Promise.all([writer.close(), reader.close()]);
  });

  it('opens one connection for all followers and closes it with the last', async () => {
    const { reader, readerPool } = await twoHandles('one_connection');
    const stop = new AbortController();
    const followers = [1, 2, 3].map(async () => {
      for await (const _ of followAll(reader, { signal: stop.signal }));
    });
    await until(async () => (await listeners()).length === 1);
    stop.abort();
    await Promise.all(followers);
    await until(async () => (await listeners()).length === 0);
    expect(readerPool.idleCount).toBe(readerPool.totalCount);
    await reader.close();
  });

  it('listens again when its connection was cut, and its follower misses nothing', async () => {
    const { writer, reader } = await twoHandles('cut');
    const stop = new AbortController();
    const seen: number[] = [];
    const following = (async () => {
      for await (const { version } of followAll(reader, { signal: stop.signal })) {
        seen.push(version);
      }
    })();
    for (let round = 1; round <= 3; round += 1) {
      await until(async () => (await listeners()).length === 1);
      const [pid] = await listeners();
      await writer.append('a', [event], any);
      await tests.pool.query('select pg_terminate_backend($1)', [pid]);
      await writer.append('a', [event], any);
      await until(async () => seen.length === round * 2);
    }
    stop.abort();
    await following;
    expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
    await Promise.all([writer.close(), reader.close()]);
  });

  it('appends although it cannot notify or listen', async () => {
    const pool = tests.openPool();
    await tests.freshStore('mute');
    const query: typeof pool.query = pool.query.bind(pool);
    const store = await createPostgresEventStore(
      {
        query: (text, values) =>
          text.startsWith('notify') ? Promise.reject(new Error('mute')) : query(text, values),
      },
      { schema: 'mute', listen: () => Promise.reject(new Error('deaf')) },
    );
    const events = followAll(store);
    const next = events.next();
    await store.append('a', [event], any);
    expect(await next).toMatchObject({ value: { streamId: 'a' } });
    await events.return();
    await store.close();
  });

  it('sends few notifications for many appends', async () => {
    const { writer, reader } = await twoHandles('many');
    let calls = 0;
    const unwatch = reader.watch?.(() => {
      calls += 1;
    });
    await until(async () => calls === 1);
    for (let round = 0; round < 200; round += 1) await writer.append('a', [event], any);
    // Closing sends the last one.
    await writer.close();
    await until(async () => calls > 1);
    expect(calls).toBeLessThan(100);
    unwatch?.();
    await reader.close();
  });
});
