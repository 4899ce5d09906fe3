import { EventStore, Clock } from '@kanmon/core';
export { RemoveStreamOptions, RemovedStream } from './repair-report';
export { FileKind } from './file-system';

/** Options of `createFileEventStore`. */
interface FileEventStoreOptions {
    readonly clock?: Clock;
    /** @default nodeFileSystem */
    readonly fileSystem?: FileSystem;
    /** A segment that reached this size is followed by a new one. @default 64 MiB */
    readonly segmentBytes?: number;
    /** Told what was found beside the history when the store was opened. */
    readonly onRepair?: (report: RepairReport) => void;
    /** Writes nothing, not even an empty journal. @default false */
    readonly readOnly?: boolean;
    /** With `readOnly`: serve what stands before the damage of a corrupt journal. @default false */
    readonly salvage?: boolean;
}
/** A store in a directory. `repair` says what was found beside the history, if anything. */
type FileEventStore = EventStore & Prunable & {
    readonly repair?: RepairReport;
};
/**
 * Opens the journal in `directory`, which is made (0700) when it is missing and its parent exists.
 * Any number of processes may have it open; local file systems only. Throws `EventStoreError`:
 * `store-unsafe-path`, `store-open-failed`, `store-format`, `store-corrupt`.
 */
declare function createFileEventStore(directory: string, options?: FileEventStoreOptions): Promise<FileEventStore>;

/** The local file system of the machine, through `node:fs`. */
declare const nodeFileSystem: FileSystem;

export { FileSystem, Prunable, RepairReport, createFileEventStore, nodeFileSystem };
export type { FileEventStore, FileEventStoreOptions };

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

/** What a path names, without following a symbolic link. */
type FileKind = 'file' | 'directory' | 'link' | 'other';
/**
 * The part of a file system the journal stands on. Every call blocks: one write, one size and one
 * sync cost less than three hops through a thread pool. Failures throw an error with a `code` such as
 * `ENOSPC`. The contract of a crash: what was appended counts after `sync`, a new or removed name
 * after `syncDirectory`.
 */
interface FileSystem {
    /**
     * Opens a regular file and gives a handle; never follows a symbolic link in the last place.
     * `append` also creates it (mode 0600), and every write goes to the end, whoever else writes.
     */
    open(path: string, mode: 'read' | 'append'): number;
    /** Writes at the end in one call and gives the number of bytes written, which may be too few. */
    append(file: number, bytes: Uint8Array): number;
    /** Makes the content durable (`fdatasync`). */
    sync(file: number): void;
    size(file: number): number;
    /** Up to `length` bytes from `offset`; fewer at the end of the file. */
    read(file: number, offset: number, length: number): Uint8Array;
    /** Names in a directory, in any order. */
    list(directory: string): readonly string[];
    /** Makes one directory with mode 0700; its parent must exist. */
    makeDirectory(directory: string): void;
    /** Makes the names in a directory durable; does nothing where the platform cannot (Windows). */
    syncDirectory(directory: string): void;
    remove(path: string): void;
    close(file: number): void;
    /** What the path names, or null when there is nothing. */
    lstat(path: string): FileKind | null;
}

export type { FileSystem as F, FileKind as a };
