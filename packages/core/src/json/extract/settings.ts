import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import type { JsonValue } from '../../vocabulary/json-value.ts';
import type { ExtractOptions, RepairClass } from './types.ts';

/** Checked options with every default filled in. */
export interface Settings {
  readonly keys: readonly string[] | undefined;
  readonly accept: ((value: JsonValue) => number) | undefined;
  readonly root: 'object' | 'array' | 'any';
  readonly allow: RepairClass;
  readonly unwrap: boolean;
  readonly maxLength: number;
  readonly maxDepth: number;
  readonly maxCandidates: number;
}

type Check = readonly [expected: string, isValid: (value: unknown) => boolean];

const limit: Check = [
  'a whole number of at least 1',
  (value) => typeof value === 'number' && value >= 1 && (value === Infinity || value % 1 === 0),
];
const checks: ReadonlyMap<string, Check> = new Map<keyof ExtractOptions, Check>([
  [
    'keys',
    [
      'an array of strings',
      (value) => Array.isArray(value) && value.every((key) => typeof key === 'string'),
    ],
  ],
  ['accept', ['a function', (value) => typeof value === 'function']],
  ['root', oneOf('object', 'array', 'any')],
  ['allow', oneOf('lossless', 'guess', 'lossy')],
  ['unwrap', ['true or false', (value) => typeof value === 'boolean']],
  ['maxLength', limit],
  ['maxDepth', limit],
  ['maxCandidates', limit],
]);

function oneOf(...names: readonly string[]): Check {
  return [
    `one of ${names.join(', ')}`,
    (value) => typeof value === 'string' && names.includes(value),
  ];
}

/** Checks the options; throws `InvalidArgumentError` when they are misused. */
export function readSettings(options: ExtractOptions): Settings {
  if (typeof options !== 'object' || options === null)
    throw misuse('options', 'an object', options);
  for (const [name, value] of Object.entries(options)) {
    const check = checks.get(name);
    if (check && value !== undefined && !check[1](value)) throw misuse(name, check[0], value);
  }
  const { root, allow = 'lossy', unwrap = true, accept } = options;
  const { maxLength = 4_000_000, maxDepth = 256, maxCandidates = 64 } = options;
  // An empty list says nothing about the wanted object.
  const keys = options.keys?.length ? options.keys : undefined;
  const wanted = root ?? (keys ? 'object' : 'any');
  return { keys, accept, root: wanted, allow, unwrap, maxLength, maxDepth, maxCandidates };
}

function misuse(name: string, expected: string, got: unknown): InvalidArgumentError {
  const shown = /object|function/.test(typeof got) ? typeof got : JSON.stringify(String(got));
  return new InvalidArgumentError(
    `extractJson: expected ${name} to be ${expected}, got ${shown}; correct it or leave it out`,
  );
}
