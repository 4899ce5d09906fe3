import { describe, expect, it } from 'vitest';
import {
  confirmAlignment,
  createAnchor,
  createRemapper,
  InvalidRangeError,
  type Strategy,
} from '../../src/index.ts';
import { numbers } from '../support/numbers.ts';

const old = [
  '港の朝は早い。',
  '船頭は若いが腕は確かだと評判だった。',
  '霧が晴れるまで誰も沖へは出ない。',
  '市場では魚の値が朝のうちに決まる。',
].join('\n');

function anchorOf(text: string, slice: string, salt?: string) {
  const start = text.indexOf(slice);
  return createAnchor(
    text,
    { start, end: start + slice.length },
    salt === undefined ? {} : { salt },
  );
}

describe('createAnchor', () => {
  it('holds hashes and offsets, no text', () => {
    const json = JSON.stringify(anchorOf(old, '腕は確かだ'));
    for (const character of '腕確船頭') expect(json).not.toContain(character);
  });

  it.each([
    [-1, 2],
    [3, 2],
    [0, 10_000],
    [Number.NaN, 2],
    [0.5, 2],
    [1, 2],
  ])('refuses the range %s to %s', (start, end) => {
    expect(() => createAnchor('🙂abc', { start, end })).toThrow(InvalidRangeError);
  });
});

describe('createRemapper without the old text', () => {
  it('finds a place by hash alone', () => {
    const remap = createRemapper(null, `新しい序文。\n${old}`).remap(
      anchorOf(old, '誰も沖へは出ない。'),
    );
    expect(remap).toMatchObject({
      status: 'mapped',
      method: 'exact_match',
      delta: 7,
      confidence: 0.98,
    });
  });

  it('asks when context fits several places, and reports when it fits no place', () => {
    const filler = '同じ文脈が長く長く続いていく。'.repeat(6);
    const once = `${filler}市場では魚の値${filler}`;
    expect(createRemapper(null, once + once).remap(anchorOf(once, '市場では魚の値')).status).toBe(
      'ambiguous',
    );
    expect(
      createRemapper(null, 'まったく別の文章').remap(anchorOf(old, '市場では魚の値')),
    ).toMatchObject({
      status: 'lost',
      reason: 'no_source',
    });
  });

  it('needs the salt the anchor was made with', () => {
    const anchor = anchorOf(old, '誰も沖へは出ない。', 'pepper');
    expect(anchor.checksum).not.toBe(anchorOf(old, '誰も沖へは出ない。').checksum);
    expect(createRemapper(null, old).remap(anchor).status).toBe('lost');
    expect(createRemapper(null, old, { salt: 'pepper' }).remap(anchor).status).toBe('mapped');
    expect(createRemapper(old, old, { salt: 'pepper' }).remap(anchor)).toMatchObject({
      method: 'diff',
    });
  });

  it('falls back to the hash when the old text is not the one the anchor was made in', () => {
    const wrong = old.replaceAll('。', '！');
    const remap = createRemapper(wrong, old).remap(anchorOf(old, '誰も沖へは出ない。'));
    expect(remap).toMatchObject({ status: 'mapped', method: 'exact_match', delta: 0 });
  });
});

describe('strategies', () => {
  const moved = old.split('\n').toReversed().join('\n');

  it('are what is allowed, whatever their order; diff3 is diff', () => {
    const anchor = anchorOf(old, '船頭は若いが腕は確かだと評判だった。');
    const tried = (strategies: readonly (Strategy | 'diff3')[]) =>
      createRemapper(old, moved, { strategies })
        .remap(anchor)
        .attempts.map(({ strategy }) => strategy);
    expect(tried(['diff3'])).toEqual(['diff']);
    expect(tried(['fuzzy', 'exact_match', 'diff'])).toEqual(
      tried(['diff', 'exact_match', 'fuzzy']),
    );
    expect(createRemapper(old, moved, { strategies: ['exact_match'] }).remap(anchor)).toMatchObject(
      {
        status: 'mapped',
        method: 'exact_match',
      },
    );
  });

  it('that are unknown are refused', () => {
    const unknown: Strategy[] = JSON.parse('["guess"]');
    expect(() => createRemapper(old, moved, { strategies: unknown })).toThrow('guess');
  });
});

describe('a fuzzy place', () => {
  it('is an answer when nearly the same, a question when only similar', () => {
    const sentence = '若い船頭は誰よりも早く起きて黙々と網を繕い続けていた。';
    const before = `序。\n${sentence}\n${'あいだの文が続く。\n'.repeat(5)}終わりの文。`;
    const changed = `序。\n${'あいだの文が続く。\n'.repeat(5)}${sentence.replace('早く', '遅く')}\n終わりの文。`;
    const remap = createRemapper(before, changed).remap(anchorOf(before, sentence));
    expect(remap.attempts.at(-1)?.strategy).toBe('fuzzy');
    expect(remap).toMatchObject({ status: 'mapped', method: 'fuzzy', moved: true });
  });
});

const embed = (texts: readonly string[]) => Promise.resolve(texts.map(() => Float32Array.of(1, 0)));

describe('remapSemantic', () => {
  const before = '最初の段落。\n彼は怒りに震えていた。\n最後の段落。';
  const after = '最初の段落。\nQQQQQQQQQQQQQQQQQQ!\n最後の段落。';
  const anchor = anchorOf(before, '怒りに震えていた');

  it('takes the best window of free text and is never sure', async () => {
    const [remap] = await createRemapper(before, after).remapSemantic([anchor], {
      embedder: { dimensions: 2, embed },
    });
    expect(remap).toMatchObject({ status: 'mapped', method: 'semantic_search', confidence: 0.87 });
  });

  it.each([
    ['throws', () => Promise.reject(new Error('offline'))],
    ['gives too few vectors', () => Promise.resolve([])],
    [
      'gives another dimension',
      (texts: readonly string[]) => Promise.resolve(texts.map(() => Float32Array.of(1))),
    ],
    [
      'gives NaN',
      (texts: readonly string[]) =>
        Promise.resolve(texts.map(() => Float32Array.of(Number.NaN, 1))),
    ],
  ])('skips when the embedder %s', async (_what, broken) => {
    const [remap] = await createRemapper(before, after).remapSemantic([anchor], {
      embedder: { dimensions: 2, embed: broken },
    });
    expect(remap?.status).toBe('lost');
    expect(remap?.attempts.at(-1)).toMatchObject({
      strategy: 'semantic_search',
      result: 'skipped',
    });
  });
});

describe('confirmAlignment', () => {
  it('is the word of a person', () => {
    const anchor = anchorOf(old, '港の朝');
    expect(confirmAlignment(anchor, old, { start: 2, end: 5 }, 'editor')).toMatchObject({
      status: 'mapped',
      method: 'manual_confirmation',
      confidence: 1,
    });
    expect(() => confirmAlignment(anchor, old, { start: 2, end: 5_000 }, 'editor')).toThrow(
      InvalidRangeError,
    );
  });
});

describe('bounded work', () => {
  it('gives up in the same place when the steps run out', () => {
    const before = numbers(5_000, 3);
    const after = numbers(5_000, 11);
    const anchor = createAnchor(before, { start: 100, end: 140 });
    const remap = createRemapper(before, after, { maxSteps: 50 }).remap(anchor);
    expect(remap.status).toBe('lost');
    expect(remap.attempts.some(({ result }) => result === 'skipped')).toBe(true);
  });
});
