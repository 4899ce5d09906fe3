import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sizes from '../../../config/size-limits.json' with { type: 'json' };
import wholeSizes from '../../../config/whole-size-limits.json' with { type: 'json' };
import translations from '../catalogue/terms.json' with { type: 'json' };
import type { Language } from './markdown.ts';

const root = join(import.meta.dirname, '../../..');
/** More do not fit beside the side bar. */
const mostColumns = 6;
/** Of a wide table, in em. */
const [narrowestColumn, widestColumn] = [3.5, 10];
const tables = /(?:^\|.*\|$\n?)+/m;

/** Returns the first table below a caption of a document: `docs/scale.md: Histories`. */
export function quoteTable(argument: string, language: Language): string {
  const [file = ''] = argument.split(': ', 1);
  const caption = argument.slice(file.length + 2);
  const parts = sectionsOf(file, /^(?:#+ (.*)|\*\*(.*)\*\*)$/gm);
  if (parts === null) return pending(language);
  const table = parts.find(({ title }) => title === caption)?.table;
  if (table === undefined) throw new Error(`${file} has no table below "${caption}"`);
  return show(table, language);
}

/** Returns a table of the benchmarks with the day, the machine, the versions and the command of its run. */
export function quoteBenchmark(caption: string, language: Language): string {
  const results = 'benchmarks/README.md';
  const table = quoteTable(`${results}: ${caption}`, language);
  const topics = readFileSync(join(root, results), 'utf8').split(/^### /m);
  const topic = topics.find((text) => text.includes(`**${caption}**`)) ?? '';
  const run = /^\d{4}-.*$/m.exec(topic)?.[0] ?? '';
  const line = language === 'ja' ? run.replace('Command: ', 'コマンド: ') : run;
  return `${table}\n\n<small>${line.replaceAll(/`([^`]*)`/g, '<code>$1</code>')}</small>`;
}

/** Returns every section of a document that has a table, with its heading. */
export function quoteSections(file: string, language: Language): string {
  const sections = sectionsOf(file, /^## (.*)$/gm);
  if (sections === null) return pending(language);
  return sections
    .flatMap(({ title, table }) =>
      table === undefined
        ? []
        : [
            `## ${inLanguage(title, language)} {#${slug(title)}}\n\n${show(withoutColumns(table), language)}`,
          ],
    )
    .join('\n\n');
}

/** Leaves out columns that only a reader of the document needs. */
function withoutColumns(table: string): string {
  const rows = table.split('\n').map((row) => row.replaceAll(/^\| | \|$/g, '').split(' | '));
  const kept = (rows[0] ?? []).map((head) => !['date', 'domains'].includes(head.trim()));
  return rows
    .map((cells) => `| ${cells.filter((_, index) => kept[index]).join(' | ')} |`)
    .join('\n');
}

/** The limits of `pnpm size`: of an entry alone, and with zod and core. */
export function listSizes(_argument: string, language: Language): string {
  const whole: Readonly<Record<string, number>> = wholeSizes;
  const rows = Object.entries(sizes).map(
    ([entry, bytes]) => `| \`${entry}\` | ${bytes / 1000} | ${(whole[entry] ?? 0) / 1000} |`,
  );
  const heads = ['| entry | KB, at most | with zod and core |', '| --- | --- | --- |'];
  return show([...heads, ...rows].join('\n'), language);
}

interface Section {
  readonly title: string;
  readonly table: string | undefined;
}

/** Null for a document that does not exist yet. */
function sectionsOf(file: string, headings: RegExp): readonly Section[] | null {
  const path = join(root, file);
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8');
  const found = [...text.matchAll(headings)];
  return found.map((heading, index) => {
    const part = text.slice(heading.index, found[index + 1]?.index);
    return {
      title: heading[1] ?? heading[2] ?? '',
      table: tables.exec(part)?.[0].trimEnd(),
    };
  });
}

function pending(language: Language): string {
  return language === 'ja' ? '（準備中）' : '(in preparation)';
}

/** Returns a table in a language. One of many columns is wider than the page and scrolls, so that sentences stay readable. */
function show(table: string, language: Language): string {
  const rows = translate(table, language)
    .split('\n')
    .map((row) => row.replaceAll(/^\| *| *\|$/g, '').split(/ *\| /));
  const [heads = [], ...others] = rows;
  if (heads.length <= mostColumns) return format(rows);
  const wide = heads.map((head, index) => {
    const longest = Math.max(...others.map((cells) => Buffer.byteLength(cells[index] ?? '')));
    const width = Math.min(widestColumn, Math.max(narrowestColumn, longest / 4));
    return `<div style="min-width:${width}em">${head}</div>`;
  });
  return format([wide, ...others]);
}

function format(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Translates the cells that the list of terms knows. */
function translate(table: string, language: Language): string {
  if (language === 'en') return table;
  return table
    .split('\n')
    .map((row) =>
      row
        .split(' | ')
        .map((cell) => inLanguage(cell, language))
        .join(' | '),
    )
    .join('\n');
}

const terms: Readonly<Record<string, string>> = translations;

/** The mark of a row's begin or end stays around the first and the last cell. */
function inLanguage(text: string, language: Language): string {
  if (language === 'en') return text;
  return text.replace(
    /^(\|? *)(.*?)( *\|?)$/,
    (_whole, begin: string, cell: string, end: string) => {
      return `${begin}${terms[cell] ?? cell}${end}`;
    },
  );
}

function slug(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
