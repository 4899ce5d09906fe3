import { Locale } from '@kanmon/core';
import { OpenAPIHono } from '@hono/zod-openapi';
export { Principal, Scope, createStaticTokenVerifier } from './principal';
import 'zod';
import '@kanmon/core/json';

/** How the HTTP entry is set up. */
interface ContentAppOptions {
    readonly service: ContentService;
    /** Required unless `allowAnonymous`. */
    readonly auth?: TokenVerifier;
    /** Who the actor is. `token`: its subject; `header`: X-Actor; `both-must-match`: X-Actor, which must be the subject or a delegate. @default 'both-must-match' */
    readonly actorPolicy?: 'token' | 'header' | 'both-must-match';
    /** Tags as the seed writes them, `W/"cards-6"`, compared as if strong. @default false */
    readonly weakEtagCompat?: boolean;
    /** @default '/v1' */
    readonly basePath?: string;
    /** @default 1_000_000 */
    readonly maxBodyBytes?: number;
    /** Of messages, where the client names no language. @default 'ja' */
    readonly locale?: Locale;
    /** @default false */
    readonly allowAnonymous?: boolean;
}
/**
 * The card service over HTTP, mountable wherever a `(Request) => Response` goes. Checks in this order:
 * 401, 403, 400 of headers, path and query, 413, 415, 404, 428, replay, 409 of state, 412, 400 of the
 * body, other 409s.
 */
declare function createContentApp(options: ContentAppOptions): OpenAPIHono;

/** The OpenAPI 3.1 document of the HTTP table: routes, schemas, headers, errors and scopes. */
declare function openApiDocument(options?: {
    readonly basePath?: string;
}): JsonObject;

export { JsonObject, TokenVerifier, createContentApp, openApiDocument };
export type { ContentAppOptions };

/** A source as the caller names it. */
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
/** A source that has been read. */
interface LoadedSource {
    readonly name: string;
    /** The name is a stand-in that no title can be made of. @default false */
    readonly isUnnamed?: boolean;
    readonly bytes: Uint8Array;
    /** What the bytes stand for, where the source was a text from the start. */
    readonly text?: string;
    /** Without parameters, in lower case; '' when nobody said. */
    readonly contentType: string;
    /** What the transport declared. */
    readonly charset?: string;
    readonly url?: string;
    readonly retrievedAt: string;
    readonly hash: Hash;
    /** What the loader noticed. */
    readonly warnings?: readonly ImportWarning[];
}
/** What a loader or an adapter may use. */
interface ImportContext {
    readonly signal?: AbortSignal;
    readonly clock: {
        now(): Date;
    };
    readonly locale: 'ja' | 'en';
    readonly blankLines: 'auto' | 'paragraph' | 'card';
}
/** Reads sources of one kind. Throws `ImportError`s, `retryable` where waiting may heal. */
interface SourceLoader {
    readonly kind: SourceRef['kind'];
    load(ref: SourceRef, context: ImportContext): Promise<LoadedSource>;
}
/** Something beside the text: an image or the address of a link. */
interface Attachment {
    readonly kind: 'image' | 'link';
    readonly label: string;
    readonly url?: string;
    readonly page?: number;
}
/** One thing that was noticed while importing. */
interface ImportWarning {
    readonly code: string;
    readonly source: string;
    readonly message: string;
    readonly params: Readonly<Record<string, string | number>>;
}
/** One section of a source, before it is cut into cards. */
interface NormalizedItem {
    /** Null: it gets one. */
    readonly id: string | null;
    readonly title: string;
    /** Paragraphs, not wrapped. */
    readonly body: readonly string[];
    readonly table_data?: Table;
    readonly attachments: readonly Attachment[];
    readonly source_meta: SourceMeta;
    /** What a source that speaks of cards says beside title and body. */
    readonly card_meta?: Partial<Pick<Card, 'note' | 'intent' | 'type_hint' | 'story'>>;
}
/** Where an item comes from. */
interface SourceMeta {
    readonly source: string;
    readonly hash: Hash;
    readonly page?: number;
    readonly line: number;
    readonly title_origin: 'heading' | 'first-line' | 'derived';
    /** One for the title, one for each paragraph; `line` is the index of the paragraph. */
    readonly lines: readonly LineSource[];
}
/** What an adapter made of a source. */
interface AdapterResult {
    readonly items: readonly NormalizedItem[];
    readonly warnings: readonly ImportWarning[];
    /** The character set that the bytes were read in. */
    readonly charset?: string;
    /** The program that did the reading, where there is a choice. */
    readonly engine?: string;
}
/** Turns sources of some types into items. The one that accepts most wins. */
interface ImportAdapter {
    readonly kind: string;
    /** 0: not mine; 1: surely mine. */
    accepts(loaded: LoadedSource): number;
    read(loaded: LoadedSource, context: ImportContext): AdapterResult | Promise<AdapterResult>;
}

export type { AdapterResult as A, ImportAdapter as I, LoadedSource as L, NormalizedItem as N, SourceLoader as S, ImportWarning as a, SourceRef as b, Attachment as c, ImportContext as d, SourceMeta as e };

/** What is known of each source. */
interface ImportedSource {
    /** Its name; of a URL the address it came from in the end, secrets masked. */
    readonly source: string;
    readonly kind: SourceRef['kind'];
    readonly importer: string;
    readonly engine?: string;
    readonly retrieved_at: string;
    readonly hash: string;
    readonly content_type: string;
    readonly charset: string | null;
    readonly bytes: number;
    /** Cards that were made of it. */
    readonly slides: number;
    readonly attempts: number;
    readonly licensed: boolean | null;
    readonly warnings: readonly ImportWarning[];
}
/** `content_import_meta.json`. */
interface ImportMeta {
    readonly schema_version: '1.0';
    readonly generated_at: string;
    readonly total_slides: number;
    readonly sources: readonly ImportedSource[];
}

/** `ai_generation_meta.json`. */
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
/** A line of `content_ai_log.json`. */
interface AiLogEntry {
    readonly slide_id: string;
    readonly layout: string;
    readonly prompt_id: string;
    readonly prompt: string;
    readonly policy_id: string;
    readonly model: string;
    readonly intent: string;
    readonly warnings: readonly string[];
    readonly response_text: string;
    readonly response_text_truncated: boolean;
    readonly attempts: number;
}

export type { AiLogEntry as A, GenerationMeta as G, ImportMeta as I, ImportedSource as a };

/** Who a token stands for. */
interface Principal {
    readonly subject: string;
    readonly scopes: readonly string[];
    /** Actors on whose behalf the subject may act. */
    readonly delegates?: readonly string[];
}
/** Verifies a bearer token; null for one that is not accepted. */
type TokenVerifier = (token: string, request: Request) => Promise<Principal | null>;
/** What a token may be allowed to do. */
type Scope = 'cards:read' | 'cards:write' | 'cards:approve' | 'cards:return' | 'cards:unlock' | 'cards:override' | 'cards:rollback' | 'logs:read';
/** A verifier for a fixed list of tokens. All of them are compared, byte by byte, whichever fits. */
declare function createStaticTokenVerifier(tokens: Readonly<Record<string, Principal>>): TokenVerifier;


export type { Principal as P, Scope as S, TokenVerifier as T };

export { CardView, Grade, IssueSeverity, LogAction, ReviewIssue, Story, Table } from './card';
export { Slide, SlideAutoFix, SlideReview } from './documents';
export { FieldIssueCode } from './field-issue';
export { AnalysisFix, AnalysisReport, ConvertOptions, DraftConfigurationError, ReviewEngineDocument, ReviewEngineSlide, Safeguards, convertAnalysis, parsePolicySet } from './convert-analysis';
export { ApproveRequest, CreateRequest, PatchRequest, ReturnRequest, SourceWarningsRequest, defaultLimits } from './requests';
export { Caller, CardRef, CreateResult, CreatedCard, DeckSummary, DeckView, DiffEntry, ExportResult, LogPage, LogQuery, Match, Metrics, MetricsQuery, NumberInText, NumberIndex, OtherStatement, RecordedWarnings, ReviewInput, ReviewOutcome, Reviewer, ReviewerOptions, RuleContext, RuleResult, ServiceError, ServiceErrorCode, ServiceResult, SeverityGrades, Statement, createReviewer, reviewCard } from './service-interface';
import { StoredEvent, Locale, Finding, Clock, Timer, LlmClient, Budget, Price } from '@kanmon/core';
export { AdapterResult, Attachment, ImportContext, LoadedSource, SourceMeta } from './source';
export { ImportedSource } from './draft-records';
export { ContentImportError, ImportError } from './import-error';
import '@kanmon/core/json';
import 'zod';

/** What a model said of one content, its own grade with it. */
type ModelOpinion = Pick<CardReview, 'grade' | 'strengths' | 'weaknesses' | 'actions' | 'model'>;
/** A card as the events made it. */
interface CardState {
    readonly card: Card;
    readonly content_hash: string;
    readonly status: CardStatus;
    /** Stream version of the last event that touched the card. */
    readonly version: number;
    readonly review: CardReview | null;
    readonly applied_autofix: readonly string[];
    readonly provenance: readonly LineSource[];
    /** What the card was made from, as far as its creation says; numbers are checked against it. */
    readonly source: string | null;
    /** What models said, by the content that it is of. */
    readonly opinions: ReadonlyMap<string, ModelOpinion>;
    /** Approved at some time, now or before. */
    readonly wasApproved: boolean;
    readonly approval: Approval | null;
    /** The review that the approver had before him. */
    readonly approvedReview: CardReview | null;
    readonly approvalBlocked: boolean;
    readonly returned: ReturnNote | null;
    /** Contents that the rules have sent back: they do so once. */
    readonly autoReturned: ReadonlySet<string>;
    /** Content hash after each event that touched the card, oldest first. */
    readonly versions: readonly {
        readonly version: number;
        readonly content_hash: string;
    }[];
    readonly history: readonly LogEntry[];
}

/** What an idempotency key did. */
interface KeyUse {
    readonly body: string;
    /** Version after the append of that call. */
    readonly version: number;
    /** How many events it wrote. */
    readonly events: number;
}
/** A deck: the fold over its events. */
interface Deck {
    readonly spec_id: string;
    readonly version: number;
    readonly cards: ReadonlyMap<string, CardState>;
    readonly keys: ReadonlyMap<string, KeyUse>;
}
/** The deck that these events of one stream make. Pure; what it does not know it skips. */
declare function foldDeck(events: Iterable<StoredEvent>): Deck;
/** The same for events that are still to be read, such as `service.history(...)`. */
declare function foldDeck(events: AsyncIterable<StoredEvent>): Promise<Deck>;

/**
 * A card with its defaults filled in and its texts in NFC, or every issue of it. Never throws because
 * of the value; throws `InvalidArgumentError` for limits that are no numbers.
 */
declare function validateCard(value: unknown, options?: {
    readonly limits?: Partial<CardLimits>;
}): Checked<Card>;

/**
 * Hash of exactly the content that is approved: the eight keys of a card with defaults filled in and
 * texts in NFC. Status, revision, review and provenance are not part of it; `slide_id` is, so that
 * the approval of one card never stands for another. A text with a lone surrogate throws.
 */
declare function cardHash(card: CardInput): Hash;

/** A word that must not appear, and what may stand in its place. */
interface ProhibitedWord {
    readonly word: string;
    readonly replacement?: string;
}

/** What the built-in rules can be told. */
interface DefaultRuleOptions {
    /** A word, or a word with what should stand in its place. */
    readonly prohibitedWords?: readonly (string | ProhibitedWord)[];
    /** Stricter than those every card keeps. */
    readonly limits?: Partial<CardLimits>;
}
/** The built-in rules: words, limits, numbers, placeholders, style. */
declare function createDefaultRules(options?: DefaultRuleOptions): readonly Rule[];

/** A fixed card with the fix that undoes it, or why the card stays as it is. */
type AutoFixResult = {
    readonly ok: true;
    readonly card: Card;
    readonly inverse: AutoFix;
} | {
    readonly ok: false;
    /** `stale`: the card is no longer what the fix was made for. */
    readonly code: 'stale' | 'not_allowed' | 'invalid_result';
    readonly issues: readonly FieldIssue[];
};
/** How a fix is judged. */
interface AutoFixOptions {
    readonly limits?: Partial<CardLimits>;
    /** What the result is reviewed by. @default createDefaultRules({ limits }) */
    readonly rules?: readonly Rule[];
    /** What the rules may look at beside the card. */
    readonly around?: Surroundings;
    readonly locale?: Locale;
}
/**
 * Applies a fix under the guard: 1 to 64 operations on content only, `slide_id` and everything that
 * is not content out of reach. The result must be a valid card with a grade no worse than before.
 * Never throws because of the fix; the card is never touched.
 */
declare function applyAutoFix(card: Card, fix: AutoFix, options?: AutoFixOptions): AutoFixResult;

/**
 * Decks on an event store: one deck is one stream, a card is a fold over it. Content is judged by
 * rules in the append that brings it, and only a person approves it, bound to its hash.
 */
declare function createContentService(options: ContentServiceOptions): ContentService;

/** One thing that could not be put where it belongs. */
interface MergeWarning {
    readonly code: 'table_not_placed' | 'slide_not_in_spec';
    readonly slide_id: string;
}
/** The spec with the approved content in it. */
interface MergeResult {
    readonly spec: Readonly<Record<string, unknown>>;
    readonly updated: readonly string[];
    readonly warnings: readonly MergeWarning[];
}
/**
 * Puts approved slides into the presentation spec they were made for: title, note, body lines over
 * the bullets there are (ids and fonts stay), the table over the first table. Input untouched.
 */
declare function mergeApproved(spec: Readonly<Record<string, unknown>>, document: ApprovalDocument): MergeResult;

type VerificationCode = 'hash_mismatch' | 'approval_missing' | 'approval_superseded' | 'approval_differs' | 'status_not_approved' | 'duplicate_slide' | 'unknown_slide' | 'history_broken' | 'grade_blocked';
/** Whether a document is what was approved. */
interface Verification {
    readonly ok: boolean;
    /** Slides that were looked at. */
    readonly checked: number;
    readonly findings: readonly Finding<VerificationCode>[];
}
/**
 * Checks a document of approved slides against the history of its deck, offline. The history is
 * verified by its hash chain; then each slide must be, member by member, what the history says was
 * approved and still is. Never throws because of the document or the events.
 */
declare function verifyApproved(document: unknown, history: Iterable<StoredEvent> | AsyncIterable<StoredEvent>): Promise<Verification>;

/** What happens during an import. */
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

/** How a source that fails is tried again. */
interface ImportRetry {
    /** Repeats after the first try. @default 3 */
    readonly retries?: number;
    /** @default 500 */
    readonly minDelayMs?: number;
    /** @default 2 */
    readonly factor?: number;
    /** Longest wait, also when the server asks for more. @default 8000 */
    readonly maxDelayMs?: number;
}

/** How items become cards. */
interface ItemsToCardsOptions {
    readonly limits?: Partial<CardLimits>;
    /** What does not fit goes to further cards, is cut with a warning, or is an error. @default 'split' */
    readonly overflow?: 'split' | 'truncate' | 'error';
    /** @default { intent: 'imported', phase: 'body', type_hint: 'content' } */
    readonly defaults?: {
        readonly intent?: string;
        readonly phase?: string;
        readonly type_hint?: string;
    };
    readonly locale?: 'ja' | 'en';
}
/** Cards with where each of their lines comes from. */
interface CardsResult {
    readonly cards: readonly Card[];
    readonly warnings: readonly ImportWarning[];
    readonly provenance: Readonly<Record<string, readonly LineSource[]>>;
}
/**
 * Items as cards that all validate. Throws `ImportError` with the code `overflow` when asked to,
 * `duplicate_id` for two items with one id, `item_invalid` for what no card can hold.
 */
declare function itemsToCards(items: readonly NormalizedItem[], options?: ItemsToCardsOptions): CardsResult;

/** Which of two items with one explicit id stays. */
type MergeRule = 'last-wins' | 'first-wins' | 'error';

/** How sources are read and made into cards. */
interface ImportOptions extends ItemsToCardsOptions {
    readonly loaders?: readonly SourceLoader[];
    readonly adapters?: readonly ImportAdapter[];
    /** Items with one explicit id. @default 'last-wins' */
    readonly merge?: MergeRule;
    /** Without headings blank lines end an item, with them a paragraph. @default 'auto' */
    readonly blankLines?: 'auto' | 'paragraph' | 'card';
    readonly retry?: ImportRetry;
    readonly onEvent?: (event: ImportEvent) => void;
    readonly signal?: AbortSignal;
    readonly clock?: Clock;
    readonly timer?: Timer;
    /** In whose name the warnings stand in the log. @default 'system:import' */
    readonly actor?: string;
    /** Deck of the log entries. @default '' */
    readonly spec_id?: string;
}
/** Everything that an import made. */
interface ImportResult {
    readonly items: readonly NormalizedItem[];
    readonly cards: readonly Card[];
    readonly document: ApprovalDocument;
    readonly meta: ImportMeta;
    readonly warnings: readonly ImportWarning[];
    /** One `source_warning` for each warning. */
    readonly log: readonly LogEntry[];
    readonly provenance: Readonly<Record<string, readonly LineSource[]>>;
}
/**
 * Reads sources one after another and makes cards of them, or rejects with `ContentImportError`:
 * never a partial result. Only failures that waiting may heal are tried again. An aborted `signal`
 * rejects with its reason; options that make no sense throw `InvalidArgumentError`.
 */
declare function importSources(sources: readonly SourceRef[], options?: ImportOptions): Promise<ImportResult>;

/** What a prompt is written from. */
interface PromptContext {
    readonly policy: Policy;
    readonly locale: Locale;
    readonly titleMax: number;
    readonly bodyLines: number;
    readonly lineMax: number;
}
/** Writes what is asked of one kind of slide; the contract is added to it, whatever it says. */
type Prompt = (context: PromptContext) => string;

/** How slides are drafted. */
interface DraftOptions {
    readonly policies: PolicySet;
    /** @default the set's default_policy_id */
    readonly policyId?: string;
    readonly llm: LlmClient;
    /** Text that the drafts may draw on. */
    readonly reference?: string;
    /** Over all slides together. `maxAttempts` counts calls. @default 3 calls a slide */
    readonly budget?: Budget;
    /** Needed for `budget.maxCost`. */
    readonly price?: Price;
    readonly limits?: Partial<CardLimits>;
    /** More prompts, by id. What each returns is the task; the contract is added to it. */
    readonly prompts?: Readonly<Record<string, Prompt>>;
    /** `digest`: hashes where prompts and answers would be. @default 'full' */
    readonly log?: 'full' | 'digest';
    /** Only the first so many. */
    readonly slideLimit?: number;
    /** @default 'ja' */
    readonly locale?: Locale;
    readonly clock?: Clock;
    readonly onEvent?: (event: DraftEvent) => void;
    readonly signal?: AbortSignal;
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
/** Drafts with how they came about. Every slide is a draft, whatever a model says. */
interface DraftResult {
    readonly document: ApprovalDocument;
    readonly cards: readonly Card[];
    readonly meta: GenerationMeta;
    readonly log: readonly AiLogEntry[];
    /** What each card was made from, for `createCards`: its numbers stay checked against it. */
    readonly sources: Readonly<Record<string, string>>;
}
/** Drafts the slides of a spec by a policy. Rejects only for misuse; what a model does is repaired and named. */
declare function draftCards(spec: unknown, options: DraftOptions): Promise<DraftResult>;

/** A model that needs no network: it reads the data of the prompt and answers deterministically. */
declare function createMockDraftClient(): LlmClient;

/** `content_import` of `audit_log.json`: what was read, when, and whether it may be used. */
declare function importSection({ sources }: ImportMeta): JsonObject;
/** `content_approval` of `audit_log.json`. `updated` are the slides that the spec took over. */
declare function approvalSection(document: ApprovalDocument, updated?: readonly string[]): JsonObject;
/** `content_review_log` of `audit_log.json`: how often each action occurred. */
declare function reviewLogSection(log: readonly LogEntry[]): JsonObject;
/** What a run leaves for `audit_log.json`; the host merges it into its own. */
interface AuditParts {
    readonly importMeta?: ImportMeta;
    readonly approved?: ApprovalDocument;
    /** Slides that the spec took over, from `mergeApproved`. */
    readonly updated?: readonly string[];
    readonly log?: readonly LogEntry[];
    /** Where `review_engine_analyzer.json` was written. */
    readonly analysisPath?: string;
}
/** The sections of `audit_log.json` for what there is. */
declare function auditSections(parts: AuditParts): JsonObject;


export type { AuditParts, AutoFixOptions, AutoFixResult, CardState, CardsResult, Deck, DefaultRuleOptions, DraftEvent, DraftOptions, DraftResult, ImportEvent, ImportOptions, ImportResult, ImportRetry, ItemsToCardsOptions, KeyUse, MergeResult, MergeRule, MergeWarning, ModelOpinion, ProhibitedWord, Prompt, PromptContext, Verification, VerificationCode };

import * as z from 'zod';

/** How long texts of a card may be, and in what they are counted. */
interface CardLimits {
    /** @default 120 */
    readonly titleMax: number;
    /** @default 6 */
    readonly bodyLines: number;
    /** @default 40 */
    readonly lineMax: number;
    /** `grapheme` counts what a reader sees as one character. @default 'codepoint' */
    readonly unit: 'codepoint' | 'grapheme';
}
/** The limits of the seed: 6 lines of 40 characters. */
declare const defaultLimits: CardLimits;

/** Body of `POST /content/cards`. */
interface CreateRequest {
    readonly spec_id: string;
    readonly cards: readonly Card[];
    readonly provenance?: Readonly<Record<string, readonly LineSource[]>>;
    /** The text that a card was made from, by its id, up to 100,000 characters: rules and models check against it. */
    readonly sources?: Readonly<Record<string, string>>;
}
/** The log of an import: warnings only. */
interface SourceWarningsRequest {
    readonly spec_id: string;
    /** `log` of an `ImportResult`, up to 500 entries a call. */
    readonly log: readonly LogEntry[];
}
/** Body of `PATCH /content/cards/{slide_id}`: absent keeps, null clears, `story` is replaced as a whole. */
interface PatchRequest extends Partial<Omit<Card, 'slide_id'>> {
    /** Records ids of fixes that were applied elsewhere. */
    readonly autofix_applied?: readonly string[];
    /** Applies stored proposals, in order, after the edits. */
    readonly apply_autofix?: readonly string[];
}
/** Body of `approve`. */
interface ApproveRequest {
    readonly notes?: string;
    readonly applied_autofix?: readonly string[];
    readonly content_hash?: string;
    readonly override?: {
        readonly reason: string;
    };
}
/** Body of `return`. */
interface ReturnRequest {
    readonly reason: string;
    readonly reason_code?: string;
    readonly requested_by?: string;
}
/** The schemas of every body under some limits. */
interface RequestSchemas {
    readonly create: z.ZodType<CreateRequest>;
    readonly patch: z.ZodType<PatchRequest>;
    readonly approve: z.ZodType<ApproveRequest>;
    readonly return: z.ZodType<ReturnRequest>;
    readonly unlock: z.ZodType<{
        readonly reason: string;
    }>;
    readonly comment: z.ZodType<{
        readonly notes: string;
    }>;
    readonly review: z.ZodType<{
        readonly llm?: boolean;
    }>;
    readonly snapshot: z.ZodType<{
        readonly name?: string;
    }>;
    readonly rollback: z.ZodType<{
        readonly version: number;
        readonly includeApproved?: boolean;
    }>;
    readonly sourceWarnings: z.ZodType<SourceWarningsRequest>;
}
/** Builds them once for a service. */
declare function createRequestSchemas(limits?: CardLimits): RequestSchemas;


export type { ApproveRequest as A, CardLimits as C, PatchRequest as P, ReturnRequest as R, SourceWarningsRequest as S, CreateRequest as a, RequestSchemas as b };

import { JsonPatchOperation } from '@kanmon/core/json';

/** An auto-fix as a slide of a document holds it: paths within the slide, `/elements/body/1`. */
interface SlideAutoFix {
    readonly patch_id: string;
    readonly description: string;
    readonly patch: readonly JsonPatchOperation[];
}
/** The review of a slide as the document shows it. */
interface SlideReview {
    readonly grade: Grade;
    readonly issues: readonly ReviewIssue[];
    readonly autofix_proposals: readonly SlideAutoFix[];
    readonly strengths?: readonly string[];
    readonly weaknesses?: readonly string[];
    readonly actions?: readonly string[];
    readonly retry?: boolean;
    readonly reviewed_hash?: Hash;
    readonly reviewed_at?: string;
    readonly model?: string | null;
}
/** The proof of an approval: who, when, for which bytes, and where in the history. */
interface Approval {
    readonly approved_by: string;
    readonly approved_at: string;
    readonly content_hash: Hash;
    /** Revision of the card that was approved: the one that the approver saw. */
    readonly revision: string;
    readonly event_version: number;
    readonly event_hash: string;
    readonly ai_grade: Grade | null;
    readonly applied_autofix: readonly string[];
}
/** A card in the nested form of the seed's files. */
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
/** `content_draft.json` and `content_approved.json`. */
interface ApprovalDocument {
    readonly slides: readonly Slide[];
    readonly meta?: {
        readonly tone?: string;
        readonly audience?: string;
        readonly summary?: string;
    };
}

export type { Approval as A, Slide as S, ApprovalDocument as a, SlideAutoFix as b, SlideReview as c };

import { JsonPointer } from '@kanmon/core';

type FieldIssueCode = 'missing' | 'wrong_type' | 'blank' | 'too_long' | 'too_many' | 'too_few' | 'control_character' | 'bidi_control' | 'lone_surrogate' | 'column_count' | 'invalid_format' | 'unknown_field' | 'unknown_value' | 'duplicate';
/** One thing wrong with a value that came in. */
interface FieldIssue {
    /** As people write places: `body[6]`, `story.phase`; empty for the whole. */
    readonly field: string;
    readonly issue: FieldIssueCode;
    readonly pointer: JsonPointer;
    readonly params?: Readonly<Record<string, string | number>>;
}

export type { FieldIssue as F, FieldIssueCode as a };

import { JsonValue, JsonPointer } from '@kanmon/core';
import { JsonPatchOperation } from '@kanmon/core/json';

type JsonObject = {
    readonly [key: string]: JsonValue;
};

/** `sha256:` and 64 hex digits. */
type Hash = string;
/** Rows as wide as the headers; without headers all rows equally wide. */
interface Table {
    readonly headers: readonly string[];
    readonly rows: readonly (readonly string[])[];
}
/** Where a card stands in the line of argument. */
interface Story {
    readonly phase: string;
    readonly chapter_id?: string;
    readonly angle?: string;
}
/** The content of one slide: what is reviewed, approved and hashed. */
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
/** A card as people send it: what has a default may be left out. */
type CardInput = Pick<Card, 'slide_id' | 'title' | 'intent' | 'story'> & Partial<Omit<Card, 'slide_id' | 'title' | 'intent' | 'story'>>;
type CardStatus = 'draft' | 'approved' | 'returned';
/** A: nothing; B: warnings; C: something critical. */
type Grade = 'A' | 'B' | 'C';
type IssueSeverity = 'info' | 'warning' | 'critical';
/** One thing that a review found. */
interface ReviewIssue {
    readonly code: string;
    readonly message: string;
    readonly severity: IssueSeverity;
    /** Within the card; null when it concerns all of it. */
    readonly path: JsonPointer | null;
    readonly params?: JsonObject;
}
/** A change that a rule or a model proposes: the operations and what they do in words. */
interface AutoFix {
    readonly patch_id: string;
    readonly description: string;
    readonly base: 'card';
    /** RFC 6902, paths relative to the card. */
    readonly patch: readonly JsonPatchOperation[];
}
/** What a review says of exactly one content. */
interface CardReview {
    readonly grade: Grade;
    readonly issues: readonly ReviewIssue[];
    readonly autofix_proposals: readonly AutoFix[];
    readonly strengths: readonly string[];
    readonly weaknesses: readonly string[];
    readonly actions: readonly string[];
    /** The last model review failed; what stands here is older or made by rules alone. */
    readonly retry: boolean;
    readonly reviewed_hash: Hash;
    readonly reviewed_at: string;
    readonly model: string | null;
}
/** From which line of which source a line of the card comes. */
interface LineSource {
    readonly field: 'title' | 'body' | 'note';
    readonly line: number;
    readonly source: string;
    readonly source_hash: Hash;
    readonly page?: number;
    readonly source_line?: number;
}
type LogAction = 'create' | 'update' | 'autofix' | 'review' | 'approve' | 'return' | 'unlock' | 'comment' | 'rollback' | 'source_warning';
/** One line of the review log. */
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
/** Why and by whom a card was sent back. */
interface ReturnNote {
    readonly reason: string;
    readonly reason_code?: string;
    readonly requested_by: string;
    readonly at: string;
}
/** A card with all that happened to it. */
interface CardView extends Card {
    readonly spec_id: string;
    readonly status: CardStatus;
    /** Strong entity tag with its quotes, `"cards-6"`. */
    readonly revision: string;
    readonly content_hash: Hash;
    readonly applied_autofix: readonly string[];
    readonly ai_review: CardReview | null;
    readonly locked_at: string | null;
    readonly approved_by: string | null;
    readonly returned: ReturnNote | null;
    readonly provenance: readonly LineSource[];
    /** The newest 64, oldest first. */
    readonly history: readonly LogEntry[];
}

export type { AutoFix as A, Card as C, Grade as G, Hash as H, IssueSeverity as I, JsonObject as J, LineSource as L, ReturnNote as R, Story as S, Table as T, CardStatus as a, CardReview as b, LogEntry as c, CardInput as d, CardView as e, LogAction as f, ReviewIssue as g };

import { KanmonError } from '@kanmon/core';

/** A source cannot be read. `code` says why; `retryable` is true where waiting may heal. */
declare class ImportError extends KanmonError {
    readonly name: string;
    readonly retryable: boolean;
    readonly retryAfterMs?: number;
    constructor(message: string, options: {
        readonly code: string;
        readonly retryable?: boolean;
        readonly retryAfterMs?: number;
        readonly cause?: unknown;
    });
}
/** The import as a whole has failed: no partial result. `code` is that of the source that failed. */
declare class ContentImportError extends KanmonError {
    readonly name: string;
    readonly source: string;
    readonly attempts: number;
    constructor(message: string, options: {
        readonly code: string;
        readonly source: string;
        readonly attempts: number;
        readonly cause?: unknown;
    });
}

import { KanmonError, Clock, Locale } from '@kanmon/core';
import { JsonPatchOperation } from '@kanmon/core/json';

/** A value that passed, or everything that is wrong with it. */
type Checked<T> = {
    readonly ok: true;
    readonly value: T;
} | {
    readonly ok: false;
    readonly issues: readonly FieldIssue[];
};

/** What every text of a policy must keep to. Members that are not known stay. */
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
/** How slides are drafted. */
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
/** `content_ai_policies.json`. */
interface PolicySet {
    readonly version: string;
    readonly default_policy_id: string;
    readonly policies: readonly Policy[];
}
/** A policy or a prompt that is asked for does not exist. */
declare class DraftConfigurationError extends KanmonError {
    readonly name: string;
    constructor(code: 'policy_not_found' | 'prompt_not_found', message: string);
}
/** Reads a policy set; defaults filled in, or every issue. Never throws. */
declare function parsePolicySet(json: unknown): Checked<PolicySet>;

/** What was left out: issues and fixes of unknown slides, with empty or double ids. */
interface AnalysisReport {
    readonly dropped_issues: number;
    readonly dropped_fixes: number;
}

/** A slide of `review_engine_analyzer.json`. */
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
/** A proposal; its patch is relative to the presentation spec. */
interface AnalysisFix {
    readonly patch_id: string;
    readonly description: string;
    readonly patch: readonly JsonPatchOperation[];
}
/** `review_engine_analyzer.json`. */
interface ReviewEngineDocument {
    readonly schema_version: '1.0.0';
    readonly generated_at: string;
    readonly slides: readonly ReviewEngineSlide[];
}
/** How an analysis is converted. */
interface ConvertOptions {
    readonly clock?: Clock;
    /** Severity of an analysis severity. @default error -> critical */
    readonly severityMap?: Readonly<Record<string, IssueSeverity>>;
    /** @default critical C, warning B, info A */
    readonly gradeMap?: Partial<Readonly<Record<IssueSeverity, Grade>>>;
    /** Of the descriptions. @default 'ja' */
    readonly locale?: Locale;
    readonly onReport?: (document: ReviewEngineDocument, report: AnalysisReport) => void;
}
/** The output of the analyzer in the form of the review engine: one entry per slide of the spec, in its order. */
declare function convertAnalysis(analysis: unknown, spec: unknown, options?: ConvertOptions): ReviewEngineDocument;


export type { AnalysisFix as A, Checked as C, Policy as P, ReviewEngineDocument as R, Safeguards as S, PolicySet as a, AnalysisReport as b, ConvertOptions as c, ReviewEngineSlide as d };

import { Locale, UsageTotal, LlmClient, Budget, Price, Clock, JsonValue, StoredEvent, EventStore, IdSource, Logger } from '@kanmon/core';

/** A number as it stands in a text, and what it is worth. */
interface NumberInText {
    readonly written: string;
    readonly value: number;
    /** What follows it directly: `円`, `%`, `kg`; empty for none. */
    readonly unit: string;
}

/** A line of the form `label: number`. */
interface Statement {
    readonly label: string;
    /** Label and unit: only values of one unit can contradict each other. */
    readonly key: string;
    readonly number: NumberInText;
    readonly path: string;
}

/** A statement of another card. */
interface OtherStatement {
    readonly slideId: string;
    readonly statement: Statement;
}
/** What the cards of a deck state about numbers, by label. */
interface NumberIndex {
    /** A card that gives the same label another value, whichever said so first; null for none. */
    contradiction(statement: Statement, isSkipped: (slideId: string) => boolean): OtherStatement | null;
}

/** What a rule may look at beside the card. */
interface RuleContext {
    /** What the card was made from; numbers are checked against it. */
    readonly source?: string;
    /** The other cards of the deck. May be made when it is read, so a rule that needs none reads none. */
    readonly deck: readonly Card[];
    /** What the deck states about numbers, where somebody keeps count; else `deck` is read. */
    readonly numbers?: NumberIndex;
    readonly locale: Locale;
}
/** What a rule found, and how it would mend it. */
interface RuleResult {
    readonly issues: readonly ReviewIssue[];
    readonly fixes: readonly AutoFix[];
}
/** One thing that is judged, synchronously: rules run in the same append as the change they judge. */
interface Rule {
    readonly name: string;
    check(card: Card, context: RuleContext): RuleResult;
}

/** The grade of each severity. */
type SeverityGrades = Readonly<Record<IssueSeverity, Grade>>;

/** What rules may look at beside the card, as far as it is known. */
interface Surroundings {
    /** What the card was made from. */
    readonly source?: string;
    /** The other cards of the deck. */
    readonly deck?: readonly Card[];
    /** What the deck states about numbers, where somebody keeps count. */
    readonly numbers?: NumberIndex;
}

/** What a reviewer works with. */
interface ReviewerOptions {
    /** @default createDefaultRules({ limits }) */
    readonly rules?: readonly Rule[];
    /** Of the default rules. @default those of the seed */
    readonly limits?: Partial<CardLimits>;
    /** Without one, rules alone decide. */
    readonly llm?: LlmClient;
    /** @default critical C, warning B, info A */
    readonly severityGrades?: Partial<SeverityGrades>;
    /** Of messages and prompts. @default 'ja' */
    readonly locale?: Locale;
    /** Of one model review. @default { maxAttempts: 3 } */
    readonly budget?: Budget;
    /** Needed for `budget.maxCost`. */
    readonly price?: Price;
    readonly clock?: Clock;
}
/** What one review is made with. */
interface ReviewInput extends Surroundings {
    /** The review that stands now; it is kept when the model fails. */
    readonly previous?: CardReview | null;
    readonly signal?: AbortSignal;
}
/** A review, and what follows from it. */
interface ReviewOutcome {
    readonly review: CardReview;
    /** A rule found something critical: the card goes back. A model's C alone never does that. */
    readonly autoReturn: boolean;
    readonly llmFailed: boolean;
    /** What the model call did and spent; absent when none was made. */
    readonly call?: {
        readonly provider: string;
        readonly model: string;
        /** The model's own grade, before the rules' is joined to it; null when it gave none. */
        readonly grade: Grade | null;
        /** Why it gave none. */
        readonly reason: string | null;
        readonly usage: UsageTotal;
    };
}
/** A reviewer with its options bound. */
interface Reviewer {
    readonly rules: readonly Rule[];
    readonly locale: Locale;
    readonly hasModel: boolean;
    /** By rules alone, at once. */
    review(card: Card, input?: ReviewInput): Pick<ReviewOutcome, 'review' | 'autoReturn'>;
    /** By rules and, where there is one, by the model. Never rejects because of the model. */
    reviewWithModel(card: Card, input?: ReviewInput): Promise<ReviewOutcome>;
}
/**
 * Binds the options of `reviewCard`, for the service and for whole decks. Throws
 * `InvalidArgumentError` for `budget.maxCost` without `price`, as core's gate does.
 */
declare function createReviewer(options?: ReviewerOptions): Reviewer;
/**
 * Reviews one card by rules and, with `llm`, by a model. When the model fails in any way, the
 * `previous` review is kept as a whole and marked for another try.
 */
declare function reviewCard(card: Card, options?: ReviewerOptions & ReviewInput): Promise<ReviewOutcome>;

/** Codes of everything a call may be refused for. */
type ServiceErrorCode = 'validation_error' | 'header_required' | 'header_invalid' | 'spec_id_required' | 'unauthorized' | 'forbidden' | 'actor_mismatch' | 'not_found' | 'method_not_allowed' | 'conflict' | 'already_exists' | 'idempotency_key_reused' | 'content_hash_mismatch' | 'grade_blocks_approval' | 'autofix_stale' | 'not_approved' | 'precondition_failed' | 'payload_too_large' | 'unsupported_media_type' | 'precondition_required' | 'internal_error' | 'storage_error';
/** One key of a card on both sides of a lost update. */
interface DiffEntry {
    readonly path: string;
    /** What the caller's revision held; null when that revision is unknown. */
    readonly base: JsonValue;
    readonly current: JsonValue;
    readonly proposed: JsonValue;
    /** Both sides changed it, to different values. */
    readonly conflict: boolean;
}
/** Why a call was refused. */
interface ServiceError {
    readonly code: ServiceErrorCode;
    readonly status: number;
    readonly message: string;
    readonly details: readonly FieldIssue[];
    readonly current?: CardView;
    readonly diff?: readonly DiffEntry[];
}
/** What every method of the service ends in. */
type ServiceResult<T> = {
    readonly ok: true;
    readonly value: T;
    /** The idempotency key was known: this is the first result, nothing was written. */
    readonly replayed?: boolean;
} | {
    readonly ok: false;
    readonly error: ServiceError;
};

/** On whose behalf a call is made. */
interface Caller {
    readonly actor: string;
    /** Of the trace; recorded, never a key. @default one of the service's `ids` */
    readonly requestId?: string;
    /** Absent: all. */
    readonly scopes?: readonly string[];
    /** Counts per actor, method and target. */
    readonly idempotencyKey?: string;
}

/** A card of a deck. */
interface CardRef {
    readonly spec_id: string;
    readonly slide_id: string;
}

/** A created card. */
interface CreatedCard {
    readonly slide_id: string;
    readonly revision: string;
    readonly content_hash: string;
    readonly status: CardView['status'];
}
/** What `createCards` made. */
interface CreateResult {
    readonly spec_id: string;
    readonly revision: string;
    readonly cards: readonly CreatedCard[];
    readonly replayed: boolean;
}

/** A document of the seed with the log that belongs to it. */
interface ExportResult {
    readonly document: ApprovalDocument;
    readonly log: readonly LogEntry[];
}

/** Which lines of the log are wanted. */
interface LogQuery {
    readonly spec_id?: string | undefined;
    readonly slide_id?: string | undefined;
    readonly action?: string | undefined;
    /** RFC 3339 with a zone, inclusive. */
    readonly since?: string | undefined;
    /** RFC 3339 with a zone, exclusive. */
    readonly until?: string | undefined;
    /** 1 to 500. @default 100 */
    readonly limit?: number | undefined;
    /** `next_offset` of the page before. */
    readonly offset?: string | undefined;
}
/** Lines of the log, oldest first. */
interface LogPage {
    readonly items: readonly LogEntry[];
    /** Where the next page begins, or null when nothing is left. Stable while lines are added. */
    readonly next_offset: string | null;
}

/** Which events are counted. */
interface MetricsQuery {
    readonly spec_id?: string | undefined;
    readonly since?: string | undefined;
    readonly until?: string | undefined;
}
/** The four figures of the seed. A rate over nothing is null. */
interface Metrics {
    /** From creation to first approval. */
    readonly approval_time_ms: {
        readonly count: number;
        readonly mean: number | null;
        readonly p50: number | null;
        readonly p95: number | null;
    };
    /** Distinct fixes of distinct cards. */
    readonly autofix: {
        readonly proposed: number;
        readonly applied: number;
        readonly rate: number | null;
    };
    /** Of people; what rules sent back is counted beside. */
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

/** How many warnings were written down. */
interface RecordedWarnings {
    readonly recorded: number;
}

/** What a service works with. */
interface ContentServiceOptions {
    readonly store: EventStore;
    /** @default createReviewer({ limits, clock }) */
    readonly reviewer?: Reviewer;
    /** @default { blockGrades: ['C'], allowOverride: false } */
    readonly policy?: {
        readonly blockGrades?: readonly Grade[];
        readonly allowOverride?: boolean;
    };
    readonly limits?: Partial<CardLimits>;
    readonly clock?: Clock;
    /** Of the request ids of callers that bring none. @default randomIds() */
    readonly ids?: IdSource;
    /** Told of every failure of the store. @default silent */
    readonly logger?: Logger;
}
/** The revision that the caller saw: an entity tag, a list of them, or `*`. */
interface Match {
    readonly ifMatch?: string | undefined;
}
/** A deck in the list of decks. */
interface DeckSummary {
    readonly spec_id: string;
    readonly revision: string;
    readonly cards: number;
    readonly approved: number;
}
/** A deck with its cards, both of one moment. */
interface DeckView {
    readonly spec_id: string;
    readonly revision: string;
    readonly cards: readonly CardView[];
}
/** Decks and cards with their reviews and approvals. Every method but `history` ends in a result; none throws on input. */
interface ContentService {
    createCards(input: unknown, caller: Caller): Promise<ServiceResult<CreateResult>>;
    getCard(ref: CardRef): Promise<ServiceResult<CardView>>;
    listCards(query: {
        readonly spec_id: string;
    }): Promise<ServiceResult<readonly CardView[]>>;
    /** `listCards` with the revision of the deck that they are of. */
    getDeck(query: {
        readonly spec_id: string;
    }): Promise<ServiceResult<DeckView>>;
    listDecks(): Promise<ServiceResult<readonly DeckSummary[]>>;
    patchCard(ref: CardRef, changes: PatchRequest, match: Match, caller: Caller): Promise<ServiceResult<CardView>>;
    reviewCard(ref: CardRef, request: {
        readonly llm?: boolean;
    }, caller: Caller): Promise<ServiceResult<CardView>>;
    approveCard(ref: CardRef, request: ApproveRequest, match: Match, caller: Caller): Promise<ServiceResult<CardView>>;
    returnCard(ref: CardRef, request: ReturnRequest, match: Match, caller: Caller): Promise<ServiceResult<CardView>>;
    unlockCard(ref: CardRef, request: {
        readonly reason: string;
    }, match: Match, caller: Caller): Promise<ServiceResult<CardView>>;
    commentCard(ref: CardRef, request: {
        readonly notes: string;
    }, caller: Caller): Promise<ServiceResult<CardView>>;
    /** Writes what an import warned of (`log` of its result) into the log of the deck. */
    recordSourceWarnings(request: SourceWarningsRequest, caller: Caller): Promise<ServiceResult<RecordedWarnings>>;
    logs(query?: LogQuery): Promise<ServiceResult<LogPage>>;
    exportApproved(query: {
        readonly spec_id: string;
        readonly only?: 'all' | 'approved';
    }): Promise<ServiceResult<ExportResult>>;
    exportDraft(query: {
        readonly spec_id: string;
    }): Promise<ServiceResult<ExportResult>>;
    /** The events of a deck, for `verifyApproved`. */
    history(query: {
        readonly spec_id: string;
    }): AsyncIterable<StoredEvent>;
    snapshot(request: {
        readonly spec_id: string;
        readonly name?: string;
    }, caller: Caller): Promise<ServiceResult<{
        readonly version: number;
    }>>;
    rollback(request: {
        readonly spec_id: string;
        readonly version: number;
        readonly includeApproved?: boolean;
    }, caller: Caller): Promise<ServiceResult<{
        readonly restored: readonly string[];
    }>>;
    metrics(query?: MetricsQuery): Promise<ServiceResult<Metrics>>;
    /** Which decks hold a card; for paths that do not name the deck. */
    findDecks(slideId: string): Promise<ServiceResult<readonly string[]>>;
}


export type { ContentService as C, DeckSummary as D, ExportResult as E, LogPage as L, Match as M, NumberInText as N, OtherStatement as O, Rule as R, Surroundings as S, ContentServiceOptions as a, Caller as b, CardRef as c, CreateResult as d, CreatedCard as e, DeckView as f, DiffEntry as g, LogQuery as h, Metrics as i, MetricsQuery as j, NumberIndex as k, RecordedWarnings as l, ReviewInput as m, ReviewOutcome as n, Reviewer as o, ReviewerOptions as p, RuleContext as q, RuleResult as r, ServiceError as s, ServiceErrorCode as t, ServiceResult as u, SeverityGrades as v, Statement as w };
