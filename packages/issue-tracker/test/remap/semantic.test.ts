import type { Embedder } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import { createAnchor, createRemapper } from '../../src/index.ts';
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

  it('prefers the better one to a longer one', async () => {
    // The place that was lost, then QQQ, the longer WWW and EEE.
    const vectors = [
      [1, 0],
      [1, 0],
      [0.9, 0.43],
      [0.9, 0.43],
    ].map((vector) => Float32Array.from(vector));
    const [remap] = await createRemapper(old, after).remapSemantic([lost], {
      embedder: { dimensions: 2, embed: () => Promise.resolve(vectors) },
    });
    const start = after.indexOf('QQQ');
    expect(remap).toMatchObject({ status: 'mapped', range: range(start, start + 11) });
  });

  it('compares directions, not lengths', async () => {
    const [remap] = await createRemapper(old, after).remapSemantic([lost], {
      embedder: embedder({ 怒り: [0.5, 0], QQQ: [0.5, 0] }),
    });
    expect(remap).toMatchObject({ status: 'mapped', similarity: 1 });
  });

  it('shows the model no more than a hundred characters on each side', async () => {
    const filler = Array.from({ length: 30 }, (_, index) => `これは第${index}の行である。\n`).join(
      '',
    );
    const model = embedder({});
    await createRemapper(
      `${filler}${old}\n${filler}`,
      `${filler}${after}\n${filler}`,
    ).remapSemantic([anchorAt(`${filler}${old}\n${filler}`, '怒りに震えていた')], {
      embedder: model,
    });
    const [asked] = model.asked[0] ?? [];
    const start = filler.length + old.indexOf('怒り');
    expect(asked).toBe(`${filler}${old}\n${filler}`.slice(start - 100, start + 8 + 100));
  });

  it('asks about no blank line and no empty place', async () => {
    const model = embedder({});
    const text = '最初の段落。\nQQQQQQ!\n \nWWWWWW!\n最後の段落。';
    const empty = createAnchor(old, { start: 9, end: 9 });
    await createRemapper(old, text).remapSemantic([lost], { embedder: model });
    expect(model.asked[0]).toHaveLength(3);
    const remapper = createRemapper(old, 'X');
    expect(await remapper.remapSemantic([empty], { embedder: model })).toEqual(
      remapper.remapAll([empty]),
    );
    expect(model.asked).toHaveLength(1);
    const [, still] = await remapper.remapSemantic([lost, empty], { embedder: model });
    expect(still).toEqual(remapper.remap(empty));
  });

  it('skips when one vector among good ones is broken', async () => {
    const [remap] = await createRemapper(old, after).remapSemantic([lost], {
      embedder: embedder({ EEE: [Number.NaN, 1], 怒り: [1, 0] }),
    });
    expect(remap?.attempts.at(-1)).toMatchObject({ result: 'skipped' });
  });

  it('is nothing where it is not allowed, or where there is no old text', async () => {
    const model = embedder({});
    const options = { strategies: ['diff'] } as const;
    expect(
      await createRemapper(old, after, options).remapSemantic([lost], { embedder: model }),
    ).toMatchObject([{ status: 'lost', attempts: [{ strategy: 'diff' }] }]);
    await createRemapper(null, after).remapSemantic([lost], { embedder: model });
    // The surroundings of an anchor of another text are not in the old text.
    await createRemapper('別の文。'.repeat(30), after).remapSemantic([lost], { embedder: model });
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
