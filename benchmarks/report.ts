import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { barChart } from './report/bar-chart.ts';
import { dataTable } from './report/data-table.ts';
import { toMarkdown } from './report/section.ts';
import { sections } from './report/sections/index.ts';

// Writes the tables of README.md between its two markers and the pictures in charts/, from results/*.json, and
// the table of data.md from the list of data sets.
// `--check` writes nothing and fails when a file there differs from the results.
const isCheck = process.argv.includes('--check');
const begin = '<!-- written by report.ts -->';
const end = '<!-- end of what report.ts writes -->';
const at = (path: string): URL => new URL(path, import.meta.url);

const head = z.object({
  date: z.string(),
  node: z.string(),
  machine: z.string(),
  versions: z.record(z.string(), z.string()),
  skipped: z.array(z.string()),
});

const charts = new Map<string, string>();
const parts = Object.entries(sections).flatMap(([topic, present]) => {
  const file = at(`results/${topic}.json`);
  if (!existsSync(file)) return [];
  const result: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const { tables, chart } = present(result);
  if (chart !== undefined && chart.bars.length > 0) charts.set(`${topic}.svg`, barChart(chart));
  return [
    `### ${topic}`,
    `${provenance(head.parse(result))} Command: \`pnpm bench ${topic}\`.`,
    ...(charts.has(`${topic}.svg`) ? [`![${chart?.title ?? topic}](charts/${topic}.svg)`] : []),
    ...tables.flatMap((table) => [`**${table.title}**`, toMarkdown(table)]),
  ];
});

const files = new Map([
  ['README.md', between('README.md', parts.join('\n\n'))],
  ['data.md', between('data.md', dataTable())],
  ...[...charts].map(([name, svg]) => [`charts/${name}`, svg] as const),
]);

mkdirSync(at('charts'), { recursive: true });
const stale = readdirSync(at('charts')).filter((name) => !charts.has(name));
const different = [...files].filter(
  ([path, text]) => !existsSync(at(path)) || readFileSync(at(path), 'utf8') !== text,
);
if (isCheck) {
  for (const [path] of different)
    console.log(`FAIL benchmarks/${path} is not what the results say`);
  for (const name of stale) console.log(`FAIL benchmarks/charts/${name} belongs to no result`);
  process.exitCode = different.length + stale.length === 0 ? 0 : 1;
} else {
  for (const [path, text] of different) writeFileSync(at(path), text);
  for (const name of stale) rmSync(at(`charts/${name}`));
}
console.log(
  `ok   ${files.size - different.length} of ${files.size} benchmark pages are up to date`,
);

/** Returns a page with the part between its two markers replaced. */
function between(path: string, content: string): string {
  const [before, rest] = readFileSync(at(path), 'utf8').split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) {
    throw new Error(`expected ${path} to hold "${begin}" and "${end}"; put them back`);
  }
  return `${before}${begin}\n\n${content}\n\n${end}${after}`;
}

/** When and on what it was measured, and what is not in it. */
function provenance({ date, node, machine, versions, skipped }: z.infer<typeof head>): string {
  const peers = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const facts = [date, machine, `Node ${node}`, peers.join(', ')].filter((fact) => fact !== '');
  return `${facts.join('; ')}.${skipped.length === 0 ? '' : ` Not measured: ${skipped.join(', ')}.`}`;
}
