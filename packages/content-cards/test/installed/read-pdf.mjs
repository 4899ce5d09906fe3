// Run where the package is installed: the worker and the CMaps must be found from what was packed.
import assert from 'node:assert/strict';
import { createPdfjsEngine, extractPdf } from '@kanmon/content-cards/pdf';

const content = 'BT /F 12 Tf 72 700 Td <93fa967b8cea82cc92f188c4> Tj ET';
const objects = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
  `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  '<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /90ms-RKSJ-H /DescendantFonts [6 0 R] >>',
  '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /DW 1000 /FontDescriptor 7 0 R >>',
  '<< /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>',
];
const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
// The table of the objects is left out; readers rebuild it.
const bytes = new TextEncoder().encode(
  `%PDF-1.4\n${body}trailer\n<< /Root 1 0 R /Size 8 >>\n%%EOF\n`,
);
const { pages, warnings } = await extractPdf(bytes, { engine: createPdfjsEngine() });
assert.deepEqual(
  pages.map(({ paragraphs }) => paragraphs.map(({ text }) => text)),
  [['日本語の提案']],
);
assert.ok(!warnings.some(({ code }) => code === 'cmaps_missing'));
