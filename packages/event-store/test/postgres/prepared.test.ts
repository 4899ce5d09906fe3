import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createPostgresEventStore } from '../../src/postgres.ts';
import { createQuery } from '../../src/postgres/pg-pool.ts';
import { collect, upTo } from '../support/collect.ts';
import { usePostgres } from '../support/use-postgres.ts';

const tests = usePostgres();
const event = { type: 'noted', data: 'x'.repeat(600) };
const any = { expectedVersion: 'any' } as const;

/** A pool of `pg` whose named statements fail with an SQLSTATE, and the statements it got. */
function poolThatRefuses(code: string) {
  const sent: string[] = [];
  const query = async (statement: string | { readonly name: string }) => {
    sent.push(typeof statement === 'string' ? statement : 'named');
    if (typeof statement !== 'string') throw Object.assign(new Error('refused'), { code });
    return { rows: [statement] };
  };
  return { pool: { query, totalCount: 1 }, sent };
}

describe('a statement that is sent often', () => {
  it('is prepared once a connection of a pool, and goes on by the index as the store grows', async () => {
    await tests.freshStore('prepared');
    const pool = tests.openPool({ max: 1 });
    const store = await createPostgresEventStore(pool, { schema: 'prepared' });
    for (const number of upTo(8)) {
      await store.append(`s${number}`, [event], any);
      await collect(store.read('s1'));
      await collect(store.readAll({ after: 0 }));
    }
    const { rows } = await pool.query<{ name: string; statement: string }>(
      'select name, statement from pg_prepared_statements',
    );
    const named = (part: string) => rows.filter(({ statement }) => statement.includes(part));
    for (const part of ['append_one', 'horizon()', 'archived_as', 'position > $1']) {
      expect(named(part)).toHaveLength(1);
    }
    const many = upTo(1000).map(() => event);
    for (const number of upTo(8)) await store.append(`many${number}`, many, any);
    const [read] = named('archived_as');
    const plan = await pool.query<{ 'QUERY PLAN': string }>(
      `explain execute "${read?.name}"('s1', 0, 9)`,
    );
    expect(JSON.stringify(plan.rows)).not.toContain('Seq Scan');
  });

  it('has no name on a client, which may be in a transaction', async () => {
    const client = new pg.Client({ connectionString: tests.server.url });
    await client.connect();
    await createQuery(client)('select 1', []);
    const { rows } = await client.query('select * from pg_prepared_statements');
    await client.end();
    expect(rows).toEqual([]);
  });

  it.each(['26000', '42P05'])(
    'is sent again without a name when a pooler refuses names (%s)',
    async (code) => {
      const { pool, sent } = poolThatRefuses(code);
      const query = createQuery(pool);
      expect(await query('a', [])).toEqual(['a']);
      expect(await query('b', [])).toEqual(['b']);
      expect(sent).toEqual(['named', 'a', 'b']);
    },
  );

  it('is not sent again after another error', async () => {
    const { pool, sent } = poolThatRefuses('23505');
    await expect(createQuery(pool)('a', [])).rejects.toMatchObject({ code: '23505' });
    expect(sent).toEqual(['named']);
  });
});
