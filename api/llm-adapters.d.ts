interface AdapterDefaults {
    readonly maxOutputTokens?: number;
    readonly providerOptions?: Readonly<Record<string, unknown>>;
    readonly capabilities?: Partial<LlmCapabilities>;
    readonly raw?: boolean;
    readonly secrets?: readonly string[];
    readonly maxResponseBytes?: number;
    readonly identity?: string;
    readonly clock?: Clock;
    readonly timer?: Timer;
}
interface AgentModelLike {
    getResponse(request: never): PromiseLike<object>;
    getStreamedResponse(request: never): AsyncIterable<object>;
}
interface AgentModelRequest {
    readonly model: unknown;
    readonly messages: readonly unknown[];
    readonly tools: readonly unknown[];
    readonly responseFormat?: unknown;
    readonly modelSettings?: object;
    readonly runtime: AgentRuntime;
}
interface AgentRuntime {
    readonly context?: unknown;
    readonly signal?: AbortSignal;
    readonly interrupt?: (value: unknown) => unknown;
}
class AiSdkCallError extends Error {
    readonly name: string;
    readonly url: string;
    readonly requestBodyValues: Readonly<Record<string, unknown>>;
    readonly statusCode: number | undefined;
    readonly responseHeaders: Readonly<Record<string, string>>;
    readonly isRetryable: boolean;
    constructor(error: LlmError);
}
interface AiSdkModel<V extends keyof VersionedParts> {
    readonly specificationVersion: V;
    readonly provider: string;
    readonly modelId: string;
    readonly supportedUrls: Record<string, RegExp[]>;
    doGenerate(options: object): Promise<GenerateResult<V>>;
    doStream(options: object): Promise<{
        stream: ReadableStream<StreamPart<V>>;
    }>;
}
interface AnthropicLike {
    readonly messages: CreateMethod;
}
type ApiKey = string | (() => string | Promise<string>);
type AttributeValue = string | number | boolean | string[];
interface AzureOpenAIEmbedderOptions extends Omit<OpenAIEmbedderOptions, 'model'> {
    readonly deployment: string;
}
interface BedrockLike {
    send(command: object, options?: object): Promise<unknown>;
}
class BudgetExceededError extends LlmError {
    static readonly errorName: string;
    readonly limit: ClientBudgetLimit;
    readonly allowed: number;
    readonly spent: number;
    constructor(details: {
        readonly limit: ClientBudgetLimit;
        readonly allowed: number;
        readonly spent: number;
        readonly cause?: unknown;
    });
}
interface BudgetLedger {
    start(): void;
    charge(usage: LlmUsage, details: ChargeDetails): void;
    snapshot(): BudgetSnapshot;
}
interface BudgetOptions {
    readonly maxAttempts?: number;
    readonly maxCalls?: number;
    readonly maxInputTokens?: number;
    readonly maxOutputTokens?: number;
    readonly maxTotalTokens?: number;
    readonly maxTokens?: number;
    readonly maxCost?: number;
    readonly price?: Price;
    readonly ledger?: BudgetLedger;
    readonly shared?: SharedLimit;
}
interface BudgetSnapshot {
    readonly calls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly totalTokens: number;
    readonly cost: number;
    readonly estimated: boolean;
}
type BuiltInRuleName = 'key' | 'email' | 'card' | 'phone';
interface CacheEntry {
    readonly response: LlmResponse;
    readonly storedAt: number;
}
interface CacheOptions extends TimeOptions {
    readonly store: CacheStore;
    readonly ttlMs?: number;
    readonly storeMs?: number;
    readonly key?: (request: LlmRequest, client: LlmClient) => string;
    readonly onlyIf?: (request: LlmRequest, response: LlmResponse) => boolean;
    readonly logger?: Logger;
}
interface CacheStore {
    get(key: string): CacheEntry | undefined | Promise<CacheEntry | undefined>;
    set(key: string, entry: CacheEntry): void | Promise<void>;
}
type CachedResponse = LlmResponse & Required<Pick<LlmResponse, 'cachedUsage'>>;
class CassetteFormatError extends KanmonError {
    static readonly errorName: string;
    readonly line: number;
    constructor(line: number, problem: string);
}
class CassetteMissError extends KanmonError {
    static readonly errorName: string;
    readonly key: string;
    readonly n: number;
    readonly nearest: unknown;
    readonly differences: readonly JsonPointer[];
    constructor(details: {
        readonly key: string;
        readonly n: number;
        readonly recorded: number;
        readonly otherClient: boolean;
        readonly nearest?: unknown;
        readonly differences: readonly JsonPointer[];
    });
}
type CassetteMode = (typeof cassetteModes)[number];
interface CassetteOptions {
    readonly mode: CassetteMode;
    readonly store: CassetteStore;
    readonly match?: (request: LlmRequest, client: LlmClient) => string;
    readonly redact?: (text: string) => string;
    readonly logger?: Logger;
}
interface CassetteStore {
    read(): string | Promise<string>;
    append(text: string): void | Promise<void>;
    replace(text: string): void | Promise<void>;
}
interface ChargeDetails {
    readonly model: string;
    readonly price?: Price;
    readonly estimateFrom?: TokenSource;
    readonly estimated?: boolean;
}
interface ChatModelLike {
    invoke(input: unknown, options?: object): PromiseLike<unknown>;
}
type ClientBudgetLimit = keyof typeof spentBy;
interface ClientFromEnvOptions {
    readonly variable?: string;
    readonly load?: (specifier: string) => Promise<unknown>;
    readonly fetch?: typeof fetch;
    readonly registry?: readonly ProviderEntry[];
    readonly logger?: Logger;
    readonly compose?: ComposeOptions | false;
}
type CommandClass = new (input: never) => object;
interface ComposeOptions {
    readonly trace?: TraceSink | (TraceOptions & {
        readonly sink: TraceSink;
    });
    readonly budget?: BudgetOptions;
    readonly cache?: CacheOptions;
    readonly cassette?: CassetteOptions;
    readonly fallback?: readonly LlmClient[] | (FallbackOptions & {
        readonly clients: readonly LlmClient[];
    });
    readonly router?: {
        readonly route: (request: LlmRequest) => string;
        readonly clients: RoutedClients;
    };
    readonly retry?: RetryOptions;
    readonly timeout?: TimeoutOptions;
    readonly rateLimit?: RateLimitOptions;
    readonly clock?: Clock;
    readonly timer?: Timer;
    readonly random?: () => number;
}
interface ConformanceOptions extends TestRunner {
    readonly name?: string;
    readonly skip?: Readonly<Record<string, string>>;
}
interface ConverseCommands {
    readonly Converse: CommandClass;
    readonly ConverseStream?: CommandClass;
}
interface CreateMethod {
    create(body: object, options?: object): PromiseLike<unknown>;
}
type Decorator = (client: LlmClient) => LlmClient;
interface DroppedKeyword {
    readonly path: JsonPointer;
    readonly keyword: string;
}
type Environment = Readonly<Record<string, string | undefined>>;
interface FailedAttempt {
    readonly attempt: number;
    readonly error: LlmError;
}
interface FailureCase {
    readonly name: string;
    readonly reply: LlmError;
    readonly expected: Pick<LlmError, 'kind' | 'retryable'>;
}
interface FallbackClient extends LlmClient {
    behind(primary: LlmClient): FallbackClient;
}
type FallbackError = LlmError & {
    readonly errors: readonly LlmError[];
};
interface FallbackOptions {
    readonly on?: (error: LlmError) => boolean;
}
interface FinishV3 {
    unified: UnifiedFinish;
    raw: string | undefined;
}
interface FromAiSdkOptions {
    readonly defaults?: AdapterDefaults;
}
interface FromAnthropicOptions {
    readonly model: string;
    readonly maxOutputTokens: number;
    readonly defaults?: AdapterDefaults;
}
interface FromAzureOpenAIOptions extends Omit<FromOpenAIOptions, 'model'> {
    readonly deployment: string;
}
interface FromBedrockConverseOptions {
    readonly modelId: string;
    readonly commands: ConverseCommands;
    readonly defaults?: AdapterDefaults;
}
interface FromLangChainOptions {
    readonly defaults?: AdapterDefaults;
}
interface FromOpenAIOptions {
    readonly model: string;
    readonly api?: OpenAiApi;
    readonly defaults?: AdapterDefaults;
}
interface GateCallOptions<Context, T = never> extends OpenRunOptions<Context>, Partial<WithReviews<T, Context>> {
    readonly onOutcome?: (outcome: GateOutcome<unknown>) => void;
}
interface GateGuardrail {
    readonly name: string;
    execute(args: {
        readonly agentOutput: unknown;
    }): Promise<{
        readonly tripwireTriggered: boolean;
        readonly outputInfo: {
            readonly findings: readonly Finding[];
            readonly errors: readonly string[];
        };
    }>;
}
interface GateGuardrailOptions<Context> {
    readonly context: Context;
    readonly locale?: Locale;
}
interface GateMiddleware {
    readonly name: string;
    wrapModelCall<Request extends AgentModelRequest, Message extends object>(request: Request, handler: (request: Request) => PromiseLike<Message> | Message): Promise<Message>;
}
interface GateMiddleware<V extends SpecificationVersion> {
    readonly specificationVersion: V;
    wrapGenerate<Result extends object>(call: WrappedCall & {
        doGenerate(): PromiseLike<Result>;
    }): Promise<Result>;
    wrapStream<Result extends object>(call: WrappedCall & {
        doStream(): PromiseLike<Result>;
    }): Promise<Result>;
}
interface GateMiddlewareOptions<Context, T = never, V extends SpecificationVersion = SpecificationVersion> extends GateCallOptions<Context, T> {
    readonly stream?: StreamMode;
    readonly maxRetries?: number;
    readonly specificationVersion?: V;
}
interface GateMiddlewareOptions<Context, T = never> extends GateCallOptions<Context, T> {
    readonly onRejected?: (outcome: Extract<GateOutcome<unknown>, {
        readonly status: 'rejected';
    }>, runtime: AgentRuntime) => unknown;
}
interface GateOutput<T, Input = unknown> {
    readonly name: string;
    readonly responseFormat: Promise<ResponseFormat>;
    readonly parseCompleteOutput: ParseComplete<T>;
    readonly parsePartialOutput: ParsePartial<Input>;
    readonly createElementStreamTransform: () => undefined;
}
interface GateOutputOptions<Context> {
    readonly context: Context;
}
interface GateOutputV5<T, Input = unknown> {
    readonly type: 'object';
    readonly responseFormat: ResponseFormat;
    readonly parseOutput: ParseComplete<T>;
    readonly parsePartial: ParsePartial<Input>;
}
interface GateSpanLike extends Pick<SpanLike, 'setStatus'> {
    setAttributes(attributes: Record<string, AttributeValue>): unknown;
    addEvent(name: string, attributes: Record<string, AttributeValue>, time: Date): unknown;
    end(time: Date): void;
}
interface GateTracerLike {
    startSpan(name: string, options: {
        attributes: Record<string, AttributeValue>;
        startTime: Date;
    }): GateSpanLike;
}
type GatedAgentModel<Model extends AgentModelLike> = Pick<Model, keyof Model & ('getResponse' | 'getStreamedResponse' | 'getRetryAdvice' | 'supportsPromptModelSelection')>;
type GatedCall<T, Model extends LanguageModelLike, Input = unknown> = {
    readonly model: Pick<Model, ModelMember & keyof Model>;
    readonly output: GateOutput<T, Input>;
    readonly maxRetries?: number;
} & (Model extends {
    readonly specificationVersion: 'v2';
} ? {
    readonly experimental_output: GateOutputV5<T, Input>;
} : unknown);
type GatedCall<T> = (input: unknown, config?: object) => Promise<Gated<T>>;
interface GenerateResult<V extends keyof VersionedParts> {
    content: {
        type: 'text';
        text: string;
    }[];
    finishReason: VersionedParts[V]['finish'];
    usage: VersionedParts[V]['usage'];
    providerMetadata?: KanmonMetadata;
    response?: ResponseMetadata;
    warnings: VersionedParts[V]['warning'][];
}
type GenkitMiddleware = <Request extends object, Options, Response extends object>(request: Request, options: Options, next: (request?: Request, options?: Options) => Promise<Response>) => Promise<Response>;
type JsonMode = 'schema' | 'object' | 'prompt';
interface JsonOutputOptions {
    readonly inject: 'schema-in-prompt';
}
type KanmonMetadata = Record<string, Record<string, string>>;
interface LanguageModelLike {
    readonly specificationVersion: string;
    readonly provider: string;
    readonly modelId: string;
    doGenerate(options: object): PromiseLike<object>;
    doStream(options: object): PromiseLike<{
        readonly stream: ReadableStream<unknown>;
    }>;
}
interface LoweredSchema {
    readonly schema: JsonSchema;
    readonly dropped: readonly DroppedKeyword[];
    readonly strict: boolean;
}
type MakeClient = (replies: readonly MockReply[]) => LlmClient | Promise<LlmClient>;
interface MemoryCassetteStore extends CassetteStore {
    text(): string;
}
class MissingProviderVariablesError extends MissingConfigurationError {
    readonly provider: string;
    readonly missing: string[];
    constructor(details: {
        readonly provider: string;
        readonly missing: readonly string[];
    });
}
type MockClient = LlmClient & {
    readonly calls: readonly LlmRequest[];
};
interface MockClientOptions {
    readonly model?: string;
    readonly provider?: string;
    readonly capabilities?: Partial<LlmCapabilities>;
    readonly clock?: Clock;
    readonly timer?: Timer;
    readonly chunkSize?: number;
    readonly onExhausted?: 'throw' | 'repeat-last' | 'cycle';
}
interface MockDelay {
    readonly delayMs: number;
    readonly reply: MockReply;
}
interface MockDeltas {
    readonly deltas: readonly string[];
    readonly failAfter?: number;
    readonly error?: LlmError;
}
type MockReply = string | JsonObject | Partial<LlmResponse> | LlmError | MockDelay | MockDeltas;
type MockScript = readonly MockReply[] | ((request: LlmRequest, n: number) => MockReply | Promise<MockReply>);
type ModelMember = keyof LanguageModelLike | 'supportedUrls';
interface OpenAIEmbedderOptions {
    readonly model: string;
    readonly dimensions: number;
    readonly batchSize?: number;
}
interface OpenAILike {
    readonly chat?: {
        readonly completions: CreateMethod;
    };
    readonly responses?: CreateMethod;
    readonly embeddings?: CreateMethod;
}
type OpenAiApi = 'chat' | 'responses';
interface OpenAiCompatibleEmbedderOptions extends Pick<OpenAiCompatibleOptions, 'baseUrl' | 'model' | 'apiKey' | 'fetch'> {
    readonly dimensions: number;
    readonly batchSize?: number;
    readonly maxResponseBytes?: number;
}
interface OpenAiCompatibleOptions {
    readonly baseUrl: string;
    readonly model: string;
    readonly apiKey?: ApiKey;
    readonly fetch?: typeof fetch;
    readonly headers?: NonNullable<ConstructorParameters<typeof Headers>[0]>;
    readonly jsonMode?: JsonMode;
    readonly streamUsage?: boolean;
    readonly provider?: string;
    readonly defaults?: AdapterDefaults;
}
interface OpenTelemetryOptions {
    readonly tracer: TracerLike;
    readonly captureContent?: boolean;
}
type OutputPlan = {
    readonly type: 'text';
} | {
    readonly type: 'json';
    readonly name: string;
    readonly schema?: JsonSchema;
    readonly strict: boolean;
    readonly jsonObject: boolean;
    readonly wordSuffices: boolean;
    readonly instruction?: string;
    readonly warnings: readonly string[];
};
type ParseComplete<T> = (answer: {
    text: string;
}, context: {
    response: object;
    finishReason: string;
}) => Promise<Gated<T>>;
type ParsePartial<Input> = (answer: {
    text: string;
}) => Promise<{
    partial: DeepPartial<Input>;
} | undefined>;
interface PreparedRequest {
    readonly model: string;
    readonly messages: readonly LlmMessage[];
    readonly output: OutputPlan;
    readonly maxOutputTokens?: number;
    readonly temperature?: number;
    readonly stop?: readonly string[];
    readonly metadata?: Readonly<Record<string, string>>;
    readonly extra: UnknownRecord;
    readonly warnings: readonly string[];
}
interface ProviderContext {
    readonly values: Readonly<Record<string, string>>;
    readonly secrets: readonly string[];
    readonly loadExport: (specifier: string, name: string) => Promise<unknown>;
    readonly fetch?: typeof fetch;
}
interface ProviderDescription {
    readonly provider: string;
    readonly package?: string;
    readonly required: readonly ProviderVariable[];
    readonly optional: readonly ProviderVariable[];
}
interface ProviderEntry {
    readonly name: string;
    readonly variables: readonly ProviderVariable[];
    readonly package?: string;
    readonly alternative?: string;
    create(context: ProviderContext): Promise<LlmClient>;
}
interface ProviderErrorContext {
    readonly provider: string;
    readonly signal?: AbortSignal | undefined;
    readonly deadline?: number | undefined;
    readonly clock?: Clock | undefined;
    readonly secrets?: readonly string[] | undefined;
    readonly model?: string | undefined;
}
class ProviderPackageMissingError extends KanmonError {
    static readonly errorName: string;
    readonly package: string;
    constructor(details: {
        readonly provider: string;
        readonly package: string;
        readonly problem: string;
        readonly alternative?: string | undefined;
    });
}
interface ProviderVariable {
    readonly name: string;
    readonly alternatives?: readonly string[];
    readonly required: boolean;
    readonly togetherWith?: string;
    readonly default?: string;
    readonly secret?: boolean;
    readonly description: string;
}
interface RateLimitOptions extends TimeOptions {
    readonly requestsPerMinute?: number;
    readonly tokensPerMinute?: number;
    readonly concurrency?: number;
    readonly maxQueue?: number;
    readonly shared?: SharedLimit;
}
type ReadToolResultOptions<Context> = Pick<OpenRunOptions<Context>, 'context'>;
interface RedactionOptions {
    readonly rules?: readonly (BuiltInRuleName | RedactionRule)[];
}
interface RedactionRule {
    readonly name: string;
    readonly pattern: RegExp;
    readonly accepts?: (match: string) => boolean;
}
interface RepairToolCallOptions {
    readonly allow?: ExtractOptions['allow'];
}
interface ResponseFormat {
    readonly type: 'json';
    readonly schema?: object;
    readonly name: string;
}
interface ResponseMetadata {
    id?: string;
    modelId?: string;
}
type RetriedError = LlmError & {
    readonly attempts: number;
};
interface RetryOptions extends Omit<CoreRetryOptions, 'deadline' | 'signal' | 'shouldRetry'> {
    readonly shouldRetry?: (error: LlmError) => boolean;
    readonly retryOn?: (error: LlmError) => boolean;
    readonly onAttempt?: (failed: FailedAttempt) => void;
}
type RoutedClients = Readonly<Record<string, LlmClient>>;
type SchemaDialect = 'openai-strict' | 'claude' | 'converse' | 'object';
interface ServerSentEvent {
    readonly event?: string;
    readonly data: string;
    readonly id?: string;
}
interface SharedLimit {
    readonly counter: SharedCounter;
    readonly key: string;
}
interface SpanLike {
    setAttribute(key: string, value: AttributeValue): unknown;
    setStatus(status: {
        code: number;
        message?: string;
    }): unknown;
    end(): void;
}
type SpecificationVersion = (typeof specificationVersions)[number];
interface StepAnswer {
    readonly request: string;
    readonly response?: Readonly<Record<string, unknown>>;
    readonly error?: Readonly<Record<string, unknown>>;
}
interface StepOptions {
    readonly name?: string;
}
type StepRunner = (name: string, call: () => Promise<StepAnswer>, request: LlmRequest) => Promise<unknown>;
interface StreamFold {
    push(part: unknown): string;
    end(): Omit<WireAnswer, 'text'> | null;
    usage(): LlmUsage;
}
type StreamMode = 'hold' | 'settled';
type StreamPart<V extends keyof VersionedParts> = {
    type: 'stream-start';
    warnings: VersionedParts[V]['warning'][];
} | ({
    type: 'response-metadata';
} & ResponseMetadata) | {
    type: 'text-start';
    id: string;
} | {
    type: 'text-delta';
    id: string;
    delta: string;
} | {
    type: 'text-end';
    id: string;
} | {
    type: 'finish';
    finishReason: VersionedParts[V]['finish'];
    usage: VersionedParts[V]['usage'];
    providerMetadata?: KanmonMetadata;
} | {
    type: 'error';
    error: unknown;
};
interface StreamingChatModelLike extends ChatModelLike {
    stream(input: unknown, options?: object): PromiseLike<AsyncIterable<unknown>>;
}
interface TestRunner {
    readonly describe: (name: string, define: () => void) => void;
    readonly it: (name: string, run: () => Promise<void>) => void;
    readonly expect: (value: unknown) => {
        toBe(expected: unknown): void;
        toEqual(expected: unknown): void;
        toMatchObject(expected: object): void;
    };
}
interface TimeOptions {
    readonly clock?: Clock;
    readonly timer?: Timer;
}
interface TimeoutOptions extends TimeOptions {
    readonly perAttemptMs?: number;
    readonly totalMs?: number;
    readonly idleMs?: number;
}
interface ToAiSdkOptions<V extends SpecificationVersion = SpecificationVersion> {
    readonly specificationVersion?: V;
}
type ToolCallRepair = <Call extends {
    readonly toolName: string;
    readonly input: string;
}>(failed: {
    readonly toolCall: Call;
    readonly inputSchema: (tool: {
        toolName: string;
    }) => unknown;
    readonly error: unknown;
}) => Promise<Call | null>;
interface ToolGateOptions<Context> {
    readonly context: Context;
    readonly locale?: Locale;
    readonly logger?: Logger;
}
type ToolHandler<Args extends readonly unknown[]> = (...args: Args) => Promise<ToolResult>;
type ToolResult = {
    content: {
        type: 'text';
        text: string;
    }[];
    structuredContent?: Record<string, unknown>;
    isError?: boolean;
    _meta?: Record<string, unknown>;
};
interface TraceBase {
    readonly call: number;
    readonly provider: string;
    readonly model: string;
    readonly at: number;
}
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
    readonly error: string;
    readonly message: string;
    readonly status?: number;
    readonly usage?: LlmUsage;
    readonly deltas?: number;
}) | (TraceBase & {
    readonly type: 'call-abandoned';
    readonly deltas: number;
});
interface TraceOptions extends Pick<TimeOptions, 'clock'> {
    readonly content?: boolean;
}
type TraceSink = (event: TraceEvent) => void;
interface TracerLike {
    startSpan(name: string, options?: {
        kind?: number;
        attributes?: Record<string, AttributeValue>;
    }): SpanLike;
}
type UnifiedFinish = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'other';
class UnknownProviderError extends KanmonError {
    static readonly errorName: string;
    readonly known: readonly string[];
    constructor(given: string, known: readonly string[]);
}
type UnknownRecord = Readonly<Record<string, unknown>>;
interface UsageV2 {
    inputTokens: number | undefined;
    outputTokens: number | undefined;
    totalTokens: number | undefined;
    reasoningTokens?: number | undefined;
    cachedInputTokens?: number | undefined;
}
interface UsageV3 {
    inputTokens: {
        total: number | undefined;
        noCache: number | undefined;
        cacheRead: number | undefined;
        cacheWrite: number | undefined;
    };
    outputTokens: {
        total: number | undefined;
        text: number | undefined;
        reasoning: number | undefined;
    };
}
interface VersionedParts {
    v2: {
        usage: UsageV2;
        finish: UnifiedFinish;
        warning: WarningV2;
    };
    v3: {
        usage: UsageV3;
        finish: FinishV3;
        warning: WarningV3;
    };
    v4: {
        usage: UsageV3;
        finish: FinishV3;
        warning: WarningV3;
    };
}
type WarningV2 = {
    type: 'unsupported-setting';
    setting: string;
    details?: string;
} | {
    type: 'other';
    message: string;
};
type WarningV3 = {
    type: 'unsupported';
    feature: string;
    details?: string;
} | {
    type: 'other';
    message: string;
};
interface Wire {
    readonly provider: string;
    readonly model: string;
    readonly capabilities: LlmCapabilities;
    readonly abilities: WireAbilities;
    encode(request: PreparedRequest, mode: 'generate' | 'stream'): UnknownRecord;
    send(body: UnknownRecord, call: WireCall): PromiseLike<unknown>;
    decode(answer: unknown): WireAnswer;
    openStream(body: UnknownRecord, call: WireCall): PromiseLike<AsyncIterable<unknown>>;
    createFold(): StreamFold;
    secrets(): readonly string[];
    readonly origin: WireOrigin;
}
interface WireAbilities {
    readonly dialect: SchemaDialect;
    readonly lenientSchema: boolean;
    readonly jsonObject: boolean;
    readonly stop: boolean;
    readonly maxOutputTokens?: boolean;
    readonly metadata: 'all' | 'user-id' | 'none' | ((name: string, value: string, extra: UnknownRecord) => boolean);
    readonly model?: boolean;
    readonly providerOptions?: 'own' | 'all';
}
interface WireAnswer {
    readonly text: string;
    readonly finish: LlmFinish;
    readonly usage: LlmUsage;
    readonly warnings: readonly string[];
    readonly id?: string;
    readonly model?: string;
}
interface WireCall {
    readonly signal?: AbortSignal;
    readonly timeoutMs?: number;
}
interface WireCase {
    readonly name: string;
    readonly request: LlmRequest;
    readonly reply: MockReply;
    readonly expected: {
        readonly text: string;
        readonly finish: LlmFinish;
        readonly usage: LlmUsage;
    };
}
interface WireOrigin {
    readonly server: UnknownRecord;
    credentials(): readonly string[] | object;
}
interface WithGateOptions<Context, Model extends LanguageModelLike, T = never> extends Omit<GateMiddlewareOptions<Context, T>, 'specificationVersion'> {
    readonly model: Model;
}
interface WrappedCall {
    readonly params: object;
    readonly model: LanguageModelLike;
}
function answerStep(client: LlmClient, request: LlmRequest, options?: LlmCallOptions): Promise<StepAnswer>;
function asJson(value: JsonObject): JsonObject;
const cassetteModes: readonly [
    'record',
    'replay',
    'auto',
    'passthrough'
];
function clientConformance(makeClient: MakeClient, options: ConformanceOptions): void;
function composeClient(adapter: LlmClient, options: ComposeOptions): LlmClient;
function createBudgetLedger(): BudgetLedger;
function createClientFromEnv(environment: Environment, options?: ClientFromEnvOptions): Promise<LlmClient>;
function createFileCassetteStore(path: string): CassetteStore;
function createMemoryCache(options?: {
    readonly maxEntries?: number;
}): CacheStore;
function createMemoryCassetteStore(start?: string): MemoryCassetteStore;
function createMockClient(script: MockScript, options?: MockClientOptions): MockClient;
function createOpenAiCompatibleClient(options: OpenAiCompatibleOptions): LlmClient;
function createOpenAiCompatibleEmbedder(options: OpenAiCompatibleEmbedderOptions): Embedder;
function createWireClient(wire: Wire, defaults: AdapterDefaults): LlmClient;
function decodeServerSentEvents(body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent, void, undefined>;
const decoratorOrder: readonly [
    'trace',
    'budget',
    'cache',
    'cassette',
    'fallback',
    'router',
    'retry',
    'timeout',
    'rateLimit'
];
function describeProviders(registry?: readonly ProviderEntry[]): readonly ProviderDescription[];
function embedderFromAzureOpenAI(client: OpenAILike, options: AzureOpenAIEmbedderOptions): Embedder;
function embedderFromOpenAI(client: OpenAILike, options: OpenAIEmbedderOptions): Embedder;
const failureCases: readonly FailureCase[];
function fromAiSdk(model: LanguageModelLike, options?: FromAiSdkOptions): LlmClient;
function fromAnthropic(client: AnthropicLike, options: FromAnthropicOptions): LlmClient;
function fromAzureOpenAI(client: OpenAILike, options: FromAzureOpenAIOptions): LlmClient;
function fromBedrockConverse(client: BedrockLike, options: FromBedrockConverseOptions): LlmClient;
function fromLangChain(model: StreamingChatModelLike, options?: FromLangChainOptions): LlmClient;
function fromOpenAI(client: OpenAILike, options: FromOpenAIOptions): LlmClient;
function gateGuardrail<T, Context>(gate: Gate<T, Context>, options: GateGuardrailOptions<Context>): GateGuardrail;
function gateGuardrail<T>(gate: Gate<T>, options?: Omit<GateGuardrailOptions<undefined>, 'context'>): GateGuardrail;
function gateMiddleware<T, Context, V extends SpecificationVersion = 'v4'>(gate: Gate<T, Context>, options: GateMiddlewareOptions<Context, T, V>): GateMiddleware<V>;
function gateMiddleware<T, Context>(gate: Gate<T, Context>, options: GateCallOptions<Context, T>): GenkitMiddleware;
function gateMiddleware<T, Context>(gate: Gate<T, Context>, options: GateMiddlewareOptions<Context, T>): GateMiddleware;
function gateMiddleware<T, V extends SpecificationVersion = 'v4'>(gate: Gate<T>, options?: Omit<GateMiddlewareOptions<undefined, T, V>, 'context'>): GateMiddleware<V>;
function gateMiddleware<T>(gate: Gate<T>, options?: Omit<GateCallOptions<undefined, T>, 'context'>): GenkitMiddleware;
function gateMiddleware<T>(gate: Gate<T>, options?: Omit<GateMiddlewareOptions<undefined, T>, 'context'>): GateMiddleware;
function gateModel<T, Context, Model extends AgentModelLike>(model: Model, gate: Gate<T, Context>, options: GateCallOptions<Context, T>): GatedAgentModel<Model>;
function gateModel<T, Model extends AgentModelLike>(model: Model, gate: Gate<T>, options?: Omit<GateCallOptions<undefined, T>, 'context'>): GatedAgentModel<Model>;
function gateOutput<T, Context, Input = unknown>(gate: Gate<T, Context, Input>, options: GateOutputOptions<Context>): GateOutput<T, Input>;
function gateOutput<T, Input = unknown>(gate: Gate<T, undefined, Input>): GateOutput<T, Input>;
function gated<T, Context>(model: ChatModelLike, gate: Gate<T, Context>, options: GateCallOptions<Context, T>): GatedCall<T>;
function gated<T>(model: ChatModelLike, gate: Gate<T>, options?: Omit<GateCallOptions<undefined, T>, 'context'>): GatedCall<T>;
function gatedTool<T, Args extends readonly unknown[]>(gate: Gate<T>, options: Omit<ToolGateOptions<undefined>, 'context'>, handler: (...args: Args) => unknown): ToolHandler<Args>;
function gatedTool<T, Context, Args extends readonly unknown[]>(gate: Gate<T, Context>, options: ToolGateOptions<Context>, handler: (...args: Args) => unknown): ToolHandler<Args>;
function lowerJsonSchema(schema: JsonSchema, dialect: SchemaDialect): LoweredSchema;
function mapProviderError(error: unknown, context: ProviderErrorContext): LlmError;
function pipe(client: LlmClient, ...decorators: readonly (Decorator | FallbackClient)[]): LlmClient;
const providerRegistry: readonly ProviderEntry[];
function readToolResult<T, Context>(gate: Gate<T, Context>, result: object, options: ReadToolResultOptions<Context>): Gated<T>;
function readToolResult<T>(gate: Gate<T>, result: object): Gated<T>;
function repairToolCall(options?: RepairToolCallOptions): ToolCallRepair;
function requestKey(client: Pick<LlmClient, 'provider' | 'model'>, request: LlmRequest): string;
const specificationVersions: readonly [
    'v2',
    'v3',
    'v4'
];
const spentBy: {
    readonly maxAttempts: 'calls';
    readonly maxCalls: 'calls';
    readonly maxInputTokens: 'inputTokens';
    readonly maxOutputTokens: 'outputTokens';
    readonly maxTotalTokens: 'totalTokens';
    readonly maxTokens: 'totalTokens';
    readonly maxCost: 'cost';
};
function toAiSdk(client: LlmClient, options?: ToAiSdkOptions<'v4'>): AiSdkModel<'v4'>;
function toAiSdk<V extends SpecificationVersion>(client: LlmClient, options: ToAiSdkOptions<V> & {
    readonly specificationVersion: V;
}): AiSdkModel<V>;
function traceGate(tracer: GateTracerLike): (event: GateEvent) => void;
function unwrapClient(client: LlmClient): LlmClient;
const wireCases: readonly WireCase[];
function withBudget(options: BudgetOptions): Decorator;
function withCache(options: CacheOptions): Decorator;
function withCassette(options: CassetteOptions): Decorator;
function withFallback(clients: readonly LlmClient[], options?: FallbackOptions): FallbackClient;
function withGate<T, Context, Model extends LanguageModelLike, Input = unknown>(gate: Gate<T, Context, Input>, options: WithGateOptions<Context, Model, T>): GatedCall<T, Model, Input>;
function withGate<T, Model extends LanguageModelLike, Input = unknown>(gate: Gate<T, undefined, Input>, options: Omit<WithGateOptions<undefined, Model, T>, 'context'>): GatedCall<T, Model, Input>;
function withJsonOutput(options: JsonOutputOptions): Decorator;
function withOpenTelemetry(options: OpenTelemetryOptions): Decorator;
function withRateLimit(options: RateLimitOptions): Decorator;
function withRedaction(options?: RedactionOptions): Decorator;
function withRetry(options?: RetryOptions): Decorator;
function withRouter(route: (request: LlmRequest) => string, clients: RoutedClients): LlmClient;
function withSteps(run: StepRunner, options?: StepOptions): Decorator;
function withTimeout(options: TimeoutOptions): Decorator;
function withTrace(sink: TraceSink, options?: TraceOptions): Decorator;
