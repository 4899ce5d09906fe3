type ArchiveFiles = ReadonlyMap<string, Uint8Array> | ((name: string) => Uint8Array | undefined | Promise<Uint8Array | undefined>);
interface ArchiveManifest {
    readonly format: 'kanmon-archive';
    readonly formatVersion: 1;
    readonly streams: readonly ArchivedStream[];
}
type ArchiveSink = (name: string, bytes: Uint8Array) => Promise<void>;
interface ArchiveVerdict {
    readonly ok: boolean;
    readonly streams: number;
    readonly events: number;
    readonly bad: readonly BadArchive[];
}
interface ArchivedFixture {
    readonly store: EventStore;
    readonly manifest: ArchiveManifest;
    readonly files: ReadonlyMap<string, Uint8Array>;
}
type ArchivedStream = {
    readonly streamId: string;
    readonly file: string;
    readonly version: number;
    readonly firstHash: string;
    readonly headHash: string;
    readonly sha256: string;
    readonly bytes: number;
};
interface BadArchive {
    readonly streamId: string;
    readonly file: string;
    readonly reason: BadEventReason | 'manifest' | 'missing' | 'bytes' | 'sha256' | 'head';
}
type BadEventReason = 'hash' | 'gap' | 'stream' | 'unreadable';
interface BadStream {
    readonly streamId: string;
    readonly version: number;
    readonly reason: BadEventReason | 'head';
}
interface CrashState {
    readonly variant: 'kept' | 'dropped' | 'cut' | 'zeroed' | 'hole' | 'unnamed' | 'unremoved';
    readonly disk: MemoryFiles;
}
interface ExportOptions {
    readonly prefix?: string;
    readonly olderThan: Date;
}
type FileEventStore = EventStore & Prunable & {
    readonly repair?: RepairReport;
};
interface FileEventStoreOptions {
    readonly clock?: Clock;
    readonly fileSystem?: FileSystem;
    readonly segmentBytes?: number;
    readonly onRepair?: (report: RepairReport) => void;
    readonly readOnly?: boolean;
    readonly salvage?: boolean;
}
type FileKind = 'file' | 'directory' | 'link' | 'other';
interface FileSystem {
    open(path: string, mode: 'read' | 'append'): number;
    append(file: number, bytes: Uint8Array): number;
    sync(file: number): void;
    size(file: number): number;
    read(file: number, offset: number, length: number): Uint8Array;
    list(directory: string): readonly string[];
    makeDirectory(directory: string): void;
    syncDirectory(directory: string): void;
    remove(path: string): void;
    close(file: number): void;
    lstat(path: string): FileKind | null;
    identity?(fileOrPath: number | string): string | null;
}
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
interface InjectedFailure {
    readonly call: keyof FileSystem;
    readonly nth: number;
    readonly times?: number;
    readonly error: 'short' | (string & {});
}
type LagWarning = (pid: number | null, seconds: number | null) => void;
type MakeStore = (options: {
    readonly clock: Clock;
}) => Promise<StoreUnderTest>;
interface MemoryFileSystem extends FileSystem {
    contents(): ReadonlyMap<string, Uint8Array>;
}
interface MemoryFiles {
    readonly directories?: readonly string[];
    readonly files?: ReadonlyMap<string, Uint8Array>;
}
interface PgListener {
    query(text: string): Promise<unknown>;
    on(event: 'notification', listener: () => void): unknown;
    on(event: 'error', listener: (error: Error) => void): unknown;
    on(event: 'end', listener: () => void): unknown;
    release(destroy: boolean): unknown;
}
interface PgPool {
    query(text: string, values?: unknown[]): Promise<{
        readonly rows: readonly unknown[];
    }>;
}
type PostgresEventStore = EventStore & Prunable & {
    readonly repair?: RepairReport;
};
interface PostgresEventStoreOptions {
    readonly clock?: Clock;
    readonly schema?: string;
    readonly migrate?: boolean;
    readonly batches?: number;
    readonly readWaitMs?: number;
    readonly publishHorizon?: boolean;
    readonly lagWarning?: LagWarning;
    readonly listen?: () => Promise<PgListener>;
}
interface Prunable {
    removeStream(streamId: string, options: RemoveStreamOptions): Promise<void>;
    listRemoved(options?: {
        readonly prefix?: string;
    }): AsyncIterable<RemovedStream>;
}
interface RecordingFileSystem extends FileSystem {
    readonly trace: readonly FileSystemCall[];
    acknowledge(value: unknown): void;
}
interface RemoveStreamOptions {
    readonly expectedVersion: number;
    readonly archivedAs: string;
}
interface RemovedStream {
    readonly streamId: string;
    readonly version: number;
    readonly hash: string;
    readonly archivedAs: string;
}
interface RepairReport {
    readonly damaged: number;
    readonly void: number;
    readonly bytes: number;
    readonly file: string;
    readonly offset: number;
}
interface ReplayOptions {
    readonly check: (fileSystem: FileSystem, acknowledged: readonly unknown[], crash: {
        readonly prefix: number;
        readonly variant: CrashState['variant'];
    }) => void | Promise<void>;
    readonly directories?: readonly string[];
}
interface ReplayReport {
    readonly prefixes: number;
    readonly states: number;
}
type SqliteCounter = SharedCounter & {
    close(): void;
};
interface SqliteDatabase {
    exec(sql: string): unknown;
    prepare(sql: string): SqliteStatement;
    close(): unknown;
}
type SqliteEventStore = EventStore & Prunable & {
    readonly repair?: RepairReport;
};
interface SqliteEventStoreOptions {
    readonly clock?: Clock;
    readonly busyTimeoutMs?: number;
}
interface SqliteStatement {
    run(...parameters: readonly SqliteValue[]): unknown;
    get(...parameters: readonly SqliteValue[]): unknown;
    all(...parameters: readonly SqliteValue[]): readonly unknown[];
}
type SqliteValue = string | number | null;
interface StoreUnderTest {
    readonly store: EventStore;
    readonly connect?: () => Promise<EventStore>;
    readonly reopen?: () => Promise<EventStore>;
    readonly elapse?: (ms: number) => Promise<void>;
    readonly dispose: () => Promise<void>;
}
interface StoreVerdict {
    readonly ok: boolean;
    readonly streams: number;
    readonly events: number;
    readonly bad: readonly BadStream[];
}
interface StreamVerdict {
    readonly ok: boolean;
    readonly checked: number;
    readonly head: ChainHead | null;
    readonly firstBad?: {
        readonly version: number;
        readonly reason: BadEventReason;
    };
}
interface TestRunner {
    readonly describe: (name: string, body: () => void) => unknown;
    readonly it: (name: string, body: (...context: unknown[]) => Promise<void>) => unknown;
}
interface VerifyStoreOptions {
    readonly prefix?: string;
    readonly expectedHeads?: ReadonlyMap<string, ChainHead> | Readonly<Record<string, ChainHead>>;
}
function archivedFixture(): Promise<ArchivedFixture>;
function createFileEventStore(directory: string, options?: FileEventStoreOptions): Promise<FileEventStore>;
function createPostgresCounter(pool: PgPool, options?: {
    readonly schema?: string;
}): SharedCounter;
function createPostgresEventStore(pool: PgPool, options?: PostgresEventStoreOptions): Promise<PostgresEventStore>;
function createSqliteCounter(pathOrDatabase: string | SqliteDatabase, options?: SqliteEventStoreOptions): Promise<SqliteCounter>;
function createSqliteEventStore(pathOrDatabase: string | SqliteDatabase, options?: SqliteEventStoreOptions): Promise<SqliteEventStore>;
function describeEventStore(name: string, makeStore: MakeStore, runner?: TestRunner): void;
function exportStreams(store: EventStore, options: ExportOptions, sink: ArchiveSink): Promise<ArchiveManifest>;
function failingFileSystem(base: FileSystem, failure: InjectedFailure): FileSystem;
function memoryFileSystem(initial?: MemoryFiles): MemoryFileSystem;
function migratePostgres(pool: PgPool, options?: {
    readonly schema?: string;
}): Promise<void>;
const nodeFileSystem: FileSystem;
function postgresSchemaSql(schema?: string): string;
function recordingFileSystem(base: FileSystem): RecordingFileSystem;
function replayPrefixes(trace: readonly FileSystemCall[], options: ReplayOptions): Promise<ReplayReport>;
function verifyArchive(manifest: unknown, files: ArchiveFiles): Promise<ArchiveVerdict>;
function verifyStore(store: EventStore & Partial<Prunable>, options?: VerifyStoreOptions): Promise<StoreVerdict>;
function verifyStream(store: EventStore, streamId: string): Promise<StreamVerdict>;
