import type { StepMeter } from '../diff/step-meter.ts';
import { sortedDice } from '../text/grams.ts';
import { type Span, splitsPair } from '../text/text-range.ts';
import { type Anchor, type AnchorHashes, defaultContextChars } from './anchor.ts';
import type { SearchAnswer } from './search-answer.ts';

/** Shorter slices occur in many places by chance, so their context must fit too. */
const shortLength = 12;
const minShortContext = 0.3;
const minContextLead = 0.2;
const maxHits = 256;

/** Finds anchors by hash alone, for texts whose old version is gone. */
export interface HashSearch {
  /** Scans for many anchors at once: one pass over the text for each distinct length. */
  prepare(anchors: readonly Anchor[]): void;
  find(anchor: Anchor): SearchAnswer;
}

/** Creates a search over one text. Results of scans are kept. */
export function createHashSearch(text: string, hashes: AnchorHashes, meter: StepMeter): HashSearch {
  /** Starts of windows by length and hash. A hash that was looked for and not found has no starts. */
  const found = new Map<number, Map<number, number[]>>();

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
    find(anchor) {
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
