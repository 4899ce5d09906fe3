interface AppendChange {
    readonly kind: 'append';
    readonly streamId: string;
    readonly at: string;
    readonly events: readonly PlacedEvent[];
    readonly key?: string;
    readonly fence?: Fence;
}
interface AppendOptions {
    readonly expectedVersion: number | 'any';
    readonly fence?: Lease;
    readonly idempotencyKey?: string;
}
interface AppendResult {
    readonly version: number;
    readonly position: number;
    readonly replayed: boolean;
}
interface Attempt {
    readonly number: number;
    readonly mode: AttemptMode;
    readonly finish?: LlmFinish;
    readonly extracted: boolean;
    readonly complete: boolean;
    readonly findings: readonly Finding[];
    readonly repairs: readonly Repair[];
    readonly usage: LlmUsage;
}
type AttemptMode = 'initial' | 'patch' | 'full' | 'continue';
interface BestAttempt {
    readonly attempt: number;
    readonly value: JsonValue;
    readonly findings: readonly Finding[];
}
interface Budget {
    readonly maxAttempts?: number;
    readonly maxOutputTokens?: number;
    readonly maxTotalTokens?: number;
    readonly maxCost?: number;
    readonly maxMs?: number;
}
type BudgetLimit = 'attempts' | 'output-tokens' | 'total-tokens' | 'cost' | 'time';
interface BudgetMeter {
    tryStart(): BudgetLimit | null;
    record(usage: LlmUsage, options?: RecordOptions): void;
    remaining(): {
        readonly [L in BudgetLimit]?: number;
    };
    readonly usage: UsageTotal;
    readonly deadline?: number;
}
interface BudgetMeterOptions {
    readonly clock?: Clock;
    readonly price?: Price;
}
interface CallBounds {
    readonly signal: AbortSignal;
    readonly interruptible: boolean;
    remainingMs(): number | undefined;
    race<T>(work: () => PromiseLike<T>): Promise<T>;
    interrupt(error: LlmError): void;
    close(options?: {
        readonly abandon?: boolean;
    }): void;
}
interface CallBoundsOptions {
    readonly provider: string;
    readonly signal?: AbortSignal | undefined;
    readonly deadline?: number | undefined;
    readonly clock: Clock;
    readonly timer: Timer;
}
type Catalog = {
    readonly [L in Locale]?: Readonly<Record<string, Message>>;
};
interface ChainHead {
    readonly version: number;
    readonly hash: string;
}
type ChainVerdict = {
    readonly ok: true;
    readonly version: number;
    readonly hash: string;
} | {
    readonly ok: false;
    readonly version: number;
    readonly reason: 'gap' | 'hash' | 'stream' | 'head';
};
type Checked<T> = {
    readonly ok: true;
    readonly value: T;
} | {
    readonly ok: false;
    readonly issues: readonly FieldIssue[];
};
interface CheckedAppend {
    readonly streamId: string;
    readonly events: readonly CheckedEvent[];
    readonly expectedVersion: number | 'any';
    readonly idempotencyKey?: string;
    readonly fence?: Fence;
}
interface CheckedEvent {
    readonly type: string;
    readonly dataJson: string;
    readonly actor?: string;
    readonly requestId?: string;
}
interface CheckedRequest extends Required<Omit<PointRequest, 'windowMs'>> {
    readonly windowMs: number;
}
interface Checkpoint {
    load(): Promise<number>;
    save(position: number): Promise<void>;
}
interface Clock {
    now(): Date;
}
type CodeOf<Messages> = Messages extends Readonly<Record<string, string>> ? keyof Messages & string : {
    [L in Locale]: Messages extends {
        readonly [K in L]?: infer Texts;
    } ? keyof NonNullable<Texts> & string : never;
}[Locale];
interface CompletedUsage {
    readonly usage: LlmUsage;
    readonly estimate?: LlmUsage;
}
interface CopyProblem {
    readonly kind: 'not-json' | 'not-data' | 'unreadable';
    readonly path: JsonPointer;
    readonly message: string;
}
type CopyResult<Value> = {
    readonly ok: true;
    readonly value: Value;
} | {
    readonly ok: false;
    readonly problem: CopyProblem;
};
interface CorrectionOptions {
    readonly mode?: 'auto' | 'patch' | 'full';
    readonly continueTruncated?: boolean;
    readonly hints?: (findings: readonly Finding[]) => readonly string[];
}
type CorrectionPlan = {
    readonly mode: 'patch';
    readonly editable: readonly string[];
    readonly prompt: string;
} | {
    readonly mode: 'full';
    readonly prompt: string;
} | {
    readonly mode: 'continue';
    readonly prefix: string;
    readonly prompt: string;
};
interface Decision<Result, Change> {
    readonly result: Result;
    readonly change?: Change;
}
type DeepPartial<T> = T extends readonly (infer Element)[] ? readonly DeepPartial<Element>[] : T extends object ? {
    readonly [K in keyof T]?: DeepPartial<T[K]>;
} : T;
type DeepReadonly<T> = T extends Unchanging ? T : T extends readonly (infer Element)[] ? number extends T['length'] ? readonly ReadonlyMember<Element>[] : {
    readonly [K in keyof T]: ReadonlyMember<T[K]>;
} : {
    readonly [K in keyof T]: ReadonlyMember<T[K]>;
};
interface DefinedErrorClass<Fields extends object> {
    new (message: string, options?: Partial<Fields> & {
        readonly cause?: unknown;
    }): KanmonError & Readonly<Fields>;
    readonly prototype: KanmonError & Readonly<Fields>;
    readonly errorName: string;
    readonly isInstance: typeof KanmonError.isInstance;
}
type DigestedOperation = {
    readonly op: string;
    readonly path: JsonPointer;
    readonly valueHash?: string;
};
interface Embedder {
    readonly dimensions: number;
    embed(texts: readonly string[], options?: {
        readonly signal?: AbortSignal;
    }): Promise<readonly Float32Array[]>;
}
type EventContent = Pick<CheckedEvent, 'type' | 'dataJson' | 'actor'>;
interface EventStore {
    append(streamId: string, events: readonly NewEvent[], options: AppendOptions): Promise<AppendResult>;
    read(streamId: string, options?: ReadOptions): AsyncIterable<StoredEvent>;
    readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent>;
    watch?(wake: () => void): () => void;
    listStreams(options?: {
        readonly prefix?: string;
    }): AsyncIterable<StreamSummary>;
    acquireLease(resource: string, options: {
        readonly owner: string;
        readonly ttlMs: number;
    }): Promise<Lease | null>;
    renewLease(lease: Lease, ttlMs: number): Promise<Lease>;
    releaseLease(lease: Lease): Promise<void>;
    close(): Promise<void>;
}
class EventStoreError extends KanmonError {
    static readonly errorName: string;
    readonly code: EventStoreErrorCode;
    readonly details: Readonly<Record<string, unknown>>;
    constructor(message: string, options: {
        readonly code: EventStoreErrorCode;
        readonly details?: Readonly<Record<string, unknown>>;
        readonly cause?: unknown;
    });
}
type EventStoreErrorCode = 'store-invalid-id' | 'store-invalid-event' | 'store-invalid-option' | 'store-limit' | 'store-closed' | 'store-removed' | 'store-busy' | 'store-corrupt' | 'store-format' | 'store-open-failed' | 'store-unsafe-path' | 'store-write-failed';
interface ExtractOptions {
    readonly keys?: readonly string[];
    readonly accept?: (value: JsonValue) => number;
    readonly root?: 'object' | 'array' | 'any';
    readonly allow?: RepairClass;
    readonly unwrap?: boolean;
    readonly maxLength?: number;
    readonly maxDepth?: number;
    readonly maxCandidates?: number;
}
type ExtractRefusal = 'empty' | 'no-json' | 'no-match' | 'refusal' | 'repair-not-allowed' | 'too-large' | 'too-deep';
type ExtractResult = {
    readonly status: 'ok';
    readonly value: JsonValue;
    readonly complete: boolean;
    readonly span: readonly [
        number,
        number
    ];
    readonly repairs: readonly Repair[];
    readonly candidates: number;
} | {
    readonly status: 'none';
    readonly reason: ExtractRefusal;
};
type Fence = Pick<Lease, 'resource' | 'token'>;
class FencedError extends KanmonError {
    static readonly errorName: string;
    readonly reason: FencedReason;
    readonly resource: string;
    constructor(details: {
        readonly resource: string;
        readonly reason: FencedReason;
    });
}
type FencedReason = 'taken-over' | 'released' | 'unknown';
interface FieldIssue {
    readonly field: string;
    readonly issue: FieldIssueCode;
    readonly pointer: JsonPointer;
    readonly params?: Readonly<Record<string, string | number>>;
}
type FieldIssueCode = keyof typeof issueTexts;
interface Finding<Code extends string = string> {
    readonly rule: string;
    readonly code: Code;
    readonly severity: Severity;
    readonly path: JsonPointer;
    readonly params: Readonly<Record<string, string | number | boolean>>;
}
interface FoldedText {
    readonly text: string;
    originalRange(from: number, to: number): readonly [
        number,
        number
    ];
}
interface FollowOptions {
    readonly after?: number;
    readonly prefix?: string;
    readonly signal?: AbortSignal;
    readonly checkpoint?: Checkpoint;
    readonly timer?: Timer;
}
interface FormatOptions {
    readonly locale?: Locale;
    readonly catalog?: Catalog;
}
const GENESIS_HASH: string;
interface Gate<T, Context = undefined, Input = unknown> extends ValueGate<T, Context, Input> {
    read(this: Gate<T>, text: string): GateReading<T>;
    read(text: string, context: Context, options?: ValidateOptions): GateReading<T>;
}
interface GateAsk {
    readonly status: 'ask';
    readonly attempt: number;
    readonly mode: AttemptMode;
    readonly messages: readonly LlmMessage[];
    readonly output: LlmOutput;
    readonly maxOutputTokens?: number;
    readonly deadline?: number;
}
interface GateDefinition<T, Context, Input = unknown> {
    readonly name: string;
    readonly schema: StandardSchemaV1<Input, T>;
    readonly rules?: readonly Rule<never, Context>[];
    readonly extract?: ExtractOptions;
    readonly catalog?: Catalog;
    readonly jsonSchema?: JsonSchema;
    readonly variantOf?: {
        readonly definition: object;
    };
}
class GateDefinitionError extends KanmonError {
    static readonly errorName: string;
    constructor(message: string, options?: {
        readonly cause?: unknown;
    });
}
type GateEvent = {
    readonly runId: string;
    readonly attempt: number;
    readonly at: string;
} & GateEventBody;
type GateEventBody = {
    readonly type: 'run-started';
    readonly gate: string;
    readonly budget: Budget;
} | {
    readonly type: 'attempt-started';
    readonly mode: AttemptMode;
    readonly editable?: readonly string[];
} | ({
    readonly type: 'response-received';
    readonly finish: LlmFinish;
    readonly usage: LlmUsage;
    readonly estimate?: LlmUsage;
} & LoggedText) | {
    readonly type: 'value-extracted';
    readonly complete: boolean;
    readonly repairs: readonly Repair[];
    readonly valueHash: string;
} | {
    readonly type: 'extraction-refused';
    readonly reason: ExtractRefusal | 'no-join';
} | {
    readonly type: 'value-reviewed';
    readonly reviews: readonly ReviewReport[];
} | {
    readonly type: 'findings-reported';
    readonly findings: readonly Finding[];
} | {
    readonly type: 'patch-applied';
    readonly operations: readonly (JsonPatchOperation | DigestedOperation)[];
    readonly valueHash: string;
} | {
    readonly type: 'patch-refused';
    readonly problem: PatchProblem;
} | ({
    readonly type: 'attempt-aborted';
    readonly path: JsonPointer;
    readonly usage: LlmUsage;
} & LoggedText) | {
    readonly type: 'attempt-finished';
    readonly musts: number;
    readonly shoulds: number;
    readonly usage?: LlmUsage;
    readonly estimate?: LlmUsage;
} | {
    readonly type: 'run-finished';
    readonly status: 'passed' | 'rejected';
    readonly reason?: RejectionReason;
    readonly usage: UsageTotal;
};
interface GateIdentity {
    readonly name: string;
    readonly definition?: object;
}
type GateOutcome<T> = ({
    readonly status: 'passed';
    readonly value: Gated<T>;
    readonly accepted: JsonValue;
    readonly warnings: readonly Finding[];
} & Run) | ({
    readonly status: 'rejected';
    readonly reason: RejectionReason;
    readonly best?: BestAttempt;
    readonly cause?: unknown;
} & Run);
type GateReading<T> = GateVerdict<T> & {
    readonly extraction: ExtractResult;
};
class GateRejectedError extends KanmonError {
    static readonly errorName: string;
    readonly outcome: Extract<GateOutcome<unknown>, {
        readonly status: 'rejected';
    }>;
    constructor(message: string, outcome: Extract<GateOutcome<unknown>, {
        readonly status: 'rejected';
    }>);
}
interface GateRun<T, Next = GateStep<T>> {
    readonly step: GateStep<T>;
    readonly attempts: readonly Attempt[];
    answer(answer: RunAnswer): Next;
    feed(delta: string): readonly Finding[] | null;
    cut(usage?: LlmUsage, model?: string): GateStep<T>;
    fail(cause: unknown, model?: string, usage?: LlmUsage): GateStep<T>;
}
interface GateSchema<T, Result = StandardSchemaResult<Gated<T>>> {
    readonly '~standard': StandardSchemaProps<unknown, Gated<T>> & {
        readonly validate: (value: unknown) => Result;
        readonly jsonSchema: Required<StandardJsonSchemaSource>;
    };
}
interface GateSchemaOptions<Context> {
    readonly context: Context;
    readonly locale?: Locale;
    readonly fromText?: boolean;
}
type GateStep<T> = GateAsk | GateOutcome<T>;
type GateVerdict<T> = (ValidationResult & {
    readonly ok: true;
    readonly value: Gated<T>;
}) | (ValidationResult & {
    readonly ok: false;
});
type Gated<T> = DeepReadonly<T> & {
    readonly [gatedBrand]: true;
};
type HeadersInput = ConstructorParameters<typeof Headers>[0];
interface HistoryView {
    head(streamId: string): StreamHead | undefined;
    key(streamId: string, key: string): KeyRecord | undefined;
    content(streamId: string, first: number, last: number): readonly EventContent[];
    lease(resource: string): LeaseRecord | undefined;
    readonly position: number;
    readonly latest: string | undefined;
}
interface HttpAppOptions<Caller extends HttpCaller> {
    readonly info: OpenApiInput['info'];
    readonly routes: readonly Route<Caller>[];
    readonly components?: OpenApiInput['components'];
    readonly basePath?: string;
    readonly server?: string;
    readonly documentPath?: string;
    readonly identify?: (request: Request) => Caller | null | Promise<Caller | null>;
    readonly anonymousScopes?: readonly string[];
    readonly locale?: Locale;
    readonly texts?: HttpTexts;
    readonly problemOf?: (error: unknown) => HttpProblem | null;
    readonly problemMembers?: (problem: Problem) => Readonly<Record<string, unknown>>;
    readonly problemSchema?: z.ZodType;
    readonly problemType?: string;
    readonly maxBodyBytes?: number;
    readonly ids?: IdSource;
    readonly logger?: Logger;
}
interface HttpCaller {
    readonly id: string;
    readonly human?: boolean;
    readonly scopes?: readonly string[];
    readonly isAnonymous?: boolean;
}
type HttpContext = Context<HttpEnv, string>;
interface HttpEnv {
    Variables: RequestIdVariables;
}
class HttpProblem extends HTTPException {
    readonly name = "HttpProblem";
    readonly code: string;
    readonly options: HttpProblemOptions;
    constructor(status: ContentfulStatusCode, code: string, options?: HttpProblemOptions);
}
interface HttpProblemOptions {
    readonly message?: string | HttpText;
    readonly details?: readonly FieldIssue[];
    readonly params?: Readonly<Record<string, string | number>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly members?: Readonly<Record<string, unknown>>;
    readonly cause?: unknown;
}
type HttpText = {
    readonly [L in Locale]: string;
};
type HttpTexts = Readonly<Record<string, HttpText>>;
interface IdSource {
    next(prefix?: string): string;
}
class InvalidArgumentError extends KanmonError {
    static readonly errorName: string;
    constructor(message: string, options?: {
        readonly cause?: unknown;
    });
}
type JsonArray = readonly JsonValue[];
type JsonObject = {
    readonly [key: string]: JsonValue;
};
type JsonPatchOperation = {
    readonly op: 'add' | 'replace' | 'test';
    readonly path: JsonPointer;
    readonly value: JsonValue;
} | {
    readonly op: 'remove';
    readonly path: JsonPointer;
} | {
    readonly op: 'move' | 'copy';
    readonly from: JsonPointer;
    readonly path: JsonPointer;
};
type JsonPointer = string;
type JsonSchema = JsonObject;
type JsonValue = null | boolean | number | string | JsonArray | JsonObject;
class KanmonError extends Error {
    static readonly errorName: string;
    readonly code: string;
    constructor(message: string, options: KanmonErrorOptions);
    static isInstance<Instance extends KanmonError>(this: {
        readonly prototype: Instance;
        readonly errorName: string;
    }, value: unknown): value is Instance;
    toJSON(): {
        name: string;
        code: string;
        message: string;
    };
}
interface KanmonErrorOptions {
    readonly code: string;
    readonly cause?: unknown;
}
type KeyRecord = Pick<AppendResult, 'version' | 'position'>;
type Language = 'ja' | 'en' | 'other';
interface Lease {
    readonly resource: string;
    readonly owner: string;
    readonly token: number;
    readonly expiresAt: string;
}
interface LeaseChange {
    readonly kind: 'lease';
    readonly at: string;
    readonly resource: string;
    readonly owner: string;
    readonly token: number;
    readonly expiresAt: string;
    readonly action: 'acquired' | 'taken-over' | 'renewed' | 'released';
}
interface LeaseRecord {
    readonly owner: string;
    readonly token: number;
    readonly expiresAt: string;
    readonly released: boolean;
}
interface LlmCallOptions {
    readonly signal?: AbortSignal;
    readonly deadline?: number;
}
interface LlmCapabilities {
    readonly jsonSchema: 'native' | 'json-object' | 'prompt';
    readonly stream: boolean;
    readonly temperature: boolean;
    readonly system: 'message' | 'field';
}
interface LlmClient {
    readonly provider: string;
    readonly model: string;
    readonly capabilities: LlmCapabilities;
    generate(request: LlmRequest, options?: LlmCallOptions): Promise<LlmResponse>;
    stream?(request: LlmRequest, options?: LlmCallOptions): AsyncIterable<LlmEvent>;
}
class LlmError extends KanmonError {
    static readonly errorName: string;
    readonly kind: LlmErrorKind;
    readonly retryable: boolean;
    readonly retryAfterMs?: number;
    readonly status?: number;
    readonly usage?: LlmUsage;
    readonly provider?: string;
    readonly requestId?: string;
    constructor(message: string, options: LlmErrorOptions);
}
type LlmErrorKind = 'auth' | 'permission' | 'bad-request' | 'not-found' | 'rate-limit' | 'quota' | 'overloaded' | 'server' | 'timeout' | 'aborted' | 'network' | 'context-length' | 'content-filter' | 'protocol' | 'budget';
interface LlmErrorOptions {
    readonly kind: LlmErrorKind;
    readonly code?: string;
    readonly retryable?: boolean;
    readonly retryAfterMs?: number;
    readonly status?: number;
    readonly usage?: LlmUsage;
    readonly provider?: string;
    readonly requestId?: string;
    readonly cause?: unknown;
}
type LlmEvent = {
    readonly type: 'delta';
    readonly text: string;
    readonly usage?: LlmUsage;
} | {
    readonly type: 'end';
    readonly response: LlmResponse;
};
type LlmFinish = 'stop' | 'length' | 'content-filter' | 'refusal' | 'tool-calls' | 'other';
interface LlmMessage {
    readonly role: 'system' | 'user' | 'assistant';
    readonly content: string;
}
type LlmOutput = {
    readonly type: 'text';
} | {
    readonly type: 'json';
    readonly schema?: JsonSchema;
    readonly name?: string;
};
interface LlmRequest {
    readonly messages: readonly LlmMessage[];
    readonly model?: string;
    readonly maxOutputTokens?: number;
    readonly temperature?: number;
    readonly stop?: readonly string[];
    readonly output?: LlmOutput;
    readonly metadata?: Readonly<Record<string, string>>;
    readonly providerOptions?: Readonly<Record<string, unknown>>;
}
interface LlmResponse {
    readonly text: string;
    readonly finish: LlmFinish;
    readonly usage: LlmUsage;
    readonly provider: string;
    readonly model: string;
    readonly id?: string;
    readonly latencyMs: number;
    readonly warnings: readonly string[];
    readonly cachedUsage?: LlmUsage;
    readonly raw?: unknown;
}
interface LlmUsage {
    readonly inputTokens?: number;
    readonly outputTokens?: number;
    readonly cachedInputTokens?: number;
    readonly cacheWriteTokens?: number;
    readonly reasoningTokens?: number;
}
type Locale = 'ja' | 'en';
type LogMethod = (entry: object | string, message?: string) => void;
type LoggedText = {
    readonly text: string;
} | {
    readonly textHash: string;
};
interface Logger {
    readonly debug: LogMethod;
    readonly info: LogMethod;
    readonly warn: LogMethod;
    readonly error: LogMethod;
}
type LosslessKind = 'fence-removed' | 'prose-removed' | 'reasoning-removed' | 'wrapper-removed' | 'unwrapped' | 'string-decoded' | 'bom-removed' | 'invisible-space' | 'trailing-comma' | 'leading-comma' | 'double-comma' | 'comment-removed' | 'single-quotes' | 'curly-quotes' | 'full-width-structure' | 'kagi-quotes' | 'triple-quotes' | 'backtick-string' | 'unquoted-key' | 'language-literal' | 'tuple' | 'string-concatenation' | 'assignment-removed' | 'raw-control' | 'html-entities' | 'full-width-number' | 'number-form' | 'null-member';
type ManualClock = Clock & Timer & {
    advance(ms: number): void;
};
type Message = string | ((finding: Finding) => string);
class MissingConfigurationError extends KanmonError {
    static readonly errorName: string;
    constructor(message: string, options?: {
        readonly cause?: unknown;
    });
}
interface ModelJudgeOptions<Context = unknown> {
    readonly client: LlmClient;
    readonly criteria: Readonly<Record<string, string>>;
    readonly id?: string;
    readonly severity?: Severity;
    readonly places?: readonly string[];
    readonly reference?: (context: Context) => JsonValue;
    readonly maxAttempts?: number;
    readonly request?: Omit<LlmRequest, 'messages' | 'output'>;
    readonly locale?: Locale;
    readonly timeoutMs?: number;
}
interface Mutant {
    readonly kind: MutantKind;
    readonly path: JsonPointer;
    readonly value: JsonValue;
}
type MutantKind = 'missing' | 'null' | 'blank' | 'wrong-type' | 'unknown-id' | 'phrase' | 'too-few' | 'null-element';
interface MutationPlan {
    readonly required?: readonly string[];
    readonly ids?: readonly string[];
    readonly phrases?: readonly {
        readonly phrase: string;
        readonly at: readonly string[];
    }[];
    readonly minItems?: readonly {
        readonly at: string;
        readonly count: number;
    }[];
}
interface NewEvent<Type extends string = string, Data = JsonValue> {
    readonly type: Type;
    readonly data: Data;
    readonly actor?: string;
    readonly requestId?: string;
}
interface NodePlace {
    readonly path: JsonPointer;
    readonly root: JsonValue;
}
type NodeType = 'string' | 'array' | 'object' | 'number' | 'boolean' | 'any';
class NotGatedError extends KanmonError {
    static readonly errorName: string;
    constructor(message: string, options?: {
        readonly cause?: unknown;
    });
}
interface OpenApiInput {
    readonly info: {
        readonly title: string;
        readonly version: string;
        readonly description?: string;
        readonly license?: {
            readonly name: string;
            readonly identifier?: string;
        };
    };
    readonly routes: readonly Omit<Route, 'handle'>[];
    readonly basePath?: string;
    readonly components?: Readonly<Record<string, z.ZodType>>;
    readonly problem?: z.ZodType;
    readonly authenticated?: boolean;
    readonly anonymousScopes?: readonly string[];
    readonly server?: string;
}
interface OpenRunOptions<Context> {
    readonly context: Context;
    readonly budget?: Budget;
    readonly correction?: CorrectionOptions;
    readonly locale?: Locale;
    readonly price?: Price;
    readonly clock?: Clock;
    readonly ids?: IdSource;
    readonly signal?: AbortSignal;
    readonly deadline?: number;
    readonly onEvent?: (event: GateEvent) => void;
    readonly log?: 'full' | 'digest';
    readonly logger?: Logger;
}
interface PartialReader<T> {
    feed(delta: string): boolean;
    readonly value: DeepPartial<T> | undefined;
    readonly findings: readonly Finding[];
}
interface PatchGuard {
    readonly allowedPaths?: readonly string[];
    readonly allowedOperations?: readonly JsonPatchOperation['op'][];
    readonly maxOperations?: number;
    readonly maxDepth?: number;
    readonly maxSize?: number;
}
interface PatchProblem {
    readonly code: PatchProblemCode;
    readonly operation: number;
    readonly path: JsonPointer;
}
type PatchProblemCode = 'not-a-patch' | 'invalid-operation' | 'invalid-pointer' | 'path-not-found' | 'index-out-of-range' | 'test-failed' | 'path-not-allowed' | 'operation-not-allowed' | 'poisoned-key' | 'move-into-child' | 'too-many-operations' | 'too-deep' | 'too-large' | 'root-not-removable';
type PatchResult = {
    readonly ok: true;
    readonly value: JsonValue;
    readonly inverse: readonly JsonPatchOperation[];
} | {
    readonly ok: false;
    readonly problem: PatchProblem;
};
type Path = readonly (string | number)[];
interface PlacedEvent extends CheckedEvent {
    readonly version: number;
    readonly position: number;
    readonly hash: string;
}
type PointChange = Omit<CheckedRequest, 'limit' | 'least'> & {
    readonly at: number;
};
interface PointCount {
    readonly used: number;
    entries(): readonly PointEntry[];
}
interface PointEntry {
    readonly at: number;
    readonly points: number;
}
interface PointRequest {
    readonly key: string;
    readonly points: number;
    readonly least?: number;
    readonly limit: number;
    readonly windowMs?: number;
}
type PointerLookup = {
    readonly found: true;
    readonly value: JsonValue;
} | {
    readonly found: false;
};
type Price = (usage: LlmUsage, model: string) => number;
interface Problem {
    readonly error: string;
    readonly message: string;
    readonly details: readonly ProblemDetail[];
    readonly request_id: string;
}
interface ProblemDetail {
    readonly field: string;
    readonly issue: string;
    readonly message: string;
    readonly pointer?: JsonPointer;
    readonly params?: Readonly<Record<string, string | number>>;
}
interface ReadAllOptions {
    readonly prefix?: string;
    readonly after?: number;
    readonly limit?: number;
}
interface ReadOptions {
    readonly fromVersion?: number;
    readonly toVersion?: number;
}
type ReadonlyMember<T> = unknown extends T ? T : DeepReadonly<T>;
interface RecordOptions {
    readonly model?: string;
    readonly calls?: number;
    readonly estimated?: boolean;
    readonly estimateFrom?: TokenSource;
}
interface RejectedAnswer {
    readonly raw: string;
    readonly value?: JsonValue;
    readonly complete: boolean;
    readonly findings: readonly Finding[];
}
type RejectionReason = 'attempts' | 'output-tokens' | 'total-tokens' | 'cost' | 'time' | 'no-progress' | 'refused' | 'aborted' | 'generate-failed' | 'unreviewed';
interface Repair {
    readonly kind: RepairKind;
    readonly class: RepairClass;
    readonly at: number;
    readonly path?: JsonPointer;
}
type RepairClass = 'lossless' | 'guess' | 'lossy';
type RepairKind = LosslessKind | keyof typeof classes;
class ReplayMismatchError extends KanmonError {
    static readonly errorName: string;
    constructor(message: string, options?: {
        readonly cause?: unknown;
    });
}
interface RequestBody {
    readonly isEmpty: boolean;
    json(): JsonValue;
    check<T>(schema: z.ZodType<T>): T;
}
interface RetryOptions {
    readonly maxAttempts?: number;
    readonly baseMs?: number;
    readonly maxMs?: number;
    readonly maxRetryAfterMs?: number;
    readonly jitter?: 'full' | 'none';
    readonly random?: () => number;
    readonly timer?: Timer;
    readonly clock?: Clock;
    readonly deadline?: number;
    readonly signal?: AbortSignal;
    readonly shouldRetry?: (error: unknown) => boolean;
}
interface Review<Value = unknown, Context = unknown> {
    readonly id: string;
    readonly run: (value: Value, context: Context, limits: ReviewLimits & {
        readonly signal?: AbortSignal | undefined;
        readonly timeLeft: number;
    }) => Promise<ReviewResult>;
}
interface ReviewCall extends ReviewLimits {
    readonly signal: AbortSignal;
}
interface ReviewInput<Value = unknown, Context = unknown, Messages extends RuleMessages = RuleMessages> {
    readonly id: string;
    readonly severity?: Severity;
    readonly messages: Messages;
    readonly timeoutMs?: number;
    readonly review: (value: Value, context: Context, report: RuleReport<CodeOf<Messages>>, call: ReviewCall) => Promise<ReviewUsage | void>;
}
interface ReviewLimits {
    readonly accepted: JsonValue;
    readonly deadline?: number;
    readonly maxOutputTokens?: number;
}
interface ReviewReport {
    readonly review: string;
    readonly finished: boolean;
    readonly findings: readonly Finding[];
    readonly usage?: LlmUsage;
    readonly calls?: number;
    readonly estimated?: boolean;
}
interface ReviewResult {
    readonly report: ReviewReport;
    readonly model?: string;
    readonly cause?: unknown;
}
interface ReviewUsage extends LlmUsage {
    readonly model?: string;
    readonly calls?: number;
    readonly estimated?: boolean;
}
type ReviewedGateSchema<T> = GateSchema<T, Promise<StandardSchemaResult<Gated<T>>>>;
type ReviewedRun<T> = GateRun<T, Promise<GateStep<T>>>;
interface Route<Caller extends HttpCaller = HttpCaller> {
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    readonly path: string;
    readonly id: string;
    readonly summary: string;
    readonly description?: string;
    readonly scope?: string;
    readonly public?: boolean;
    readonly query?: z.ZodObject;
    readonly headers?: z.ZodObject;
    readonly params?: z.ZodObject;
    readonly requestBody?: {
        readonly schema: z.ZodType;
        readonly required?: boolean;
        readonly example?: unknown;
    };
    readonly answers: Readonly<Record<number, RouteAnswer>>;
    readonly problems?: Readonly<Record<number, readonly string[]>>;
    handle(request: RouteRequest<Caller>): Response | Promise<Response>;
}
interface RouteAnswer {
    readonly description: string;
    readonly schema?: z.ZodType;
    readonly example?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    readonly mediaTypes?: readonly string[];
}
interface RouteRequest<Caller extends HttpCaller> {
    readonly request: Request;
    readonly requestId: string;
    readonly locale: Locale;
    readonly caller: Caller | undefined;
    readonly base: string;
    readonly hono: HttpContext;
    param(name: string): string;
    body(): Promise<RequestBody>;
    json(status: number, body: unknown, headers?: Readonly<Record<string, string>>): Response;
}
interface Rule<Node = unknown, Context = unknown> {
    readonly id: string;
    readonly severity: Severity;
    readonly codes: readonly string[];
    readonly select?: readonly string[];
    readonly type?: NodeType;
    readonly needs?: 'nothing' | 'schema';
    readonly decidable?: 'node' | 'end';
    readonly messages?: RuleMessages;
    readonly repair?: 'node' | 'append' | 'parent';
    readonly check: RuleCheck<Node, Context>;
}
type RuleCheck<Node, Context, Code extends string = string> = (node: Node, context: Context, report: RuleReport<Code>, at: NodePlace) => void | undefined;
interface RuleInput<Node = unknown, Context = unknown, Messages extends RuleMessages = RuleMessages, Code extends string = string> extends Omit<Rule<Node, Context>, 'severity' | 'codes' | 'messages' | 'check'> {
    readonly severity?: Severity;
    readonly codes?: readonly Code[];
    readonly messages?: Messages;
    readonly check: RuleCheck<Node, Context, string extends Code ? CodeOf<Messages> : CodeOf<Messages> | Code>;
}
type RuleMessages = {
    readonly [L in Locale]?: Readonly<Record<string, Message>>;
} | Readonly<Record<string, string>>;
interface RuleReport<Code extends string = string> {
    (code: Code, options?: {
        readonly path?: JsonPointer;
        readonly params?: Finding['params'];
    }): void;
}
interface Run {
    readonly attempts: readonly Attempt[];
    readonly usage: UsageTotal;
    readonly events: readonly GateEvent[];
}
interface RunAnswer {
    readonly text: string;
    readonly finish?: LlmFinish;
    readonly usage?: LlmUsage;
    readonly estimate?: LlmUsage;
    readonly cached?: boolean;
    readonly model?: string;
}
interface RunGateOptions<Context> extends OpenRunOptions<Context> {
    readonly client: LlmClient;
    readonly messages: readonly LlmMessage[];
    readonly request?: Omit<LlmRequest, 'messages' | 'output'>;
    readonly stream?: boolean;
}
interface SafeParser<T> {
    safeParse(value: unknown): {
        readonly success: true;
        readonly data: T;
    } | {
        readonly success: false;
        readonly error: {
            readonly issues: readonly SchemaIssue[];
        };
    };
}
type Same<Left, Right> = [
    Left,
    Right
] extends [
    Right,
    Left
] ? unknown : never;
interface SchemaIssue {
    readonly code?: string | undefined;
    readonly path: readonly PropertyKey[];
    readonly params?: Readonly<Record<string, unknown>> | undefined;
    readonly keys?: readonly string[];
    readonly values?: readonly unknown[];
    readonly origin?: string;
    readonly minimum?: number | bigint;
    readonly maximum?: number | bigint;
}
type ScriptedClient = LlmClient & {
    readonly calls: readonly LlmRequest[];
};
interface ScriptedClientOptions {
    readonly provider?: string;
    readonly model?: string;
    readonly stream?: boolean;
}
type ScriptedReply = string | (Partial<LlmResponse> & {
    readonly text: string;
    readonly chunks?: readonly string[];
}) | LlmError | ((request: LlmRequest, index: number) => ScriptedReply | Promise<ScriptedReply>);
type Severity = 'must' | 'should';
interface SharedCounter {
    take(requests: readonly PointRequest[]): Promise<TakeAnswer>;
    correct(taken: readonly TakenPoints[], used: readonly number[]): Promise<void>;
}
interface Soundness {
    readonly mutants: number;
    readonly caught: number;
    readonly falseAlarms: number;
}
interface SoundnessCase<Context> {
    readonly value: JsonValue;
    readonly context: Context;
}
interface SoundnessOptions<Context> {
    readonly samples: readonly SoundnessCase<Context>[];
    readonly plan: MutationPlan;
    readonly benign?: readonly SoundnessCase<Context>[];
}
interface StandardJsonSchemaOptions {
    readonly target: string;
    readonly libraryOptions?: Readonly<Record<string, unknown>> | undefined;
}
interface StandardJsonSchemaSource {
    readonly input: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
    readonly output?: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
}
interface StandardSchemaIssue {
    readonly message: string;
    readonly path?: readonly (PropertyKey | {
        readonly key: PropertyKey;
    })[] | undefined;
}
interface StandardSchemaProps<Input = unknown, Output = Input> {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardSchemaResult<Output> | Promise<StandardSchemaResult<Output>>;
    readonly types?: {
        readonly input: Input;
        readonly output: Output;
    } | undefined;
}
type StandardSchemaResult<Output> = {
    readonly value: Output;
    readonly issues?: undefined;
} | {
    readonly issues: readonly StandardSchemaIssue[];
};
interface StandardSchemaV1<Input = unknown, Output = Input> {
    readonly '~standard': StandardSchemaProps<Input, Output>;
}
interface StorableGateEvent {
    readonly type: GateEvent['type'];
    readonly data: JsonObject;
}
interface StoredEvent<Type extends string = string, Data = JsonValue> extends NewEvent<Type, Data> {
    readonly streamId: string;
    readonly version: number;
    readonly position: number;
    readonly at: string;
    readonly hash: string;
}
interface StreamHead extends ChainHead {
    readonly archivedAs?: string;
}
interface StreamSummary {
    readonly streamId: string;
    readonly version: number;
    readonly updatedAt: string;
    readonly hash?: string;
}
type StrictJson = {
    readonly ok: true;
    readonly value: JsonValue;
} | {
    readonly ok: false;
    readonly reason: 'syntax' | 'too_deep' | 'duplicate_key';
};
type TakeAnswer = {
    readonly ok: true;
    readonly taken: readonly TakenPoints[];
} | {
    readonly ok: false;
    readonly refused: number;
    readonly used: number;
    readonly retryAfterMs: number | null;
};
interface TakenPoints {
    readonly key: string;
    readonly windowMs?: number;
    readonly at: number;
    readonly points: number;
}
interface Timer {
    sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
interface TokenSource {
    readonly messages?: readonly {
        readonly content: string;
    }[];
    readonly text?: string;
}
type TokenVerifier<Caller> = (token: string, request: Request) => Caller | null | Promise<Caller | null>;
type Unchanging = string | number | boolean | bigint | symbol | null | undefined | ((...parameters: never) => unknown);
interface UsageTotal {
    readonly calls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly cost: number;
    readonly estimated: boolean;
    readonly cachedInputTokens?: number;
    readonly cacheWriteTokens?: number;
    readonly reasoningTokens?: number;
}
interface ValidateOptions {
    readonly locale?: Locale;
    readonly catalog?: Catalog;
}
interface ValidationResult {
    readonly ok: boolean;
    readonly errors: string[];
    readonly warnings: string[];
    readonly findings: readonly Finding[];
}
interface ValueGate<T, Context = undefined, Input = unknown> {
    readonly name: string;
    readonly definition: GateDefinition<T, Context, Input>;
    validate(this: ValueGate<T>, value: unknown): GateVerdict<T>;
    validate(value: unknown, context: Context, options?: ValidateOptions): GateVerdict<T>;
    format(finding: Finding, options?: ValidateOptions): string;
}
interface VerifyChainOptions {
    readonly previousHash?: string;
    readonly head?: ChainHead;
}
class VersionConflictError extends KanmonError {
    static readonly errorName: string;
    readonly streamId: string;
    readonly expectedVersion: number;
    readonly actualVersion: number;
    readonly reason: 'version' | 'key';
    constructor(details: {
        readonly streamId: string;
        readonly expectedVersion: number;
        readonly actualVersion: number;
        readonly reason?: 'version' | 'key';
    });
}
interface WithEvents<T> extends WithPartials<T> {
    readonly events?: readonly GateEvent[];
}
interface WithPartials<T> {
    readonly onPartial?: (value: DeepPartial<T>, attempt: number) => void;
}
interface WithReviews<T, Context> {
    readonly reviews: readonly Review<DeepReadonly<T>, Context>[];
}
interface WithoutOptionalNulls {
    readonly value: JsonValue;
    readonly removed: readonly JsonPointer[];
}
type WithoutUndefined<T extends object> = {
    [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
    [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};
type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text;
function abortedError(provider: string, signal: AbortSignal): LlmError;
function applyPatch(value: JsonValue, patch: unknown, guard?: PatchGuard): PatchResult;
function assertGated<T>(value: unknown, gate?: ValueGate<T, never> | GateIdentity): asserts value is Gated<T>;
function bearer<Caller extends HttpCaller>(verify: TokenVerifier<Caller>): (request: Request) => Promise<Caller | null>;
function boundedStream<T>(bounds: CallBounds, source: AsyncIterable<T>): AsyncGenerator<T, void, undefined>;
function canonicalJson(value: JsonValue): string;
function chainHash(previousHash: string, event: Omit<StoredEvent, 'hash' | 'position'>): string;
function chainHashOfText(previousHash: string, event: Omit<StoredEvent, 'hash' | 'position' | 'data'> & {
    readonly dataJson: string;
}, digest?: (text: string) => string): string;
function checkAppend(streamId: unknown, events: unknown, options: unknown): CheckedAppend;
function checkArgument(where: string, kind: keyof typeof kinds, value: unknown): void;
function checkBudget(budget: Budget): void;
function checkBy<T>(schema: SafeParser<T>, value: unknown): Checked<T>;
function checkCorrection(taken: readonly TakenPoints[], used: readonly number[], countedOf?: (each: TakenPoints) => number): readonly PointChange[];
function checkFlags(flags: Readonly<Record<string, boolean | undefined>>): void;
function checkGuards(options: object, names: string): void;
function checkHead(head: ChainHead, option: string): void;
function checkId(id: unknown, what: 'stream id' | 'resource' | 'owner' | 'key' | 'name'): string;
function checkLease(lease: unknown): Fence;
function checkLeaseRequest(resource: unknown, options: {
    readonly owner: string;
    readonly ttlMs: number;
}): {
    readonly resource: string;
    readonly owner: string;
    readonly ttlMs: number;
};
function checkListOptions(options?: {
    readonly prefix?: string;
}, method?: 'listStreams' | 'listRemoved'): string;
function checkOneOf(name: string, value: string | undefined, allowed: string): void;
function checkOptions<Options extends object, Names extends string>(options: Options, names: Names & Same<Words<Names>, keyof Options>, where: string): void;
function checkPorts<Ports extends object>(ports: Ports, methods: {
    readonly [Name in keyof Ports]?: string;
} & Readonly<Record<string, string>>): void;
function checkReadAllOptions(options?: ReadAllOptions): Required<ReadAllOptions>;
function checkReadOptions(options?: ReadOptions): Required<ReadOptions>;
function checkRequests(requests: readonly PointRequest[]): readonly CheckedRequest[];
function checkTtl(ttlMs: unknown): number;
function checkedClock(clock: Clock): Clock;
function childPath(path: JsonPointer, token: string): JsonPointer;
const classes: {
    readonly 'missing-comma': 'guess';
    readonly 'missing-colon': 'guess';
    readonly 'missing-value': 'guess';
    readonly 'missing-quote-open': 'guess';
    readonly 'missing-quote-close': 'guess';
    readonly 'unescaped-quote': 'guess';
    readonly 'invalid-escape': 'guess';
    readonly 'bracket-mismatch': 'guess';
    readonly 'bracket-missing': 'guess';
    readonly 'extra-bracket': 'guess';
    readonly 'stray-character': 'guess';
    readonly 'unquoted-value': 'guess';
    readonly 'candidate-dropped': 'guess';
    readonly 'candidate-doubtful': 'guess';
    readonly 'ellipsis-dropped': 'lossy';
    readonly truncated: 'lossy';
    readonly 'duplicate-key': 'lossy';
};
function closedError(): EventStoreError;
function completeUsage(usage: LlmUsage | undefined, source: TokenSource): CompletedUsage;
function contentHash(value: JsonValue): string;
function copyFrozen<T>(value: T): T;
function copyJson(value: unknown): CopyResult<JsonValue>;
const coreCatalog: Catalog;
function createBudgetMeter(budget: Budget, options?: BudgetMeterOptions): BudgetMeter;
function createCheckpoint(store: EventStore, name: string): Checkpoint;
function createCorrect(write: (changes: readonly PointChange[]) => void | Promise<void>): SharedCounter['correct'];
function createHttpApp<Caller extends HttpCaller>(options: HttpAppOptions<Caller>): Hono<HttpEnv>;
function createListener<Arguments extends readonly unknown[]>(name: string, listener: ((...given: Arguments) => unknown) | undefined, logger?: Logger): (...given: Arguments) => void;
function createManualClock(start?: string | number): ManualClock;
function createMemoryCounter(options?: {
    readonly clock?: Clock;
}): SharedCounter;
function createMemoryEventStore(options?: {
    readonly clock?: Clock;
}): EventStore;
function createModelJudge<Context = unknown>(options: ModelJudgeOptions<Context>): Review<unknown, Context>;
function createPartialReader<Input, Context>(gate: ValueGate<unknown, Context, Input>, options: {
    readonly context: Context;
}): PartialReader<Input>;
function createPartialReader<Input>(gate: ValueGate<unknown, undefined, Input>): PartialReader<Input>;
function createScriptedClient(script: readonly ScriptedReply[] | ((request: LlmRequest, index: number) => ScriptedReply | Promise<ScriptedReply>), options?: ScriptedClientOptions): ScriptedClient;
function createSecretRedactor(values?: readonly string[]): (text: string) => string;
function createSequentialIds(): IdSource;
function dataBlock(values: readonly JsonValue[]): string;
function dataLine(value: JsonValue): string;
function decideAcquire(view: HistoryView, request: {
    readonly resource: string;
    readonly owner: string;
    readonly ttlMs: number;
}, now: Date): Decision<Lease | null, LeaseChange>;
function decideAppend(view: HistoryView, append: CheckedAppend, now: Date, digest?: (text: string) => string): Decision<AppendResult, AppendChange>;
function decideRelease(view: HistoryView, { resource, token }: Fence, now: Date): Decision<undefined, LeaseChange>;
function decideRenew(view: HistoryView, fence: Fence, ttlMs: number, now: Date): Decision<Lease, LeaseChange>;
function decideTake(requests: readonly CheckedRequest[], now: number, countOf: (request: CheckedRequest) => PointCount): TakeAnswer;
function decodeChunks(chunks: AsyncIterable<Uint8Array>): Promise<string>;
function defineError<Fields extends object = object>(name: string, code: string, defaults?: Fields): DefinedErrorClass<Fields>;
function defineGate<T, Context = undefined, Input = unknown>(definition: GateDefinition<T, Context, Input>): Gate<T, Context, Input>;
function defineReview<Value = unknown, Context = unknown, const Messages extends RuleMessages = RuleMessages>(input: ReviewInput<Value, Context, Messages>): Review<Value, Context>;
function defineRule<Node = unknown, Context = unknown, const Messages extends RuleMessages = RuleMessages, const Code extends string = string>(rule: RuleInput<Node, Context, Messages, Code>): Rule<Node, Context>;
function defineValueGate<T, Context = undefined, Input = unknown>(definition: GateDefinition<T, Context, Input>): ValueGate<T, Context, Input>;
function describeRoutes(input: OpenApiInput): JsonObject;
function describeValue(value: unknown): string;
function detectLanguage(text: string): Language;
function escapeInvisible(text: string): string;
function estimateTokens(text: string): number;
const eventStoreLimits: Readonly<{
    idBytes: number;
    eventTypeLength: number;
    keyBytes: number;
    eventsPerAppend: number;
    eventBytes: number;
    appendBytes: number;
    dataDepth: number;
    ttlMs: number;
}>;
function expectRuleSoundness<T, Context>(gate: Gate<T, Context>, options: SoundnessOptions<Context>): Soundness;
function extractJson(raw: string, options?: ExtractOptions): ExtractResult;
function fieldIssue(path: Path, issue: FieldIssueCode, params?: Readonly<Record<string, string | number>>): FieldIssue;
function fieldIssueText(issue: FieldIssueCode, locale: Locale, params?: FieldIssue['params']): string;
function foldText(text: string): FoldedText | null;
function followAll(store: EventStore, options?: FollowOptions): AsyncGenerator<StoredEvent, void, undefined>;
function formatFinding(finding: Finding, options?: FormatOptions): string;
function formatGateFinding(finding: Finding, options: FormatOptions): string;
function formatPointer(tokens: readonly (string | number)[]): JsonPointer;
function fromEvents(stream: AsyncIterable<{
    readonly type: string;
    readonly data: unknown;
}> | Iterable<{
    readonly type: string;
    readonly data: unknown;
}>): Promise<readonly GateEvent[]>;
function gateSchema<T, Context>(gate: ValueGate<T, Context>, options: GateSchemaOptions<Context> & WithReviews<T, Context>): ReviewedGateSchema<T>;
function gateSchema<T, Context>(gate: ValueGate<T, Context>, options: GateSchemaOptions<Context> & {
    readonly reviews?: undefined;
}): GateSchema<T>;
function gateSchema<T>(gate: ValueGate<T>, options: Omit<GateSchemaOptions<undefined>, 'context'> & WithReviews<T, undefined>): ReviewedGateSchema<T>;
function gateSchema<T>(gate: ValueGate<T>, options?: Omit<GateSchemaOptions<undefined>, 'context'> & {
    readonly reviews?: undefined;
}): GateSchema<T>;
const gatedBrand: unique symbol;
function getPointer(value: JsonValue, pointer: JsonPointer): PointerLookup;
function globalConsole(): Logger;
function headerSecrets(headers: HeadersInput): readonly string[];
function invalidRequest(details: readonly FieldIssue[]): HttpProblem;
function isGated(value: unknown, gate?: GateIdentity): boolean;
function isJsonArray(value: JsonValue | undefined): value is JsonArray;
function isJsonEqual(left: unknown, right: unknown): boolean;
function isJsonObject(value: JsonValue | undefined): value is JsonObject;
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>>;
function isPointer(pointer: unknown): pointer is JsonPointer;
function isRecord(value: unknown): value is Readonly<Record<string, unknown>>;
function isTokenCount(value: unknown): value is number;
const isWellFormed: (text: string) => boolean;
const issueTexts: {
    readonly missing: {
        readonly en: 'is missing';
        readonly ja: 'が未指定です';
    };
    readonly wrong_type: {
        readonly en: 'has the wrong type';
        readonly ja: 'の型が正しくありません';
    };
    readonly blank: {
        readonly en: 'is blank';
        readonly ja: 'が空です';
    };
    readonly too_long: {
        readonly en: 'is too long';
        readonly ja: 'が長すぎます';
    };
    readonly too_many: {
        readonly en: 'is beyond the limit';
        readonly ja: 'は上限を超えています';
    };
    readonly too_few: {
        readonly en: 'is below the limit';
        readonly ja: 'が下限に足りません';
    };
    readonly too_deep: {
        readonly en: 'is nested too deep';
        readonly ja: 'の入れ子が深すぎます';
    };
    readonly control_character: {
        readonly en: 'has a control character';
        readonly ja: 'に制御文字が含まれています';
    };
    readonly bidi_control: {
        readonly en: 'has a bidirectional control';
        readonly ja: 'に書字方向の制御文字が含まれています';
    };
    readonly invisible_character: {
        readonly en: 'has an invisible character';
        readonly ja: 'に見えない文字が含まれています';
    };
    readonly lone_surrogate: {
        readonly en: 'has a broken character';
        readonly ja: 'に壊れた文字が含まれています';
    };
    readonly column_count: {
        readonly en: 'has the wrong number of columns';
        readonly ja: 'の列数が合いません';
    };
    readonly invalid_format: {
        readonly en: 'is malformed';
        readonly ja: 'の形式が正しくありません';
    };
    readonly unknown_field: {
        readonly en: 'is not a known field';
        readonly ja: 'という項目はありません';
    };
    readonly unknown_value: {
        readonly en: 'has a value that cannot be used';
        readonly ja: 'の値は使えません';
    };
    readonly duplicate: {
        readonly en: 'is a duplicate';
        readonly ja: 'が重複しています';
    };
};
const kinds: {
    readonly 'a text': (value: unknown) => value is string;
    readonly 'a list': (arg: any) => arg is any[];
    readonly 'an object': typeof isRecord;
    readonly 'a function': (value: unknown) => value is Function;
    readonly 'a JSON value': (value: unknown) => value is {} | null;
    readonly 'an iterable': (value: unknown) => boolean;
};
function limitBytes(body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>, maxBytes: number, tooLarge: () => Error): AsyncGenerator<Uint8Array, void, undefined>;
function longestSpelling(values: readonly string[]): number;
function lowerBound<T>(list: readonly T[], isBefore: (item: T) => boolean): number;
function matchPointer(pattern: string, pointer: JsonPointer): boolean;
const maxJsonDepth = 64;
function mergeCatalogs(...catalogs: readonly Catalog[]): Catalog;
function mutateReport(value: JsonValue, plan: MutationPlan): readonly Mutant[];
function openCallBounds(options: CallBoundsOptions): CallBounds;
function openRun<T, Context, Input = unknown>(gate: Gate<T, Context, Input>, options: OpenRunOptions<Context> & Partial<WithReviews<T, Context>> & WithEvents<Input>): GateRun<T, GateStep<T> | Promise<GateStep<T>>>;
function openRun<T, Context, Input = unknown>(gate: Gate<T, Context, Input>, options: OpenRunOptions<Context> & WithReviews<T, Context> & WithEvents<Input>): ReviewedRun<T>;
function openRun<T, Context, Input = unknown>(gate: Gate<T, Context, Input>, options: OpenRunOptions<Context> & {
    readonly reviews?: undefined;
} & WithEvents<Input>): GateRun<T>;
function openRun<T, Input = unknown>(gate: Gate<T, undefined, Input>, options: Omit<OpenRunOptions<undefined>, 'context'> & WithReviews<T, undefined> & WithEvents<Input>): ReviewedRun<T>;
function openRun<T, Input = unknown>(gate: Gate<T, undefined, Input>, options?: Omit<OpenRunOptions<undefined>, 'context'> & {
    readonly reviews?: undefined;
} & WithEvents<Input>): GateRun<T>;
function optionError(name: string, expected: string, got: unknown): InvalidArgumentError;
const outsideCatalog: Catalog;
const parseJson: (text: string, reviver?: (key: string, value: unknown) => unknown) => JsonValue;
function parsePointer(pointer: JsonPointer): readonly string[];
function parseRun(text: string): readonly GateEvent[];
function parseStrictJson(text: string): StrictJson;
function planCorrection(input: RejectedAnswer & {
    readonly gate: Gate<unknown, never>;
    readonly locale?: Locale;
    readonly correction?: CorrectionOptions;
}): CorrectionPlan;
const poisonedKeys: ReadonlySet<string>;
const portMethods: {
    client: string;
    store: string;
    clock: string;
    timer: string;
    ids: string;
    logger: string;
    signal: string;
    onEvent: string;
};
function prefersToJson(request: Request, mediaType: string): boolean;
const problemSchema: z.ZodType<Problem>;
function quietLogger(logger: Logger): Logger;
function quoteSafely(text: string, length: number, values?: readonly string[] | undefined): string;
function randomIds(): IdSource;
function readChunks(body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined>;
function readQuery<Shape extends z.ZodRawShape>(request: Request, schema: z.ZodObject<Shape>): z.infer<z.ZodObject<Shape>>;
const reasonCatalog: Catalog;
function redactSecrets(text: string): string;
function remainingBudget(budget: Budget, spent: Pick<UsageTotal, 'calls' | 'inputTokens' | 'outputTokens' | 'cost'>, elapsedMs: number): Budget | null;
function removedError(streamId: string, archivedAs: string): EventStoreError;
function replayGate<T, Context>(gate: Gate<T, Context>, events: readonly GateEvent[], options: {
    readonly context: Context;
}): Promise<GateOutcome<T>>;
function replayGate<T>(gate: Gate<T>, events: readonly GateEvent[]): Promise<GateOutcome<T>>;
const requestIdPattern: RegExp;
function retry<T>(operation: (attempt: number) => Promise<T>, options?: RetryOptions): Promise<T>;
function runGate<T, Context, Input = unknown>(gate: Gate<T, Context, Input>, options: RunGateOptions<Context> & Partial<WithReviews<T, Context>> & WithPartials<Input>): Promise<GateOutcome<T>>;
function runGate<T, Input = unknown>(gate: Gate<T, undefined, Input>, options: Omit<RunGateOptions<undefined>, 'context'> & Partial<WithReviews<T, undefined>> & WithPartials<Input>): Promise<GateOutcome<T>>;
function serializeRun(events: readonly GateEvent[]): string;
function setOwn(target: Record<string, unknown>, key: string, value: unknown): void;
function sha256Hex(input: string | Uint8Array): string;
const silentLogger: Logger;
const systemClock: Clock;
const systemTimer: Timer;
function timeoutError(provider: string, options?: {
    readonly retryable?: boolean;
    readonly cause?: unknown;
}): LlmError;
function toDotPath(pointer: JsonPointer): string;
function toEvents(events: readonly GateEvent[]): readonly StorableGateEvent[];
function toValidationResult(findings: readonly Finding[], options?: FormatOptions): ValidationResult;
function toWellFormed(text: string): string;
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T>;
function unwrap<T>(gate: Gate<T, never>, outcome: GateOutcome<T>): Gated<T>;
function urlSecrets(address: unknown): readonly string[];
function validationResult(findings: readonly Finding[], textOf: (finding: Finding) => string): ValidationResult;
function verifyChain(events: AsyncIterable<StoredEvent> | Iterable<StoredEvent>, options?: VerifyChainOptions): Promise<ChainVerdict>;
function visibleText(text: string): string;
function warnOfThrownRule(gate: string, findings: readonly Finding[], logger?: Logger): void;
function withoutOptionalNulls(value: JsonValue, schema: JsonSchema | undefined): WithoutOptionalNulls;
function withoutUndefined<T extends object>(members: T): WithoutUndefined<T>;
