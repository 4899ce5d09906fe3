import { sha256Hex } from '@kanmon/core';
import { invalidOption } from '../history/option-error.ts';
import { isConflict, sqlState } from './postgres-errors.ts';

/**
 * The part of a PostgreSQL client this store uses: `Pool` and `Client` of `pg`, and PGlite, have it.
 * With a pool, appends run side by side; with one client they run one after another.
 */
export interface PgPool {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

/** Throws `store-invalid-option` for what has no `query`. The message does not show it: it may be an address with a password. */
export function checkPool(pool: unknown): void {
  if (typeof Reflect.get(Object(pool), 'query') === 'function') return;
  const given = typeof pool === 'string' ? 'a string' : pool === null ? 'null' : typeof pool;
  throw invalidOption(
    `expected a pool or a client with a query function, as pg and PGlite have it, got ${given}; pass new Pool({ connectionString })`,
  );
}

/** Sends a statement with its values and returns the rows. */
export type SendQuery = (sql: string, values: unknown[]) => Promise<readonly unknown[]>;

/** A pool of `pg`. A client has no count: it may be in a transaction, which one refused statement would end. */
interface NamingPool extends PgPool {
  readonly totalCount: number;
  query(
    text: string | { readonly name: string; readonly text: string; readonly values: unknown[] },
    values?: unknown[],
  ): ReturnType<PgPool['query']>;
}

/** PgBouncer before 1.21 mixes the connections of named statements: unknown there, or known already. */
const unnamedStates = new Set(['26000', '42P05']);

/** Times that a statement is sent which lost a conflict, and the longest pause before the next time. */
const conflictAttempts = 20;
const longestPauseMs = 250;

/**
 * Returns a function for statements that are sent often. One that PostgreSQL gave up in favour of another wrote nothing
 * and is sent again: under `repeatable read` an append cannot see what was committed while it waited for its stream. A pool of `pg` prepares each once a connection: parsing and
 * planning took 35 of the 245 µs that an append takes of the server. A pooler that cannot do it refuses before the
 * statement has run; it and all later ones are then sent without a name.
 */
export function createQuery(pool: PgPool): SendQuery {
  let naming = canName(pool) ? pool : undefined;
  const names = new Map<string, string>();
  const nameOf = (sql: string): string => {
    const name = names.get(sql) ?? `kanmon ${sha256Hex(sql).slice(0, 16)}`;
    names.set(sql, name);
    return name;
  };
  const send: SendQuery = async (text, values) => {
    if (naming !== undefined) {
      try {
        return (await naming.query({ name: nameOf(text), text, values })).rows;
      } catch (error) {
        if (!unnamedStates.has(sqlState(error))) throw error;
        naming = undefined;
      }
    }
    return (await pool.query(text, values)).rows;
  };
  return async (text, values) => {
    let conflict: unknown;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(text, values);
      } catch (error) {
        // The conflict has ended the transaction of the caller.
        const isEnded = sqlState(error) === '25P02';
        if (!isConflict(error) || attempt === conflictAttempts)
          throw isEnded ? (conflict ?? error) : error;
        conflict ??= error;
        // Random, so that those that lost against each other do not meet again at the same time.
        const pauseMs = Math.random() * Math.min(2 ** attempt, longestPauseMs);
        await new Promise((resolve) => {
          setTimeout(resolve, pauseMs);
        });
      }
    }
  };
}

function canName(pool: PgPool): pool is NamingPool {
  return 'totalCount' in pool && typeof pool.totalCount === 'number';
}
