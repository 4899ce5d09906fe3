import { type CardLimits, lineMaxOf } from '../model/limits.ts';
import { removeForbidden } from '../text/forbidden.ts';
import { codePointsOf, countCodePoints, graphemesOf } from '../text/measure.ts';

/** The number of places before the limit in which a better break is looked for. */
const lookBack = 16;
const breakAfter: ReadonlySet<string> = new Set('。！？!?、，,．.；;）」』】');
/** Closing punctuation, small kana, the long mark and the repeat marks. */
const neverFirst: ReadonlySet<string> = new Set(
  '、。，．,.！？!?；;：:）)］]｝}」』】〉》〕〗〙〛〟’”»…‥ー゛゜ゝゞヽヾ々・%％｡､｣･ｰﾞﾟ' +
    'ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯ',
);
const neverLast: ReadonlySet<string> = new Set('（([［｛{「『【〈《〔〖〘〚〝‘“«｢');

/** Returns the spaces before the text of a line, which are the indentation of code. */
export function indentOf(line: string): string {
  return /^ +(?=\S)/u.exec(line)?.[0] ?? '';
}

/**
 * A paragraph as lines of at most `lineMax`. Breaks after punctuation or a space within the last 16
 * places, else at the limit; keeps graphemes, ASCII words and the rules of line heads and tails.
 * A space or a joiner at a break is dropped, and an indent that takes more than half of a line is cut; nothing else is. Linear.
 */
export function wrapParagraph(
  text: string,
  limits: Pick<CardLimits, 'lineMax' | 'latinLineMax' | 'unit'>,
): string[] {
  const { unit } = limits;
  const lineMax = lineMaxOf(text, limits);
  const trimmed = cutIndent(indentOf(text) + text.trim(), lineMax);
  // No unit counts more than the UTF-16 units.
  if (trimmed.length <= lineMax) return trimmed === '' ? [] : [trimmed];
  const pieces = piecesOf(trimmed, { lineMax, unit });
  const lines: string[] = [];
  let start = 0;
  while (start < pieces.texts.length) {
    const full = fullLine(pieces, start, lineMax);
    const end = full < pieces.texts.length ? breakBefore(pieces.texts, start, full) : full;
    // A joiner at the end of a line joins nothing.
    const shown = removeForbidden(pieces.texts.slice(start, end).join('')).text;
    const line = indentOf(shown) + shown.trim();
    if (line !== '') lines.push(line);
    start = end;
    while (start < pieces.texts.length && isSpace(pieces.texts[start])) start += 1;
  }
  return lines;
}

/** Leaves half of a line for the text. */
function cutIndent(text: string, lineMax: number): string {
  return text.length <= lineMax
    ? text
    : text.replace(/^ +/, (indent) => indent.slice(0, lineMax / 2));
}

interface Pieces {
  readonly texts: readonly string[];
  /** Null when each piece is one wide. */
  readonly widths: readonly number[] | null;
}

function piecesOf(text: string, { lineMax, unit }: Pick<CardLimits, 'lineMax' | 'unit'>): Pieces {
  const graphemes = graphemesOf(text);
  if (unit === 'grapheme' || graphemes.length === countCodePoints(text))
    return { texts: graphemes, widths: null };
  // A pile of marks that no line could hold is the one thing that is taken apart.
  const texts = graphemes.flatMap((grapheme) =>
    countCodePoints(grapheme) <= lineMax ? grapheme : codePointsOf(grapheme),
  );
  return { texts, widths: texts.map(countCodePoints) };
}

/** Index of the first piece that does not fit the line any more. */
function fullLine({ texts, widths }: Pieces, start: number, lineMax: number): number {
  if (widths === null) return Math.min(texts.length, start + lineMax);
  let end = start;
  for (let width = 0; end < texts.length; end += 1) {
    width += widths[end] ?? 1;
    if (width > lineMax) break;
  }
  return end;
}

function breakBefore(texts: readonly string[], start: number, limit: number): number {
  // A space right at the limit is the best break there is.
  if (isSpace(texts[limit])) return limit;
  for (let index = limit; index > start && index > limit - lookBack; index -= 1) {
    const before = texts[index - 1] ?? '';
    const isPlace = (breakAfter.has(before) && !isWithinNumber(texts, index)) || isSpace(before);
    if (isPlace && canBreak(texts, index)) return index;
  }
  for (let index = limit; index > start; index -= 1) {
    const splitsWord = isWordCharacter(texts[index - 1]) && isWordCharacter(texts[index]);
    if (!splitsWord && !isWithinNumber(texts, index) && canBreak(texts, index)) return index;
  }
  return limit;
}

function canBreak(texts: readonly string[], index: number): boolean {
  const first = texts[index] ?? '';
  return (
    !neverFirst.has(first.slice(0, 1)) && !isMark(first) && !neverLast.has(texts[index - 1] ?? '')
  );
}

/** `1,234` and `3.5` stay whole. */
function isWithinNumber(texts: readonly string[], index: number): boolean {
  return (
    /^[.,．，]$/u.test(texts[index - 1] ?? '') &&
    /^[0-9０-９]$/u.test(texts[index] ?? '') &&
    /^[0-9０-９]$/u.test(texts[index - 2] ?? '')
  );
}

function isMark(text: string): boolean {
  return text >= '\u0300' && /^\p{M}/u.test(text);
}

function isSpace(text: string | undefined): boolean {
  return text !== undefined && /^\s+$/u.test(text);
}

function isWordCharacter(text: string | undefined): boolean {
  return text !== undefined && text.length === 1 && /[A-Za-z0-9]/.test(text);
}
