import { checkFlags, checkArgument } from '@kanmon/core/kit';
import {
  atxHeading,
  bracketHeading,
  bulletText,
  chapterHeading,
  isShort,
  numberedDepth,
} from '../../import/line-kind.ts';
import type { PdfPage } from './engine.ts';
import {
  breaksSentence,
  endsEarly,
  type Flow,
  headingSize,
  type LayoutLine,
  layOutPage,
  median,
  sentenceEnd,
  usualPitch,
  usualSize,
  wide,
} from './layout.ts';
import { splitRunning } from './running.ts';

/** A paragraph as a reader would set it. */
export interface PdfParagraph {
  readonly text: string;
  /** Of its characters, in points. */
  readonly size: number;
  readonly heading: boolean;
}

/** A page as paragraphs, with the lines that recur on every page apart. */
export interface ReflowedPage {
  readonly number: number;
  readonly paragraphs: readonly PdfParagraph[];
  /** Headers, footers, page numbers. */
  readonly running: readonly string[];
  /** True for a page that is wider than high, as slides are. */
  readonly isLandscape?: boolean;
}

/** Reflows pages to paragraphs, in reading order. A paragraph is on the page that it begins on. Pure. */
export function reflowPages(
  pages: readonly PdfPage[],
  options: { readonly squeeze?: boolean } = {},
): readonly ReflowedPage[] {
  checkArgument('pages of reflowPages', 'a list', pages);
  const { squeeze = true } = options;
  checkFlags({ squeeze });
  const laidOut = splitRunning(pages).map(({ parts, ...page }) => ({
    ...page,
    flows: parts.flatMap(layOutPage).map((flow) => ({ flow, drafts: draftsOf(flow) })),
  }));
  const flows = laidOut.flatMap((page) => page.flows);
  const hasIndents = usesIndents(flows.flatMap(({ drafts }) => drafts));
  const usual = usualSize(flows.flatMap(({ flow }) => flow.lines));
  let last: (Draft & { readonly page: number }) | null = null;
  const joined = laidOut.map(({ flows: own, ...page }) => {
    const texts: Paragraph[] = [];
    for (const { drafts } of own) {
      for (const [index, draft] of drafts.entries()) {
        const before = index === 0 ? last : null;
        if (before !== null && mayCross(before, page.number) && goesOn(before, draft, hasIndents)) {
          // The edges are those of where it goes on; its lines belong to where it began.
          for (const line of draft.lines) before.lines.push(line);
          last = { lines: before.lines, flow: draft.flow, page: page.number };
        } else {
          texts.push(draft);
          last = { ...draft, page: page.number };
        }
      }
    }
    return { ...page, texts };
  });
  return joined.map(({ texts, ...page }) => ({
    ...page,
    paragraphs: withHeadings(
      texts.map(({ lines }) => ({ text: textOf(lines, squeeze), size: sizeOf(lines) })),
      usual,
    ),
  }));
}

/**
 * True when a paragraph may go on over a page end. One line alone may not: it shows no edge that it
 * fills, so a title alone on a slide would take in the title of the next slide.
 */
function mayCross({ lines, page }: Draft & { readonly page: number }, nextPage: number): boolean {
  return page === nextPage || lines.length > 1;
}

interface Paragraph {
  readonly lines: readonly LayoutLine[];
}

function draftsOf(flow: Flow): readonly Draft[] {
  const pitch = usualPitch(flow.lines);
  const drafts: Draft[] = [];
  for (const line of flow.lines) {
    const last = drafts.at(-1);
    if (last !== undefined && joinsParagraph(last, line, pitch)) last.lines.push(line);
    else drafts.push({ lines: [line], flow });
  }
  return drafts;
}

/** Larger than usual, or what is a heading in a text; numbered ones only where they are no list. */
function withHeadings(
  paragraphs: readonly Omit<PdfParagraph, 'heading'>[],
  usual: number,
): readonly PdfParagraph[] {
  return paragraphs.map(({ text, size }, index) => {
    const depth = isShort(text) ? numberedDepth(text) : null;
    const isListed = [index - 1, index + 1].some(
      (near) => numberedDepth(paragraphs[near]?.text ?? '') === depth,
    );
    const heading =
      size >= headingSize * usual ||
      (depth !== null && !isListed) ||
      [atxHeading, chapterHeading, bracketHeading].some((rule) => rule(text) !== null);
    return { text, size, heading };
  });
}

function sizeOf(lines: readonly LayoutLine[]): number {
  return median(lines.map(({ size }) => size));
}

function textOf(lines: readonly LayoutLine[], squeeze: boolean): string {
  const parts: string[] = [];
  let last = '';
  let isCompound = false;
  for (const { text } of lines) {
    const [first = ''] = text.split(' ', 1);
    const isBroken: boolean = /[^\s-]-$/u.test(last) || (isCompound && /^-\p{L}/u.test(text));
    isCompound = isBroken && (isCompound || hasOwnHyphens(first));
    if (isBroken && !isCompound && /\p{L}-$/u.test(last) && /^\p{Ll}/u.test(text))
      parts.push(parts.pop()?.slice(0, -1) ?? '');
    else if (last !== '' && !isBroken && !wide.test(last.slice(-1)) && !wide.test(text.slice(0, 1)))
      parts.push(' ');
    parts.push(text);
    // Only the end is looked at: the whole text would be looked at again for each line.
    const word = text.slice(text.lastIndexOf(' ') + 1);
    isCompound = hasOwnHyphens(word.slice(0, -1)) || (isCompound && word === text);
    last = text.slice(-2);
  }
  const whole = parts.join('');
  return squeeze ? squeezed(whole) : whole;
}

/** True for a part of an address, a number or a compound: a hyphen at the end of its line belongs to it. */
function hasOwnHyphens(word: string): boolean {
  return /[-/\d]/u.test(word);
}

/** Single spaces between Japanese and ASCII letters or digits come from layout. */
function squeezed(text: string): string {
  return text
    .replaceAll(
      /(?<=[\u3040-\u30ff\u3400-\u9fff\uff00-\uff60、。]) (?=[A-Za-z0-9\u3040-\u30ff\u3400-\u9fff\uff00-\uff60、。])/gu,
      '',
    )
    .replaceAll(/(?<=[A-Za-z0-9%]) (?=[\u3040-\u30ff\u3400-\u9fff\uff00-\uff60、。])/gu, '');
}

/** Lines of one paragraph within one flow. */
interface Draft {
  readonly lines: LayoutLine[];
  readonly flow: Flow;
}

const indent = 0.8;
const wideGap = 1.6;
const sentenceGap = 1.25;
const sizeChange = 0.15;

/** True when the line belongs to the paragraph above it. */
function joinsParagraph({ lines, flow }: Draft, line: LayoutLine, pitch: number): boolean {
  const before = lines.at(-1);
  if (before === undefined || endsParagraph(before, line, flow)) return false;
  const { size } = before;
  if (areRows(before, line)) return false;
  if (Math.abs(line.size - size) > sizeChange * size) return false;
  const gap = line.y - before.y;
  if (pitch > 0 && gap > wideGap * pitch) return false;
  // The end of a sentence and more than the usual space: even a last line that is nearly full is one.
  if (pitch > 0 && gap > sentenceGap * pitch && sentenceEnd.test(before.text)) return false;
  const edge = lines[1]?.start ?? flow.left;
  return line.start - edge < indent * size && !beginsAnew(line.text);
}

/** True for a line with room for the next one, and for one of a list that does not end within a sentence. */
function endsParagraph(line: LayoutLine, next: LayoutLine, { right, isList }: Flow): boolean {
  return endsEarly(line, next, right) || (isList && !breaksSentence(line.text, next.text));
}

/** True for two rows of a table, also when their cells are in different columns. */
function areRows(above: LayoutLine, line: LayoutLine): boolean {
  return above.cells > 1 && line.cells > 1;
}

/** True when paragraphs of this document begin with an indent: then only what has one begins. */
function usesIndents(drafts: readonly Draft[]): boolean {
  const begun = drafts.filter(({ lines, flow }) => lines.length > 1 && lines[0] !== flow.lines[0]);
  const indented = begun.filter(({ lines, flow }) => isIndented(lines[0], flow));
  return indented.length > begun.length / 2;
}

/** True when a paragraph goes on over the end of a column or page: between columns of one width. */
function goesOn(last: Draft, next: Draft, hasIndents: boolean): boolean {
  const before = last.lines.at(-1);
  const [line] = next.lines;
  if (before === undefined || line === undefined) return false;
  const { size } = before;
  if (Math.abs(widthOf(next.flow) - widthOf(last.flow)) > 2 * size) return false;
  if (areRows(before, line) || Math.abs(line.size - size) > sizeChange * size) return false;
  if (endsParagraph(before, line, last.flow) || isIndented(line, next.flow)) return false;
  return (hasIndents || !sentenceEnd.test(before.text)) && !beginsAnew(line.text);
}

function widthOf({ left, right }: Flow): number {
  return right - left;
}

function isIndented(line: LayoutLine | undefined, { left }: Flow): boolean {
  return line !== undefined && line.start - left >= indent * line.size;
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
