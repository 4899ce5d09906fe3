import { isLongRun } from '@kanmon/test-support';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { importSources } from '../src/import/import-sources.ts';
import { plainForms } from '../src/node/pdf/extract-pdf.ts';
import { readDrawing } from '../src/node/pdf/read-drawing.ts';
import {
  createPdfAdapter,
  createPdfjsEngine,
  createSofficeEngine,
  extractPdf,
} from '../src/pdf.ts';
import { writePdf } from './write-pdf.ts';

const engine = createPdfjsEngine();
const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`fixtures/${name}.pdf`, import.meta.url)));
const p1 =
  '本資料では、提案の背景と目的を説明します。売上は前年比で12%増えましたが、費用も増えています。次の四半期は顧客の声を聞き、サービスの品質を高めることを最優先とします。';
const p2 =
  'コストの見直しは六月までに終える予定です。担当者は毎週金曜日に進捗を報告し、遅れがある場合は理由と対策を合わせて示してください。判断に必要な数字は付録にまとめました。';
const p3 =
  '顧客への聞き取りでは、使いやすさよりも応答の速さを求める声が多く、特に夜間の対応に不満が集まりました。人員の配置を見直し、夜間の窓口を二名体制にします。';

async function paragraphs(name: string): Promise<string[]> {
  const { pages } = await extractPdf(fixture(name), { engine });
  return pages.flatMap((page) => page.paragraphs.map(({ text }) => text));
}

test('horizontal text: headings and paragraphs', async () => {
  expect(await paragraphs('horizontal')).toEqual(['四半期の提案', p1, p2, '顧客の声', p3]);
});

test('two columns: left before right, paragraphs over the column end', async () => {
  expect(await paragraphs('columns')).toEqual(['四半期の提案', p1, p2, p3]);
});

test('vertical text: lines from right to left', async () => {
  expect(await paragraphs('vertical')).toEqual([
    '四半期の提案',
    p1.replace('12%', '十二パーセント'),
    p2,
    p3,
  ]);
});

test.each([
  [
    'of English cells',
    [
      ['Quarter', 'Revenue', 'Profit'],
      ['Q1 2025', '1,200', '100'],
      ['Q2 2025', '1,350', '-40'],
    ],
    ['Quarter  Revenue  Profit', 'Q1 2025  1,200  100', 'Q2 2025  1,350  -40'],
  ],
  [
    'of Japanese cells',
    [
      ['期', '売上', '利益'],
      ['第1四半期', '1,200', '100'],
      ['第2四半期', '1,350', '▲40'],
    ],
    ['期　売上　利益', '第1四半期　1,200　100', '第2四半期　1,350　▲40'],
  ],
])('rows %s stay apart, whether or not they fill the width', async (_name, rows, lines) => {
  const written = rows.flatMap((row, index) =>
    row.map((text, column) => ({ x: 72 + 130 * column, y: 700 - 22 * index, text })),
  );
  const { pages } = await extractPdf(writePdf([written]), { engine });
  expect(pages[0]?.paragraphs.map(({ text }) => text)).toEqual(lines);
});

test('a table is read row by row', async () => {
  const [, , ...rows] = await paragraphs('table');
  expect(rows).toEqual(['項目　今期　前期', '売上高　1,200　1,070', '営業費用　800　700']);
});

const codeOf = (bytes: Uint8Array, more: { maxPages?: number; timeoutMs?: number } = {}) =>
  extractPdf(bytes, { engine, ...more }).then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  );

test('an aborted signal rejects with its reason before the engine is asked', async () => {
  const signal = AbortSignal.abort(new Error('stop'));
  await expect(extractPdf(fixture('table'), { engine, signal })).rejects.toThrow('stop');
  const limits = { maxPages: 1, timeoutMs: 60_000, signal };
  await expect(engine.read(fixture('table'), limits)).rejects.toThrow('stop');
});

describe('options of another kind are refused', () => {
  const never = { name: 'never', read: () => Promise.reject(new Error('was asked')) };
  const wrong: readonly (readonly [string, object])[] = [
    ...['maxBytes', 'maxPages', 'timeoutMs'].flatMap((name) =>
      [Number.NaN, '300', -1, null].map((value) => [name, { [name]: value }] as const),
    ),
    ['reflow', { reflow: 'reflowPages' }],
    ['engine', { engine: {} }],
  ];
  test.each(wrong)('%s %o', async (name, options) => {
    const all = { engine: never, ...options };
    const refusal = { code: 'invalid-argument', message: expect.stringContaining(name) };
    await expect(extractPdf(fixture('table'), all)).rejects.toMatchObject(refusal);
    expect(() => createPdfAdapter(all)).toThrow(expect.objectContaining(refusal));
  });

  test('bytes and a signal', async () => {
    for (const bytes of [fixture('table').buffer, undefined, 'text', [1, 2]])
      await expect(extractPdf(bytes as never, { engine: never })).rejects.toThrow(/Uint8Array/);
    const signal = 5 as never;
    await expect(extractPdf(fixture('table'), { engine: never, signal })).rejects.toThrow(/signal/);
  });

  test('a number of programs that would wait without end', () => {
    for (const maxParallel of [0, Number.NaN, '2'])
      expect(() => createSofficeEngine({ maxParallel: maxParallel as never })).toThrow(/from 1/);
  });
});

test('an endless time, and one of more milliseconds than a timer holds, do not end at once', async () => {
  for (const timeoutMs of [Infinity, 2 ** 31])
    expect(await codeOf(fixture('table'), { timeoutMs })).toBe('ok');
});

test('an engine or a reflow that returns no pages is named', async () => {
  for (const answer of [undefined, {}, { pages: [{}], warnings: [] }, { pages: [] }]) {
    const own = { name: 'own', read: () => Promise.resolve(answer as never) };
    await expect(extractPdf(fixture('table'), { engine: own })).rejects.toMatchObject({
      code: 'pdf_engine_failed',
    });
  }
  const reflow = () => undefined as never;
  await expect(extractPdf(fixture('table'), { engine, reflow })).rejects.toThrow(/options.reflow/);
});

/** A page with these operators, and a font that every reader has. */
function standardFontPdf(
  content: Buffer,
  given: { readonly font?: string; readonly filter?: string; readonly rotate?: number } = {},
): Uint8Array {
  const { font = 'Helvetica', filter = '', rotate = 0 } = given;
  const fonts = `/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /${font} >> >>`;
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate ${rotate} /Contents 4 0 R /Resources << ${fonts} >> >>\nendobj\n4 0 obj\n<< /Length ${content.length} ${filter} >>\nstream\n`,
    ),
    content,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R /Size 5 >>\n%%EOF\n'),
  ]);
}

/** Reads lines of Helvetica, each from its place and turned counter-clockwise by so many degrees. */
async function readTurned(
  lines: readonly { readonly text: string; readonly x: number; readonly y: number }[],
  turn: number,
  page: { readonly rotate?: number } = {},
): Promise<readonly string[]> {
  const [cos, sin] = [0, 90].map((less) => Math.round(Math.cos(((turn - less) / 180) * Math.PI)));
  const shown = lines.map(
    ({ text, x, y }) =>
      `BT /F 11 Tf ${cos} ${sin} ${-Number(sin)} ${cos} ${x} ${y} Tm (${text}) Tj ET`,
  );
  const bytes = standardFontPdf(Buffer.from(shown.join('\n')), page);
  const { pages } = await extractPdf(bytes, { engine });
  return pages.flatMap(({ paragraphs: all }) => all.map(({ text }) => text));
}

/** The place on A4 of what is so far along its line and down the page for its reader. */
function placeOf(turn: number, along: number, down: number): { x: number; y: number } {
  const places: Readonly<Record<number, readonly [number, number]>> = {
    0: [along, 842 - down],
    90: [down, along],
    180: [595 - along, down],
    270: [595 - down, 842 - along],
  };
  const [x = 0, y = 0] = places[turn] ?? [];
  return { x, y };
}

describe.each([0, 90, 180, 270])('text that is turned by %i degrees', (turn) => {
  const lines = [
    'Sales of the northern region grew by 12% in the year and reached',
    '1,200 dollars, which is more than the plan of the board said.',
    'Costs stayed at 800 dollars because two of the machines that were',
    'planned for the spring were bought in the following autumn only.',
  ];
  const joined = [lines.slice(0, 2).join(' '), lines.slice(2).join(' ')];
  const at = (along: number, down: number, text: string) => ({
    text,
    ...placeOf(turn, along, down),
  });
  const written = lines.map((text, index) => at(60, 80 + 16 * index, text));

  test('is read in its order, its lines joined', async () => {
    expect(await readTurned(written, turn)).toEqual(joined);
  });

  test('is read so on a page that is turned too', async () => {
    for (const rotate of [90, 180, 270])
      expect(await readTurned(written, turn, { rotate }), `${rotate}`).toEqual(joined);
  });

  test('is read row by row in a table', async () => {
    const rows = [
      ['Region', 'Q1', 'Q2', 'Q3', 'Q4'],
      ['North', '1000', '2000', '3000', '4000'],
      ['South', '1010', '2010', '3010', '4010'],
      ['East', '1020', '2020', '3020', '4020'],
    ];
    const cells = rows.flatMap((row, index) =>
      row.map((text, column) => at(50 + 80 * column, 100 + 18 * index, text)),
    );
    expect(await readTurned(cells, turn)).toEqual(rows.map((row) => row.join('  ')));
  });
});

test.each([90, 180, 270])(
  'a note turned by %i degrees is read apart from the text',
  async (turn) => {
    const text =
      'BT /F 11 Tf 1 0 0 1 60 700 Tm (The text of the page goes on) Tj 0 -16 Td (in the next of its lines.) Tj ET';
    const sin = turn === 90 ? 1 : turn === 270 ? -1 : 0;
    const cos = turn === 180 ? -1 : 0;
    const note = `BT /F 11 Tf ${cos} ${sin} ${-sin} ${cos} ${turn === 180 ? 140 : 40} 692 Tm (Confidential) Tj ET`;
    for (const content of [`${text}\n${note}`, `${note}\n${text}`]) {
      const { pages } = await extractPdf(standardFontPdf(Buffer.from(content)), { engine });
      expect(pages[0]?.paragraphs.map((paragraph) => paragraph.text)).toEqual([
        'The text of the page goes on in the next of its lines.',
        'Confidential',
      ]);
    }
  },
);

describe('fonts that are not embedded', () => {
  const text = '日本語の提案、１２％増';
  const read = async (cMap: string, folder?: string) =>
    extractPdf(writePdf([[{ x: 72, y: 700, text }]], { cMap }), {
      engine: createPdfjsEngine(folder === undefined ? {} : { cMapsFolder: folder }),
    });

  test.each(['UniJIS-UTF16-H', 'UniJIS-UCS2-H', '90ms-RKSJ-H', 'EUC-H'])(
    '%s is read by its CMap',
    async (cMap) => {
      const { pages, warnings } = await read(cMap);
      expect(pages[0]?.paragraphs.map((paragraph) => paragraph.text)).toEqual([text]);
      expect(warnings).toEqual([]);
    },
  );

  test('UniJIS-UCS2-V goes down the page, from right to left', async () => {
    const columns = [
      '売上は前年より増えましたが、',
      '費用も増えています。',
      '次の四半期は見直します。',
    ];
    const lines = columns.map((column, index) => ({ x: 500 - 20 * index, y: 780, text: column }));
    const { pages } = await extractPdf(writePdf([lines], { cMap: 'UniJIS-UCS2-V' }), { engine });
    expect(pages[0]?.paragraphs.map((paragraph) => paragraph.text).join('')).toBe(columns.join(''));
  });

  test('without the CMaps nothing is silent', async () => {
    await expect(read('90ms-RKSJ-H', '/no/such/folder')).rejects.toMatchObject({
      code: 'pdf_no_text',
      message: expect.stringContaining('CMaps'),
    });
    const { warnings } = await extractPdf(fixture('horizontal'), {
      engine: createPdfjsEngine({ cMapsFolder: '/no/such/folder' }),
    });
    expect(warnings).toContainEqual({ code: 'cmaps_missing' });
  });

  test('warnings about a CMap that cannot be read do not name the folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kanmon-cmaps-'));
    const bytes = writePdf([[{ x: 72, y: 700, text }]], { cMap: '90ms-RKSJ-H' });
    const limits = { maxPages: 1, timeoutMs: 60_000 };
    const seen = await createPdfjsEngine({ cMapsFolder: folder }).read(bytes, limits);
    rmSync(folder, { recursive: true });
    expect(seen.warnings.join('\n')).toContain('90ms-RKSJ-H.bcmap');
    expect(seen.warnings.join('\n')).not.toContain(folder);
  });

  test.each(['Helvetica', 'Times-Roman', 'Symbol', 'ZapfDingbats', 'Arial'])(
    'the standard font %s is read without a warning about it',
    async (name) => {
      const content = Buffer.from('BT /F 12 Tf 72 700 Td (plain words) Tj ET');
      const bytes = standardFontPdf(content, { font: name });
      const { pages, warnings } = await extractPdf(bytes, { engine });
      expect(pages[0]?.paragraphs).toHaveLength(1);
      // The file has no cross-reference table.
      expect(warnings.map(({ message }) => message)).toEqual(['Warning: Indexing all PDF objects']);
    },
  );
});

const bodyLines = [
  '売上は前年より増えましたが、費用も増えています。',
  '次の四半期は見直しを進めます。',
];

function longPdf(pages: number): Uint8Array {
  return writePdf(
    Array.from({ length: pages }, (_, index) => [
      { x: 72, y: 810, text: '事業計画（社外秘）', size: 9 },
      ...bodyLines.map((text, line) => ({ x: 72, y: 600 - 20 * line - index, text })),
      { x: 290, y: 30, text: `${index + 1}頁`, size: 9 },
    ]),
  );
}

test('lines that recur at the edge of four pages run along; of three pages they are text', async () => {
  const four = await extractPdf(longPdf(4), { engine });
  expect(four.pages.map(({ running }) => running)).toEqual(
    [1, 2, 3, 4].map((number) => ['事業計画（社外秘）', `${number}頁`]),
  );
  for (const page of four.pages)
    expect(page.paragraphs.map(({ text }) => text)).toEqual([bodyLines.join('')]);
  const three = await extractPdf(longPdf(3), { engine });
  expect(three.pages.flatMap(({ running }) => running)).toEqual([]);
  expect(three.pages[0]?.paragraphs.map(({ text }) => text)).toEqual([
    '事業計画（社外秘）',
    bodyLines.join(''),
    '1頁',
  ]);
});

test('a paragraph of one line ends with its page; one of two lines goes on', async () => {
  const at = (y: number, text: string) => ({ x: 72, y, text });
  const read = async (pages: Parameters<typeof writePdf>[0]) =>
    (await extractPdf(writePdf(pages), { engine })).pages.map((page) =>
      page.paragraphs.map(({ text }) => text),
    );
  expect(
    await read([[at(400, '四半期の提案')], [at(400, '次の四半期の計画')], [at(400, '付録')]]),
  ).toEqual([['四半期の提案'], ['次の四半期の計画'], ['付録']]);
  const first = '売上は前年より増えましたが、費用も';
  const second = '増えているため、次の四半期は見直し';
  const third = 'を進めます。';
  const other = '顧客の声は付録の表にまとめてあります';
  expect(
    await read([
      [at(100, first), at(80, second)],
      [at(800, third), at(740, other)],
    ]),
  ).toEqual([[first + second + third], [other]]);
});

test('a page without text is named, the others are read', async () => {
  const bytes = writePdf([[{ x: 72, y: 700, text: '提案の本文' }], []]);
  const { warnings } = await extractPdf(bytes, { engine });
  expect(warnings).toEqual([{ code: 'pdf_page_without_text', page: 2 }]);
});

test('glyphs that are named by their radicals come out as characters', () => {
  expect(plainForms('⻑⻄⽬⽤︑︒ﬃ⺀')).toBe('長西目用、。ffi⺀');
});

test('what is no readable PDF is never an empty success', async () => {
  const text = new TextEncoder();
  expect(await codeOf(text.encode('<html>no</html>'))).toBe('pdf_invalid');
  expect(await codeOf(text.encode('%PDF-1.7\nnothing'))).toBe('pdf_invalid');
  const whole = fixture('horizontal');
  // Most of it is there, and PDF.js would take it for the whole.
  for (const part of [0.02, 0.5, 0.9, 0.999])
    expect(await codeOf(whole.slice(0, Math.floor(part * whole.length)))).toBe('pdf_invalid');
  expect(await codeOf(Uint8Array.from([...whole, ...new Uint8Array(2000)]))).toBe('ok');
  expect(await codeOf(writePdf([[]], { content: '0 0 10 10 re f' }))).toBe('pdf_no_text');
  expect(await codeOf(writePdf([]))).toBe('pdf_invalid');
  expect(await codeOf(fixture('horizontal'), { maxPages: 0 })).toBe('pdf_too_many_pages');
  expect(await codeOf(fixture('horizontal'), { timeoutMs: 1 })).toBe('pdf_timed_out');
  expect(await codeOf(fixture('encrypted'))).toBe('pdf_encrypted');
});

describe('streams that are compressed', () => {
  /** A page whose content is a text that was deflated once, here deflated `times` times in all. */
  const page = (once: Buffer, times: number): Uint8Array => {
    let stream = once;
    for (let time = 1; time < times; time += 1) stream = deflateSync(stream);
    return standardFontPdf(stream, { filter: `/Filter [${'/FlateDecode '.repeat(times)}]` });
  };

  test.each([1, 2])('are read when they are deflated %i times', async (times) => {
    const text = `${' '.repeat(1_000_000)}BT /F 12 Tf 72 700 Td (plain words) Tj ET`;
    const { pages } = await extractPdf(page(deflateSync(text), times), { engine });
    expect(pages[0]?.paragraphs.map((paragraph) => paragraph.text)).toEqual(['plain words']);
  });

  /** Inflates to 300 million spaces. A piece that is flushed may be repeated; the checksum at the end is never reached. */
  const spaces = deflateRawSync(Buffer.alloc(1_000_000, 0x20), {
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const bomb = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(300).fill(spaces)]);
  test.each(isLongRun ? [1, 2] : [2])(
    'are refused when they inflate past the memory of the engine, deflated %i times',
    async (times) => {
      const bytes = page(bomb, times);
      expect(bytes.length).toBeLessThan(400_000);
      expect(await codeOf(bytes)).toBe('pdf_out_of_memory');
    },
    120_000,
  );
});

test('a PDF becomes cards with page numbers, the engine is named', async () => {
  const bytes = fixture('horizontal');
  const result = await importSources([{ kind: 'bytes', bytes, name: 'proposal.pdf' }], {
    adapters: [createPdfAdapter({ engine })],
  });
  expect(result.cards.map(({ title }) => title)).toContain('顧客の声');
  expect(result.meta.sources[0]).toMatchObject({ importer: 'pdf', engine: 'pdfjs' });
  expect(result.provenance['import-01']?.[0]).toMatchObject({ page: 1, source: 'proposal.pdf' });
});

test('LibreOffice that is missing, or that makes nothing, is named; nothing else is tried', async () => {
  const bytes = fixture('horizontal');
  const codeWith = (bin: string) =>
    extractPdf(bytes, { engine: createSofficeEngine({ bin }) }).then(
      () => 'ok',
      (error: { code?: string }) => error.code,
    );
  expect(await codeWith('/no/such/soffice')).toBe('pdf_engine_missing');
  // Ends with 0 and leaves no file, as LibreOffice does when it fails.
  expect(await codeWith('/bin/true')).toBe('pdf_engine_failed');
});

const drawing = (pages: string) => `<?xml version="1.0" encoding="UTF-8"?>
<office:document><style:page-layout style:name="PM1"><style:page-layout-properties fo:page-width="10cm" fo:page-height="20cm"/></style:page-layout>
<style:style style:name="T1"><style:text-properties fo:font-size="18pt"/></style:style><style:style style:name="T2"><style:text-properties fo:font-size="9pt"/></style:style>
<style:master-page style:name="m1" style:page-layout-name="PM1"/>${pages}</office:document>`;

test('a flat drawing is read: texts with their sizes and places, images counted', () => {
  const xml = drawing(`<draw:page draw:master-page-name="m1">
<draw:frame svg:x="1in" svg:y="1in" svg:width="4in" svg:height="20pt"><draw:text-box><text:p><text:span text:style-name="T1">提案 &amp;<text:s/>背景</text:span><text:span text:style-name="T2">注</text:span></text:p></draw:text-box></draw:frame>
<draw:frame svg:width="2in" svg:height="10pt" draw:transform="rotate (-1.5707963267949) translate (100pt 50pt)"><draw:text-box><text:p text:style-name="T2">turned</text:p></draw:text-box></draw:frame>
<draw:frame svg:width="2in" svg:height="10pt" draw:transform="rotate (1.5707963267949) translate (100pt 200pt)"><draw:text-box><text:p text:style-name="T2">up</text:p></draw:text-box></draw:frame>
<draw:frame svg:width="2in" svg:height="10pt" draw:transform="rotate (-3.14159265358979) translate (100pt 50pt)"><draw:text-box><text:p text:style-name="T2">over</text:p></draw:text-box></draw:frame>
<draw:frame><draw:image><office:binary-data>AAAA</office:binary-data><text:p/></draw:image></draw:frame></draw:page><draw:page/>`);
  expect(readDrawing(xml)).toMatchObject([
    {
      number: 1,
      width: 72 * (10 / 2.54),
      images: 1,
      runs: [
        { text: '提案 & 背景注', x: 72, y: 88, size: 18, vertical: false },
        { text: 'turned', x: 95, y: 50, height: 144, size: 9, vertical: true },
        { text: 'up', x: 108, y: 200, width: 144, size: 9, vertical: false, turned: 'up' },
        { text: 'over', x: 100, y: 42, width: 144, size: 9, vertical: false, turned: 'over' },
      ],
    },
    { number: 2, runs: [], images: 0 },
  ]);
});

test('refuses a drawing that is cut off', () => {
  const xml = drawing('<draw:page><draw:frame><text:p>提案</text:p></draw:frame></draw:page>');
  expect(readDrawing(xml)).toHaveLength(1);
  for (const part of [0.3, 0.6, 0.9, 0.99])
    expect(readDrawing(xml.slice(0, Math.floor(part * xml.length)))).toBe(null);
});

// Counted as skipped where LibreOffice is not installed.
describe.skipIf(spawnSync('soffice', ['--version']).error !== undefined)('LibreOffice', () => {
  const soffice = createSofficeEngine();
  const read = async (name: string) => {
    const { pages } = await extractPdf(fixture(name), { engine: soffice });
    return pages.flatMap((page) => page.paragraphs.map(({ text }) => text));
  };

  test('reads what the other engine reads: lines, columns, a table, vertical writing', async () => {
    for (const name of ['horizontal', 'columns', 'table', 'vertical'])
      // One program at a time, as the engine would have it anyway.
      expect(await read(name)).toEqual(await paragraphs(name));
  }, 120_000);

  test('counts images, names what it cannot read, and leaves nothing behind', async () => {
    const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('kanmon-pdf-'));
    const before = folders();
    const codeOfPdf = (bytes: Uint8Array, timeoutMs = 60_000) =>
      extractPdf(bytes, { engine: soffice, timeoutMs }).then(
        ({ images }) => images.length,
        (error: { code?: string }) => error.code,
      );
    expect(await codeOfPdf(fixture('encrypted'))).toBe('pdf_encrypted');
    expect(await codeOfPdf(fixture('scan'))).toBe('pdf_no_text');
    expect(await codeOfPdf(fixture('image'))).toBe(1);
    expect(await codeOfPdf(fixture('horizontal'), 50)).toBe('pdf_timed_out');
    const controller = new AbortController();
    const aborted = extractPdf(fixture('horizontal'), {
      engine: soffice,
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(aborted).rejects.toThrow('enough');
    expect(folders()).toEqual(before);
  }, 120_000);
});

test('at most so many programs run at once, and each gets its turn', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fake-soffice-'));
  const log = join(folder, 'log');
  const bin = join(folder, 'soffice');
  writeFileSync(bin, `#!/bin/sh\necho begin >> ${log}\nsleep 0.05\necho end >> ${log}\nexit 3\n`);
  chmodSync(bin, 0o755);
  const one = createSofficeEngine({ bin });
  const codes = await Promise.all(
    [1, 2, 3].map(() =>
      extractPdf(fixture('horizontal'), { engine: one }).catch(
        (error: { code?: string }) => error.code,
      ),
    ),
  );
  expect(codes).toEqual(Array.from({ length: 3 }, () => 'pdf_engine_failed'));
  expect(readFileSync(log, 'utf8')).toBe('begin\nend\n'.repeat(3));
  rmSync(folder, { recursive: true });
});
