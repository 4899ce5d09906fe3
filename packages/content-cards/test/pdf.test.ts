import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importSources } from '../src/import/import-sources.ts';
import { readDrawing } from '../src/node/pdf/read-drawing.ts';
import {
  createPdfAdapter,
  createPdfjsEngine,
  createSofficeEngine,
  extractPdf,
} from '../src/pdf.ts';

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

test('a table is read row by row', async () => {
  const [, , ...rows] = await paragraphs('table');
  expect(rows).toEqual(['項目　今期　前期', '売上高　1,200　1,070', '営業費用　800　700']);
});

const codeOf = (bytes: Uint8Array, more: { maxPages?: number; timeoutMs?: number } = {}) =>
  extractPdf(bytes, { engine, ...more }).then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  );

/** A PDF written by hand: objects, then the trailer; readers rebuild the table that is left out. */
function writtenPdf(content: string, more = ''): Uint8Array {
  const stream = `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream,
    '<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /90ms-RKSJ-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /DW 1000 /FontDescriptor 7 0 R >>',
    '<< /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return new TextEncoder().encode(
    `%PDF-1.4\n${body}${more}trailer\n<< /Root 1 0 R /Size 8 >>\n%%EOF\n`,
  );
}

test('a predefined CMap is read: Shift_JIS codes without an embedded font', async () => {
  // 日本語の提案 in Shift_JIS.
  const { pages } = await extractPdf(
    writtenPdf('BT /F 12 Tf 72 700 Td <93fa967b8cea82cc92f188c4> Tj ET'),
    { engine },
  );
  expect(pages[0]?.paragraphs.map(({ text }) => text)).toEqual(['日本語の提案']);
});

test('what is no readable PDF is never an empty success', async () => {
  const text = new TextEncoder();
  expect(await codeOf(text.encode('<html>no</html>'))).toBe('pdf_invalid');
  expect(await codeOf(text.encode('%PDF-1.7\nnothing'))).toBe('pdf_invalid');
  expect(await codeOf(fixture('horizontal').slice(0, 3000))).toBe('pdf_invalid');
  expect(await codeOf(writtenPdf('0 0 10 10 re f'))).toBe('pdf_no_text');
  expect(await codeOf(fixture('horizontal'), { maxPages: 0 })).toBe('pdf_too_many_pages');
  expect(await codeOf(fixture('horizontal'), { timeoutMs: 1 })).toBe('pdf_timed_out');
  expect(await codeOf(fixture('encrypted'))).toBe('pdf_encrypted');
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

test('a flat drawing is read: texts with their sizes and places, images counted', () => {
  const xml = `<office:document><style:style style:name="P1"><style:text-properties fo:font-size="18pt"/></style:style>
<draw:page draw:name="p1"><draw:frame svg:x="1in" svg:y="1in" svg:width="4in" svg:height="1in"><draw:text-box><text:p text:style-name="P1">提案 &amp; <text:span>背景</text:span></text:p></draw:text-box></draw:frame><draw:frame><draw:image/></draw:frame></draw:page></office:document>`;
  expect(readDrawing(xml)).toMatchObject([
    { number: 1, images: 1, runs: [{ text: '提案 & 背景', x: 72, size: 18 }] },
  ]);
});

// Counted as skipped where LibreOffice is not installed.
test.skipIf(spawnSync('soffice', ['--version']).error !== undefined)(
  'LibreOffice reads the same words',
  async () => {
    const { pages } = await extractPdf(fixture('horizontal'), { engine: createSofficeEngine() });
    expect(pages[0]?.paragraphs.map(({ text }) => text).join('')).toContain('提案の背景');
  },
  60_000,
);
