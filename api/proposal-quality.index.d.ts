import { z } from 'zod';
import { JsonSchema, ValidationResult, Catalog, Severity, JsonPointer, Locale, LlmMessage, LlmClient, Budget, Logger, Clock, IdSource, Price, Finding, UsageTotal, JsonValue, KanmonError, EventStore } from '@kanmon/core';
import { Gate, Rule, RuleMessages, GateEvent, RunGateOptions, Attempt, Gated, RejectionReason } from '@kanmon/core/gate';
export { PhraseDefinition, PhraseMatch, definePhrase } from './report-context';
export { Dashboard } from './run-input';
export { DecompositionChange, DiffChange, GroupingChange, RelationChange } from './diff';

type Text$1 = z.ZodString;
type Child = z.ZodObject<{
    title: Text$1;
    context: Text$1;
    suggested_status: z.ZodOptional<Text$1>;
}>;
type Decomposition = z.ZodObject<{
    target_node_id: Text$1;
    target_title: Text$1;
    reason: Text$1;
    suggested_children: z.ZodArray<Child>;
}>;
type Grouping = z.ZodObject<{
    group_label: Text$1;
    reason: Text$1;
    node_ids: z.ZodArray<Text$1>;
}>;
type Relation = z.ZodObject<{
    from_node_id: Text$1;
    to_node_id: Text$1;
    relation_type: Text$1;
    reason: Text$1;
}>;
/** Spelled out because declarations are emitted file by file. */
type OrganizerSchema = z.ZodObject<{
    decomposition_proposals: z.ZodArray<Decomposition>;
    grouping_proposals: z.ZodArray<Grouping>;
    relation_proposals: z.ZodArray<Relation>;
    summary: Text$1;
}>;
/**
 * Wire shape of an Organizer report (seed section 2.1): types and lengths. No default, no coercion,
 * no trimming; whether texts say anything and ids exist is for the rules of `organizerGate`.
 */
declare const organizerReportSchema: OrganizerSchema;
/** What an Organizer proposes: decompositions, groups, relations, and a summary. */
type OrganizerReport = z.infer<OrganizerSchema>;

type Text = z.ZodString;
type Texts = z.ZodArray<Text>;
type Option = z.ZodObject<{
    label: Text;
    description: z.ZodOptional<Text>;
    pros: z.ZodOptional<Texts>;
    cons: z.ZodOptional<Texts>;
    next_action: Text;
    necessary_info: Text;
    criteria_note: Text;
    risks: Texts;
    suggested_status: z.ZodOptional<Text>;
}>;
type Criterion = z.ZodObject<{
    name: Text;
    description: Text;
}>;
/** Spelled out because declarations are emitted file by file. */
type AdvisorSchema = z.ZodObject<{
    target_node_id: Text;
    target_title: Text;
    current_status: Text;
    options: z.ZodArray<Option>;
    criteria: z.ZodOptional<z.ZodArray<Criterion>>;
    next_decision: Text;
    summary: Text;
}>;
/**
 * Wire shape of an Advisor report (seed section 2.2): types and lengths. A report about no node at
 * all may have no option; `advisorGate` knows when.
 */
declare const advisorReportSchema: AdvisorSchema;
/** What an Advisor offers for one node: at least two options, and the decision that comes next. */
type AdvisorReport = z.infer<AdvisorSchema>;

/** JSON Schema (draft 2020-12) of an Organizer report, derived from the zod schema. */
declare const organizerJsonSchema: JsonSchema;
/** JSON Schema (draft 2020-12) of an Advisor report, derived from the zod schema. */
declare const advisorJsonSchema: JsonSchema;

/** What every Organizer report passes before anybody sees it. */
declare const organizerGate: Gate<OrganizerReport, ReportContext>;

/** What every Advisor report passes before anybody sees it. */
declare const advisorGate: Gate<AdvisorReport, ReportContext>;

/** The built-in rules, for gates of your own: leave some out, add some. */
declare const ruleSet: {
    readonly organizer: readonly Rule<never, ReportContext>[];
    readonly advisor: readonly Rule<never, ReportContext>[];
};

/**
 * Judges an Organizer report: `errors` are its Musts, `warnings` its Shoulds (seed section 3). Never
 * throws on `report`, whatever it is. Throws `InvalidArgumentError` for ids that are no array of
 * strings and for options that cannot be.
 *
 * @example
 * const { ok, errors } = validateOrganizerReport(JSON.parse(text), ['n1', 'n2']);
 */
declare function validateOrganizerReport(report: unknown, validNodeIds: readonly string[], options?: ReportOptions): ValidationResult;
/** Judges an Advisor report; see `validateOrganizerReport`. */
declare function validateAdvisorReport(report: unknown, validNodeIds: readonly string[], options?: ReportOptions): ValidationResult;

/** The strings of the seed in English, and Japanese sentences that name the place. */
declare const seedCatalog: Catalog;

/** Texts that name place and words, English and Japanese; gates and runs write with these. */
declare const proposalCatalog: Catalog;

/** What `phraseRule` takes. */
interface PhraseRuleOptions<Context> {
    readonly id: string;
    /** @default 'must' */
    readonly severity?: Severity;
    /** The list, or how to get it from the context. */
    readonly phrases: readonly PhraseRule[] | ((context: Context) => readonly PhraseRule[]);
    /** `matchPointer` patterns of the texts to read. */
    readonly select: readonly JsonPointer[];
    /** Texts that may stand in quotation marks whatever they say, such as titles of the input. */
    readonly quotable?: (context: Context) => ReadonlySet<string>;
    readonly messages?: RuleMessages;
}
/**
 * A core rule that reports `forbidden-phrase` { phrase, matched, start, end } wherever a phrase of
 * the list stands in a selected text.
 *
 * @example
 * const calm = phraseRule({ id: 'calm', phrases: [definePhrase({ id: 'urgent', phrase: '至急', pattern: '至急' })], select: ['/note'] });
 */
declare function phraseRule<Context>(options: PhraseRuleOptions<Context>): Rule<string, Context>;

/** A forbidden phrase at its place. */
interface ForbiddenPhrase {
    /** Id of the phrase rule. */
    readonly id: string;
    readonly phrase: string;
    /** The text as it was written. */
    readonly matched: string;
    /** UTF-16 units. */
    readonly start: number;
    readonly end: number;
}
/** Every forbidden phrase in a text, by place, then in the order of the rules. */
declare function findForbidden(text: string, rules: readonly PhraseRule[]): readonly ForbiddenPhrase[];

/** What an Organizer may not say: it describes and proposes, and orders nobody to do anything. */
declare const organizerPhrases: readonly PhraseRule[];
/** What an Advisor may not say: it lays out options, and judges none of them. */
declare const advisorPhrases: readonly PhraseRule[];

/** One of the fifteen. */
type NodeStatus = 'CAPTURED' | 'CLARIFYING' | 'READY' | 'IN_PROGRESS' | 'DELEGATED' | 'WAITING_EXTERNAL' | 'SCHEDULED' | 'BLOCKED' | 'NEEDS_DECISION' | 'NEEDS_REVIEW' | 'COOLING' | 'DORMANT' | 'REACTIVATED' | 'DONE' | 'CANCELLED';
/** The statuses of a node, from capture to rest. */
declare const nodeStatuses: readonly NodeStatus[];
/** Whether a text is one of the fifteen, as written. */
declare function isNodeStatus(status: unknown): status is NodeStatus;
/** The other statuses a node may go to, in the order of `nodeStatuses`; none from an unknown status. */
declare function nextStatuses(from: string): readonly NodeStatus[];
/** Whether a node may go from one status to another. Staying is allowed; unknown statuses never. */
declare function canTransition(from: string, to: string): boolean;
/** Whether a node in this status asks for anybody's attention: all but DONE, CANCELLED, DORMANT. */
declare function isActive(status: string): boolean;

/** In which language, and with how many ids. */
interface CorrectionPromptOptions {
    /** @default 'ja' */
    readonly locale?: Locale;
    /** @default 50 */
    readonly maxIds?: number;
}
/**
 * The prompt that asks a model to correct a report (seed section 4.2), for callers who own their
 * loop. Empty without errors. Line breaks and control characters in errors and ids become spaces.
 */
declare function buildCorrectionPrompt(errors: readonly string[], validNodeIds?: readonly string[], options?: CorrectionPromptOptions): string;

/**
 * The nodes of a dashboard: the union over its trays in order, by id, the first wins. Ids are
 * trimmed, and nodes with a blank one dropped. Throws `ProposalInputError` naming the place.
 */
declare function nodesOf(dashboard: unknown): readonly DashboardNode[];

/** In which language, and how many nodes a model is shown. */
interface PromptOptions {
    /** @default 'ja' */
    readonly locale?: Locale;
    /** @default 200 */
    readonly maxNodes?: number;
}
/** The messages that ask for an Organizer report. Throws `ProposalInputError` for input that cannot be. */
declare function buildOrganizerPrompt(input: RunInput, options?: PromptOptions): readonly LlmMessage[];

/** What an Advisor prompt may say in addition. */
interface AdvisorPromptOptions extends PromptOptions {
    /** @default 'choices' */
    readonly purpose?: ReportPurpose;
}
/** The messages that ask for an Advisor report. Throws `ProposalInputError` for input that cannot be. */
declare function buildAdvisorPrompt(input: RunInput, options?: AdvisorPromptOptions): readonly LlmMessage[];

/** How a report is written out. */
interface RenderOptions {
    /** @default 'markdown' */
    readonly format?: 'markdown' | 'text';
    /** Of the section titles. @default 'ja' */
    readonly locale?: Locale;
    /** Titles by node id, shown beside ids. */
    readonly titles?: Readonly<Record<string, string>>;
}

/** What a run needs besides its input. */
interface ProposalRunOptions {
    readonly client: LlmClient;
    /** @default { maxAttempts: 3 } */
    readonly budget?: Budget;
    /** Of prompts and messages. @default 'ja' */
    readonly locale?: Locale;
    /** @default 'choices' */
    readonly purpose?: ReportPurpose;
    /** How `rendered` is written; `false` leaves it out. */
    readonly render?: RenderOptions | false;
    readonly logger?: Logger;
    readonly clock?: Clock;
    readonly ids?: IdSource;
    readonly signal?: AbortSignal;
    /** @default false */
    readonly stream?: boolean;
    readonly price?: Price;
    readonly onEvent?: (event: GateEvent) => void;
    readonly request?: RunGateOptions<unknown>['request'];
}
/** What a run came to: a report that passed, or the best attempt and what is wrong with it. */
type RunResult<T> = {
    /** Musts of the best attempt, or one line with the reason; empty when `ok`. */
    readonly errors: string[];
    readonly warnings: string[];
    readonly findings: readonly Finding[];
    readonly attempts: readonly Attempt[];
    readonly usage: UsageTotal;
    readonly events: readonly GateEvent[];
} & ({
    readonly ok: true;
    readonly report: Gated<T>;
    readonly rendered?: string;
} | {
    readonly ok: false;
    readonly report: JsonValue | null;
    readonly reason: RejectionReason;
    /** What the client threw. */
    readonly cause?: unknown;
});

/** The input of a run, or of an endpoint, cannot be worked with; `path` says where. Code `proposal-input`. */
declare class ProposalInputError extends KanmonError {
    readonly name: string;
    readonly path: JsonPointer;
    constructor(message: string, options: {
        readonly path: JsonPointer;
    });
    static isInstance(value: unknown): value is ProposalInputError;
}

/**
 * Asks a model for options about one node: `focusNodeId`, or the only one there is. Without any node
 * no model is called. Otherwise like `runOrganizer`.
 */
declare function runAdvisor(input: RunInput, options: ProposalRunOptions): Promise<RunResult<AdvisorReport>>;

/**
 * Asks a model for proposals about a board until they pass `organizerGate` or the budget ends.
 * Rejects with `ProposalInputError` for input that cannot be, before any call; whatever the model
 * does is a result.
 *
 * @example
 * const result = await runOrganizer({ dashboard }, { client });
 * if (result.ok) show(result.rendered);
 * else console.log(result.reason, result.errors);
 */
declare function runOrganizer(input: RunInput, options: ProposalRunOptions): Promise<RunResult<OrganizerReport>>;

/**
 * An Advisor report for people: target, status, summary, the decision to make first, criteria, and
 * one block per option. Throws `NotGatedError` for what `advisorGate` did not pass.
 */
declare function renderAdvisor(report: Gated<AdvisorReport>, options?: RenderOptions): string;

/**
 * An Organizer report for people: summary, decompositions, groups, relations. Values are shown
 * literally, whatever markup they hold. Throws `NotGatedError` for what `organizerGate` did not pass.
 */
declare function renderOrganizer(report: Gated<OrganizerReport>, options?: RenderOptions): string;

/** A report for an API, with the hash of its content. */
interface OrganizerPayload {
    readonly kind: 'organizer';
    readonly schema_version: 1;
    /** `contentHash` of `report`. */
    readonly content_hash: string;
    readonly report: Gated<OrganizerReport>;
}
/** A report for an API, with the hash of its content. */
interface AdvisorPayload {
    readonly kind: 'advisor';
    readonly schema_version: 1;
    /** `contentHash` of `report`. */
    readonly content_hash: string;
    readonly report: Gated<AdvisorReport>;
}
/** A passed report for an API. Throws `NotGatedError` for what neither gate passed. */
declare function toPayload(report: Gated<OrganizerReport>): OrganizerPayload;
declare function toPayload(report: Gated<AdvisorReport>): AdvisorPayload;

/** What diffs are made from besides the report. */
interface DiffContext {
    /** Of the run that made the report; part of every id. */
    readonly runId: string;
    readonly validNodeIds: readonly string[];
    readonly clock?: Clock;
}
/**
 * The proposals of a passed report as changes: decompositions, groups, relations, each in the order
 * of the report. What cannot be applied (unknown ids, a relation to itself, fewer than two different
 * ids in a group) is left out with a finding. Throws `NotGatedError` for what `organizerGate` did
 * not pass.
 */
declare function toDiffs(report: Gated<OrganizerReport>, context: DiffContext): {
    readonly diffs: readonly Diff[];
    readonly skipped: readonly Finding[];
};

/** `NEEDS_REVIEW`: can be applied, but a person may want to look twice. */
type DiffVerdict = ValidationResult & {
    readonly result: 'VALID' | 'NEEDS_REVIEW' | 'INVALID';
};
/**
 * Judges a diff against the board as it is now. Never throws on `diff`, and corrects nothing: Musts
 * make it INVALID, Shoulds make it NEEDS_REVIEW.
 */
declare function validateDiff(diff: unknown, state: BoardState): DiffVerdict;

/** That a person wants a diff applied, bound to the bytes they saw and the board they saw it on. */
interface Confirmation {
    readonly id: string;
    readonly diff_id: string;
    readonly content_hash: string;
    readonly base_hash: string;
    readonly confirmed_by: string;
    readonly confirmed_at: string;
    /** From this millisecond on the confirmation no longer counts. */
    readonly expires_at: string;
    readonly consumed: boolean;
    readonly consumed_at?: string;
}
/** A diff and where it stands. */
interface DiffView {
    readonly diff: Diff;
    readonly state: 'proposed' | 'confirmed' | 'applied';
    /** The confirmation that was consumed, or the latest that counts. */
    readonly confirmation?: Confirmation;
}
/** What a ledger stands on. */
interface ProposalLedgerOptions {
    readonly store: EventStore;
    /** Part of the stream's name: `proposal-quality/<boardId>`. */
    readonly boardId: string;
    readonly clock?: Clock;
    readonly ids?: IdSource;
    /** @default 86_400_000 (24 hours) */
    readonly confirmationTtlMs?: number;
}
/** What was applied, at which version of the stream. */
interface AppliedDiff {
    readonly applied: true;
    readonly diff: Diff;
    readonly version: number;
    /** True when this confirmation had been applied before. */
    readonly replayed: boolean;
}
/**
 * Diffs of one board on their way from proposal to application. It never changes nodes: hosts read
 * `diff-applied` and change theirs. Refusals are `ProposalApplyError`s and write nothing.
 */
interface ProposalLedger {
    /** Records diffs; one that is known is recorded again only if it says something else. */
    propose(diffs: readonly Diff[]): Promise<void>;
    diff(diffId: string): Promise<DiffView | null>;
    /** Every diff, in the order in which they were first proposed. */
    list(): Promise<readonly DiffView[]>;
    confirm(input: {
        readonly diffId: string;
        readonly confirmedBy: string;
        readonly uiAction?: string;
        readonly state: BoardState;
    }): Promise<Confirmation>;
    withdraw(confirmationId: string, by: string): Promise<void>;
    apply(input: {
        readonly confirmationId: string;
        readonly state: BoardState;
    }): Promise<AppliedDiff>;
}

/**
 * A ledger over an event store. Any number of them may work on one board at the same time, in any
 * number of processes. Throws `InvalidArgumentError` for misuse.
 */
declare function createProposalLedger(options: ProposalLedgerOptions): ProposalLedger;

/** Why a step towards applying a diff was refused. */
type ProposalApplyErrorCode = 'confirmation-unknown' | 'confirmation-withdrawn' | 'confirmation-consumed' | 'confirmation-expired' | 'diff-unknown' | 'diff-changed' | 'diff-invalid' | 'diff-already-applied' | 'base-changed';
/** The ledger refused a confirmation, a withdrawal or an application. Nothing was written. */
declare class ProposalApplyError extends KanmonError {
    readonly name: string;
    readonly code: ProposalApplyErrorCode;
    constructor(message: string, { code }: {
        readonly code: ProposalApplyErrorCode;
    });
    static isInstance(value: unknown): value is ProposalApplyError;
}

export { BoardState, DashboardNode, Diff, PhraseRule, ProposalApplyError, ProposalInputError, ReportContext, ReportOptions, ReportPurpose, RunInput, advisorGate, advisorJsonSchema, advisorPhrases, advisorReportSchema, buildAdvisorPrompt, buildCorrectionPrompt, buildOrganizerPrompt, canTransition, createProposalLedger, findForbidden, isActive, isNodeStatus, nextStatuses, nodeStatuses, nodesOf, organizerGate, organizerJsonSchema, organizerPhrases, organizerReportSchema, phraseRule, proposalCatalog, renderAdvisor, renderOrganizer, ruleSet, runAdvisor, runOrganizer, seedCatalog, toDiffs, toPayload, validateAdvisorReport, validateDiff, validateOrganizerReport };
export type { AdvisorPayload, AdvisorPromptOptions, AdvisorReport, AppliedDiff, Confirmation, CorrectionPromptOptions, DiffContext, DiffVerdict, DiffView, ForbiddenPhrase, NodeStatus, OrganizerPayload, OrganizerReport, PhraseRuleOptions, PromptOptions, ProposalApplyErrorCode, ProposalLedger, ProposalLedgerOptions, ProposalRunOptions, RenderOptions, RunResult };

/** What `GET /api/dashboard` gives: nodes by tray. */
interface Dashboard {
    readonly trays: Readonly<Record<string, readonly DashboardNode[]>>;
}
/** What a run is asked to work on. */
interface RunInput {
    readonly dashboard: Dashboard;
    /** The node the report must be about. */
    readonly focusNodeId?: string;
    /** What the user wants, in their own words; at most 4,000 characters. */
    readonly userIntent?: string;
    /** What has to be kept to; at most 50. */
    readonly constraints?: string | readonly string[];
}

export type { Dashboard as D, RunInput as R };

import { JsonPointer } from '@kanmon/core';

/** Adds children to a node. */
interface DecompositionChange {
    readonly parent_node_id: string;
    readonly add_children: readonly {
        readonly title: string;
        readonly context: string;
        readonly suggested_status?: string;
    }[];
}
/** Makes a group. */
interface GroupingChange {
    readonly group_label: string;
    readonly node_ids: readonly string[];
}
/** Makes a relation. */
interface RelationChange {
    readonly action: 'add';
    readonly from: string;
    readonly to: string;
    readonly relation_type: string;
}
/** What a diff would change. */
type DiffChange = DecompositionChange | GroupingChange | RelationChange;
/** One proposal as a change that a person may confirm. */
interface Diff {
    /** From run, type, place and change: the same proposal has the same id. */
    readonly diff_id: string;
    readonly type: 'decomposition' | 'grouping' | 'relation';
    readonly target_node_id: string;
    readonly change: DiffChange;
    readonly reason: string;
    readonly risk?: string;
    readonly generated_from: {
        readonly organizer_run_id: string;
        readonly source_proposal: JsonPointer;
    };
    /** ISO 8601 UTC. */
    readonly created_at: string;
}
/** The board as a host sees it when a diff is judged. */
interface BoardState {
    readonly nodes: readonly DashboardNode[];
    /** Ids of children by id of the parent. */
    readonly children?: Readonly<Record<string, readonly string[]>>;
    readonly relations?: readonly {
        readonly from: string;
        readonly to: string;
        readonly relation_type: string;
    }[];
    readonly groups?: readonly {
        readonly group_label: string;
        readonly node_ids: readonly string[];
    }[];
}

export type { BoardState as B, Diff as D, GroupingChange as G, RelationChange as R, DecompositionChange as a, DiffChange as b };

import { JsonValue, Locale, Catalog, Severity } from '@kanmon/core';

/** A stretch of a text, in UTF-16 units of the text as it was written. */
interface PhraseMatch {
    readonly start: number;
    readonly end: number;
}
/** One phrase that a report may not contain, and how to find it. */
interface PhraseRule {
    readonly id: string;
    /** The phrase as people name it, for messages: `〜べき`. */
    readonly phrase: string;
    /** Every place where `text` has the phrase, in order; linear in the length of `text`. */
    find(text: string): Iterable<PhraseMatch>;
}
/** What `definePhrase` takes. Both patterns see the text after NFKC, without invisible characters. */
interface PhraseDefinition {
    readonly id: string;
    readonly phrase: string;
    /** A string is found literally. Flags `i`, `s` and `u` are kept. */
    readonly pattern: RegExp | string;
    /** A match that lies inside a match of one of these is none. */
    readonly except?: RegExp | readonly RegExp[];
}
/**
 * A phrase rule from a pattern and its exceptions. The patterns must not backtrack without bound:
 * they are run over text of a model.
 *
 * @example
 * const urgent = definePhrase({ id: 'urgent', phrase: '至急', pattern: '至急', except: /至急便/ });
 */
declare function definePhrase(definition: PhraseDefinition): PhraseRule;

/** A node of the board, with whatever else the host keeps of it. */
interface DashboardNode {
    readonly id: string;
    readonly title: string;
    readonly status?: string;
    readonly [key: string]: JsonValue | undefined;
}
/** `texts`: every option is a wording, so its description is a Must. */
type ReportPurpose = 'choices' | 'texts';
/** How a report is judged, and in whose words the findings are written. */
interface ReportOptions {
    /** @default 'en', the strings of the seed */
    readonly locale?: Locale;
    /** Texts by code; they win over the built-in ones. */
    readonly catalog?: Catalog;
    /** @default 'choices' */
    readonly purpose?: ReportPurpose;
    /** The report must be about this node. */
    readonly focusNodeId?: string;
    /** Enables the rules about the status of the target; titles that are quoted may say anything. */
    readonly nodes?: readonly DashboardNode[];
    /** Replace the built-in lists. */
    readonly phrases?: {
        readonly organizer?: readonly PhraseRule[];
        readonly advisor?: readonly PhraseRule[];
    };
    /** By rule id. A Must of the seed's tables cannot be turned off or down. */
    readonly severities?: Readonly<Record<string, Severity | 'off'>>;
}
/** What the rules judge against. */
interface ReportContext extends Omit<ReportOptions, 'locale' | 'catalog'> {
    /** Every id a report may name, as written. */
    readonly validNodeIds: readonly string[];
}


export type { DashboardNode as D, PhraseRule as P, ReportContext as R, ReportOptions as a, ReportPurpose as b, PhraseDefinition as c, PhraseMatch as d };
