import { type AppendResult, type Clock, type EventStore, systemClock } from '@kanmon/core';
import {
  checkAppend,
  type CheckedAppend,
  checkedClock,
  checkFlags,
  checkLease,
  checkLeaseRequest,
  checkOptions,
  checkPorts,
  checkTtl,
  closedError,
  removedError,
} from '@kanmon/core/kit';
import { invalidOption } from '../history/option-error.ts';
import { checkRemoval, type Prunable } from '../retention/prunable.ts';
import type { RepairReport } from '../retention/repair-report.ts';
import { createRowReads } from '../rows/row-reads.ts';
import { numberColumn, required } from '../rows/stored-row.ts';
import { conflict, createAppendCalls, fencedError } from './append-calls.ts';
import { createAppendQueue } from './append-queue.ts';
import { durable } from './durable.ts';
import { createDoorbell, type PgListener } from './doorbell.ts';
import { type Format, openFormatGuard } from './format-guard.ts';
import { createHorizon, type LagWarning } from './horizon.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { checkPool, createQuery, type PgPool } from './pg-pool.ts';
import { postgresError } from './postgres-errors.ts';
import { createPostgresQueries } from './postgres-queries.ts';
import { quoteSchema } from './postgres-schema.ts';

/** Options of `createPostgresEventStore`. */
export interface PostgresEventStoreOptions {
  readonly clock?: Clock;
  /** One store a schema. @default 'kanmon' */
  readonly schema?: string;
  /** Make or update the schema first; needs the right to create. @default false */
  readonly migrate?: boolean;
  /**
   * Calls under way at once that carry waiting appends, 0 to 8. An append that finds no other waiting is
   * sent alone. 0 sends every append alone. @default 2
   */
  readonly batches?: number;
  /**
   * Milliseconds that `readAll` waits for appends that were begun before it and are not decided yet. A
   * transaction that appended and stays open holds later events back; a follower that polls passes 0.
   * @default 1000
   */
  readonly readWaitMs?: number;
  /**
   * `readAll` writes how far it may read into the table `published`, at most 50 times a second. Read
   * replicas serve events up to there, so one follower on the primary needs it. @default false
   */
  readonly publishHorizon?: boolean;
  /**
   * Called by `readAll` when an open append has held events back for a second, with the pid of its
   * session (null: a prepared transaction) and the age of its transaction (null: not visible to this role). An error
   * of it does not fail the read.
   */
  readonly lagWarning?: LagWarning;
  /**
   * Opens a connection that is held while followers of this store wait, e.g. `() => pool.connect()`. With it, appends
   * notify (at most 20 times a second, outside their transactions), and followers wait for notifications of all
   * processes that pass it. Not through PgBouncer in transaction mode. @default none: followers poll
   */
  readonly listen?: () => Promise<PgListener>;
}

/** A store in a PostgreSQL schema. The server repairs itself, so there is never a `repair`. */
export type PostgresEventStore = EventStore & Prunable & { readonly repair?: RepairReport };

/** More calls at once than this take connections from others and make each batch smaller. */
const mostBatches = 8;
/** The longest delay of a timer that is still useful here: a minute. */
const longestWaitMs = 60_000;

/**
 * Opens the store in a schema of a PostgreSQL 14 or newer. The pool is the caller's: `close` leaves
 * it open. Leases go by the server's clock. What a write answered is on disk, also where `synchronous_commit` is `off`
 * otherwise. Throws `EventStoreError`: `store-format` when the schema
 * is missing or of another format, `store-open-failed` when the server cannot be reached.
 */
export async function createPostgresEventStore(
  pool: PgPool,
  options: PostgresEventStoreOptions = {},
): Promise<PostgresEventStore> {
  checkOptions(
    options,
    'clock schema migrate batches readWaitMs publishHorizon lagWarning listen',
    'createPostgresEventStore(pool, options)',
  );
  checkPool(pool);
  checkPorts(options, { clock: 'now', lagWarning: 'call', listen: 'call' });
  const { clock = systemClock, schema = 'kanmon', migrate = false } = options;
  const { batches = 2, readWaitMs = 1000, publishHorizon = false, lagWarning, listen } = options;
  checkFlags({ migrate, publishHorizon });
  checkNumber('batches', batches, mostBatches);
  checkNumber('readWaitMs', readWaitMs, longestWaitMs);
  const quoted = quoteSchema(schema);
  if (migrate) await migratePostgres(pool, { schema });
  const guard = await openFormatGuard(pool, schema);
  const query = createQuery(pool);
  const horizon = createHorizon(pool, query, quoted, { readWaitMs, publishHorizon, lagWarning });
  const calls = createAppendCalls(query, quoted, guard, checkedClock(clock));
  const queue = createAppendQueue(calls, batches);
  const doorbell = listen === undefined ? undefined : createDoorbell(pool, quoted, listen);
  const underWay = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;

  const assertOpen = (): void => {
    if (closing !== undefined) throw closedError();
  };

  const track = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    assertOpen();
    const running = work();
    underWay.add(running);
    try {
      return await running;
    } finally {
      underWay.delete(running);
    }
  };

  /** Calls one of the schema's functions, which is one transaction; returns its row. */
  const call = (nameIn: (format: Format) => string, ...values: unknown[]): Promise<unknown> => {
    const places = values.map((_, index) => `$${index + 1}`).join(', ');
    return track(async () => {
      try {
        const [row] = await guard.run((format) =>
          query(`select *, ${durable} from ${quoted}.${nameIn(format)}(${places})`, values),
        );
        return row;
      } catch (error) {
        throw postgresError(error, 'store-write-failed');
      }
    });
  };

  /** Format 1 serializes all appends of a store, so they are not collected. */
  const append = async (prepared: CheckedAppend): Promise<AppendResult> => {
    if (batches > 0 && guard.format !== 1) return queue.push(prepared);
    const outcome = await calls.one(prepared, true).catch((error: unknown) => {
      throw calls.toError(error);
    });
    if (outcome.kind === 'done') return outcome.result;
    throw outcome.kind === 'refused'
      ? outcome.error
      : new TypeError('a call that waits is not busy');
  };

  const close = async (): Promise<void> => {
    await Promise.allSettled(underWay);
    await doorbell?.close();
  };

  return {
    async append(streamId, events, appendOptions) {
      const prepared = checkAppend(streamId, events, appendOptions);
      const result = await track(() => append(prepared));
      doorbell?.ring();
      return result;
    },
    async acquireLease(resource, leaseOptions) {
      const { owner, ttlMs } = checkLeaseRequest(resource, leaseOptions);
      const row = await call(() => 'acquire_lease', resource, owner, ttlMs);
      if (row === undefined) return null;
      const token = numberColumn(row, 'token');
      return { resource, owner, token, expiresAt: required(row, 'expires_at') };
    },
    async renewLease(lease, ttlMs) {
      const { resource, token } = checkLease(lease);
      const row = await call(() => 'renew_lease', resource, token, checkTtl(ttlMs));
      const outcome = required(row, 'outcome');
      if (outcome !== 'renewed') throw fencedError({ resource, token }, outcome);
      const owner = required(row, 'owner');
      return { resource, owner, token, expiresAt: required(row, 'expires_at') };
    },
    async releaseLease(lease) {
      const { resource, token } = checkLease(lease);
      await call(() => 'release_lease', resource, token);
    },
    async removeStream(streamId, removeOptions) {
      const { expectedVersion, archivedAs } = checkRemoval(streamId, removeOptions);
      const row = await call(
        (format) => (format === 1 ? 'remove_stream' : 'remove_events'),
        streamId,
        expectedVersion,
        archivedAs,
      );
      const outcome = required(row, 'outcome');
      if (outcome === 'removed') throw removedError(streamId, required(row, 'detail'));
      if (outcome === 'conflict') {
        throw conflict(streamId, expectedVersion, numberColumn(row, 'out_version'));
      }
    },
    close: () => (closing ??= close()),
    ...(doorbell === undefined ? {} : { watch: doorbell.watch }),
    ...createRowReads(
      createPostgresQueries(pool, query, quoted, guard, horizon),
      assertOpen,
      (error) => postgresError(error, 'store-open-failed'),
    ),
  };
}

function checkNumber(name: string, value: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= 0 && value <= most) return;
  throw invalidOption(`${name} must be a whole number from 0 to ${most}`);
}
