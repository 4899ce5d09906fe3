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
  // `/a/**` opens `/a`, `/a/-` and `/a/b/**` too.
  const isCovered = (pattern: string): boolean =>
    [...patterns].some(
      (other) =>
        other !== pattern && other.endsWith(below) && `${pattern}/`.startsWith(other.slice(0, -2)),
    );
  return [...patterns].filter((pattern) => !isCovered(pattern)).toSorted();
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
