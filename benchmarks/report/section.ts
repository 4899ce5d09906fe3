import type { Chart } from './bar-chart.ts';

/** A table of text; numbers are formatted by whoever makes it. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The part of the report about one topic. */
export interface Section {
  readonly tables: readonly Table[];
  readonly chart?: Chart;
}

/** A table as Markdown, its columns aligned as the formatter would. */
export function toMarkdown({ columns, rows }: Table): string {
  const widths = columns.map((column, index) =>
    Math.max(3, column.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, index) => (cells[index] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join(
    '\n',
  );
}
