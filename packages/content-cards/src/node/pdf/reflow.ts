import {
  atxHeading,
  bracketHeading,
  chapterHeading,
  isShort,
  numberedDepth,
} from '../../import/line-kind.ts';
import type { PdfPage } from './engine.ts';
import { median } from './find-gutter.ts';
import { type Draft, goesOn, joinsParagraph, usesIndents, usualPitch } from './join-rules.ts';
import { type Flow, layOutPage } from './layout.ts';
import { splitRunning } from './running-lines.ts';
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

const headingSize = 1.2;

/** Pages as paragraphs, in reading order. A paragraph stands on the page that it begins on. Pure. */
export function reflowPages(
  pages: readonly PdfPage[],
  options: { readonly squeeze?: boolean } = {},
): readonly ReflowedPage[] {
  const { squeeze = true } = options;
  const laidOut = splitRunning(pages).map(({ page, running }) => ({
    number: page.number,
    running,
    flows: layOutPage(page).map((flow) => ({ flow, drafts: draftsOf(flow) })),
  }));
  const flows = laidOut.flatMap((page) => page.flows);
  const hasIndents = usesIndents(flows.flatMap(({ drafts }) => drafts));
  const usual = usualSize(flows.map(({ flow }) => flow));
  let last: (Draft & { readonly page: number }) | null = null;
  const joined = laidOut.map(({ number, running, flows: own }) => {
    const texts: Paragraph[] = [];
    for (const { drafts } of own) {
      for (const [index, draft] of drafts.entries()) {
        const before = index === 0 ? last : null;
        if (before !== null && mayCross(before, number) && goesOn(before, draft, hasIndents)) {
          // The edges are those of where it goes on; its lines belong to where it began.
          for (const line of draft.lines) before.lines.push(line);
          last = { lines: before.lines, flow: draft.flow, page: number };
        } else {
          texts.push(draft);
          last = { ...draft, page: number };
        }
      }
    }
    return { number, running, texts };
  });
  return joined.map(({ number, running, texts }) => ({
    number,
    running,
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
  const pitch = usualPitch(flow);
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

const wide = /[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff9f]/u;

function textOf(lines: readonly LayoutLine[], squeeze: boolean): string {
  const parts: string[] = [];
  let last = '';
  for (const { text } of lines) {
    // Looked at from its end: the whole text would be looked at again for each line.
    if (/[A-Za-z]-$/.test(last) && /^[a-z]/.test(text)) parts.push(parts.pop()?.slice(0, -1) ?? '');
    else if (last !== '' && !wide.test(last.slice(-1)) && !wide.test(text.slice(0, 1)))
      parts.push(' ');
    parts.push(text);
    last = text.slice(-2);
  }
  const whole = parts.join('');
  return squeeze ? squeezed(whole) : whole;
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

/** The median size by characters. */
function usualSize(flows: readonly Flow[]): number {
  const lines = flows
    .flatMap((flow) => flow.lines)
    .toSorted((left, right) => left.size - right.size);
  const total = lines.reduce((sum, { text }) => sum + text.length, 0);
  let seen = 0;
  for (const { text, size } of lines) {
    seen += text.length;
    if (seen >= total / 2) return size;
  }
  return 0;
}
