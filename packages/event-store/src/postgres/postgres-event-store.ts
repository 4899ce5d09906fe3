import {
  type AppendResult,
  canonicalJson,
  type Clock,
  type EventStore,
  FencedError,
  type FencedReason,
  type JsonValue,
  type Lease,
  systemClock,
  VersionConflictError,
} from '@kanmon/core';
import {
  type CheckedAppend,
  type CheckedEvent,
  checkLeaseRequest,
  checkOptions,
  type OptionNames,
} from '@kanmon/core/kit';
import { closedError } from '../history/closed-error.ts';
import { type Fence, removedError } from '../history/decision.ts';
import { recordParts } from '../history/event-record.ts';
import { prepareAppend, prepareFence, prepareRemoval, prepareRenewal } from '../history/prepare.ts';
import type { Prunable } from '../retention/prunable.ts';
import type { RepairReport } from '../retention/repair-report.ts';
import { createRowReads } from '../rows/row-reads.ts';
import { column, numberColumn, required, textColumn } from '../rows/stored-row.ts';
import { migratePostgres } from './migrate-postgres.ts';
import type { PgPool } from './pg-pool.ts';
import { formatError, isTransient, postgresError } from './postgres-errors.ts';
import { createPostgresQueries } from './postgres-queries.ts';
import { postgresFormat, quoteSchema } from './postgres-schema.ts';
import { toDatabaseText } from './database-text.ts';

/** Options of `createPostgresEventStore`. */
export interface PostgresEventStoreOptions {
  readonly clock?: Clock;
  /** One store a schema. @default 'kanmon' */
  readonly schema?: string;
  /** Make or update the schema first; needs the right to create. @default false */
  readonly migrate?: boolean;
}

/** A store in a PostgreSQL schema. The server repairs itself, so there is never a `repair`. */
export type PostgresEventStore = EventStore & Prunable & { readonly repair?: RepairReport };

const optionNames: OptionNames<PostgresEventStoreOptions> = {
  clock: true,
  schema: true,
  migrate: true,
};
/** How often an append with an idempotency key is sent when the answer does not come. */
const attempts = 3;

/**
 * Opens the store in a schema of a PostgreSQL 14 or newer. The pool is the caller's: `close` leaves
 * it open. Leases go by the server's clock. Throws `EventStoreError`: `store-format` when the schema
 * is missing or of another format, `store-open-failed` when the server cannot be reached.
 */
export async function createPostgresEventStore(
  pool: PgPool,
  options: PostgresEventStoreOptions = {},
): Promise<PostgresEventStore> {
  checkOptions(options, optionNames, 'createPostgresEventStore(pool, options)');
  const { clock = systemClock, schema = 'kanmon', migrate = false } = options;
  const quoted = quoteSchema(schema);
  if (migrate) await migratePostgres(pool, { schema });
  await assertFormat(pool, schema);
  const underWay = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;

  const assertOpen = (): void => {
    if (closing !== undefined) throw closedError();
  };

  /** Runs one of the schema's functions; what it does is one transaction. */
  const call = async (sql: string, values: unknown[], tries = 1): Promise<unknown> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { rows } = await pool.query(sql, values);
        return rows[0];
      } catch (error) {
        if (attempt < tries && isTransient(error)) continue;
        throw postgresError(error, 'store-write-failed');
      }
    }
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

  const append = async (prepared: CheckedAppend): Promise<AppendResult> => {
    const { streamId, events, expectedVersion, idempotencyKey = null, fence } = prepared;
    const records = events.map((event) => toEventParameter(streamId, event));
    const row = await call(
      `select * from ${quoted}.append($1::text, $2::bigint, $3::text, $4::text, $5::text, $6::text, $7::bigint)`,
      [
        streamId,
        expectedVersion === 'any' ? null : expectedVersion,
        clock.now().toISOString(),
        canonicalJson(records),
        idempotencyKey === null ? null : toDatabaseText(idempotencyKey),
        fence?.resource ?? null,
        fence?.token ?? null,
      ],
      idempotencyKey === null ? 1 : attempts,
    );
    const outcome = required(row, 'outcome');
    if (outcome === 'removed') throw removedError(streamId, required(row, 'detail'));
    if (outcome === 'fenced') {
      throw new FencedError({
        resource: fence?.resource ?? '',
        reason: toReason(textColumn(row, 'detail')),
      });
    }
    const version = numberColumn(row, 'out_version');
    if (outcome === 'conflict') {
      const reason = textColumn(row, 'detail') === 'key' ? 'key' : 'version';
      throw conflict(streamId, expectedVersion, version, reason);
    }
    return {
      version,
      position: numberColumn(row, 'out_position'),
      replayed: outcome === 'replayed',
    };
  };

  const renew = async (request: {
    readonly lease: Fence;
    readonly ttlMs: number;
  }): Promise<Lease> => {
    const { resource, token } = request.lease;
    const row = await call(
      `select * from ${quoted}.renew_lease($1::text, $2::bigint, $3::bigint)`,
      [resource, token, request.ttlMs],
    );
    const outcome = required(row, 'outcome');
    if (outcome !== 'renewed') throw new FencedError({ resource, reason: toReason(outcome) });
    return {
      resource,
      owner: required(row, 'owner'),
      token,
      expiresAt: required(row, 'expires_at'),
    };
  };

  const close = async (): Promise<void> => {
    await Promise.allSettled(underWay);
  };

  return {
    async append(streamId, events, appendOptions) {
      const prepared = prepareAppend(streamId, events, appendOptions);
      return track(() => append(prepared));
    },
    async acquireLease(resource, leaseOptions) {
      const { owner, ttlMs } = checkLeaseRequest(resource, leaseOptions);
      const row = await track(() =>
        call(`select * from ${quoted}.acquire_lease($1::text, $2::text, $3::bigint)`, [
          resource,
          owner,
          ttlMs,
        ]),
      );
      if (row === undefined) return null;
      const token = numberColumn(row, 'token');
      return { resource, owner, token, expiresAt: required(row, 'expires_at') };
    },
    async renewLease(lease, ttlMs) {
      const request = prepareRenewal(lease, ttlMs);
      return track(() => renew(request));
    },
    async releaseLease(lease) {
      const { resource, token } = prepareFence(lease);
      await track(() =>
        call(`select ${quoted}.release_lease($1::text, $2::bigint)`, [resource, token]),
      );
    },
    async removeStream(streamId, removeOptions) {
      const { expectedVersion, archivedAs } = prepareRemoval(streamId, removeOptions);
      const row = await track(() =>
        call(`select * from ${quoted}.remove_stream($1::text, $2::bigint, $3::text)`, [
          streamId,
          expectedVersion,
          archivedAs,
        ]),
      );
      const outcome = required(row, 'outcome');
      if (outcome === 'removed') throw removedError(streamId, required(row, 'detail'));
      if (outcome === 'conflict') {
        throw conflict(streamId, expectedVersion, numberColumn(row, 'out_version'));
      }
    },
    close: () => (closing ??= close()),
    ...createRowReads(createPostgresQueries(pool, quoted), assertOpen),
  };
}

/** The members that the schema's `append` function reads. */
function toEventParameter(streamId: string, event: CheckedEvent): JsonValue {
  const { type, dataJson, actor, requestId } = event;
  const { head, tail } = recordParts(streamId, event);
  return {
    type,
    data: dataJson,
    head,
    tail,
    ...(actor === undefined ? {} : { actor: toDatabaseText(actor) }),
    ...(requestId === undefined ? {} : { requestId: toDatabaseText(requestId) }),
  };
}

async function assertFormat(pool: PgPool, schema: string): Promise<void> {
  const query = pool.query(`select format from ${quoteSchema(schema)}.meta`);
  const { rows } = await query.catch((error: unknown) => {
    throw postgresError(error, 'store-open-failed');
  });
  const format = Number(column(rows[0], 'format'));
  if (format > postgresFormat) throw formatError(schema, 'newer');
  if (format !== postgresFormat) throw formatError(schema, 'missing');
}

function conflict(
  streamId: string,
  expected: number | 'any',
  actualVersion: number,
  reason: 'version' | 'key' = 'version',
): VersionConflictError {
  const expectedVersion = expected === 'any' ? actualVersion : expected;
  return new VersionConflictError({ streamId, expectedVersion, actualVersion, reason });
}

function toReason(detail: string | undefined): FencedReason {
  return detail === 'taken-over' || detail === 'released' ? detail : 'unknown';
}
