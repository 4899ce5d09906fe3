/**
 * The search of the FAQ examples on JSQuAD: does the paragraph that a question was written for come up?
 * Every eleventh question of the validation part against all of its paragraphs; MiniSearch with other
 * tokenizers in the same run.
 * KANMON_BENCH_DATA=<folder> pnpm bench faq-search
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPassageIndex, tokenize } from '@kanmon/example-shared';
import { buildQuery } from '@kanmon/multistep-planner/parts';
import MiniSearch from 'minisearch';
import * as z from 'zod';
import { findDataSet } from './support/find-data-set.ts';
import { rounded } from './support/spread.ts';
import { writeResult } from './support/write-result.ts';

const goals = { 'hit@5': 0.97, 'MRR@10': 0.93 } as const;
const everyNth = 11;
const topK = 10;

const jsquadSchema = z.object({
  data: z.array(
    z.object({
      paragraphs: z.array(
        z.object({ context: z.string(), qas: z.array(z.object({ question: z.string() })) }),
      ),
    }),
  ),
});

interface Paragraph {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

interface Question {
  readonly text: string;
  readonly paragraph: string;
}

type Find = (query: string) => readonly string[];

function measure(file: string): void {
  const { paragraphs, questions } = readJsquad(file);
  const asked = questions.filter((_, index) => index % everyNth === 0);
  const index = createPassageIndex(paragraphs);
  const find: Find = (query) => index.find(query, { topK }).map(({ passage }) => passage.id);
  const contenders: Readonly<Record<string, Find>> = {
    'bigrams without all-hiragana ones': find,
    'the same, with the query of the planner': (query) => find(buildQuery(query, 'ja')),
    'all bigrams': miniSearch(paragraphs, allBigrams),
    'words of Intl.Segmenter': miniSearch(paragraphs, segments),
    'MiniSearch as it comes': miniSearch(paragraphs),
  };
  const results = Object.entries(contenders).map(([name, search]) => ({
    name,
    ...score(asked, search),
  }));
  writeResult('faq-search', {
    peers: ['minisearch'],
    figures: { questions: asked.length, paragraphs: paragraphs.length, goals, results },
  });
  const [own] = results;
  const isReached =
    own !== undefined && own['hit@5'] >= goals['hit@5'] && own['MRR@10'] >= goals['MRR@10'];
  if (!isReached) {
    console.error(`expected at least ${JSON.stringify(goals)}, got ${JSON.stringify(own)}`);
    process.exitCode = 1;
  }
}

/** A paragraph starts with the title of its article and a mark. */
function readJsquad(file: string): {
  readonly paragraphs: readonly Paragraph[];
  readonly questions: readonly Question[];
} {
  const { data } = jsquadSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const all = data.flatMap((article) => article.paragraphs);
  return {
    paragraphs: all.map(({ context }, index) => {
      const [title = '', ...text] = context.split(' [SEP] ');
      return { id: String(index), title, text: text.join(' ') };
    }),
    questions: all.flatMap(({ qas }, index) =>
      qas.map(({ question }) => ({ text: question, paragraph: String(index) })),
    ),
  };
}

function score(
  questions: readonly Question[],
  find: Find,
): Readonly<Record<keyof typeof goals, number>> {
  let hits = 0;
  let ranks = 0;
  for (const { text, paragraph } of questions) {
    const rank = find(text).indexOf(paragraph) + 1;
    if (rank > 0 && rank <= 5) hits += 1;
    if (rank > 0) ranks += 1 / rank;
  }
  return {
    'hit@5': rounded(hits / questions.length),
    'MRR@10': rounded(ranks / questions.length),
  };
}

function miniSearch(paragraphs: readonly Paragraph[], split?: (text: string) => string[]): Find {
  const index = new MiniSearch<Paragraph>({
    fields: ['title', 'text'],
    ...(split === undefined ? {} : { tokenize: split }),
  });
  index.addAll(paragraphs);
  return (query) =>
    index
      .search(query)
      .slice(0, topK)
      .map(({ id }) => String(id));
}

/** Returns the terms of `tokenize`, and the pairs of hiragana that it leaves out. */
function allBigrams(text: string): string[] {
  const hiragana = text.normalize('NFKC').match(/[\p{Script=Hiragana}ー]{2,}/gu) ?? [];
  return [
    ...tokenize(text),
    ...hiragana.flatMap((run) => [...run].slice(1).map((next, index) => `${run[index]}${next}`)),
  ];
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

function segments(text: string): string[] {
  return [...segmenter.segment(text.normalize('NFKC').toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
}

const folder = findDataSet('jsquad');
if (folder !== null) measure(join(folder, 'valid-v1.3.json'));
