import { InvalidArgumentError, type Locale } from '@kanmon/core';
import {
  checkOneOf,
  checkOptions,
  describeValue,
  escapeInvisible,
  isRecord,
} from '@kanmon/core/kit';
import { isInRanges, parseRanges } from '../text/characters.ts';
import type { TermPreservationResult } from '../vocabulary/terms.ts';

/** Options of `renderCoverageMatrix`. */
export interface MatrixOptions {
  /** @default 'en' */
  readonly locale?: Locale;
  /** @default 'text' */
  readonly format?: 'text' | 'markdown';
}

/** Score from which a cell is full. */
const fullCell = 0.7;
const headings = { ja: '語', en: 'term' } as const;

/** Refuses what is no result, such as the whole decision of a gate. */
export function checkResult(result: unknown): void {
  if (isRecord(result) && 'matrix' in result) return;
  throw new InvalidArgumentError(
    `expected a result, such as gate.check(request, tasks).result, got ${describeValue(result)}`,
  );
}

/** Terms by tasks: `#` found, `~` uncertain, `.` none. Wide characters count as two columns. */
export function renderCoverageMatrix(
  result: TermPreservationResult,
  options: MatrixOptions = {},
): string {
  checkOptions(options, 'locale format', 'renderCoverageMatrix(result, options)');
  const { locale = 'en', format = 'text' } = options;
  checkOneOf('locale', locale, 'ja en');
  checkOneOf('format', format, 'text markdown');
  checkResult(result);
  const { terms, taskIds, scores } = result.matrix;
  const rows = [
    [headings[locale], ...taskIds],
    ...terms.map((term, row) =>
      [term].concat(taskIds.map((_, column) => cell(scores[row]?.[column] ?? 0))),
    ),
  ].map((row) =>
    row.map((text) =>
      format === 'markdown'
        ? escapeInvisible(text).replace(/[\\`|<*_[\]]/g, String.raw`\$&`)
        : escapeInvisible(text),
    ),
  );
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, columns(row[column] ?? '')), 1),
  );
  const lines = rows.map((row) => row.map((text, column) => pad(text, widths[column] ?? 0)));
  if (format === 'text') return lines.map((row) => row.join('  ').trimEnd()).join('\n');
  const [head = [], ...body] = lines;
  const rule = widths.map((width) => '-'.repeat(Math.max(3, width)));
  return [head, rule, ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function cell(score: number): string {
  if (score >= fullCell) return '#';
  return score > 0 ? '~' : '.';
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columns(text)));
}

/** East Asian wide characters and emoji, which a terminal shows in two columns. */
const wide = /* @__PURE__ */ parseRanges(
  '1100-115f 2e80-a4cf ac00-d7a3 f900-faff fe30-fe6f ff00-ff60 ffe0-ffe6 1f300-1faff 20000-10ffff',
);
/** Combining marks, joiners and variation selectors, which take no column. */
const marks = /* @__PURE__ */ parseRanges('300-36f 3099-309a 200d-200d fe00-fe0f');

/** Returns the columns that a terminal needs for the text. */
function columns(text: string): number {
  let width = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (!isInRanges(marks, point)) width += isInRanges(wide, point) ? 2 : 1;
  }
  return width;
}
