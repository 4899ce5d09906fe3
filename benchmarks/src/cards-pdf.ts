import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import {
  createPdfjsEngine,
  createSofficeEngine,
  extractPdf,
  type PdfEngine,
} from '@kanmon/content-cards/pdf';
import { extractText } from 'unpdf';
import { createSamples, type Sample } from './cards/documents.ts';
import { printSample } from './cards/print-sample.ts';
import { rounded, writeResult } from './cards/write-result.ts';

/**
 * Paragraphs of PDFs that Chromium and LibreOffice print of our own sentences: horizontal, in columns,
 * vertical; four fonts, five sizes, justified or ragged, with indents or gaps, with page numbers. A
 * paragraph counts when all of its visible characters are there in order and nothing else. Peers: the
 * text of unpdf, and pdftotext where it is installed, whose paragraphs are what blank lines part.
 *
 * Chromium (`KANMON_CHROMIUM`) and LibreOffice print once into `KANMON_BENCH_DATA/cards-pdf`;
 * `KANMON_SOFFICE_ENGINE=1` reads with LibreOffice too (4 s a file).
 * pnpm build && pnpm --filter @kanmon/benchmarks cards-pdf
 */
const seed = 2026;
const samplesPerLayout = 24;
const folder = join(process.env['KANMON_BENCH_DATA'] ?? '', 'cards-pdf');

type Reader = (bytes: Uint8Array, path: string) => Promise<readonly string[]>;

const byEngine =
  (engine: PdfEngine): Reader =>
  async (bytes) => {
    const { pages } = await extractPdf(bytes, { engine });
    return pages.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text));
  };
const readers = new Map<string, Reader>([
  ['extractPdf, pdfjs', byEngine(createPdfjsEngine())],
  ...(process.env['KANMON_SOFFICE_ENGINE'] === '1'
    ? ([['extractPdf, soffice', byEngine(createSofficeEngine())]] as const)
    : []),
  [
    'unpdf',
    async (bytes) =>
      (await extractText(Uint8Array.from(bytes))).text.flatMap((page) => page.split(/\n+/)),
  ],
  ['pdftotext', (_bytes, path) => Promise.resolve(pdftotext(path).split(/\n{2,}|\f/))],
]);

function pdftotext(path: string): string {
  try {
    return execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

interface Score {
  readonly paragraphs: number;
  readonly characters: number;
}

function bare(text: string): string {
  return text.replaceAll(/\s/gu, '');
}

function scoreOf(sample: Sample, found: readonly string[]): Score {
  const wanted = sample.paragraphs.map(bare);
  const given = found.map(bare).filter((text) => text !== '');
  return {
    paragraphs: f1(wanted, given),
    characters: f1(Array.from(wanted.join('')), Array.from(given.join(''))),
  };
}

/** Harmonic mean of precision and recall of two bags. */
function f1(wanted: readonly string[], given: readonly string[]): number {
  const left = new Map<string, number>();
  for (const each of wanted) left.set(each, (left.get(each) ?? 0) + 1);
  let right = 0;
  for (const each of given) {
    const count = left.get(each) ?? 0;
    if (count === 0) continue;
    right += 1;
    left.set(each, count - 1);
  }
  return (2 * right) / (wanted.length + given.length);
}

if (process.env['KANMON_BENCH_DATA'] === undefined)
  console.log('skipped: KANMON_BENCH_DATA names no folder for the PDFs');
else {
  const samples = createSamples(seed, samplesPerLayout);
  const results: Record<string, Record<string, Score>> = {};
  for (const [name, read] of readers) {
    const scores = new Map<string, Score[]>();
    for (const sample of samples) {
      const bytes = printSample(sample, folder);
      const found = await read(bytes, join(folder, `${sample.name}.pdf`));
      scores.set(sample.layout, [...(scores.get(sample.layout) ?? []), scoreOf(sample, found)]);
    }
    results[name] = Object.fromEntries(
      [...scores].map(([layout, all]) => {
        const mean = (of: (score: Score) => number): number =>
          rounded(all.reduce((sum, score) => sum + of(score), 0) / all.length);
        return [
          layout,
          {
            paragraphs: mean((each) => each.paragraphs),
            characters: mean((each) => each.characters),
          },
        ];
      }),
    );
    for (const [layout, { paragraphs, characters }] of Object.entries(results[name]))
      console.log(`${name}, ${layout}: paragraphs F1 ${paragraphs}, characters F1 ${characters}`);
  }
  writeResult('cards-pdf', { seed, samplesPerLayout, results });
}
