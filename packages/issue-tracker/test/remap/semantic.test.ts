import type { Embedder } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import { createRemapper } from '../../src/index.ts';
import { anchorAt, range } from '../support/remap-helpers.ts';

describe('by meaning', () => {
  const old = '最初の段落。\n彼は怒りに震えていた。\n最後の段落。';
  const after = '最初の段落。\nQQQQQQQQQQ! WWWWWWWWWWWW! EEE!\n最後の段落。';
  const lost = anchorAt(old, '怒りに震えていた');
  const kept = anchorAt(old, '最初');

  /** Embeds a text by what it holds; the query is (1, 0). */
  function embedder(vectors: Readonly<Record<string, readonly [number, number]>>): Embedder & {
    readonly asked: string[][];
  } {
    const asked: string[][] = [];
    return {
      asked,
      dimensions: 2,
      embed: (texts) => {
        asked.push([...texts]);
        return Promise.resolve(
          texts.map((text) => {
            const key = Object.keys(vectors).find((part) => text.includes(part));
            return Float32Array.from(key === undefined ? [1, 0] : (vectors[key] ?? [1, 0]));
          }),
        );
      },
    };
  }

  it('asks once, with a hundred characters around each place, and only about what is lost', async () => {
    const model = embedder({});
    const remaps = await createRemapper(old, after).remapSemantic([kept, lost], {
      embedder: model,
    });
    expect(remaps[0]).toMatchObject({ method: 'diff' });
    expect(model.asked).toHaveLength(1);
    expect(model.asked[0]?.[0]).toBe(old);
    expect(model.asked[0]?.slice(1)).toHaveLength(3);
    const all = createRemapper(old, after);
    expect(await all.remapSemantic([kept], { embedder: model })).toEqual(all.remapAll([kept]));
    expect(model.asked).toHaveLength(1);
  });

  it('takes the longest of those that fit about as well as the best', async () => {
    const [remap] = await createRemapper(old, after).remapSemantic([lost], {
      embedder: embedder({}),
    });
    const start = after.indexOf('WWW');
    expect(remap).toMatchObject({
      status: 'mapped',
      method: 'semantic_search',
      range: range(start, start + 13),
      delta: start - lost.range.start,
      similarity: 1,
      moved: true,
      attempts: [
        { strategy: 'diff' },
        { strategy: 'exact_match' },
        { strategy: 'fuzzy' },
        { strategy: 'semantic_search', result: 'hit', confidence: 0.87, steps: 3 },
      ],
    });
  });

  it.each<[string, readonly [number, number], string]>([
    ['just similar enough', [0.801, 0.599], 'mapped'],
    ['not similar enough', [0.799, 0.603], 'lost'],
    ['the opposite', [-1, 0], 'lost'],
    ['nothing', [0, 0], 'lost'],
  ])('%s', async (_name, vector, status) => {
    const model = embedder({ 怒り: [1, 0], QQQ: vector });
    const [remap] = await createRemapper(old, after).remapSemantic([lost], { embedder: model });
    expect(remap?.status).toBe(status);
    expect(remap?.attempts.at(-1)).toMatchObject(
      status === 'mapped'
        ? { result: 'hit', confidence: 0.5 }
        : { strategy: 'semantic_search', result: 'miss', confidence: 0, steps: 0 },
    );
  });

  it('is nothing where it is not allowed, or where there is no old text', async () => {
    const model = embedder({});
    const options = { strategies: ['diff'] } as const;
    expect(
      await createRemapper(old, after, options).remapSemantic([lost], { embedder: model }),
    ).toMatchObject([{ status: 'lost', attempts: [{ strategy: 'diff' }] }]);
    await createRemapper(null, after).remapSemantic([lost], { embedder: model });
    expect(model.asked).toEqual([]);
  });

  it('misses where no new text is free', async () => {
    const [remap] = await createRemapper(old, '最初の段落。\n最後の段落。').remapSemantic([lost], {
      embedder: embedder({}),
    });
    expect(remap?.attempts.at(-1)).toMatchObject({ strategy: 'semantic_search', result: 'miss' });
  });

  it('throws on what the caller aborted', async () => {
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    await expect(
      createRemapper(old, after).remapSemantic([lost], { embedder: embedder({}), signal }),
    ).rejects.toBe(reason);
    const controller = new AbortController();
    const aborting: Embedder = {
      dimensions: 2,
      embed: (_texts, options) => {
        controller.abort(reason);
        return Promise.reject(new Error(String(options?.signal?.aborted)));
      },
    };
    await expect(
      createRemapper(old, after).remapSemantic([lost], {
        embedder: aborting,
        signal: controller.signal,
      }),
    ).rejects.toThrow('true');
  });
});
