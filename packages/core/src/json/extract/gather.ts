import { isJsonArray, isJsonObject } from '../../vocabulary/json-value.ts';
import { isJsonEqual } from '../json-equal.ts';
import { announcesVersion } from './prose.ts';
import type { FoundCandidate } from './regions.ts';
import { marks, matchLength, part } from './text.ts';
import { note, type Repair, type Settings } from './types.ts';

/** A comment, the mark or the number of an element, or a heading or label with one: `2.`, `- `, `Item 3:`, `二件目：`. */
const numberedLabel =
  /(?:(?:\/\*[^*]{0,200}\*\/\s*|\/\/[^\n]{0,200}\n\s*)+|#{1,6} [^\n]{0,60}|\*\*[^*\n]{1,60}\*\*[:：]?|[-*+•・]|[(（[*]{0,2}(?:\p{L}{1,16}[ \t]){0,2}(?:\p{L}{1,12})?[#＃]?[\d０-９一二三四五六七八九十]{1,3}(?:[件番つ個人]目)?[)）\]*.、]{0,3}[ \t]*[:：]?)?\s*/uy;
/** Most text between two parts of a list, and between two elements. */
const longestPartGap = 100;
const longestGap = 400;

/**
 * Returns the candidates, where objects of one shape with only separators between them are one list
 * whose brackets are missing. It does so where a list may be wanted: with `root: 'array'`, or when
 * nothing describes the wanted value.
 */
export function gatherRoots(
  raw: string,
  candidates: readonly FoundCandidate[],
  { keys, accept, root }: Settings,
): readonly FoundCandidate[] {
  const mayBeList = !accept && (root === 'array' || (root === 'any' && !keys));
  if (!mayBeList || candidates.length < 2) return candidates;
  const groups: [FoundCandidate, ...FoundCandidate[]][] = [];
  for (const candidate of candidates) {
    const last = groups.at(-1);
    const previous = last?.at(-1);
    const isItem = root === 'array' && previous && isNextItem(raw, previous, candidate);
    if (last && previous && (isItem || isNext(raw, previous, candidate))) last.push(candidate);
    else groups.push([candidate]);
  }
  return groups.map((group) => joinGroup(group));
}

function isNext(raw: string, previous: FoundCandidate, next: FoundCandidate): boolean {
  const left = previous.value;
  const right = next.value;
  const isNear = next.start - previous.end < longestGap;
  if (!isNear || !previous.complete) return false;
  const gap = raw.slice(previous.end, next.start);
  if (isJsonArray(left) && isJsonArray(right))
    return gap.length < longestPartGap && part.test(gap) && !announcesVersion(gap);
  if (!isBetween(gap) || exampleLabel.test(raw.slice(0, previous.start).slice(-nearLabel)))
    return false;
  // The same answer again, in a fence and without one.
  if (previous.unit.fence !== next.unit.fence && isJsonEqual(left, right)) return false;
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  // The list is cut before the first member of its next element.
  if (!next.complete && next.members === 0) return true;
  const shared = Object.keys(left).some((key) => Object.hasOwn(right, key));
  return shared || (previous.members === 0 && next.members === 0);
}

/** `### 出力例`, `Example:`: the value below it is no element. */
const exampleLabel = /(?:例|\bexample|\bsample)[^\p{L}\n]{0,8}\n?\s{0,4}$/iu;
const nearLabel = 40;

/** A heading with a number, or the number of a list: `### Review 2`, `2. **Second**`. */
const itemHeading = /^[ \t]*(?:(?:#{1,6} |\*\*)[^\n]{0,60}[\d０-９]|[\d０-９]{1,3}[.)．、])/m;
/** A version of one element, and not the next element. */
const version = /\b(?:attempt|version|draft|option|try|revision|v)\b|案|版|候補|試み/i;

/** True for an object in a separate fence below the heading of the next item, with the same keys. */
export function isNextItem(raw: string, previous: FoundCandidate, next: FoundCandidate): boolean {
  const gap = raw.slice(previous.end, next.start);
  if (gap.length > longestGap || previous.unit.fence === undefined) return false;
  if (!previous.complete || !isJsonObject(previous.value) || !isJsonObject(next.value))
    return false;
  const isSame = Object.keys(previous.value).join() === Object.keys(next.value).join();
  return isSame && itemHeading.test(gap) && !version.test(gap) && !announcesVersion(gap);
}

/** True for separators, around a numbered label at most that names no other version of the same element. */
function isBetween(gap: string): boolean {
  if (announcesVersion(gap)) return false;
  const patterns = [marks, numberedLabel, marks];
  const end = patterns.reduce((at, pattern) => at + matchLength(pattern, gap, at), 0);
  return end === gap.length;
}

function joinGroup(group: readonly [FoundCandidate, ...FoundCandidate[]]): FoundCandidate {
  const [first, ...rest] = group;
  const last = rest.at(-1);
  if (!last) return first;
  const repairs: Repair[] = [];
  note(repairs, 'bracket-missing', first.start);
  return {
    ...first,
    value: group.flatMap(({ value, complete, members }) => (complete || members > 0 ? value : [])),
    end: last.end,
    complete: last.complete,
    repairs: [...repairs, ...group.flatMap((candidate) => candidate.repairs)],
    deepest: Math.max(...group.map(({ deepest }) => deepest)) + 1,
    members: group.length,
  };
}
