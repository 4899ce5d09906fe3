import { atxHeading, bracketHeading, bulletText, chapterHeading } from '../../import/line-kind.ts';
import type { PdfPage } from './engine.ts';
import { median } from './find-gutter.ts';
import { type Flow, layOutPage } from './layout.ts';
import type { LayoutLine } from './text-rows.ts';

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
}

const shortLine = 2.5;
const indent = 0.8;
const wideGap = 1.6;
const sentenceGap = 1.25;
const sizeChange = 0.15;
const headingSize = 1.2;
const edgeShare = 0.08;
const runningShare = 0.6;
const minRunningPages = 4;

/** Pages as paragraphs, in reading order. Pure. */
export function reflowPages(
  pages: readonly PdfPage[],
  options: { readonly squeeze?: boolean } = {},
): readonly ReflowedPage[] {
  const { squeeze = true } = options;
  const running = runningLines(pages);
  const laidOut = pages.map((page) => {
    const own = running.get(page.number) ?? new Set<number>();
    const kept = { ...page, runs: page.runs.filter((_, index) => !own.has(index)) };
    return { page, flows: layOutPage(kept), running: textsOf(page, own) };
  });
  const usual = usualSize(laidOut.flatMap(({ flows }) => flows));
  const draft: { number: number; paragraphs: Draft[]; running: readonly string[] }[] = [];
  let last: { readonly draft: Draft; readonly flow: Flow } | null = null;
  for (const { page, flows, running: own } of laidOut) {
    const paragraphs: Draft[] = [];
    for (const flow of flows) {
      const pitch = usualPitch(flow);
      for (const [index, line] of flow.lines.entries()) {
        const before: LayoutLine | undefined = flow.lines[index - 1];
        const goesOn: boolean =
          last !== null &&
          (before === undefined
            ? continues(last, line, flow)
            : joins(last.draft, before, line, flow, pitch, index));
        if (goesOn && last !== null) last.draft.lines.push(line);
        else {
          last = { draft: { lines: [line], start: line.start - flow.left }, flow };
          paragraphs.push(last.draft);
        }
        last = last === null ? null : { draft: last.draft, flow };
      }
    }
    draft.push({ number: page.number, paragraphs, running: own });
  }
  return draft.map(({ number, paragraphs, running: own }) => ({
    number,
    running: own,
    paragraphs: paragraphs.map((paragraph) => finish(paragraph, usual, squeeze)),
  }));
}

interface Draft {
  readonly lines: LayoutLine[];
  /** Indent of the first line. */
  readonly start: number;
}

/** The lower quartile: in a page of short paragraphs most gaps are those between them. */
function usualPitch({ lines }: Flow): number {
  const gaps = lines.slice(1).map(({ y }, index) => y - (lines[index]?.y ?? y));
  return gaps.toSorted((left, right) => left - right)[Math.floor(gaps.length / 4)] ?? 0;
}

function joins(
  draft: Draft,
  before: LayoutLine,
  line: LayoutLine,
  flow: Flow,
  pitch: number,
  index: number,
): boolean {
  const { size } = before;
  if (flow.right - before.end > shortLine * size) return false;
  if (Math.abs(line.size - size) > sizeChange * size) return false;
  if (pitch > 0 && line.y - before.y > wideGap * pitch) return false;
  // The end of a sentence and more than the usual space: even a last line that is nearly full is one.
  if (pitch > 0 && line.y - before.y > sentenceGap * pitch && /[。．.！？!?]$/u.test(before.text))
    return false;
  // Of the lines of this paragraph, those within this flow: the last `index` ones at most.
  const [, second] = draft.lines.slice(Math.max(0, draft.lines.length - index));
  const edge = second === undefined ? flow.left : second.start;
  if (line.start - edge >= indent * size) return false;
  return !beginsAnew(line.text);
}

/** Over the end of a column or page: only between columns of one width, and only after a full line. */
function continues(
  last: { readonly draft: Draft; readonly flow: Flow },
  line: LayoutLine,
  flow: Flow,
): boolean {
  const { lines } = last.draft;
  const before = lines.at(-1);
  if (before === undefined) return false;
  const { size } = before;
  const width = last.flow.right - last.flow.left;
  const isSameWidth = Math.abs(flow.right - flow.left - width) <= 2 * size;
  const isFull =
    last.flow.right - before.end <= shortLine * size && !/[。．.！？!?」』）)]$/u.test(before.text);
  const isSameSize = Math.abs(line.size - size) <= sizeChange * size;
  return (
    isSameWidth &&
    isFull &&
    isSameSize &&
    line.start - flow.left < indent * size &&
    !beginsAnew(line.text)
  );
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

const wide = /[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff9f]$/u;
const wideFirst = /^[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff9f]/u;

function finish({ lines }: Draft, usual: number, squeeze: boolean): PdfParagraph {
  let text = '';
  for (const line of lines) {
    if (text === '') text = line.text;
    else if (/[A-Za-z]-$/.test(text) && /^[a-z]/.test(line.text))
      text = text.slice(0, -1) + line.text;
    else text += wide.test(text) || wideFirst.test(line.text) ? line.text : ` ${line.text}`;
  }
  const size = median(lines.map((line) => line.size));
  const shown = squeeze ? squeezed(text) : text;
  const isLarge = size >= headingSize * usual;
  return {
    text: shown,
    size,
    heading: isLarge || chapterHeading(shown) !== null || bracketHeading(shown) !== null,
  };
}

/** Single spaces between Japanese and ASCII letters or digits come from layout. */
function squeezed(text: string): string {
  return text
    .replaceAll(
      /(?<=[\u3040-\u30ff\u3400-\u9fff\uff00-\uff60、。]) (?=[A-Za-z0-9\u3040-\u30ff\u3400-\u9fff\uff00-\uff60])/gu,
      '',
    )
    .replaceAll(/(?<=[A-Za-z0-9%]) (?=[\u3040-\u30ff\u3400-\u9fff\uff00-\uff60、。])/gu, '');
}

/** The size that most characters have. */
function usualSize(flows: readonly Flow[]): number {
  return median(
    flows.flatMap(({ lines }) =>
      lines.flatMap(({ text, size }) =>
        Array.from({ length: Math.ceil(text.length / 8) }, () => size),
      ),
    ),
  );
}

/** Indexes of the runs of each page that stand at its edge and recur, page numbers masked. */
function runningLines(pages: readonly PdfPage[]): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>();
  if (pages.length < minRunningPages) return found;
  const seen = new Map<string, { page: number; index: number }[]>();
  for (const { number, height, runs } of pages) {
    for (const [index, { text, y }] of runs.entries()) {
      if (text.trim() === '' || (y > edgeShare * height && y < (1 - edgeShare) * height)) continue;
      const key = `${y < height / 2 ? 'top' : 'bottom'} ${text.trim().replaceAll(/[0-9０-９]+/gu, '0')}`;
      const places = seen.get(key) ?? [];
      places.push({ page: number, index });
      seen.set(key, places);
    }
  }
  for (const places of seen.values()) {
    if (new Set(places.map(({ page }) => page)).size < runningShare * pages.length) continue;
    for (const { page, index } of places)
      found.set(page, (found.get(page) ?? new Set()).add(index));
  }
  return found;
}

function textsOf(page: PdfPage, indexes: ReadonlySet<number>): readonly string[] {
  return [...indexes]
    .toSorted((left, right) => left - right)
    .flatMap((index) => page.runs[index]?.text.trim() ?? []);
}
