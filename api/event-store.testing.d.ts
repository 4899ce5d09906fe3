import { Clock, EventStore } from '@kanmon/core';

/** A store for one test, and what can be done to it from outside. */
interface StoreUnderTest {
    readonly store: EventStore;
    /** Opens a second handle on the same data. Without it the tests of several handles are left out. */
    readonly connect?: () => Promise<EventStore>;
    /** Closes the store and opens it again. Without it the tests of restarts are left out. */
    readonly reopen?: () => Promise<EventStore>;
    /** Lets time pass for leases, where they go by another clock than the given one. @default the given clock advances */
    readonly elapse?: (ms: number) => Promise<void>;
    /** Frees everything, also after a failed test. */
    readonly dispose: () => Promise<void>;
}
/** Makes an empty store that takes its time from `clock`. */
type MakeStore = (options: {
    readonly clock: Clock;
}) => Promise<StoreUnderTest>;

/** The two functions of a test runner the kit needs; vitest, jest, mocha and node:test have them. */
interface TestRunner {
    readonly describe: (name: string, body: () => void) => unknown;
    readonly it: (name: string, body: (...context: unknown[]) => Promise<void>) => unknown;
}
/**
 * Describes every rule of the `EventStore` port as a test of the store that `makeStore` makes; each
 * test gets a store of its own. Rules about several handles and about restarts are skipped for a
 * store that `makeStore` gives without `connect` or `reopen`.
 * Throws `InvalidArgumentError` when no runner is given and the globals have none.
 * @default runner the globals `describe` and `it`
 */
declare function describeEventStore(name: string, makeStore: MakeStore, runner?: TestRunner): void;

/** Which call fails, and how. */
interface InjectedFailure {
    readonly call: keyof FileSystem;
    /** The first call that fails, counted from 1; all after it fail too unless `times` says otherwise. */
    readonly nth: number;
    /** How many calls fail. @default Infinity */
    readonly times?: number;
    /** A system error code such as `ENOSPC`, `EIO`, `EACCES`; or `short`: `append` writes half and says so. */
    readonly error: 'short' | (string & {});
}
/** Passes every call to `base` until the one that has to fail. */
declare function failingFileSystem(base: FileSystem, failure: InjectedFailure): FileSystem;

/** What `memoryFileSystem` begins with: absolute paths with `/`. The root always exists. */
interface MemoryFiles {
    readonly directories?: readonly string[];
    readonly files?: ReadonlyMap<string, Uint8Array>;
}
/** A file system in memory and a look at its files. */
interface MemoryFileSystem extends FileSystem {
    /** A copy of every file by path. */
    contents(): ReadonlyMap<string, Uint8Array>;
}
/** A file system in memory, in which `sync` has nothing to do. For tests and for `replayPrefixes`. */
declare function memoryFileSystem(initial?: MemoryFiles): MemoryFileSystem;

/** One call that changed a file system, or a promise that was kept in between. */
type FileSystemCall = {
    readonly call: 'create';
    readonly path: string;
} | {
    readonly call: 'append';
    readonly path: string;
    readonly bytes: Uint8Array;
} | {
    readonly call: 'sync';
    readonly path: string;
} | {
    readonly call: 'makeDirectory';
    readonly path: string;
} | {
    readonly call: 'syncDirectory';
    readonly path: string;
} | {
    readonly call: 'remove';
    readonly path: string;
} | {
    readonly call: 'acknowledged';
    readonly value: unknown;
};
/** A file system that keeps the trace of what was done to it. */
interface RecordingFileSystem extends FileSystem {
    readonly trace: readonly FileSystemCall[];
    /** Notes in the trace that `value` was acknowledged: from here on a crash must not lose it. */
    acknowledge(value: unknown): void;
}
/** Passes every call to `base` and keeps those that change something. */
declare function recordingFileSystem(base: FileSystem): RecordingFileSystem;

/** One directory a crash could leave, and what happened in it. */
interface CrashState {
    readonly variant: 'kept' | 'dropped' | 'cut' | 'zeroed' | 'hole' | 'unnamed' | 'unremoved';
    readonly disk: MemoryFiles;
}

/** Options of `replayPrefixes`. */
interface ReplayOptions {
    /**
     * Called for each directory a crash could leave, with what was acknowledged before the crash.
     * Throws or rejects when the directory does not hold it.
     */
    readonly check: (fileSystem: FileSystem, acknowledged: readonly unknown[], crash: {
        readonly prefix: number;
        readonly variant: CrashState['variant'];
    }) => void | Promise<void>;
    /** Directories that existed before the trace began. @default none but the root */
    readonly directories?: readonly string[];
}
/** How much was tried. */
interface ReplayReport {
    /** Moments at which the machine could have stopped. */
    readonly prefixes: number;
    /** Directories that were checked, over all moments. */
    readonly states: number;
}
/**
 * Builds, for every prefix of a trace, each directory a crash could leave: unsynced writes kept,
 * dropped, zeroed, or cut at every 512 bytes; names whose directory was not synced missing; removed
 * files back again. Rejects with what `check` throws, and says where.
 */
declare function replayPrefixes(trace: readonly FileSystemCall[], options: ReplayOptions): Promise<ReplayReport>;

/** A small archive of two months of audit entries, and the store it came from. */
interface ArchivedFixture {
    readonly store: EventStore;
    readonly manifest: ArchiveManifest;
    /** By name, `manifest.json` included. */
    readonly files: ReadonlyMap<string, Uint8Array>;
}
/** Makes the same archive at every call: streams `audit/202601` and `audit/202602`; `audit/202605` is too young for it. */
declare function archivedFixture(): Promise<ArchivedFixture>;

export { archivedFixture, describeEventStore, failingFileSystem, memoryFileSystem, recordingFileSystem, replayPrefixes };
export type { ArchivedFixture, FileSystemCall, InjectedFailure, MakeStore, MemoryFileSystem, MemoryFiles, RecordingFileSystem, ReplayOptions, ReplayReport, StoreUnderTest, TestRunner };

/** One stream of an archive. */
type ArchivedStream = {
    readonly streamId: string;
    /** Name of the file that holds its events. */
    readonly file: string;
    /** Number of events, from version 1 on; also the version of the head. */
    readonly version: number;
    readonly firstHash: string;
    readonly headHash: string;
    /** Of the compressed file. */
    readonly sha256: string;
    readonly bytes: number;
};
/** What an archive holds. The wire format of `manifest.json`, version 1. */
interface ArchiveManifest {
    readonly format: 'kanmon-archive';
    readonly formatVersion: 1;
    readonly streams: readonly ArchivedStream[];
}

export type { ArchiveManifest as A, ArchivedStream as a };

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

import { EventStore, ChainHead } from '@kanmon/core';
export { EventStoreError, EventStoreErrorCode, eventStoreLimits } from '@kanmon/core';
export { ArchivedStream } from './archive-manifest';
export { RemoveStreamOptions, RemovedStream, RepairReport } from './repair-report';

/** Options of `exportStreams`. */
interface ExportOptions {
    /** Streams whose id begins with it. @default all */
    readonly prefix?: string;
    /** Streams whose last event is older than this. */
    readonly olderThan: Date;
}
/** Keeps one file of an archive; must not resolve before it is durable. */
type ArchiveSink = (name: string, bytes: Uint8Array) => Promise<void>;
/**
 * Writes one gzip JSON Lines file per stream, `<prefix>/<first 16 hex digits of SHA-256 of the stream
 * id>.jsonl.gz`, each line the canonical JSON of one event, and last of all `manifest.json`. Removes
 * nothing: verify the archive with `verifyArchive` before `removeStream`. One compressed stream is
 * in memory at a time.
 */
declare function exportStreams(store: EventStore, options: ExportOptions, sink: ArchiveSink): Promise<ArchiveManifest>;

/** Files of an archive by name. */
type ArchiveFiles = ReadonlyMap<string, Uint8Array> | ((name: string) => Uint8Array | undefined | Promise<Uint8Array | undefined>);
/** What is wrong with one stream of an archive, or with its manifest. */
interface BadArchive {
    readonly streamId: string;
    readonly file: string;
    readonly reason: 'manifest' | 'missing' | 'bytes' | 'sha256' | 'unreadable' | 'hash' | 'gap' | 'stream' | 'head';
}
/** What `verifyArchive` found. */
interface ArchiveVerdict {
    readonly ok: boolean;
    readonly streams: number;
    readonly events: number;
    readonly bad: readonly BadArchive[];
}
/**
 * Checks an archive against its manifest: size and SHA-256 of each file, number of events, every hash
 * of the chain, first and last hash. Never throws on bad content. Files are not trusted: what is
 * unpacked is bounded by the number of events and the size of one.
 */
declare function verifyArchive(manifest: unknown, files: ArchiveFiles): Promise<ArchiveVerdict>;

/** Why an event is bad: its hash, its version, its stream id, or that it cannot be read at all. */
type BadEventReason = 'hash' | 'gap' | 'stream' | 'unreadable';
/** What `verifyStream` found. */
interface StreamVerdict {
    readonly ok: boolean;
    /** Events whose hash was recomputed and fits. */
    readonly checked: number;
    /** The last good event; null when there is none. Keep it elsewhere: only that shows a cut tail later. */
    readonly head: ChainHead | null;
    readonly firstBad?: {
        readonly version: number;
        readonly reason: BadEventReason;
    };
}
/**
 * Recomputes every hash of a stream. Never throws on bad content; throws `store-closed`,
 * `store-invalid-id` and `store-removed` as `read` does. Linear, one event in memory at a time.
 */
declare function verifyStream(store: EventStore, streamId: string): Promise<StreamVerdict>;

/** Options of `verifyStore`. */
interface VerifyStoreOptions {
    /** Only streams whose id begins with it. @default all */
    readonly prefix?: string;
    /** Heads kept elsewhere, by stream id. Events after them are fine. */
    readonly expectedHeads?: ReadonlyMap<string, ChainHead> | Readonly<Record<string, ChainHead>>;
}
/** A stream that is not what it was. `head`: a head kept elsewhere is missing or another one. */
interface BadStream {
    readonly streamId: string;
    readonly version: number;
    readonly reason: BadEventReason | 'head';
}
/** What `verifyStore` found. */
interface StoreVerdict {
    readonly ok: boolean;
    /** Streams and events that were looked at. */
    readonly streams: number;
    readonly events: number;
    readonly bad: readonly BadStream[];
}
/**
 * Verifies all streams, and that each head kept elsewhere is still part of its stream: no chain can
 * show by itself that its tail was cut off. Streams that were removed are compared by the head they left.
 */
declare function verifyStore(store: EventStore & Partial<Prunable>, options?: VerifyStoreOptions): Promise<StoreVerdict>;


export type { ArchiveFiles, ArchiveSink, ArchiveVerdict, BadArchive, BadEventReason, BadStream, ExportOptions, StoreVerdict, StreamVerdict, VerifyStoreOptions };

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


export type { FileEventStore, FileEventStoreOptions };
