import { EventStore, Clock } from '@kanmon/core';
export { RemoveStreamOptions, RemovedStream } from './repair-report';

/** What SQLite stores in a column of this schema. */
type SqliteValue = string | number | null;
/** One prepared statement. */
interface SqliteStatement {
    run(...parameters: readonly SqliteValue[]): unknown;
    get(...parameters: readonly SqliteValue[]): unknown;
    all(...parameters: readonly SqliteValue[]): readonly unknown[];
}
/** The part of a SQLite connection this store uses; `DatabaseSync` of `node:sqlite` and better-sqlite3 have it. */
interface SqliteDatabase {
    exec(sql: string): unknown;
    prepare(sql: string): SqliteStatement;
    close(): unknown;
}

/** Options of `createSqliteEventStore`. */
interface SqliteEventStoreOptions {
    readonly clock?: Clock;
    /** How long to wait for the locks of other connections before `store-busy`. @default 5000 */
    readonly busyTimeoutMs?: number;
}
/** A store in a SQLite database. SQLite repairs itself when it opens, so there is never a `repair`. */
type SqliteEventStore = EventStore & Prunable & {
    readonly repair?: RepairReport;
};
/**
 * Opens the store in the database file at a path, made (0600) when it is missing, or in an open
 * connection, which `close` then leaves open. Any number of processes may have it open. Throws
 * `EventStoreError`: `store-open-failed`, `store-unsafe-path`, `store-format`, `store-corrupt`, `store-busy`.
 */
declare function createSqliteEventStore(pathOrDatabase: string | SqliteDatabase, options?: SqliteEventStoreOptions): Promise<SqliteEventStore>;

export { Prunable, RepairReport, createSqliteEventStore };
export type { SqliteDatabase, SqliteEventStore, SqliteEventStoreOptions, SqliteStatement, SqliteValue };

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
