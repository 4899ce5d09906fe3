import '@kanmon/core';

/**
 * A tokenizer on `Intl.Segmenter`. Its results depend on the ICU data of the runtime, so they are not the same
 * bytes everywhere; words of kanji, katakana or Latin letters count as nouns.
 */
declare function createIntlTokenizer(options?: {
    readonly locale?: string;
}): Tokenizer;

export { createIntlTokenizer };

export { CoverageMatrix, Evidence, MatchMethod, TermKind, TermPolarity, TermVerdict, Token, VerdictReason } from './terms';
export { AdjudicationClaim, AdjudicationOutcome, AdjudicationRequest } from './term-adjudicator';
import { Locale, LlmCallOptions, Catalog, Finding } from '@kanmon/core';
import { Rule } from '@kanmon/core/gate';

/** The normal form under which terms are compared: width, case, kana variants. Idempotent. */
declare function foldTerm(text: string): string;
/** `foldTerm` with the way back: `toOriginal` gives the UTF-16 span of the original text. Linear. */
declare function normalizeText(text: string): {
    readonly text: string;
    toOriginal(start: number, end: number): Span;
};

/**
 * The terms a request asks for (`required`) and asks to leave out (`forbidden`), each with its span.
 * Deterministic, linear. An empty or blank request has no terms.
 */
declare function extractRequiredTerms(userInput: string, options?: ExtractOptions): RequiredTerms;
/** The terms of a plan, to check a later plan against: what its tasks name, `source` 'original-tasks'. Spans are left out. */
declare function extractTermsFromTasks(tasks: readonly TaskLike[], options?: ExtractOptions): RequiredTerms;

/** One set of terms from several; of equal terms the first wins, and nothing is dropped. */
declare function mergeRequiredTerms(...parts: readonly RequiredTerms[]): RequiredTerms;

/** Settings of the seed. */
interface TermPreservationConfig {
    /** @default true */
    readonly enableTermPreservationCheck: boolean;
    /** Whether a lost term breaks the structure of a replan. @default false */
    readonly treatTermLossAsStructureBreak: boolean;
    /** @default 0.8 */
    readonly minPreservationRate: number;
    /** Required besides the given terms. @default [] */
    readonly customRequiredTerms: readonly (string | RequiredTerm)[];
}
declare const defaultTermPreservationConfig: TermPreservationConfig;
/** Which losses make a plan unacceptable. */
type RejectPolicy = 'never' | 'literals' | 'rate' | 'any';
/** How terms are looked for and what their loss means. */
interface MatchOptions extends Partial<TermPreservationConfig> {
    /** Members of a task that are read. @default ['acceptance', 'context', 'description', 'summary', 'title'] */
    readonly fields?: readonly string[];
    /** `[]` is strict. @default [builtinSynonyms()] */
    readonly synonyms?: readonly SynonymSource[];
    /** Only its readings are used here. */
    readonly tokenizer?: Tokenizer;
    /** Score from which a term counts as preserved. @default 0.7 */
    readonly matchThreshold?: number;
    /** Score from which it is at least uncertain. @default 0.25 */
    readonly uncertainThreshold?: number;
    /** Where the parts of a compound may be spread. @default 'task' */
    readonly compoundScope?: 'task' | 'plan';
    /** `true` is 'any', `false` is 'never'. @default 'literals' */
    readonly rejectOn?: RejectPolicy | boolean;
    /** Evidence kept per term. @default 3 a task, 10 a term */
    readonly evidenceLimit?: number;
    /** Whether synonyms of a forbidden term violate it too. @default false */
    readonly forbidSynonyms?: boolean;
    /** Language of the texts. @default that of the request */
    readonly locale?: Locale;
}

/**
 * What became of each term in the tasks, with evidence. Deterministic; never throws on what a model wrote.
 * Cost: one reading of the plan, then a search over it for each form of each term.
 */
declare function validateTermPreservation(requiredTerms: RequiredTermsInput, tasks: readonly TaskLike[], options?: MatchOptions): TermPreservationResult;

/** Areas of the built-in groups. */
type SynonymArea = 'identity' | 'data' | 'api' | 'ui' | 'commerce' | 'scheduling' | 'operations' | 'security' | 'ml' | 'project';
/** The built-in groups of general software vocabulary, Japanese and English together. */
declare function builtinSynonyms(options?: {
    readonly areas?: readonly SynonymArea[];
}): SynonymSource;

/** Forms that mean the same, or forms that are met by others but not the other way. */
type SynonymGroup = readonly string[] | {
    readonly from: readonly string[];
    readonly to: readonly string[];
};
/** A synonym source of the caller's own groups. A group needs two forms. */
declare function defineSynonyms(groups: readonly SynonymGroup[], options?: {
    readonly name?: string;
}): SynonymSource;

/** Options of a term gate. */
type GateOptions = ExtractOptions & MatchOptions & {
    readonly adjudicator?: TermAdjudicator;
};
/** What to do with a plan, and why. */
interface GateDecision {
    /** `reject`: a must finding; `warn`: a should finding; else `accept`. */
    readonly decision: 'accept' | 'warn' | 'reject';
    /** Texts of the findings, musts first. */
    readonly reasons: readonly string[];
    readonly result: TermPreservationResult;
    /** What to tell the planner; absent when nothing is to be repaired. */
    readonly repairPrompt?: string;
}
/** Checks plans against a request, given as text or as terms. */
interface TermGate {
    check(input: string | RequiredTermsInput, tasks: readonly TaskLike[]): GateDecision;
    /** Asks the adjudicator about words the rules did not find; without one it equals `check`. */
    checkAsync(input: string | RequiredTermsInput, tasks: readonly TaskLike[], options?: LlmCallOptions): Promise<GateDecision>;
}
/** A gate with fixed options; misuse of them throws here, never while checking. */
declare function createTermGate(options?: GateOptions): TermGate;

/** Codes of this package's checks of terms. */
type TermFindingCode = 'term-missing' | 'term-uncertain' | 'number-changed' | 'excluded-term-present' | 'rate-below-minimum' | 'nothing-to-verify' | 'terms-truncated' | 'terms-conflict';

/** Texts of every finding code of this package, in both languages, for `formatFinding` of core. */
declare const termMessages: Catalog;

/** Options of `buildRepairPrompt`. */
interface RepairPromptOptions {
    /** @default 'en' */
    readonly locale?: Locale;
    /** Terms listed; further ones are counted. @default 20 */
    readonly maxTerms?: number;
    /** The request the terms were taken from, to quote the sentence of each. */
    readonly request?: string;
}
/** What to tell the planner so that lost terms come back; '' when nothing is wrong. */
declare function buildRepairPrompt(result: TermPreservationResult, options?: RepairPromptOptions): string;

/** Options of `renderCoverageMatrix`. */
interface MatrixOptions {
    /** @default 'en' */
    readonly locale?: Locale;
    /** @default 'text' */
    readonly format?: 'text' | 'markdown';
}
/** Terms by tasks: `#` found, `~` uncertain, `.` none. Wide characters count as two columns. */
declare function renderCoverageMatrix(result: TermPreservationResult, options?: MatrixOptions): string;

/** Why a term went missing. */
type DriftCause = 'never-present' | 'task-deleted' | 'reworded' | 'negated';
/** One term over the revisions of a plan. */
interface TermDrift {
    readonly term: RequiredTerm;
    readonly statuses: readonly TermStatus[];
    /** First revision in which it is missing after it was not, or 0 when it never was there. */
    readonly lostAt?: number;
    /** First revision after `lostAt` in which it is no longer missing. */
    readonly regainedAt?: number;
    readonly cause?: DriftCause;
}
/** What became of every term over the revisions. */
interface DriftReport {
    readonly revisions: readonly TermPreservationResult[];
    readonly terms: readonly TermDrift[];
}
/** Follows each term through the revisions of a plan, first to last. */
declare function compareRevisions(terms: RequiredTermsInput, revisions: readonly (readonly TaskLike[])[], options?: MatchOptions): DriftReport;

/** What the rules judge a plan against. */
interface RequiredTermsContext {
    readonly requiredTerms: RequiredTermsInput;
}
/** Options of `termsPreservedRules`. */
type PreservationRuleOptions = MatchOptions & {
    /** Where the list of tasks stands. @default ['/tasks'] */
    readonly select?: readonly string[];
};
/**
 * Two rules for any core gate over a plan: `term-loss` (must) and `term-doubt` (should), so that `runGate`
 * replans within its budget until the terms are back. `repair` is `append`: a lost term may need a new task.
 */
declare function termsPreservedRules(options?: PreservationRuleOptions): readonly Rule<readonly TaskLike[], RequiredTermsContext>[];
/** Findings of this package as lines for core's `CorrectionOptions.hints`. */
declare function repairHints(findings: readonly Finding[], options?: {
    readonly locale?: Locale;
}): readonly string[];

/** Settings of the refinement loop, with the seed's names. */
interface RefinementConfig extends TermPreservationConfig {
    /** 0 to 10. @default 2 */
    readonly maxRefinementAttempts: number;
    /** @default false */
    readonly refineSuggestionsOnSuccess: boolean;
    /** 0 to 5. @default 1 */
    readonly maxSuggestionReplans: number;
    /** @default true */
    readonly enableIndividualFallback: boolean;
    /** Points, 0 to 50. @default 5 */
    readonly deltaThreshold: number;
    /** Percent, 0 to 100. @default 5 */
    readonly deltaThresholdPercent: number;
    /** Share, 0 to 1. @default 0.3 */
    readonly taskCountChangeThreshold: number;
    /** Tasks, 0 to 10. @default 2 */
    readonly taskCountChangeMinAbsolute: number;
    /** 0 to 100. @default 85 */
    readonly targetScore: number;
    /** A high score overrules a judge that said "not acceptable". @default false */
    readonly scoreOverridesJudge: boolean;
}
declare const defaultRefinementConfig: RefinementConfig;

/** Whether a replan keeps the shape of the plan and, if asked, its terms. */
interface StructureValidation {
    readonly isValid: boolean;
    /** |new - old| / old; 0 when there was no old task. */
    readonly taskCountChange: number;
    readonly absoluteTaskCountDiff: number;
    readonly hasCircularDependency: boolean;
    readonly hasDanglingDependency: boolean;
    readonly termPreservation?: TermPreservationResult;
    readonly hasTermLoss: boolean;
    readonly findings: readonly Finding[];
}
/** Seed section 3: count, dependencies and, when terms are given, their preservation. */
declare function validateStructure(originalTasks: readonly TaskLike[], newTasks: readonly TaskLike[], config?: Partial<RefinementConfig>, requiredTerms?: RequiredTermsInput, options?: MatchOptions): StructureValidation;
/** The shape the seed's orchestrator reads. `details` is the text of the findings, joined. */
declare function toOrchestratorStructureValidation(validation: StructureValidation, options?: {
    readonly locale?: Locale;
}): {
    isValid: boolean;
    taskCountChange: number;
    absoluteTaskCountDiff: number;
    hasDependencyIssues: boolean;
    hasCyclicDependency: boolean;
    details?: string;
};

/** A plan put together task by task. */
interface IndividualFallback<T extends TaskLike> {
    readonly tasks: T[];
    /** Ids whose new version was taken. */
    readonly refined: string[];
    /** Ids that kept the old version. */
    readonly kept: string[];
    /** Ids only the new plan has. */
    readonly added: string[];
}
/** Takes the new version of each old task when its acceptance is similar enough, else the old one; then the added tasks. */
declare function applyIndividualFallback<T extends TaskLike>(originalTasks: readonly T[], newTasks: readonly T[], options?: {
    readonly similarity?: number;
}): IndividualFallback<T>;
/** The plan to go on with, and why. */
interface ResolvedRefinement<T extends TaskLike> {
    readonly tasks: readonly T[];
    readonly source: 'refined' | 'individual-fallback' | 'previous';
    readonly structure: StructureValidation;
    readonly fallbackStructure?: StructureValidation;
}
/** The new plan when it is valid; else the fallback when that is; else the previous tasks. Inputs are never changed. */
declare function resolveRefinement<T extends TaskLike>(originalTasks: readonly T[], newTasks: readonly T[], config?: Partial<RefinementConfig>, requiredTerms?: RequiredTermsInput, options?: MatchOptions): ResolvedRefinement<T>;

/** Why a decision was taken. */
type RefinementCode = 'structure-broken' | 'term-loss' | 'attempts-exhausted' | 'score-missing' | 'suggestions-on-success' | 'target-reached' | 'stagnated' | 'not-acceptable' | 'below-target' | 'acceptable';
/** Where the refinement loop stands. */
interface RefinementState {
    /** Attempts made so far. */
    readonly attemptCount: number;
    readonly suggestionReplanCount?: number;
    /** What the judge said. */
    readonly isAcceptable: boolean;
    readonly currentScore?: number | null;
    readonly previousScore?: number | null;
    readonly issues?: readonly string[];
    readonly suggestions?: readonly string[];
    readonly structure?: StructureValidation;
}
/** What to do next. */
interface RefinementResult {
    readonly decision: 'accept' | 'replan' | 'reject';
    readonly code: RefinementCode;
    readonly reason: string;
    /** Only for a replan. */
    readonly feedback?: {
        readonly issues: readonly string[];
        readonly suggestions: readonly string[];
    };
    readonly previousScore?: number;
    readonly currentScore?: number;
    readonly attemptCount: number;
    readonly suggestionReplanCount: number;
}
/** The first row of the table that applies; a high score does not overrule a judge unless told to. */
declare function decideRefinement(state: RefinementState, config?: Partial<RefinementConfig>): RefinementResult;


export type { DriftCause, DriftReport, GateDecision, GateOptions, IndividualFallback, MatchOptions, MatrixOptions, PreservationRuleOptions, RefinementCode, RefinementConfig, RefinementResult, RefinementState, RejectPolicy, RepairPromptOptions, RequiredTermsContext, ResolvedRefinement, StructureValidation, SynonymArea, SynonymGroup, TermDrift, TermFindingCode, TermGate, TermPreservationConfig };

import { Locale, LlmCallOptions } from '@kanmon/core';

/** How terms are taken from a request. */
interface ExtractOptions {
    /** Finds Japanese words instead of the script runs; literals, negation and stop words stay ours. */
    readonly tokenizer?: Tokenizer;
    /** Required whatever the request says. */
    readonly customRequiredTerms?: readonly (string | RequiredTerm)[];
    readonly stopWords?: {
        readonly add?: readonly string[];
        readonly remove?: readonly string[];
    };
    /** Terms kept, the heaviest first. @default 50 */
    readonly maxTerms?: number;
}

/** What an adjudicator is asked: word and phrase terms that the rules did not find. */
interface AdjudicationRequest {
    readonly terms: readonly RequiredTerm[];
    readonly tasks: readonly TaskLike[];
    /** Members of a task that count. */
    readonly fields: readonly string[];
    readonly locale: Locale;
}
/** One answer. Only `covered` with a quote that stands in the field counts. */
interface AdjudicationClaim {
    /** Text of the term. */
    readonly term: string;
    readonly verdict: 'covered' | 'not-covered' | 'unsure';
    readonly taskIndex?: number;
    readonly field?: string;
    readonly quote?: string;
}
/** What came of asking. `failed`: the verdicts of the rules stand. */
type AdjudicationOutcome = {
    readonly status: 'answered';
    readonly claims: readonly AdjudicationClaim[];
} | {
    readonly status: 'failed';
    readonly reason: string;
    readonly claims: readonly AdjudicationClaim[];
};
/** Judges the words that are left over, for instance with a model (`./llm`). It can raise a verdict, never lower one. */
interface TermAdjudicator {
    readonly name: string;
    adjudicate(request: AdjudicationRequest, options?: LlmCallOptions): Promise<AdjudicationOutcome>;
}

export type { AdjudicationClaim as A, ExtractOptions as E, TermAdjudicator as T, AdjudicationOutcome as a, AdjudicationRequest as b };

import { ValidationResult, Language } from '@kanmon/core';

/** What a term is; all but `word`, `phrase` and `custom` are literals. */
type TermKind = 'quoted' | 'code' | 'endpoint' | 'path' | 'identifier' | 'version' | 'quantity' | 'word' | 'phrase' | 'custom';
/** `replaced` is the old value of a change ("from 8 to 12"); it is never checked. */
type TermPolarity = 'required' | 'forbidden' | 'replaced';
/** A range of UTF-16 units of the original string, end exclusive. */
interface Span {
    readonly start: number;
    readonly end: number;
}
/** One thing the request asks for, or asks to leave out. */
interface RequiredTerm {
    /** The slice of the request at `span`, delimiters of quotes and code left out. */
    readonly text: string;
    readonly kind: TermKind;
    readonly polarity: TermPolarity;
    /** 0 to 1; literals weigh 1. */
    readonly weight: number;
    /** True for kinds that are compared character by character. */
    readonly exact: boolean;
    /** Absent for terms given by hand and for nouns made from a verb form (受け取れる gives 受け取り). */
    readonly span?: Span;
    /** Further forms that count as the term. */
    readonly aliases?: readonly string[];
}
/** The terms of one request. */
interface RequiredTerms {
    /** Texts of the required items, in order of appearance. */
    readonly terms: string[];
    readonly source: 'user-input' | 'original-tasks' | 'custom' | 'llm';
    readonly items: readonly RequiredTerm[];
    /** True when terms were dropped for `maxTerms`. */
    readonly truncated: boolean;
    readonly language: Language | 'mixed';
    readonly warnings: readonly string[];
    /** Texts that the request both asks for and leaves out; they are kept as required. */
    readonly conflicts?: readonly string[];
}
/** Terms as a caller may give them; `items` win over `terms`, a bare string is typed by its form. */
type RequiredTermsInput = {
    readonly terms: readonly string[];
    readonly source?: string;
    readonly items?: readonly RequiredTerm[];
} | readonly (string | RequiredTerm)[];
/** What is read of a task; anything else in it is ignored. */
interface TaskLike {
    readonly id?: string;
    readonly acceptance?: string | null;
    readonly context?: string | null;
    readonly description?: string | null;
    readonly summary?: string | null;
    readonly title?: string | null;
    readonly dependencies?: readonly string[];
}
/** A word that a tokenizer found. */
interface Token {
    readonly surface: string;
    readonly start: number;
    readonly pos?: 'noun' | 'verb' | 'adjective' | 'other';
    readonly base?: string;
    readonly reading?: string;
    readonly stop?: boolean;
}
/** Splits a text into words, in order, without overlap; offsets are UTF-16 units. */
interface Tokenizer {
    readonly name: string;
    tokenize(text: string): readonly Token[];
}
/** Forms that may stand in the plan for a requested form. */
interface SynonymSource {
    readonly name: string;
    /** `folded` is a `foldTerm` form; so are the answers, or they are folded on use. */
    lookup(folded: string): readonly string[];
}
/** The rung of the ladder on which a mention was found. */
type MatchMethod = 'literal' | 'variant' | 'stem' | 'okurigana' | 'reading' | 'quantity' | 'compound' | 'synonym' | 'compound-synonym' | 'adjudicated';
/** Where a term was found. `text` is the field's slice at `span`. */
interface Evidence {
    readonly taskIndex: number;
    readonly taskId?: string;
    readonly field: string;
    readonly span: Span;
    readonly text: string;
    readonly method: MatchMethod;
    readonly score: number;
    /** The synonym through which it was found. */
    readonly via?: string;
    /** Pieces of a compound that was found in parts. */
    readonly pieces?: readonly Span[];
}
/** `violated` and `clear` belong to forbidden terms. */
type TermStatus = 'preserved' | 'uncertain' | 'missing' | 'violated' | 'clear';
/** Why a term has its status. */
type VerdictReason = 'found' | 'partly-found' | 'only-negated' | 'number-changed' | 'not-found' | 'excluded-term-present' | 'excluded-term-absent';
/** What became of one term. */
interface TermVerdict {
    readonly term: RequiredTerm;
    readonly status: TermStatus;
    readonly score: number;
    readonly evidence: readonly Evidence[];
    /** The best thing found for a term that is not preserved. */
    readonly nearest?: Evidence;
    readonly reason: VerdictReason;
}
/** Scores of terms by tasks; a task without id is named `#<index>`. */
interface CoverageMatrix {
    readonly terms: readonly string[];
    readonly taskIds: readonly string[];
    readonly scores: readonly (readonly number[])[];
}
/** The verdict on a whole plan. `preserved`, `uncertain` and `missing` partition the required terms. */
interface TermPreservationResult extends ValidationResult {
    readonly preserved: string[];
    readonly missing: string[];
    /** preserved / required; 1 when nothing is required. */
    readonly preservationRate: number;
    readonly uncertain: string[];
    readonly violated: string[];
    /** sum(weight x score) / sum(weight): the soft rate that ranks plans. */
    readonly weightedRate: number;
    /** False when there was no required term or no task text. */
    readonly verifiable: boolean;
    readonly verdicts: readonly TermVerdict[];
    readonly matrix: CoverageMatrix;
}

export type { CoverageMatrix as C, Evidence as E, MatchMethod as M, RequiredTerms as R, Span as S, TaskLike as T, VerdictReason as V, RequiredTerm as a, SynonymSource as b, Tokenizer as c, RequiredTermsInput as d, TermPreservationResult as e, TermStatus as f, TermKind as g, TermPolarity as h, TermVerdict as i, Token as j };
