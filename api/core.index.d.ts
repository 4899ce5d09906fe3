export { JsonArray, JsonObject, JsonPointer, JsonSchema } from './json-value';
export { LlmCallOptions, LlmCapabilities, LlmClient, LlmEvent, LlmFinish, LlmMessage, LlmOutput, LlmRequest, LlmResponse, LlmUsage, Message, Severity, systemClock } from './id-source';
export { KanmonErrorOptions, LlmError, LlmErrorKind, LlmErrorOptions } from './timer';
export { canonicalJson, contentHash, formatPointer } from './content-hash';
export { BudgetLimit, UsageTotal } from './budget';

/**
 * Narrows an unknown value to one whose members can be read: an object that is no array. What the
 * members are stays unknown.
 */
declare function isRecord(value: unknown): value is Readonly<Record<string, unknown>>;

/**
 * The built-in texts: findings of the gate engine, problems of a patch, refusals of the extractor,
 * reasons of a rejected run, and what the code of an error means to a person.
 */
declare const coreCatalog: Catalog;

/** In whose language a finding is told, and with whose texts before the built-in ones. */
interface FormatOptions {
    /** @default 'en' */
    readonly locale?: Locale;
    readonly catalog?: Catalog;
}
/**
 * The text of a finding in the reader's language: from `catalog`, then from the built-in texts, then
 * from the other locale; else `<code> at <path>`. Text of the model in it is cut and made visible.
 * Never throws: a message function that throws counts as missing.
 */
declare function formatFinding(finding: Finding, options?: FormatOptions): string;

/** One catalog of all texts; where two have a text for the same locale and code, the later wins. */
declare function mergeCatalogs(...catalogs: readonly Catalog[]): Catalog;

/**
 * What every validator of the family returns, made from its findings: `ok` when none is a Must,
 * texts in the order of the findings, equal texts once. The result and its lists are frozen.
 */
declare function toValidationResult(findings: readonly Finding[], options?: FormatOptions): ValidationResult;

/** Misuse of the API. The message says what was expected, what came, and what to do. */
declare class InvalidArgumentError extends KanmonError {
    readonly name: string;
    constructor(message: string, options?: {
        readonly cause?: unknown;
    });
    static isInstance(value: unknown): value is InvalidArgumentError;
}

/** A key or variable is not set. The message is the user's text: `OPENAI_API_KEY is not set`. */
declare class MissingConfigurationError extends KanmonError {
    readonly name: string;
    constructor(message: string, options?: {
        readonly cause?: unknown;
    });
    static isInstance(value: unknown): value is MissingConfigurationError;
}

/** A gate cannot work as it was defined: a duplicate rule id, a rule without codes, an asynchronous schema. */
declare class GateDefinitionError extends KanmonError {
    readonly name: string;
    constructor(message: string, options?: {
        readonly cause?: unknown;
    });
    static isInstance(value: unknown): value is GateDefinitionError;
}

/** A renderer or applier was given a value that its gate did not pass. */
declare class NotGatedError extends KanmonError {
    readonly name: string;
    constructor(message: string, options?: {
        readonly cause?: unknown;
    });
    static isInstance(value: unknown): value is NotGatedError;
}

/** A recorded log does not lead to its own outcome. The message says at which event. */
declare class ReplayMismatchError extends KanmonError {
    readonly name: string;
    constructor(message: string, options?: {
        readonly cause?: unknown;
    });
    static isInstance(value: unknown): value is ReplayMismatchError;
}

/** The stream is not at the version the writer expected; nothing was written. */
declare class VersionConflictError extends KanmonError {
    readonly name: string;
    readonly streamId: string;
    readonly expectedVersion: number;
    readonly actualVersion: number;
    constructor(details: {
        readonly streamId: string;
        readonly expectedVersion: number;
        readonly actualVersion: number;
    });
    static isInstance(value: unknown): value is VersionConflictError;
}

/** Why a lease is no longer current. */
type FencedReason = 'taken-over' | 'released' | 'unknown';
/** The lease that fences an append or a renewal is no longer current; nothing was written. */
declare class FencedError extends KanmonError {
    readonly name: string;
    readonly reason: FencedReason;
    readonly resource: string;
    constructor(details: {
        readonly resource: string;
        readonly reason: FencedReason;
    });
    static isInstance(value: unknown): value is FencedError;
}

/** Codes of everything an event store refuses or fails at, the same for every implementation. */
type EventStoreErrorCode = 'store-invalid-id' | 'store-invalid-event' | 'store-invalid-option' | 'store-limit' | 'store-closed' | 'store-removed' | 'store-busy' | 'store-corrupt' | 'store-format' | 'store-open-failed' | 'store-unsafe-path' | 'store-write-failed';
/** An event store refused an input or met a broken world. Messages never contain event data. */
declare class EventStoreError extends KanmonError {
    readonly name: string;
    readonly code: EventStoreErrorCode;
    /** Facts for programs: file, offset, limit, JSON Pointer of the refused member. */
    readonly details: Readonly<Record<string, unknown>>;
    constructor(message: string, options: {
        readonly code: EventStoreErrorCode;
        readonly details?: Readonly<Record<string, unknown>>;
        readonly cause?: unknown;
    });
    static isInstance(value: unknown): value is EventStoreError;
}

/** Replaces everything in `text` that looks like a key or a bearer token by `[redacted]`. */
declare function redactSecrets(text: string): string;

/** Waits with the global `setTimeout`, looked up at each call so that fake timers take effect. */
declare const systemTimer: Timer;

/**
 * Ids that sort by time: `prefix_` and 26 Crockford characters (48 bits of time, 79 random ones).
 * Within one source they only grow, also in one millisecond and when the clock goes back.
 */
declare function randomIds(): IdSource;

/** One level of a logger: an object with an optional message, or only a message. */
type LogMethod = (entry: object | string, message?: string) => void;
/** The four levels Kanmon writes to. A pino logger and `console` both fit. */
interface Logger {
    readonly debug: LogMethod;
    readonly info: LogMethod;
    readonly warn: LogMethod;
    readonly error: LogMethod;
}
/** Writes nothing; the default everywhere a logger may be passed. */
declare const silentLogger: Logger;

/** Turns texts into vectors of one length, in the order given. */
interface Embedder {
    readonly dimensions: number;
    embed(texts: readonly string[], options?: {
        readonly signal?: AbortSignal;
    }): Promise<readonly Float32Array[]>;
}

/** Something that happened, before a store has placed it. */
interface NewEvent<Type extends string = string, Data = JsonValue> {
    readonly type: Type;
    readonly data: Data;
    readonly actor?: string;
    readonly requestId?: string;
}
/** Something that happened, at its place in history. */
interface StoredEvent<Type extends string = string, Data = JsonValue> extends NewEvent<Type, Data> {
    readonly streamId: string;
    /** 1, 2, 3 ... gap-free within the stream. */
    readonly version: number;
    /** Increasing over the whole store. */
    readonly position: number;
    /** ISO 8601 UTC with milliseconds, from the injected clock, never going back within a store. */
    readonly at: string;
    /** Lower-case hex SHA-256 over the previous hash of the stream and this event; see `chainHash`. */
    readonly hash: string;
}
/** The right to act on a resource until somebody with a higher token takes it over. */
interface Lease {
    readonly resource: string;
    readonly owner: string;
    /** Only ever grows for one resource, also over releases and restarts. */
    readonly token: number;
    readonly expiresAt: string;
}
/** Conditions of one append; all are checked in the same atomic step that writes. */
interface AppendOptions {
    /** Version the stream must have; 0 = it must not exist; `'any'` = do not check. */
    readonly expectedVersion: number | 'any';
    /** Refuse the append when this lease was taken over or released. */
    readonly fence?: Lease;
    /** A second append with this key on the stream returns the first result and writes nothing. */
    readonly idempotencyKey?: string;
}
/** Place of the last event of an append. */
interface AppendResult {
    readonly version: number;
    readonly position: number;
    /** True when the idempotency key was known and nothing was written. */
    readonly replayed: boolean;
}
/** Bounds of `read`; both inclusive. */
interface ReadOptions {
    readonly fromVersion?: number;
    readonly toVersion?: number;
}
/** Filters of `readAll`. `prefix` is a plain string prefix of the stream id. */
interface ReadAllOptions {
    readonly prefix?: string;
    /** Exclusive: events with `position > after`. */
    readonly after?: number;
    readonly limit?: number;
}
/** One line of `listStreams`. `updatedAt` is the time of the last event. */
interface StreamSummary {
    readonly streamId: string;
    readonly version: number;
    readonly updatedAt: string;
}
/** The one history of everything. Semantics bind every implementation: see the package README. */
interface EventStore {
    /** Writes all events or none. Throws `VersionConflictError`, `FencedError`, `EventStoreError`. */
    append(streamId: string, events: readonly NewEvent[], options: AppendOptions): Promise<AppendResult>;
    /** Events of one stream in order; an unknown stream is empty. */
    read(streamId: string, options?: ReadOptions): AsyncIterable<StoredEvent>;
    /** Events of all streams by position; never skips an event that commits late. */
    readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent>;
    /** Streams in code-unit order of their ids. */
    listStreams(options?: {
        readonly prefix?: string;
    }): AsyncIterable<StreamSummary>;
    /** A lease, or null while somebody holds an unexpired one (owner names are no identities). */
    acquireLease(resource: string, options: {
        readonly owner: string;
        readonly ttlMs: number;
    }): Promise<Lease | null>;
    /** Prolongs a current lease; throws `FencedError` for one that is no longer current. */
    renewLease(lease: Lease, ttlMs: number): Promise<Lease>;
    /** Gives a lease back; does nothing for one that is no longer current. */
    releaseLease(lease: Lease): Promise<void>;
    close(): Promise<void>;
}

/**
 * SHA-256 in lower-case hex. Strings are hashed as UTF-8; one with a lone surrogate, which UTF-8
 * cannot carry, throws `InvalidArgumentError`. Synchronous, so that a fold over events can use it.
 */
declare function sha256Hex(input: string | Uint8Array): string;

/**
 * A meter for one run; time runs from here. A limit is reached when used >= allowed. What a provider
 * does not report counts as 0 and marks the total as estimated; so does a `maxCost` without `price`.
 * Throws `InvalidArgumentError` for a limit that is negative or NaN, `maxAttempts` below 1 or not
 * whole, and a price that is no amount.
 */
declare function createBudgetMeter(budget: Budget, options?: {
    readonly clock?: Clock;
    readonly price?: Price;
}): BudgetMeter;

/** How often, how long apart and until when an operation is tried. */
interface RetryOptions {
    /** Calls of the operation, the first one included. @default 3 */
    readonly maxAttempts?: number;
    /** Delay after the first failure; it doubles with each further one. @default 500 */
    readonly baseMs?: number;
    /** Longest computed delay. @default 30_000 */
    readonly maxMs?: number;
    /** `full`: a random part of the delay, so that many callers do not come back at once. @default 'full' */
    readonly jitter?: 'full' | 'none';
    /** A number from 0 up to, not including, 1. @default Math.random */
    readonly random?: () => number;
    readonly timer?: Timer;
    readonly clock?: Clock;
    /** Epoch milliseconds. A delay that would leave no time for another attempt is not begun. */
    readonly deadline?: number;
    readonly signal?: AbortSignal;
    /** @default the `retryable` of an `LlmError` */
    readonly shouldRetry?: (error: unknown) => boolean;
}
/**
 * Calls `operation` (with the number of the attempt, from 1) until it succeeds, fails in a way that
 * is not to be retried, or the limits are reached; then the last error is thrown. What the provider
 * asks for (`retryAfterMs` of an `LlmError`) wins over the computed delay. An aborted `signal` throws
 * its reason. Throws `InvalidArgumentError` for limits that are no numbers.
 */
declare function retry<T>(operation: (attempt: number) => Promise<T>, options?: RetryOptions): Promise<T>;

/**
 * The language of a text by its letters, outside code and URLs: Japanese, English or other. A text
 * without letters is `other`. Linear in its length.
 */
declare function detectLanguage(text: string): Language;

/** What stands before the first event of every stream. */
declare const GENESIS_HASH: string;
/** The last event of a chain. */
interface ChainHead {
    readonly version: number;
    readonly hash: string;
}
/** Where to begin, and what is known of the stream from elsewhere. */
interface VerifyChainOptions {
    /** Hash before the first event given, for a stream that is not read from its start. */
    readonly previousHash?: string;
    /** A version and its hash that were kept elsewhere; events after it are fine. */
    readonly head?: ChainHead;
}
/** `version`: the last good event, or the first bad one. `head` also says that it is missing. */
type ChainVerdict = {
    readonly ok: true;
    readonly version: number;
    readonly hash: string;
} | {
    readonly ok: false;
    readonly version: number;
    readonly reason: 'gap' | 'hash' | 'stream' | 'head';
};
/**
 * The hash of an event: lower-case hex SHA-256 over the hash of the event before it, a line feed and
 * the canonical JSON of the event. The position is left out, so a stream that is copied to another
 * store keeps its chain. Throws `InvalidArgumentError` when the event is not JSON.
 */
declare function chainHash(previousHash: string, event: Omit<StoredEvent, 'hash' | 'position'>): string;
/**
 * Recomputes the chain of one stream, given in order. An edit, deletion, swap or insertion is found;
 * a tail that was cut off only against a `head` kept elsewhere. Who can write the store can rebuild
 * a whole chain: it makes tampering evident to those who kept a head, it is no signature.
 */
declare function verifyChain(events: AsyncIterable<StoredEvent> | Iterable<StoredEvent>, options?: VerifyChainOptions): Promise<ChainVerdict>;

/** What one call may hold, the same for every event store. Sizes are in UTF-8 bytes. */
declare const eventStoreLimits: Readonly<{
    idBytes: number;
    eventTypeLength: number;
    keyBytes: number;
    eventsPerAppend: number;
    eventBytes: number;
    appendBytes: number;
    dataDepth: number;
    ttlMs: number;
}>;

/**
 * An event store in memory: the meaning of the port in its shortest form, for tests, demos and
 * sessions that need not outlive the process. Everything it hands out is frozen.
 */
declare function createMemoryEventStore(options?: {
    readonly clock?: Clock;
}): EventStore;

/** An event that a store may write: members read once, data as the text that is hashed. */
interface CheckedEvent {
    readonly type: string;
    /** Canonical JSON. */
    readonly dataJson: string;
    readonly actor?: string;
    readonly requestId?: string;
}
/** The input of one append, checked and cut loose from the caller's objects. */
interface CheckedAppend {
    readonly streamId: string;
    readonly events: readonly CheckedEvent[];
    readonly expectedVersion: number | 'any';
    readonly idempotencyKey?: string;
    /** Only what decides; a lease made up by hand is told by the store. */
    readonly fence?: Pick<Lease, 'resource' | 'token'>;
}
/**
 * The first step of every `append`, for every event store: throws `EventStoreError` with
 * `store-invalid-id`, `store-invalid-option`, `store-invalid-event` or `store-limit`.
 */
declare function checkAppend(streamId: unknown, events: unknown, options: unknown): CheckedAppend;

/** A stream id, lease resource or owner; throws `store-invalid-id` and says which rule it breaks. */
declare function checkId(id: unknown, what: 'stream id' | 'resource' | 'owner'): string;
/** Both bounds of `read`; throws `store-invalid-option` for what is no whole number of at least 0. */
declare function checkReadOptions(options?: ReadOptions): Required<ReadOptions>;
/** The filters of `readAll` and `listStreams`; throws `store-invalid-option`. */
declare function checkReadAllOptions(options?: ReadAllOptions): Required<ReadAllOptions>;
/** A lease request; throws `store-invalid-id` or `store-invalid-option`. */
declare function checkLeaseRequest(resource: unknown, options: {
    readonly owner: string;
    readonly ttlMs: number;
}): {
    readonly resource: string;
    readonly owner: string;
    readonly ttlMs: number;
};
/** Milliseconds a lease lasts; throws `store-invalid-option`. */
declare function checkTtl(ttlMs: unknown): number;

export { Budget, BudgetMeter, Catalog, Clock, EventStoreError, FencedError, Finding, GENESIS_HASH, GateDefinitionError, IdSource, InvalidArgumentError, JsonValue, KanmonError, Language, Locale, MissingConfigurationError, NotGatedError, Price, ReplayMismatchError, Timer, ValidationResult, VersionConflictError, chainHash, checkAppend, checkId, checkLeaseRequest, checkReadAllOptions, checkReadOptions, checkTtl, coreCatalog, createBudgetMeter, createMemoryEventStore, detectLanguage, eventStoreLimits, formatFinding, isRecord, mergeCatalogs, randomIds, redactSecrets, retry, sha256Hex, silentLogger, systemTimer, toValidationResult, verifyChain };
export type { AppendOptions, AppendResult, ChainHead, ChainVerdict, CheckedAppend, CheckedEvent, Embedder, EventStore, EventStoreErrorCode, FencedReason, FormatOptions, Lease, LogMethod, Logger, NewEvent, ReadAllOptions, ReadOptions, RetryOptions, StoredEvent, StreamSummary, VerifyChainOptions };

/**
 * The canonical text of a JSON value after RFC 8785: keys in UTF-16 order, ECMAScript numbers, no
 * white space. Members that are `undefined` are left out. Throws `InvalidArgumentError` with the
 * pointer of what is not JSON: NaN, infinities, bigint, functions, symbols, lone surrogates, cycles,
 * sparse arrays, and objects that are not plain.
 */
declare function canonicalJson(value: JsonValue): string;

/** Result of a lookup; a member that holds `null` is found. */
type PointerLookup = {
    readonly found: true;
    readonly value: JsonValue;
} | {
    readonly found: false;
};
/** Splits an RFC 6901 pointer into its unescaped tokens; throws `InvalidArgumentError` on a bad form. */
declare function parsePointer(pointer: JsonPointer): readonly string[];
/** Joins tokens into an RFC 6901 pointer. */
declare function formatPointer(tokens: readonly (string | number)[]): JsonPointer;
/** The value at `pointer`, by own properties only. `-` names no element and is never found. */
declare function getPointer(value: JsonValue, pointer: JsonPointer): PointerLookup;
/** The pointer as people write places: `/options/0/next_action` becomes `options[0].next_action`. */
declare function toDotPath(pointer: JsonPointer): string;
/**
 * True when `pointer` fits `pattern`: `*` stands for one token, a final `**` for a place and all
 * below it. Linear in the length of the pointer.
 */
declare function matchPointer(pattern: string, pointer: JsonPointer): boolean;

/**
 * `sha256:` and the SHA-256 of the value's canonical JSON: equal for equal values, whatever their
 * key order. Throws `InvalidArgumentError` for what is not JSON.
 */
declare function contentHash(value: JsonValue): string;


export type { PointerLookup as P };

/** Constructor options shared by every error of the family. */
interface KanmonErrorOptions {
    /** Stable kebab-case code. */
    readonly code: string;
    readonly cause?: unknown;
}
/** Base of every error Kanmon throws. Decide by `code`; `isInstance` works across package copies. */
declare class KanmonError extends Error {
    readonly name: string;
    readonly code: string;
    constructor(message: string, options: KanmonErrorOptions);
    static isInstance(value: unknown): value is KanmonError;
    /** What may leave the process: never the cause, never a stack. */
    toJSON(): {
        name: string;
        code: string;
        message: string;
    };
}

/** What went wrong with a model call, the same for every provider. */
type LlmErrorKind = 'auth' | 'permission' | 'bad-request' | 'not-found' | 'rate-limit' | 'quota' | 'overloaded' | 'server' | 'timeout' | 'aborted' | 'network' | 'context-length' | 'content-filter' | 'protocol';
/** Constructor options of `LlmError`; `retryable` defaults by kind. */
interface LlmErrorOptions {
    readonly kind: LlmErrorKind;
    readonly retryable?: boolean;
    readonly retryAfterMs?: number;
    readonly status?: number;
    readonly usage?: LlmUsage;
    readonly provider?: string;
    readonly requestId?: string;
    readonly cause?: unknown;
}
/** A model call failed. Secrets are redacted from the message. */
declare class LlmError extends KanmonError {
    readonly name: string;
    readonly kind: LlmErrorKind;
    readonly retryable: boolean;
    readonly retryAfterMs?: number;
    readonly status?: number;
    /** Tokens that were spent although the call failed. */
    readonly usage?: LlmUsage;
    readonly provider?: string;
    readonly requestId?: string;
    constructor(message: string, options: LlmErrorOptions);
    static isInstance(value: unknown): value is LlmError;
}

/** Waiting, injected so that tests need not wait. */
interface Timer {
    /** Resolves after `ms` milliseconds; rejects with the signal's reason when it is aborted first. */
    sleep(ms: number, signal?: AbortSignal): Promise<void>;
}


export type { Timer as T, KanmonErrorOptions as a, LlmErrorKind as b, LlmErrorOptions as c };

/** Joint limits of everything one run may spend. A limit that is left out does not bind. */
interface Budget {
    /** Calls to the model, failed ones and continuations included. At least 1. */
    readonly maxAttempts?: number;
    readonly maxOutputTokens?: number;
    /** Input and output tokens together. */
    readonly maxTotalTokens?: number;
    /** In the currency of the `Price` function. */
    readonly maxCost?: number;
    /** Milliseconds from the creation of the meter. */
    readonly maxMs?: number;
}
/** A limit of a budget, in the order in which they are named when several are reached. */
type BudgetLimit = 'attempts' | 'output-tokens' | 'total-tokens' | 'cost' | 'time';
/** What was spent. `estimated` is true once a provider did not report its usage. */
interface UsageTotal {
    readonly calls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly cost: number;
    readonly estimated: boolean;
}
/** Cost of one call. */
type Price = (usage: LlmUsage, model: string) => number;
/** Counts what a run spends and says when to stop. */
interface BudgetMeter {
    /** Null: go on, and the attempt is counted; else the limit that is already reached. */
    tryStart(): BudgetLimit | null;
    record(usage: LlmUsage, options?: {
        readonly model?: string;
        readonly estimated?: boolean;
    }): void;
    /** What is left of each limit that was set. */
    remaining(): {
        readonly [L in BudgetLimit]?: number;
    };
    readonly usage: UsageTotal;
    /** Epoch milliseconds, when `maxMs` was set. */
    readonly deadline?: number;
}

export type { Budget as B, Price as P, UsageTotal as U, BudgetMeter as a, BudgetLimit as b };

/** `must`: a value with this finding is refused. `should`: it passes with a warning. */
type Severity = 'must' | 'should';
/** One thing found wrong. Text is made from it later, in the reader's language. */
interface Finding<Code extends string = string> {
    /** Id of the rule that reported it; `schema` for issues of the schema itself. */
    readonly rule: string;
    /** Stable kebab-case code, the key of the message catalogs. */
    readonly code: Code;
    readonly severity: Severity;
    /** Where in the judged value. */
    readonly path: JsonPointer;
    /** What the message needs to be concrete: ids, limits, lengths. */
    readonly params: Readonly<Record<string, string | number | boolean>>;
}
/** The shape every validator of the family returns: errors = Must, warnings = Should. */
interface ValidationResult {
    readonly ok: boolean;
    readonly errors: string[];
    readonly warnings: string[];
    readonly findings: readonly Finding[];
}

/** A language Kanmon writes in: messages, prompts, rendered reports. */
type Locale = 'ja' | 'en';
/** A language Kanmon recognises in a text. */
type Language = 'ja' | 'en' | 'other';

/** A template with `{name}`, `{path}` and `{place}`, or a function that writes the text itself. */
type Message = string | ((finding: Finding) => string);
/** Texts by locale and finding code. A locale may be left out. */
type Catalog = {
    readonly [L in Locale]?: Readonly<Record<string, Message>>;
};

/** One turn of a conversation with a model. */
interface LlmMessage {
    readonly role: 'system' | 'user' | 'assistant';
    readonly content: string;
}
/** What the answer should look like. A provider that cannot enforce it says so in `warnings`. */
type LlmOutput = {
    readonly type: 'text';
} | {
    readonly type: 'json';
    readonly schema?: JsonSchema;
    readonly name?: string;
};
/** One neutral request. Only what the caller sets is sent. */
interface LlmRequest {
    readonly messages: readonly LlmMessage[];
    /** Wins over the client's own model. */
    readonly model?: string;
    readonly maxOutputTokens?: number;
    readonly temperature?: number;
    readonly stop?: readonly string[];
    readonly output?: LlmOutput;
    readonly metadata?: Readonly<Record<string, string>>;
    /** Raw options by provider name, for what the neutral request cannot say. */
    readonly providerOptions?: Readonly<Record<string, unknown>>;
}
/** Tokens as the provider counted them. What it did not report is absent, never 0. */
interface LlmUsage {
    readonly inputTokens?: number;
    readonly outputTokens?: number;
    /** Part of `inputTokens`. */
    readonly cachedInputTokens?: number;
    /** Part of `outputTokens`. */
    readonly reasoningTokens?: number;
}
/** Why the model stopped. */
type LlmFinish = 'stop' | 'length' | 'content-filter' | 'refusal' | 'tool-calls' | 'other';
/** A model's answer: a claim, not a fact. */
interface LlmResponse {
    readonly text: string;
    readonly finish: LlmFinish;
    readonly usage: LlmUsage;
    readonly provider: string;
    readonly model: string;
    readonly id?: string;
    readonly latencyMs: number;
    readonly warnings: readonly string[];
    readonly raw?: unknown;
}
/** One event of a streamed answer; the last one is `end`. */
type LlmEvent = {
    readonly type: 'delta';
    readonly text: string;
} | {
    readonly type: 'end';
    readonly response: LlmResponse;
};
/** What bounds one call. */
interface LlmCallOptions {
    readonly signal?: AbortSignal;
    /** Epoch milliseconds, shared by every layer of a call. */
    readonly deadline?: number;
}
/** What a client can carry natively. */
interface LlmCapabilities {
    /** `native`: the schema is enforced; `json-object`: only JSON is; `prompt`: neither. */
    readonly jsonSchema: 'native' | 'json-object' | 'prompt';
    readonly stream: boolean;
    readonly temperature: boolean;
    readonly system: 'message' | 'field';
}
/** The one port to a model. A failed call throws an `LlmError`. */
interface LlmClient {
    readonly provider: string;
    readonly model: string;
    readonly capabilities: LlmCapabilities;
    generate(request: LlmRequest, options?: LlmCallOptions): Promise<LlmResponse>;
    stream?(request: LlmRequest, options?: LlmCallOptions): AsyncIterable<LlmEvent>;
}

/** Where the time comes from. Injected, so that a run can be replayed to the same bytes. */
interface Clock {
    now(): Date;
}
/** The clock of the machine. */
declare const systemClock: Clock;

/** Where identifiers come from. Injected, so that a run can be replayed to the same bytes. */
interface IdSource {
    /** A fresh id, `<prefix>_<...>` when a prefix is given. */
    next(prefix?: string): string;
}


export type { Clock as C, Finding as F, IdSource as I, Locale as L, Message as M, Severity as S, ValidationResult as V, LlmFinish as a, LlmUsage as b, LlmClient as c, LlmMessage as d, LlmRequest as e, Catalog as f, Language as g, LlmCallOptions as h, LlmCapabilities as i, LlmEvent as j, LlmOutput as k, LlmResponse as l };

/** Any value that JSON can carry. Numbers are IEEE 754 doubles. */
type JsonValue = null | boolean | number | string | JsonArray | JsonObject;
/** A JSON array; read-only, as every value that crosses a border of ours. */
type JsonArray = readonly JsonValue[];
/** A JSON object, its members looked up by their own keys. */
type JsonObject = {
    readonly [key: string]: JsonValue;
};
/** An RFC 6901 pointer: `''` is the root, `/options/0/label` a member below it. */
type JsonPointer = string;
/** A JSON Schema document, draft 2020-12 unless its `$schema` says otherwise. */
type JsonSchema = JsonObject;

export type { JsonValue as J, JsonPointer as a, JsonArray as b, JsonObject as c, JsonSchema as d };
