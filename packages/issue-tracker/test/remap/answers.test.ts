import { describe, expect, it } from 'vitest';
import {
  confirmAlignment,
  createAnchor,
  createRemapper,
  InvalidRangeError,
  type Remap,
  type RemapOptions,
  type Strategy,
} from '../../src/index.ts';
import { anchorAt, before, hit, lines, range, tried } from '../support/remap-helpers.ts';

function remapOf(old: string, after: string, slice: string, options?: RemapOptions): Remap {
  return createRemapper(old, after, options).remap(anchorAt(old, slice));
}

const miss = (strategy: string) => ({ strategy, result: 'miss', confidence: 0 });

describe('a remap lists every attempt', () => {
  it('for an untouched place', () => {
    const remap = remapOf(before, `序。\n${before}`, '深い霧');
    expect(remap).toMatchObject({
      status: 'mapped',
      method: 'diff',
      range: range(24, 27),
      delta: 3,
      similarity: 1,
      confidence: 0.999,
      moved: false,
    });
    expect(tried(remap)).toEqual([hit('diff', 0.999)]);
    expect(remap.attempts[0]?.steps).toBe(0);
  });

  it('for an edited place', () => {
    const remap = remapOf(before, before.replace('深い霧', '薄い霧'), '深い霧がかかった');
    expect(remap).toMatchObject({ status: 'mapped', method: 'diff', similarity: 0.875 });
    expect(tried(remap)).toEqual([hit('diff', 0.99)]);
  });

  it('for a line that moved as a block', () => {
    const remap = remapOf(before, [lines[2], lines[0], lines[1]].join('\n'), '赤い実');
    expect(remap).toMatchObject({
      status: 'mapped',
      method: 'exact_match',
      range: range(4, 7),
      delta: -31,
      confidence: 0.97,
      moved: true,
    });
    expect(tried(remap)).toEqual([miss('diff'), hit('exact_match', 0.97)]);
  });

  it('for every one of several lines that moved', () => {
    const after = lines.toReversed().join('\n');
    const remapper = createRemapper(before, after);
    for (const slice of ['春の海', '深い霧', '赤い実']) {
      const remap = remapper.remap(anchorAt(before, slice));
      const start = after.indexOf(slice);
      expect(remap).toMatchObject({ status: 'mapped', range: range(start, start + 3) });
    }
    // Without a look for copies nothing is known to have moved.
    const moved = [lines[2], lines[0], lines[1]].join('\n');
    expect(remapOf(before, moved, '赤い実', { strategies: ['diff'] }).status).toBe('lost');
  });

  it('for an exact copy elsewhere', () => {
    const slice = '夏の山には深い霧がかかった。';
    const after = `${lines[0]}\n${lines[2]}\n遠くでは、${slice}という。`;
    const remap = remapOf(before, after, slice, { strategies: ['exact_match'] });
    expect(remap).toMatchObject({ status: 'mapped', method: 'exact_match', confidence: 0.92 });
    expect(tried(remap)).toEqual([hit('exact_match', 0.92)]);
    expect(remap.attempts[0]?.steps).toBeGreaterThan(0);
  });

  it('for a place that is gone', () => {
    const remap = remapOf(before, `${lines[0]}\n${lines[2]}`, '深い霧がかかった');
    expect(remap).toMatchObject({ status: 'lost', reason: 'deleted' });
    expect(tried(remap)).toEqual([miss('diff'), miss('exact_match'), miss('fuzzy')]);
    const other = remapOf(before, `${lines[0]}\nABCDEFGHIJKLMNOP\n${lines[2]}`, '深い霧がかかった');
    expect(other).toMatchObject({ status: 'lost', reason: 'rewritten' });
  });

  it('for a point', () => {
    const at = (offset: number) => createAnchor(before, { start: offset, end: offset });
    const remapper = createRemapper(before, `序。\n${before}`);
    expect(remapper.remap(at(5))).toMatchObject({
      status: 'mapped',
      method: 'diff',
      range: range(8, 8),
      delta: 3,
      similarity: 1,
      moved: false,
      attempts: [{ strategy: 'diff', result: 'hit', confidence: 0.999, steps: 0 }],
    });
    expect(createRemapper(before, 'X').remap(at(5))).toMatchObject({
      status: 'lost',
      reason: 'deleted',
      attempts: [{ strategy: 'diff', result: 'miss', confidence: 0, steps: 0 }],
    });
    const empty = createAnchor('', { start: 0, end: 0 });
    expect(createRemapper('', 'new').remap(empty)).toMatchObject({ range: range(0, 0) });
  });

  it('for a place that fits twice', () => {
    const context = 'the ship came home late at night, and nobody saw it ';
    const old = `${context}abcd. ${context}`;
    const after = `${context}abcd. ${context}${context}abcd. ${context}`;
    const remap = remapOf(old, after, 'abcd', { strategies: ['exact_match'] });
    const second = after.lastIndexOf('abcd');
    expect(remap).toMatchObject({
      status: 'ambiguous',
      candidates: [
        { range: range(52, 56), confidence: 0.46 },
        { range: range(second, second + 4), confidence: 0.46 },
      ],
    });
    expect(tried(remap)).toEqual([
      {
        strategy: 'exact_match',
        result: 'ambiguous',
        confidence: 0.46,
        candidates: [range(52, 56), range(second, second + 4)],
      },
    ]);
  });

  it('for a place that is only similar: a question with one candidate', () => {
    const context = 'the ship came home late at night, and nobody saw it ';
    const sentence = 'a lantern burned in the window of the old mill';
    const changed = 'a candle burned on the window of the old inn..';
    const remap = remapOf(
      `${context}${sentence}. End.`,
      `Start. ${context}${changed}. End.`,
      sentence,
      { strategies: ['fuzzy'] },
    );
    expect(remap).toMatchObject({ status: 'ambiguous', candidates: [{ confidence: 0.5 }] });
    expect(tried(remap)).toMatchObject([
      { strategy: 'fuzzy', result: 'ambiguous', confidence: 0.5 },
    ]);
  });

  it('and what each try cost', () => {
    const slice = '夏の山には深い霧がかかった。';
    const after = `${lines[0]}\n${lines[2]}\n遠くでは、${slice}という。`;
    const remapper = createRemapper(before, after, { strategies: ['exact_match'] });
    const first = remapper.remap(anchorAt(before, slice));
    expect(remapper.remap(anchorAt(before, slice))).toEqual(first);
    const blind = createRemapper(null, after);
    const tries = [slice, lines[0] ?? ''].map((each) => blind.remap(anchorAt(before, each)));
    expect(tries.map(({ attempts }) => attempts[0]?.steps)).toEqual([after.length, after.length]);
    expect(blind.stats.steps).toBe(2 * after.length);
  });

  it.each([null, '', before.slice(0, 35), `🙂${before}`, '＊'.repeat(before.length + 9)])(
    'and finds an anchor of another text by hash alone, beside the old text %j',
    (oldText) => {
      const own =
        oldText === null || oldText === '' ? [] : [createAnchor(oldText, { start: 0, end: 2 })];
      const other = createAnchor(before, { start: 30, end: before.length });
      const inPair = { ...other, range: { ...other.range, start: 1 } };
      const remaps = createRemapper(oldText, before).remapAll([...own, other, inPair]);
      for (const remap of remaps.slice(own.length))
        expect(remap).toMatchObject({ status: 'mapped', range: { start: 30 } });
    },
  );

  it.each([Number.NaN, -1, 0.5, 99, '3'])('and refuses an anchor that begins at %o', (start) => {
    const anchor = createAnchor(before, { start: 3, end: 9 });
    const forged = { ...anchor, range: { ...anchor.range, start: start as number } };
    for (const text of [before, null])
      expect(() => createRemapper(text, before).remap(forged)).toThrow(InvalidRangeError);
  });

  it('and counts what it did', () => {
    const remapper = createRemapper(before, `序。\n${before}`);
    expect(remapper.stats).toMatchObject({ equalChars: before.length, capped: false });
    expect(remapper.stats.steps).toBeGreaterThan(0);
    expect(createRemapper(null, before).stats).toEqual({ steps: 0, equalChars: 0, capped: false });
    expect(() => createRemapper(before, before, { maxSteps: 0 })).toThrow(
      'expected maxSteps above 0, got 0; leave it out for 50000000',
    );
    expect(() => createRemapper(before, before, { maxSteps: Number.NaN })).toThrow('got NaN');
  });

  it('nothing where nothing is allowed', () => {
    expect(remapOf(before, before, '深い霧', { strategies: ['manual_confirmation'] })).toEqual({
      status: 'lost',
      reason: 'rewritten',
      attempts: [],
    });
    const blind = createRemapper(null, before, { strategies: ['diff'] });
    expect(blind.remap(anchorAt(before, '深い霧'))).toEqual({
      status: 'lost',
      reason: 'no_source',
      attempts: [],
    });
  });
});

describe('confirmAlignment', () => {
  const anchor = anchorAt(before, '深い霧');

  it('knows how alike two places are only by hash and length', () => {
    const similarity = (start: number, end: number): unknown => {
      const remap = confirmAlignment(anchor, before, { start, end }, 'editor');
      return remap.status === 'mapped' && remap.similarity;
    };
    expect(similarity(21, 24)).toBe(1);
    expect(similarity(0, 3)).toBe(0.5);
    expect(similarity(0, 6)).toBe(0.25);
    expect(similarity(0, 0)).toBe(0);
    const point = createAnchor(before, { start: 1, end: 1 });
    expect(confirmAlignment(point, before, { start: 3, end: 3 }, 'editor')).toMatchObject({
      similarity: 1,
    });
  });

  it('recognises an unchanged slice under the salt of its anchor', () => {
    const slice = { start: 21, end: 24 };
    const salted = createAnchor(before, slice, { salt: 'pepper' });
    const similarity = (salt?: string): unknown =>
      confirmAlignment(salted, before, slice, 'editor', salt === undefined ? {} : { salt });
    expect(similarity('pepper')).toMatchObject({ similarity: 1 });
    expect(similarity('other')).toMatchObject({ similarity: 0.5 });
    expect(similarity()).toMatchObject({ similarity: 0.5 });
  });

  it('returns the new place, and needs a name', () => {
    expect(confirmAlignment(anchor, before, { start: 0, end: 3 }, 'editor')).toEqual({
      status: 'mapped',
      range: range(0, 3),
      method: 'manual_confirmation',
      confidence: 1,
      delta: -21,
      similarity: 0.5,
      moved: false,
      attempts: [{ strategy: 'manual_confirmation', result: 'hit', confidence: 1, steps: 0 }],
    });
    expect(() => confirmAlignment(anchor, before, { start: 0, end: 3 }, ' ')).toThrow(
      'expected who confirmed the place, got an empty name; pass an id',
    );
  });
});

describe('an anchor', () => {
  it('is what its text and its options make it', () => {
    const anchor = createAnchor(before, { start: 21, end: 24 });
    expect(anchor).toMatchObject({ range: range(21, 24), length: 3, unit: 'utf16' });
    expect(createAnchor(before, { start: 21, end: 24 }, { salt: '' })).toEqual(anchor);
    const salted = createAnchor(before, { start: 21, end: 24 }, { salt: 's' });
    for (const part of ['checksum', 'roll32', 'prefix_grams', 'suffix_grams'] as const) {
      expect(salted[part]).not.toEqual(anchor[part]);
    }
    const narrow = createAnchor(before, { start: 21, end: 24 }, { contextChars: 2 });
    expect(narrow.prefix_grams).toHaveLength(1);
    expect(narrow.suffix_grams).toHaveLength(1);
    expect(createAnchor(before, { start: 0, end: before.length })).toMatchObject({
      prefix_grams: [],
      suffix_grams: [],
    });
    const long = `${'あ'.repeat(10)}${'0123456789'.repeat(20)}`;
    const wide = createAnchor(long, { start: 100, end: 101 });
    expect(createAnchor(long.slice(36), { start: 64, end: 65 })).toMatchObject({
      prefix_grams: wide.prefix_grams,
      checksum: wide.checksum,
      roll32: wide.roll32,
    });
  });

  it('is the same in every version: what is stored must be found again', () => {
    expect(createAnchor('春の海とお🙂', { start: 2, end: 4 })).toEqual({
      range: range(2, 4),
      checksum: '3b7884de3e614b6479f195527222b1e8c06fe552635c18b80dbd39a86e17edec',
      roll32: 3_369_179_233,
      length: 2,
      prefix_grams: [2305],
      suffix_grams: [2448, 3037],
      unit: 'utf16',
    });
  });

  it('refuses unknown strategies and lists the known ones', () => {
    const strategies: Strategy[] = JSON.parse('["guess"]');
    expect(() => createRemapper(before, before, { strategies })).toThrow(
      'expected strategies out of exact_match, diff, fuzzy, semantic_search, manual_confirmation or diff3, got "guess"; leave the option out to allow all',
    );
  });
});
