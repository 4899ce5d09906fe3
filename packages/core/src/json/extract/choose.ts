import { readCandidate } from './candidate.ts';
import type { TraceEntry } from './parser-state.ts';
import { createProseFinder } from './prose.ts';
import type { Findings, FoundCandidate } from './regions.ts';
import { isAllowed, note } from './repair-log.ts';
import type { Settings } from './settings.ts';
import { createSourceText } from './source-text.ts';
import type { ExtractRefusal, ExtractResult, Repair } from './types.ts';
import { type Nested, repairsInStrings, unwrap } from './unwrap.ts';
import { isDeeperThan, isShapeEcho } from './value-shape.ts';

type Span = readonly [number, number];
type Extracted = Extract<ExtractResult, { readonly status: 'ok' }>;

interface Scored {
  readonly found: FoundCandidate;
  readonly nested: Nested;
  readonly complete: boolean;
  readonly prose: number;
}

/** The wanted candidate with its repairs, or why there is none. */
export function chooseCandidate(
  raw: string,
  findings: Findings,
  settings: Settings,
): Extracted | ExtractRefusal {
  let reason: ExtractRefusal = 'no-json';
  let best: Scored | undefined;
  let candidates = 0;
  const findProse = createProseFinder(raw, findings);
  for (const found of findings.candidates) {
    if (found.deepest <= settings.maxDepth && isShapeEcho(found.value, found.ellipses)) continue;
    const prose = findProse(found);
    if (prose >= 0 && isNothing(found, settings)) continue;
    candidates += 1;
    const scored = scoreCandidate(found, prose, settings);
    if (typeof scored === 'string') reason = worse(reason, scored);
    else if (!best || isBetter(scored, best, settings)) best = scored;
  }
  return best ? describe(raw, best, candidates, settings) : reason;
}

/** In prose these say nothing: a bracket that was never closed, words in brackets, one guess. */
function isNothing(found: FoundCandidate, settings: Settings): boolean {
  if (found.bare || (!found.complete && found.members === 0)) return true;
  return (
    !settings.keys &&
    !settings.accept &&
    found.members < 2 &&
    found.repairs.some((repair) => repair.class === 'guess')
  );
}

function scoreCandidate(
  found: FoundCandidate,
  prose: number,
  settings: Settings,
): Scored | ExtractRefusal {
  if (found.deepest > settings.maxDepth) return 'too-deep';
  const nested = unwrap(found.value, settings);
  if (nested.score === 0) return 'no-match';
  if (nested.decoded && isDeeperThan(nested.value, settings.maxDepth)) return 'too-deep';
  if (!isAllowed([...found.repairs, ...repairsInStrings(nested)], settings.allow)) {
    return 'repair-not-allowed';
  }
  return { found, nested, complete: found.complete && nested.complete, prose };
}

const refusalsByWeight: readonly ExtractRefusal[] = [
  'no-json',
  'no-match',
  'too-deep',
  'repair-not-allowed',
];

function worse(left: ExtractRefusal, right: ExtractRefusal): ExtractRefusal {
  return refusalsByWeight.indexOf(left) > refusalsByWeight.indexOf(right) ? left : right;
}

/** A later candidate wins unless the earlier one is better by what counts more. */
function isBetter(later: Scored, earlier: Scored, settings: Settings): boolean {
  if (!settings.keys && !settings.accept) return lengthOf(later) >= lengthOf(earlier);
  if (later.nested.score !== earlier.nested.score) return later.nested.score > earlier.nested.score;
  return later.complete || !earlier.complete;
}

function lengthOf({ found }: Scored): number {
  return found.end - found.start;
}

function describe(
  raw: string,
  { found, nested, complete, prose }: Scored,
  candidates: number,
  settings: Settings,
): Extracted {
  const repairs: Repair[] = [...found.surroundings, ...found.repairs];
  if (prose >= 0) note(repairs, 'prose-removed', prose);
  let span: Span = [found.start, found.end];
  if (nested.openings.length > 0) {
    const spans = locate(raw, found, nested.path, settings);
    span = spans.at(-1) ?? span;
    for (const { kind, depth } of nested.openings) note(repairs, kind, (spans[depth] ?? span)[0]);
    for (const { kind } of repairsInStrings(nested)) note(repairs, kind, span[0]);
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
 * The places of the values along `path`, the candidate first. Reads the candidate once more, because
 * tracing every value of every text would cost more than the few texts with an envelope do.
 */
function locate(
  raw: string,
  found: FoundCandidate,
  path: readonly (string | number)[],
  settings: Settings,
): readonly Span[] {
  const again = readCandidate(createSourceText(raw), found.start, {
    rootKeys: settings.keys,
    decode: settings.unwrap,
    trace: true,
  });
  const trace = typeof again === 'object' ? again.trace : [];
  const spans: Span[] = [[found.start, found.end]];
  for (const key of path) {
    const around = spans[spans.length - 1] ?? [0, 0];
    const place = trace.findLast(
      (entry) => entry.depth === spans.length && entry.key === key && isWithin(entry, around),
    );
    spans.push(place ? [place.start, place.end] : around);
  }
  return spans;
}

function isWithin(entry: TraceEntry, [start, end]: Span): boolean {
  return entry.start >= start && entry.end <= end;
}
