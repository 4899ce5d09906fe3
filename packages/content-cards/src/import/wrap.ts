import type { CardLimits } from '../model/limits.ts';
import { codePointsOf, countCodePoints, graphemesOf } from '../text/measure.ts';

/** How far back a break looks for a better place. */
const lookBack = 16;
const breakAfter = /^[。！？!?、，,．.；;）」』】]$/u;
/** Closing punctuation, small kana, the long mark, marks that belong to what is before. */
const neverFirst =
  /^[、。，．,.！？!?；;：:）)］\]｝}」』】〉》〕…‥ー゛゜ゝゞ々ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ・%％]|^\p{M}/u;
const neverLast = /^[（([［｛{「『【〈《〔]$/u;
const wordCharacter = /^[A-Za-z0-9]$/;

/**
 * A paragraph as lines of at most `lineMax`. Breaks after punctuation or a space within the last 16
 * places, else at the limit; keeps graphemes, ASCII words and the rules of line heads and tails.
 * A space at a break is dropped; nothing else is. Linear.
 */
export function wrapParagraph(
  text: string,
  limits: Pick<CardLimits, 'lineMax' | 'unit'>,
): string[] {
  const { lineMax, unit } = limits;
  const pieces = piecesOf(text.trim(), lineMax, unit);
  const lines: string[] = [];
  let start = 0;
  while (start < pieces.length) {
    let end = start;
    for (let width = 0; end < pieces.length; end += 1) {
      width += pieces[end]?.width ?? 1;
      if (width > lineMax) break;
    }
    if (end < pieces.length) end = breakBefore(pieces, start, end);
    const line = pieces
      .slice(start, end)
      .map(({ text: piece }) => piece)
      .join('')
      .trim();
    if (line !== '') lines.push(line);
    start = end;
    while (start < pieces.length && /^\s+$/u.test(pieces[start]?.text ?? '')) start += 1;
  }
  return lines;
}

interface Piece {
  readonly text: string;
  readonly width: number;
}

function piecesOf(text: string, lineMax: number, unit: CardLimits['unit']): readonly Piece[] {
  return graphemesOf(text).flatMap((grapheme) => {
    if (unit === 'grapheme') return [{ text: grapheme, width: 1 }];
    const width = grapheme.length === 1 ? 1 : countCodePoints(grapheme);
    // A pile of marks that no line could hold is the one thing that is taken apart.
    return width <= lineMax
      ? [{ text: grapheme, width }]
      : codePointsOf(grapheme).map((point) => ({ text: point, width: 1 }));
  });
}

function breakBefore(pieces: readonly Piece[], start: number, limit: number): number {
  const at = (index: number): string => pieces[index]?.text ?? '';
  // A space right at the limit is the best break there is.
  if (/^\s$/u.test(at(limit))) return limit;
  for (let index = limit; index > start && index > limit - lookBack; index -= 1) {
    const before = at(index - 1);
    const isNumber =
      /^[.,]$/u.test(before) && /^\d$/u.test(at(index)) && /^\d$/u.test(at(index - 2));
    const isPlace = breakAfter.test(before) || /^\s$/u.test(before);
    if (isPlace && !isNumber && canBreak(at, index)) return index;
  }
  for (let index = limit; index > start; index -= 1) {
    const splitsWord = wordCharacter.test(at(index - 1)) && wordCharacter.test(at(index));
    if (!splitsWord && canBreak(at, index)) return index;
  }
  return limit;
}

function canBreak(at: (index: number) => string, index: number): boolean {
  return !neverFirst.test(at(index)) && !neverLast.test(at(index - 1));
}
