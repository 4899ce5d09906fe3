import { EventStore, Clock } from '@kanmon/core';
export { RemoveStreamOptions, RemovedStream } from './repair-report';

/**
 * The part of a PostgreSQL client this store uses: `Pool` and `Client` of `pg`, and PGlite, have it.
 * With a pool, appends run side by side; with one client they run one after another.
 */
interface PgPool {
    query(text: string, values?: unknown[]): Promise<{
        readonly rows: readonly unknown[];
    }>;
}

/** Options of `createPostgresEventStore`. */
interface PostgresEventStoreOptions {
    readonly clock?: Clock;
    /** One store a schema. @default 'kanmon' */
    readonly schema?: string;
    /** Make or update the schema first; needs the right to create. @default false */
    readonly migrate?: boolean;
}
/** A store in a PostgreSQL schema. The server repairs itself, so there is never a `repair`. */
type PostgresEventStore = EventStore & Prunable & {
    readonly repair?: RepairReport;
};
/**
 * Opens the store in a schema of a PostgreSQL 14 or newer. The pool is the caller's: `close` leaves
 * it open. Leases go by the server's clock. Throws `EventStoreError`: `store-format` when the schema
 * is missing or of another format, `store-open-failed` when the server cannot be reached.
 */
declare function createPostgresEventStore(pool: PgPool, options?: PostgresEventStoreOptions): Promise<PostgresEventStore>;

/**
 * The SQL of the schema, for those who run migrations themselves (`psql -1 -f`). It can be run again.
 * @default schema 'kanmon'
 */
declare function postgresSchemaSql(schema?: string): string;
/**
 * Makes or updates the schema. Safe to call from any number of processes at once, and again.
 * Throws `store-format` for a schema newer than this code, for a server before PostgreSQL 14, and for a
 * database whose encoding is not UTF-8.
 */
declare function migratePostgres(pool: PgPool, options?: {
    readonly schema?: string;
}): Promise<void>;

export { Prunable, RepairReport, createPostgresEventStore, migratePostgres, postgresSchemaSql };
export type { PgPool, PostgresEventStore, PostgresEventStoreOptions };

/** What `removeStream` needs to know. */
interface RemoveStreamOptions {
    /** Version the stream must still have: that of the archived copy. */
    readonly expectedVersion: number;
    /** Name under which the archive keeps the events; stored for ever beside the head. 1-1,024 UTF-8 bytes. */
    readonly archivedAs: string;
}
/** The head a removed stream leaves behind. */
interface RemovedStream {
    readonly streamId: string;
    readonly version: number;
    readonly hash: string;
    readonly archivedAs: string;
}
/** A store that can give up the events of a stream, on request only, never by itself. */
interface Prunable {
    /**
     * Hides the events of a stream for good and keeps its head. Afterwards `append` and `read` on it
     * reject with `store-removed`, and `readAll` and `listStreams` leave it out.
     * Throws `VersionConflictError` when the stream has another version.
     */
    removeStream(streamId: string, options: RemoveStreamOptions): Promise<void>;
    /** Heads of the removed streams, in code-unit order of their ids. */
    listRemoved(options?: {
        readonly prefix?: string;
    }): AsyncIterable<RemovedStream>;
}

/** What a store found beside its history when it was opened. Nothing of it was ever acknowledged. */
interface RepairReport {
    /** Pieces without a line end, with a wrong checksum, or that are no record. */
    readonly damaged: number;
    /** Intact lines that do not continue the history: a lost race, or a predecessor that never reached the disk. */
    readonly void: number;
    /** Bytes of both. */
    readonly bytes: number;
    /** Where the first of them stands. */
    readonly file: string;
    readonly offset: number;
}

export type { Prunable as P, RepairReport as R, RemoveStreamOptions as a, RemovedStream as b };
