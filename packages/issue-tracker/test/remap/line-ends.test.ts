import { triesOf } from '@kanmon/test-support';
import { describe, expect, it } from 'vitest';
import { createAnchor, createRemapper, type Remap, scoreRecurrence } from '../../src/index.ts';
import { syntheticRevisions } from '../../src/testing.ts';
import { createPlainLines } from '../../src/text/line-ends.ts';
import type { Span } from '../../src/text/text-range.ts';
import { range } from '../support/remap-helpers.ts';

/** Writes a text with other line ends. */
const forms: Readonly<Record<string, (text: string) => string>> = {
  'line feeds': (text) => text,
  'carriage returns and line feeds': (text) => text.replaceAll('\n', '\r\n'),
  'both, in turns': (text) => {
    let count = 0;
    return text.replaceAll('\n', () => (++count % 2 === 0 ? '\r\n' : '\n'));
  },
  'carriage returns': (text) => text.replaceAll('\n', '\r'),
};
const pairs = Object.keys(forms).flatMap((old) => Object.keys(forms).map((next) => [old, next]));

/** Returns the answer with offsets of the text that has only line feeds. */
function withPlainOffsets(remap: Remap, oldStart: number, next: string): unknown {
  const { plainSpan } = createPlainLines(next);
  const plain = (span: Span) => range(plainSpan(span).start, plainSpan(span).end);
  const attempts = remap.attempts.map((attempt) => ({
    ...attempt,
    candidates: attempt.candidates?.map(plain),
  }));
  if (remap.status === 'lost') return { ...remap, attempts };
  if (remap.status === 'mapped') {
    const place = plain(remap.range);
    return { ...remap, attempts, range: place, delta: place.start - oldStart };
  }
  const candidates = remap.candidates.map((each) => ({ ...each, range: plain(each.range) }));
  return { ...remap, attempts, candidates };
}

describe('the kind of line end', () => {
  it.each(pairs)('is no difference between a text with %s and one with %s', (old, next) => {
    let compared = 0;
    for (const language of ['ja', 'en'] as const) {
      const revisions = syntheticRevisions({
        seed: 11,
        count: triesOf(8),
        language,
        editedShare: 0.5,
      });
      for (const { oldText, newText, places } of revisions) {
        const plain = createRemapper(oldText, newText);
        const [before, after] = [forms[old]?.(oldText) ?? '', forms[next]?.(newText) ?? ''];
        const remapper = createRemapper(before, after);
        for (const { start, end } of places) {
          const given = createPlainLines(before).originalSpan({ start, end });
          const remap = remapper.remap(createAnchor(before, given));
          const expected = plain.remap(createAnchor(oldText, { start, end }));
          expect(withPlainOffsets(remap, start, after)).toEqual(
            withPlainOffsets(expected, start, newText),
          );
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  it('does not move the place of a deleted line to the next line', () => {
    const old = '- TODO: call Ann\r\n- TODO: call Bob\r\n';
    const next = '- TODO: call Bob\n';
    const remapper = createRemapper(old, next);
    expect(remapper.remap(createAnchor(old, { start: 2, end: 6 })).status).toBe('lost');
    expect(remapper.remap(createAnchor(old, { start: 20, end: 24 }))).toMatchObject({
      status: 'mapped',
      range: range(2, 6),
      delta: -18,
    });
  });

  it('does not make an issue over two lines look changed', () => {
    const old = '一行目の文が\r\n続いている。\r\n三行目。\r\n';
    const next = old.replaceAll('\r\n', '\n');
    const text_range = range(3, 14);
    const remap = createRemapper(old, next).remap(createAnchor(old, text_range));
    const place = remap.status === 'mapped' ? remap.range : range(0, 0);
    expect(place).toEqual(range(3, 13));
    const shared = { category: 'style', severity: 'low' } as const;
    const { results } = scoreRecurrence(
      [{ ...shared, issue_id: 'A', scope: 'range', text_range, remap }],
      [{ ...shared, text_range: place, description: 'again' }],
      { oldText: old, newText: next },
    );
    expect(results).toMatchObject([{ checksum_changed: false, recurrence_score: 1 }]);
  });

  it('counts inside one pair as well', () => {
    const text = 'あ\r\nい\r\n';
    for (const [start, end] of [
      [2, 4],
      [0, 2],
      [1, 2],
      [2, 3],
      [2, 2],
      [5, 6],
    ] as const) {
      const remap = createRemapper(text, text).remap(createAnchor(text, { start, end }));
      expect(remap).toMatchObject({ status: 'mapped', range: range(start, end) });
    }
    const fed = createRemapper(text, 'あ\nい\n').remap(createAnchor(text, { start: 2, end: 4 }));
    expect(fed).toMatchObject({ status: 'mapped', range: range(1, 3) });
  });
});
