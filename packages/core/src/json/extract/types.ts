import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import { checkOptions } from '../../vocabulary/check-options.ts';
import { describeValue } from '../../vocabulary/describe-value.ts';
import type { JsonPointer, JsonValue } from '../../vocabulary/json-value.ts';

/** `lossless`: one reading only. `guess`: the best of several readings. `lossy`: something is gone. */
export type RepairClass = 'lossless' | 'guess' | 'lossy';

/** Kinds of repair after which several readings are possible, or something is gone. */
const classes = {
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
  'candidate-dropped': 'guess',
  'candidate-doubtful': 'guess',
  'ellipsis-dropped': 'lossy',
  truncated: 'lossy',
  'duplicate-key': 'lossy',
} as const;

/** Kinds of repair after which only one reading is possible. */
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

export type RepairKind = LosslessKind | keyof typeof classes;

/** One thing that was changed to make the text parse. */
export interface Repair {
  readonly kind: RepairKind;
  readonly class: RepairClass;
  /** UTF-16 offset in the raw text; that of the value for a repair of the value (`path`). */
  readonly at: number;
  /** Place in the value, where the value was repaired after it was read: `null-member`. */
  readonly path?: JsonPointer;
}

/** Options of `extractJson`: the wanted value, and the repairs that are allowed. */
export interface ExtractOptions {
  /** Top-level keys of the wanted object. */
  readonly keys?: readonly string[];
  /** Scores a candidate instead of `keys`. A score of 0 or a throw refuses it. */
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

/** The reason why `extractJson` returns no value. */
export type ExtractRefusal =
  | 'empty'
  | 'no-json'
  | 'no-match'
  | 'refusal'
  | 'repair-not-allowed'
  | 'too-large'
  | 'too-deep';

/** Result of `extractJson`: the wanted value with all repairs, or the reason for the refusal. */
export type ExtractResult =
  | {
      readonly status: 'ok';
      readonly value: JsonValue;
      /** False when the text ended before the value did. */
      readonly complete: boolean;
      /** Place of the value in the raw text, `[start, end)` in UTF-16 code units. */
      readonly span: readonly [number, number];
      readonly repairs: readonly Repair[];
      readonly candidates: number;
    }
  | { readonly status: 'none'; readonly reason: ExtractRefusal };

const classOf: { readonly [Kind in RepairKind]?: RepairClass } = classes;
/** The least severe class first. */
const severity: readonly RepairClass[] = ['lossless', 'guess', 'lossy'];

/** Adds a repair to the log; `at` is an offset into the text being read. */
export function note(log: Repair[], kind: RepairKind, at: number): void {
  log.push({ kind, class: classOf[kind] ?? 'lossless', at });
}

/** True when every repair is allowed. A cut is always allowed, because `complete` reports it. */
export function isAllowed(repairs: readonly Repair[], allow: RepairClass): boolean {
  const worst = severity.indexOf(allow);
  return repairs.every(
    (repair) => repair.kind === 'truncated' || severity.indexOf(repair.class) <= worst,
  );
}

/** Checked options with every default filled in. */
export type Settings = Required<Omit<ExtractOptions, 'keys' | 'accept'>> & {
  readonly keys: readonly string[] | undefined;
  readonly accept: ((value: JsonValue) => number) | undefined;
  /** `keys` or `accept` describe the wanted value. */
  readonly guided: boolean;
};

type Check = readonly [expected: string, isValid: (value: unknown) => boolean];

const limit: Check = [
  'a whole number of at least 1',
  (value) => typeof value === 'number' && value >= 1 && (value === Infinity || value % 1 === 0),
];
const checks: { readonly [Name in keyof Required<ExtractOptions>]: Check } = {
  keys: [
    'an array of strings',
    (value) => Array.isArray(value) && value.every((key) => typeof key === 'string'),
  ],
  accept: ['a function', (value) => typeof value === 'function'],
  root: oneOf('object', 'array', 'any'),
  allow: oneOf(...severity),
  unwrap: ['true or false', (value) => typeof value === 'boolean'],
  maxLength: limit,
  maxDepth: limit,
  maxCandidates: limit,
};

function oneOf(...names: readonly unknown[]): Check {
  return [`one of ${names.join(', ')}`, (value) => names.includes(value)];
}

/** Checks the options; throws `InvalidArgumentError` when they are misused. */
export function readSettings(options: ExtractOptions): Settings {
  const names = 'keys accept root allow unwrap maxLength maxDepth maxCandidates';
  checkOptions(options, names, 'extractJson(raw, options)');
  for (const [name, value] of Object.entries(options)) {
    const [expected, isValid] = checks[name as keyof ExtractOptions]; // `checkOptions` knows them
    if (value !== undefined && !isValid(value)) {
      throw new InvalidArgumentError(
        `extractJson: expected ${name} to be ${expected}, got ${describeValue(value)}; correct it or leave it out`,
      );
    }
  }
  const { root, allow = 'lossy', unwrap = true, accept } = options;
  const { maxLength = 4_000_000, maxDepth = 256, maxCandidates = 64 } = options;
  // An empty list does not describe the wanted object.
  const keys = options.keys?.length ? options.keys : undefined;
  const wanted = root ?? (keys ? 'object' : 'any');
  const guided = keys !== undefined || accept !== undefined;
  return { keys, accept, guided, root: wanted, allow, unwrap, maxLength, maxDepth, maxCandidates };
}
