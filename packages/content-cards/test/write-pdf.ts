import Encoding from 'encoding-japanese';

/** A predefined CMap and how a text is written for it (ISO 32000-1, 9.7.5.2). */
const encodings: Readonly<Record<string, (text: string) => string>> = {
  'UniJIS-UTF16-H': utf16,
  'UniJIS-UTF16-V': utf16,
  'UniJIS-UCS2-H': utf16,
  'UniJIS-UCS2-V': utf16,
  '90ms-RKSJ-H': (text) => hex(Encoding.convert(codes(text), { to: 'SJIS', from: 'UNICODE' })),
  'EUC-H': (text) => hex(Encoding.convert(codes(text), { to: 'EUCJP', from: 'UNICODE' })),
};

function codes(text: string): number[] {
  return Encoding.stringToCode(text);
}

function hex(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, index) =>
    text.charCodeAt(index).toString(16).padStart(4, '0'),
  ).join('');
}

/** A line of text at its place, in points from the lower left corner. */
export interface WrittenLine {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** @default 12 */
  readonly size?: number;
}

/** A PDF written by hand: a Japanese font that is not embedded, with one of the predefined CMaps. */
export function writePdf(
  pages: readonly (readonly WrittenLine[])[],
  options: { readonly cMap?: string; readonly content?: string } = {},
): Uint8Array {
  const { cMap = 'UniJIS-UTF16-H', content = '' } = options;
  const encode = encodings[cMap];
  if (encode === undefined) throw new Error(`no encoding for ${cMap}`);
  const kids = pages.map((_, index) => `${10 + 2 * index} 0 R`).join(' ');
  const objects = new Map([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`],
    [
      3,
      `<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /${cMap} /DescendantFonts [4 0 R] >>`,
    ],
    [
      4,
      '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /DW 1000 /FontDescriptor 5 0 R >>',
    ],
    [
      5,
      '<< /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>',
    ],
  ]);
  for (const [index, lines] of pages.entries()) {
    const shown = lines.map(
      ({ x, y, text, size = 12 }) =>
        `BT /F ${size} Tf 1 0 0 1 ${x} ${y} Tm <${encode(text)}> Tj ET`,
    );
    const stream = [content, ...shown].join('\n');
    const page = 10 + 2 * index;
    objects.set(
      page,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${page + 1} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
    );
    objects.set(page + 1, `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  }
  let file = '%PDF-1.4\n';
  const size = 10 + 2 * pages.length;
  const offsets = new Map<number, number>();
  for (const [number, object] of objects) {
    offsets.set(number, file.length);
    file += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const table = Array.from({ length: size }, (_, number) => {
    const offset = offsets.get(number);
    return offset === undefined
      ? `0000000000 ${number === 0 ? '65535' : '00000'} f \n`
      : `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  return new TextEncoder().encode(
    `${file}xref\n0 ${size}\n${table.join('')}trailer\n<< /Root 1 0 R /Size ${size} >>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}
