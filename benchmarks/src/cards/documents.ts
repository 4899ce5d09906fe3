import { english, headings, japanese } from './sentences.ts';

export type Layout = 'horizontal' | 'columns' | 'vertical';

/** A document and the paragraphs that a reader must find in it. */
export interface Sample {
  readonly name: string;
  readonly layout: Layout;
  readonly writer: 'chromium' | 'libreoffice';
  readonly source: string;
  readonly paragraphs: readonly string[];
}

const fonts = ['Noto Serif CJK JP', 'Noto Sans CJK JP', 'IPAMincho', 'IPAPGothic'];
/** A generator of numbers from 0 to 1, the same in every run (Park and Miller). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

interface Part {
  readonly heading: boolean;
  readonly text: string;
}

/** Documents of all layouts, the same for the same seed. */
export function createSamples(seed: number, count: number): readonly Sample[] {
  const random = createRandom(seed);
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new Error('expected a list with elements');
    return value;
  };
  const whole = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  const partsOf = (isEnglish: boolean, sections: number): readonly Part[] => {
    const parts: Part[] = [];
    for (let section = sections; section > 0; section -= 1) {
      parts.push({
        heading: true,
        text: isEnglish ? `Results of part ${section}` : pick(headings),
      });
      for (let left = whole(2, 6); left > 0; left -= 1) {
        const sentences = Array.from({ length: whole(1, 6) }, () =>
          pick(isEnglish ? english : japanese),
        );
        parts.push({ heading: false, text: sentences.join(isEnglish ? ' ' : '') });
      }
    }
    return parts;
  };

  return (['horizontal', 'columns', 'vertical'] as const).flatMap((layout) =>
    Array.from({ length: count }, (_, index): Sample => {
      const writer = index % 3 === 2 ? 'libreoffice' : 'chromium';
      const isEnglish = layout !== 'vertical' && index % 5 === 4;
      // Recurring lines can be recognised from four pages on: only long documents have them.
      const isLong = index % 4 === 3;
      const parts = partsOf(isEnglish, isLong ? whole(20, 24) : whole(2, 5));
      const style = {
        font: isEnglish ? 'DejaVu Serif' : pick(fonts),
        size: pick([9, 10, 10.5, 11, 12]),
        headingSize: pick([13, 14.5, 16, 18]),
        leading: pick([1.4, 1.6, 1.8]),
        gap: pick([0, 0.5, 1]),
        columns: layout === 'columns' ? pick([2, 2, 3]) : 1,
        isJustified: random() < 0.5,
        hasFooter: isLong,
        layout,
      };
      return {
        name: `${layout}-${String(index).padStart(2, '0')}`,
        layout,
        writer,
        source: writer === 'chromium' ? htmlOf(parts, style) : drawingOf(parts, style),
        paragraphs: parts.map(({ text }) => text),
      };
    }),
  );
}

interface Style {
  readonly font: string;
  readonly size: number;
  readonly headingSize: number;
  readonly leading: number;
  /** Between paragraphs, in lines; without one they begin with an indent. */
  readonly gap: number;
  readonly columns: number;
  readonly isJustified: boolean;
  readonly hasFooter: boolean;
  readonly layout: Layout;
}

function htmlOf(parts: readonly Part[], style: Style): string {
  const { font, size, headingSize, leading, gap, columns, isJustified, layout } = style;
  const footer = `@bottom-center { content: "- " counter(page) " -"; font-size: 8pt }`;
  const body = parts
    .map(({ heading, text }) => (heading ? `<h2>${text}</h2>` : `<p>${text}</p>`))
    .join('\n');
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><style>
@page { size: A4; margin: 22mm 20mm; ${style.hasFooter ? footer : ''} }
body { margin: 0; font: ${size}pt/${leading} '${font}'; text-align: ${isJustified ? 'justify' : 'left'};
  ${layout === 'vertical' ? 'writing-mode: vertical-rl;' : `columns: ${columns}; column-gap: 8mm;`} }
h2 { font-size: ${headingSize}pt; line-height: 1.4; margin: 1em 0 0.5em; break-after: avoid; text-align: left;
  ${layout === 'vertical' ? 'margin: 0 1em 0 0.5em;' : ''} }
p { margin: 0; ${layout === 'vertical' ? 'margin-left' : 'margin-bottom'}: ${gap * leading}em; text-indent: ${gap === 0 ? 1 : 0}em; orphans: 2; widows: 2 }
</style><body>${body}</body></html>`;
}

function fontSizes(points: number): string {
  return `fo:font-size="${points}pt" style:font-size-asian="${points}pt" style:font-name="F" style:font-name-asian="F"`;
}

/**
 * A flat text document, for LibreOffice to print. No punctuation hangs and no lines are kept together:
 * LibreOffice 7 loses such marks from the text, and prints such lines over one another.
 */
function drawingOf(parts: readonly Part[], style: Style): string {
  const { font, size, headingSize, leading, gap, columns, isJustified, layout } = style;
  const body = parts
    .map(({ heading, text }) => `<text:p text:style-name="${heading ? 'H' : 'P'}">${text}</text:p>`)
    .join('\n');
  const writing = layout === 'vertical' ? 'tb-rl' : 'lr-tb';
  const space = gap === 0 ? 0 : gap * leading * size;
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:font-face-decls><style:font-face style:name="F" svg:font-family="'${font}'"/></office:font-face-decls>
<office:styles>
<style:style style:name="P" style:family="paragraph"><style:paragraph-properties fo:line-height="${Math.round(leading * 100)}%" fo:margin-bottom="${space}pt" fo:text-indent="${gap === 0 ? size : 0}pt" fo:text-align="${isJustified ? 'justify' : 'start'}" style:punctuation-wrap="simple"/><style:text-properties ${fontSizes(size)}/></style:style>
<style:style style:name="H" style:family="paragraph"><style:paragraph-properties fo:margin-top="${size}pt" fo:margin-bottom="${size / 2}pt" fo:keep-with-next="always"/><style:text-properties ${fontSizes(headingSize)}/></style:style>
</office:styles>
<office:automatic-styles><style:page-layout style:name="L"><style:page-layout-properties fo:page-width="210mm" fo:page-height="297mm" fo:margin-top="22mm" fo:margin-bottom="22mm" fo:margin-left="20mm" fo:margin-right="20mm" style:writing-mode="${writing}">${columns > 1 ? `<style:columns fo:column-count="${columns}" fo:column-gap="8mm"/>` : ''}</style:page-layout-properties></style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L"/></office:master-styles>
<office:body><office:text>${body}</office:text></office:body></office:document>`;
}
