import type { Table } from '../model/card.ts';
import { fixedLimits } from '../model/limits.ts';
import { countCodePoints } from '../text/measure.ts';

/**
 * A table that a card can hold, or its rows as lines: where it is too wide or ragged, or a cell is
 * too long, it goes into the body row by row.
 */
export function placeTable(table: Table | null): {
  readonly table: Table | null;
  readonly rowsAsText: readonly string[];
} {
  if (table === null) return { table: null, rowsAsText: [] };
  const { headers, rows } = table;
  const all = [headers, ...rows];
  const width = headers.length > 0 ? headers.length : (rows[0]?.length ?? 0);
  const isHolding =
    width > 0 &&
    width <= fixedLimits.columns &&
    rows.every((row) => row.length === width) &&
    all.every((row) => row.every((cell) => countCodePoints(cell) <= fixedLimits.cell));
  if (isHolding) return { table, rowsAsText: [] };
  const lines = all.map((row) => row.filter((cell) => cell !== '').join(' | '));
  return { table: null, rowsAsText: lines.filter((line) => line !== '') };
}

/** The table in pieces of as many rows as a card holds, each with the headers. */
export function splitTable(table: Table | null): readonly Table[] {
  if (table === null) return [];
  const { headers, rows } = table;
  if (rows.length <= fixedLimits.rows) return [table];
  return Array.from({ length: Math.ceil(rows.length / fixedLimits.rows) }, (_, index) => ({
    headers,
    rows: rows.slice(index * fixedLimits.rows, (index + 1) * fixedLimits.rows),
  }));
}

/** Code points of the rows of a table. */
export function countCells({ rows }: Table): number {
  return rows.flat().reduce((sum, cell) => sum + countCodePoints(cell), 0);
}
