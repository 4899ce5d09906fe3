import { formatPointer, getPointer, parsePointer } from '../../json/pointer.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import { isJsonArray, type JsonPointer, type JsonValue } from '../../vocabulary/json-value.ts';
import type { RepairScope } from '../compile-gate.ts';

const below = '/**';
const newElement = '/-';

/**
 * Patterns of the places a patch may write to repair the findings, minimal and sorted. Null where
 * no pattern can name it: the pattern of a member named `*` would open its siblings too.
 */
export function editablePlaces(
  findings: readonly Finding[],
  value: JsonValue,
  repairOf: (finding: Finding) => RepairScope,
): readonly string[] | null {
  const patterns = new Set<string>();
  for (const finding of findings) {
    const tokens = parsePointer(finding.path);
    if (tokens.includes('*') || tokens.includes('**')) return null;
    for (const pattern of patternsOf(tokens, value, repairOf(finding))) patterns.add(pattern);
  }
  return [...patterns].filter((pattern) => !isCovered(pattern, patterns)).toSorted();
}

/** The place that a pattern of `editablePlaces` starts from. */
export function placeOfPattern(pattern: string): JsonPointer {
  if (pattern.endsWith(below)) return pattern.slice(0, -below.length);
  return pattern.endsWith(newElement) ? pattern.slice(0, -newElement.length) : pattern;
}

/** Characters of minified JSON that the patterns open to change. New elements change nothing. */
export function openedLength(patterns: readonly string[], value: JsonValue): number {
  let length = 0;
  for (const pattern of patterns) {
    const found = pattern.endsWith(below) ? getPointer(value, placeOfPattern(pattern)) : null;
    if (found?.found === true) length += JSON.stringify(found.value).length;
  }
  return length;
}

function patternsOf(
  tokens: readonly string[],
  value: JsonValue,
  scope: RepairScope,
): readonly string[] {
  const place = formatPointer(tokens);
  if (scope === 'append') return [place, place + newElement];
  const enclosing = scope === 'parent' ? enclosingElement(tokens, value) : [];
  return [place + below, ...enclosing];
}

/** The nearest array element strictly above a place. */
function enclosingElement(tokens: readonly string[], value: JsonValue): readonly string[] {
  for (let length = tokens.length - 2; length >= 0; length -= 1) {
    const found = getPointer(value, formatPointer(tokens.slice(0, length)));
    if (found.found && isJsonArray(found.value)) {
      return [formatPointer(tokens.slice(0, length + 1)) + below];
    }
  }
  return [];
}

/** Returns true when a pattern further up, or the subtree of the place itself, opens it. */
function isCovered(pattern: string, patterns: ReadonlySet<string>): boolean {
  const isSubtree = pattern.endsWith(below);
  const tokens = parsePointer(isSubtree ? placeOfPattern(pattern) : pattern);
  const last = isSubtree ? tokens.length - 1 : tokens.length;
  for (let length = 0; length <= last; length += 1) {
    if (patterns.has(formatPointer(tokens.slice(0, length)) + below)) return true;
  }
  return false;
}
