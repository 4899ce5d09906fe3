import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extractHtml } from '@kanmon/content-cards/html';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { type Overlap, overlapOf, scoreOf } from './cards/shingles.ts';
import { findDataSet } from './support/find-data-set.ts';
import { rounded } from './support/spread.ts';
import { writeResult } from './support/write-result.ts';

/**
 * Main text of the 181 pages of scrapinghub/article-extraction-benchmark, scored as its `evaluate.py`
 * scores: `extractHtml` against bare Readability on the same DOM, against all text of the page, and against
 * what the benchmark keeps of other tools.
 *
 * KANMON_BENCH_DATA=<folder> pnpm bench cards-article
 */
type Articles = Readonly<Record<string, { readonly articleBody?: string; readonly url: string }>>;
type Extract = (html: string, url: string, id: string) => string;

const parseArticles: (text: string) => Articles = JSON.parse;
const parseKept: (text: string) => Articles | { readonly output: Articles } = JSON.parse;

const folder = findDataSet('article-extraction');
if (folder !== null) measure(folder);

function measure(root: string): void {
  const truth = Object.entries(
    parseArticles(readFileSync(join(root, 'ground-truth.json'), 'utf8')),
  );
  const contenders: Readonly<Record<string, Extract>> = {
    extractHtml: (html, url) => extractHtml(html, { url }).text,
    'extractHtml, all of the page': (html, url) => extractHtml(html, { url, mode: 'body' }).text,
    'Readability on linkedom': (html) => bareReadability(html),
    'kept: trafilatura': kept(root, 'trafilatura'),
    'kept: readability_js': kept(root, 'readability_js'),
    'kept: go_trafilatura': kept(root, 'go_trafilatura'),
  };
  const results = Object.entries(contenders).map(([name, extract]) => {
    const pages: Overlap[] = truth.map(([id, { articleBody = '', url }]) => {
      const html = gunzipSync(readFileSync(join(root, 'html', `${id}.html.gz`))).toString('utf8');
      return overlapOf(articleBody, extract(html, url, id));
    });
    const { f1, precision, recall } = scoreOf(pages);
    return [
      name,
      { f1: rounded(f1), precision: rounded(precision), recall: rounded(recall) },
    ] as const;
  });
  writeResult('cards-article', {
    peers: ['@mozilla/readability', 'linkedom'],
    figures: { pages: truth.length, results: Object.fromEntries(results) },
  });
}

/** Returns the stored output of another tool as an extractor. */
function kept(root: string, tool: string): Extract {
  const read = parseKept(readFileSync(join(root, 'output', `${tool}.json`), 'utf8'));
  const articles: Articles = isWrapped(read) ? read.output : read;
  return (_html, _url, id) => articles[id]?.articleBody ?? '';
}

/** A newer output is wrapped with the version of its tool; ids of pages are 64 hex digits. */
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
