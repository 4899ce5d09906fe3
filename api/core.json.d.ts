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

export { ExtractOptions, ExtractResult, JsonValue, PatchGuard, PatchResult, applyPatch, extractJson };

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
