import type { PdfPage, TextRun } from './engine.ts';

/** A tag or a text of flat XML. No part of the pattern can match in two ways. */
const token = /<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/g;
const attribute = /([\w:-]+)="([^"<]*)"/g;
const pointsPerUnit: ReadonlyMap<string, number> = new Map([
  ['cm', 72 / 2.54],
  ['mm', 72 / 25.4],
  ['in', 72],
  ['pt', 1],
]);
const defaultSize = 12;
const a4 = { width: 595, height: 842 };

/** The pages of a flat OpenDocument drawing: one run per paragraph of a text frame. */
export function readDrawing(xml: string): readonly PdfPage[] {
  const sizes = new Map<string, number>();
  const pages: { number: number; runs: TextRun[]; images: number }[] = [];
  let page = a4;
  let style = '';
  let frame = { x: 0, y: 0, width: 0, height: 0 };
  let paragraph: { text: string; size: number; row: number } | null = null;
  let row = 0;
  for (const [, isEnd, name, attributes = '', , text] of xml.matchAll(token)) {
    if (text !== undefined) {
      if (paragraph !== null) paragraph.text += decode(text);
      continue;
    }
    const of = new Map(
      Array.from(attributes.matchAll(attribute), ([, key = '', value = '']) => [
        key,
        decode(value),
      ]),
    );
    if (isEnd === '/') {
      const current = pages.at(-1);
      if ((name === 'text:p' || name === 'text:h') && paragraph !== null && current !== undefined) {
        const { size } = paragraph;
        const y = frame.y + size * (paragraph.row + 1);
        if (paragraph.text.trim() !== '')
          current.runs.push({
            text: paragraph.text,
            x: frame.x,
            y,
            width: frame.width,
            height: size,
            size,
            vertical: false,
            endsLine: true,
          });
        paragraph = null;
        row += 1;
      }
      continue;
    }
    if (name === 'style:page-layout-properties')
      page = {
        width: length(of.get('fo:page-width')) || page.width,
        height: length(of.get('fo:page-height')) || page.height,
      };
    else if (name === 'style:style') style = of.get('style:name') ?? '';
    else if (name === 'style:text-properties') {
      const size = length(of.get('fo:font-size'));
      if (size > 0) sizes.set(style, size);
    } else if (name === 'draw:page') pages.push({ number: pages.length + 1, runs: [], images: 0 });
    else if (name === 'draw:frame' || name === 'draw:custom-shape') {
      frame = {
        x: length(of.get('svg:x')),
        y: length(of.get('svg:y')),
        width: length(of.get('svg:width')),
        height: length(of.get('svg:height')),
      };
      row = 0;
    } else if (name === 'draw:image') {
      const current = pages.at(-1);
      if (current !== undefined) current.images += 1;
    } else if (name === 'text:p' || name === 'text:h')
      paragraph = {
        text: '',
        size: sizes.get(of.get('text:style-name') ?? '') ?? defaultSize,
        row,
      };
    else if (paragraph !== null) {
      const size = sizes.get(of.get('text:style-name') ?? '');
      if (name === 'text:span' && size !== undefined) paragraph.size = size;
      if (name === 'text:s')
        paragraph.text += ' '.repeat(Math.min(100, Number(of.get('text:c') ?? '1') || 1));
      if (name === 'text:tab') paragraph.text += ' ';
    }
  }
  return pages.map(({ number, runs, images }) => {
    const { width, height } = page;
    return { number, width, height, runs, images };
  });
}

/** A length with its unit, in points. */
function length(text: string | undefined): number {
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

function decode(text: string): string {
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
