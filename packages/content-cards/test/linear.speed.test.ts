import { createScriptedClient } from '@kanmon/core/testing';
import { describe, expect, test } from 'vitest';
import {
  cardHash,
  convertAnalysis,
  createDefaultRules,
  draftCards,
  mergeApproved,
  parsePolicySet,
  reviewCard,
  validateCard,
} from '../src/index.ts';
import { readApprovalDocument, readReviewLog } from '../src/legacy.ts';
import { createBench, editor, sampleCard, valueOf } from './helpers.ts';

// Twice the input within 2.4 times the time, for everything that reads what others wrote.

const most = 2.4;

/** Shorter runs are all noise. */
const leastMs = 4;

/** How much longer twice the input takes. A busy machine is not taken for a quadratic algorithm, which would fail every look. */
async function growthOf(run: (size: number) => unknown, size: number): Promise<number> {
  const once = await timeOf(run, size, 1);
  const times = Math.min(100, Math.ceil(leastMs / once));
  let least = Infinity;
  for (let look = 0; look < 6 && least >= most; look += 1)
    least = Math.min(
      least,
      (await timeOf(run, 2 * size, times)) / (await timeOf(run, size, times)),
    );
  return least;
}

async function timeOf(
  run: (size: number) => unknown,
  size: number,
  times: number,
): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < 2; round += 1) {
    const start = performance.now();
    for (let time = 0; time < times; time += 1) await run(size);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const wide = {
  titleMax: 1_000_000,
  lineMax: 1_000_000,
  bodyLines: 1000,
  unit: 'grapheme',
} as const;
const pieces = ['字', ' ', 'か\u3099', '1億2万', ':', '。'];
const parsed = parsePolicySet({
  default_policy_id: 'p',
  policies: [
    { id: 'p', name: '標準', safeguards: { prohibited_keywords: ['絶対', 'best', 'あああ'] } },
  ],
});

describe.each(pieces)('a text of many %j', (piece) => {
  const textOf = (size: number): string => piece.repeat(Math.ceil(size / piece.length));

  test('validates', async () => {
    const run = (size: number) => {
      const text = textOf(size);
      validateCard(sampleCard('a', { title: text, body: [text], note: text }), { limits: wide });
    };
    expect(await growthOf(run, 20_000)).toBeLessThan(most);
  });

  test('is reviewed, as a card and as its source', async () => {
    const rules = createDefaultRules({
      prohibitedWords: ['絶対', 'best', { word: 'ああ', replacement: 'い' }],
      limits: wide,
    });
    const run = (size: number) => {
      const text = textOf(size);
      const body = [text, `合計: ${text}`];
      const card = { ...sampleCard('a'), title: '題', body, note: text, type_hint: null };
      return reviewCard({ ...card, table_data: null }, { rules, source: text });
    };
    expect(await growthOf(run, 1500)).toBeLessThan(most);
  });

  test('is repaired as a draft', async () => {
    if (!parsed.ok) throw new Error('bad policy');
    const policies = parsed.value;
    const spec = { meta: {}, slides: [{ id: 's', layout: 'x', title: '題' }] };
    const run = (size: number) => {
      const answer = JSON.stringify({
        title: textOf(size),
        body: [textOf(size)],
        note: textOf(size),
      });
      const llm = createScriptedClient(() => answer);
      return draftCards(spec, { policies, llm, budget: { maxAttempts: 1 } });
    };
    expect(await growthOf(run, 1500)).toBeLessThan(most);
  });
});

describe('files and lists', () => {
  test.each(['//x\n', '/*', '{"a":', '[', '"\\', ',', ' '])(
    'JSON with comments: many %j',
    async (piece) => {
      const run = (size: number) => {
        const text = piece.repeat(size / piece.length);
        readApprovalDocument(`{"slides":[${text}`);
        readReviewLog(text);
      };
      expect(await growthOf(run, 120_000)).toBeLessThan(most);
    },
  );

  test('an analysis', async () => {
    const target = { slide_id: 's1', element_id: 'b1' };
    const items = [{ id: 'b1', text: '一' }];
    const run = (size: number) => {
      const fixes = Array.from({ length: size }, (_, index) => ({
        id: `図${index}`,
        type: 'bullet_cap',
        target,
        payload: { level: 1 },
      }));
      const issues = fixes.map((fix) => ({ id: fix.id, type: 'x', target, fix }));
      const slides = Array.from({ length: size }, (_, index) => ({
        id: `s${index}`,
        bullets: [{ items }],
      }));
      convertAnalysis({ issues, fixes }, { slides });
    };
    expect(await growthOf(run, 4000)).toBeLessThan(most);
  });

  test('approved slides go into their spec', async () => {
    const run = (size: number) => {
      const ids = Array.from({ length: size }, (_, index) => `s${index}`);
      const slides = ids.map((id) => ({
        id,
        intent: 'x',
        elements: { title: '題', body: ['一'] },
        status: 'approved' as const,
        applied_autofix: [],
      }));
      mergeApproved({ slides: ids.map((id) => ({ id })) }, { slides });
    };
    expect(await growthOf(run, 4000)).toBeLessThan(most);
  });

  test('a hash', async () => {
    const run = (size: number) => cardHash(sampleCard('a', { note: '字'.repeat(size) }));
    expect(await growthOf(run, 50_000)).toBeLessThan(most);
  });
});

async function deckOf(cards: number) {
  const { service } = createBench();
  for (let from = 0; from < cards; from += 500) {
    const length = Math.min(500, cards - from);
    const made = Array.from({ length }, (_, index) =>
      sampleCard(`s${from + index}`, {
        body: ['売上: 120万円', `件数${from + index}: ${index}件`],
      }),
    );
    valueOf(await service.createCards({ spec_id: 'deck', cards: made }, editor));
  }
  let number = 0;
  return async (): Promise<number> => {
    const start = performance.now();
    for (let index = 0; index < 50; index += 1) {
      number += 1;
      const ref = { spec_id: 'deck', slide_id: `s${index}` };
      valueOf(await service.patchCard(ref, { title: `版${number}` }, { ifMatch: '*' }, editor));
    }
    return performance.now() - start;
  };
}

test('a write to a deck of 1,000 cards takes at most 1.5 times one to a deck of 50', async () => {
  const [small, large] = [await deckOf(50), await deckOf(1000)];
  let ratio = Infinity;
  for (let look = 0; look < 10 && ratio >= 1.5; look += 1) {
    const [first, second] = [await small(), await large()];
    ratio = Math.min(ratio, second / first);
  }
  expect(ratio).toBeLessThan(1.5);
});
