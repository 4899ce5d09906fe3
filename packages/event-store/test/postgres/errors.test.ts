import { KanmonError } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import { verifyStore } from '../../src/index.ts';
import {
  createPostgresEventStore,
  type PgPool,
  type PostgresEventStore,
} from '../../src/postgres.ts';
import { collect, upTo } from '../support/collect.ts';
import { usePostgres } from '../support/use-postgres.ts';

const tests = usePostgres();
const event = { type: 'noted', data: null };
const any = { expectedVersion: 'any' } as const;
const lease = { resource: 'r', owner: 'ann', token: 1, expiresAt: '2026-01-01T00:00:00.000Z' };

/** A store that is open and whose statements then fail, one after another; the last error stays. */
async function failing(
  schema: string,
  ...codes: readonly string[]
): Promise<{ readonly store: PostgresEventStore; readonly sent: () => number }> {
  await tests.freshStore(schema);
  let sent = -1;
  const pool: PgPool = {
    async query(text, values) {
      if (sent === -1) return tests.pool.query(text, values);
      const code = codes[Math.min(sent, codes.length - 1)];
      sent += 1;
      throw Object.assign(new Error('values of the event'), { code });
    },
  };
  const store = await createPostgresEventStore(pool, { schema, batches: 0 });
  sent = 0;
  return { store, sent: () => sent };
}

const reads: Readonly<Record<string, (store: PostgresEventStore) => Promise<unknown>>> = {
  read: (store) => collect(store.read('s')),
  readAll: (store) => collect(store.readAll()),
  'readAll with a prefix': (store) => collect(store.readAll({ prefix: 's' })),
  listStreams: (store) => collect(store.listStreams()),
  listRemoved: (store) => collect(store.listRemoved()),
};

const writes: Readonly<Record<string, (store: PostgresEventStore) => Promise<unknown>>> = {
  append: (store) => store.append('s', [event], any),
  acquireLease: (store) => store.acquireLease('r', { owner: 'ann', ttlMs: 1000 }),
  renewLease: (store) => store.renewLease(lease, 1000),
  releaseLease: (store) => store.releaseLease(lease),
  removeStream: (store) => store.removeStream('s', { expectedVersion: 1, archivedAs: 'x' }),
};

describe('a read that fails', () => {
  it.each(Object.entries(reads))('is an EventStoreError with the cause: %s', async (_, read) => {
    for (const code of ['ECONNREFUSED', '42501', '57P03', undefined]) {
      const { store } = await failing('reads', ...(code === undefined ? [] : [code]));
      const error: unknown = await read(store).catch((caught: unknown) => caught);
      expect(KanmonError.isInstance(error)).toBe(true);
      expect(error).toMatchObject({
        code: 'store-open-failed',
        cause: { message: 'values of the event' },
      });
      expect(String(error)).not.toContain('values of the event');
    }
  });

  it('does not fail because of its lagWarning', async () => {
    let warned = 0;
    const store = await tests.freshStore('warned', {
      readWaitMs: 2500,
      lagWarning: () => {
        warned += 1;
        throw new Error('logger down');
      },
    });
    const client = await tests.pool.connect();
    const held = await createPostgresEventStore(client, { schema: 'warned' });
    await client.query('begin');
    await held.append('a', [event], any);
    expect(await collect(store.readAll())).toEqual([]);
    await client.query('rollback');
    client.release();
    expect(warned).toBeGreaterThan(0);
  });
});

describe.each(Object.entries(writes))('%s that fails', (_, write) => {
  it.each(['25006', '42501', '23505', '57014'])(
    'with %s, which PostgreSQL refused, wrote nothing',
    async (code) => {
      const { store } = await failing('refused', code);
      const failed = write(store);
      await expect(failed).rejects.toMatchObject({
        code: 'store-write-failed',
        details: { reason: code },
      });
      await expect(failed).rejects.toThrow('nothing was written');
    },
  );

  it.each(['ECONNRESET', '57P01', '08006', '08007', '40003', '53100', '58030', 'XX000'])(
    'with %s may have been written',
    async (code) => {
      const { store, sent } = await failing('unknown', code);
      const failed = write(store);
      await expect(failed).rejects.toMatchObject({ code: 'store-write-failed' });
      await expect(failed).rejects.toThrow('outcome is unknown');
      expect(sent()).toBe(1);
    },
  );

  it.each(['55P03', '53300'])('with %s is store-busy', async (code) => {
    const { store } = await failing('busy', code);
    await expect(write(store)).rejects.toMatchObject({ code: 'store-busy' });
  });
});

describe('a conflict that stays', () => {
  it('is store-busy in the end, and nothing was written', async () => {
    const { store, sent } = await failing('busy', '40001');
    const ended = await Promise.allSettled(Object.values(writes).map((write) => write(store)));
    for (const one of ended) {
      expect(one).toMatchObject({ reason: { code: 'store-busy', details: { reason: '40001' } } });
      expect(String(Reflect.get(one, 'reason'))).toContain('nothing was written');
    }
    expect(sent()).toBeGreaterThan(10);
  });

  it('has ended the transaction of the caller, who gets the first error', async () => {
    const { store } = await failing('ended', '40P01', '25P02');
    const failed = store.append('s', [event], any);
    await expect(failed).rejects.toMatchObject({ code: 'store-busy', cause: { code: '40P01' } });
  });
});

describe('an append that is repeated under its key', () => {
  it('has an unknown outcome when only the repetition is refused', async () => {
    for (const batches of [0, 2]) {
      await tests.freshStore('repeated');
      const codes = ['ECONNRESET', '25006'];
      let isBroken = false;
      const pool: PgPool = {
        async query(text, values) {
          if (!isBroken) return tests.pool.query(text, values);
          throw Object.assign(new Error('no'), { code: codes.shift() ?? '25006' });
        },
      };
      const store = await createPostgresEventStore(pool, { schema: 'repeated', batches });
      isBroken = true;
      const failed = await Promise.allSettled(
        upTo(3).map((n) => store.append('s', [event], { ...any, idempotencyKey: `k${n}` })),
      );
      const messages = failed.map((one) =>
        one.status === 'rejected' ? String(one.reason) : 'written',
      );
      expect(messages[0]).toContain('the outcome is unknown');
      // Sent in one call, all of them may have been written by the first one.
      if (batches > 0)
        for (const message of messages) expect(message).toContain('the outcome is unknown');
    }
  });
});

describe('appends of several processes', () => {
  it.each(['repeatable read', 'serializable'])(
    'are all written when the default isolation is %s',
    async (level) => {
      await tests.freshStore('isolated');
      const options = `-c default_transaction_isolation=${level.replace(' ', '\\ ')}`;
      const stores = await Promise.all(
        upTo(3).map(() =>
          createPostgresEventStore(tests.openPool({ options, max: 4 }), { schema: 'isolated' }),
        ),
      );
      await Promise.all(
        stores.map(async (store) => {
          for (const n of upTo(40))
            await Promise.all(['s', `t${n % 3}`].map((id) => store.append(id, [event], any)));
        }),
      );
      const store = await createPostgresEventStore(tests.pool, { schema: 'isolated' });
      expect(await verifyStore(store)).toMatchObject({ ok: true, events: 240 });
    },
  );

  it('are refused by a server that is read-only, and write nothing', async () => {
    await tests.freshStore('read_only');
    const pool = tests.openPool({ options: '-c default_transaction_read_only=on' });
    const store = await createPostgresEventStore(pool, { schema: 'read_only' });
    const failed = store.append('s', [event], any);
    await expect(failed).rejects.toThrow(
      'PostgreSQL refused to write (25006); nothing was written',
    );
  });
});

describe('an option of a wrong type', () => {
  it.each([
    ['clock', {}],
    ['clock', 5],
    ['migrate', 'false'],
    ['migrate', 1],
    ['publishHorizon', 'no'],
    ['lagWarning', 5],
    ['listen', {}],
    ['listen', true],
    ['clock', null],
  ])('is refused before the server is asked: %s %j', async (name, value) => {
    let asked = 0;
    const pool = {
      query: () => {
        asked += 1;
        return Promise.reject(new Error('must not be asked'));
      },
    };
    const opening = createPostgresEventStore(pool, { [name]: value });
    await expect(opening).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(opening).rejects.toThrow(`options.${name}`);
    expect(asked).toBe(0);
  });
});
