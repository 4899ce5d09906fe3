import { chapterHeading } from '../../import/line-kind.ts';
import type { PdfPage, TextRun } from './engine.ts';
import { inlineScripts } from './inline-scripts.ts';
import { headingSize, type LayoutLine, lineOf, rowsOf, turnUpright, usualSize } from './layout.ts';
import { inReadingOrder } from './right-to-left.ts';

/** LibreOffice sets the header of its default page 8.2 % below the upper edge. */
const edgeShare = 0.1;
const runningShare = 0.6;
const minRunningPages = 4;
/** Two gaps between rows, or two sizes, are the same when they differ by less than this part. */
const samePitch = 0.05;

/** A page without the lines that recur at its edges, and those lines. */
interface SplitPage {
  readonly number: number;
  /** One for each direction of its text. */
  readonly parts: readonly PdfPage[];
  readonly running: readonly string[];
  readonly isLandscape: boolean;
}

/**
 * Takes headers, footers and page numbers out: lines within 10 % of the upper or lower edge that recur on
 * 60 % of at least four pages, or of the left or right pages, then on at least four. A number in them is the
 * same on each page or goes up with the page.
 */
export function splitRunning(pages: readonly PdfPage[]): readonly SplitPage[] {
  const upright = pages.map((page) => ({
    number: page.number,
    isLandscape: page.width > page.height,
    parts: turnUpright(page).map(inlineScripts).map(inReadingOrder),
  }));
  const recurring = recurringRuns(upright.flatMap(({ parts }) => parts));
  return upright.map(({ parts, ...page }) => ({
    ...page,
    parts: parts.map((part) => ({
      ...part,
      runs: part.runs.filter((run) => !recurring.has(run)),
    })),
    running: parts.flatMap(({ runs }) =>
      rowsOf(runs.filter((run) => recurring.has(run))).map((row) => lineOf(row).text),
    ),
  }));
}

/** A row at the upper or lower edge of a page. */
interface EdgeRow {
  /** Edge, place from it and text without its numbers. */
  readonly key: string;
  readonly page: number;
  readonly runs: readonly TextRun[];
  /** The numbers of its text. */
  readonly numbers: readonly string[];
  readonly isChapter: boolean;
  /** The row next to it on the side of the body, when that one is at the edge too. */
  readonly inner: EdgeRow | null;
  /** True when the next two rows are as far from each other as this row from the first of them, which has its size. */
  readonly isAtPitch: boolean;
}

function recurringRuns(pages: readonly PdfPage[]): ReadonlySet<TextRun> {
  const numbers = [...new Set(pages.map(({ number }) => number))];
  const halves = [0, 1].map((rest) => numbers.filter((number) => number % 2 === rest));
  const spreads = [numbers, ...halves].flatMap((all, index) => {
    // A title may recur on three left pages by chance.
    const least = Math.max(runningShare * all.length, index === 0 ? 0 : minRunningPages);
    return all.length < minRunningPages ? [] : [{ all: new Set(all), least }];
  });
  const rows = edgeRowsOf(pages);
  const groups = new Map<string, EdgeRow[]>();
  for (const row of rows) {
    const group = groups.get(row.key);
    if (group === undefined) groups.set(row.key, [row]);
    else group.push(row);
  }
  const found = [...groups.values()].map((group) => {
    const agreeing = group.filter((row, index) =>
      [group[index - 1], group[index + 1]].some((near) => near !== undefined && agree(row, near)),
    );
    return spreads.flatMap(({ all, least }) => {
      const own = agreeing.filter(({ page }) => all.has(page));
      return own.length >= least ? own : [];
    });
  });
  const recurring = new Set(found.flat());
  const body = new Set<EdgeRow>();
  for (const row of rows) {
    const { inner, isAtPitch } = row;
    if (isAtPitch && (inner === null || !recurring.has(inner) || body.has(inner))) body.add(row);
  }
  return new Set(
    found.flatMap((group) =>
      group.filter((row) => body.has(row)).length > group.length / 2
        ? []
        : group.flatMap(({ runs }) => runs),
    ),
  );
}

/** The rows at the edges, the inner ones first. */
function edgeRowsOf(pages: readonly PdfPage[]): readonly EdgeRow[] {
  const rows = pages.map(({ runs }) => rowsOf(runs).map((row) => ({ ...lineOf(row), ...row })));
  const usual = usualSize(rows.flat());
  const found: EdgeRow[] = [];
  for (const [index, { number: page, height }] of pages.entries()) {
    const down = rows[index] ?? [];
    for (const [edge, all] of [down, down.toReversed()].entries()) {
      const limit = edgeShare * height;
      const isInside = ({ y }: { readonly y: number }): boolean =>
        edge === 0 ? y > limit : y < height - limit;
      const count = all.findIndex(isInside);
      let inner: EdgeRow | null = null;
      for (let rank = (count < 0 ? all.length : count) - 1; rank >= 0; rank -= 1) {
        const [row, next, after] = all.slice(rank, rank + 3);
        // A title that recurs, as on slides, is body.
        if (row === undefined || row.size >= headingSize * usual) continue;
        const text = row.text.normalize('NFKC');
        inner = {
          key: `${edge} ${rank} ${text.replaceAll(/\d+/g, '0')}`,
          page,
          runs: row.runs,
          numbers: text.match(/\d+/g) ?? [],
          isChapter: chapterHeading(text) !== null,
          inner,
          isAtPitch: next !== undefined && after !== undefined && isOnePitch(row, next, after),
        };
        found.push(inner);
      }
    }
  }
  return found;
}

function isOnePitch(row: LayoutLine, next: LayoutLine, after: LayoutLine): boolean {
  const gap = Math.abs(next.y - row.y);
  const isOneSize = Math.abs(next.size - row.size) <= samePitch * row.size;
  return isOneSize && Math.abs(Math.abs(after.y - next.y) - gap) <= samePitch * gap;
}

/** True when each number of two rows is the same, or differs by the pages between them. A chapter has no page number. */
function agree(one: EdgeRow, other: EdgeRow): boolean {
  return one.numbers.every((number, index) => {
    const there = other.numbers[index] ?? '';
    const isPage = !one.isChapter && Number(number) - Number(there) === one.page - other.page;
    return number === there || isPage;
  });
}
