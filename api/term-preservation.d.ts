interface AdjudicationCache {
    get(key: string): Promise<readonly AdjudicationClaim[] | undefined> | readonly AdjudicationClaim[] | undefined;
    set(key: string, claims: readonly AdjudicationClaim[]): Promise<void> | void;
}
interface AdjudicationClaim {
    readonly term: string;
    readonly verdict: 'covered' | 'replaced' | 'not-covered' | 'unsure';
    readonly taskIndex?: number;
    readonly field?: string;
    readonly quote?: string;
}
type AdjudicationOutcome = {
    readonly claims: readonly AdjudicationClaim[];
} & ({
    readonly status: 'answered';
} | {
    readonly status: 'failed';
    readonly reason: string;
});
interface AdjudicationRequest {
    readonly terms: readonly RequiredTerm[];
    readonly tasks: readonly TaskLike[];
    readonly fields: readonly string[];
    readonly locale: Locale;
    readonly request?: string;
}
interface CoverageMatrix {
    readonly terms: readonly string[];
    readonly taskIds: readonly string[];
    readonly scores: readonly (readonly number[])[];
}
type DriftCause = 'never-present' | 'task-deleted' | 'reworded' | 'negated';
interface DriftReport {
    readonly revisions: readonly TermPreservationResult[];
    readonly terms: readonly TermDrift[];
}
interface Evidence {
    readonly taskIndex: number;
    readonly taskId?: string;
    readonly field: string;
    readonly span: Span;
    readonly text: string;
    readonly method: MatchMethod;
    readonly score: number;
    readonly via?: string;
    readonly pieces?: readonly Span[];
}
interface ExtractOptions {
    readonly tokenizer?: Tokenizer;
    readonly customRequiredTerms?: readonly (string | RequiredTerm)[];
    readonly stopWords?: {
        readonly add?: readonly string[];
        readonly remove?: readonly string[];
    };
    readonly maxTerms?: number;
}
interface ExtractedTerms {
    readonly terms: readonly {
        readonly text: string;
        readonly polarity: 'required' | 'forbidden';
    }[];
}
interface GateDecision {
    readonly decision: 'accept' | 'warn' | 'reject';
    readonly reasons: readonly string[];
    readonly result: TermPreservationResult;
    readonly repairPrompt?: string;
}
type GateOptions = ExtractOptions & MatchOptions & {
    readonly adjudicator?: TermAdjudicator;
};
interface IndividualFallback<T extends TaskLike> {
    readonly tasks: T[];
    readonly refined: string[];
    readonly kept: string[];
    readonly added: string[];
}
interface KuromojiBuilder {
    build(callback: (error: Error | null, tokenizer: KuromojiInstance) => void): void;
}
interface KuromojiInstance {
    tokenize(text: string): readonly KuromojiToken[];
}
interface KuromojiToken {
    readonly surface_form: string;
    readonly word_position: number;
    readonly pos: string;
    readonly pos_detail_1?: string;
    readonly basic_form?: string;
    readonly reading?: string | undefined;
}
interface LlmAdjudicatorOptions {
    readonly client: LlmClient;
    readonly budget?: Budget;
    readonly locale?: Locale;
    readonly maxTerms?: number;
    readonly cache?: AdjudicationCache;
}
interface LlmExtraction {
    readonly terms: RequiredTerms;
    readonly status: 'extracted' | 'fallback';
    readonly gated?: Gated<ExtractedTerms>;
    readonly reason?: string;
    readonly run: Run;
}
interface LlmTermExtractor {
    extract(input: string, options?: LlmCallOptions): Promise<LlmExtraction>;
}
type LlmTermExtractorOptions = {
    readonly client: LlmClient;
    readonly budget?: Budget;
    readonly locale?: Locale;
    readonly extract?: ExtractOptions;
} & Pick<RunGateOptions<unknown>, 'price' | 'clock' | 'ids' | 'onEvent'>;
type MatchMethod = 'literal' | 'variant' | 'stem' | 'okurigana' | 'reading' | 'quantity' | 'compound' | 'synonym' | 'compound-synonym' | 'acronym' | 'near' | 'fragments' | 'adjudicated';
interface MatchOptions extends Partial<TermPreservationConfig> {
    readonly fields?: readonly string[];
    readonly synonyms?: readonly SynonymSource[];
    readonly tokenizer?: Tokenizer;
    readonly matchThreshold?: number;
    readonly uncertainThreshold?: number;
    readonly compoundScope?: 'task' | 'plan';
    readonly rejectOn?: RejectPolicy | boolean;
    readonly evidenceLimit?: number;
    readonly forbidSynonyms?: boolean;
    readonly locale?: Locale;
}
interface MatrixOptions {
    readonly locale?: Locale;
    readonly format?: 'text' | 'markdown';
}
type PreservationRuleOptions = MatchOptions & {
    readonly select?: readonly string[];
};
type RefinementCode = 'structure-broken' | 'term-loss' | 'attempts-exhausted' | 'score-missing' | 'suggestions-on-success' | 'target-reached' | 'stagnated' | 'not-acceptable' | 'below-target' | 'acceptable';
interface RefinementConfig extends TermPreservationConfig {
    readonly maxRefinementAttempts: number;
    readonly refineSuggestionsOnSuccess: boolean;
    readonly maxSuggestionReplans: number;
    readonly enableIndividualFallback: boolean;
    readonly deltaThreshold: number;
    readonly deltaThresholdPercent: number;
    readonly taskCountChangeThreshold: number;
    readonly taskCountChangeMinAbsolute: number;
    readonly targetScore: number;
    readonly scoreOverridesJudge: boolean;
}
interface RefinementResult {
    readonly decision: 'accept' | 'replan' | 'reject';
    readonly code: RefinementCode;
    readonly reason: string;
    readonly feedback?: {
        readonly issues: readonly string[];
        readonly suggestions: readonly string[];
    };
    readonly previousScore?: number;
    readonly currentScore?: number;
    readonly attemptCount: number;
    readonly suggestionReplanCount: number;
}
interface RefinementState {
    readonly attemptCount: number;
    readonly suggestionReplanCount?: number;
    readonly isAcceptable: boolean;
    readonly currentScore?: number | null;
    readonly previousScore?: number | null;
    readonly issues?: readonly string[];
    readonly suggestions?: readonly string[];
    readonly structure?: StructureValidation;
}
type RejectPolicy = (typeof rejectPolicies)[number];
interface RepairPromptOptions {
    readonly locale?: Locale;
    readonly maxTerms?: number;
    readonly request?: string;
}
interface RequiredTerm {
    readonly text: string;
    readonly kind: TermKind;
    readonly polarity: TermPolarity;
    readonly weight: number;
    readonly exact: boolean;
    readonly span?: Span;
    readonly aliases?: readonly string[];
}
interface RequiredTerms {
    readonly terms: string[];
    readonly source: 'user-input' | 'original-tasks' | 'custom' | 'llm';
    readonly items: readonly RequiredTerm[];
    readonly truncated: boolean;
    readonly language: Language | 'mixed';
    readonly warnings: readonly string[];
    readonly conflicts?: readonly string[];
}
interface RequiredTermsContext {
    readonly requiredTerms: RequiredTermsInput;
}
type RequiredTermsInput = {
    readonly terms: readonly string[];
    readonly source?: string;
    readonly items?: readonly RequiredTerm[];
} | readonly (string | RequiredTerm)[];
interface ResolvedRefinement<T extends TaskLike> {
    readonly tasks: readonly T[];
    readonly source: 'refined' | 'individual-fallback' | 'previous';
    readonly structure: StructureValidation;
    readonly fallbackStructure?: StructureValidation;
}
interface Span {
    readonly start: number;
    readonly end: number;
}
interface StructureValidation {
    readonly isValid: boolean;
    readonly taskCountChange: number;
    readonly absoluteTaskCountDiff: number;
    readonly hasCircularDependency: boolean;
    readonly hasDanglingDependency: boolean;
    readonly termPreservation?: TermPreservationResult;
    readonly hasTermLoss: boolean;
    readonly findings: readonly Finding[];
}
interface SudachiOptions {
    readonly allowAmbiguous?: boolean;
    readonly fields?: readonly string[];
}
type Sureness = 'found' | 'lost' | 'likely' | 'unsure';
type SynonymArea = keyof typeof groupsByArea;
type SynonymGroup = readonly string[] | {
    readonly from: readonly string[];
    readonly to: readonly string[];
};
interface SynonymSource {
    readonly name: string;
    readonly strength?: 'same' | 'near';
    lookup(folded: string): readonly string[];
}
interface TaskLike {
    readonly id?: string;
    readonly acceptance?: string | null;
    readonly context?: string | null;
    readonly description?: string | null;
    readonly summary?: string | null;
    readonly title?: string | null;
    readonly dependencies?: readonly string[];
}
interface TermAdjudicator {
    readonly name: string;
    adjudicate(request: AdjudicationRequest, options?: LlmCallOptions): Promise<AdjudicationOutcome>;
}
interface TermDrift {
    readonly term: RequiredTerm;
    readonly statuses: readonly TermStatus[];
    readonly lostAt?: number;
    readonly regainedAt?: number;
    readonly cause?: DriftCause;
}
type TermFindingCode = (typeof termFindingCodes)[number];
interface TermGate {
    check(input: string | RequiredTermsInput, tasks: readonly TaskLike[]): GateDecision;
    checkAsync(input: string | RequiredTermsInput, tasks: readonly TaskLike[], options?: LlmCallOptions): Promise<GateDecision>;
}
type TermKind = (typeof termKinds)[number];
type TermPolarity = (typeof termPolarities)[number];
interface TermPreservationConfig {
    readonly enableTermPreservationCheck: boolean;
    readonly treatTermLossAsStructureBreak: boolean;
    readonly minPreservationRate: number;
    readonly customRequiredTerms: readonly (string | RequiredTerm)[];
}
interface TermPreservationResult extends ValidationResult {
    readonly preserved: string[];
    readonly missing: string[];
    readonly preservationRate: number;
    readonly uncertain: string[];
    readonly violated: string[];
    readonly weightedRate: number;
    readonly risk: number;
    readonly open: string[];
    readonly verifiable: boolean;
    readonly verdicts: readonly TermVerdict[];
    readonly matrix: CoverageMatrix;
}
type TermStatus = 'preserved' | 'uncertain' | 'missing' | 'violated' | 'clear';
interface TermVerdict {
    readonly term: RequiredTerm;
    readonly status: TermStatus;
    readonly score: number;
    readonly evidence: readonly Evidence[];
    readonly nearest?: Evidence;
    readonly reason: VerdictReason;
    readonly sureness?: Sureness;
}
interface Token {
    readonly surface: string;
    readonly start: number;
    readonly pos?: 'noun' | 'verb' | 'adjective' | 'other';
    readonly base?: string;
    readonly reading?: string;
    readonly stop?: boolean;
}
interface Tokenizer {
    readonly name: string;
    tokenize(text: string): readonly Token[];
}
type VerdictReason = 'found' | 'partly-found' | 'only-negated' | 'number-changed' | 'not-found' | 'excluded-term-present' | 'excluded-term-absent';
function adjudicatorMessages(data: JsonValue, locale: Locale): readonly LlmMessage[];
const adjudicatorPromptVersion = "term-adjudicator-3";
function applyIndividualFallback<T extends TaskLike>(originalTasks: readonly T[], newTasks: readonly T[], options?: {
    readonly similarity?: number;
}): IndividualFallback<T>;
function buildKuromojiTokenizer(builder: KuromojiBuilder): Promise<Tokenizer>;
function buildRepairPrompt(result: TermPreservationResult, options?: RepairPromptOptions): string;
function builtinSynonyms(options?: {
    readonly areas?: readonly SynonymArea[];
}): SynonymSource;
function checkSynonymSource(source: SynonymSource, forms?: readonly string[]): readonly string[];
function checkTokenizer(tokenizer: Tokenizer, texts?: readonly string[]): readonly string[];
function compareRevisions(terms: RequiredTermsInput, revisions: readonly (readonly TaskLike[])[], options?: MatchOptions): DriftReport;
function createIntlTokenizer(options?: {
    readonly locale?: string;
}): Tokenizer;
function createKuromojiTokenizer(instance: KuromojiInstance): Tokenizer;
function createLlmAdjudicator(options: LlmAdjudicatorOptions): TermAdjudicator;
function createLlmTermExtractor(options: LlmTermExtractorOptions): LlmTermExtractor;
function createSudachiSynonyms(dictionary: unknown, options?: SudachiOptions): SynonymSource;
function createTermGate(options?: GateOptions): TermGate;
function decideRefinement(state: RefinementState, config?: Partial<RefinementConfig>): RefinementResult;
const defaultRefinementConfig: RefinementConfig;
const defaultTermPreservationConfig: TermPreservationConfig;
function defineSynonyms(groups: readonly SynonymGroup[], options?: {
    readonly name?: string;
}): SynonymSource;
function extractRequiredTerms(userInput: string, options?: ExtractOptions): RequiredTerms;
function extractTermsFromTasks(tasks: readonly TaskLike[], options?: ExtractOptions): RequiredTerms;
function extractorMessages(request: string, locale: Locale): readonly LlmMessage[];
const extractorPromptVersion = "term-extractor-2";
function foldTerm(text: string): string;
const groupsByArea: {
    identity: string;
    data: string;
    api: string;
    ui: string;
    commerce: string;
    scheduling: string;
    operations: string;
    security: string;
    ml: string;
    project: string;
};
function mergeRequiredTerms(...parts: readonly RequiredTerms[]): RequiredTerms;
function normalizeText(text: string): {
    readonly text: string;
    toOriginal(start: number, end: number): Span;
};
const refinementConfigSchema: z.ZodType<RefinementConfig>;
const rejectPolicies: readonly [
    'never',
    'literals',
    'names',
    'rate',
    'any'
];
function renderCoverageMatrix(result: TermPreservationResult, options?: MatrixOptions): string;
function repairHints(findings: readonly Finding[], options?: {
    readonly locale?: Locale;
}): readonly string[];
const requiredTermsSchema: z.ZodType<RequiredTerms>;
function resolveRefinement<T extends TaskLike>(originalTasks: readonly T[], newTasks: readonly T[], config?: Partial<RefinementConfig>, requiredTerms?: RequiredTermsInput, options?: MatchOptions): ResolvedRefinement<T>;
const taskSchema: z.ZodType<TaskLike>;
const termFindingCodes: readonly [
    'term-missing',
    'term-uncertain',
    'number-changed',
    'excluded-term-present',
    'rate-below-minimum',
    'nothing-to-verify',
    'task-without-text',
    'terms-truncated',
    'terms-conflict'
];
const termKinds: readonly [
    'quoted',
    'code',
    'endpoint',
    'path',
    'identifier',
    'version',
    'quantity',
    'word',
    'phrase',
    'custom'
];
const termMessages: Catalog;
const termPolarities: readonly [
    'required',
    'forbidden',
    'replaced'
];
const termPreservationConfigSchema: z.ZodType<TermPreservationConfig>;
function termsPreservedRules(options?: PreservationRuleOptions): readonly Rule<readonly TaskLike[], RequiredTermsContext>[];
function toOrchestratorStructureValidation(validation: StructureValidation, options?: {
    readonly locale?: Locale;
}): {
    isValid: boolean;
    taskCountChange: number;
    absoluteTaskCountDiff: number;
    hasDependencyIssues: boolean;
    hasCyclicDependency: boolean;
    details?: string;
};
function validateStructure(originalTasks: readonly TaskLike[], newTasks: readonly TaskLike[], config?: Partial<RefinementConfig>, requiredTerms?: RequiredTermsInput, options?: MatchOptions): StructureValidation;
function validateTermPreservation(requiredTerms: RequiredTermsInput, tasks: readonly TaskLike[], options?: MatchOptions): TermPreservationResult;
