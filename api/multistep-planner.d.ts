interface AgentSearchRequest {
    readonly query: string;
    readonly topK?: number;
    readonly filters?: Readonly<Record<string, JsonValue>> | null;
    readonly language?: Language;
}
interface AgentSearchResponse {
    readonly query: string;
    readonly topK: number;
    readonly results: readonly SearchHit[];
    readonly steps: readonly AgentStep[];
}
interface AgentStep {
    readonly type: 'search';
    readonly message: string;
    readonly query: string;
    readonly topK: number;
    readonly stepId?: string;
    readonly resultCount?: number;
    readonly error?: string;
}
interface Answer {
    readonly text: string;
    readonly sourceIds?: readonly string[];
    readonly usage?: LlmUsage;
}
class AnswerFailedError extends KanmonError {
    static readonly errorName: string;
    constructor(cause?: unknown);
}
type AnswerRecord = {
    readonly status: 'written';
    readonly text: string;
    readonly sourceIds?: readonly string[];
    readonly usage?: LlmUsage;
} | {
    readonly status: 'late' | 'over-budget' | 'built-in' | 'none';
};
interface AnswerRequest {
    readonly message: string;
    readonly language: Language;
    readonly style: 'faq' | 'step_by_step';
    readonly includeSources: boolean;
    readonly queries: readonly string[];
    readonly hits: readonly SearchHit[];
    readonly history: readonly DialogMessage[];
}
interface AnswerStep {
    readonly id: string;
    readonly type: 'answer';
    readonly style: 'faq' | 'step_by_step';
    readonly includeSources: boolean;
    readonly description?: string;
}
interface AnswerTool {
    answer(request: AnswerRequest, options: PortOptions): Promise<Answer>;
    stream?(request: AnswerRequest, options: PortOptions): AsyncIterable<{
        readonly text: string;
    }>;
}
interface AntiNagOptions {
    readonly maxPerDialog: number;
}
interface ClarificationNeed {
    readonly score: number;
    readonly needed: boolean;
    readonly about: readonly SlotKind[];
    readonly reasons: readonly Reason[];
}
interface ClarifyStep {
    readonly id: string;
    readonly type: 'clarify';
    readonly questions: readonly string[];
    readonly about?: readonly SlotKind[];
    readonly description?: string;
}
interface ContextOptions {
    readonly ttlMs: number;
    readonly refreshOn: 'write' | 'access';
    readonly maxMessages: number;
}
interface ContextStore {
    load(key: SessionKey): Promise<SessionState | undefined>;
    open(key: SessionKey, requestId?: string): Promise<OpenedSession>;
    append(key: SessionKey, events: readonly NewEvent[], options: {
        readonly expectedVersion: number;
        readonly idempotencyKey?: string;
    }): Promise<number>;
    end(key: SessionKey): Promise<void>;
}
interface ContextStoreOptions extends Partial<ContextOptions> {
    readonly store: EventStore;
    readonly clock?: Clock;
}
interface CrewClientOptions {
    readonly baseUrl: string;
    readonly fetch?: typeof globalThis.fetch;
    readonly timeoutMs?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly maxResponseBytes?: number;
    readonly clock?: Clock;
}
class CrewError extends KanmonError {
    static readonly errorName: string;
    readonly reason: CrewFailure;
    constructor(reason: CrewFailure, message: string, cause?: unknown);
}
type CrewFailure = 'crew-timeout' | 'crew-unreachable' | 'crew-http-status' | 'crew-too-large' | 'crew-invalid-response' | 'crew-plan-refused' | 'crew-not-configured';
interface CrewOrchestratorClient {
    plan(request: CrewPlanRequest, options?: {
        readonly signal?: AbortSignal;
        readonly deadline?: number;
    }): Promise<CrewPlanResponse>;
}
interface CrewPlanRequest {
    readonly conversation: readonly DialogMessage[];
    readonly locale: Language;
    readonly planOptions: {
        readonly topK?: number;
        readonly language?: string;
    };
    readonly routeContext?: RouteContext;
    readonly debug?: boolean;
}
interface CrewPlanResponse {
    readonly plan: unknown;
}
class DeadlineExceededError extends KanmonError {
    static readonly errorName: string;
    constructor();
}
type DefaultRoute = '20b' | '120b';
interface DialogAgent {
    turn(request: DialogRequest, context?: TurnContext): Promise<DialogResponse>;
    stream(request: DialogRequest, context?: TurnContext): AsyncIterable<DialogEvent>;
    end(key: SessionKey): Promise<void>;
}
interface DialogAgentOptions {
    readonly search: SearchTool;
    readonly answer?: AnswerTool;
    readonly planner?: 'auto' | 'model' | 'rules' | TurnPlanner;
    readonly client?: LlmClient;
    readonly clients?: Readonly<Partial<Record<string, LlmClient>>>;
    readonly route?: Router<string>;
    readonly store?: EventStore;
    readonly context?: Partial<ContextOptions>;
    readonly crew?: CrewOrchestratorClient;
    readonly budget?: Partial<TurnBudget>;
    readonly clarify?: Partial<AntiNagOptions>;
    readonly rules?: RuleOptions;
    readonly clock?: Clock;
    readonly timer?: Timer;
    readonly ids?: IdSource;
    readonly logger?: Logger;
}
interface DialogAppOptions<Caller extends HttpCaller = HttpCaller> {
    readonly agent: DialogAgent;
    readonly search?: SearchTool;
    readonly identify?: (request: Request) => Caller | null | Promise<Caller | null>;
    readonly tenantOf?: (request: Request, caller: Caller | undefined) => string | Promise<string>;
    readonly locale?: Locale;
    readonly maxBodyBytes?: number;
    readonly server?: string;
    readonly ids?: IdSource;
    readonly logger?: Logger;
}
class DialogConflictError extends KanmonError {
    static readonly errorName: string;
    readonly actualVersion: number;
    constructor(actualVersion: number, cause?: unknown);
}
type DialogEvent = {
    readonly sequence: number;
} & DialogEventBody;
type DialogEventBody = {
    readonly type: 'turn-started';
    readonly sessionId: string;
} | {
    readonly type: 'plan-made';
    readonly source: PlanSource;
    readonly plan: MultiStepQueryPlan;
    readonly reasons: readonly Reason[];
} | {
    readonly type: 'clarification-asked';
    readonly questions: readonly string[];
} | {
    readonly type: 'search-started';
    readonly stepId?: string;
    readonly query: string;
    readonly topK: number;
} | {
    readonly type: 'search-finished';
    readonly stepId?: string;
    readonly query: string;
    readonly resultCount: number;
} | {
    readonly type: 'search-failed';
    readonly stepId?: string;
    readonly query: string;
    readonly reason: string;
} | {
    readonly type: 'answer-delta';
    readonly text: string;
    readonly replaces?: true;
} | {
    readonly type: 'turn-finished';
    readonly response: DialogResponse;
} | {
    readonly type: 'turn-failed';
    readonly code: string;
    readonly message: string;
};
interface DialogFixture {
    readonly agent: DialogAgent;
    readonly search: ScriptedSearch;
    readonly clock: ManualClock;
    readonly store: EventStore;
    journal(sessionId: string, tenant?: string): Promise<readonly StoredEvent[]>;
}
interface DialogFixtureOptions extends Partial<DialogAgentOptions> {
    readonly hits?: ScriptedHits;
}
interface DialogMessage {
    readonly role: 'user' | 'assistant' | 'system';
    readonly content: string;
}
interface DialogMeta {
    readonly orchestratorMode: 'local' | 'crew';
    readonly multiStepPlan?: Partial<MultiStepQueryPlan>;
    readonly orchestrationSteps?: readonly OrchestrationStep[];
    readonly latencyMs?: number;
    readonly plannerSource?: PlanSource;
    readonly reasons?: readonly Reason[];
    readonly sources?: readonly {
        readonly id: string;
        readonly title?: string;
        readonly url?: string;
    }[];
    readonly partial?: boolean;
    readonly fallback?: {
        readonly from: 'crew' | 'llm';
        readonly reason: string;
    };
    readonly usage?: readonly LlmUsage[];
    readonly route?: string;
}
interface DialogOptions {
    readonly topK?: number;
    readonly language?: 'ja' | 'en' | 'auto';
    readonly useLlmPlanner?: boolean;
    readonly useMultiStepPlanner?: boolean;
    readonly mode?: 'local' | 'crew';
    readonly debug?: boolean;
}
interface DialogReplay {
    readonly ok: boolean;
    readonly turns: number;
    readonly responses: readonly DialogResponse[];
    readonly difference?: {
        readonly turn: number;
        readonly path: JsonPointer;
        readonly recorded: unknown;
        readonly replayed: unknown;
    };
}
interface DialogRequest {
    readonly sessionId?: string;
    readonly message: string;
    readonly history?: readonly DialogMessage[];
    readonly options?: DialogOptions;
}
interface DialogResponse {
    readonly sessionId: string;
    readonly answer: string | null;
    readonly needsClarification: boolean;
    readonly clarifyingQuestions?: readonly string[];
    readonly steps: readonly AgentStep[];
    readonly final: boolean;
    readonly meta?: DialogMeta;
}
interface Domain {
    readonly topics?: DomainTopics;
    readonly slots?: SlotTable;
}
type DomainTopics = Readonly<Record<string, {
    readonly ja?: readonly string[];
    readonly en?: readonly string[];
}>>;
interface FollowupScore {
    readonly score: number;
    readonly followup: boolean;
    readonly reasons: readonly Reason[];
}
interface FollowupSearchStep {
    readonly id: string;
    readonly type: 'followup_search';
    readonly basedOn: 'user' | 'previous_answer';
    readonly query: string;
    readonly topK: number;
    readonly description?: string;
}
type LawfulPlanner = (input: PlanInput) => PlanOutcome | Promise<PlanOutcome>;
interface LexiconAddition {
    readonly values?: {
        readonly [Kind in ListedValueKind]?: readonly string[];
    };
    readonly attributes?: readonly string[];
    readonly generic?: readonly string[];
    readonly stop?: readonly string[];
}
interface LexiconAdditions {
    readonly ja?: LexiconAddition;
    readonly en?: LexiconAddition;
}
type ListedValueKind = (typeof listedKinds)[number];
interface MultiStepQueryPlan {
    readonly steps: readonly PlanStep[];
    readonly needsClarification: boolean;
    readonly clarifyingQuestions?: readonly string[];
    readonly followupQueries?: readonly string[];
    readonly confidence: 'low' | 'medium' | 'high';
    readonly language?: Language;
    readonly raw?: JsonValue;
}
interface OpenedSession {
    readonly state: SessionState;
    readonly isLive: boolean;
    readonly recorded?: DialogResponse;
    readonly recordedRequest?: JsonValue;
}
interface OrchestrationResult {
    readonly answer: string | null;
    readonly needsClarification: boolean;
    readonly clarifyingQuestions?: readonly string[];
    readonly steps: readonly AgentStep[];
    readonly orchestrationSteps: readonly OrchestrationStep[];
    readonly hits: readonly SearchHit[];
    readonly sources: readonly SearchHit[];
    readonly partial: boolean;
    readonly reasons: readonly Reason[];
    readonly usage: readonly LlmUsage[];
    readonly records: {
        readonly searches: readonly SearchRecord[];
        readonly answer: AnswerRecord;
    };
}
type OrchestrationStep = {
    readonly id: string;
    readonly type: 'clarify';
    readonly questions: readonly string[];
} | {
    readonly id: string;
    readonly type: 'search' | 'followup_search';
    readonly query: string;
} | {
    readonly type: 'clarify_plan';
    readonly questions: readonly string[];
} | {
    readonly type: 'search_executed';
    readonly query: string;
    readonly topK: number;
    readonly source: 'searchAgent';
} | {
    readonly type: 'search_skipped';
    readonly query: string;
    readonly reason: string;
} | {
    readonly type: 'search_failed';
    readonly query: string;
    readonly reason: string;
};
interface OrchestratorOptions {
    readonly message: string;
    readonly search: SearchTool;
    readonly answer?: AnswerTool;
    readonly budget?: Partial<TurnBudget>;
    readonly modelCalls?: number;
    readonly deadline?: number;
    readonly concurrency?: number;
    readonly language?: Language;
    readonly clock?: Clock;
    readonly timer?: Timer;
    readonly signal?: AbortSignal;
    readonly onEvent?: (event: DialogEvent) => void;
}
interface ParsePlanOptions {
    readonly input: PlanInput;
    readonly limits?: Partial<PlanLimits>;
    readonly fallback?: (input: PlanInput) => MultiStepQueryPlan;
}
interface PendingClarification {
    readonly message: string;
    readonly questions: readonly string[];
    readonly about: readonly SlotKind[];
    readonly searches: readonly string[];
}
type PlanFindingCode = PlanRepairCode | PlanRefusalCode;
interface PlanGateOptions {
    readonly limits?: Partial<PlanLimits>;
    readonly topK?: number;
    readonly language?: Language;
}
interface PlanGateResult {
    readonly plan: MultiStepQueryPlan;
    readonly accepted: boolean;
    readonly source: 'as-given' | 'repaired' | 'rule-fallback';
    readonly findings: readonly Finding<PlanFindingCode>[];
    readonly reasons: readonly Reason[];
    readonly gated?: Gated<MultiStepQueryPlan>;
}
interface PlanInput {
    readonly message: string;
    readonly history?: readonly DialogMessage[];
    readonly language?: 'ja' | 'en' | 'auto';
    readonly topK?: number;
    readonly pending?: PendingClarification;
    readonly asked?: readonly SlotKind[];
}
interface PlanLimits {
    readonly steps: number;
    readonly searches: number;
    readonly questions: number;
    readonly queryLength: number;
    readonly questionLength: number;
    readonly defaultTopK: number;
    readonly maxTopK: number;
    readonly filterKeys: number;
    readonly filterDepth: number;
    readonly rawLength: number;
    readonly messageLength: number;
    readonly historyMessages: number;
    readonly historyMessageLength: number;
}
interface PlanMultiStepOptions<M extends string = string> extends RuleOptions {
    readonly useLlmPlanner?: boolean;
    readonly client?: LlmClient;
    readonly clients?: Readonly<Partial<Record<M, LlmClient>>>;
    readonly route?: Router<M>;
    readonly routeContext?: RouteContext;
    readonly used?: Partial<Record<M, number>>;
    readonly maxRepairs?: number;
    readonly budget?: Budget;
    readonly signal?: AbortSignal;
    readonly deadline?: number;
    readonly clock?: Clock;
    readonly ids?: IdSource;
    readonly prompt?: (input: PlanInput) => readonly LlmMessage[];
}
interface PlanOutcome {
    readonly plan: MultiStepQueryPlan;
    readonly source: PlanSource;
    readonly reasons: readonly Reason[];
    readonly scores: {
        readonly clarify: number;
        readonly followup: number;
    };
    readonly usage: readonly LlmUsage[];
    readonly route?: string;
    readonly rawHash?: string;
}
type PlanRefusalCode = keyof typeof refusals;
type PlanRepairCode = keyof typeof repairs;
type PlanSource = 'rule' | 'llm' | 'llm-repaired' | 'rule-fallback' | 'crew';
type PlanStep = ClarifyStep | SearchStep | FollowupSearchStep | AnswerStep;
interface PlannerLaws {
    readonly inputs: number;
}
interface PortOptions {
    readonly signal: AbortSignal;
    readonly deadline: number;
}
interface PromptOptions {
    readonly maxHistoryTokens?: number;
}
interface Reason {
    readonly code: string;
    readonly params?: Readonly<Record<string, string | number | boolean>>;
}
interface ReplayOptions extends RuleOptions {
    readonly maxPerDialog?: number;
    readonly maxSearches?: number;
    readonly maxMessages?: number;
}
class RequestIdReusedError extends KanmonError {
    static readonly errorName: string;
    constructor();
}
interface RequiredSlots {
    readonly bare?: SlotKind;
    readonly personal?: SlotKind;
}
interface Rewriting {
    readonly query: string;
    readonly carried: readonly string[];
    readonly replaced: readonly string[];
    readonly changed: boolean;
    readonly basedOn: 'user' | 'previous_answer';
}
interface RouteChoice<M extends string> {
    readonly model: M;
    readonly locked: boolean;
    readonly reasons: readonly Reason[];
}
interface RouteCondition {
    readonly field: keyof RouteContext;
    readonly op: 'in' | '>' | '>=' | '<' | '<=' | '==';
    readonly value: string | number | boolean | readonly (string | number | boolean)[];
}
interface RouteContext {
    readonly contextTokens: number;
    readonly recall?: number;
    readonly complexity?: 'low' | 'medium' | 'high';
    readonly safetyTag?: string;
    readonly depth?: number;
    readonly requiresSafeMode?: boolean;
}
interface RouteRule<M extends string> {
    readonly name: string;
    readonly when: readonly RouteCondition[];
    readonly use: M;
    readonly effect: 'raise' | 'lower';
    readonly lock?: boolean;
}
type Router<M extends string> = (context: RouteContext, used?: Partial<Record<M, number>>) => RouteChoice<M>;
interface RouterOptions<M extends string> {
    readonly default: M;
    readonly order: readonly M[];
    readonly caps?: Partial<Record<M, number>>;
    readonly force?: M;
}
interface RuleOptions {
    readonly domain?: Domain;
    readonly lexicons?: LexiconAdditions;
    readonly thresholds?: Partial<Thresholds>;
    readonly limits?: Partial<PlanLimits>;
}
interface RunContext {
    readonly signal: AbortSignal;
    readonly deadline: number;
}
type ScriptedHits = Readonly<Record<string, readonly SearchHit[] | Error>> | ((request: SearchRequest) => readonly SearchHit[] | Promise<readonly SearchHit[]>);
type ScriptedSearch = SearchTool & {
    readonly calls: readonly SearchRequest[];
};
class SearchFailedError extends KanmonError {
    static readonly errorName: string;
    constructor(cause?: unknown);
}
interface SearchHit {
    readonly id: string;
    readonly text: string;
    readonly title?: string;
    readonly url?: string;
    readonly score?: number;
    readonly metadata?: Readonly<Record<string, JsonValue>>;
}
type SearchRecord = SelectedSearch & ({
    readonly status: 'returned';
    readonly hits: readonly SearchHit[];
} | {
    readonly status: 'failed';
    readonly reason: string;
} | {
    readonly status: 'late';
});
interface SearchRequest {
    readonly query: string;
    readonly topK: number;
    readonly filters?: Readonly<Record<string, JsonValue>> | null;
    readonly language: Language;
}
interface SearchStep {
    readonly id: string;
    readonly type: 'search';
    readonly query: string;
    readonly topK: number;
    readonly filters?: Readonly<Record<string, JsonValue>> | null;
    readonly description?: string;
}
interface SearchTool {
    search(request: SearchRequest, options: PortOptions): Promise<readonly SearchHit[]>;
}
interface SelectedSearch {
    readonly stepId?: string;
    readonly query: string;
    readonly topK: number;
    readonly filters?: Readonly<Record<string, JsonValue>> | null;
}
interface SessionKey {
    readonly tenant: string;
    readonly sessionId: string;
}
interface SessionState {
    readonly version: number;
    readonly messages: readonly DialogMessage[];
    readonly asked: readonly SlotKind[];
    readonly askedQuestions: readonly string[];
    readonly clarifyingTurns: number;
    readonly lastTurnClarified: boolean;
    readonly pending?: PendingClarification;
    readonly updatedAt: number;
}
type SlotKind = (typeof slotKinds)[number];
type SlotQuestion = Readonly<Record<Locale, string>>;
interface SlotTable {
    readonly required?: Readonly<Record<string, RequiredSlots>>;
    readonly questions?: {
        readonly [Kind in SlotKind]?: SlotQuestion;
    };
}
interface Thresholds {
    readonly clarify: number;
    readonly followup: number;
}
interface TurnBudget {
    readonly maxSearches: number;
    readonly maxModelCalls: number;
    readonly timeMs: number;
    readonly maxOutputTokens?: number;
}
interface TurnContext {
    readonly tenant?: string;
    readonly signal?: AbortSignal;
    readonly requestId?: string;
}
type TurnPlanner = (input: PlanInput, context: RunContext) => Promise<PlanOutcome>;
const agentSearchRequestSchema: z.ZodType<AgentSearchRequest>;
const agentStepSchema: z.ZodType<AgentStep>;
const answerStepSchema: z.ZodType<AnswerStep>;
function buildQuery(text: string, language?: Language): string;
const clarifyStepSchema: z.ZodType<ClarifyStep>;
function createContextStore(options: ContextStoreOptions): ContextStore;
function createCrewOrchestratorClient(options: CrewClientOptions): CrewOrchestratorClient;
function createDialogAgent(options: DialogAgentOptions): DialogAgent;
function createDialogApp<Caller extends HttpCaller = HttpCaller>(options: DialogAppOptions<Caller>): Hono<HttpEnv>;
function createExtractiveAnswer(): AnswerTool;
function createRouter<M extends string>(rules: readonly RouteRule<M>[], options: RouterOptions<M>): Router<M>;
function crewPlanHandler(planner: (input: PlanInput) => PlanOutcome | Promise<PlanOutcome>): (request: Request) => Promise<Response>;
const crewPlanRequestSchema: z.ZodType<CrewPlanRequest>;
const crewPlanResponseSchema: z.ZodType<CrewPlanResponse>;
const defaultPlanLimits: PlanLimits;
const defaultRouteRules: readonly RouteRule<DefaultRoute>[];
const defaultThresholds: Thresholds;
function definePlanGate(options?: PlanGateOptions): Gate<MultiStepQueryPlan>;
function dialogFixture(options?: DialogFixtureOptions): DialogFixture;
const dialogMessageSchema: z.ZodType<DialogMessage>;
const dialogMetaSchema: z.ZodType<DialogMeta>;
const dialogRequestSchema: z.ZodType<DialogRequest>;
const dialogResponseSchema: z.ZodType<DialogResponse>;
function expectPlannerLaws(planner: LawfulPlanner, options?: {
    readonly inputs?: readonly PlanInput[];
    readonly deterministic?: boolean;
}): Promise<PlannerLaws>;
const followupSearchStepSchema: z.ZodType<FollowupSearchStep>;
const lenient: z.ZodObject<{
    needsClarification: z.ZodBoolean;
    clarifyingQuestions: z.ZodOptional<z.ZodExactOptional<z.ZodArray<z.ZodString>>>;
    followupQueries: z.ZodOptional<z.ZodExactOptional<z.ZodArray<z.ZodString>>>;
    confidence: z.ZodEnum<{
        high: "high";
        low: "low";
        medium: "medium";
    }>;
    language: z.ZodOptional<z.ZodExactOptional<z.ZodEnum<{
        en: "en";
        ja: "ja";
        other: "other";
    }>>>;
    steps: z.ZodArray<z.ZodDiscriminatedUnion<[
        z.ZodObject<{
            type: z.ZodLiteral<"clarify">;
            questions: z.ZodArray<z.ZodString>;
            id: z.ZodString;
            description: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>,
        z.ZodObject<{
            type: z.ZodLiteral<"search">;
            query: z.ZodString;
            topK: z.ZodOptional<z.ZodInt>;
            filters: z.ZodOptional<z.ZodExactOptional<z.ZodNullable<z.ZodRecord<z.ZodString, z.ZodJSONSchema>>>>;
            id: z.ZodString;
            description: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>,
        z.ZodObject<{
            type: z.ZodLiteral<"followup_search">;
            basedOn: z.ZodEnum<{
                previous_answer: "previous_answer";
                user: "user";
            }>;
            query: z.ZodString;
            topK: z.ZodOptional<z.ZodInt>;
            id: z.ZodString;
            description: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>,
        z.ZodObject<{
            type: z.ZodLiteral<"answer">;
            style: z.ZodOptional<z.ZodEnum<{
                faq: "faq";
                step_by_step: "step_by_step";
            }>>;
            includeSources: z.ZodOptional<z.ZodBoolean>;
            id: z.ZodString;
            description: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>
    ], "type">>;
}, z.core.$strip>;
const lenientPlanSchema: z.ZodType<z.output<typeof lenient>>;
const listedKinds: readonly [
    'region',
    'payment',
    'speed',
    'colour'
];
const multiStepQueryPlanSchema: z.ZodType<MultiStepQueryPlan>;
function openApiDocument(options: {
    readonly hasSearch: boolean;
}): JsonObject;
const orchestrationStepSchema: z.ZodType<OrchestrationStep>;
function parsePlan(raw: unknown, options: ParsePlanOptions): PlanGateResult;
function planByRules(input: PlanInput, options?: RuleOptions): PlanOutcome;
const planJsonSchema: JsonSchema;
function planMultiStepQuery<M extends string = string>(input: PlanInput, options?: PlanMultiStepOptions<M>): Promise<PlanOutcome>;
const planSchema: z.ZodType<MultiStepQueryPlan>;
function planSingleSearch(input: PlanInput, options?: RuleOptions): PlanOutcome;
const planSourceSchema: z.ZodType<PlanSource>;
const planStepSchema: z.ZodType<PlanStep>;
const reasonSchema: z.ZodType<Reason>;
const refusals: {
    'not-json': string;
    'cut-off': string;
    'not-object': string;
    'too-large': string;
    'steps-not-array': string;
    'steps-empty': string;
    'too-many-steps': string;
    'too-many-searches': string;
    'too-many-questions': string;
    'unknown-step-type': string;
    'query-missing': string;
    'query-blank': string;
    'query-too-long': string;
    'query-control-character': string;
    'query-looks-like-data': string;
    'questions-empty': string;
    'question-too-long': string;
    'based-on-invalid': string;
    'style-invalid': string;
    'type-wrong': string;
    'confidence-invalid': string;
    'needs-clarification-missing': string;
    'clarify-mismatch': string;
    'topk-invalid': string;
    'filters-invalid': string;
    'forbidden-key': string;
    'step-order': string;
    'nothing-to-do': string;
};
function renderPlannerPrompt(input: PlanInput, options?: PromptOptions): readonly LlmMessage[];
const repairs: {
    'id-assigned': string;
    'topk-defaulted': string;
    'topk-clamped': string;
    'style-defaulted': string;
    'sources-defaulted': string;
    'based-on-defaulted': string;
    'empty-dropped': string;
    'step-moved': string;
    'answer-appended': string;
    'null-dropped': string;
    'unknown-key-dropped': string;
    'language-filled': string;
    'questions-collected': string;
    'whitespace-trimmed': string;
    'duplicate-search-dropped': string;
    'raw-dropped': string;
    'plan-unwrapped': string;
    'key-respelled': string;
    'value-respelled': string;
    'item-listed': string;
    'type-inferred': string;
    'clarification-inferred': string;
    'confidence-defaulted': string;
};
function replayDialog(events: Iterable<StoredEvent> | AsyncIterable<StoredEvent>, options?: ReplayOptions): Promise<DialogReplay>;
function rewriteFollowup(input: PlanInput, options?: RuleOptions): Rewriting;
const routeContextSchema: z.ZodType<RouteContext>;
function runDialogOrchestrator(plan: MultiStepQueryPlan, history: readonly DialogMessage[], options: OrchestratorOptions): Promise<OrchestrationResult>;
function scoreClarificationNeed(input: PlanInput, options?: RuleOptions): ClarificationNeed;
function scoreFollowup(input: PlanInput, options?: RuleOptions): FollowupScore;
function scriptedSearch(script: ScriptedHits): ScriptedSearch;
const searchHitSchema: z.ZodType<SearchHit>;
const searchStepSchema: z.ZodType<SearchStep>;
const slotKindSchema: z.ZodType<SlotKind>;
const slotKinds: readonly [
    'product',
    'order',
    'region',
    'payment',
    'account',
    'date',
    'topic'
];
function splitIntents(message: string, language?: Language): readonly string[];
