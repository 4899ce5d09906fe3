import { describe, expect, it } from 'vitest';
import { createPostgresEventStore, type PostgresEventStore } from '../../src/postgres.ts';
import { collect, upTo } from '../support/collect.ts';
import { usePostgres } from '../support/use-postgres.ts';

const tests = usePostgres();
const event = { type: 'noted', data: null };
const any = { expectedVersion: 'any' } as const;

/** A statement that a store sent. */
interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The part of a plan that is compared. */
interface Explained {
  readonly 'QUERY PLAN': readonly [
    {
      readonly Plan: {
        readonly 'Shared Hit Blocks': number;
        readonly 'Shared Read Blocks': number;
      };
    },
  ];
}

/** Opens a store that notes its statements. */
async function openNoted(
  schema: string,
): Promise<{ store: PostgresEventStore; statements: Statement[] }> {
  const statements: Statement[] = [];
  const pool = {
    query(text: string, values: unknown[] = []) {
      statements.push({ text, values });
      return tests.pool.query(text, values);
    },
  };
  return { store: await createPostgresEventStore(pool, { schema }), statements };
}

describe('a read of a stream', () => {
  it('is one statement a page, which finds a removal too', async () => {
    const store = await tests.freshStore('reads');
    const events = upTo(3).map((number) => ({ type: 'noted', data: number }));
    await store.append('audit/1', events, any);
    await store.append('audit/2', [event], any);
    await store.removeStream('audit/2', { expectedVersion: 1, archivedAs: 'x' });
    const { store: reader, statements } = await openNoted('reads');
    const count = async (read: () => Promise<unknown>): Promise<number> => {
      statements.length = 0;
      await read();
      return statements.length;
    };
    expect(await count(() => collect(reader.read('audit/1')))).toBe(1);
    expect(await count(() => collect(reader.read('audit/1', { fromVersion: 4 })))).toBe(1);
    expect(await count(() => collect(reader.read('audit/none')))).toBe(1);
    const refused = { code: 'store-removed' };
    const removed = (): Promise<void> =>
      expect(collect(reader.read('audit/2'))).rejects.toMatchObject(refused);
    expect(await count(removed)).toBe(1);
  });
});

describe('a look at the newest event of all streams', () => {
  /** Blocks that PostgreSQL looks at for the events behind a position. */
  async function blocksBehind(schema: string, after: number): Promise<number> {
    const { store, statements } = await openNoted(schema);
    statements.length = 0;
    expect(await collect(store.readAll({ after }))).toHaveLength(1);
    const { text, values } = statements.findLast((one) => one.text.includes('.event')) ?? {
      text: '',
      values: [],
    };
    const sql = text.replaceAll(
      /\$(\d)/g,
      (_, place: string) => `'${String(values[Number(place) - 1])}'`,
    );
    const { rows } = await tests.pool.query<Explained>(
      `explain (analyze, buffers, format json) ${sql}`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    return (plan?.['Shared Hit Blocks'] ?? NaN) + (plan?.['Shared Read Blocks'] ?? NaN);
  }

  it('takes the same work in a long history, also before PostgreSQL has statistics', async () => {
    const blocks: number[] = [];
    for (const appends of [1, 10]) {
      const store = await tests.freshStore('looks');
      const many = upTo(1000).map(() => ({ type: 'noted', data: 'x'.repeat(600) }));
      for (const number of upTo(appends)) await store.append(`deck/${number}`, many, any);
      const { position } = await store.append('deck/last', [event], any);
      blocks.push(await blocksBehind('looks', position - 1));
    }
    const [short = NaN, long = NaN] = blocks;
    expect(long).toBeLessThanOrEqual(short + 4);
  });
});
