import type { Table } from '../model/card.ts';
import { isBlank, removeForbidden } from '../text/forbidden.ts';
import type { NormalizedItem } from './source.ts';

/** The text of an item as a card may hold it. */
export interface CleanItem {
  /** '' where nothing is left to see. */
  readonly title: string;
  /** Each paragraph with its lines; lines nobody can see are gone. */
  readonly paragraphs: readonly (readonly string[])[];
  readonly table: Table | null;
  /** Characters that no card may hold, and unseen ones that would make a line of their own. */
  readonly removed: number;
}

/** Adapters of users may send anything, and pages and PDFs hold anything; a card may not. */
export function cleanItem({ title, body, table_data }: NormalizedItem): CleanItem {
  let removed = 0;
  const clean = (text: string): string => {
    const kept = removeForbidden(text.replaceAll(/[\n\r\t\f]/g, ' '));
    const line = kept.text.normalize('NFC').trim();
    removed += kept.removed;
    if (line === '' || !isBlank(line)) return line;
    removed += line.replaceAll(/\s/gu, '').length;
    return '';
  };
  const paragraphs = body.map((paragraph) => {
    const lines = /[\n\r]/.test(paragraph) ? paragraph.split(/\r\n?|\n/) : [paragraph];
    return lines.map(clean).filter((line) => line !== '');
  });
  const cells = (row: readonly string[]): readonly string[] => row.map(clean);
  const table =
    table_data === undefined
      ? null
      : { headers: cells(table_data.headers), rows: table_data.rows.map(cells) };
  return { title: clean(title), paragraphs, table, removed };
}
