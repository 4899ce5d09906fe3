import { isJsonObject, type JsonValue } from '../../vocabulary/json-value.ts';
import { isJsonEqual } from '../json-equal.ts';
import { isDeeperThan, readCandidate } from './candidates.ts';
import { chosenByLabel } from './choice.ts';
import { gatherRoots, isNextItem } from './gather.ts';
import { isHalfEcho, isJsonSchema, isShapeEcho, isWantedSchema, roleInCode } from './no-answer.ts';
import { findRunOn, proseOf, readAnnouncement, readInputStatus } from './prose.ts';
import type { Findings, FoundCandidate } from './regions.ts';
import type { TraceEntry } from './state.ts';
import { createSourceText, marks, matchLength } from './text.ts';
import { chainOf, type Nested, unwrap } from './unwrap.ts';
import {
  type ExtractRefusal,
  type ExtractResult,
  isAllowed,
  note,
  type Repair,
  type Settings,
} from './types.ts';

type Span = readonly [number, number];
type Extracted = Extract<ExtractResult, { readonly status: 'ok' }>;

interface Scored {
  readonly found: FoundCandidate;
  readonly nested: Nested;
  readonly complete: boolean;
  readonly prose: number;
  readonly isDoubtful: boolean;
  readonly isUndecided: boolean;
  readonly isInferior: boolean;
  readonly isCorrected: boolean;
  readonly isVersion: boolean;
  readonly isNext: boolean;
  readonly isItem: boolean;
}

/** Data that was found beside the chosen value. Unreadable data has no value. */
interface Rival {
  readonly at: number;
  readonly value: JsonValue | undefined;
}

/** Returns the wanted candidate with its repairs, or the reason for having no value. */
export function chooseCandidate(
  raw: string,
  findings: Findings,
  settings: Settings,
): Extracted | ExtractRefusal {
  const reasons = new Set<ExtractRefusal>();
  let best: Scored | undefined;
  const rivals: Rival[] = findings.unread.map((at) => ({ at, value: undefined }));
  let candidates = 0;
  let isTied = false;
  const findProse = createProseFinder(raw, findings);
  const judgeProse = createJudge(raw, findings);
  const { guided, keys } = settings;
  const answers = findings.candidates.filter(
    ({ value, ellipses, deepest }) =>
      deepest > settings.maxDepth || isWantedSchema(value, keys) || !isShapeEcho(value, ellipses),
  );
  const values = findings.candidates.filter(
    ({ value }) => !isJsonObject(value) || !isJsonSchema(value),
  );
  const runOn = findRunOn(raw, values);
  for (const found of gatherRoots(raw, answers, settings)) {
    const prose = findProse(found);
    const rival: Rival = { at: found.start, value: found.value };
    const judged = judgeProse(found, settings);
    if (!judged) continue;
    if (judged.isOther || found.start >= runOn || (!guided && prose >= 0 && isOneGuess(found))) {
      rivals.push(rival);
      continue;
    }
    candidates += 1;
    const scored = scoreCandidate(found, { ...judged, prose }, settings);
    if (scored !== 'no-match' || !guided) rivals.push(rival);
    if (typeof scored === 'string') {
      reasons.add(scored);
      continue;
    }
    const order = best ? compare(scored, best, settings) : 1;
    isTied = order === 0 || (isTied && order < 0);
    if (order > 0) best = scored;
  }
  if (!best) return refusalsByWeight.find((reason) => reasons.has(reason)) ?? 'no-json';
  const { found } = best;
  const dropped = rivals.filter(({ value }) => !isJsonEqual(value, found.value));
  // "Both are possible, I cannot decide": neither version is the answer.
  const isList = !guided && found.repairs.some(({ kind }) => kind === 'bracket-missing');
  const hasVersions = dropped.some(({ value = null }) => isSameShape(value, found.value));
  if (best.isUndecided && (isList || hasVersions)) return 'no-json';
  const repairs: Repair[] = [];
  for (const { at } of dropped) note(repairs, 'candidate-dropped', at);
  if (best.isDoubtful) note(repairs, 'candidate-doubtful', found.start);
  if (!isAllowed(repairs, settings.allow)) return 'repair-not-allowed';
  return isTied ? 'no-json' : describe(raw, best, { candidates, dropped: repairs }, settings);
}

/** The effect of the text around a value on it. */
interface Judged {
  /** It is data, but not the answer. */
  readonly isOther: boolean;
  /** It may be an example, an argument or part of a refusal. */
  readonly isDoubtful: boolean;
  /** The text declines the request or cannot decide, and does not announce the value as the last version. */
  readonly isUndecided: boolean;
  /** Another value is preferred. */
  readonly isInferior: boolean;
  /** It is announced as a correction or as the last version. */
  readonly isCorrected: boolean;
  /** The text before it names a version, an example or a format. */
  readonly isVersion: boolean;
  /** Only separators and tags are between it and the value before it. */
  readonly isNext: boolean;
  /** It is the next one of several that have headings with numbers. */
  readonly isItem: boolean;
}

/** The number of signs with which a value is not the answer. */
const mostDoubt = 3;
/** Creates the judge for one text, which reads the code and the prose around a value. It returns undefined for code that makes a value. */
function createJudge(
  raw: string,
  { candidates, visible }: Findings,
): (found: FoundCandidate, settings: Settings) => Judged | undefined {
  const places: Span[] = candidates.map(({ start, end }) => [start, end]);
  let status: ReturnType<typeof readInputStatus> | undefined;
  const chosen = places[chosenByLabel(raw, places)];
  return (found, { guided, keys }) => {
    const code = roleInCode(raw, found);
    if (code === 'built') return undefined;
    const { start, end } = found;
    const previous = candidates.findLast((one) => one.end <= start);
    const from = previous?.end ?? 0;
    const to = places.find((place) => place[0] >= end)?.[0] ?? raw.length;
    const { doubt, ...said } = readAnnouncement(raw, start, end, from, to);
    // `rows = []` and "an empty list []" are no answers.
    if (guided && found.members === 0 && (code === 'literal' || said.isInline)) return undefined;
    status ??= readInputStatus(proseOf(raw, visible, places));
    const { isRefused, isRequested, isSorry } = status;
    const isEcho =
      (said.isFormat || isRequested) &&
      !isWantedSchema(found.value, keys) &&
      isHalfEcho(found.value, found.ellipses);
    if (isEcho) return undefined;
    const sum = doubt > 0 ? doubt + status.doubt : 0;
    const isOther =
      (code === 'literal' && (!guided || status.doubt > 0)) ||
      sum >= mostDoubt ||
      said.isRetracted ||
      (said.isOffered && isRequested) ||
      (!guided && (said.isInput || (isRefused && isRequested))) ||
      (!guided && isSorry && isJsonObject(found.value) && Object.hasOwn(found.value, 'error')) ||
      (said.isInline && (isRefused || status.doubt >= mostDoubt)) ||
      (said.isInline && !guided && (doubt > 0 || found.members === 0));
    const isDoubtful = code === 'literal' || isRefused || sum > 1;
    const isUndecided = status.isUndecided && !said.isCorrected;
    const isNext = from > 0 && matchLength(marks, raw.slice(from, start), 0) === start - from;
    const isItem = previous !== undefined && !said.isVersion && isNextItem(raw, previous, found);
    const isInferior = chosen === undefined ? said.isInferior : chosen[0] !== start;
    return { ...said, isInferior, isOther, isDoubtful, isUndecided, isNext, isItem };
  };
}

/** True for one member that was guessed, which does not count in prose unless it is wanted. */
function isOneGuess({ members, repairs, end }: FoundCandidate): boolean {
  return members < 2 && repairs.some((repair) => repair.class === 'guess' && repair.at < end);
}

function scoreCandidate(
  found: FoundCandidate,
  around: Judged & Pick<Scored, 'prose'>,
  settings: Settings,
): Scored | ExtractRefusal {
  if (found.deepest > settings.maxDepth) return 'too-deep';
  const nested = unwrap(found.value, settings);
  if (nested.score === 0 || isOtherData(found, nested, around, settings)) return 'no-match';
  const held = chainOf(nested).flatMap((one) => one.held ?? []);
  if (held.length > 0 && isDeeperThan(nested.value, settings.maxDepth)) return 'too-deep';
  if (
    !isAllowed(
      [...found.surroundings, ...found.repairs, ...repairsInStrings(nested)],
      settings.allow,
    )
  ) {
    return 'repair-not-allowed';
  }
  return { found, nested, complete: [found, ...held].every((one) => one.complete), ...around };
}

/** True for a whole value in prose that lacks most of the keys: it repeats the input. An empty list may be the answer. */
function isOtherData(
  { complete, members }: FoundCandidate,
  { score }: Nested,
  { prose }: Pick<Scored, 'prose'>,
  { keys = [], accept }: Settings,
): boolean {
  return !accept && prose >= 0 && complete && members > 0 && score * 2 < keys.length;
}

/** The reasons for having no value, the most telling one first. */
const refusalsByWeight: readonly ExtractRefusal[] = ['repair-not-allowed', 'too-deep', 'no-match'];

/**
 * Returns a positive number when the later candidate wins, and 0 when nothing decides. A value announced as the answer
 * wins against an example or a draft, then the better score, then the later one, unless only the earlier one is
 * complete. Other values of one shape are versions, which the text must announce. Different calls side by side tie.
 */
function compare(later: Scored, earlier: Scored, { guided }: Settings): number {
  const [left, right] = [earlier.nested.score, later.nested.score];
  if (later.isInferior !== earlier.isInferior) return earlier.isInferior ? 1 : -1;
  if (left !== right) return right - left;
  const values = [earlier.found.value, later.found.value] as const;
  if (!guided) {
    if (isMarked(earlier) !== isMarked(later)) return isMarked(later) ? 1 : -1;
    const ratio = lengthOf(later) / lengthOf(earlier);
    // A list and an object of about the same length.
    if (ratio < 3 && ratio > 0.3 && isJsonObject(values[0]) !== isJsonObject(values[1])) return 0;
    if (!isSameShape(...values)) return ratio - 1 || 1;
  }
  if (later.complete !== earlier.complete) {
    // A correction wins although it is cut.
    const isCorrection = later.isCorrected && !earlier.isCorrected && later.found.members > 0;
    return later.complete || isCorrection ? 1 : -1;
  }
  if (later.isItem || (later.isNext && isCall(later) && isCall(earlier)))
    return isJsonEqual(...values) ? -1 : 0;
  return guided || later.isVersion || earlier.isVersion || isJsonEqual(...values) ? 1 : 0;
}

/** True for a value inside an envelope with other members, such as the arguments of a call. */
function isCall({ nested: { parent } }: Scored): boolean {
  return Object.keys(parent?.value ?? {}).length > 1;
}

/** True for two objects that share most of their keys: the later one replaces the earlier one. */
function isSameShape(left: JsonValue, right: JsonValue): boolean {
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left);
  const shared = keys.filter((key) => Object.hasOwn(right, key)).length;
  return shared * 2 > Math.max(keys.length, Object.keys(right).length);
}

/** True for a value in a fence that is marked as JSON, or as a language with such literals. */
function isMarked({ found }: Scored): boolean {
  return /^(?:js|javascript|ts|typescript|py)/i.test(found.unit.fence ?? '');
}

function lengthOf({ found }: Scored): number {
  return found.end - found.start;
}

/** A character that JSON does not allow around a value. */
const outsideJson = /[^ \t\r\n]/;

function describe(
  raw: string,
  { found, nested, complete, prose }: Scored,
  { candidates, dropped }: { readonly candidates: number; readonly dropped: readonly Repair[] },
  settings: Settings,
): Extracted {
  const repairs: Repair[] = [...found.surroundings, ...found.repairs, ...dropped];
  if (prose >= 0) note(repairs, 'prose-removed', prose);
  const span = nested.parent ? locate(raw, found, nested, repairs, settings) : spanOf(found);
  // Marks around the value, such as a tag without a name, are not prose, but JSON does not allow them.
  const { start, end } = found;
  if (repairs.length === 0) {
    const outside = raw.trim().length > end - start ? 'prose-removed' : 'invisible-space';
    for (const [from, to] of [
      [0, start],
      [end, raw.length],
    ] as const) {
      const at = raw.slice(from, to).search(outsideJson);
      if (at >= 0) note(repairs, outside, from + at);
    }
  }
  return {
    status: 'ok',
    value: nested.value,
    complete,
    span,
    repairs: repairs.toSorted((left, right) => left.at - right.at),
    candidates,
  };
}

/**
 * Returns the place of a value inside a candidate, and notes how it was opened. It reads the candidate
 * again, because a trace of every value of every text would cost more than the few texts with an envelope.
 */
function locate(
  raw: string,
  found: FoundCandidate,
  nested: Nested,
  repairs: Repair[],
  { keys: rootKeys }: Settings,
): Span {
  const again = readCandidate(createSourceText(raw), found.start, { rootKeys, trace: true });
  const trace = 'value' in again ? again.trace : [];
  let container: unknown = 'value' in again ? again.value : null;
  let span = spanOf(found);
  const [, ...opened] = chainOf(nested);
  for (const { key, held } of opened) {
    note(repairs, 'unwrapped', span[0]);
    // A value in a string has no place, so the string stays its place.
    const place = trace.findLast(
      (entry) => entry.container === container && String(entry.key) === key,
    );
    if (place) span = spanOf(place);
    if (held) note(repairs, 'string-decoded', span[0]);
    container = Reflect.get(Object(container), key);
  }
  for (const { kind } of repairsInStrings(nested)) note(repairs, kind, span[0]);
  return span;
}

function spanOf({ start, end }: TraceEntry | FoundCandidate): Span {
  return [start, end];
}

/** Returns the repairs inside all decoded strings on the way to a value. */
function repairsInStrings(nested: Nested): readonly Repair[] {
  return chainOf(nested).flatMap(({ held }) => held?.repairs ?? []);
}

/** Returns the offset of the first prose around a candidate, or -1. */
type ProseFinder = (candidate: FoundCandidate) => number;

/** Creates the finder for one text. It reads the start of each visible region once, for all candidates. */
function createProseFinder(raw: string, { visible }: Findings): ProseFinder {
  const skipMarks = (from: number, to: number): number => {
    const text = raw.slice(from, to);
    return from + matchLength(marks, text, 0);
  };
  const regions = visible.map(([from, to]) => ({ from, to, prose: skipMarks(from, to) }));
  return ({ end, assigned }) => {
    for (const { from, to, prose } of regions) {
      if (prose < Math.min(to, assigned)) return prose;
      if (to <= end) continue;
      const after = from < end ? skipMarks(end, to) : prose;
      if (after < to) return after;
    }
    return -1;
  };
}
