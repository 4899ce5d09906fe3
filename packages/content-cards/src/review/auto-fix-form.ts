import {
  getPointer,
  type JsonPatchOperation,
  matchPointer,
  type PatchGuard,
} from '@kanmon/core/json';
import { type FieldIssue, fieldIssue } from '@kanmon/core/kit';
import { cardJson } from '../model/card-hash.ts';
import type { Card } from '../model/card.ts';
import { isRecord, type JsonValue } from '../model/json.ts';
import type { AutoFix } from '../model/review.ts';
import { patchIdSchema } from '../model/text-schema.ts';

const allowedPaths = [
  '/title',
  '/body/**',
  '/table_data/**',
  '/note',
  '/intent',
  '/type_hint',
  '/story/**',
] as const;
const maxOperations = 64;
/** With the tests that are added: one more for each operation at most. */
const maxGuardedOperations = 2 * maxOperations;
const maxDescription = 500;

/** The guard of core's patch: only content can be changed, not the identity of the card. */
export const patchGuard: PatchGuard = { allowedPaths, maxOperations: maxGuardedOperations };

/** Returns the issues in the form of a fix; empty when it may be tried. */
export function checkFix(fix: unknown): readonly FieldIssue[] {
  if (!isRecord(fix)) return [fieldIssue([], 'wrong_type')];
  const { patch_id, description, patch } = fix;
  const issues: FieldIssue[] = [];
  if (!patchIdSchema.safeParse(patch_id).success)
    issues.push(fieldIssue(['patch_id'], 'invalid_format'));
  if (typeof description !== 'string' || description.trim() === '')
    issues.push(fieldIssue(['description'], 'blank'));
  else if (description.length > maxDescription)
    issues.push(fieldIssue(['description'], 'too_long', { limit: maxDescription }));
  if (!Array.isArray(patch)) return [...issues, fieldIssue(['patch'], 'wrong_type')];
  const operations: readonly unknown[] = patch;
  if (operations.length === 0) issues.push(fieldIssue(['patch'], 'too_few', { limit: 1 }));
  if (operations.length > maxGuardedOperations)
    return [...issues, fieldIssue(['patch'], 'too_many', { limit: maxOperations })];
  const changes = operations.filter(
    (operation) => !isRecord(operation) || operation['op'] !== 'test',
  );
  if (changes.length > maxOperations)
    issues.push(fieldIssue(['patch'], 'too_many', { limit: maxOperations }));
  operations.forEach((operation, index) => {
    if (!isRecord(operation)) issues.push(fieldIssue(['patch', index], 'wrong_type'));
    else if (!isAllowedPath(operation['path']))
      issues.push(fieldIssue(['patch', index, 'path'], 'unknown_value'));
    else if ('from' in operation && !isAllowedPath(operation['from']))
      issues.push(fieldIssue(['patch', index, 'from'], 'unknown_value'));
  });
  return issues;
}

function isAllowedPath(path: unknown): boolean {
  if (typeof path !== 'string' || !/^(?:\/(?:[^~/]|~[01])*)+$/u.test(path)) return false;
  return allowedPaths.some((pattern) => matchPointer(pattern, path));
}

/**
 * The fix as it is stored: before anything changes, the old value of every place it touches is
 * tested. Tests that the proposal brings count; the others are made from the card as it is now.
 */
export function withGuardingTests(card: Card, fix: AutoFix): AutoFix {
  return { ...fix, patch: guardedPatch(card, fix) };
}

function guardedPatch(card: Card, { patch }: AutoFix): readonly JsonPatchOperation[] {
  const document = cardJson(card);
  const tested = new Set(patch.flatMap(({ op, path }) => (op === 'test' ? [path] : [])));
  const shifted = new Set<string>();
  const tests: JsonPatchOperation[] = [];
  for (const operation of patch) {
    if (operation.op === 'test') continue;
    for (const path of 'from' in operation ? [operation.from, operation.path] : [operation.path]) {
      const place = placeToTest(document, path, shifted);
      if (place === null || tested.has(place.path)) continue;
      tested.add(place.path);
      tests.push({ op: 'test', path: place.path, value: place.value });
    }
    if (operation.op !== 'replace') shifted.add(parentOf(operation.path));
  }
  return tests.length === 0 ? patch : [...tests, ...patch];
}

/** The place itself while its path still means what it means now; later its whole member. */
function placeToTest(
  document: JsonValue,
  path: string,
  shifted: ReadonlySet<string>,
): { readonly path: string; readonly value: JsonValue } | null {
  // The first token of an allowed path is a member of the card.
  const [, member = ''] = isAllowedPath(path) ? path.split('/', 2) : [];
  const at = shifted.has(parentOf(path)) ? `/${member}` : path;
  for (const place of [at, parentOf(at)]) {
    const found = isAllowedPath(place) ? getPointer(document, place) : { found: false as const };
    if (found.found) return { path: place, value: found.value };
  }
  return null;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
