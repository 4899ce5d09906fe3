import { atxHeading, bracketHeading, bulletText, chapterHeading } from '../../import/line-kind.ts';
import type { Flow } from './layout.ts';
import type { LayoutLine } from './text-rows.ts';

/** Lines of one paragraph within one flow. */
export interface Draft {
  readonly lines: LayoutLine[];
  readonly flow: Flow;
}

const shortLine = 2.5;
const indent = 0.8;
const wideGap = 1.6;
const sentenceGap = 1.25;
const sizeChange = 0.15;
const sentenceEnd = /[。．.！？!?][」』）)”"]?$/u;

/** The lower quartile: in a page of short paragraphs most gaps are those between them. */
export function usualPitch({ lines }: Flow): number {
  const gaps = lines.slice(1).map(({ y }, index) => y - (lines[index]?.y ?? y));
  return gaps.toSorted((left, right) => left - right)[Math.floor(gaps.length / 4)] ?? 0;
}

/** True when the line belongs to the paragraph above it. */
export function joinsParagraph({ lines, flow }: Draft, line: LayoutLine, pitch: number): boolean {
  const before = lines.at(-1);
  if (before === undefined || isShort(before, line, flow)) return false;
  const { size } = before;
  if (Math.abs(line.size - size) > sizeChange * size) return false;
  const gap = line.y - before.y;
  if (pitch > 0 && gap > wideGap * pitch) return false;
  // The end of a sentence and more than the usual space: even a last line that is nearly full is one.
  if (pitch > 0 && gap > sentenceGap * pitch && sentenceEnd.test(before.text)) return false;
  const edge = lines[1]?.start ?? flow.left;
  return line.start - edge < indent * size && !beginsAnew(line.text);
}

/** True when paragraphs of this document begin with an indent: then only what has one begins. */
export function usesIndents(drafts: readonly Draft[]): boolean {
  const begun = drafts.filter(({ lines, flow }) => lines.length > 1 && lines[0] !== flow.lines[0]);
  const indented = begun.filter(({ lines, flow }) => isIndented(lines[0], flow));
  return indented.length > begun.length / 2;
}

/** True when a paragraph goes on over the end of a column or page: between columns of one width. */
export function goesOn(last: Draft, next: Draft, hasIndents: boolean): boolean {
  const before = last.lines.at(-1);
  const [line] = next.lines;
  if (before === undefined || line === undefined) return false;
  const { size } = before;
  if (Math.abs(widthOf(next.flow) - widthOf(last.flow)) > 2 * size) return false;
  if (Math.abs(line.size - size) > sizeChange * size) return false;
  if (isShort(before, line, last.flow) || isIndented(line, next.flow)) return false;
  return (hasIndents || !sentenceEnd.test(before.text)) && !beginsAnew(line.text);
}

function widthOf({ left, right }: Flow): number {
  return right - left;
}

function isIndented(line: LayoutLine | undefined, { left }: Flow): boolean {
  return line !== undefined && line.start - left >= indent * line.size;
}

/** True when a line ends before the edge though more would have fitted: the first word of the next line. */
function isShort(line: LayoutLine, next: LayoutLine, { right }: Flow): boolean {
  const [word = ''] = /^[!-~]+/.exec(next.text) ?? [];
  const letter = (next.end - next.start) / Math.max(1, next.text.length);
  return right - line.end > Math.max(shortLine * line.size, (word.length + 1) * letter);
}

function beginsAnew(text: string): boolean {
  return (
    bulletText(text) !== null ||
    bracketHeading(text) !== null ||
    chapterHeading(text) !== null ||
    atxHeading(text) !== null ||
    /^(?:\d{1,3}[.．)）]|[(（]\d{1,3}[)）])\s/u.test(text)
  );
}
