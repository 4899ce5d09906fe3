import type { JsonPointer, JsonValue } from '../../vocabulary/json-value.ts';

/** `lossless`: one reading only. `guess`: the best of several readings. `lossy`: something is gone. */
export type RepairClass = 'lossless' | 'guess' | 'lossy';

const guesses = [
  'missing-comma',
  'missing-colon',
  'missing-value',
  'missing-quote-open',
  'missing-quote-close',
  'unescaped-quote',
  'invalid-escape',
  'bracket-mismatch',
  'bracket-missing',
  'extra-bracket',
  'stray-character',
  'unquoted-value',
] as const;

const losses = ['ellipsis-dropped', 'truncated', 'duplicate-key'] as const;

/** Repairs with one reading only. */
type LosslessKind =
  | 'fence-removed'
  | 'prose-removed'
  | 'reasoning-removed'
  | 'wrapper-removed'
  | 'unwrapped'
  | 'string-decoded'
  | 'bom-removed'
  | 'invisible-space'
  | 'trailing-comma'
  | 'leading-comma'
  | 'double-comma'
  | 'comment-removed'
  | 'single-quotes'
  | 'curly-quotes'
  | 'full-width-structure'
  | 'kagi-quotes'
  | 'triple-quotes'
  | 'backtick-string'
  | 'unquoted-key'
  | 'language-literal'
  | 'tuple'
  | 'string-concatenation'
  | 'assignment-removed'
  | 'raw-control'
  | 'html-entities'
  | 'full-width-number'
  | 'number-form'
  | 'null-member';

export type RepairKind = LosslessKind | (typeof guesses)[number] | (typeof losses)[number];

/** The class of a kind; it never depends on the place. */
export function classOf(kind: RepairKind): RepairClass {
  if (losses.some((loss) => loss === kind)) return 'lossy';
  return guesses.some((guess) => guess === kind) ? 'guess' : 'lossless';
}

/** One thing that was changed to make the text parse. */
export interface Repair {
  readonly kind: RepairKind;
  readonly class: RepairClass;
  /** UTF-16 offset in the raw text; that of the value for a repair of the value (`path`). */
  readonly at: number;
  /** Place in the value, where the value was repaired after it was read: `null-member`. */
  readonly path?: JsonPointer;
}

/** What `extractJson` looks for and what it may do to get it. */
export interface ExtractOptions {
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
export type ExtractRefusal =
  | 'empty'
  | 'no-json'
  | 'no-match'
  | 'refusal'
  | 'repair-not-allowed'
  | 'too-large'
  | 'too-deep';

/** The right value with everything that was done to get it, or a reason why there is none. */
export type ExtractResult =
  | {
      readonly status: 'ok';
      readonly value: JsonValue;
      /** False when the text ended before the value did. */
      readonly complete: boolean;
      /** Where the value stood in the raw text, `[start, end)` in UTF-16 code units. */
      readonly span: readonly [number, number];
      readonly repairs: readonly Repair[];
      readonly candidates: number;
    }
  | { readonly status: 'none'; readonly reason: ExtractRefusal };
