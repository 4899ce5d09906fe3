import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import type { JsonValue } from '../../vocabulary/json-value.ts';
import type { ExtractOptions, RepairClass } from './types.ts';

/** Checked options with every default filled in. */
export interface Settings {
  readonly keys: ReadonlySet<string> | undefined;
  readonly accept: ((value: JsonValue) => number) | undefined;
  readonly root: 'object' | 'array' | 'any';
  readonly allow: RepairClass;
  readonly unwrap: boolean;
  readonly maxLength: number;
  readonly maxDepth: number;
  readonly maxCandidates: number;
}

const roots = ['object', 'array', 'any'] as const;
const classes = ['lossless', 'guess', 'lossy'] as const;

/** Checks the options; throws `InvalidArgumentError` when they are misused. */
export function readSettings(options: ExtractOptions): Settings {
  if (typeof options !== 'object' || options === null) {
    throw misuse('options', 'an object', options);
  }
  const keys = readKeys(options.keys);
  if (options.accept !== undefined && typeof options.accept !== 'function') {
    throw misuse('accept', 'a function', options.accept);
  }
  return {
    keys,
    accept: options.accept,
    root: oneOf('root', roots, options.root) ?? (keys ? 'object' : 'any'),
    allow: oneOf('allow', classes, options.allow) ?? 'lossy',
    unwrap: readFlag('unwrap', options.unwrap) ?? true,
    maxLength: readLimit('maxLength', options.maxLength) ?? 4_000_000,
    maxDepth: readLimit('maxDepth', options.maxDepth) ?? 256,
    maxCandidates: readLimit('maxCandidates', options.maxCandidates) ?? 64,
  };
}

/** No keys at all say nothing about the wanted object. */
function readKeys(keys: unknown): ReadonlySet<string> | undefined {
  if (keys === undefined) return undefined;
  if (!Array.isArray(keys)) throw misuse('keys', 'an array of strings', keys);
  const names = new Set<string>();
  for (const key of keys as readonly unknown[]) {
    if (typeof key !== 'string') throw misuse('keys', 'an array of strings', key);
    names.add(key);
  }
  return names.size > 0 ? names : undefined;
}

function oneOf<T extends string>(
  name: string,
  allowed: readonly T[],
  value: unknown,
): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw misuse(name, `one of ${allowed.join(', ')}`, value);
  return found;
}

function readFlag(name: string, value: unknown): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  throw misuse(name, 'true or false', value);
}

function readLimit(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= 1 && (Number.isInteger(value) || value === Infinity)) {
    return value;
  }
  throw misuse(name, 'a whole number of at least 1', value);
}

function misuse(name: string, expected: string, got: unknown): InvalidArgumentError {
  const shown = typeof got === 'string' ? JSON.stringify(got) : String(got);
  return new InvalidArgumentError(
    `extractJson: expected ${name} to be ${expected}, got ${shown}; correct the option or leave it out`,
  );
}
