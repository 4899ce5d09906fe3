import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extractHtml } from '@kanmon/content-cards/html';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { type Overlap, overlapOf, scoreOf } from './cards/shingles.ts';
import { rounded, writeResult } from './cards/write-result.ts';

/**
 * Main text of the 181 pages of scrapinghub/article-extraction-benchmark (MIT), scored as its
 * `evaluate.py` scores: `extractHtml` against bare Readability on the same DOM, against all text of
 * the page, and against what the benchmark holds of other tools.
 *
 * The benchmark's repository is read from `KANMON_BENCH_DATA/article-extraction`.
 * pnpm build && pnpm --filter @kanmon/benchmarks cards-article
 */
const folder = join(process.env['KANMON_BENCH_DATA'] ?? '', 'article-extraction');
const truthFile = join(folder, 'ground-truth.json');
type Articles = Readonly<Record<string, { readonly articleBody?: string; readonly url: string }>>;

const parseArticles: (text: string) => Articles = JSON.parse;
const parseKept: (text: string) => Articles | { readonly output: Articles } = JSON.parse;

if (!existsSync(truthFile)) console.log('skipped: KANMON_BENCH_DATA has no article-extraction');
else {
  const truth = parseArticles(readFileSync(truthFile, 'utf8'));
  const kept = (tool: string): ((html: string, url: string, id: string) => string) | undefined => {
    const file = join(folder, 'output', `${tool}.json`);
    if (!existsSync(file)) return undefined;
    const read = parseKept(readFileSync(file, 'utf8'));
    const articles: Articles = isWrapped(read) ? read.output : read;
    return (_html, _url, id) => articles[id]?.articleBody ?? '';
  };
  const contenders = new Map<
    string,
    ((html: string, url: string, id: string) => string) | undefined
  >([
    ['extractHtml', (html, url) => extractHtml(html, { url }).text],
    ['extractHtml, all of the page', (html, url) => extractHtml(html, { url, mode: 'body' }).text],
    ['Readability on linkedom', (html) => bareReadability(html)],
    ['kept: trafilatura', kept('trafilatura')],
    ['kept: readability_js', kept('readability_js')],
    ['kept: go_trafilatura', kept('go_trafilatura')],
  ]);
  const results: Record<string, unknown> = {};
  for (const [name, extract] of contenders) {
    if (extract === undefined) continue;
    const pages: Overlap[] = Object.entries(truth).map(([id, { articleBody = '', url }]) => {
      const html = gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))).toString('utf8');
      return overlapOf(articleBody, extract(html, url, id));
    });
    const { f1, precision, recall } = scoreOf(pages);
    results[name] = { f1: rounded(f1), precision: rounded(precision), recall: rounded(recall) };
    console.log(
      `${name}: F1 ${f1.toFixed(4)} (precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)})`,
    );
  }
  writeResult('cards-article', { pages: Object.keys(truth).length, results });
}

/** Newer outputs stand beside the version of their tool; ids of pages are 64 hex digits. */
function isWrapped(
  read: Articles | { readonly output: Articles },
): read is { readonly output: Articles } {
  return 'output' in read;
}

function bareReadability(html: string): string {
  const parse: (html: string) => { readonly document: object } = parseHTML;
  try {
    const reader: { parse(): { textContent?: string | null | undefined } | null } =
      Reflect.construct(Readability, [parse(html).document]);
    return reader.parse()?.textContent ?? '';
  } catch {
    return '';
  }
}
