import type { SharedCounter } from '@kanmon/core';
import { checkOptions, checkRequests, createCorrect } from '@kanmon/core/kit';
import { invalidOption } from '../history/option-error.ts';
import { column, numberColumn, required } from '../rows/stored-row.ts';
import { noHorizonState } from './append-functions.ts';
import { durable } from './durable.ts';
import { checkPool, type PgPool } from './pg-pool.ts';
import { postgresError, sqlState } from './postgres-errors.ts';
import { quoteSchema } from './postgres-schema.ts';

/**
 * Creates a counter in the schema of an event store, for any number of processes and machines. Windows go by the
 * server's clock. `migratePostgres` creates its table; the role needs select, insert, update and delete on `points`.
 *
 * @default schema 'kanmon'
 */
export function createPostgresCounter(
  pool: PgPool,
  options: { readonly schema?: string } = {},
): SharedCounter {
  checkOptions(options, 'schema', 'createPostgresCounter(pool, options)');
  checkPool(pool);
  const schema = quoteSchema(options.schema ?? 'kanmon');

  const call = async (sql: string, list: unknown): Promise<unknown> => {
    try {
      return (await pool.query(sql, [JSON.stringify(list)])).rows[0];
    } catch (error) {
      if (sqlState(error) !== noHorizonState) throw postgresError(error, 'store-write-failed');
      throw invalidOption(
        'a counter needs read committed; the connection has another isolation level, set default_transaction_isolation',
        error,
      );
    }
  };

  return {
    async take(requests) {
      const list = checkRequests(requests);
      const row = await call(
        `select *, ${durable} from ${schema}.take_points($1)`,
        list.map(({ limit, windowMs, ...rest }) => ({ ...rest, max: limit, window_ms: windowMs })),
      );
      if (column(row, 'refused') !== null) {
        const isFinal = column(row, 'wait_ms') === null;
        return {
          ok: false,
          refused: numberColumn(row, 'refused'),
          used: numberColumn(row, 'used'),
          retryAfterMs: isFinal ? null : numberColumn(row, 'wait_ms'),
        };
      }
      const now = numberColumn(row, 'taken_at');
      const granted = required(row, 'granted').split(' ').map(Number);
      const taken = list.map(({ key, windowMs }, index) => {
        const points = granted[index] ?? 0;
        return windowMs === 0 ? { key, at: 0, points } : { key, windowMs, at: now, points };
      });
      return { ok: true, taken };
    },
    correct: createCorrect(async (changes) => {
      await call(
        `select ${schema}.correct_points($1), ${durable}`,
        changes.map(({ windowMs, ...rest }) => ({ ...rest, window_ms: windowMs })),
      );
    }),
  };
}
