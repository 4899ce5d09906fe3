import { describe, expect, it } from 'vitest';
import { createAnchor, createRemapper, type Remap } from '../../src/index.ts';
import { anchorAt, before, hit, range, tried } from '../support/remap-helpers.ts';

describe('without the old text', () => {
  const find = (text: string, after: string, slice: string): Remap =>
    createRemapper(null, after).remap(anchorAt(text, slice));

  it('a long slice is found anywhere in the text', () => {
    const slice = '夏の山には深い霧がかかった。';
    const after = `${'＊'.repeat(80)}${slice}${'＊'.repeat(80)}`;
    expect(find(before, after, slice)).toMatchObject({
      status: 'mapped',
      method: 'exact_match',
      range: range(80, 94),
      delta: 64,
      confidence: 0.98,
      similarity: 1,
      moved: false,
    });
    expect(tried(find(before, after, slice))).toEqual([hit('exact_match', 0.98)]);
  });

  it('a short slice needs its context, else it is a question', () => {
    expect(find(before, `序。\n${before}`, '深い霧').status).toBe('mapped');
    const alone = find(before, `${'＊'.repeat(80)}深い霧${'＊'.repeat(80)}`, '深い霧');
    expect(alone).toMatchObject({
      status: 'ambiguous',
      candidates: [{ range: range(80, 83), confidence: 0.5 }],
    });
    expect(tried(alone)).toEqual([
      {
        strategy: 'exact_match',
        result: 'ambiguous',
        confidence: 0.5,
        candidates: [range(80, 83)],
      },
    ]);
  });

  it('of two copies the one in its context is taken', () => {
    const after = `${before}\n${'＊'.repeat(80)}深い霧${'＊'.repeat(80)}`;
    expect(find(before, after, '深い霧')).toMatchObject({ status: 'mapped', delta: 0 });
  });

  it('of two copies the one in its context is taken, anywhere in the text', () => {
    const after = `${'＊'.repeat(80)}深い霧${'＊'.repeat(80)}${before}`;
    expect(find(before, after, '深い霧')).toMatchObject({ status: 'mapped', delta: 163 });
  });

  it('of copies in one context all are asked about, in their order', () => {
    const around = `${'＊'.repeat(80)}深い霧${'＊'.repeat(80)}`;
    expect(find(before, `${around}${around}${around}`, '深い霧')).toMatchObject({
      status: 'ambiguous',
      candidates: [80, 243, 406].map((start) => ({
        range: range(start, start + 3),
        confidence: 1 / 3,
      })),
    });
  });

  it('twelve characters need no context, eleven do', () => {
    const text = `${before}0123456789ab`;
    const around = (slice: string): string => `${'＊'.repeat(80)}${slice}${'＊'.repeat(80)}`;
    expect(find(text, around('0123456789ab'), '0123456789ab').status).toBe('mapped');
    expect(find(text, around('0123456789a'), '0123456789a').status).toBe('ambiguous');
  });

  it('an empty place and a place of another hash are not found', () => {
    const empty = createAnchor(before, { start: 4, end: 4 });
    expect(createRemapper(null, before).remap(empty)).toMatchObject({
      status: 'lost',
      reason: 'no_source',
      attempts: [{ strategy: 'exact_match', result: 'miss' }],
    });
    const forged = { ...anchorAt(before, '深い霧'), checksum: '0'.repeat(64) };
    expect(createRemapper(null, before).remap(forged)).toMatchObject({
      status: 'lost',
      attempts: [{ strategy: 'exact_match', result: 'miss', confidence: 0 }],
    });
  });

  it('one side of the context is enough for a short slice, in a long text too', () => {
    const signs = (first: number, length: number): string =>
      Array.from({ length }, (_, index) => String.fromCodePoint(first + index)).join('');
    const [head, tail, other] = [signs(0x4e00, 80), signs(0x5e00, 80), signs(0x6e00, 2_000)];
    const text = `${head}深い霧${tail}`;
    expect(find(text, `${other}${head}深い霧${other}`, '深い霧').status).toBe('mapped');
    expect(find(text, `${other}深い霧${tail}${other}`, '深い霧').status).toBe('mapped');
    expect(find(text, `${'＊'.repeat(80)}深い霧${'＊'.repeat(80)}`, '深い霧').status).toBe(
      'ambiguous',
    );
  });

  it('more than 256 copies are not asked about', () => {
    const copies = '深い霧。'.repeat(300);
    const remap = find(before, copies, '深い霧');
    expect(remap.status === 'ambiguous' && remap.candidates.length).toBe(256);
  });

  it('half a character is never a place', () => {
    const anchor = createAnchor('\uDE42x', { start: 0, end: 1 });
    expect(createRemapper(null, 'a🙂b').remap(anchor).status).toBe('lost');
  });

  it('is skipped when the steps do not suffice, for all anchors alike', () => {
    const remapper = createRemapper(null, before, { maxSteps: 10 });
    const anchors = ['深い霧', '赤い実'].map((slice) => anchorAt(before, slice));
    for (const remap of remapper.remapAll(anchors)) {
      expect(tried(remap)).toEqual([{ strategy: 'exact_match', result: 'skipped', confidence: 0 }]);
    }
  });

  it('scans once for all slices of one length', () => {
    const anchors = ['深い霧', '赤い実', '春の海'].map((slice) => anchorAt(before, slice));
    const together = createRemapper(null, before);
    expect(together.remapAll(anchors).map(({ status }) => status)).toEqual([
      'mapped',
      'mapped',
      'mapped',
    ]);
    expect(together.stats.steps).toBe(before.length);
  });
});
