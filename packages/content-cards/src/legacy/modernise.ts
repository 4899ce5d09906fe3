import { isList, isRecord } from '../model/json.ts';

/** Names of the seed's earlier files and what they are called now. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['slide_uid', 'slide_id'],
  ['intent_tag', 'intent'],
  ['auto_fix_applied', 'applied_autofix'],
]);

/** One object with today's names; a new name that is there already wins. */
export function withNewNames(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const name = renamed.get(key) ?? key;
    if (name !== key && Object.hasOwn(value, name)) continue;
    Object.defineProperty(result, name, {
      value: member,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  if (result['status'] === 'rework') result['status'] = 'returned';
  return result;
}

/** Table cells of any scalar as texts. */
export function textTable(table: unknown): unknown {
  if (!isRecord(table)) return table;
  return {
    ...table,
    headers: texts(table['headers'] ?? []),
    rows: isList(table['rows']) ? table['rows'].map(texts) : (table['rows'] ?? []),
  };
}

function texts(row: unknown): unknown {
  return isList(row) ? row.map(textCell) : row;
}

function textCell(cell: unknown): unknown {
  if (cell === null) return '';
  return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : cell;
}

/** A single operation in place of a list. */
export function patchList(patch: unknown): unknown {
  return isRecord(patch) ? [patch] : patch;
}
