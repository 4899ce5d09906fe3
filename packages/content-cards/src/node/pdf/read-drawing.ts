import type { PdfPage, TextRun } from './engine.ts';

const defaultSize = 12;
const a4 = { width: 595, height: 842 };
/** Part of the height of a line that is above its base line, in the fonts of Japanese texts. */
const ascent = 0.8;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Paragraph {
  text: string;
  /** Characters of each size. */
  readonly sizes: Map<number, number>;
}

interface Page {
  readonly master: string;
  readonly runs: TextRun[];
  images: number;
}

/**
 * The pages of a flat OpenDocument drawing: one run per paragraph of a text frame. Null when the XML
 * is not well-formed.
 */
export function readDrawing(xml: string): readonly PdfPage[] | null {
  const sizes = new Map<string, number>();
  const layouts = new Map<string, Pick<Box, 'width' | 'height'>>();
  const masters = new Map<string, string>();
  const pages: Page[] = [];
  const open: string[] = [];
  const spans: number[] = [];
  let style = '';
  let layout = '';
  let frame: Frame | null = null;
  let rows: Paragraph[] = [];
  let paragraph: Paragraph | null = null;

  const begin = (name: string, of: ReadonlyMap<string, string>): void => {
    const size = sizes.get(of.get('text:style-name') ?? '');
    switch (name) {
      case 'style:page-layout':
        layout = of.get('style:name') ?? '';
        break;
      case 'style:page-layout-properties':
        layouts.set(layout, {
          width: lengthOf(of.get('fo:page-width')) || a4.width,
          height: lengthOf(of.get('fo:page-height')) || a4.height,
        });
        break;
      case 'style:master-page':
        masters.set(of.get('style:name') ?? '', of.get('style:page-layout-name') ?? '');
        break;
      case 'style:style':
        style = of.get('style:name') ?? '';
        break;
      case 'style:text-properties':
        if (lengthOf(of.get('fo:font-size')) > 0)
          sizes.set(style, lengthOf(of.get('fo:font-size')));
        break;
      case 'draw:page':
        pages.push({ master: of.get('draw:master-page-name') ?? '', runs: [], images: 0 });
        break;
      case 'draw:frame':
      case 'draw:custom-shape':
        frame = frameOf(of);
        rows = [];
        break;
      case 'draw:image': {
        const page = pages.at(-1);
        if (page !== undefined) page.images += 1;
        break;
      }
      case 'text:p':
      case 'text:h':
        paragraph = { text: '', sizes: new Map() };
        spans.push(size ?? defaultSize);
        break;
      case 'text:span':
        spans.push(size ?? spans.at(-1) ?? defaultSize);
        break;
      case 'text:s':
        addText(' '.repeat(Math.min(100, Number(of.get('text:c') ?? '1') || 1)));
        break;
      case 'text:tab':
      case 'text:line-break':
        addText(' ');
        break;
      default:
    }
  };
  const addText = (text: string): void => {
    if (paragraph === null) return;
    const size = spans.at(-1) ?? defaultSize;
    paragraph.text += text;
    paragraph.sizes.set(size, (paragraph.sizes.get(size) ?? 0) + text.length);
  };
  const end = (name: string): void => {
    if (name === 'text:span') spans.pop();
    else if (name === 'text:p' || name === 'text:h') {
      spans.length = 0;
      if (paragraph !== null) rows.push(paragraph);
      paragraph = null;
    } else if ((name === 'draw:frame' || name === 'draw:custom-shape') && frame !== null) {
      pages.at(-1)?.runs.push(...runsOf(rows, frame));
      frame = null;
    }
  };

  for (const { kind, name, attributes, text } of xmlTokens(xml)) {
    if (kind === 'text') addText(decodeEntities(text));
    else if (kind === 'end') {
      if (open.pop() !== name) return null;
      end(name);
    } else {
      open.push(name);
      begin(name, attributesOf(attributes));
      if (kind === 'empty') end(open.pop() ?? '');
    }
  }
  if (open.length > 0) return null;
  return pages.map(({ master, runs, images }, index) => {
    const { width, height } = layouts.get(masters.get(master) ?? '') ?? a4;
    return { number: index + 1, width, height, runs, images };
  });
}

interface Frame extends Box {
  /** The direction of its lines; its upper left corner is turned with it. */
  readonly direction: 'right' | 'down' | 'over' | 'up';
}

/** By quarters of a turn, clockwise. */
const directions = ['right', 'down', 'over', 'up'] as const;

function frameOf(of: ReadonlyMap<string, string>): Frame {
  const transform = of.get('draw:transform') ?? '';
  // A turned shape has its place at the end of its transform; its angles are counter-clockwise.
  const [, x, y] = /translate \(([-\d.a-z]+) ([-\d.a-z]+)\)/.exec(transform) ?? [];
  const [, angle = '0'] = /rotate \(([-\d.e]+)\)/.exec(transform) ?? [];
  const quarters = Number(angle) / (-Math.PI / 2);
  const isStraight = Math.abs(quarters - Math.round(quarters)) < 0.07;
  return {
    x: lengthOf(of.get('svg:x') ?? x),
    y: lengthOf(of.get('svg:y') ?? y),
    width: lengthOf(of.get('svg:width')),
    height: lengthOf(of.get('svg:height')),
    direction: (isStraight ? directions[((Math.round(quarters) % 4) + 4) % 4] : null) ?? 'right',
  };
}

function runsOf(rows: readonly Paragraph[], frame: Frame): readonly TextRun[] {
  const { x, y, width, height, direction } = frame;
  return rows.flatMap(({ text, sizes }, row) => {
    if (text.trim() === '') return [];
    const [[size] = [defaultSize]] = [...sizes].toSorted(([, left], [, right]) => right - left);
    const run = { text, size, endsLine: true, width, height: size, vertical: false };
    const at = (part: number): number => (height * (row + part)) / rows.length;
    if (direction === 'down')
      return { ...run, x: x - at(0.5), y, width: size, height: width, vertical: true };
    if (direction === 'up') return { ...run, x: x + at(ascent), y, turned: 'up' };
    if (direction === 'over') return { ...run, x, y: y - at(ascent), turned: 'over' };
    return { ...run, x, y: y + at(ascent) };
  });
}

/** A tag or a text of XML. */
interface XmlToken {
  readonly kind: 'begin' | 'end' | 'empty' | 'text';
  readonly name: string;
  readonly attributes: string;
  readonly text: string;
}

/** Comments and declarations, tags, texts. No part of the pattern can match in two ways. */
const token =
  /<[!?][^<>]*>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/g;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

/** The tags and texts of an XML that a program wrote: no CDATA, no document type with declarations in it. */
function* xmlTokens(xml: string): Generator<XmlToken> {
  for (const [, isEnd = '', name = '', attributes = '', isEmpty = '', text] of xml.matchAll(
    token,
  )) {
    if (text !== undefined) yield { kind: 'text', name: '', attributes: '', text };
    else if (name !== '') {
      const kind = isEnd === '/' ? 'end' : isEmpty === '/' ? 'empty' : 'begin';
      yield { kind, name, attributes, text: '' };
    }
  }
}

/** The attributes of a tag by name. */
function attributesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(text.matchAll(attribute), ([, name = '', double, single = '']) => [
      name,
      decodeEntities(double ?? single),
    ]),
  );
}

const pointsPerUnit: ReadonlyMap<string, number> = new Map([
  ['cm', 72 / 2.54],
  ['mm', 72 / 25.4],
  ['in', 72],
  ['pt', 1],
]);

/** A length with its unit, in points; 0 of none. */
function lengthOf(text: string | undefined): number {
  const [, number = '', unit = ''] = /^(-?[\d.]+)(cm|mm|in|pt)$/.exec(text ?? '') ?? [];
  return Number(number) * (pointsPerUnit.get(unit) ?? 0);
}

const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The text with its character references as characters. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,6}));/gi,
    (whole, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return entities.get(name) ?? whole;
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
    },
  );
}
