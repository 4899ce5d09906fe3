import type { Span } from '../vocabulary/terms.ts';

/**
 * How a rewritten text lies on its source: pieces in order. A piece of equal lengths maps unit by
 * unit, any other maps as a whole. Most Japanese and all ASCII text is a single piece.
 */
export interface OffsetMap {
  toSource(start: number, end: number): Span;
}

/** Collects the pieces of a rewritten text. */
interface RewriteBuilder {
  /** Copies or replaces unit by unit: `text` has the length of its source. */
  same(text: string): void;
  /** Puts `text` where `length` source units stood. */
  replace(text: string, length: number): void;
  finish(): { readonly text: string; readonly map: OffsetMap };
}

export const identityMap: OffsetMap = { toSource: (start, end) => ({ start, end }) };

interface Piece {
  readonly at: number;
  readonly source: number;
  readonly sourceLength: number;
  readonly whole: boolean;
}

export function createRewriteBuilder(): RewriteBuilder {
  const pieces: Piece[] = [];
  const parts: string[] = [];
  let at = 0;
  let source = 0;
  let open = false;
  const push = (text: string, length: number, whole: boolean): void => {
    if (whole || !open) pieces.push({ at, source, sourceLength: length, whole });
    open = !whole;
    parts.push(text);
    at += text.length;
    source += length;
  };
  return {
    same: (text) => {
      if (text !== '') push(text, text.length, false);
    },
    replace: (text, length) => push(text, length, true),
    finish: () => ({ text: parts.join(''), map: pieceMap(pieces) }),
  };
}

/** The map of a text that was rewritten twice. */
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
  if (pieces.length === 0) return { toSource: () => ({ start: 0, end: 0 }) };
  if (pieces.length === 1 && pieces[0]?.whole === false) return identityMap;
  /** The last piece that starts at or before `at` and is not empty there. */
  const find = (at: number): Piece => {
    let low = 0;
    let high = pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((pieces[middle]?.at ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return pieces[low] ?? { at: 0, source: 0, sourceLength: 0, whole: false };
  };
  const toSource = (start: number, end: number): Span => {
    const first = find(start);
    const from = first.whole ? first.source : first.source + (start - first.at);
    if (end <= start) return { start: from, end: from };
    const last = find(end - 1);
    const to = last.whole ? last.source + last.sourceLength : last.source + (end - last.at);
    return { start: from, end: to };
  };
  return { toSource };
}
