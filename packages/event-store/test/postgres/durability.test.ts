import type { SharedCounter } from '@kanmon/core';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import {
  createPostgresCounter,
  createPostgresEventStore,
  type PgPool,
  type PostgresEventStore,
} from '../../src/postgres.ts';
import { upTo } from '../support/collect.ts';
import { usePostgres } from '../support/use-postgres.ts';

const tests = usePostgres();
const event = { type: 'noted', data: null };
const any = { expectedVersion: 'any' } as const;
const lease = { resource: 'r', owner: 'ann', token: 1, expiresAt: '2026-01-01T00:00:00.000Z' };
const taken = [{ key: 'k', at: 0, points: 1 }];

interface Handles {
  readonly store: PostgresEventStore;
  readonly counter: SharedCounter;
}

/** Every call that writes. The store has the stream `old` and the lease `r`. */
const writes: Readonly<Record<string, (handles: Handles) => Promise<unknown>>> = {
  'one append': ({ store }) => store.append('s', [event], any),
  'appends in one call': ({ store }) =>
    Promise.all(upTo(20).map((n) => store.append(`s${n}`, [event], any))),
  acquireLease: ({ store }) => store.acquireLease('free', { owner: 'ann', ttlMs: 1000 }),
  renewLease: ({ store }) => store.renewLease(lease, 1000),
  releaseLease: ({ store }) => store.releaseLease(lease),
  removeStream: ({ store }) => store.removeStream('old', { expectedVersion: 1, archivedAs: 'x' }),
  'take of a counter': ({ counter }) => counter.take([{ key: 'k', points: 1, limit: 9 }]),
  'correct of a counter': ({ counter }) =>
    // Copies: a repeated correction of the same objects sends no statement.
    counter.correct(structuredClone(taken), [2]),
};

describe('on a connection with synchronous_commit off', () => {
  it.each(Object.entries(writes))('%s is durable, in one statement', async (_name, write) => {
    const schema = 'durable';
    const admin = await tests.freshStore(schema);
    await admin.append('old', [event], any);
    await admin.acquireLease('r', { owner: 'ann', ttlMs: 60_000 });
    const client = new pg.Client({ connectionString: tests.server.url });
    await client.connect();
    const sent: string[] = [];
    const counting: PgPool = {
      query(text, values) {
        sent.push(text);
        return client.query(text, values);
      },
    };
    const store = await createPostgresEventStore(counting, { schema });
    const handles = { store, counter: createPostgresCounter(counting, { schema }) };
    const settings: string[] = [];
    for (const setting of ['off', 'local', 'remote_apply']) {
      await client.query(`set synchronous_commit = ${setting}`);
      // The transaction of the caller shows what the commit would do.
      await client.query('begin');
      sent.length = 0;
      await write(handles);
      expect(sent).toHaveLength(1);
      const { rows } = await client.query<{ synchronous_commit: string }>(
        'show synchronous_commit',
      );
      settings.push(...rows.map(({ synchronous_commit }) => synchronous_commit));
      await client.query('rollback');
    }
    const { rows: after } = await client.query('show synchronous_commit');
    await client.end();
    expect(settings).toEqual(['on', 'local', 'remote_apply']);
    expect(after).toEqual([{ synchronous_commit: 'remote_apply' }]);
  });
});
