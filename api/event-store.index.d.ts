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

export { ArchiveManifest, Prunable, exportStreams, verifyArchive, verifyStore, verifyStream };
export type { ArchiveFiles, ArchiveSink, ArchiveVerdict, BadArchive, BadEventReason, BadStream, ExportOptions, StoreVerdict, StreamVerdict, VerifyStoreOptions };

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
