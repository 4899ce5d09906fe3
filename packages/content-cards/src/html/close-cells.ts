import { emptyElements, endOfTag, rawTextElements } from './refuse-costly-page.ts';

/** A table that is open: its parts, and how many elements are open in its cell. */
interface OpenTable {
  section: string;
  isInRow: boolean;
  cell: string;
  depth: number;
}

/**
 * Writes the end tags of cells, rows and sections that a page leaves out and the parser does not add: before a section
 * (`<td>300<tbody>`), before a header (`<td>a<th>b`), and behind elements without an end (`<td><p>a<td>`).
 */
export function closeCells(html: string): string {
  if (!/<table/i.test(html)) return html;
  const token = /<!--|<(\/?)([a-z][a-z0-9-]*)/gi;
  const tables: OpenTable[] = [];
  let shown = '';
  let from = 0;
  for (let found = token.exec(html); found !== null; found = token.exec(html)) {
    const [, slash, written] = found;
    if (written === undefined) {
      const end = html.indexOf('-->', found.index + 2);
      if (end === -1) break;
      token.lastIndex = end;
      continue;
    }
    const name = written.toLowerCase();
    const { at } = endOfTag(html, token.lastIndex);
    token.lastIndex = at;
    if (slash === '/') close(tables, name);
    else {
      const missing = open(tables, name);
      if (missing !== '') {
        shown += html.slice(from, found.index) + missing;
        from = found.index;
      }
    }
    // The parser reads what follows `<script/>` as tags.
    if (slash === '/' || !rawTextElements.has(name) || html[at - 2] === '/') continue;
    const end = new RegExp(`</${name}`, 'gi');
    end.lastIndex = at;
    const last = end.exec(html);
    if (last === null) break;
    token.lastIndex = last.index;
  }
  return shown + html.slice(from);
}

const isSection = (name: string): boolean => /^t(?:body|head|foot)$/.test(name);
const isCell = (name: string): boolean => /^t[dh]$/.test(name);

/** Notes an element that begins; returns the end tags that are missing before it. */
function open(tables: OpenTable[], name: string): string {
  const table = tables.at(-1);
  if (name === 'table') tables.push({ section: '', isInRow: false, cell: '', depth: 0 });
  if (table === undefined) return '';
  if (!isSection(name) && !isCell(name) && name !== 'tr') {
    if (!emptyElements.has(name)) table.depth += 1;
    return '';
  }
  const { section, isInRow, cell, depth } = table;
  const isMissing = isSection(name) || depth > 0 || (name === 'th' && cell === 'td');
  let missing = cell === '' ? '' : `</${cell}>`;
  table.cell = isCell(name) ? name : '';
  table.depth = 0;
  if (!isCell(name)) {
    if (isInRow) missing += '</tr>';
    table.isInRow = name === 'tr';
  } else table.isInRow = true;
  if (isSection(name)) {
    if (section !== '') missing += `</${section}>`;
    table.section = name;
  }
  return isMissing ? missing : '';
}

function close(tables: OpenTable[], name: string): void {
  if (name === 'table') tables.pop();
  const table = tables.at(-1);
  if (table === undefined) return;
  if (!isSection(name) && !isCell(name) && name !== 'tr') {
    table.depth = Math.max(0, table.depth - 1);
    return;
  }
  table.cell = '';
  table.depth = 0;
  if (!isCell(name)) table.isInRow = false;
  if (isSection(name)) table.section = '';
}
