import type { PdfPage, TextRun } from './engine.ts';
import { lineOf, rowsOf } from './text-rows.ts';

const edgeShare = 0.08;
const runningShare = 0.6;
const minRunningPages = 4;

/** A page without the lines that stand at its edge and recur, and these lines. */
export interface SplitPage {
  readonly page: PdfPage;
  readonly running: readonly string[];
}

/**
 * Takes headers, footers and page numbers out: lines within 8 % of the upper or lower edge that recur,
 * digits masked, on 60 % of at least four pages.
 */
export function splitRunning(pages: readonly PdfPage[]): readonly SplitPage[] {
  const recurring = recurringRuns(pages);
  return pages.map((page) => {
    const own = page.runs.filter((run) => recurring.has(run));
    return {
      page: { ...page, runs: page.runs.filter((run) => !recurring.has(run)) },
      running: rowsOf(own).map((row) => lineOf(row).text),
    };
  });
}

function recurringRuns(pages: readonly PdfPage[]): ReadonlySet<TextRun> {
  if (pages.length < minRunningPages) return new Set();
  const seen = new Map<string, { readonly pages: Set<number>; readonly runs: TextRun[] }>();
  for (const { number, height, runs } of pages) {
    const atEdge = runs.filter(({ y }) => y <= edgeShare * height || y >= (1 - edgeShare) * height);
    for (const row of rowsOf(atEdge)) {
      const text = lineOf(row).text.replaceAll(/[0-9０-９]+/gu, '0');
      const key = `${row.y < height / 2 ? 'top' : 'bottom'} ${text}`;
      const place = seen.get(key) ?? { pages: new Set(), runs: [] };
      place.pages.add(number);
      for (const run of row.runs) place.runs.push(run);
      seen.set(key, place);
    }
  }
  return new Set(
    [...seen.values()].flatMap((place) =>
      place.pages.size >= runningShare * pages.length ? place.runs : [],
    ),
  );
}
