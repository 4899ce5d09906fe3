import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import { checkOptions } from '../../vocabulary/check-options.ts';
import { describeValue } from '../../vocabulary/describe-value.ts';
import { matchTokens, parsePattern, type PointerPattern } from '../pointer.ts';
import type { JsonPatchOperation, PatchGuard } from './types.ts';

/** Defaults: far more than a correction of a document needs, little enough to work off at once. */
const defaults = { maxOperations: 256, maxDepth: 32, maxSize: 1_000_000 } as const;

/** A guard in the form in which it is asked: checked once, patterns parsed once per patch. */
export interface ParsedGuard {
  readonly maxOperations: number;
  readonly maxDepth: number;
  readonly maxSize: number;
  /** Null: everywhere. */
  readonly allowedPaths: readonly PointerPattern[] | null;
  /** Null: all of them. */
  readonly allowedOperations: readonly JsonPatchOperation['op'][] | null;
  /** False for an inverse that was made here: it may put back what the document held. */
  readonly refusesPoisonedKeys: boolean;
}

/** Throws `InvalidArgumentError` for limits that are no whole numbers, and for lists and patterns of bad form. */
export function parseGuard(guard: PatchGuard, isOwnInverse: boolean): ParsedGuard {
  const names = 'allowedPaths allowedOperations maxOperations maxDepth maxSize';
  checkOptions(guard, names, 'applyPatch(document, patch, guard)');
  const limit = (name: keyof typeof defaults): number => {
    const { [name]: given = isOwnInverse ? Number.MAX_SAFE_INTEGER : defaults[name] } = guard;
    return checkLimit(name, given);
  };
  return {
    maxOperations: limit('maxOperations'),
    maxDepth: limit('maxDepth'),
    maxSize: limit('maxSize'),
    allowedPaths: checkList('allowedPaths', guard.allowedPaths)?.map(parsePattern) ?? null,
    allowedOperations: checkList('allowedOperations', guard.allowedOperations) ?? null,
    refusesPoisonedKeys: !isOwnInverse,
  };
}

/** True when the allow-list names the place; the same rule as `matchPointer`. */
export function isAllowedPlace(guard: ParsedGuard, place: readonly string[]): boolean {
  return guard.allowedPaths?.some((pattern) => matchTokens(pattern, place)) ?? true;
}

function checkList<List>(name: string, list: List): List {
  if (list === undefined || Array.isArray(list)) return list;
  throw new InvalidArgumentError(
    `expected guard.${name} to be a list, got ${describeValue(list)}; leave it out for the default`,
  );
}

function checkLimit(name: string, limit: number): number {
  if (Number.isSafeInteger(limit) && limit >= 0) return limit;
  throw new InvalidArgumentError(
    `expected guard.${name} to be a whole number of at least 0, got ${describeValue(limit)}; leave it out for the default`,
  );
}
