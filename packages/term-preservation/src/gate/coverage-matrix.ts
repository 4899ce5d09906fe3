import type { Locale } from '@kanmon/core';
import { checkOptions, escapeInvisible, type OptionNames } from '@kanmon/core/kit';
import type { TermPreservationResult } from '../vocabulary/terms.ts';

/** Options of `renderCoverageMatrix`. */
export interface MatrixOptions {
  /** @default 'en' */
  readonly locale?: Locale;
  /** @default 'text' */
  readonly format?: 'text' | 'markdown';
}

/** Score from which a cell is full; below it `~`, at none `.`. */
const fullCell = 0.7;
const matrixOptions: OptionNames<MatrixOptions> = { locale: true, format: true };
const headings = { ja: '語', en: 'term' } as const;

/** Terms by tasks: `#` found, `~` uncertain, `.` none. Wide characters count as two columns. */
export function renderCoverageMatrix(
  result: TermPreservationResult,
  options: MatrixOptions = {},
): string {
  checkOptions(options, matrixOptions, 'renderCoverageMatrix(result, options)');
  const { locale = 'en', format = 'text' } = options;
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

/** Columns a terminal gives to the text: two for East Asian wide characters and emoji. */
function columns(text: string): number {
  let width = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    const wide =
      (point >= 0x1100 && point <= 0x115f) ||
      (point >= 0x2e80 && point <= 0xa4cf) ||
      (point >= 0xac00 && point <= 0xd7a3) ||
      (point >= 0xf900 && point <= 0xfaff) ||
      (point >= 0xfe30 && point <= 0xfe6f) ||
      (point >= 0xff00 && point <= 0xff60) ||
      (point >= 0xffe0 && point <= 0xffe6) ||
      (point >= 0x1f300 && point <= 0x1faff) ||
      point >= 0x20000;
    const mark =
      (point >= 0x300 && point <= 0x36f) ||
      point === 0x3099 ||
      point === 0x309a ||
      point === 0x200d ||
      (point >= 0xfe00 && point <= 0xfe0f);
    width += mark ? 0 : wide ? 2 : 1;
  }
  return width;
}
