import { EventStoreError } from '@kanmon/core';
import { column } from '../rows/stored-row.ts';
import type { PgPool } from './pg-pool.ts';
import { formatError, isMissingSchema, postgresError } from './postgres-errors.ts';
import { postgresFormat, quoteSchema } from './postgres-schema.ts';

/** The formats that this code reads and writes. */
export type Format = 1 | 2;

/** Runs calls in the format of the store, also while a migration changes it. */
export type FormatGuard = Awaited<ReturnType<typeof openFormatGuard>>;

/** Reads the format of a store and checks that its sequence fits its events. */
export async function openFormatGuard(pool: PgPool, schema: string) {
  let format = await readFormat(pool, schema);
  if (format === 2) await assertSequence(pool, schema);
  return {
    get format(): Format {
      return format;
    },
    /**
     * Runs `work` with the current format. A statement of format 1 fails in a migrated store (42703 or
     * 42883) and has changed nothing: the format is read again, and `work` runs again if it changed.
     */
    async run<Result>(work: (format: Format) => Promise<Result>): Promise<Result> {
      const tried = format;
      try {
        return await work(tried);
      } catch (error) {
        if (!isMissingSchema(error)) throw error;
        format = await readFormat(pool, schema);
        if (format === tried) throw error;
        return work(format);
      }
    },
  };
}

async function readFormat(pool: PgPool, schema: string): Promise<Format> {
  const rows = await openingRows(pool, `select format from ${quoteSchema(schema)}.meta`);
  const format = Number(column(rows[0], 'format'));
  if (format > postgresFormat) throw formatError(schema, 'newer');
  if (format !== 1 && format !== 2) throw formatError(schema, 'missing');
  return format;
}

/**
 * A restore or a logical replica may have the events without the sequence's value: new events would then
 * get positions that followers have passed. A cache above 1 breaks the order of registration and number.
 */
async function assertSequence(pool: PgPool, schema: string): Promise<void> {
  const quoted = quoteSchema(schema);
  const [row] = await openingRows(
    pool,
    `select s.seqcache = 1 as is_uncached,
       coalesce((select max(e.position) from ${quoted}.event e), 0) <= pg_sequence_last_value(s.seqrelid::regclass) * 1000 as is_ahead
     from pg_sequence s where s.seqrelid = '${quoted}.append_seq'::regclass`,
  );
  const sequence = `${schema}.append_seq`;
  if (column(row, 'is_uncached') !== true) {
    throw new EventStoreError(
      `the sequence ${sequence} must have a cache of 1; run: alter sequence ${sequence} cache 1`,
      { code: 'store-format' },
    );
  }
  if (column(row, 'is_ahead') !== true) {
    throw new EventStoreError(
      `the sequence ${sequence} is behind the events, as after a restore without it; run: select setval('${sequence}', (select max(position) / 1000 + 1000000 from ${schema}.event))`,
      { code: 'store-corrupt', details: { sequence } },
    );
  }
}

/** Returns the rows of a statement that opens or migrates a store. */
export async function openingRows(pool: PgPool, sql: string): Promise<readonly unknown[]> {
  try {
    return (await pool.query(sql)).rows;
  } catch (error) {
    throw postgresError(error, 'store-open-failed');
  }
}
