import type { JsonValue } from '../../vocabulary/json-value.ts';

/** `lossless`: one reading only. `guess`: the best of several readings. `lossy`: something is gone. */
export type RepairClass = 'lossless' | 'guess' | 'lossy';

/** Every repair by its class. The class of a kind never depends on the place. */
export const repairClasses = {
  'fence-removed': 'lossless',
  'prose-removed': 'lossless',
  'reasoning-removed': 'lossless',
  'wrapper-removed': 'lossless',
  unwrapped: 'lossless',
  'string-decoded': 'lossless',
  'bom-removed': 'lossless',
  'invisible-space': 'lossless',
  'trailing-comma': 'lossless',
  'leading-comma': 'lossless',
  'double-comma': 'lossless',
  'comment-removed': 'lossless',
  'single-quotes': 'lossless',
  'curly-quotes': 'lossless',
  'full-width-structure': 'lossless',
  'kagi-quotes': 'lossless',
  'triple-quotes': 'lossless',
  'backtick-string': 'lossless',
  'unquoted-key': 'lossless',
  'language-literal': 'lossless',
  tuple: 'lossless',
  'string-concatenation': 'lossless',
  'assignment-removed': 'lossless',
  'raw-control': 'lossless',
  'html-entities': 'lossless',
  'full-width-number': 'lossless',
  'number-form': 'lossless',
  'missing-comma': 'guess',
  'missing-colon': 'guess',
  'missing-value': 'guess',
  'missing-quote-open': 'guess',
  'missing-quote-close': 'guess',
  'unescaped-quote': 'guess',
  'invalid-escape': 'guess',
  'bracket-mismatch': 'guess',
  'bracket-missing': 'guess',
  'extra-bracket': 'guess',
  'stray-character': 'guess',
  'unquoted-value': 'guess',
  'ellipsis-dropped': 'lossy',
  truncated: 'lossy',
  'duplicate-key': 'lossy',
} as const;

export type RepairKind = keyof typeof repairClasses;

/** One thing that was changed to make the text parse. */
export interface Repair {
  readonly kind: RepairKind;
  readonly class: RepairClass;
  /** UTF-16 offset in the raw text. */
  readonly at: number;
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
