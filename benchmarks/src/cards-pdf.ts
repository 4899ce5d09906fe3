import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPdfjsEngine, extractPdf } from '@kanmon/content-cards/pdf';
import { extractText } from 'unpdf';
import { createSamples, type Sample } from './cards/documents.ts';
import { isPrinted, printSample, programs } from './cards/print-sample.ts';
import { isInstalled } from './support/is-installed.ts';
import { rounded } from './support/spread.ts';
import { writeResult } from './support/write-result.ts';

/**
 * Paragraphs of PDFs that Chromium and LibreOffice print of our own sentences: horizontal, in columns,
 * vertical; four fonts, five sizes, justified or ragged, with indents or gaps, with page numbers. A
 * paragraph counts when all of its visible characters are there in order and nothing else. Peers: the
 * text of unpdf, and pdftotext where it is installed, whose paragraphs are what blank lines part.
 *
 * Chromium and LibreOffice (`KANMON_CHROMIUM`, `KANMON_SOFFICE`) print once, into
 * `KANMON_BENCH_DATA/cards-pdf` or a folder for temporary files. What is not installed is skipped with a line.
 * pnpm bench cards-pdf
 */
const seed = 2026;
const samplesPerLayout = 24;
const folder = join(
  process.env['KANMON_BENCH_DATA'] ?? join(tmpdir(), 'kanmon-bench'),
  'cards-pdf',
);

type Reader = (bytes: Uint8Array, path: string) => Promise<readonly string[]>;

const engine = createPdfjsEngine();
const readers: Readonly<Record<string, Reader>> = {
  'extractPdf, pdfjs': async (bytes) => {
    const { pages } = await extractPdf(bytes, { engine });
    return pages.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text));
  },
  unpdf: async (bytes) =>
    (await extractText(Uint8Array.from(bytes))).text.flatMap((page) => page.split(/\n+/)),
  ...(isInstalled('pdftotext', '-v')
    ? {
        pdftotext: (_bytes: Uint8Array, path: string) =>
          Promise.resolve(
            execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' }).split(/\n{2,}|\f/),
          ),
      }
    : {}),
};

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

const all = createSamples(seed, samplesPerLayout);
const absent = (['chromium', 'libreoffice'] as const).filter(
  (writer) =>
    all.some((sample) => sample.writer === writer && !isPrinted(sample, folder)) &&
    !isInstalled(programs[writer], '--version'),
);
const missing = [...absent, ...('pdftotext' in readers ? [] : ['pdftotext'])];
for (const program of missing)
  console.log(
    `SKIPPED ${program}: not installed; it is a program of the system, see benchmarks/README.md`,
  );

const samples = all.filter(({ writer }) => !absent.includes(writer));
const results: Record<string, Record<string, Score>> = {};
for (const [name, read] of Object.entries(readers)) {
  const scores = new Map<string, Score[]>();
  for (const sample of samples) {
    const bytes = printSample(sample, folder);
    const found = await read(bytes, join(folder, `${sample.name}.pdf`));
    scores.set(sample.layout, [...(scores.get(sample.layout) ?? []), scoreOf(sample, found)]);
  }
  results[name] = Object.fromEntries([...scores].map(([layout, list]) => [layout, meanOf(list)]));
}
if (samples.length > 0) {
  writeResult('cards-pdf', {
    peers: ['unpdf', 'pdfjs-dist'],
    missing,
    figures: { seed, samplesPerLayout, results },
  });
}

function meanOf(scores: readonly Score[]): Score {
  const mean = (of: (score: Score) => number): number =>
    rounded(scores.reduce((sum, score) => sum + of(score), 0) / scores.length);
  return {
    paragraphs: mean((each) => each.paragraphs),
    characters: mean((each) => each.characters),
  };
}
