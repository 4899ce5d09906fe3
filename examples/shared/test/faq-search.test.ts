import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchHit, SearchRequest } from '@kanmon/multistep-planner';
import { describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import { createFaqSearch, readFaq } from '../src/index.ts';

const search = createFaqSearch();
const bounds = { signal: new AbortController().signal, deadline: Number.MAX_SAFE_INTEGER };
const ask = (request: SearchRequest): Promise<readonly SearchHit[]> =>
  search.search(request, bounds);

const caseSchema = z.object({
  language: z.enum(['ja', 'en', 'other']),
  query: z.string(),
  id: z.string(),
});
const cases = readFileSync(join(import.meta.dirname, 'cases/questions.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => caseSchema.parse(JSON.parse(line)));

test.each(cases)('$language: $query finds $id first', async ({ language, query, id }) => {
  const [best] = await ask({ query, language, topK: 3 });
  expect(best).toMatchObject({ id, url: `https://shop.example/faq/${id}` });
});

describe('the FAQ', () => {
  it('has 40 entries, the same ones in both languages', () => {
    const [ja, en] = [readFaq('ja'), readFaq('en')];
    expect(new Set(ja.map(({ id }) => id)).size).toBe(40);
    expect(en.map(({ id, category }) => [id, category])).toEqual(
      ja.map(({ id, category }) => [id, category]),
    );
  });

  it.each(['ja', 'en'] as const)('finds each entry by its own question: %s', async (language) => {
    for (const { id, question } of readFaq(language)) {
      const [best] = await ask({ query: question, language, topK: 1 });
      expect(best?.id).toBe(id);
    }
  });
});

describe('the search', () => {
  it('keeps to topK, best first', async () => {
    const hits = await ask({ query: '返品', language: 'ja', topK: 2 });
    expect(hits).toHaveLength(2);
    expect(hits[0]?.score).toBeGreaterThanOrEqual(hits[1]?.score ?? Number.POSITIVE_INFINITY);
  });

  it('holds hits to a category, and finds nothing by a filter it does not know', async () => {
    const request = { query: '送料', language: 'ja', topK: 20 } as const;
    const gifts = await ask({ ...request, filters: { category: 'returns' } });
    expect(gifts.length).toBeGreaterThan(0);
    expect(new Set(gifts.map(({ metadata }) => metadata?.['category']))).toEqual(
      new Set(['returns']),
    );
    expect(await ask({ ...request, filters: { colour: 'red' } })).toEqual([]);
  });

  it('finds nothing for words that are not there', async () => {
    expect(await ask({ query: 'のは です', language: 'ja', topK: 5 })).toEqual([]);
    expect(await ask({ query: 'zeppelin', language: 'en', topK: 5 })).toEqual([]);
  });
});
