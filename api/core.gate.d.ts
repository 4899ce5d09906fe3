export { Severity, ValidationResult } from './id-source';
export { DeepReadonly, GateVerdict, NodePlace, NodeType, Rule, RuleInput, RuleMessages, RuleReport, StandardSchemaIssue, StandardSchemaProps, StandardSchemaResult, StandardSchemaV1, ValidateOptions, defineRule, isGated } from './gate-definition';

/**
 * A gate over a schema and rules. Throws `GateDefinitionError` for what can never work: a rule id
 * twice, a rule without codes, a pattern that is none, an asynchronous schema.
 *
 * @example
 * const gate = defineGate({ name: 'advice', schema: adviceSchema, rules: [knownId] });
 * const verdict = gate.validate(JSON.parse(text), { ids: ['n1', 'n2'] });
 * if (!verdict.ok) console.log(verdict.errors);
 */
declare function defineGate<T, Context = undefined>(definition: GateDefinition<T, Context>): Gate<T, Context>;

/** Throws `NotGatedError` for a value that no gate, or another one than this, has passed. */
declare function assertGated<T>(value: unknown, gate?: Gate<T, never> | {
    readonly name: string;
}): asserts value is Gated<T>;

/** How a rejected answer is corrected. */
interface CorrectionOptions {
    /** `auto`: a patch where it is small against the whole, else a new answer. @default 'auto' */
    readonly mode?: 'auto' | 'patch' | 'full';
    /** Ask for the rest of an answer that was cut off. @default true */
    readonly continueTruncated?: boolean;
    /** Lines that help the model: allowed ids, an example. They go into the prompt as they are. */
    readonly hints?: (findings: readonly Finding[]) => readonly string[];
}
/** What the next attempt asks for. */
type CorrectionPlan = {
    readonly mode: 'patch';
    /** `matchPointer` patterns of the places that the patch may write. */
    readonly editable: readonly string[];
    readonly prompt: string;
} | {
    readonly mode: 'full';
    readonly prompt: string;
} | {
    readonly mode: 'continue';
    /** What the answer is joined to. */
    readonly prefix: string;
    readonly prompt: string;
};

/** A rejected answer. `value` is absent when none could be extracted. */
interface RejectedAnswer {
    readonly raw: string;
    readonly value?: JsonValue;
    /** False when the answer was cut off. */
    readonly complete: boolean;
    readonly findings: readonly Finding[];
}
/**
 * How to correct a rejected answer: continue what was cut, patch what is small against the whole,
 * else ask for the whole again. A pure function of its input.
 */
declare function planCorrection(input: RejectedAnswer & {
    readonly gate: Gate<unknown, never>;
    readonly locale?: Locale;
    readonly correction?: CorrectionOptions;
}): CorrectionPlan;

/** What an attempt asks the model for. */
type AttemptMode = 'initial' | 'patch' | 'full' | 'continue';
/** Why a run ended without a value. The first five are limits of the budget. */
type RejectionReason = 'attempts' | 'output-tokens' | 'total-tokens' | 'cost' | 'time' | 'no-progress' | 'refused' | 'aborted' | 'generate-failed';

/** A text, or its hash where the log is a digest. */
type LoggedText = {
    readonly text: string;
} | {
    readonly textHash: string;
};
/** A patch operation whose value a digest replaced by its hash. */
type DigestedOperation = {
    readonly op: string;
    readonly path: JsonPointer;
    readonly valueHash?: string;
};
/** What happened, without where and when. */
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
} & LoggedText) | {
    readonly type: 'value-extracted';
    readonly complete: boolean;
    readonly repairs: readonly Repair[];
    readonly valueHash: string;
} | {
    readonly type: 'extraction-refused';
    /** `no-join`: the rest of a cut answer fits nowhere. */
    readonly reason: ExtractRefusal | 'no-join';
} | {
    readonly type: 'findings-reported';
    readonly findings: readonly Finding[];
} | {
    readonly type: 'patch-applied';
    readonly operations: readonly (JsonPatchOperation | DigestedOperation)[];
    /** Of the patched value. */
    readonly valueHash: string;
} | {
    readonly type: 'patch-refused';
    readonly problem: PatchProblem;
} | ({
    readonly type: 'attempt-aborted';
    /** Place of the first Must. */
    readonly path: JsonPointer;
    readonly usage: LlmUsage;
} & LoggedText) | {
    readonly type: 'attempt-finished';
    readonly musts: number;
    readonly shoulds: number;
    /** Only where no response told it: the call failed or was aborted. */
    readonly usage?: LlmUsage;
} | {
    readonly type: 'run-finished';
    readonly status: 'passed' | 'rejected';
    readonly reason?: RejectionReason;
    readonly usage: UsageTotal;
};
/** One thing that happened in a run, in order. `attempt` is 0 before the first. */
type GateEvent = {
    readonly runId: string;
    readonly attempt: number;
    /** ISO 8601, from the injected clock. */
    readonly at: string;
} & GateEventBody;

/** One call to the model and what became of it. */
interface Attempt {
    /** From 1. */
    readonly number: number;
    readonly mode: AttemptMode;
    /** Absent when the call failed or was aborted. */
    readonly finish?: LlmFinish;
    /** Whether the answer held something usable. */
    readonly extracted: boolean;
    readonly complete: boolean;
    readonly findings: readonly Finding[];
    readonly repairs: readonly Repair[];
    readonly usage: LlmUsage;
}
/** The rejected attempt that came nearest, as plain JSON. It has passed nothing. */
interface BestAttempt {
    readonly attempt: number;
    readonly value: JsonValue;
    readonly findings: readonly Finding[];
}
/** What a run did and spent. */
interface Run {
    readonly attempts: readonly Attempt[];
    readonly usage: UsageTotal;
    readonly events: readonly GateEvent[];
}
/** The gated value, or why there is none. */
type GateOutcome<T> = ({
    readonly status: 'passed';
    readonly value: Gated<T>;
    readonly warnings: readonly Finding[];
} & Run) | ({
    readonly status: 'rejected';
    readonly reason: RejectionReason;
    readonly best?: BestAttempt;
    /** What the client threw. */
    readonly cause?: unknown;
} & Run);

/** What a run needs, and what bounds it. */
interface RunGateOptions<Context> {
    readonly client: LlmClient;
    /** What the rules judge against. May be left out when the gate needs none. */
    readonly context: Context;
    /** The task, sent with every attempt. */
    readonly messages: readonly LlmMessage[];
    readonly request?: Omit<LlmRequest, 'messages' | 'output'>;
    /** Replaces the default as a whole. @default { maxAttempts: 3 } */
    readonly budget?: Budget;
    readonly correction?: CorrectionOptions;
    /** Of the correction prompts. @default 'en' */
    readonly locale?: Locale;
    /** Judge answers while they arrive, and end them at the first Must. @default false */
    readonly stream?: boolean;
    /** Needed for `budget.maxCost`. */
    readonly price?: Price;
    readonly clock?: Clock;
    readonly ids?: IdSource;
    readonly signal?: AbortSignal;
    /** Epoch milliseconds; the earlier of this and the budget's end counts. */
    readonly deadline?: number;
    readonly onEvent?: (event: GateEvent) => void;
    /** `digest`: hashes where texts of the model would be. Such a log cannot be replayed. @default 'full' */
    readonly log?: 'full' | 'digest';
}

/**
 * Asks a model until its answer passes the gate, a limit is reached or asking on is pointless. All
 * calls run under one joint budget. Rejects only for misuse; whatever the model or the client does
 * is an outcome.
 *
 * @example
 * const outcome = await runGate(gate, { client, context: { ids }, messages: [{ role: 'user', content: task }] });
 * if (outcome.status === 'passed') render(outcome.value);
 * else console.log(outcome.reason, outcome.best?.findings);
 */
declare function runGate<T, Context>(gate: Gate<T, Context>, options: RunGateOptions<Context>): Promise<GateOutcome<T>>;
/** For a gate that needs no context. */
declare function runGate<T>(gate: Gate<T>, options: Omit<RunGateOptions<undefined>, 'context'>): Promise<GateOutcome<T>>;

/** The events of a run as JSON Lines, each line canonical JSON: equal runs give equal bytes. */
declare function serializeRun(events: readonly GateEvent[]): string;
/**
 * Reads what `serializeRun` wrote. Throws `InvalidArgumentError` with the number of the first line
 * that is no event; whether the events fit each other is for `replayGate` to say.
 */
declare function parseRun(text: string): readonly GateEvent[];

/**
 * Leads a recorded run (`log: 'full'`) to its outcome again, without a model: every event is made
 * anew from the recorded answers and compared with the recorded one. Returns the same outcome, apart
 * from `cause`; throws `ReplayMismatchError` at the first event that does not follow.
 */
declare function replayGate<T, Context>(gate: Gate<T, Context>, events: readonly GateEvent[], options: {
    readonly context: Context;
}): Promise<GateOutcome<T>>;
/** For a gate that needs no context. */
declare function replayGate<T>(gate: Gate<T>, events: readonly GateEvent[]): Promise<GateOutcome<T>>;

export { Finding, Gate, GateDefinition, Gated, assertGated, defineGate, parseRun, planCorrection, replayGate, runGate, serializeRun };
export type { Attempt, AttemptMode, BestAttempt, CorrectionOptions, CorrectionPlan, DigestedOperation, GateEvent, GateEventBody, GateOutcome, LoggedText, RejectedAnswer, RejectionReason, Run, RunGateOptions };

/**
 * The canonical text of a JSON value after RFC 8785: keys in UTF-16 order, ECMAScript numbers, no
 * white space. Members that are `undefined` are left out. Throws `InvalidArgumentError` with the
 * pointer of what is not JSON: NaN, infinities, bigint, functions, symbols, lone surrogates, cycles,
 * sparse arrays, and objects that are not plain.
 */
declare function canonicalJson(value: JsonValue): string;

/** Result of a lookup; a member that holds `null` is found. */
type PointerLookup = {
    readonly found: true;
    readonly value: JsonValue;
} | {
    readonly found: false;
};
/** Splits an RFC 6901 pointer into its unescaped tokens; throws `InvalidArgumentError` on a bad form. */
declare function parsePointer(pointer: JsonPointer): readonly string[];
/** Joins tokens into an RFC 6901 pointer. */
declare function formatPointer(tokens: readonly (string | number)[]): JsonPointer;
/** The value at `pointer`, by own properties only. `-` names no element and is never found. */
declare function getPointer(value: JsonValue, pointer: JsonPointer): PointerLookup;
/** The pointer as people write places: `/options/0/next_action` becomes `options[0].next_action`. */
declare function toDotPath(pointer: JsonPointer): string;
/**
 * True when `pointer` fits `pattern`: `*` stands for one token, a final `**` for a place and all
 * below it. Linear in the length of the pointer.
 */
declare function matchPointer(pattern: string, pointer: JsonPointer): boolean;

/**
 * `sha256:` and the SHA-256 of the value's canonical JSON: equal for equal values, whatever their
 * key order. Throws `InvalidArgumentError` for what is not JSON.
 */
declare function contentHash(value: JsonValue): string;


export type { PointerLookup as P };

/** Constructor options shared by every error of the family. */
interface KanmonErrorOptions {
    /** Stable kebab-case code. */
    readonly code: string;
    readonly cause?: unknown;
}
/** Base of every error Kanmon throws. Decide by `code`; `isInstance` works across package copies. */
declare class KanmonError extends Error {
    readonly name: string;
    readonly code: string;
    constructor(message: string, options: KanmonErrorOptions);
    static isInstance(value: unknown): value is KanmonError;
    /** What may leave the process: never the cause, never a stack. */
    toJSON(): {
        name: string;
        code: string;
        message: string;
    };
}

/** What went wrong with a model call, the same for every provider. */
type LlmErrorKind = 'auth' | 'permission' | 'bad-request' | 'not-found' | 'rate-limit' | 'quota' | 'overloaded' | 'server' | 'timeout' | 'aborted' | 'network' | 'context-length' | 'content-filter' | 'protocol';
/** Constructor options of `LlmError`; `retryable` defaults by kind. */
interface LlmErrorOptions {
    readonly kind: LlmErrorKind;
    readonly retryable?: boolean;
    readonly retryAfterMs?: number;
    readonly status?: number;
    readonly usage?: LlmUsage;
    readonly provider?: string;
    readonly requestId?: string;
    readonly cause?: unknown;
}
/** A model call failed. Secrets are redacted from the message. */
declare class LlmError extends KanmonError {
    readonly name: string;
    readonly kind: LlmErrorKind;
    readonly retryable: boolean;
    readonly retryAfterMs?: number;
    readonly status?: number;
    /** Tokens that were spent although the call failed. */
    readonly usage?: LlmUsage;
    readonly provider?: string;
    readonly requestId?: string;
    constructor(message: string, options: LlmErrorOptions);
    static isInstance(value: unknown): value is LlmError;
}

/** Waiting, injected so that tests need not wait. */
interface Timer {
    /** Resolves after `ms` milliseconds; rejects with the signal's reason when it is aborted first. */
    sleep(ms: number, signal?: AbortSignal): Promise<void>;
}


export type { Timer as T, KanmonErrorOptions as a, LlmErrorKind as b, LlmErrorOptions as c };

/** Joint limits of everything one run may spend. A limit that is left out does not bind. */
interface Budget {
    /** Calls to the model, failed ones and continuations included. At least 1. */
    readonly maxAttempts?: number;
    readonly maxOutputTokens?: number;
    /** Input and output tokens together. */
    readonly maxTotalTokens?: number;
    /** In the currency of the `Price` function. */
    readonly maxCost?: number;
    /** Milliseconds from the creation of the meter. */
    readonly maxMs?: number;
}
/** A limit of a budget, in the order in which they are named when several are reached. */
type BudgetLimit = 'attempts' | 'output-tokens' | 'total-tokens' | 'cost' | 'time';
/** What was spent. `estimated` is true once a provider did not report its usage. */
interface UsageTotal {
    readonly calls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly cost: number;
    readonly estimated: boolean;
}
/** Cost of one call. */
type Price = (usage: LlmUsage, model: string) => number;
/** Counts what a run spends and says when to stop. */
interface BudgetMeter {
    /** Null: go on, and the attempt is counted; else the limit that is already reached. */
    tryStart(): BudgetLimit | null;
    record(usage: LlmUsage, options?: {
        readonly model?: string;
        readonly estimated?: boolean;
    }): void;
    /** What is left of each limit that was set. */
    remaining(): {
        readonly [L in BudgetLimit]?: number;
    };
    readonly usage: UsageTotal;
    /** Epoch milliseconds, when `maxMs` was set. */
    readonly deadline?: number;
}

export type { Budget as B, Price as P, UsageTotal as U, BudgetMeter as a, BudgetLimit as b };

/** One operation of RFC 6902. */
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
/** What a patch may touch and how large it may get. */
interface PatchGuard {
    /** `matchPointer` patterns of the places that may be written. @default all */
    readonly allowedPaths?: readonly string[];
    /** @default all six */
    readonly allowedOperations?: readonly JsonPatchOperation['op'][];
    /** @default 256 */
    readonly maxOperations?: number;
    /** Most tokens in a path, and deepest nesting of a value. @default 32 */
    readonly maxDepth?: number;
    /** Most characters of JSON of the result. @default 1_000_000 */
    readonly maxSize?: number;
}
type PatchProblemCode = 'not-a-patch' | 'invalid-operation' | 'invalid-pointer' | 'path-not-found' | 'index-out-of-range' | 'test-failed' | 'path-not-allowed' | 'operation-not-allowed' | 'poisoned-key' | 'move-into-child' | 'too-many-operations' | 'too-deep' | 'too-large' | 'root-not-removable';
/** The first thing that stopped a patch. `operation` is its index, -1 when it concerns the whole. */
interface PatchProblem {
    readonly code: PatchProblemCode;
    readonly operation: number;
    readonly path: JsonPointer;
}
/** The patched value with the patch that undoes it, or the problem; the input is never touched. */
type PatchResult = {
    readonly ok: true;
    readonly value: JsonValue;
    readonly inverse: readonly JsonPatchOperation[];
} | {
    readonly ok: false;
    readonly problem: PatchProblem;
};

export type { JsonPatchOperation as J, PatchProblem as P, PatchGuard as a, PatchResult as b, PatchProblemCode as c };

/** Reports one finding of the rule at the judged node, or at `path` below it. */
interface RuleReport {
    (code: string, options?: {
        /** Relative to the node. @default '' (the node itself) */
        readonly path?: JsonPointer;
        /** What the message needs to be concrete. */
        readonly params?: Finding['params'];
    }): void;
}
/** Kinds of nodes a rule may ask for. */
type NodeType = 'string' | 'array' | 'object' | 'number' | 'boolean' | 'any';
/** Texts beside the rule, by code: per locale, or flat, which is English. */
type RuleMessages = {
    readonly [L in Locale]?: Readonly<Record<string, Message>>;
} | Readonly<Record<string, string>>;
/** Where the judged node stands. */
interface NodePlace {
    readonly path: JsonPointer;
    /** The whole raw value. While streaming: the part of it that has arrived. */
    readonly root: JsonValue;
}
/** One thing that is judged: what it selects, what it may report, and the judgement itself. */
interface Rule<Node = unknown, Context = unknown> {
    /** Unique in its gate; `schema` belongs to the schema's own findings. */
    readonly id: string;
    readonly severity: Severity;
    /** Every code the rule may report. */
    readonly codes: readonly string[];
    /** `matchPointer` patterns over the raw value. @default [''] (the root) */
    readonly select?: readonly string[];
    /** Called only for nodes of this type. @default 'any' */
    readonly type?: NodeType;
    /** `schema`: judged only when the schema passed. @default 'nothing' */
    readonly needs?: 'nothing' | 'schema';
    /** `node`: depends on the node alone, so it may be judged while streaming. @default 'end' */
    readonly decidable?: 'node' | 'end';
    /** The gate's own catalog wins over these. */
    readonly messages?: RuleMessages;
    /** What a patch may touch: the place; also new elements; also the enclosing element. @default 'node' */
    readonly repair?: 'node' | 'append' | 'parent';
    /** Judges one node, synchronously. A throw is a Must finding of its own (`rule-threw`). */
    readonly check: (node: Node, context: Context, report: RuleReport, at: NodePlace) => void;
}
/** What `defineRule` takes: a rule whose severity and codes may be left out. */
interface RuleInput<Node = unknown, Context = unknown> extends Omit<Rule<Node, Context>, 'severity' | 'codes'> {
    /** @default 'must' */
    readonly severity?: Severity;
    /** @default the codes that `messages` has a text for */
    readonly codes?: readonly string[];
}
/**
 * A rule, with its defaults filled in. Annotate the parameters of `check`; the types of the node and
 * of the context follow from them.
 *
 * @example
 * const knownId = defineRule({
 *   id: 'known-id',
 *   select: ['/node_ids/*'],
 *   messages: { 'unknown-id': '{id} is not on the board' },
 *   check(id: string, context: { ids: readonly string[] }, report) {
 *     if (!context.ids.includes(id)) report('unknown-id', { params: { id } });
 *   },
 * });
 */
declare function defineRule<Node = unknown, Context = unknown>(rule: RuleInput<Node, Context>): Rule<Node, Context>;

declare const gatedBrand: unique symbol;
/** `T` with every object and array in it read-only. */
type DeepReadonly<T> = T extends string | number | boolean | bigint | symbol | null | undefined ? T : T extends (...parameters: never) => unknown ? T : {
    readonly [K in keyof T]: DeepReadonly<T[K]>;
};
/** A value that a gate has passed. Only a gate makes one; the brand alone proves nothing. */
type Gated<T> = DeepReadonly<T> & {
    readonly [gatedBrand]: true;
};
/**
 * Whether a gate, or this one, has passed this very value. False for a spread, a clone, a part of a
 * gated value or a forged brand. Strings and numbers have no identity and are never gated.
 */
declare function isGated(value: unknown, gate?: {
    readonly name: string;
}): boolean;

/**
 * Standard Schema v1 and its companion Standard JSON Schema v1, the interfaces that validation
 * libraries share (zod, valibot, ArkType and others). Types after https://standardschema.dev, whose
 * authors ask for them to be copied rather than depended on. Only what the gate reads is here.
 */
/** A schema of any vendor: `~standard` holds the whole interface. */
interface StandardSchemaV1<Input = unknown, Output = Input> {
    readonly '~standard': StandardSchemaProps<Input, Output>;
}
/** The interface itself, with a phantom member that carries the types. */
interface StandardSchemaProps<Input = unknown, Output = Input> {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardSchemaResult<Output> | Promise<StandardSchemaResult<Output>>;
    readonly types?: {
        readonly input: Input;
        readonly output: Output;
    } | undefined;
}
/** The output, or why there is none. */
type StandardSchemaResult<Output> = {
    readonly value: Output;
    readonly issues?: undefined;
} | {
    readonly issues: readonly StandardSchemaIssue[];
};
/** One problem. Vendors add members of their own; they are read only if present. */
interface StandardSchemaIssue {
    readonly message: string;
    readonly path?: readonly (PropertyKey | {
        readonly key: PropertyKey;
    })[] | undefined;
}

/** What a gate is made of. */
interface GateDefinition<T, Context> {
    /** Sent as the name of the output and as `metadata.gate`; gated values carry it. */
    readonly name: string;
    /** Any synchronous Standard Schema. It judges the raw value; what it returns is what passes. */
    readonly schema: StandardSchemaV1<unknown, T>;
    readonly rules?: readonly Rule<never, Context>[];
    /** How the value is found in the text. @default { allow: 'guess' } and the keys of the JSON Schema */
    readonly extract?: ExtractOptions;
    /** Texts by code; they win over those beside the rules. */
    readonly catalog?: Catalog;
    /** Sent with every request. @default what the schema offers through Standard JSON Schema, else none */
    readonly jsonSchema?: JsonSchema;
}
/** In whose language `errors` and `warnings` are written, and with whose texts first. */
interface ValidateOptions {
    /** @default 'en' */
    readonly locale?: Locale;
    readonly catalog?: Catalog;
}
/** A name, a schema and rules that together decide what passes. Made by `defineGate`. */
interface Gate<T, Context = undefined> {
    readonly name: string;
    readonly definition: GateDefinition<T, Context>;
    /**
     * Judges a raw value, before any default or transform. Never throws because of the value: cycles,
     * getters, proxies and what is not JSON become findings.
     */
    validate(value: unknown, context: Context, options?: ValidateOptions): GateVerdict<T>;
    /** For a gate that needs no context. */
    validate(this: Gate<T>, value: unknown): GateVerdict<T>;
    /** The text of one of its findings: of the call's catalog, the gate's, the rule's, the built-in one. */
    format(finding: Finding, options?: ValidateOptions): string;
}
/** The gated value, or why there is none. */
type GateVerdict<T> = (ValidationResult & {
    readonly ok: true;
    readonly value: Gated<T>;
}) | (ValidationResult & {
    readonly ok: false;
});


export type { DeepReadonly as D, GateDefinition as G, NodePlace as N, Rule as R, StandardSchemaIssue as S, ValidateOptions as V, Gate as a, Gated as b, GateVerdict as c, NodeType as d, RuleInput as e, RuleMessages as f, RuleReport as g, StandardSchemaProps as h, StandardSchemaResult as i, StandardSchemaV1 as j };

/** `lossless`: one reading only. `guess`: the best of several readings. `lossy`: something is gone. */
type RepairClass = 'lossless' | 'guess' | 'lossy';
declare const guesses: readonly ["missing-comma", "missing-colon", "missing-value", "missing-quote-open", "missing-quote-close", "unescaped-quote", "invalid-escape", "bracket-mismatch", "bracket-missing", "extra-bracket", "stray-character", "unquoted-value"];
declare const losses: readonly ["ellipsis-dropped", "truncated", "duplicate-key"];
/** Repairs with one reading only. */
type LosslessKind = 'fence-removed' | 'prose-removed' | 'reasoning-removed' | 'wrapper-removed' | 'unwrapped' | 'string-decoded' | 'bom-removed' | 'invisible-space' | 'trailing-comma' | 'leading-comma' | 'double-comma' | 'comment-removed' | 'single-quotes' | 'curly-quotes' | 'full-width-structure' | 'kagi-quotes' | 'triple-quotes' | 'backtick-string' | 'unquoted-key' | 'language-literal' | 'tuple' | 'string-concatenation' | 'assignment-removed' | 'raw-control' | 'html-entities' | 'full-width-number' | 'number-form';
type RepairKind = LosslessKind | (typeof guesses)[number] | (typeof losses)[number];
/** One thing that was changed to make the text parse. */
interface Repair {
    readonly kind: RepairKind;
    readonly class: RepairClass;
    /** UTF-16 offset in the raw text. */
    readonly at: number;
}
/** What `extractJson` looks for and what it may do to get it. */
interface ExtractOptions {
    /** Top-level keys of the wanted object. */
    readonly keys?: readonly string[];
    /** Own score instead of `keys`; 0 refuses a candidate, and so does a throw. */
    readonly accept?: (value: JsonValue) => number;
    /** @default 'object' with keys, else 'any' (an object or an array) */
    readonly root?: 'object' | 'array' | 'any';
    /** The most severe class of repair allowed. @default 'lossy' */
    readonly allow?: RepairClass;
    /** Look inside envelopes, one-element arrays and strings that hold JSON. @default true */
    readonly unwrap?: boolean;
    /** Longest text looked at, in UTF-16 code units. @default 4_000_000 */
    readonly maxLength?: number;
    /** Deepest nesting accepted. @default 256 */
    readonly maxDepth?: number;
    /** Most candidates scored. @default 64 */
    readonly maxCandidates?: number;
}
/** Why no value was handed out. */
type ExtractRefusal = 'empty' | 'no-json' | 'no-match' | 'refusal' | 'repair-not-allowed' | 'too-large' | 'too-deep';
/** The right value with everything that was done to get it, or a reason why there is none. */
type ExtractResult = {
    readonly status: 'ok';
    readonly value: JsonValue;
    /** False when the text ended before the value did. */
    readonly complete: boolean;
    /** Where the value stood in the raw text, `[start, end)` in UTF-16 code units. */
    readonly span: readonly [number, number];
    readonly repairs: readonly Repair[];
    readonly candidates: number;
} | {
    readonly status: 'none';
    readonly reason: ExtractRefusal;
};

export type { ExtractRefusal as E, Repair as R, ExtractOptions as a, ExtractResult as b, RepairClass as c, RepairKind as d };

/** `must`: a value with this finding is refused. `should`: it passes with a warning. */
type Severity = 'must' | 'should';
/** One thing found wrong. Text is made from it later, in the reader's language. */
interface Finding<Code extends string = string> {
    /** Id of the rule that reported it; `schema` for issues of the schema itself. */
    readonly rule: string;
    /** Stable kebab-case code, the key of the message catalogs. */
    readonly code: Code;
    readonly severity: Severity;
    /** Where in the judged value. */
    readonly path: JsonPointer;
    /** What the message needs to be concrete: ids, limits, lengths. */
    readonly params: Readonly<Record<string, string | number | boolean>>;
}
/** The shape every validator of the family returns: errors = Must, warnings = Should. */
interface ValidationResult {
    readonly ok: boolean;
    readonly errors: string[];
    readonly warnings: string[];
    readonly findings: readonly Finding[];
}

/** A language Kanmon writes in: messages, prompts, rendered reports. */
type Locale = 'ja' | 'en';
/** A language Kanmon recognises in a text. */
type Language = 'ja' | 'en' | 'other';

/** A template with `{name}`, `{path}` and `{place}`, or a function that writes the text itself. */
type Message = string | ((finding: Finding) => string);
/** Texts by locale and finding code. A locale may be left out. */
type Catalog = {
    readonly [L in Locale]?: Readonly<Record<string, Message>>;
};

/** One turn of a conversation with a model. */
interface LlmMessage {
    readonly role: 'system' | 'user' | 'assistant';
    readonly content: string;
}
/** What the answer should look like. A provider that cannot enforce it says so in `warnings`. */
type LlmOutput = {
    readonly type: 'text';
} | {
    readonly type: 'json';
    readonly schema?: JsonSchema;
    readonly name?: string;
};
/** One neutral request. Only what the caller sets is sent. */
interface LlmRequest {
    readonly messages: readonly LlmMessage[];
    /** Wins over the client's own model. */
    readonly model?: string;
    readonly maxOutputTokens?: number;
    readonly temperature?: number;
    readonly stop?: readonly string[];
    readonly output?: LlmOutput;
    readonly metadata?: Readonly<Record<string, string>>;
    /** Raw options by provider name, for what the neutral request cannot say. */
    readonly providerOptions?: Readonly<Record<string, unknown>>;
}
/** Tokens as the provider counted them. What it did not report is absent, never 0. */
interface LlmUsage {
    readonly inputTokens?: number;
    readonly outputTokens?: number;
    /** Part of `inputTokens`. */
    readonly cachedInputTokens?: number;
    /** Part of `outputTokens`. */
    readonly reasoningTokens?: number;
}
/** Why the model stopped. */
type LlmFinish = 'stop' | 'length' | 'content-filter' | 'refusal' | 'tool-calls' | 'other';
/** A model's answer: a claim, not a fact. */
interface LlmResponse {
    readonly text: string;
    readonly finish: LlmFinish;
    readonly usage: LlmUsage;
    readonly provider: string;
    readonly model: string;
    readonly id?: string;
    readonly latencyMs: number;
    readonly warnings: readonly string[];
    readonly raw?: unknown;
}
/** One event of a streamed answer; the last one is `end`. */
type LlmEvent = {
    readonly type: 'delta';
    readonly text: string;
} | {
    readonly type: 'end';
    readonly response: LlmResponse;
};
/** What bounds one call. */
interface LlmCallOptions {
    readonly signal?: AbortSignal;
    /** Epoch milliseconds, shared by every layer of a call. */
    readonly deadline?: number;
}
/** What a client can carry natively. */
interface LlmCapabilities {
    /** `native`: the schema is enforced; `json-object`: only JSON is; `prompt`: neither. */
    readonly jsonSchema: 'native' | 'json-object' | 'prompt';
    readonly stream: boolean;
    readonly temperature: boolean;
    readonly system: 'message' | 'field';
}
/** The one port to a model. A failed call throws an `LlmError`. */
interface LlmClient {
    readonly provider: string;
    readonly model: string;
    readonly capabilities: LlmCapabilities;
    generate(request: LlmRequest, options?: LlmCallOptions): Promise<LlmResponse>;
    stream?(request: LlmRequest, options?: LlmCallOptions): AsyncIterable<LlmEvent>;
}

/** Where the time comes from. Injected, so that a run can be replayed to the same bytes. */
interface Clock {
    now(): Date;
}
/** The clock of the machine. */
declare const systemClock: Clock;

/** Where identifiers come from. Injected, so that a run can be replayed to the same bytes. */
interface IdSource {
    /** A fresh id, `<prefix>_<...>` when a prefix is given. */
    next(prefix?: string): string;
}


export type { Clock as C, Finding as F, IdSource as I, Locale as L, Message as M, Severity as S, ValidationResult as V, LlmFinish as a, LlmUsage as b, LlmClient as c, LlmMessage as d, LlmRequest as e, Catalog as f, Language as g, LlmCallOptions as h, LlmCapabilities as i, LlmEvent as j, LlmOutput as k, LlmResponse as l };

/** Any value that JSON can carry. Numbers are IEEE 754 doubles. */
type JsonValue = null | boolean | number | string | JsonArray | JsonObject;
/** A JSON array; read-only, as every value that crosses a border of ours. */
type JsonArray = readonly JsonValue[];
/** A JSON object, its members looked up by their own keys. */
type JsonObject = {
    readonly [key: string]: JsonValue;
};
/** An RFC 6901 pointer: `''` is the root, `/options/0/label` a member below it. */
type JsonPointer = string;
/** A JSON Schema document, draft 2020-12 unless its `$schema` says otherwise. */
type JsonSchema = JsonObject;

export type { JsonValue as J, JsonPointer as a, JsonArray as b, JsonObject as c, JsonSchema as d };

export { JsonArray, JsonObject, JsonPointer } from './json-value';
export { ExtractRefusal, Repair, RepairClass, RepairKind } from './types';
export { PointerLookup, canonicalJson, contentHash, formatPointer, getPointer, matchPointer, parsePointer, toDotPath } from './content-hash';
export { JsonPatchOperation, PatchProblem, PatchProblemCode } from './types';

/**
 * Takes the wanted JSON value out of what a model wrote, with every repair named and classed, or
 * refuses with a reason. Never throws on `raw`, whatever it holds; linear in its length.
 *
 * Clean JSON is exactly what `JSON.parse` gives. Reasoning, fences, wrappers and prose are taken away,
 * broken JSON is repaired, and of several values the best one is chosen by `keys` or `accept`.
 *
 * @throws InvalidArgumentError when an option is misused
 * @example
 * extractJson('Sure: {title: "a",}', { keys: ['title'] });
 * // { status: 'ok', value: { title: 'a' }, complete: true, repairs: [...] }
 */
declare function extractJson(raw: string, options?: ExtractOptions): ExtractResult;

/**
 * Applies a JSON Patch (RFC 6902) under a guard: all of it or nothing. Never throws on `patch`,
 * never touches `value`; what the patch leaves alone is shared between input and result. `inverse`
 * applied to the result gives the input back. Work is linear in the patch, in what it changes and,
 * to check the size, in the result. Throws `InvalidArgumentError` for a guard of bad form only.
 */
declare function applyPatch(value: JsonValue, patch: unknown, guard?: PatchGuard): PatchResult;

export { JsonArray, JsonObject, JsonPointer, JsonSchema } from './json-value';
export { LlmCallOptions, LlmCapabilities, LlmClient, LlmEvent, LlmFinish, LlmMessage, LlmOutput, LlmRequest, LlmResponse, LlmUsage, Message, Severity, systemClock } from './id-source';
export { KanmonErrorOptions, LlmError, LlmErrorKind, LlmErrorOptions } from './timer';
export { canonicalJson, contentHash, formatPointer } from './content-hash';
export { BudgetLimit, UsageTotal } from './budget';

/**
 * Narrows an unknown value to one whose members can be read: an object that is no array. What the
 * members are stays unknown.
 */
declare function isRecord(value: unknown): value is Readonly<Record<string, unknown>>;

/**
 * The built-in texts: findings of the gate engine, problems of a patch, refusals of the extractor,
 * reasons of a rejected run, and what the code of an error means to a person.
 */
declare const coreCatalog: Catalog;

/** In whose language a finding is told, and with whose texts before the built-in ones. */
interface FormatOptions {
    /** @default 'en' */
    readonly locale?: Locale;
    readonly catalog?: Catalog;
}
/**
 * The text of a finding in the reader's language: from `catalog`, then from the built-in texts, then
 * from the other locale; else `<code> at <path>`. Text of the model in it is cut and made visible.
 * Never throws: a message function that throws counts as missing.
 */
declare function formatFinding(finding: Finding, options?: FormatOptions): string;

/** One catalog of all texts; where two have a text for the same locale and code, the later wins. */
declare function mergeCatalogs(...catalogs: readonly Catalog[]): Catalog;

/**
 * What every validator of the family returns, made from its findings: `ok` when none is a Must,
 * texts in the order of the findings, equal texts once. The result and its lists are frozen.
 */
declare function toValidationResult(findings: readonly Finding[], options?: FormatOptions): ValidationResult;

/** Misuse of the API. The message says what was expected, what came, and what to do. */
declare class InvalidArgumentError extends KanmonError {
    readonly name: string;
    constructor(message: string, options?: {
        readonly cause?: unknown;
    });
    static isInstance(value: unknown): value is InvalidArgumentError;
}

/** A key or variable is not set. The message is the user's text: `OPENAI_API_KEY is not set`. */
declare class MissingConfigurationError extends KanmonError {
    readonly name: string;
    constructor(message: string, options?: {
        readonly cause?: unknown;
    });
    static isInstance(value: unknown): value is MissingConfigurationError;
}

/** A gate cannot work as it was defined: a duplicate rule id, a rule without codes, an asynchronous schema. */
declare class GateDefinitionError extends KanmonError {
    readonly name: string;
    constructor(message: string, options?: {
        readonly cause?: unknown;
    });
    static isInstance(value: unknown): value is GateDefinitionError;
}

/** A renderer or applier was given a value that its gate did not pass. */
declare class NotGatedError extends KanmonError {
    readonly name: string;
    constructor(message: string, options?: {
        readonly cause?: unknown;
    });
    static isInstance(value: unknown): value is NotGatedError;
}

/** A recorded log does not lead to its own outcome. The message says at which event. */
declare class ReplayMismatchError extends KanmonError {
    readonly name: string;
    constructor(message: string, options?: {
        readonly cause?: unknown;
    });
    static isInstance(value: unknown): value is ReplayMismatchError;
}

/** The stream is not at the version the writer expected; nothing was written. */
declare class VersionConflictError extends KanmonError {
    readonly name: string;
    readonly streamId: string;
    readonly expectedVersion: number;
    readonly actualVersion: number;
    constructor(details: {
        readonly streamId: string;
        readonly expectedVersion: number;
        readonly actualVersion: number;
    });
    static isInstance(value: unknown): value is VersionConflictError;
}

/** Why a lease is no longer current. */
type FencedReason = 'taken-over' | 'released' | 'unknown';
/** The lease that fences an append or a renewal is no longer current; nothing was written. */
declare class FencedError extends KanmonError {
    readonly name: string;
    readonly reason: FencedReason;
    readonly resource: string;
    constructor(details: {
        readonly resource: string;
        readonly reason: FencedReason;
    });
    static isInstance(value: unknown): value is FencedError;
}

/** Codes of everything an event store refuses or fails at, the same for every implementation. */
type EventStoreErrorCode = 'store-invalid-id' | 'store-invalid-event' | 'store-invalid-option' | 'store-limit' | 'store-closed' | 'store-removed' | 'store-busy' | 'store-corrupt' | 'store-format' | 'store-open-failed' | 'store-unsafe-path' | 'store-write-failed';
/** An event store refused an input or met a broken world. Messages never contain event data. */
declare class EventStoreError extends KanmonError {
    readonly name: string;
    readonly code: EventStoreErrorCode;
    /** Facts for programs: file, offset, limit, JSON Pointer of the refused member. */
    readonly details: Readonly<Record<string, unknown>>;
    constructor(message: string, options: {
        readonly code: EventStoreErrorCode;
        readonly details?: Readonly<Record<string, unknown>>;
        readonly cause?: unknown;
    });
    static isInstance(value: unknown): value is EventStoreError;
}

/** Replaces everything in `text` that looks like a key or a bearer token by `[redacted]`. */
declare function redactSecrets(text: string): string;

/** Waits with the global `setTimeout`, looked up at each call so that fake timers take effect. */
declare const systemTimer: Timer;

/**
 * Ids that sort by time: `prefix_` and 26 Crockford characters (48 bits of time, 79 random ones).
 * Within one source they only grow, also in one millisecond and when the clock goes back.
 */
declare function randomIds(): IdSource;

/** One level of a logger: an object with an optional message, or only a message. */
type LogMethod = (entry: object | string, message?: string) => void;
/** The four levels Kanmon writes to. A pino logger and `console` both fit. */
interface Logger {
    readonly debug: LogMethod;
    readonly info: LogMethod;
    readonly warn: LogMethod;
    readonly error: LogMethod;
}
/** Writes nothing; the default everywhere a logger may be passed. */
declare const silentLogger: Logger;

/** Turns texts into vectors of one length, in the order given. */
interface Embedder {
    readonly dimensions: number;
    embed(texts: readonly string[], options?: {
        readonly signal?: AbortSignal;
    }): Promise<readonly Float32Array[]>;
}

/** Something that happened, before a store has placed it. */
interface NewEvent<Type extends string = string, Data = JsonValue> {
    readonly type: Type;
    readonly data: Data;
    readonly actor?: string;
    readonly requestId?: string;
}
/** Something that happened, at its place in history. */
interface StoredEvent<Type extends string = string, Data = JsonValue> extends NewEvent<Type, Data> {
    readonly streamId: string;
    /** 1, 2, 3 ... gap-free within the stream. */
    readonly version: number;
    /** Increasing over the whole store. */
    readonly position: number;
    /** ISO 8601 UTC with milliseconds, from the injected clock, never going back within a store. */
    readonly at: string;
    /** Lower-case hex SHA-256 over the previous hash of the stream and this event; see `chainHash`. */
    readonly hash: string;
}
/** The right to act on a resource until somebody with a higher token takes it over. */
interface Lease {
    readonly resource: string;
    readonly owner: string;
    /** Only ever grows for one resource, also over releases and restarts. */
    readonly token: number;
    readonly expiresAt: string;
}
/** Conditions of one append; all are checked in the same atomic step that writes. */
interface AppendOptions {
    /** Version the stream must have; 0 = it must not exist; `'any'` = do not check. */
    readonly expectedVersion: number | 'any';
    /** Refuse the append when this lease was taken over or released. */
    readonly fence?: Lease;
    /** A second append with this key on the stream returns the first result and writes nothing. */
    readonly idempotencyKey?: string;
}
/** Place of the last event of an append. */
interface AppendResult {
    readonly version: number;
    readonly position: number;
    /** True when the idempotency key was known and nothing was written. */
    readonly replayed: boolean;
}
/** Bounds of `read`; both inclusive. */
interface ReadOptions {
    readonly fromVersion?: number;
    readonly toVersion?: number;
}
/** Filters of `readAll`. `prefix` is a plain string prefix of the stream id. */
interface ReadAllOptions {
    readonly prefix?: string;
    /** Exclusive: events with `position > after`. */
    readonly after?: number;
    readonly limit?: number;
}
/** One line of `listStreams`. `updatedAt` is the time of the last event. */
interface StreamSummary {
    readonly streamId: string;
    readonly version: number;
    readonly updatedAt: string;
}
/** The one history of everything. Semantics bind every implementation: see the package README. */
interface EventStore {
    /** Writes all events or none. Throws `VersionConflictError`, `FencedError`, `EventStoreError`. */
    append(streamId: string, events: readonly NewEvent[], options: AppendOptions): Promise<AppendResult>;
    /** Events of one stream in order; an unknown stream is empty. */
    read(streamId: string, options?: ReadOptions): AsyncIterable<StoredEvent>;
    /** Events of all streams by position; never skips an event that commits late. */
    readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent>;
    /** Streams in code-unit order of their ids. */
    listStreams(options?: {
        readonly prefix?: string;
    }): AsyncIterable<StreamSummary>;
    /** A lease, or null while somebody holds an unexpired one (owner names are no identities). */
    acquireLease(resource: string, options: {
        readonly owner: string;
        readonly ttlMs: number;
    }): Promise<Lease | null>;
    /** Prolongs a current lease; throws `FencedError` for one that is no longer current. */
    renewLease(lease: Lease, ttlMs: number): Promise<Lease>;
    /** Gives a lease back; does nothing for one that is no longer current. */
    releaseLease(lease: Lease): Promise<void>;
    close(): Promise<void>;
}

/**
 * SHA-256 in lower-case hex. Strings are hashed as UTF-8; one with a lone surrogate, which UTF-8
 * cannot carry, throws `InvalidArgumentError`. Synchronous, so that a fold over events can use it.
 */
declare function sha256Hex(input: string | Uint8Array): string;

/**
 * A meter for one run; time runs from here. A limit is reached when used >= allowed. What a provider
 * does not report counts as 0 and marks the total as estimated; so does a `maxCost` without `price`.
 * Throws `InvalidArgumentError` for a limit that is negative or NaN, `maxAttempts` below 1 or not
 * whole, and a price that is no amount.
 */
declare function createBudgetMeter(budget: Budget, options?: {
    readonly clock?: Clock;
    readonly price?: Price;
}): BudgetMeter;

/** How often, how long apart and until when an operation is tried. */
interface RetryOptions {
    /** Calls of the operation, the first one included. @default 3 */
    readonly maxAttempts?: number;
    /** Delay after the first failure; it doubles with each further one. @default 500 */
    readonly baseMs?: number;
    /** Longest computed delay. @default 30_000 */
    readonly maxMs?: number;
    /** `full`: a random part of the delay, so that many callers do not come back at once. @default 'full' */
    readonly jitter?: 'full' | 'none';
    /** A number from 0 up to, not including, 1. @default Math.random */
    readonly random?: () => number;
    readonly timer?: Timer;
    readonly clock?: Clock;
    /** Epoch milliseconds. A delay that would leave no time for another attempt is not begun. */
    readonly deadline?: number;
    readonly signal?: AbortSignal;
    /** @default the `retryable` of an `LlmError` */
    readonly shouldRetry?: (error: unknown) => boolean;
}
/**
 * Calls `operation` (with the number of the attempt, from 1) until it succeeds, fails in a way that
 * is not to be retried, or the limits are reached; then the last error is thrown. What the provider
 * asks for (`retryAfterMs` of an `LlmError`) wins over the computed delay. An aborted `signal` throws
 * its reason. Throws `InvalidArgumentError` for limits that are no numbers.
 */
declare function retry<T>(operation: (attempt: number) => Promise<T>, options?: RetryOptions): Promise<T>;

/**
 * The language of a text by its letters, outside code and URLs: Japanese, English or other. A text
 * without letters is `other`. Linear in its length.
 */
declare function detectLanguage(text: string): Language;

/** What stands before the first event of every stream. */
declare const GENESIS_HASH: string;
/** The last event of a chain. */
interface ChainHead {
    readonly version: number;
    readonly hash: string;
}
/** Where to begin, and what is known of the stream from elsewhere. */
interface VerifyChainOptions {
    /** Hash before the first event given, for a stream that is not read from its start. */
    readonly previousHash?: string;
    /** A version and its hash that were kept elsewhere; events after it are fine. */
    readonly head?: ChainHead;
}
/** `version`: the last good event, or the first bad one. `head` also says that it is missing. */
type ChainVerdict = {
    readonly ok: true;
    readonly version: number;
    readonly hash: string;
} | {
    readonly ok: false;
    readonly version: number;
    readonly reason: 'gap' | 'hash' | 'stream' | 'head';
};
/**
 * The hash of an event: lower-case hex SHA-256 over the hash of the event before it, a line feed and
 * the canonical JSON of the event. The position is left out, so a stream that is copied to another
 * store keeps its chain. Throws `InvalidArgumentError` when the event is not JSON.
 */
declare function chainHash(previousHash: string, event: Omit<StoredEvent, 'hash' | 'position'>): string;
/**
 * Recomputes the chain of one stream, given in order. An edit, deletion, swap or insertion is found;
 * a tail that was cut off only against a `head` kept elsewhere. Who can write the store can rebuild
 * a whole chain: it makes tampering evident to those who kept a head, it is no signature.
 */
declare function verifyChain(events: AsyncIterable<StoredEvent> | Iterable<StoredEvent>, options?: VerifyChainOptions): Promise<ChainVerdict>;

/** What one call may hold, the same for every event store. Sizes are in UTF-8 bytes. */
declare const eventStoreLimits: Readonly<{
    idBytes: number;
    eventTypeLength: number;
    keyBytes: number;
    eventsPerAppend: number;
    eventBytes: number;
    appendBytes: number;
    dataDepth: number;
    ttlMs: number;
}>;

/**
 * An event store in memory: the meaning of the port in its shortest form, for tests, demos and
 * sessions that need not outlive the process. Everything it hands out is frozen.
 */
declare function createMemoryEventStore(options?: {
    readonly clock?: Clock;
}): EventStore;

/** An event that a store may write: members read once, data as the text that is hashed. */
interface CheckedEvent {
    readonly type: string;
    /** Canonical JSON. */
    readonly dataJson: string;
    readonly actor?: string;
    readonly requestId?: string;
}
/** The input of one append, checked and cut loose from the caller's objects. */
interface CheckedAppend {
    readonly streamId: string;
    readonly events: readonly CheckedEvent[];
    readonly expectedVersion: number | 'any';
    readonly idempotencyKey?: string;
    /** Only what decides; a lease made up by hand is told by the store. */
    readonly fence?: Pick<Lease, 'resource' | 'token'>;
}
/**
 * The first step of every `append`, for every event store: throws `EventStoreError` with
 * `store-invalid-id`, `store-invalid-option`, `store-invalid-event` or `store-limit`.
 */
declare function checkAppend(streamId: unknown, events: unknown, options: unknown): CheckedAppend;

/** A stream id, lease resource or owner; throws `store-invalid-id` and says which rule it breaks. */
declare function checkId(id: unknown, what: 'stream id' | 'resource' | 'owner'): string;
/** Both bounds of `read`; throws `store-invalid-option` for what is no whole number of at least 0. */
declare function checkReadOptions(options?: ReadOptions): Required<ReadOptions>;
/** The filters of `readAll` and `listStreams`; throws `store-invalid-option`. */
declare function checkReadAllOptions(options?: ReadAllOptions): Required<ReadAllOptions>;
/** A lease request; throws `store-invalid-id` or `store-invalid-option`. */
declare function checkLeaseRequest(resource: unknown, options: {
    readonly owner: string;
    readonly ttlMs: number;
}): {
    readonly resource: string;
    readonly owner: string;
    readonly ttlMs: number;
};
/** Milliseconds a lease lasts; throws `store-invalid-option`. */
declare function checkTtl(ttlMs: unknown): number;


export type { AppendOptions, AppendResult, ChainHead, ChainVerdict, CheckedAppend, CheckedEvent, Embedder, EventStore, EventStoreErrorCode, FencedReason, FormatOptions, Lease, LogMethod, Logger, NewEvent, ReadAllOptions, ReadOptions, RetryOptions, StoredEvent, StreamSummary, VerifyChainOptions };
