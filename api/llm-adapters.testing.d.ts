import { LlmClient, LlmError, LlmRequest, LlmFinish, LlmUsage } from '@kanmon/core';

/** What is used of a test runner; vitest, jest and node:test with an `expect` fit. */
interface TestRunner {
    readonly describe: (name: string, define: () => void) => void;
    readonly it: (name: string, run: () => Promise<void>) => void;
    readonly expect: (value: unknown) => {
        toBe(expected: unknown): void;
        toEqual(expected: unknown): void;
        toMatchObject(expected: object): void;
    };
}
/** Makes a client whose provider gives these replies in order. */
type MakeClient = (replies: readonly MockReply[]) => LlmClient | Promise<LlmClient>;
/** Options of `clientConformance`. */
interface ConformanceOptions extends TestRunner {
    /** @default 'LlmClient conformance' */
    readonly name?: string;
    /** Names of cases that this client cannot be put into, each with its reason. */
    readonly skip?: Readonly<Record<string, string>>;
}
/**
 * The rules of the `LlmClient` port as tests, for adapters, decorator stacks and bridges alike.
 *
 * @example
 * clientConformance((replies) => createMockClient(replies), { describe, it, expect });
 */
declare function clientConformance(makeClient: MakeClient, options: ConformanceOptions): void;

/** One exchange that every client must carry alike: what is asked, what the provider says, what comes out. */
interface WireCase {
    readonly name: string;
    readonly request: LlmRequest;
    /** In neutral terms; an adapter's test turns it into its provider's wire format. */
    readonly reply: MockReply;
    readonly expected: {
        readonly text: string;
        readonly finish: LlmFinish;
        readonly usage: LlmUsage;
    };
}
/** One failure that every client must tell alike. */
interface FailureCase {
    readonly name: string;
    readonly reply: LlmError;
    readonly expected: Pick<LlmError, 'kind' | 'retryable'>;
}
/** Answers. */
declare const wireCases: readonly WireCase[];
/** Failures that have a status of their own. */
declare const failureCases: readonly FailureCase[];

export { clientConformance, failureCases, wireCases };
export type { ConformanceOptions, FailureCase, MakeClient, TestRunner, WireCase };

/** Where a cassette's lines live. Text in, text out: a line is written once and never changed. */
interface CassetteStore {
    /** The whole text so far. */
    read(): string | Promise<string>;
    /** Adds whole lines at the end. */
    append(text: string): void | Promise<void>;
    /** Puts `text` in place of everything, to drop a torn last line. */
    replace(text: string): void | Promise<void>;
}
/** A cassette in memory, whose text can be looked at. */
interface MemoryCassetteStore extends CassetteStore {
    text(): string;
}
/** A cassette in memory, starting from the text `start`. */
declare function createMemoryCassetteStore(start?: string): MemoryCassetteStore;


export type { CassetteStore as C, MemoryCassetteStore as M };

import { Clock, Timer, LlmClient } from '@kanmon/core';

/** Makes a client of a client: same provider, model and capabilities, `stream` exactly if the inner one has it. */
type Decorator = (client: LlmClient) => LlmClient;
/** The time a decorator lives in. */
interface TimeOptions {
    /** @default systemClock */
    readonly clock?: Clock;
    /** @default systemTimer */
    readonly timer?: Timer;
}
/** The innermost client below all decorators. */
declare function unwrapClient(client: LlmClient): LlmClient;


export type { Decorator as D, TimeOptions as T };

import { JsonObject, LlmResponse, LlmError } from '@kanmon/core';

/** A stream written out: its deltas, and after how many of them it fails. */
interface MockDeltas {
    readonly deltas: readonly string[];
    /** Deltas handed out before `error`. @default all of them, when `error` is set */
    readonly failAfter?: number;
    /** @default an LlmError of kind `network`, when `failAfter` is set */
    readonly error?: LlmError;
}
/** A reply that takes its time. */
interface MockDelay {
    readonly delayMs: number;
    readonly reply: MockReply;
}
/**
 * One scripted answer: text; an object that is sent as JSON text; a partial response (all keys belong to
 * `LlmResponse`, one is `text`); an error to throw; a delayed reply; deltas.
 */
type MockReply = string | JsonObject | Partial<LlmResponse> | LlmError | MockDelay | MockDeltas;
/** `value` as a reply whose text is its JSON, whatever its keys: an object `{ text }` would be taken for a response. */
declare function asJson(value: JsonObject): JsonObject;


export type { MockReply as M, MockDelay as a, MockDeltas as b };

import { LlmCapabilities, Clock, Timer } from '@kanmon/core';

/** What every adapter lets its owner set once. A request wins over it. */
interface AdapterDefaults {
    readonly maxOutputTokens?: number;
    /** By provider name, like `LlmRequest.providerOptions`. */
    readonly providerOptions?: Readonly<Record<string, unknown>>;
    /** Corrects what the adapter assumes, e.g. `{ temperature: false }` for a reasoning model. */
    readonly capabilities?: Partial<LlmCapabilities>;
    /** Give the provider's body in `LlmResponse.raw`. @default false */
    readonly raw?: boolean;
    /** Values to keep out of error messages, besides the keys the client itself holds. */
    readonly secrets?: readonly string[];
    /** @default systemClock */
    readonly clock?: Clock;
    /** What the deadline waits with. @default systemTimer */
    readonly timer?: Timer;
}

export type { AdapterDefaults as A };

import { LlmClient, LlmRequest, LlmCapabilities, Clock, Timer, JsonPointer, JsonSchema, LlmError, Embedder, Logger, LlmUsage, Price, LlmResponse, LlmMessage, LlmFinish, KanmonError } from '@kanmon/core';
export { MockDelay, MockDeltas, asJson } from './mock-reply';
export { unwrapClient } from './decorator';
export { MemoryCassetteStore, createMemoryCassetteStore } from './cassette-store';

/** Replies in order, or a function of the request and the call's number from 1. */
type MockScript = readonly MockReply[] | ((request: LlmRequest, n: number) => MockReply | Promise<MockReply>);
/** Options of `createMockClient`. */
interface MockClientOptions {
    /** @default 'mock-model' */
    readonly model?: string;
    /** @default 'mock' */
    readonly provider?: string;
    readonly capabilities?: Partial<LlmCapabilities>;
    /** @default systemClock */
    readonly clock?: Clock;
    /** What delayed replies and the deadline wait with. @default systemTimer */
    readonly timer?: Timer;
    /** Code points of one delta. @default 8 */
    readonly chunkSize?: number;
    /** What happens after the last reply of a list. @default 'throw' */
    readonly onExhausted?: 'throw' | 'repeat-last' | 'cycle';
}
/** A scripted client that remembers what it was asked. */
type MockClient = LlmClient & {
    readonly calls: readonly LlmRequest[];
};
/**
 * A client that answers from a script: no key, no network, the same bytes each time. `generate` and
 * `stream` consume the same script. Usage that a reply does not give is an estimate (a quarter of the code
 * points, rounded up). An aborted call is recorded and consumes its reply.
 *
 * @example
 * const client = createMockClient(['hello', { answer: 42 }, new LlmError('busy', { kind: 'overloaded' })]);
 */
declare function createMockClient(script: MockScript, options?: MockClientOptions): MockClient;

/** Options of `draftCardsBehaviour`; the defaults are the seed's 6 lines of 40 characters. */
interface DraftCardsOptions {
    /** @default 6 */
    readonly maxLines?: number;
    /** Code points of a line. @default 40 */
    readonly maxChars?: number;
    /** The body when the slide says nothing. @default '(no content yet)' */
    readonly placeholder?: string;
}
/**
 * The seed's `MockLLMClient` (content-cards) as a script for `createMockClient`: drafts a card from the
 * first JSON object with a `slide` in the last user message. Same request, same bytes.
 */
declare function draftCardsBehaviour(options?: DraftCardsOptions): (request: LlmRequest, n: number) => MockReply;

/** A key, or where to get it for each call. */
type ApiKey = string | (() => string | Promise<string>);

/** How far a server can be made to answer in JSON. */
type JsonMode = 'schema' | 'object' | 'prompt';
/** Options of `createOpenAiCompatibleClient`. */
interface OpenAiCompatibleOptions {
    /** Up to and with the version: `http://localhost:11434/v1`. */
    readonly baseUrl: string;
    readonly model: string;
    readonly apiKey?: ApiKey;
    /** @default globalThis.fetch */
    readonly fetch?: typeof fetch;
    readonly headers?: HeadersInit;
    /** `schema`: the server enforces JSON Schema; `object`: it guarantees JSON; `prompt`: neither. @default 'object' */
    readonly jsonMode?: JsonMode;
    /** Ask for usage in streams; off for servers that refuse `stream_options`. @default true */
    readonly streamUsage?: boolean;
    /** Name in responses, errors and `providerOptions`. @default 'openai-compatible' */
    readonly provider?: string;
    readonly defaults?: AdapterDefaults;
}
/**
 * A client for any server that speaks OpenAI's chat completions (Ollama, vLLM, LM Studio, Groq), by plain
 * `fetch`. No SDK, no retry.
 *
 * @example
 * const client = createOpenAiCompatibleClient({ baseUrl: 'http://localhost:11434/v1', model: 'qwen3' });
 */
declare function createOpenAiCompatibleClient(options: OpenAiCompatibleOptions): LlmClient;

/** Whose subset of JSON Schema a schema is lowered to; `object` is for providers that take none. */
type SchemaDialect = 'openai-strict' | 'claude' | 'converse' | 'object';

/** A keyword that does not reach the provider, at the place of the schema that had it. */
interface DroppedKeyword {
    readonly path: JsonPointer;
    readonly keyword: string;
}
/** A schema as a provider takes it, and what that cost. */
interface LoweredSchema {
    readonly schema: JsonSchema;
    /** In document order. `optional` stands for a key that became nullable. */
    readonly dropped: readonly DroppedKeyword[];
    /** False when the provider cannot enforce it: records, intersections, unsupported recursion. */
    readonly strict: boolean;
}
/**
 * Lowers a JSON Schema (2020-12, as zod 4 derives it) to the subset a provider enforces. Pure and
 * idempotent; `$ref` is never followed, so cycles end. What is dropped widens the schema and is listed:
 * the gate behind the call checks it again. Throws `InvalidArgumentError` for what is no schema.
 */
declare function lowerJsonSchema(schema: JsonSchema, dialect: SchemaDialect): LoweredSchema;

/** Where an error came from. */
interface ProviderErrorContext {
    readonly provider: string;
    /** The caller's signal: once aborted, every failure of the call is `aborted`. */
    readonly signal?: AbortSignal | undefined;
    /** Epoch milliseconds of the clock. */
    readonly deadline?: number | undefined;
    /** @default systemClock */
    readonly clock?: Clock | undefined;
    /** Keys that must not appear in the message. */
    readonly secrets?: readonly string[] | undefined;
}
/**
 * Turns whatever an SDK, `fetch` or the AI SDK threw into an `LlmError`. Decides by status, name, code
 * and type, never by `instanceof`; an `LlmError` comes back as it is. The cause keeps name, code and a
 * redacted message, but no headers, body or request.
 */
declare function mapProviderError(error: unknown, context: ProviderErrorContext): LlmError;

/** What is known to be secret besides what looks like it. */
interface RedactSecretsOptions {
    /** Literal values to remove: the keys an adapter was given. */
    readonly values?: readonly string[];
}
/**
 * Replaces everything in `text` that looks like a provider's credential, and every given value, also
 * percent-encoded, by `[redacted]`. Linear in the text.
 */
declare function redactSecrets(text: string, options?: RedactSecretsOptions): string;

/** One dispatched event of an event stream. */
interface ServerSentEvent {
    /** Absent for the default type `message`. */
    readonly event?: string;
    readonly data: string;
    /** The last id seen so far in the stream, when there was one. */
    readonly id?: string;
}
/**
 * Decodes an event stream after the WHATWG rules (HTML, 9.2.6): LF, CR and CRLF also split between
 * chunks, a byte order mark, comments, several data lines, one space after the colon. UTF-8 is decoded
 * across chunk edges, so every split of the bytes gives the same events. An event without its final
 * blank line is not dispatched. A line over 1 MB is a `protocol` error. The body is cancelled when the
 * loop is left. Linear: no character is looked at twice.
 *
 * @yields Events in the order of their final blank lines.
 */
declare function decodeServerSentEvents(body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent, void, undefined>;

/** Options of `createOpenAiCompatibleEmbedder`. */
interface OpenAiCompatibleEmbedderOptions {
    /** Up to and with the version: `http://localhost:11434/v1`. */
    readonly baseUrl: string;
    readonly model: string;
    /** Length of the vectors the model gives; checked in every answer, not sent: many servers refuse it. */
    readonly dimensions: number;
    readonly apiKey?: ApiKey;
    /** Texts of one request. @default 96 */
    readonly batchSize?: number;
    /** @default globalThis.fetch */
    readonly fetch?: typeof fetch;
}
/** An embedder for any server that speaks OpenAI's embeddings API, by plain `fetch`. */
declare function createOpenAiCompatibleEmbedder(options: OpenAiCompatibleEmbedderOptions): Embedder;

/** Options of `withFallback`. */
interface FallbackOptions {
    /** Whether the next client is asked after this error. @default every kind but aborted, bad-request, context-length and content-filter */
    readonly on?: (error: LlmError) => boolean;
}
/** A client that asks several; `behind` puts one more in front of them. */
interface FallbackClient extends LlmClient {
    /** The same list with `primary` asked first. */
    behind(primary: LlmClient): FallbackClient;
}
/** The last client's error, with those of all clients in order. */
type FallbackError = LlmError & {
    readonly errors: readonly LlmError[];
};
/**
 * One client out of several, asked in order until one answers. Each gets the neutral request and the same
 * deadline; `model` is left out for all but the first, whose name it is. The error of the last one carries
 * `errors` of all. A stream falls over only before its first delta. Provider, model and capabilities are
 * those of the first client.
 */
declare function withFallback(clients: readonly LlmClient[], options?: FallbackOptions): FallbackClient;

/**
 * Decorates a client; the first listed decorator is the innermost. A fallback client in the list is asked
 * when everything before it has failed.
 *
 * @example
 * const client = pipe(adapter, withTimeout({ perAttemptMs: 30_000 }), withRetry(), withTrace(console.log));
 */
declare function pipe(client: LlmClient, ...decorators: readonly (Decorator | FallbackClient)[]): LlmClient;

/** `auto` replays what is there and records the rest; `passthrough` does neither. */
type CassetteMode = 'record' | 'replay' | 'auto' | 'passthrough';
/** Options of `withCassette`. */
interface CassetteOptions {
    readonly mode: CassetteMode;
    readonly store: CassetteStore;
    /** What makes two requests the same. @default SHA-256 over provider, model and the redacted request without metadata */
    readonly match?: (request: LlmRequest, client: LlmClient) => string;
    /** Runs over every string before it is stored. @default redactSecrets */
    readonly redact?: (text: string) => string;
    /** Hears about a torn last line. @default silentLogger */
    readonly logger?: Logger;
}
/**
 * Records calls to a cassette and replays them byte for byte: texts, deltas, usage, latency, order. In
 * replay the inner client is never called; a request that was not recorded is a `CassetteMissError` with
 * the nearest recorded one. Header values and keys are never stored. Calls that were aborted or that
 * failed with something else than an `LlmError` are not recorded.
 */
declare function withCassette(options: CassetteOptions): Decorator;

/** What has been spent so far. */
interface BudgetSnapshot {
    readonly calls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly totalTokens: number;
    readonly cost: number;
    /** True once a call did not report its usage. */
    readonly estimated: boolean;
}
/** A shared account of calls, tokens and cost. */
interface BudgetLedger {
    /** Counts a call that starts now. */
    start(): void;
    /** Charges what a call used. */
    charge(usage: LlmUsage, details: {
        readonly model: string;
        readonly price?: Price;
    }): void;
    snapshot(): BudgetSnapshot;
}
/** An empty account, for one client or shared by several `withBudget`. Counts on core's budget meter. */
declare function createBudgetLedger(): BudgetLedger;

/** Options of `withBudget`. A limit that is left out does not bind. */
interface BudgetOptions {
    /** Calls that start, failed ones included. */
    readonly maxCalls?: number;
    readonly maxInputTokens?: number;
    /** Also lowers a request's own limit to what is left. */
    readonly maxOutputTokens?: number;
    /** Input and output together. */
    readonly maxTokens?: number;
    /** In the currency of `price`. */
    readonly maxCost?: number;
    /** Needed for `maxCost`, unless a shared ledger is charged elsewhere. */
    readonly price?: Price;
    /** Shared with other clients. @default a new one */
    readonly ledger?: BudgetLedger;
}
/**
 * Refuses a call once a limit is reached (spent >= limit) with `BudgetExceededError`. Charges what each
 * call used, failed ones with their usage too. A call is counted when it starts, so parallel calls cannot
 * exceed `maxCalls`; tokens and cost are known only afterwards, so parallel calls may pass those limits by
 * what was under way.
 */
declare function withBudget(options: BudgetOptions): Decorator;

/** A stored answer. */
interface CacheEntry {
    readonly response: LlmResponse;
    /** Epoch milliseconds. */
    readonly storedAt: number;
}
/** Where answers are kept; any key-value store fits. */
interface CacheStore {
    get(key: string): CacheEntry | undefined | Promise<CacheEntry | undefined>;
    set(key: string, entry: CacheEntry): void | Promise<void>;
}
/** A cache in memory that forgets the entry used longest ago. @default maxEntries 1000 */
declare function createMemoryCache(options?: {
    readonly maxEntries?: number;
}): CacheStore;

/** Options of `withCache`. */
interface CacheOptions extends TimeOptions {
    readonly store: CacheStore;
    /** An entry is too old at exactly this age. @default never */
    readonly ttlMs?: number;
    /** @default SHA-256 over provider, model and the request without metadata */
    readonly key?: (request: LlmRequest, client: LlmClient) => string;
    /** A further condition for an answer to be stored, and to be given from the store. */
    readonly onlyIf?: (request: LlmRequest, response: LlmResponse) => boolean;
}
/** A response from the cache: nothing was spent now, `cachedUsage` was when it was made. */
type CachedResponse = LlmResponse & {
    readonly cachedUsage: LlmUsage;
};
/**
 * Answers equal requests from a store. Only answers with finish `stop` are kept; errors never are. Equal
 * calls at one time share one call to the inner client; one that is aborted leaves, the others stay. A hit
 * has `latencyMs` 0, no usage, the warning `cache-hit` and the original usage in `cachedUsage`.
 */
declare function withCache(options: CacheOptions): Decorator;

/** Options of `withRateLimit`. A limit that is left out does not bind. */
interface RateLimitOptions extends TimeOptions {
    readonly requestsPerMinute?: number;
    /** Input and output together; estimated at the start, corrected by the usage. */
    readonly tokensPerMinute?: number;
    /** Calls under way at one time. */
    readonly concurrency?: number;
    /** Calls that may wait. @default 1000 */
    readonly maxQueue?: number;
}
/**
 * Keeps calls within a sliding minute and a number at one time; first come, first served. A call that
 * would wait past its deadline fails with `rate-limit` at once, without waiting; so does one that finds
 * the queue full. Every way out frees the slot. One instance keeps one queue for all clients it decorates.
 */
declare function withRateLimit(options: RateLimitOptions): Decorator;

/** An attempt that failed. */
interface FailedAttempt {
    /** From 1. */
    readonly attempt: number;
    readonly error: LlmError;
}
/** Options of `withRetry`; milliseconds. */
interface RetryOptions extends TimeOptions {
    /** The first one included. @default 3 */
    readonly maxAttempts?: number;
    /** Wait after the first failure; doubles with each further one. @default 500 */
    readonly baseMs?: number;
    /** @default 8000 */
    readonly maxMs?: number;
    /** @default 'full' */
    readonly jitter?: 'full' | 'none';
    /** @default Math.random */
    readonly random?: () => number;
    /** @default (error) => error.retryable */
    readonly retryOn?: (error: LlmError) => boolean;
    /** Told of every failed attempt; what it throws is ignored. */
    readonly onAttempt?: (failed: FailedAttempt) => void;
}
/** The error of a call that was tried `attempts` times. */
type RetriedError = LlmError & {
    readonly attempts: number;
};
/**
 * Tries again after errors that may pass. The wait is what the provider asks for, else exponential with
 * jitter; one that would end at or after the deadline is not begun: the last error comes at once. Usage of
 * failed attempts is added to the response's or the final error's usage. The error carries `attempts`. A
 * stream is tried again only before its first delta has been handed out.
 */
declare function withRetry(options?: RetryOptions): Decorator;

/** Clients by the name a route gives. */
type RoutedClients = Readonly<Record<string, LlmClient>>;
/**
 * One client out of several by name, chosen for each request. Provider, model and capabilities are those
 * of the first client in the record; a response names who really answered. An unknown name is misuse.
 *
 * @example
 * const client = withRouter((request) => (request.output?.type === 'json' ? 'strict' : 'cheap'), { strict, cheap });
 */
declare function withRouter(route: (request: LlmRequest) => string, clients: RoutedClients): LlmClient;

/** Options of `withTimeout`; milliseconds. */
interface TimeoutOptions extends TimeOptions {
    /** For an instance inside retry: bounds each attempt. */
    readonly perAttemptMs?: number;
    /** For an instance outside retry: bounds all attempts together. */
    readonly totalMs?: number;
    /** The longest silence between two deltas of a stream, the first one included. */
    readonly idleMs?: number;
}
/**
 * Ends a call that takes too long with `timeout`, even if the inner client never settles: the deadline
 * becomes the earlier of the given one and now + ms, and the inner signal is aborted. The error is
 * retryable while the caller's own deadline allows. In a stream the time bounds the whole.
 */
declare function withTimeout(options: TimeoutOptions): Decorator;

interface TraceBase {
    /** Counts the calls of one traced client from 1, to tell parallel ones apart. */
    readonly call: number;
    readonly provider: string;
    readonly model: string;
    /** Epoch milliseconds of the injected clock: a date as text would cost more than the rest of the event. */
    readonly at: number;
}
/** What happened to a call. Texts are there only with `content: true`. */
type TraceEvent = (TraceBase & {
    readonly type: 'call-started';
    readonly mode: 'generate' | 'stream';
    readonly messages: number;
    readonly content?: readonly LlmMessage[];
}) | (TraceBase & {
    readonly type: 'call-finished';
    readonly finish: LlmFinish;
    readonly usage: LlmUsage;
    readonly latencyMs: number;
    readonly warnings: readonly string[];
    readonly deltas?: number;
    readonly id?: string;
    readonly text?: string;
}) | (TraceBase & {
    readonly type: 'call-failed';
    /** `LlmError.kind`, or the code or name of any other error. */
    readonly error: string;
    readonly message: string;
    readonly status?: number;
    readonly usage?: LlmUsage;
    readonly deltas?: number;
}) | (TraceBase & {
    readonly type: 'call-abandoned';
    readonly deltas: number;
});
type TraceSink = (event: TraceEvent) => void;
/** Options of `withTrace`. */
interface TraceOptions extends Pick<TimeOptions, 'clock'> {
    /** Put messages and answers into the events. @default false */
    readonly content?: boolean;
}
/** Tells a sink about every call. A sink that throws never breaks a call. */
declare function withTrace(sink: TraceSink, options?: TraceOptions): Decorator;

/**
 * The recommended order, outermost first: what watches and limits spending sees every call, what answers
 * without a model comes before what asks one, and limits of one provider stand next to it.
 */
declare const decoratorOrder: readonly ["trace", "budget", "cache", "cassette", "fallback", "router", "retry", "timeout", "rateLimit"];
/** Decorators of `composeClient`; one that is left out is not there. */
interface ComposeOptions {
    readonly trace?: TraceSink | (TraceOptions & {
        readonly sink: TraceSink;
    });
    readonly budget?: BudgetOptions;
    readonly cache?: CacheOptions;
    readonly cassette?: CassetteOptions;
    /** Clients to ask after the adapter, each decorated as it needs. */
    readonly fallback?: readonly LlmClient[] | (FallbackOptions & {
        readonly clients: readonly LlmClient[];
    });
    /** The adapter itself goes by the name `default`. */
    readonly router?: {
        readonly route: (request: LlmRequest) => string;
        readonly clients: RoutedClients;
    };
    readonly retry?: RetryOptions;
    /** `totalMs` is put outside retry, the rest inside. */
    readonly timeout?: TimeoutOptions;
    readonly rateLimit?: RateLimitOptions;
    /** For every decorator that is not given its own. */
    readonly clock?: Clock;
    readonly timer?: Timer;
    readonly random?: () => number;
}
/**
 * Puts decorators around an adapter in the recommended order.
 *
 * @example
 * const client = composeClient(adapter, { retry: {}, timeout: { perAttemptMs: 30_000, totalMs: 120_000 }, budget: { maxCalls: 100 } });
 */
declare function composeClient(adapter: LlmClient, options: ComposeOptions): LlmClient;

/** Limits of `withBudget`, in the order in which they are named when several are reached. */
declare const budgetLimits: readonly ["maxCalls", "maxInputTokens", "maxOutputTokens", "maxTokens", "maxCost"];
/** One limit of `withBudget`. */
type ClientBudgetLimit = (typeof budgetLimits)[number];
/** A limit was reached before the call; nothing was sent. */
declare class BudgetExceededError extends KanmonError {
    readonly name: string;
    readonly limit: ClientBudgetLimit;
    readonly allowed: number;
    readonly spent: number;
    constructor(details: {
        readonly limit: ClientBudgetLimit;
        readonly allowed: number;
        readonly spent: number;
    });
    static isInstance(value: unknown): value is BudgetExceededError;
}

/**
 * What makes two calls the same: SHA-256 over the canonical JSON of provider, model and the neutral
 * request without `metadata`. Lower-case hex.
 */
declare function requestKey(client: Pick<LlmClient, 'provider' | 'model'>, request: LlmRequest): string;

/** No recorded call fits the request. Nothing was sent. */
declare class CassetteMissError extends KanmonError {
    readonly name: string;
    readonly key: string;
    /** Which occurrence of the key was asked for, from 1. */
    readonly n: number;
    /** The recorded request that is most like the one asked for. */
    readonly nearest: unknown;
    /** Where the two differ. */
    readonly differences: readonly JsonPointer[];
    constructor(details: {
        readonly key: string;
        readonly n: number;
        readonly recorded: number;
        readonly nearest?: unknown;
        readonly differences: readonly JsonPointer[];
    });
    static isInstance(value: unknown): value is CassetteMissError;
}
/** A cassette that cannot be read. The message names the line. */
declare class CassetteFormatError extends KanmonError {
    readonly name: string;
    readonly line: number;
    constructor(line: number, problem: string);
    static isInstance(value: unknown): value is CassetteFormatError;
}

/** What to look for, and what its placeholder is called. */
interface RedactionRule {
    /** Letters, digits and underscores; shown in capitals in the placeholder. */
    readonly name: string;
    readonly pattern: RegExp;
    /** A further test of a match, where a pattern alone takes too much. */
    readonly accepts?: (match: string) => boolean;
}
/** Names of the built-in rules, in the order in which they are applied. */
type BuiltInRuleName = 'key' | 'email' | 'card' | 'phone';

/** Options of `withRedaction`. */
interface RedactionOptions {
    /** Names of built-in rules or own ones, applied in this order. @default key, email, card, phone */
    readonly rules?: readonly (BuiltInRuleName | RedactionRule)[];
}
/**
 * Replaces personal data and keys in outgoing messages by placeholders such as `[[EMAIL_1]]`, and puts
 * them back into the answer, also across deltas. In JSON answers the values are escaped for the string
 * they stand in. Numbers are stable within one call.
 */
declare function withRedaction(options?: RedactionOptions): Decorator;

/** Options of `withJsonOutput`. */
interface JsonOutputOptions {
    readonly inject: 'schema-in-prompt';
}
/**
 * Puts the schema of a JSON request into the last system message, for clients whose `jsonSchema` is not
 * native and that do not do so themselves (all of this package do). Native clients pass unchanged.
 */
declare function withJsonOutput(options: JsonOutputOptions): Decorator;


export type { ApiKey, BudgetLedger, BudgetOptions, BudgetSnapshot, BuiltInRuleName, CacheEntry, CacheOptions, CacheStore, CachedResponse, CassetteMode, CassetteOptions, ClientBudgetLimit, ComposeOptions, DraftCardsOptions, DroppedKeyword, FailedAttempt, FallbackClient, FallbackError, FallbackOptions, JsonMode, JsonOutputOptions, LoweredSchema, MockClient, MockClientOptions, MockScript, OpenAiCompatibleEmbedderOptions, OpenAiCompatibleOptions, ProviderErrorContext, RateLimitOptions, RedactSecretsOptions, RedactionOptions, RedactionRule, RetriedError, RetryOptions, RoutedClients, SchemaDialect, ServerSentEvent, TimeoutOptions, TraceEvent, TraceOptions, TraceSink };
