interface AdapterResult {
    readonly items: readonly NormalizedItem[];
    readonly warnings: readonly ImportWarning[];
    readonly charset?: string;
    readonly engine?: string;
}
type AiLogEntry = DataOf<typeof aiLogEntrySchema>;
interface AnalysisFix {
    readonly patch_id: string;
    readonly description: string;
    readonly patch: readonly JsonPatchOperation[];
}
interface AnalysisReport {
    readonly dropped_issues: number;
    readonly dropped_fixes: number;
}
type Approval = DataOf<typeof approvalSchema>;
interface ApprovalDocument {
    readonly slides: readonly Slide[];
    readonly meta?: {
        readonly tone?: string;
        readonly audience?: string;
        readonly summary?: string;
    };
}
type ApproveRequest = DataOf<RequestSchemas['approve']>;
interface Attachment {
    readonly kind: 'image' | 'link';
    readonly label: string;
    readonly url?: string;
    readonly page?: number;
}
interface AuditParts {
    readonly importMeta?: ImportMeta;
    readonly approved?: ApprovalDocument;
    readonly updated?: readonly string[];
    readonly log?: readonly LogEntry[];
    readonly analysisPath?: string;
}
interface AutoFix {
    readonly patch_id: string;
    readonly description: string;
    readonly base: 'card';
    readonly patch: readonly JsonPatchOperation[];
}
interface AutoFixOptions {
    readonly limits?: Partial<CardLimits>;
    readonly rules?: readonly Rule[];
    readonly around?: Surroundings;
    readonly locale?: Locale;
}
type AutoFixResult = {
    readonly ok: true;
    readonly card: Card;
    readonly inverse: AutoFix;
} | {
    readonly ok: false;
    readonly code: 'stale' | 'not_allowed' | 'invalid_result';
    readonly issues: readonly FieldIssue[];
};
type Call<Request, Value> = (request: Request, caller: Caller) => Promise<ServiceResult<Value>>;
interface Caller {
    readonly actor: string;
    readonly requestId?: string;
    readonly scopes?: readonly string[];
    readonly human?: boolean;
    readonly idempotencyKey?: string;
}
interface Card {
    readonly slide_id: string;
    readonly title: string;
    readonly body: readonly string[];
    readonly table_data: Table | null;
    readonly note: string | null;
    readonly intent: string;
    readonly type_hint: string | null;
    readonly story: Story;
}
type CardChange<Request> = (ref: CardRef, request: Request, match: Match, caller: Caller) => Promise<ServiceResult<CardView>>;
type CardInput = Pick<Card, 'slide_id' | 'title' | 'intent' | 'story'> & Partial<Omit<Card, 'slide_id' | 'title' | 'intent' | 'story'>>;
interface CardLimits {
    readonly titleMax: number;
    readonly bodyLines: number;
    readonly lineMax: number;
    readonly latinLineMax?: number;
    readonly unit: 'codepoint' | 'grapheme';
}
interface CardRef {
    readonly spec_id: string;
    readonly slide_id: string;
}
interface CardReview {
    readonly grade: Grade;
    readonly issues: readonly ReviewIssue[];
    readonly autofix_proposals: readonly AutoFix[];
    readonly strengths: readonly string[];
    readonly weaknesses: readonly string[];
    readonly actions: readonly string[];
    readonly retry: boolean;
    readonly reviewed_hash: Hash;
    readonly reviewed_at: string;
    readonly model: string | null;
}
interface CardState {
    readonly card: Card;
    readonly content_hash: string;
    readonly status: CardStatus;
    readonly version: number;
    readonly review: CardReview | null;
    readonly applied_autofix: readonly string[];
    readonly provenance: readonly LineSource[];
    readonly proposed: ReadonlySet<string>;
    readonly source: string | null;
    readonly sourceRemoved: boolean;
    readonly opinions: ReadonlyMap<string, ModelOpinion>;
    readonly wasApproved: boolean;
    readonly approval: Approval | null;
    readonly approvedReview: CardReview | null;
    readonly approvalBlocked: boolean;
    readonly returned: ReturnNote | null;
    readonly autoReturned: ReadonlySet<string>;
    readonly versions: readonly (Pick<CardState, 'content_hash' | 'applied_autofix'> & {
        readonly version: number;
    })[];
    readonly history: readonly LogEntry[];
}
type CardStatus = z.infer<typeof cardStatusSchema>;
interface CardView extends Card {
    readonly spec_id: string;
    readonly status: CardStatus;
    readonly revision: string;
    readonly content_hash: Hash;
    readonly applied_autofix: readonly string[];
    readonly ai_review: CardReview | null;
    readonly locked_at: string | null;
    readonly approved_by: string | null;
    readonly returned: ReturnNote | null;
    readonly provenance: readonly LineSource[];
    readonly history: readonly LogEntry[];
}
interface CardsResult {
    readonly cards: readonly Card[];
    readonly warnings: readonly ImportWarning[];
    readonly provenance: Readonly<Record<string, readonly LineSource[]>>;
}
interface ConformanceCase {
    readonly name: string;
    run(): Promise<void>;
}
type ConformanceFetch = (path: string, request: ConformanceRequest) => Promise<Response>;
interface ConformanceRequest {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly scopes: readonly string[] | null;
}
interface ContentAppOptions extends IdentityOptions {
    readonly service: ContentService;
    readonly weakEtagCompat?: boolean;
    readonly basePath?: string;
    readonly server?: string;
    readonly maxBodyBytes?: number;
    readonly locale?: Locale;
    readonly logger?: Logger;
}
interface ContentCaller extends HttpCaller {
    readonly id: string;
    readonly delegates?: readonly string[];
}
class ContentImportError extends KanmonError {
    static readonly errorName: string;
    readonly source: string;
    readonly attempts: number;
    constructor(message: string, options: {
        readonly code: string;
        readonly source: string;
        readonly attempts: number;
        readonly cause?: unknown;
    });
}
interface ContentService {
    readonly limits?: CardLimits;
    readonly createCards: Call<unknown, CreateResult>;
    readonly getCard: Read<CardRef, CardView>;
    readonly listCards: Read<DeckQuery, readonly CardView[]>;
    readonly getDeck: Read<DeckQuery, DeckView>;
    listDecks(): Promise<ServiceResult<readonly DeckSummary[]>>;
    readonly patchCard: CardChange<PatchRequest>;
    readonly approveCard: CardChange<ApproveRequest>;
    readonly returnCard: CardChange<ReturnRequest>;
    readonly unlockCard: CardChange<{
        readonly reason: string;
    }>;
    reviewCard(ref: CardRef, request: {
        readonly llm?: boolean;
    }, caller: Caller): Promise<ServiceResult<CardView>>;
    commentCard(ref: CardRef, request: {
        readonly notes: string;
    }, caller: Caller): Promise<ServiceResult<CardView>>;
    readonly recordSourceWarnings: Call<SourceWarningsRequest, {
        readonly recorded: number;
    }>;
    logs(query?: LogQuery): Promise<ServiceResult<LogPage>>;
    readonly exportApproved: Read<DeckQuery & {
        readonly only?: 'all' | 'approved';
    }, ExportResult>;
    readonly exportDraft: Read<DeckQuery, ExportResult>;
    history(query: DeckQuery): AsyncIterable<StoredEvent>;
    readonly snapshot: Call<DeckQuery & {
        readonly name?: string;
    }, {
        readonly version: number;
    }>;
    readonly rollback: Call<DeckQuery & {
        readonly version: number;
        readonly includeApproved?: boolean;
    }, {
        readonly restored: readonly string[];
    }>;
    metrics(query?: MetricsQuery): Promise<ServiceResult<Metrics>>;
    readonly findDecks: Read<string, readonly string[]>;
}
interface ContentServiceOptions {
    readonly store: EventStore;
    readonly reviewer?: Reviewer;
    readonly policy?: {
        readonly blockGrades?: readonly Grade[];
        readonly allowOverride?: boolean;
    };
    readonly limits?: Partial<CardLimits>;
    readonly clock?: Clock;
    readonly locale?: Locale;
    readonly ids?: IdSource;
    readonly logger?: Logger;
}
interface ConvertOptions {
    readonly clock?: Clock;
    readonly severityMap?: Readonly<Record<string, IssueSeverity>>;
    readonly gradeMap?: Partial<Readonly<Record<IssueSeverity, Grade>>>;
    readonly locale?: Locale;
    readonly onReport?: (document: ReviewEngineDocument, report: AnalysisReport) => void;
}
interface CreateRequest {
    readonly spec_id: string;
    readonly cards: readonly Card[];
    readonly provenance?: Readonly<Record<string, readonly LineSource[]>>;
    readonly sources?: Readonly<Record<string, string>>;
}
interface CreateResult {
    readonly spec_id: string;
    readonly revision: string;
    readonly cards: readonly Pick<CardView, 'slide_id' | 'revision' | 'content_hash' | 'status'>[];
    readonly replayed: boolean;
}
type DataOf<Schema extends z.ZodType> = DeepReadonly<z.infer<Schema>>;
interface Deck {
    readonly spec_id: string;
    readonly version: number;
    readonly cards: ReadonlyMap<string, CardState>;
    readonly keys: ReadonlyMap<string, {
        readonly body: string;
        readonly version: number;
        readonly events: number;
    }>;
}
interface DeckFiles {
    readonly deck: {
        readonly draft?: ApprovalDocument;
        readonly approved?: ApprovalDocument;
        readonly log?: readonly LogEntry[];
    };
    readonly importMeta?: ImportMeta;
    readonly generationMeta?: GenerationMeta;
    readonly aiLog?: readonly AiLogEntry[];
    readonly analysis?: ReviewEngineDocument;
}
type DeckHistory = Iterable<StoredEvent> | AsyncIterable<StoredEvent>;
interface DeckQuery {
    readonly spec_id: string;
}
interface DeckSummary {
    readonly spec_id: string;
    readonly revision: string;
    readonly cards: number;
    readonly approved: number;
}
interface DeckView {
    readonly spec_id: string;
    readonly revision: string;
    readonly cards: readonly CardView[];
}
interface DefaultRuleOptions {
    readonly prohibitedWords?: readonly (string | ProhibitedWord)[];
    readonly limits?: Partial<CardLimits>;
}
interface DiffEntry {
    readonly path: string;
    readonly base: JsonValue;
    readonly current: JsonValue;
    readonly proposed: JsonValue;
    readonly conflict: boolean;
}
class DraftConfigurationError extends KanmonError {
    static readonly errorName: string;
    constructor(code: 'policy_not_found' | 'prompt_not_found', message: string);
}
type DraftEvent = {
    readonly type: 'slide-started';
    readonly slide_id: string;
} | {
    readonly type: 'slide-drafted';
    readonly slide_id: string;
    readonly attempts: number;
    readonly warnings: readonly string[];
};
interface DraftJournal {
    read(): Iterable<unknown> | AsyncIterable<unknown>;
    append(answer: RecordedAnswer): Promise<void>;
}
interface DraftOptions {
    readonly policies: PolicySet;
    readonly policyId?: string;
    readonly llm: LlmClient;
    readonly reference?: string;
    readonly budget?: Budget;
    readonly price?: Price;
    readonly limits?: Partial<CardLimits>;
    readonly prompts?: Readonly<Record<string, Prompt>>;
    readonly log?: 'full' | 'digest';
    readonly slideLimit?: number;
    readonly locale?: Locale;
    readonly clock?: Clock;
    readonly journal?: DraftJournal;
    readonly onEvent?: (event: DraftEvent) => void;
    readonly signal?: AbortSignal;
}
interface DraftResult {
    readonly document: ApprovalDocument;
    readonly cards: readonly Card[];
    readonly meta: GenerationMeta;
    readonly log: readonly AiLogEntry[];
    readonly sources: Readonly<Record<string, string>>;
}
interface ExportResult {
    readonly document: ApprovalDocument;
    readonly log: readonly LogEntry[];
}
interface ExtractHtmlOptions {
    readonly url?: string;
    readonly mode?: 'main' | 'body';
}
interface ExtractPdfOptions {
    readonly engine: PdfEngine;
    readonly maxBytes?: number;
    readonly maxPages?: number;
    readonly timeoutMs?: number;
    readonly reflow?: typeof reflowPages;
    readonly squeeze?: boolean;
    readonly signal?: AbortSignal;
}
interface FileLoaderOptions {
    readonly maxBytes?: number;
}
interface GenerationMeta {
    readonly schema_version: '1.0';
    readonly generated_at: string;
    readonly policy_id: string;
    readonly policy_name: string;
    readonly policy_hash: string;
    readonly model: string;
    readonly provider: string;
    readonly spec: {
        readonly title: string;
        readonly client?: string;
        readonly hash: string;
    };
    readonly safeguards: JsonObject;
    readonly slides: readonly {
        readonly slide_id: string;
        readonly intent: string;
        readonly content_hash: string;
        readonly body_lines: number;
        readonly model: string;
        readonly attempts: number;
    }[];
    readonly usage: {
        readonly input_tokens: number;
        readonly output_tokens: number;
        readonly calls: number;
        readonly failed_calls: number;
    };
}
type Grade = z.infer<typeof gradeSchema>;
type Hash = string;
interface HtmlAdapterOptions {
    readonly mode?: 'main' | 'body';
}
interface HtmlBlock {
    readonly kind: 'heading' | 'paragraph' | 'item' | 'row';
    readonly level?: number;
    readonly text: string;
    readonly cells?: readonly string[];
    readonly isHeader?: boolean;
    readonly table?: number;
}
interface HtmlContent {
    readonly title: string;
    readonly text: string;
    readonly blocks: readonly HtmlBlock[];
    readonly links: readonly HtmlLink[];
    readonly images: readonly HtmlLink[];
    readonly language: string | null;
    readonly warnings: readonly 'main_text_not_found'[];
}
interface HtmlLink {
    readonly label: string;
    readonly url: string;
}
interface IdentityOptions {
    readonly identify?: (request: Request) => ContentCaller | null | Promise<ContentCaller | null>;
    readonly auth?: TokenVerifier<Principal>;
    readonly actorPolicy?: 'token' | 'header' | 'both-must-match';
    readonly allowAnonymous?: boolean;
}
interface ImportAdapter {
    readonly kind: string;
    accepts(loaded: LoadedSource): number;
    read(loaded: LoadedSource, context: ImportContext): AdapterResult | Promise<AdapterResult>;
}
interface ImportContext {
    readonly signal?: AbortSignal;
    readonly clock: {
        now(): Date;
    };
    readonly locale: 'ja' | 'en';
    readonly blankLines: 'auto' | 'paragraph' | 'card';
}
class ImportError extends KanmonError {
    static readonly errorName: string;
    readonly retryable: boolean;
    readonly retryAfterMs?: number;
    constructor(message: string, options: {
        readonly code: string;
        readonly retryable?: boolean;
        readonly retryAfterMs?: number;
        readonly cause?: unknown;
    });
}
type ImportEvent = {
    readonly type: 'source-started';
    readonly source: string;
} | {
    readonly type: 'source-retried';
    readonly source: string;
    readonly attempt: number;
    readonly delayMs: number;
    readonly code: string;
} | {
    readonly type: 'source-loaded';
    readonly source: string;
    readonly hash: string;
    readonly bytes: number;
} | {
    readonly type: 'source-imported';
    readonly source: string;
    readonly items: number;
} | {
    readonly type: 'warning-found';
    readonly warning: ImportWarning;
} | {
    readonly type: 'items-merged';
    readonly items: number;
} | {
    readonly type: 'import-finished';
    readonly cards: number;
} | {
    readonly type: 'content_import_error';
    readonly source: string;
    readonly code: string;
    readonly message: string;
    readonly attempts: number;
};
type ImportMeta = DataOf<typeof importMetaSchema>;
interface ImportOptions extends ItemsToCardsOptions, ReadSourceOptions {
    readonly merge?: 'last-wins' | 'first-wins' | 'error';
    readonly blankLines?: 'auto' | 'paragraph' | 'card';
    readonly onEvent?: (event: ImportEvent) => void;
    readonly signal?: AbortSignal;
    readonly clock?: Clock;
    readonly actor?: string;
    readonly spec_id?: string;
}
interface ImportResult {
    readonly items: readonly NormalizedItem[];
    readonly cards: readonly Card[];
    readonly document: ApprovalDocument;
    readonly meta: ImportMeta;
    readonly warnings: readonly ImportWarning[];
    readonly log: readonly LogEntry[];
    readonly provenance: Readonly<Record<string, readonly LineSource[]>>;
}
interface ImportRetry {
    readonly retries?: number;
    readonly minDelayMs?: number;
    readonly factor?: number;
    readonly maxDelayMs?: number;
}
interface ImportWarning {
    readonly code: string;
    readonly source: string;
    readonly message: string;
    readonly params: Readonly<Record<string, string | number>>;
}
type IssueSeverity = 'info' | 'warning' | 'critical';
interface ItemsToCardsOptions {
    readonly limits?: Partial<CardLimits>;
    readonly overflow?: 'split' | 'truncate' | 'error';
    readonly defaults?: {
        readonly intent?: string;
        readonly phase?: string;
        readonly type_hint?: string;
    };
    readonly locale?: 'ja' | 'en';
}
interface JwtVerifierOptions {
    readonly keys: string | URL | JWTVerifyGetKey;
    readonly issuer: string;
    readonly audience: string;
    readonly algorithms?: readonly string[];
    readonly typ?: string | null;
}
interface LineSource {
    readonly field: 'title' | 'body' | 'note';
    readonly line: number;
    readonly source: string;
    readonly source_hash: Hash;
    readonly page?: number;
    readonly source_line?: number;
}
interface LoadedSource {
    readonly name: string;
    readonly isUnnamed?: boolean;
    readonly bytes: Uint8Array;
    readonly text?: string;
    readonly contentType: string;
    readonly charset?: string;
    readonly url?: string;
    readonly retrievedAt: string;
    readonly hash: Hash;
    readonly warnings?: readonly ImportWarning[];
}
type LogAction = (typeof logActions)[number];
interface LogEntry {
    readonly spec_id: string;
    readonly slide_id: string | null;
    readonly action: LogAction;
    readonly actor: string;
    readonly timestamp: string;
    readonly notes?: string;
    readonly applied_autofix: readonly string[];
    readonly ai_grade?: Grade;
    readonly request_id?: string;
    readonly content_hash?: Hash;
    readonly revision?: string;
}
interface LogPage {
    readonly items: readonly LogEntry[];
    readonly next_offset: string | null;
}
interface LogQuery {
    readonly spec_id?: string | undefined;
    readonly slide_id?: string | undefined;
    readonly action?: string | undefined;
    readonly since?: string | undefined;
    readonly until?: string | undefined;
    readonly limit?: number | undefined;
    readonly offset?: string | undefined;
}
interface Match {
    readonly ifMatch?: string | undefined;
}
interface MergeResult {
    readonly spec: Readonly<Record<string, unknown>>;
    readonly updated: readonly string[];
    readonly warnings: readonly {
        readonly code: 'table_not_placed' | 'slide_not_in_spec';
        readonly slide_id: string;
    }[];
}
interface Metrics {
    readonly approval_time_ms: {
        readonly count: number;
        readonly mean: number | null;
        readonly p50: number | null;
        readonly p95: number | null;
    };
    readonly autofix: {
        readonly proposed: number;
        readonly applied: number;
        readonly rate: number | null;
    };
    readonly returns: {
        readonly decisions: number;
        readonly returned: number;
        readonly auto_returned: number;
        readonly rate: number | null;
    };
    readonly llm: {
        readonly calls: number;
        readonly failed: number;
        readonly rate: number | null;
    };
}
type MetricsQuery = Pick<LogQuery, 'spec_id' | 'since' | 'until'>;
type ModelOpinion = Pick<CardReview, 'grade' | 'strengths' | 'weaknesses' | 'actions' | 'model'>;
interface NormalizedItem {
    readonly id: string | null;
    readonly title: string;
    readonly body: readonly string[];
    readonly table_data?: Table;
    readonly attachments: readonly Attachment[];
    readonly source_meta: SourceMeta;
    readonly card_meta?: Partial<Pick<Card, 'note' | 'intent' | 'type_hint' | 'story'>>;
}
interface NumberInText {
    readonly written: string;
    readonly value: number;
    readonly unit: string;
    readonly sign: '' | '-' | 'either';
    readonly year?: number | undefined;
}
interface NumberIndex {
    contradiction(statement: Statement, isSkipped: (slideId: string) => boolean): OtherStatement | null;
}
interface OtherStatement {
    readonly slideId: string;
    readonly statement: Statement;
}
type PatchRequest = DataOf<RequestSchemas['patch']>;
interface PdfContent {
    readonly pages: readonly ReflowedPage[];
    readonly images: readonly {
        readonly page: number;
    }[];
    readonly warnings: readonly PdfWarning[];
}
interface PdfEngine {
    readonly name: string;
    read(bytes: Uint8Array, limits: {
        readonly maxPages: number;
        readonly timeoutMs: number;
        readonly signal?: AbortSignal;
    }): Promise<{
        readonly pages: readonly PdfPage[];
        readonly warnings: readonly string[];
    }>;
}
class PdfError extends ImportError {
    static readonly errorName: string;
    constructor(code: PdfErrorCode, message: string, options?: {
        readonly cause?: unknown;
    });
}
type PdfErrorCode = 'pdf_invalid' | 'pdf_encrypted' | 'pdf_too_large' | 'pdf_too_many_pages' | 'pdf_timed_out' | 'pdf_out_of_memory' | 'pdf_no_text' | 'pdf_engine_missing' | 'pdf_engine_failed';
interface PdfPage {
    readonly number: number;
    readonly width: number;
    readonly height: number;
    readonly runs: readonly TextRun[];
    readonly images: number;
}
interface PdfParagraph {
    readonly text: string;
    readonly size: number;
    readonly heading: boolean;
}
interface PdfWarning {
    readonly code: 'cmaps_missing' | 'engine_warning' | 'pdf_page_without_text' | 'pdf_right_to_left';
    readonly page?: number;
    readonly message?: string;
}
interface PdfjsOptions {
    readonly cMapsFolder?: string;
}
interface Policy {
    readonly id: string;
    readonly name: string;
    readonly description?: string | undefined;
    readonly default_intent: string;
    readonly prompt_id: string;
    readonly model: string;
    readonly safeguards: Safeguards;
    readonly slide_policies: readonly {
        readonly layout: string;
        readonly intent: string;
        readonly prompt_id?: string | undefined;
    }[];
}
interface PolicySet {
    readonly version: string;
    readonly default_policy_id: string;
    readonly policies: readonly Policy[];
}
interface Principal {
    readonly subject: string;
    readonly scopes: readonly string[];
    readonly human?: boolean;
    readonly delegates?: readonly string[];
}
interface ProhibitedWord {
    readonly word: string;
    readonly replacement?: string;
}
type Prompt = (context: PromptContext) => string;
interface PromptContext {
    readonly policy: Policy;
    readonly locale: Locale;
    readonly titleMax: number;
    readonly bodyLines: number;
    readonly lineMax: number;
}
type Read<Query, Value> = (query: Query) => Promise<ServiceResult<Value>>;
interface ReadSourceOptions {
    readonly loaders?: readonly SourceLoader[];
    readonly adapters?: readonly ImportAdapter[];
    readonly retry?: ImportRetry;
    readonly timer?: Timer;
}
interface RecordedAnswer {
    readonly key: string;
    readonly response: Omit<LlmResponse, 'raw' | 'cachedUsage'>;
}
interface ReflowedPage {
    readonly number: number;
    readonly paragraphs: readonly PdfParagraph[];
    readonly running: readonly string[];
    readonly isLandscape?: boolean;
}
type RequestSchemas = ReturnType<typeof createRequestSchemas>;
type ResolveHost = (host: string) => Promise<readonly ResolvedAddress[]>;
interface ResolvedAddress {
    readonly address: string;
    readonly family: number;
}
type ReturnNote = DataOf<typeof returnNoteSchema>;
type ReturnRequest = DataOf<RequestSchemas['return']>;
interface ReviewEngineDocument {
    readonly schema_version: '1.0.0';
    readonly generated_at: string;
    readonly slides: readonly ReviewEngineSlide[];
}
interface ReviewEngineSlide {
    readonly slide_id: string;
    readonly grade: Grade;
    readonly issues: readonly {
        readonly code: string;
        readonly message: string;
        readonly severity: IssueSeverity;
    }[];
    readonly autofix_proposals?: readonly AnalysisFix[];
    readonly notes?: {
        readonly unsupported_fix_types: readonly string[];
    };
}
interface ReviewInput extends Surroundings {
    readonly previous?: CardReview | null;
    readonly signal?: AbortSignal;
}
interface ReviewIssue {
    readonly code: string;
    readonly message: string;
    readonly severity: IssueSeverity;
    readonly path: JsonPointer | null;
    readonly params?: JsonObject;
}
interface ReviewOutcome {
    readonly review: CardReview;
    readonly autoReturn: boolean;
    readonly llmFailed: boolean;
    readonly call?: {
        readonly provider: string;
        readonly model: string;
        readonly grade: Grade | null;
        readonly reason: string | null;
        readonly usage: UsageTotal;
    };
}
interface Reviewer {
    readonly rules: readonly Rule[];
    readonly locale?: Locale;
    readonly hasModel: boolean;
    review(card: Card, input?: ReviewInput): Pick<ReviewOutcome, 'review' | 'autoReturn'>;
    reviewWithModel(card: Card, input?: ReviewInput): Promise<ReviewOutcome>;
}
interface ReviewerOptions {
    readonly rules?: readonly Rule[];
    readonly limits?: Partial<CardLimits>;
    readonly llm?: LlmClient;
    readonly severityGrades?: Partial<SeverityGrades>;
    readonly locale?: Locale;
    readonly budget?: Budget;
    readonly price?: Price;
    readonly clock?: Clock;
}
interface Rule {
    readonly name: string;
    check(card: Card, context: RuleContext): RuleResult;
}
interface RuleContext {
    readonly source?: string;
    readonly sourceRemoved?: boolean;
    readonly deck: readonly Card[];
    readonly numbers?: NumberIndex;
    readonly locale: Locale;
}
interface RuleResult {
    readonly issues: readonly ReviewIssue[];
    readonly fixes: readonly AutoFix[];
}
type SafeFetch = (url: string, options?: {
    readonly signal?: AbortSignal;
    readonly headers?: Readonly<Record<string, string>>;
}) => Promise<SafeResponse>;
type SafeFetchCode = 'scheme_refused' | 'port_refused' | 'address_refused' | 'credentials_refused' | 'redirect_refused' | 'too_many_redirects' | 'too_large' | 'timed_out' | 'network_error' | 'status_error';
class SafeFetchError extends ImportError {
    static readonly errorName: string;
    constructor(code: SafeFetchCode, message: string, options?: {
        readonly retryable?: boolean;
        readonly retryAfterMs?: number;
        readonly cause?: unknown;
    });
}
interface SafeFetchOptions {
    readonly schemes?: readonly string[];
    readonly ports?: readonly number[];
    readonly allowAddresses?: readonly string[];
    readonly allowHosts?: readonly string[];
    readonly lookup?: ResolveHost;
    readonly maxRedirects?: number;
    readonly maxBytes?: number;
    readonly timeoutMs?: number;
    readonly headers?: Readonly<Record<string, string>>;
}
interface SafeResponse {
    readonly status: number;
    readonly url: string;
    readonly headers: Headers;
    readonly body: Uint8Array;
    readonly redirects: readonly string[];
    readonly retrievedAt: string;
}
interface Safeguards {
    readonly tone?: string | undefined;
    readonly prohibited_keywords: readonly (string | {
        readonly word: string;
        readonly replacement?: string | undefined;
    })[];
    readonly user_instructions?: string | undefined;
    readonly system_prompt?: string | undefined;
    readonly [other: string]: unknown;
}
type Scope = (typeof allScopes)[number];
interface ServiceError {
    readonly code: ServiceErrorCode;
    readonly message: string;
    readonly details: readonly FieldIssue[];
    readonly current?: CardView;
    readonly diff?: readonly DiffEntry[];
}
type ServiceErrorCode = keyof typeof serviceTexts;
type ServiceResult<T> = {
    readonly ok: true;
    readonly value: T;
    readonly replayed?: boolean;
    readonly unchanged?: boolean;
} | {
    readonly ok: false;
    readonly error: ServiceError;
};
type SeverityGrades = Readonly<Record<IssueSeverity, Grade>>;
interface Slide {
    readonly id: string;
    readonly intent: string;
    readonly type_hint?: string;
    readonly elements: {
        readonly title: string;
        readonly body: readonly string[];
        readonly table_data?: Table;
        readonly note?: string;
    };
    readonly status: CardStatus;
    readonly ai_review?: SlideReview;
    readonly applied_autofix: readonly string[];
    readonly story?: Story;
    readonly approval?: Approval;
}
type SlideAutoFix = Omit<AutoFix, 'base'>;
interface SlideReview extends Pick<CardReview, 'grade' | 'issues'>, Partial<Omit<CardReview, 'grade' | 'issues' | 'autofix_proposals'>> {
    readonly autofix_proposals: readonly SlideAutoFix[];
}
interface SlideState {
    readonly status?: CardStatus;
    readonly review?: CardReview | null;
    readonly applied_autofix?: readonly string[];
    readonly approval?: Approval;
}
interface SofficeOptions {
    readonly bin?: string;
    readonly maxParallel?: number;
}
interface SourceLoader {
    readonly kind: SourceRef['kind'];
    load(ref: SourceRef, context: ImportContext): Promise<LoadedSource>;
}
interface SourceMeta {
    readonly source: string;
    readonly hash: Hash;
    readonly page?: number;
    readonly line: number;
    readonly title_origin: 'heading' | 'first-line' | 'derived';
    readonly lines: readonly LineSource[];
}
type SourceRef = {
    readonly licensed?: boolean;
} & ({
    readonly kind: 'text';
    readonly text: string;
    readonly name?: string;
} | {
    readonly kind: 'bytes';
    readonly bytes: Uint8Array;
    readonly name?: string;
    readonly contentType?: string;
    readonly charset?: string;
} | {
    readonly kind: 'file';
    readonly path: string;
} | {
    readonly kind: 'url';
    readonly url: string;
});
interface SourceWarningsRequest {
    readonly spec_id: string;
    readonly log: readonly LogEntry[];
}
interface Statement {
    readonly label: string;
    readonly key: string;
    readonly number: NumberInText;
    readonly path: string;
}
interface Story {
    readonly phase: string;
    readonly chapter_id?: string;
    readonly angle?: string;
}
type Surroundings = Partial<Omit<RuleContext, 'locale'>>;
interface Table {
    readonly headers: readonly string[];
    readonly rows: readonly (readonly string[])[];
}
interface TextRun {
    readonly text: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly size: number;
    readonly vertical: boolean;
    readonly turned?: 'up' | 'over';
    readonly endsLine: boolean;
}
interface UrlLoaderOptions {
    readonly fetch: SafeFetch;
}
interface Verification {
    readonly ok: boolean;
    readonly checked: number;
    readonly findings: readonly Finding<VerificationCode>[];
}
type VerificationCode = 'hash_mismatch' | 'approval_missing' | 'approval_superseded' | 'approval_differs' | 'status_not_approved' | 'duplicate_slide' | 'unknown_slide' | 'missing_slide' | 'slide_order' | 'no_slides' | 'not_covered' | 'not_json' | 'duplicate_key' | 'history_broken' | 'grade_blocked';
const aiLogEntrySchema: z.ZodObject<{
    slide_id: z.ZodString;
    layout: z.ZodString;
    prompt_id: z.ZodString;
    prompt: z.ZodString;
    policy_id: z.ZodString;
    model: z.ZodString;
    intent: z.ZodString;
    warnings: z.ZodArray<z.ZodString>;
    response_text: z.ZodString;
    response_text_truncated: z.ZodBoolean;
    attempts: z.ZodInt;
    error: z.ZodExactOptional<z.ZodString>;
}, z.core.$strict>;
const allScopes: readonly [
    'cards:read',
    'cards:write',
    'cards:approve',
    'cards:return',
    'cards:unlock',
    'cards:override',
    'cards:rollback',
    'logs:read'
];
function applyAutoFix(card: Card, fix: AutoFix, options?: AutoFixOptions): AutoFixResult;
const approvalDocumentSchema: z.ZodType<ApprovalDocument>;
const approvalSchema: z.ZodObject<{
    approved_by: z.ZodString;
    approved_at: z.ZodString;
    content_hash: z.ZodString;
    revision: z.ZodString;
    event_version: z.ZodInt;
    event_hash: z.ZodString;
    ai_grade: z.ZodNullable<z.ZodEnum<{
        A: "A";
        B: "B";
        C: "C";
    }>>;
    applied_autofix: z.ZodArray<z.ZodString>;
}, z.core.$strict>;
function approvalSection(document: ApprovalDocument, updated?: readonly string[]): JsonObject;
function auditSections(parts: AuditParts): JsonObject;
const autoFixSchema: z.ZodType<AutoFix>;
function cardHash(card: CardInput): Hash;
function cardOfSlide(slide: Slide): Card;
const cardReviewSchema: z.ZodType<CardReview>;
const cardSchema: z.ZodType<Card>;
const cardStatusSchema: z.ZodEnum<{
    approved: "approved";
    draft: "draft";
    returned: "returned";
}>;
const cardViewSchema: z.ZodType<CardView>;
function contentAppConformance(fetch: ConformanceFetch): readonly ConformanceCase[];
function convertAnalysis(analysis: unknown, spec: unknown, options?: ConvertOptions): ReviewEngineDocument;
function createCardSchema(limits?: CardLimits): z.ZodType<Card>;
function createContentApp(options: ContentAppOptions): Hono<HttpEnv>;
function createContentService(options: ContentServiceOptions): ContentService;
function createDefaultRules(options?: DefaultRuleOptions): readonly Rule[];
function createDraftJournal(store: EventStore, name: string): DraftJournal;
function createFileLoader(options?: FileLoaderOptions): SourceLoader;
function createHtmlAdapter(options?: HtmlAdapterOptions): ImportAdapter;
function createJwtVerifier(options: JwtVerifierOptions): TokenVerifier<Principal & ContentCaller>;
function createMockDraftClient(): LlmClient;
function createPdfAdapter(options: Omit<ExtractPdfOptions, 'signal'>): ImportAdapter;
function createPdfjsEngine(options?: PdfjsOptions): PdfEngine;
function createRequestSchemas(given?: CardLimits): {
    create: z.ZodObject<{
        spec_id: z.ZodString;
        cards: z.ZodArray<z.ZodType<Card, unknown, z.core.$ZodTypeInternals<Card, unknown>>>;
        provenance: z.ZodExactOptional<z.ZodRecord<z.ZodString, z.ZodArray<z.ZodType<LineSource, unknown, z.core.$ZodTypeInternals<LineSource, unknown>>>>>;
        sources: z.ZodExactOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
    }, z.core.$strict>;
    patch: z.ZodObject<{
        title: z.ZodExactOptional<z.ZodString>;
        body: z.ZodExactOptional<z.ZodArray<z.ZodString>>;
        table_data: z.ZodExactOptional<z.ZodNullable<z.ZodType<import("../model/card.js").Table, unknown, z.core.$ZodTypeInternals<import("../model/card.js").Table, unknown>>>>;
        note: z.ZodExactOptional<z.ZodNullable<z.ZodString>>;
        intent: z.ZodExactOptional<z.ZodString>;
        type_hint: z.ZodExactOptional<z.ZodNullable<z.ZodString>>;
        story: z.ZodExactOptional<z.ZodType<import("../model/card.js").Story, unknown, z.core.$ZodTypeInternals<import("../model/card.js").Story, unknown>>>;
        autofix_applied: z.ZodExactOptional<z.ZodArray<z.ZodString>>;
        apply_autofix: z.ZodExactOptional<z.ZodArray<z.ZodString>>;
        source: z.ZodExactOptional<z.ZodNullable<z.ZodString>>;
    }, z.core.$strict>;
    approve: z.ZodObject<{
        notes: z.ZodExactOptional<z.ZodString>;
        applied_autofix: z.ZodExactOptional<z.ZodArray<z.ZodString>>;
        content_hash: z.ZodExactOptional<z.ZodString>;
        override: z.ZodExactOptional<z.ZodObject<{
            reason: z.ZodString;
        }, z.core.$strict>>;
    }, z.core.$strict>;
    return: z.ZodObject<{
        reason: z.ZodString;
        reason_code: z.ZodExactOptional<z.ZodString>;
        requested_by: z.ZodExactOptional<z.ZodString>;
    }, z.core.$strict>;
    unlock: z.ZodObject<{
        reason: z.ZodString;
    }, z.core.$strict>;
    comment: z.ZodObject<{
        notes: z.ZodString;
    }, z.core.$strict>;
    review: z.ZodObject<{
        llm: z.ZodExactOptional<z.ZodBoolean>;
    }, z.core.$strict>;
    snapshot: z.ZodObject<{
        name: z.ZodExactOptional<z.ZodString>;
    }, z.core.$strict>;
    rollback: z.ZodObject<{
        version: z.ZodInt;
        includeApproved: z.ZodExactOptional<z.ZodBoolean>;
    }, z.core.$strict>;
    sourceWarnings: z.ZodObject<{
        spec_id: z.ZodString;
        log: z.ZodArray<z.ZodType<LogEntry, unknown, z.core.$ZodTypeInternals<LogEntry, unknown>>>;
    }, z.core.$strict>;
};
function createReviewer(options?: ReviewerOptions): Reviewer;
function createSafeFetch(options?: SafeFetchOptions): SafeFetch;
function createSofficeEngine(options?: SofficeOptions): PdfEngine;
function createStaticTokenVerifier<Owner extends Principal | ContentCaller>(tokens: Readonly<Record<string, Owner>>): TokenVerifier<Owner>;
function createUrlLoader(options: UrlLoaderOptions): SourceLoader;
function deckServiceConformance(createStore: () => EventStore | Promise<EventStore>): readonly ConformanceCase[];
const defaultLimits: CardLimits;
function draftCards(spec: unknown, options: DraftOptions): Promise<DraftResult>;
function extractHtml(html: string, options?: ExtractHtmlOptions): HtmlContent;
function extractPdf(bytes: Uint8Array, options: ExtractPdfOptions): Promise<PdfContent>;
function foldDeck(events: AsyncIterable<StoredEvent>, before?: Deck): Promise<Deck>;
function foldDeck(events: Iterable<StoredEvent>, before?: Deck): Deck;
const generationMetaSchema: z.ZodType<GenerationMeta>;
const gradeSchema: z.ZodEnum<{
    A: "A";
    B: "B";
    C: "C";
}>;
const hashSchema: z.ZodString;
const idSchema: z.ZodString;
const importMetaSchema: z.ZodObject<{
    schema_version: z.ZodLiteral<"1.0">;
    generated_at: z.ZodString;
    total_slides: z.ZodInt;
    sources: z.ZodArray<z.ZodObject<{
        source: z.ZodString;
        kind: z.ZodEnum<{
            bytes: "bytes";
            file: "file";
            text: "text";
            url: "url";
        }>;
        importer: z.ZodString;
        engine: z.ZodExactOptional<z.ZodString>;
        retrieved_at: z.ZodString;
        hash: z.ZodString;
        content_type: z.ZodString;
        charset: z.ZodNullable<z.ZodString>;
        bytes: z.ZodInt;
        slides: z.ZodInt;
        attempts: z.ZodInt;
        licensed: z.ZodNullable<z.ZodBoolean>;
        warnings: z.ZodArray<z.ZodObject<{
            code: z.ZodString;
            source: z.ZodString;
            message: z.ZodString;
            params: z.ZodRecord<z.ZodString, z.ZodUnion<readonly [
                z.ZodString,
                z.ZodNumber
            ]>>;
        }, z.core.$strict>>;
    }, z.core.$strict>>;
}, z.core.$strict>;
function importSection(meta: ImportMeta): JsonObject;
function importSources(sources: readonly SourceRef[], options?: ImportOptions): Promise<ImportResult>;
function itemsToCards(items: readonly NormalizedItem[], options?: ItemsToCardsOptions): CardsResult;
const lineSourceSchema: z.ZodType<LineSource>;
const logActions: readonly [
    'create',
    'update',
    'autofix',
    'review',
    'approve',
    'return',
    'unlock',
    'comment',
    'rollback',
    'source_warning'
];
const logEntrySchema: z.ZodType<LogEntry>;
function mergeApproved(spec: Readonly<Record<string, unknown>>, document: ApprovalDocument): MergeResult;
function openApiDocument(options?: {
    readonly basePath?: string;
    readonly limits?: Partial<CardLimits>;
}): JsonObject;
function parsePolicySet(json: unknown): Checked<PolicySet>;
const patchIdSchema: z.ZodString;
function readApprovalDocument(text: string): Checked<ApprovalDocument>;
function readPolicySet(text: string): Checked<PolicySet>;
function readReviewLog(text: string): Checked<readonly LogEntry[]>;
function reflowPages(pages: readonly PdfPage[], options?: {
    readonly squeeze?: boolean;
}): readonly ReflowedPage[];
const returnNoteSchema: z.ZodObject<{
    reason: z.ZodString;
    reason_code: z.ZodExactOptional<z.ZodString>;
    requested_by: z.ZodString;
    at: z.ZodString;
}, z.core.$strict>;
function reviewCard(card: Card, options?: ReviewerOptions & ReviewInput): Promise<ReviewOutcome>;
const reviewIssueSchema: z.ZodType<ReviewIssue>;
function reviewLogSection(log: readonly LogEntry[]): JsonObject;
const serviceTexts: {
    readonly validation_error: {
        readonly ja: '入力に誤りがあります';
        readonly en: 'The input is not valid';
    };
    readonly forbidden: {
        readonly ja: 'この操作を行う権限がありません';
        readonly en: 'Your token does not allow this';
    };
    readonly not_found: {
        readonly ja: '見つかりません';
        readonly en: 'Not found';
    };
    readonly conflict: {
        readonly ja: 'カードの現在の状態ではこの操作はできません';
        readonly en: 'The state of the card does not allow this';
    };
    readonly already_exists: {
        readonly ja: '同じ ID のカードがすでにあります';
        readonly en: 'A card with this id exists already';
    };
    readonly idempotency_key_reused: {
        readonly ja: 'この Idempotency-Key は別の内容ですでに使われています';
        readonly en: 'This idempotency key was used with another body';
    };
    readonly content_hash_mismatch: {
        readonly ja: '承認しようとした内容は現在の内容と異なります';
        readonly en: 'What you approve is not what the card holds now';
    };
    readonly grade_blocks_approval: {
        readonly ja: 'レビューの評価により承認できません。指摘を直してください';
        readonly en: 'The grade of the review blocks the approval; fix the issues that it lists';
    };
    readonly autofix_stale: {
        readonly ja: '自動修正の提案は現在の内容に当てはまりません。再レビューしてください';
        readonly en: 'The proposed fix no longer fits the card; have it reviewed again';
    };
    readonly not_approved: {
        readonly ja: '承認されていないカードがあります';
        readonly en: 'Some cards are not approved';
    };
    readonly precondition_failed: {
        readonly ja: '読み込んだ後に別の更新がありました。最新の内容を確認してください';
        readonly en: 'The card was changed since you read it; look at the current content';
    };
    readonly precondition_required: {
        readonly ja: 'If-Match ヘッダが必要です';
        readonly en: 'If-Match is required';
    };
    readonly payload_too_large: {
        readonly ja: 'リクエストが大きすぎます';
        readonly en: 'The request is too large';
    };
    readonly storage_error: {
        readonly ja: 'ストアを利用できません。しばらくしてから、同じ要求をもう一度送ってください';
        readonly en: 'The store is not available; send the same request again later';
    };
};
function slideOfCard(card: Card, state?: SlideState): Slide;
const slideSchema: z.ZodType<Slide>;
const storySchema: z.ZodType<Story>;
const tableSchema: z.ZodType<Table>;
function toCardPath(path: string): string;
function toSlidePath(path: string): string;
function validateCard(value: unknown, options?: {
    readonly limits?: Partial<CardLimits>;
}): Checked<Card>;
function verifyApproved(document: unknown, history: DeckHistory): Promise<Verification>;
function verifyApprovedText(text: string, history: DeckHistory): Promise<Verification>;
function writeDeckFiles(files: DeckFiles): Map<string, string>;
