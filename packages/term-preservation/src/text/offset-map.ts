import { lowerBound } from '@kanmon/core/kit';
import type { Span } from '../vocabulary/terms.ts';

/** Maps ranges of a rewritten text to ranges of its source. */
export interface OffsetMap {
  toSource(start: number, end: number): Span;
}

/** A rewritten text and the map to its source. */
export interface MappedText {
  readonly text: string;
  readonly map: OffsetMap;
}

export const identityMap: OffsetMap = { toSource: (start, end) => ({ start, end }) };

/** Collects the pieces of a rewritten text. */
export interface RewriteBuilder {
  /** Copies or replaces unit by unit: `text` has the length of its source. */
  same(text: string): void;
  /** Puts `text` in the place of `length` source units. */
  replace(text: string, length: number): void;
  finish(): MappedText;
}

/** A piece starts at `at` of the result. Its units map one by one, or all to the whole of its source. */
interface Piece {
  readonly at: number;
  readonly source: number;
  readonly sourceLength: number;
  readonly whole: boolean;
}

/** Pieces that map unit by unit are merged: most Japanese and all ASCII text is a single piece. */
export function createRewriteBuilder(): RewriteBuilder {
  const pieces: Piece[] = [];
  let result = '';
  let source = 0;
  const push = (text: string, length: number, whole: boolean): void => {
    if (whole || pieces.at(-1)?.whole !== false)
      pieces.push({ at: result.length, source, sourceLength: length, whole });
    result += text;
    source += length;
  };
  return {
    same: (text) => {
      if (text !== '') push(text, text.length, false);
    },
    replace: (text, length) => push(text, length, true),
    finish: () => ({ text: result, map: pieceMap(pieces) }),
  };
}

/** Returns the map of a text that was rewritten twice. */
export function composeMaps(outer: OffsetMap, inner: OffsetMap): OffsetMap {
  if (outer === identityMap) return inner;
  if (inner === identityMap) return outer;
  return {
    toSource: (start, end) => {
      const middle = outer.toSource(start, end);
      return inner.toSource(middle.start, middle.end);
    },
  };
}

function pieceMap(pieces: readonly Piece[]): OffsetMap {
  const [only] = pieces;
  if (only === undefined) return { toSource: () => ({ start: 0, end: 0 }) };
  if (pieces.length === 1 && !only.whole) return identityMap;
  /** The last piece that starts at or before `at`. */
  const find = (at: number): Piece =>
    pieces[lowerBound(pieces, (piece) => piece.at <= at) - 1] ?? only;
  return {
    toSource: (start, end) => {
      const first = find(start);
      const from = first.whole ? first.source : first.source + (start - first.at);
      if (end <= start) return { start: from, end: from };
      const last = find(end - 1);
      const to = last.whole ? last.source + last.sourceLength : last.source + (end - last.at);
      return { start: from, end: to };
    },
  };
}
