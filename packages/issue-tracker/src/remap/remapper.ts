import { type Embedder, InvalidArgumentError } from '@kanmon/core';
import { checkArgument, checkOptions } from '@kanmon/core/kit';
import { createStepMeter, type StepMeter } from '../diff/step-meter.ts';
import { InvalidRangeError } from '../errors/errors.ts';
import { sortedDice } from '../text/grams.ts';
import { assertRange, isInside, isRangeOf, type Span, splitsPair } from '../text/text-range.ts';
import { type Anchor, anchorHashes, type AnchorHashes, defaultContextChars } from './anchor.ts';
import { confidence } from './confidence-table.ts';
import { createPlacer, type Placer } from './placer.ts';
import { conclude, type SearchAnswer, type SearchKind } from './search-answer.ts';
import { placeSemantically } from './semantic.ts';
import {
  allowedStrategies,
  type Attempt,
  type Remap,
  strategies as allStrategies,
  type StrategyName,
} from './types.ts';

/** Options of `createRemapper`. */
export interface RemapOptions {
  /** The allowed strategies; the order of trying is fixed. `diff3` is another name of `diff`. @default all */
  readonly strategies?: readonly StrategyName[];
  /** Work after which every further place is `lost` with attempt `skipped`. @default 50_000_000 */
  readonly maxSteps?: number;
  /** The salt of the anchors. */
  readonly salt?: string;
}

/** Follows places from one text to the next. Pure: same texts, anchors and options, same answers. */
export interface Remapper {
  remap(anchor: Anchor): Remap;
  /** Equal to `remap` of each anchor, but scans the text once for all. */
  remapAll(anchors: readonly Anchor[]): Remap[];
  /** As `remapAll`, and what stays lost is compared by meaning; an embedder that fails is a `skipped` attempt. */
  remapSemantic(
    anchors: readonly Anchor[],
    options: { readonly embedder: Embedder; readonly signal?: AbortSignal },
  ): Promise<Remap[]>;
  readonly stats: { readonly steps: number; readonly equalChars: number; readonly capped: boolean };
}

const defaultMaxSteps = 50_000_000;

/**
 * Creates a remapper from the text of the anchors to a later one. The two may differ in their line ends. Without
 * the old text (`null`), or for an anchor of another text, places are found by hash alone, character for character.
 */
export function createRemapper(
  oldText: string | null,
  newText: string,
  options: RemapOptions = {},
): Remapper {
  checkOptions(options, 'strategies maxSteps salt', 'createRemapper(oldText, newText, options)');
  const { strategies = allStrategies, maxSteps = defaultMaxSteps, salt = '' } = options;
  if (oldText !== null)
    checkArgument('oldText of createRemapper (null if it is lost)', 'a text', oldText);
  checkArgument('newText of createRemapper', 'a text', newText);
  if (!(maxSteps > 0)) {
    throw new InvalidArgumentError(
      `expected maxSteps above 0, got ${maxSteps}; leave it out for ${defaultMaxSteps}`,
    );
  }
  const allowed = allowedStrategies(strategies);
  const meter = createStepMeter(maxSteps);
  const hashes = anchorHashes(salt);
  const placer = oldText === null ? null : createPlacer(oldText, newText, { allowed, meter });
  const hashSearch = createHashSearch(newText, hashes, meter);

  /** Compares by rolling hash, which detects a wrong old text without hashing each slice by SHA-256. */
  const sourceOf = (anchor: Anchor): Placer | null => {
    if (oldText === null || placer === null || !isRangeOf(oldText, anchor.range)) return null;
    const { start, end } = anchor.range;
    return hashes.rolling.of(oldText, start, end) === anchor.roll32 ? placer : null;
  };

  const remap = (anchor: Anchor): Remap => {
    checkAnchor(anchor);
    const source = sourceOf(anchor);
    if (source !== null) return source.place(anchor.range);
    const attempts: Attempt[] = [];
    const lost: Remap = { status: 'lost', reason: 'no_source', attempts };
    if (!allowed.has('exact_match')) return lost;
    const before = meter.steps;
    const answer = hashSearch.find(anchor);
    const steps = meter.steps - before;
    return conclude(hashSearchKind, answer, anchor.range.start, attempts, steps) ?? lost;
  };

  const remapAll = (anchors: readonly Anchor[]): Remap[] => {
    checkArgument('anchors', 'a list', anchors);
    for (const anchor of anchors) checkAnchor(anchor);
    if (allowed.has('exact_match')) {
      hashSearch.prepare(anchors.filter((anchor) => sourceOf(anchor) === null));
    }
    return anchors.map(remap);
  };

  return {
    remap,
    remapAll,
    async remapSemantic(anchors, semanticOptions) {
      const where = 'remapSemantic(anchors, options)';
      checkOptions(semanticOptions, 'embedder signal', where);
      const remaps = remapAll(anchors);
      if (oldText === null || placer === null || !allowed.has('semantic_search')) return remaps;
      return placeSemantically(
        { oldText, newText, gaps: placer.gaps },
        anchors,
        remaps,
        semanticOptions,
      );
    },
    get stats() {
      const { equalChars, capped } = placer ?? { equalChars: 0, capped: false };
      return { steps: meter.steps, equalChars, capped };
    },
  };
}

const hashSearchKind: SearchKind = {
  method: 'exact_match',
  moved: false,
  sure: () => confidence.hashOnly,
  unsure: (_similarity, places) => 1 / Math.max(2, places),
};

const manualSearch: SearchKind = {
  ...hashSearchKind,
  method: 'manual_confirmation',
  sure: () => confidence.manual,
};

/**
 * Returns the remap after a person has shown the place. `by` must name that person; it belongs into the
 * event's actor, not into the remap. `salt` is the one the anchor was made with: without it an unchanged
 * slice cannot be recognised.
 *
 * @throws {InvalidRangeError} The range is not a range of the text.
 */
export function confirmAlignment(
  anchor: Anchor,
  text: string,
  range: Span,
  by: string,
  options: Pick<RemapOptions, 'salt'> = {},
): Remap {
  checkOptions(options, 'salt', 'confirmAlignment(anchor, text, range, by, options)');
  const { salt = '' } = options;
  checkAnchor(anchor);
  checkArgument('by of confirmAlignment', 'a text', by);
  if (by.trim() === '') {
    throw new InvalidArgumentError(
      'expected who confirmed the place, got an empty name; pass an id',
    );
  }
  assertRange(text, range);
  const similarity = anchorSimilarity(anchor, text.slice(range.start, range.end), salt);
  const place = { span: range, similarity };
  // A hit always gives a remap.
  return conclude(manualSearch, { kind: 'hit', place }, anchor.range.start, []) as Remap;
}

function checkAnchor(anchor: Anchor): void {
  checkArgument('an anchor', 'an object', anchor);
  checkArgument('the range of an anchor of createAnchor', 'an object', anchor.range);
  const { start, end } = anchor.range;
  if (isInside({ length: Infinity }, anchor.range)) return;
  throw new InvalidRangeError(
    `expected the range of an anchor in whole UTF-16 units, got ${start} to ${end}; make it with createAnchor`,
  );
}

/** Only lengths and the checksum of the old slice are known here. */
function anchorSimilarity(anchor: Anchor, slice: string, salt: string): number {
  if (anchorHashes(salt).checksum(slice) === anchor.checksum) return 1;
  const longer = Math.max(anchor.length, slice.length);
  return longer === 0 ? 1 : (Math.min(anchor.length, slice.length) / longer) * 0.5;
}

/** Shorter slices occur in many places by chance, so their context must fit too. */
const shortLength = 12;
const minShortContext = 0.3;
const minContextLead = 0.2;
const maxHits = 256;

/** Creates a search over one text by hash alone, for when its old version is gone. Results of scans are kept. */
function createHashSearch(text: string, hashes: AnchorHashes, meter: StepMeter) {
  /** Starts of windows by length and hash. A hash that was looked for and not found has no starts. */
  const found = new Map<number, Map<number, number[]>>();

  /** Scans for many anchors at once: one pass over the text for each distinct length. */
  const prepare = (anchors: readonly Anchor[]): void => {
    const wanted = new Map<number, Map<number, number[]>>();
    for (const { length, roll32 } of anchors) {
      if (length === 0 || found.get(length)?.has(roll32) === true) continue;
      const ofLength = wanted.get(length) ?? new Map<number, number[]>();
      wanted.set(length, ofLength.set(roll32, []));
    }
    for (const [length, starts] of wanted) {
      if (!meter.spend(text.length)) return;
      hashes.rolling.scan(text, length, (start, hash) => {
        const hits = starts.get(hash);
        if (hits !== undefined && hits.length < maxHits) hits.push(start);
      });
      found.set(length, new Map([...(found.get(length) ?? []), ...starts]));
    }
  };

  return {
    prepare,
    find(anchor: Anchor): SearchAnswer {
      const { length } = anchor;
      if (length === 0) return { kind: 'miss' };
      prepare([anchor]);
      const starts = found.get(length)?.get(anchor.roll32);
      if (starts === undefined) return { kind: 'skipped' };
      const ranked = starts
        .map((start) => ({ start, end: start + length }))
        .filter(({ start, end }) => !splitsPair(text, start) && !splitsPair(text, end))
        .filter(({ start, end }) => hashes.checksum(text.slice(start, end)) === anchor.checksum)
        .map((span) => ({ span, similarity: 1, context: contextFit(text, span, anchor, hashes) }))
        .toSorted(
          (left, right) => right.context - left.context || left.span.start - right.span.start,
        );
      const [best, second] = ranked;
      if (best === undefined) return { kind: 'miss' };
      const decided =
        second === undefined
          ? length >= shortLength || best.context >= minShortContext
          : best.context - second.context >= minContextLead;
      return decided ? { kind: 'hit', place: best } : { kind: 'ambiguous', places: ranked };
    },
  };
}

function contextFit(
  text: string,
  { start, end }: Span,
  anchor: Anchor,
  hashes: AnchorHashes,
): number {
  const before = hashes.grams(text.slice(Math.max(0, start - defaultContextChars), start));
  const after = hashes.grams(text.slice(end, end + defaultContextChars));
  return (sortedDice(before, anchor.prefix_grams) + sortedDice(after, anchor.suffix_grams)) / 2;
}
