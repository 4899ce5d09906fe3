export { Answer, AnswerRequest, AnswerStep, AntiNagOptions, ClarifyStep, ContextOptions, ContextStore, ContextStoreOptions, CrewClientOptions, CrewOrchestratorClient, CrewPlanRequest, CrewPlanResponse, DefaultRoute, DialogAgent, DialogAgentOptions, DialogEventBody, DialogMeta, DialogOptions, DialogRequest, FollowupSearchStep, LenientPlan, Lexicon, LexiconAddition, LexiconAdditions, OpenedSession, PendingClarification, PlanSource, PlanStep, PortOptions, RequiredSlots, RouteChoice, RouteCondition, RouteRule, RouterOptions, RunContext, $ as SearchRequest, SearchStep, SessionKey, SessionState, SlotTable, Thresholds, TopicId, TurnContext, ValueKind, agentStepSchema, answerStepSchema, clarifyStepSchema, createContextStore, createCrewOrchestratorClient, createDialogAgent, createRouter, crewPlanRequestSchema, crewPlanResponseSchema, defaultPlanLimits, defaultRouteRules, defaultSlotTable, defaultThresholds, defaultTurnBudget, dialogMessageSchema, dialogMetaSchema, dialogRequestSchema, dialogResponseSchema, followupSearchStepSchema, lenientPlanSchema, multiStepQueryPlanSchema, orchestrationStepSchema, planSourceSchema, planStepSchema, reasonSchema, routeContextSchema, searchStepSchema, slotKindSchema } from './dialog-agent';
import * as z from 'zod';
import { JsonSchema, Language, Finding, LlmClient, Budget, Clock, IdSource, LlmMessage, KanmonError, JsonValue, LlmUsage, JsonPointer, StoredEvent, Timer } from '@kanmon/core';
import { Gate, Gated } from '@kanmon/core/gate';

/** `multiStepQueryPlanSchema` under its short name. */
declare const planSchema: z.ZodType<MultiStepQueryPlan>;

/** The JSON Schema that a provider receives (seed 3.4.1), derived from `lenientPlanSchema`. */
declare const planJsonSchema: JsonSchema;

/** Repairs without loss: the plan passes, and each is named. */
type PlanRepairCode = 'id-assigned' | 'topk-defaulted' | 'topk-clamped' | 'style-defaulted' | 'sources-defaulted' | 'answer-appended' | 'null-dropped' | 'unknown-key-dropped' | 'language-filled' | 'questions-collected' | 'whitespace-trimmed' | 'duplicate-search-dropped' | 'raw-dropped';
/** Why a plan is refused as a whole. */
type PlanRefusalCode = 'not-json' | 'cut-off' | 'not-object' | 'too-large' | 'steps-not-array' | 'steps-empty' | 'too-many-steps' | 'too-many-searches' | 'too-many-questions' | 'unknown-step-type' | 'query-missing' | 'query-blank' | 'query-too-long' | 'query-control-character' | 'query-looks-like-data' | 'questions-empty' | 'question-too-long' | 'based-on-invalid' | 'style-invalid' | 'type-wrong' | 'confidence-invalid' | 'needs-clarification-missing' | 'clarify-mismatch' | 'topk-invalid' | 'filters-invalid' | 'forbidden-key' | 'step-order' | 'nothing-to-do';
type PlanFindingCode = PlanRepairCode | PlanRefusalCode;

/** What a plan gate fills in and allows. */
interface PlanGateOptions {
    readonly limits?: Partial<PlanLimits>;
    /** For searches that name none. @default limits.defaultTopK */
    readonly topK?: number;
    /** For plans that name none. @default 'other' */
    readonly language?: Language;
}
/**
 * The plan gate for core's engine: its schema repairs, its Should rule names each repair, its Must
 * rule each reason for a refusal. A value that passes is a valid plan as a whole.
 */
declare function definePlanGate(options?: PlanGateOptions): Gate<MultiStepQueryPlan>;

/** What the plan gate needs beside the raw plan. */
interface ParsePlanOptions {
    /** Whose message is planned: fills in language and topK, and feeds the rule plan. */
    readonly input: PlanInput;
    readonly limits?: Partial<PlanLimits>;
    /** Plans when the raw plan is refused. @default the rule planner */
    readonly fallback?: (input: PlanInput) => MultiStepQueryPlan;
}
/** A valid plan in every case, and how it came about. */
interface PlanGateResult {
    readonly plan: MultiStepQueryPlan;
    /** Whether the plan is the given one (perhaps repaired). */
    readonly accepted: boolean;
    readonly source: 'as-given' | 'repaired' | 'rule-fallback';
    readonly findings: readonly Finding<PlanFindingCode>[];
    readonly reasons: readonly Reason[];
    /** Present iff accepted: the same plan, frozen and registered with core's gate. */
    readonly gated?: Gated<MultiStepQueryPlan>;
}
/**
 * Any value in, a valid plan out: the given plan, the given plan with named lossless repairs, or the
 * rule plan with the reasons of the refusal. Synchronous; never throws because of `raw`. Linear in
 * the length of the text.
 *
 * @example
 * const { plan, source, reasons } = parsePlan(modelText, { input: { message } });
 */
declare function parsePlan(raw: unknown, options: ParsePlanOptions): PlanGateResult;

/**
 * The words of a text that a search needs: content terms in order, joined by one space; the trimmed
 * text where none is left.
 *
 * @example
 * buildQuery('北海道への送料を教えてください'); // '北海道 送料'
 * buildQuery('How do I clean a cast iron pan?'); // 'clean cast iron pan'
 */
declare function buildQuery(text: string, language?: Language): string;

/** How much a message needs a question before it can be searched. */
interface ClarificationNeed {
    /** 0 to 1. */
    readonly score: number;
    readonly needed: boolean;
    readonly about: readonly SlotKind[];
    readonly reasons: readonly Reason[];
}
/** Whether a message must be clarified before it is searched. Pure. */
declare function scoreClarificationNeed(input: PlanInput, options?: RuleOptions): ClarificationNeed;

/** How likely a message needs its history to be understood. */
interface FollowupScore {
    /** 0 to 1; 0 without history. */
    readonly score: number;
    readonly followup: boolean;
    readonly reasons: readonly Reason[];
}
/**
 * Whether a message needs its history to be understood. Pure; measured by
 * `benchmarks/src/planner-decisions.ts` on CANARD and TREC CAsT.
 */
declare function scoreFollowup(input: PlanInput, options?: RuleOptions): FollowupScore;

/** A follow-up with its antecedent written out. */
interface Rewriting {
    /** The full sentence; the message itself where nothing was changed. */
    readonly query: string;
    /** Terms taken over from earlier turns. */
    readonly carried: readonly string[];
    /** Earlier terms that a value of the message took the place of. */
    readonly replaced: readonly string[];
    readonly changed: boolean;
    readonly basedOn: 'user' | 'previous_answer';
}
/** Writes out what a follow-up leaves unsaid. Deterministic; every content word of the user stays. */
declare function rewriteFollowup(input: PlanInput, options?: RuleOptions): Rewriting;

/**
 * The things a message asks for, in order: at least one part for a message that is not empty.
 *
 * @example
 * splitIntents('ギフト配送と領収書発行の条件をまとめて教えて'); // two parts, each with 条件
 */
declare function splitIntents(message: string, language?: Language): readonly string[];

/**
 * Plans a message by rules: pure and synchronous, the same input gives the same plan. Content never
 * throws; a message that is no string does (`InvalidArgumentError`).
 *
 * @example
 * const { plan, reasons } = planByRules({ message: '北海道への送料を教えてください' });
 */
declare function planByRules(input: PlanInput, options?: RuleOptions): PlanOutcome;

/** How `planMultiStepQuery` plans. */
interface PlanMultiStepOptions<M extends string = string> extends RuleOptions {
    /** @default false: the rule planner (seed 3.3) */
    readonly useLlmPlanner?: boolean;
    readonly client?: LlmClient;
    /** By route. */
    readonly clients?: Readonly<Partial<Record<M, LlmClient>>>;
    /** Chooses among `clients`. @default the rules of `defaultRouteRules`, from `20b` */
    readonly route?: Router<M>;
    /** What `route` judges by. @default measured on the input */
    readonly routeContext?: RouteContext;
    /** Calls of each model so far, for the router's caps. */
    readonly used?: Partial<Record<M, number>>;
    /** Corrections of one model's plan. @default 1 */
    readonly maxRepairs?: number;
    /** Of all attempts of all models together; the routed model has 1 + `maxRepairs`, the larger one a single one. */
    readonly budget?: Budget;
    readonly signal?: AbortSignal;
    /** Epoch milliseconds. */
    readonly deadline?: number;
    readonly clock?: Clock;
    readonly ids?: IdSource;
    /** Replaces the built-in prompt. @default renderPlannerPrompt */
    readonly prompt?: (input: PlanInput) => readonly LlmMessage[];
}
/**
 * The seed's entry point (3.2): the rule plan, or a model's plan through the plan gate, with the
 * rule plan whenever no model gives a valid one. Rejects only when aborted, with the abort reason,
 * and for misuse.
 *
 * @example
 * const { plan, source, usage } = await planMultiStepQuery({ message }, { useLlmPlanner: true, client });
 */
declare function planMultiStepQuery<M extends string = string>(input: PlanInput, options?: PlanMultiStepOptions<M>): Promise<PlanOutcome>;

/**
 * One search on the user's words and one answer (seed 3.2): no question, no follow-up, no parts. A
 * message with nothing to search for is only answered.
 */
declare function planSingleSearch(input: PlanInput, options?: RuleOptions): PlanOutcome;

/** What bounds the user prompt. */
interface PromptOptions {
    /** Of the history, estimated; it is cut from its old end. @default 1_500 */
    readonly maxHistoryTokens?: number;
}
/**
 * The messages that ask a model for a plan (seed 3.4.2 and 3.4.3): the rules as system message, the
 * question and the history each inside a fence whose marker does not occur in them, newest first.
 */
declare function renderPlannerPrompt(input: PlanInput, options?: PromptOptions): readonly LlmMessage[];

/** Another turn of the dialog was stored meanwhile; nothing of this one was. */
declare class DialogConflictError extends KanmonError {
    readonly name: string;
    readonly actualVersion: number;
    constructor(actualVersion: number, cause?: unknown);
    static isInstance(value: unknown): value is DialogConflictError;
}
/** Every search of a turn failed. */
declare class SearchFailedError extends KanmonError {
    readonly name: string;
    constructor(cause?: unknown);
    static isInstance(value: unknown): value is SearchFailedError;
}
/** The answer tool threw. */
declare class AnswerFailedError extends KanmonError {
    readonly name: string;
    constructor(cause?: unknown);
    static isInstance(value: unknown): value is AnswerFailedError;
}
/** The time of the turn was over before any search had answered. */
declare class DeadlineExceededError extends KanmonError {
    readonly name: string;
    constructor();
    static isInstance(value: unknown): value is DeadlineExceededError;
}

/** One search that a plan leads to. */
interface SelectedSearch {
    readonly stepId?: string;
    readonly query: string;
    readonly topK: number;
    readonly filters?: Readonly<Record<string, JsonValue>> | null;
}

/** What became of one search: enough to run the turn again without the port. */
type SearchRecord = SelectedSearch & ({
    readonly status: 'returned';
    readonly hits: readonly SearchHit[];
} | {
    readonly status: 'failed';
    readonly reason: string;
} | {
    readonly status: 'late';
});
/** What became of the answer. `late` and `over-budget`: the built-in answer took its place. */
type AnswerRecord = {
    readonly status: 'written';
    readonly text: string;
    readonly sourceIds?: readonly string[];
    readonly usage?: LlmUsage;
} | {
    readonly status: 'late' | 'over-budget' | 'built-in' | 'none';
};
/** Schema of `SearchHit`. */
declare const searchHitSchema: z.ZodType<SearchHit>;

/** What a plan came to. */
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
    /** What the ports gave, for a journal. */
    readonly records: {
        readonly searches: readonly SearchRecord[];
        readonly answer: AnswerRecord;
    };
}

/** An answer tool without a model: quotes the best hit of each query with its source. */
declare function createExtractiveAnswer(): AnswerTool;

/**
 * One list out of several, in plan order: reciprocal rank fusion, equal ids joined, ties by first
 * plan position, rank and id; cut to `topK`. The same lists give the same order.
 */
declare function mergeHits(lists: readonly (readonly SearchHit[])[], topK: number): readonly SearchHit[];

/** The data of the planner that made the journal, where it was not the built-in one. */
interface ReplayOptions extends RuleOptions {
    /** @default 2 */
    readonly maxPerDialog?: number;
    /** @default 4 */
    readonly maxSearches?: number;
    /** @default 20 */
    readonly maxMessages?: number;
}
/** Whether a journal leads to its own responses. */
interface DialogReplay {
    readonly ok: boolean;
    readonly turns: number;
    readonly responses: readonly DialogResponse[];
    /** The first place where they differ, with what stands there; the whole turn where it cannot be read. */
    readonly difference?: {
        readonly turn: number;
        readonly path: JsonPointer;
        readonly recorded: unknown;
        readonly replayed: unknown;
    };
}
/**
 * Runs every turn of a journal again with the recorded results and times of its ports, and compares
 * the canonical JSON of the responses. Plans of the rules are made anew; plans of a model or a crew
 * are taken as recorded. Calls no port. An event it cannot read is a difference at its turn.
 */
declare function replayDialog(events: Iterable<StoredEvent> | AsyncIterable<StoredEvent>, options?: ReplayOptions): Promise<DialogReplay>;

/** What running a plan needs, and what bounds it. */
interface OrchestratorOptions {
    readonly message: string;
    readonly search: SearchTool;
    /** @default createExtractiveAnswer() */
    readonly answer?: AnswerTool;
    readonly budget?: Partial<TurnBudget>;
    /** Model calls that planning has used up already. @default 0 */
    readonly modelCalls?: number;
    /** Epoch milliseconds. @default now + budget.timeMs */
    readonly deadline?: number;
    /** Searches at a time. @default 4 */
    readonly concurrency?: number;
    /** @default the plan's */
    readonly language?: Language;
    readonly clock?: Clock;
    readonly timer?: Timer;
    readonly signal?: AbortSignal;
    readonly onEvent?: (event: DialogEvent) => void;
}
/**
 * Runs a plan: its question, or all of its searches, merged, and the answer, within one budget.
 * Throws `SearchFailedError` when all searches failed, `AnswerFailedError`, `DeadlineExceededError`
 * when nothing had come in time, and the abort reason when aborted.
 */
declare function runDialogOrchestrator(plan: MultiStepQueryPlan, history: readonly DialogMessage[], options: OrchestratorOptions): Promise<OrchestrationResult>;

/** Why a crew gave no plan. */
type CrewFailure = 'crew-timeout' | 'crew-unreachable' | 'crew-http-status' | 'crew-too-large' | 'crew-invalid-response' | 'crew-plan-refused' | 'crew-not-configured';
/** The crew could not be asked, or its answer is none. A dialog turn falls back to the local plan. */
declare class CrewError extends KanmonError {
    readonly name: string;
    readonly reason: CrewFailure;
    constructor(reason: CrewFailure, message: string, cause?: unknown);
    static isInstance(value: unknown): value is CrewError;
}

/**
 * The other end of the crew contract: a handler for `POST /crew/orchestrator/plan` that plans with
 * `planner`, so that two processes can be each other's crew.
 *
 * @example
 * app.post('/crew/orchestrator/plan', (c) => crewPlanHandler((input) => planByRules(input))(c.req.raw));
 */
declare function crewPlanHandler(planner: (input: PlanInput) => PlanOutcome | Promise<PlanOutcome>): (request: Request) => Promise<Response>;

export { AgentStep, AnswerFailedError, AnswerTool, CrewError, DeadlineExceededError, DialogConflictError, DialogEvent, DialogMessage, DialogResponse, MultiStepQueryPlan, OrchestrationStep, PlanInput, PlanLimits, PlanOutcome, Reason, RouteContext, Router, RuleOptions, SearchFailedError, SearchHit, SearchTool, SlotKind, TurnBudget, buildQuery, createExtractiveAnswer, crewPlanHandler, definePlanGate, mergeHits, parsePlan, planByRules, planJsonSchema, planMultiStepQuery, planSchema, planSingleSearch, renderPlannerPrompt, replayDialog, rewriteFollowup, runDialogOrchestrator, scoreClarificationNeed, scoreFollowup, searchHitSchema, splitIntents };
export type { AnswerRecord, ClarificationNeed, CrewFailure, DialogReplay, FollowupScore, OrchestrationResult, OrchestratorOptions, ParsePlanOptions, PlanFindingCode, PlanGateOptions, PlanGateResult, PlanMultiStepOptions, PlanRefusalCode, PlanRepairCode, PromptOptions, ReplayOptions, Rewriting, SearchRecord, SelectedSearch };

import { JsonValue, Language, LlmUsage, NewEvent, EventStore, Clock, Locale, LlmClient, Timer, IdSource, Logger } from '@kanmon/core';
import * as z from 'zod';

/** What a clarifying question may ask for. */
type SlotKind = 'product' | 'order' | 'region' | 'payment' | 'account' | 'date' | 'topic';
/** Asks the user something before anything is searched (seed 3.1). */
interface ClarifyStep {
    readonly id: string;
    readonly type: 'clarify';
    readonly questions: readonly string[];
    readonly about?: readonly SlotKind[];
    readonly description?: string;
}
/** One search on the user's own words (seed 3.1). */
interface SearchStep {
    readonly id: string;
    readonly type: 'search';
    readonly query: string;
    readonly topK: number;
    readonly filters?: Readonly<Record<string, JsonValue>> | null;
    readonly description?: string;
}
/** One search whose words come partly from earlier turns (seed 3.1). */
interface FollowupSearchStep {
    readonly id: string;
    readonly type: 'followup_search';
    readonly basedOn: 'user' | 'previous_answer';
    readonly query: string;
    readonly topK: number;
    readonly description?: string;
}
/** Writes the answer; always the last step (seed 3.1). */
interface AnswerStep {
    readonly id: string;
    readonly type: 'answer';
    readonly style: 'faq' | 'step_by_step';
    readonly includeSources: boolean;
    readonly description?: string;
}
/** One step of a plan, told apart by `type`. */
type PlanStep = ClarifyStep | SearchStep | FollowupSearchStep | AnswerStep;
/** What one message asks for, as steps (seed 3.1). */
interface MultiStepQueryPlan {
    readonly steps: readonly PlanStep[];
    readonly needsClarification: boolean;
    readonly clarifyingQuestions?: readonly string[];
    readonly followupQueries?: readonly string[];
    readonly confidence: 'low' | 'medium' | 'high';
    readonly language?: Language;
    readonly raw?: JsonValue;
}
/** Schema of `SlotKind`. */
declare const slotKindSchema: z.ZodType<SlotKind>;
/** Schema of `ClarifyStep`. */
declare const clarifyStepSchema: z.ZodType<ClarifyStep>;
/** Schema of `SearchStep`. */
declare const searchStepSchema: z.ZodType<SearchStep>;
/** Schema of `FollowupSearchStep`. */
declare const followupSearchStepSchema: z.ZodType<FollowupSearchStep>;
/** Schema of `AnswerStep`. */
declare const answerStepSchema: z.ZodType<AnswerStep>;
/** Schema of `PlanStep`. */
declare const planStepSchema: z.ZodType<PlanStep>;
/** Schema of `MultiStepQueryPlan`: strict, nothing is filled in. */
declare const multiStepQueryPlanSchema: z.ZodType<MultiStepQueryPlan>;
/** What a model is asked for (seed 3.4.1): everything the plan gate can fill in may be missing. */
interface LenientPlan {
    readonly steps: readonly Readonly<Record<string, unknown>>[];
    readonly needsClarification: boolean;
    readonly clarifyingQuestions?: readonly string[] | undefined;
    readonly followupQueries?: readonly string[] | undefined;
    readonly confidence: 'low' | 'medium' | 'high';
    readonly language?: Language | undefined;
}
/** Schema of the form of seed 3.4.1. */
declare const lenientPlanSchema: z.ZodType<LenientPlan>;

/** Why something was decided: a stable code and what makes it concrete. */
interface Reason {
    readonly code: string;
    readonly params?: Readonly<Record<string, string | number | boolean>>;
}
/** Schema of `Reason`. */
declare const reasonSchema: z.ZodType<Reason>;

/** One message of a conversation. */
interface DialogMessage {
    readonly role: 'user' | 'assistant' | 'system';
    readonly content: string;
}
/** How one turn is to be run (seed 4.1). */
interface DialogOptions {
    /** 1 to 20. @default 8 */
    readonly topK?: number;
    /** @default 'auto' */
    readonly language?: 'ja' | 'en' | 'auto';
    /** @default false */
    readonly useLlmPlanner?: boolean;
    /** `false`: one search and one answer, nothing else (seed 3.2). @default true */
    readonly useMultiStepPlanner?: boolean;
    /** @default 'local' */
    readonly mode?: 'local' | 'crew';
    /** Shows the whole plan, reasons, usage and route in `meta`. @default false */
    readonly debug?: boolean;
}
/** Body of `POST /agent.dialog` (seed 4.1). */
interface DialogRequest {
    readonly sessionId?: string;
    readonly message: string;
    /** Oldest first; used only when the dialog has no messages of its own. */
    readonly history?: readonly DialogMessage[];
    readonly options?: DialogOptions;
}
/** One thing that was executed. */
interface AgentStep {
    readonly type: 'search';
    readonly message: string;
    readonly query: string;
    readonly topK: number;
    readonly stepId?: string;
    readonly resultCount?: number;
    readonly error?: string;
}
/** One line of the trace: what was planned, then what became of it (seed 4.1.1). */
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
/** Who made the plan. */
type PlanSource = 'rule' | 'llm' | 'llm-repaired' | 'rule-fallback' | 'crew';
/** What is known of a turn beside its answer. */
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
/** What one turn gives back (seed 4.1.1). */
interface DialogResponse {
    readonly sessionId: string;
    readonly answer: string | null;
    readonly needsClarification: boolean;
    readonly clarifyingQuestions?: readonly string[];
    readonly steps: readonly AgentStep[];
    readonly final: boolean;
    readonly meta?: DialogMeta;
}
/** Schema of `DialogMessage`. */
declare const dialogMessageSchema: z.ZodType<DialogMessage>;
/** Schema of `DialogRequest`: unknown keys are ignored, a blank message is refused. */
declare const dialogRequestSchema: z.ZodType<DialogRequest>;
/** Schema of `AgentStep`. */
declare const agentStepSchema: z.ZodType<AgentStep>;
/** Schema of `OrchestrationStep`. */
declare const orchestrationStepSchema: z.ZodType<OrchestrationStep>;
/** Schema of `PlanSource`. */
declare const planSourceSchema: z.ZodType<PlanSource>;
/** Schema of `DialogMeta`. */
declare const dialogMetaSchema: z.ZodType<DialogMeta>;
/** Schema of `DialogResponse`. */
declare const dialogResponseSchema: z.ZodType<DialogResponse>;

/** Whose dialog. Tenants never see one another. */
interface SessionKey {
    readonly tenant: string;
    readonly sessionId: string;
}

/** A question that was asked and not yet answered, with what waits for the answer. */
interface PendingClarification {
    /** The message that could not be searched as it was. */
    readonly message: string;
    readonly questions: readonly string[];
    readonly about: readonly SlotKind[];
    /** Searches that a plan held beside its question; they resume with the answer. */
    readonly searches: readonly string[];
}
/** One message and what is known of its dialog. */
interface PlanInput {
    readonly message: string;
    /** Oldest first. Messages of role `system` are never used. */
    readonly history?: readonly DialogMessage[];
    /** @default 'auto' */
    readonly language?: 'ja' | 'en' | 'auto';
    /** @default 8 */
    readonly topK?: number;
    readonly pending?: PendingClarification;
    /** Slots that were asked for earlier in the dialog: never asked again. */
    readonly asked?: readonly SlotKind[];
}
/** A plan, who made it and why. */
interface PlanOutcome {
    readonly plan: MultiStepQueryPlan;
    readonly source: PlanSource;
    readonly reasons: readonly Reason[];
    /** 0 to 1. */
    readonly scores: {
        readonly clarify: number;
        readonly followup: number;
    };
    /** One entry per attempt of a model, failed ones included. */
    readonly usage: readonly LlmUsage[];
    readonly route?: string;
    /**
     * Lower-case hex SHA-256 of the last text that a model gave for this plan, refused or not; of a
     * crew's plan, of its canonical JSON.
     */
    readonly rawHash?: string;
}

/** What is known of a dialog before its next turn. */
interface SessionState {
    /** Of the stream; the next append expects it. */
    readonly version: number;
    /** Oldest first, at most `maxMessages`. */
    readonly messages: readonly DialogMessage[];
    readonly asked: readonly SlotKind[];
    /** Normalised. */
    readonly askedQuestions: readonly string[];
    readonly clarifyingTurns: number;
    readonly lastTurnClarified: boolean;
    readonly pending?: PendingClarification;
    /** Epoch milliseconds of the last write. */
    readonly updatedAt: number;
}

/** How long and how much of a dialog is remembered. */
interface ContextOptions {
    /** From the last refresh; exactly this long after it the dialog has expired. @default 1_800_000 */
    readonly ttlMs: number;
    /** `access`: loading refreshes too, in the memory of this process. @default 'write' */
    readonly refreshOn: 'write' | 'access';
    /** @default 20 */
    readonly maxMessages: number;
}
/** What a context store needs. */
interface ContextStoreOptions extends Partial<ContextOptions> {
    readonly store: EventStore;
    readonly clock?: Clock;
}
/** A dialog as a turn finds it. */
interface OpenedSession {
    /** Empty for an unknown or expired dialog; its version is that of the stream in any case. */
    readonly state: SessionState;
    /** False for an unknown, expired or ended dialog. */
    readonly isLive: boolean;
    /** The response that was recorded for the request id asked for. */
    readonly recorded?: DialogResponse;
}
/** The state of dialogs, folded from their journals. */
interface ContextStore {
    /** Undefined for an unknown, expired or ended dialog. */
    load(key: SessionKey): Promise<SessionState | undefined>;
    /** What a turn needs: the state, empty where there is none, and the response of a repeated request. */
    open(key: SessionKey, requestId?: string): Promise<OpenedSession>;
    /** Writes all events or none and gives the new version; a lost race throws `DialogConflictError`. */
    append(key: SessionKey, events: readonly NewEvent[], options: {
        readonly expectedVersion: number;
        readonly idempotencyKey?: string;
    }): Promise<number>;
    /** Forgets a dialog: the journal stays, its state is not carried on. */
    end(key: SessionKey): Promise<void>;
}
/** A context store on any event store. Loading reads the whole stream: linear in its turns. */
declare function createContextStore(options: ContextStoreOptions): ContextStore;

/** What a route is chosen by (seed 4.2.1). A missing field matches no rule. */
interface RouteContext {
    readonly contextTokens: number;
    /** Of the retrieval so far, 0 to 1. */
    readonly recall?: number;
    readonly complexity?: 'low' | 'medium' | 'high';
    /** none, legal, security, policy, or a tag of one's own. */
    readonly safetyTag?: string;
    readonly depth?: number;
    readonly requiresSafeMode?: boolean;
}
/** Schema of `RouteContext`. */
declare const routeContextSchema: z.ZodType<RouteContext>;
/** One comparison of a field. */
interface RouteCondition {
    readonly field: keyof RouteContext;
    readonly op: 'in' | '>' | '>=' | '<' | '<=' | '==';
    readonly value: string | number | boolean | readonly (string | number | boolean)[];
}
/** One rule of a router, as data: when all conditions hold, use the model. */
interface RouteRule<M extends string> {
    readonly name: string;
    readonly when: readonly RouteCondition[];
    readonly use: M;
    readonly effect: 'raise' | 'lower';
    /** A locked choice is changed by no later rule, cap or force. */
    readonly lock?: boolean;
}
/** What a router chooses among, and what bounds its choice. */
interface RouterOptions<M extends string> {
    readonly default: M;
    /** From the smallest model to the largest. */
    readonly order: readonly M[];
    /** Most calls of a model; over it the next smaller one is used. */
    readonly caps?: Partial<Record<M, number>>;
    /** Used whatever the rules say, unless one has locked its choice. */
    readonly force?: M;
}
/** The model, whether a safety rule has fixed it, and why. */
interface RouteChoice<M extends string> {
    readonly model: M;
    readonly locked: boolean;
    readonly reasons: readonly Reason[];
}
/** Chooses a model for a context; `used` counts the calls so far. Pure. */
type Router<M extends string> = (context: RouteContext, used?: Partial<Record<M, number>>) => RouteChoice<M>;
/** The two sizes of the seed's example (4.1.1). */
type DefaultRoute = '20b' | '120b';
/** Safety first and locked, then load and difficulty; the limits are those of the contract. */
declare const defaultRouteRules: readonly RouteRule<DefaultRoute>[];
/**
 * A router over rules: all raises, then lowers, then caps, then `force`. A locked result is changed
 * by none of them: safety is never downgraded.
 */
declare function createRouter<M extends string>(rules: readonly RouteRule<M>[], options: RouterOptions<M>): Router<M>;

/** Body of `POST <crew>/crew/orchestrator/plan` (seed 4.2.1). */
interface CrewPlanRequest {
    /** Oldest first; the last one is the message to plan. */
    readonly conversation: readonly DialogMessage[];
    readonly locale: Language;
    readonly planOptions: {
        readonly topK?: number;
        readonly language?: string;
    };
    readonly routeContext?: RouteContext;
    readonly debug?: boolean;
}
/** What a crew gives back: `plan` is a claim and goes through the plan gate. */
interface CrewPlanResponse {
    readonly plan: unknown;
}
/** Schema of `CrewPlanRequest`. */
declare const crewPlanRequestSchema: z.ZodType<CrewPlanRequest>;
/** Schema of `CrewPlanResponse`: an object with a `plan`, whatever that is. */
declare const crewPlanResponseSchema: z.ZodType<CrewPlanResponse>;

/** Where a crew is and how long it is waited for. */
interface CrewClientOptions {
    /** http or https; the path of the contract is added. */
    readonly baseUrl: string;
    /** @default the global fetch */
    readonly fetch?: typeof globalThis.fetch;
    /** Of the whole exchange, body included. @default 3_000 */
    readonly timeoutMs?: number;
    readonly headers?: Readonly<Record<string, string>>;
    /** @default 262_144 */
    readonly maxResponseBytes?: number;
    /** That of the deadlines. */
    readonly clock?: Clock;
}
/** Asks another process for a plan. Failures are `CrewError`s; an abort rejects with its reason. */
interface CrewOrchestratorClient {
    plan(request: CrewPlanRequest, options?: {
        readonly signal?: AbortSignal;
        readonly deadline?: number;
    }): Promise<CrewPlanResponse>;
}
/** A client of the crew contract (seed 4.2.1). Redirects are not followed. */
declare function createCrewOrchestratorClient(options: CrewClientOptions): CrewOrchestratorClient;

/** What a message may be about; each group has words in both languages. */
type TopicId = 'shipping' | 'delivery-date' | 'returns' | 'refund' | 'cancel' | 'payment' | 'receipt' | 'gift' | 'stock' | 'size' | 'price' | 'points-coupon' | 'account-login' | 'membership' | 'warranty-repair' | 'product-info' | 'store' | 'contact';
/** Kinds of values that a message may give and a later message may replace. */
type ValueKind = 'region' | 'payment' | 'speed' | 'colour' | 'size' | 'date' | 'order';
/**
 * The words of one language. All are whole terms: a Japanese word is looked for at term and compound
 * boundaries, an English one as a run of whole words, plural or not.
 */
interface Lexicon {
    readonly topics: Readonly<Record<TopicId, readonly string[]>>;
    /** Nouns that name a property of something: 料金, deadline. Without an owner they say nothing. */
    readonly attributes: readonly string[];
    /** Nouns that name no thing in particular: 商品, item. */
    readonly generic: readonly string[];
    /** Terms that carry no meaning in a search: politeness, asking, thinking. */
    readonly stop: readonly string[];
    readonly values: Readonly<Record<'region' | 'payment' | 'speed' | 'colour', readonly string[]>>;
}
/** A lexicon to add to the built-in one. */
type LexiconAddition = {
    readonly [Key in 'attributes' | 'generic' | 'stop']?: readonly string[];
} & {
    readonly topics?: {
        readonly [Topic in TopicId]?: readonly string[];
    };
    readonly values?: Partial<Lexicon['values']>;
};

/** Lexicons to add to the built-in ones. */
interface LexiconAdditions {
    readonly ja?: LexiconAddition;
    readonly en?: LexiconAddition;
}

/** What one plan, one message and one history may hold. Lengths are in code points. */
interface PlanLimits {
    /** @default 8 */
    readonly steps: number;
    /** Search and follow-up steps together. @default 4 */
    readonly searches: number;
    /** In one clarify step. @default 3 */
    readonly questions: number;
    /** @default 400 */
    readonly queryLength: number;
    /** @default 200 */
    readonly questionLength: number;
    /** Used where neither the request nor the plan says more. @default 8 */
    readonly defaultTopK: number;
    /** @default 20 */
    readonly maxTopK: number;
    /** @default 16 */
    readonly filterKeys: number;
    /** @default 3 */
    readonly filterDepth: number;
    /** Longest text of a model that is looked at, UTF-16 code units. @default 262_144 */
    readonly rawLength: number;
    /** @default 4_000 */
    readonly messageLength: number;
    /** @default 50 */
    readonly historyMessages: number;
    /** @default 8_000 */
    readonly historyMessageLength: number;
}
/** The limits of the package's contract. */
declare const defaultPlanLimits: PlanLimits;

/** What has to be known before a topic can be searched, by the mood of the message. */
interface RequiredSlots {
    /** The topic word stands alone or in "about X". */
    readonly bare?: SlotKind;
    /** A wish or complaint about one's own order. */
    readonly personal?: SlotKind;
}
/** Required slots by topic, and the question for each slot. A policy question requires nothing. */
interface SlotTable {
    readonly required: {
        readonly [Topic in TopicId]?: RequiredSlots;
    };
    readonly questions: Readonly<Record<SlotKind, Readonly<Record<Locale, string>>>>;
}
/** The table of the package's contract; the product question is that of seed 4.1.1. */
declare const defaultSlotTable: SlotTable;

/** The scores from which a decision is taken; see `benchmarks/src/planner-decisions.ts`. */
interface Thresholds {
    /** @default 0.5 */
    readonly clarify: number;
    /** @default 0.5 */
    readonly followup: number;
}
/** Halfway: the weights of both scores are set so that .5 is where the evidence is even. */
declare const defaultThresholds: Thresholds;

/** What a user may change about the rule planner; all of it is data. */
interface RuleOptions {
    readonly lexicons?: LexiconAdditions;
    /** Rows with the same topic replace the built-in ones. */
    readonly slots?: Partial<SlotTable>;
    readonly thresholds?: Partial<Thresholds>;
    readonly limits?: Partial<PlanLimits>;
}

/** How often a dialog may ask back. */
interface AntiNagOptions {
    /** @default 2 */
    readonly maxPerDialog: number;
}

/** What happened in a turn, without its number. */
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
} | {
    readonly type: 'turn-finished';
    readonly response: DialogResponse;
} | {
    readonly type: 'turn-failed';
    readonly code: string;
    readonly message: string;
};
/** One thing that happened in a turn; `sequence` counts from 1. */
type DialogEvent = {
    readonly sequence: number;
} & DialogEventBody;

/** One thing a search found. */
interface SearchHit {
    readonly id: string;
    readonly text: string;
    readonly title?: string;
    readonly url?: string;
    readonly score?: number;
    readonly metadata?: Readonly<Record<string, JsonValue>>;
}
/** One search. */
interface SearchRequest {
    readonly query: string;
    readonly topK: number;
    readonly filters?: Readonly<Record<string, JsonValue>> | null;
    readonly language: Language;
}
/** What bounds one call of a port. */
interface PortOptions {
    readonly signal: AbortSignal;
    /** Epoch milliseconds. */
    readonly deadline: number;
}
/** The port to the search. What it gives is checked: null, doubles and floods do no harm. */
interface SearchTool {
    search(request: SearchRequest, options: PortOptions): Promise<readonly SearchHit[]>;
}
/** What an answer is written from. */
interface AnswerRequest {
    readonly message: string;
    readonly language: Language;
    readonly style: 'faq' | 'step_by_step';
    readonly includeSources: boolean;
    readonly queries: readonly string[];
    /** Merged, best first. */
    readonly hits: readonly SearchHit[];
    readonly history: readonly DialogMessage[];
}
/** A written answer; ids that are no hits are dropped. */
interface Answer {
    readonly text: string;
    readonly sourceIds?: readonly string[];
    readonly usage?: LlmUsage;
}
/** The port to whatever writes answers. `stream`, where it is there, is used instead of `answer`. */
interface AnswerTool {
    answer(request: AnswerRequest, options: PortOptions): Promise<Answer>;
    stream?(request: AnswerRequest, options: PortOptions): AsyncIterable<{
        readonly text: string;
    }>;
}
/** What one turn may spend. */
interface TurnBudget {
    /** @default 4 */
    readonly maxSearches: number;
    /** Planner attempts and the answer together. @default 3 */
    readonly maxModelCalls: number;
    /** @default 10_000 */
    readonly timeMs: number;
    /** Of the planner. */
    readonly maxOutputTokens?: number;
}
/** The budget of a turn where none is given. */
declare const defaultTurnBudget: TurnBudget;

/** What a turn's planner is told beside the input. */
interface RunContext {
    readonly signal: AbortSignal;
    /** Epoch milliseconds. */
    readonly deadline: number;
}

/** What a dialog agent is made of; only `search` is needed. */
interface DialogAgentOptions {
    readonly search: SearchTool;
    /** @default createExtractiveAnswer() */
    readonly answer?: AnswerTool;
    /** Replaces the rule and the model planner; its plan goes through the plan gate. */
    readonly planner?: (input: PlanInput, context: RunContext) => Promise<PlanOutcome>;
    /** For `useLlmPlanner`. */
    readonly client?: LlmClient;
    /** By route. */
    readonly clients?: Readonly<Partial<Record<string, LlmClient>>>;
    /** Chooses among `clients`. */
    readonly route?: Router<string>;
    /** @default a memory store */
    readonly store?: EventStore;
    readonly context?: Partial<ContextOptions>;
    /** For `mode: 'crew'`. */
    readonly crew?: CrewOrchestratorClient;
    readonly budget?: Partial<TurnBudget>;
    /** @default { maxPerDialog: 2 } */
    readonly clarify?: Partial<AntiNagOptions>;
    readonly rules?: RuleOptions;
    readonly clock?: Clock;
    readonly timer?: Timer;
    readonly ids?: IdSource;
    readonly logger?: Logger;
}
/** Whose turn it is, and what bounds it. */
interface TurnContext {
    /** @default 'default' */
    readonly tenant?: string;
    readonly signal?: AbortSignal;
    /** The same id again gives the recorded response and calls no port. */
    readonly requestId?: string;
}
/** Runs dialogs, turn by turn. */
interface DialogAgent {
    /** Rejects with a `KanmonError` by code, or with the abort reason; nothing is stored then. */
    turn(request: DialogRequest, context?: TurnContext): Promise<DialogResponse>;
    /** The events of a turn. Ends with `turn-finished` or `turn-failed`; leaving early aborts the ports. */
    stream(request: DialogRequest, context?: TurnContext): AsyncIterable<DialogEvent>;
    /** Forgets a dialog; its journal stays. */
    end(key: SessionKey): Promise<void>;
}
/**
 * A dialog agent: plans each message, asks back where it must, searches, answers, and keeps a journal
 * of all of it.
 *
 * @example
 * const agent = createDialogAgent({ search });
 * const response = await agent.turn({ message: '北海道への送料を教えてください' });
 */
declare function createDialogAgent(options: DialogAgentOptions): DialogAgent;


export type { SearchRequest as $, AgentStep as A, DialogOptions as B, ClarifyStep as C, DialogAgent as D, DialogRequest as E, FollowupSearchStep as F, Lexicon as G, LexiconAddition as H, LexiconAdditions as I, OpenedSession as J, PendingClarification as K, LenientPlan as L, MultiStepQueryPlan as M, PlanSource as N, OrchestrationStep as O, PlanLimits as P, PlanStep as Q, Reason as R, SearchTool as S, TurnBudget as T, PortOptions as U, RequiredSlots as V, RouteChoice as W, RouteCondition as X, RouteRule as Y, RouterOptions as Z, RunContext as _, SearchHit as a, SearchStep as a0, SessionKey as a1, SessionState as a2, SlotTable as a3, Thresholds as a4, TopicId as a5, TurnContext as a6, ValueKind as a7, PlanInput as b, SlotKind as c, RuleOptions as d, PlanOutcome as e, Router as f, RouteContext as g, AnswerTool as h, DialogResponse as i, DialogEvent as j, DialogMessage as k, Answer as l, AnswerRequest as m, AnswerStep as n, AntiNagOptions as o, ContextOptions as p, ContextStore as q, ContextStoreOptions as r, CrewClientOptions as s, CrewOrchestratorClient as t, CrewPlanRequest as u, CrewPlanResponse as v, DefaultRoute as w, DialogAgentOptions as x, DialogEventBody as y, DialogMeta as z };
