import { type Embedder, InvalidArgumentError } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { createStepMeter } from '../diff/step-meter.ts';
import { assertRange, type Span, textRange } from '../text/text-range.ts';
import { type Anchor, anchorHashes } from './anchor.ts';
import { confidence } from './confidence-table.ts';
import { createHashSearch, type HashSearch } from './hash-only.ts';
import { createPlacer, type Placer } from './placer.ts';
import { placeSemantically } from './semantic.ts';
import {
  allowedStrategies,
  type Remap,
  strategies as allStrategies,
  type StrategyName,
} from './types.ts';

/** Options of `createRemapper`. */
export interface RemapOptions {
  /** What may be tried; the order of trying is fixed. `diff3` is the seed's name of `diff`. @default all */
  readonly strategies?: readonly StrategyName[];
  /** Work after which everything left is `lost` with attempt `skipped`. @default 50_000_000 */
  readonly maxSteps?: number;
  /** The salt the anchors were made with. */
  readonly salt?: string;
}

/** Follows places from one text to the next. Pure: same texts, anchors and options, same answers. */
export interface Remapper {
  remap(anchor: Anchor): Remap;
  /** The same as `remap` one by one. */
  remapAll(anchors: readonly Anchor[]): Remap[];
  /** As `remapAll`, and what stays lost is compared by meaning; an embedder that fails is a `skipped` attempt. */
  remapSemantic(
    anchors: readonly Anchor[],
    options: { readonly embedder: Embedder; readonly signal?: AbortSignal },
  ): Promise<Remap[]>;
  readonly stats: { readonly steps: number; readonly equalChars: number; readonly capped: boolean };
}

const remapOptions: OptionNames<RemapOptions> = { strategies: true, maxSteps: true, salt: true };

const defaultMaxSteps = 50_000_000;

/**
 * A remapper from the text the anchors were made in to a later one. Without the old text (`null`), or
 * for an anchor that was not made in it, places are found by hash alone.
 */
export function createRemapper(
  oldText: string | null,
  newText: string,
  options: RemapOptions = {},
): Remapper {
  checkOptions(options, remapOptions, 'createRemapper(oldText, newText, options)');
  const { strategies = allStrategies, maxSteps = defaultMaxSteps, salt = '' } = options;
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

  /** Compared by rolling hash: a wrong old text is found out without hashing each slice by SHA-256. */
  const sourceOf = (anchor: Anchor): Placer | null => {
    if (oldText === null || placer === null) return null;
    assertRange(oldText, anchor.range);
    const { start, end } = anchor.range;
    return hashes.rolling.of(oldText, start, end) === anchor.roll32 ? placer : null;
  };

  const remap = (anchor: Anchor): Remap => {
    const source = sourceOf(anchor);
    if (source !== null) return source.place(anchor.range);
    return allowed.has('exact_match')
      ? byHash(anchor, hashSearch, meter)
      : { status: 'lost', reason: 'no_source', attempts: [] };
  };

  const remapAll = (anchors: readonly Anchor[]): Remap[] => {
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
      checkOptions(semanticOptions, { embedder: true, signal: true }, where);
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

function byHash(anchor: Anchor, search: HashSearch, meter: { readonly steps: number }): Remap {
  const before = meter.steps;
  const answer = search.find(anchor);
  const steps = meter.steps - before;
  if (answer.kind === 'hit') {
    return {
      status: 'mapped',
      range: textRange(answer.span),
      method: 'exact_match',
      confidence: confidence.hashOnly,
      delta: answer.span.start - anchor.range.start,
      similarity: 1,
      moved: false,
      attempts: [
        { strategy: 'exact_match', result: 'hit', confidence: confidence.hashOnly, steps },
      ],
    };
  }
  if (answer.kind === 'ambiguous') {
    const share = 1 / Math.max(2, answer.spans.length);
    const ranges = answer.spans.map(textRange);
    return {
      status: 'ambiguous',
      candidates: ranges.map((range) => ({ range, confidence: share })),
      attempts: [
        {
          strategy: 'exact_match',
          result: 'ambiguous',
          confidence: share,
          candidates: ranges,
          steps,
        },
      ],
    };
  }
  return {
    status: 'lost',
    reason: 'no_source',
    attempts: [{ strategy: 'exact_match', result: answer.kind, confidence: 0, steps }],
  };
}

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
  checkOptions(options, { salt: true }, 'confirmAlignment(anchor, text, range, by, options)');
  const { salt = '' } = options;
  if (by.trim() === '') {
    throw new InvalidArgumentError(
      'expected who confirmed the place, got an empty name; pass an id',
    );
  }
  assertRange(text, range);
  return {
    status: 'mapped',
    range: textRange(range),
    method: 'manual_confirmation',
    confidence: confidence.manual,
    delta: range.start - anchor.range.start,
    similarity: anchorSimilarity(anchor, text.slice(range.start, range.end), salt),
    moved: false,
    attempts: [
      { strategy: 'manual_confirmation', result: 'hit', confidence: confidence.manual, steps: 0 },
    ],
  };
}

/** Only lengths and the checksum of the old slice are known here. */
function anchorSimilarity(anchor: Anchor, slice: string, salt: string): number {
  if (anchorHashes(salt).checksum(slice) === anchor.checksum) return 1;
  const longer = Math.max(anchor.length, slice.length);
  return longer === 0 ? 1 : (Math.min(anchor.length, slice.length) / longer) * 0.5;
}
