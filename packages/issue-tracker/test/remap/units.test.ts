import { describe, expect, it } from 'vitest';
import {
  coveredUnits,
  cutRuns,
  type EqualRun,
  firstRunAfter,
  runsIn,
} from '../../src/diff/equal-runs.ts';
import { createClaims, findMovedBlocks } from '../../src/remap/claims.ts';
import { diffEditedConfidence, fuzzyConfidence } from '../../src/remap/confidence-table.ts';
import { placeByDiff, pointByDiff } from '../../src/remap/place-by-diff.ts';

const run = (oldStart: number, newStart: number, length: number, wholeLines = false): EqualRun => ({
  oldStart,
  newStart,
  length,
  wholeLines,
});

describe('runs by offset', () => {
  const runs = [run(2, 0, 3), run(7, 9, 1), run(8, 12, 4)];
  const unitsOf = (side: 'oldStart' | 'newStart', some: readonly EqualRun[]): number[] =>
    some.flatMap((each) => Array.from({ length: each.length }, (_, unit) => each[side] + unit));

  it.each(['oldStart', 'newStart'] as const)('are found on the side of %s', (side) => {
    for (let start = 0; start < 18; start += 1) {
      const ended = runs.filter((each) => each[side] + each.length <= start).length;
      expect(firstRunAfter(runs, side, start)).toBe(ended);
      for (let end = start; end < 18; end += 1) {
        const inside = unitsOf(side, runs).filter((unit) => unit >= start && unit < end);
        expect(coveredUnits(runs, side, { start, end })).toBe(inside.length);
        const sharing = runs.filter((each) => each[side] < end && each[side] + each.length > start);
        expect(runsIn(runs, side, { start, end })).toEqual(sharing);
      }
    }
    expect(firstRunAfter([], side, 3)).toBe(0);
  });

  it.each(['oldStart', 'newStart'] as const)('are cut on the side of %s', (side) => {
    for (let first = 0; first < 14; first += 1) {
      for (let length = 1; length < 6; length += 1) {
        const spans = [
          { start: first, end: first + length },
          { start: first + length + 1, end: first + length + 2 },
        ];
        const left = cutRuns(runs, side, spans);
        const isCut = (unit: number): boolean =>
          spans.some(({ start, end }) => start <= unit && unit < end);
        expect(unitsOf(side, left)).toEqual(unitsOf(side, runs).filter((unit) => !isCut(unit)));
        for (const piece of left) {
          expect(piece.length).toBeGreaterThan(0);
          const origin = runs.find(
            ({ oldStart, length: whole }) =>
              oldStart <= piece.oldStart && piece.oldStart < oldStart + whole,
          );
          expect(piece.newStart - piece.oldStart).toBe(
            (origin?.newStart ?? 0) - (origin?.oldStart ?? 0),
          );
        }
      }
    }
    expect(cutRuns(runs, side, [])).toEqual(runs);
  });
});

describe('claims', () => {
  const runs = [run(0, 0, 24), run(30, 30, 23), run(60, 60, 5, true)];
  const claims = createClaims({ runs, moved: [run(100, 70, 10)] }, 'newStart', 100);

  it('are long runs, whole lines and moved blocks; the rest is free', () => {
    expect(claims.gaps).toEqual([
      { start: 24, end: 60 },
      { start: 65, end: 70 },
      { start: 80, end: 100 },
    ]);
    expect(createClaims({ runs: [], moved: [] }, 'newStart', 0).gaps).toEqual([]);
    expect(createClaims({ runs: [run(0, 0, 40)], moved: [] }, 'oldStart', 40).gaps).toEqual([]);
    expect(
      createClaims({ runs: [run(0, 5, 30)], moved: [run(50, 10, 30)] }, 'newStart', 50).gaps,
    ).toEqual([
      { start: 0, end: 5 },
      { start: 40, end: 50 },
    ]);
    expect(
      createClaims({ runs: [run(0, 40, 30)], moved: [run(50, 0, 30)] }, 'newStart', 80).gaps,
    ).toEqual([
      { start: 30, end: 40 },
      { start: 70, end: 80 },
    ]);
  });

  it.each<[string, number, number, boolean]>([
    ['inside a long run', 3, 9, true],
    ['a whole short run', 30, 53, true],
    ['inside a short run', 31, 40, true],
    ['out of a short run', 29, 40, false],
    ['a fifth in a claim', 20, 40, false],
    ['more than a fifth in a claim', 19, 40, true],
    ['between claims', 66, 69, false],
    ['in a moved block', 71, 79, true],
    ['over a moved block', 60, 90, true],
    ['at the end', 85, 100, false],
  ])('take %s (%i to %i): %s', (_name, start, end, isTaken) => {
    expect(claims.isTaken({ start, end })).toBe(isTaken);
  });
});

describe('confidence', () => {
  it.each([
    [0, 0.58, 0.5],
    [0.399, 0.58, 0.5],
    [0.4, 0.84, 0.5],
    [0.5, 0.9, 0.5],
    [0.6, 0.96, 0.5],
    [0.7, 0.98, 0.5],
    [0.8, 0.99, 0.5],
    [0.899, 0.99, 0.5],
    [0.9, 0.99, 0.87],
    [1, 0.99, 0.87],
    [-0.1, 0, 0],
  ])('at a similarity of %s is %s edited and %s fuzzy', (similarity, edited, fuzzy) => {
    expect([diffEditedConfidence(similarity), fuzzyConfidence(similarity)]).toEqual([
      edited,
      fuzzy,
    ]);
  });
});

describe('moved blocks', () => {
  it('are lines, then sentences, that occur once on each side without their counterpart', () => {
    const oldText = '  一番目の長い行である。\n二番目の長い行である。\n';
    const newText = '二番目の長い行である。\n一番目の長い行である。\n';
    const kept = run(15, 0, 12, true);
    const { runs, moved } = findMovedBlocks(oldText, newText, [kept]);
    expect(runs).toEqual([kept]);
    expect(moved).toEqual([run(2, 12, 11, true)]);
  });

  it.each<[string, string, string, EqualRun[]]>([
    ['shorter than eight characters', '短い行。\n', 'X\n短い行。\n', []],
    ['twice on one side', '長い長い行である。\n長い長い行である。\n', '長い長い行である。\n', []],
    ['twice on the other', '長い長い行である。\n', '長い長い行である。\n長い長い行である。\n', []],
    ['of seven', '長い行である。\n', 'X\n長い行である。\n', []],
    [
      'kept in the old text, though copied in the new one',
      '長い長い行である。\n',
      '長い長い行である。\nX\n長い長い行である。\n',
      [run(0, 0, 9)],
    ],
    [
      'kept in the new text, though one of two in the old one',
      '長い長い行である。\nX\n長い長い行である。\n',
      '長い長い行である。\n',
      [run(0, 0, 9)],
    ],
    [
      'edited, though their old text is new elsewhere',
      '長い長い行である。\n',
      '長い長い行\n長い長い行である。\n',
      [run(0, 0, 5)],
    ],
  ])('are not %s', (_name, oldText, newText, runs) => {
    expect(findMovedBlocks(oldText, newText, runs)).toEqual({ runs, moved: [] });
  });

  it('win over scattered short runs, which are cut away', () => {
    const oldText = '甲。\n長い長い行である。\n';
    const newText = '長い長い行である。\n乙。\n';
    const { runs, moved } = findMovedBlocks(oldText, newText, [run(3, 0, 3), run(12, 12, 1)]);
    expect(moved).toEqual([run(3, 0, 9, true)]);
    expect(runs).toEqual([run(12, 12, 1)]);
  });

  it('have eight characters at least, and at most half of them kept', () => {
    const eight = '長い長い行です。';
    const { runs, moved } = findMovedBlocks(`${eight}\n`, `XX\n${eight}\n`, [run(0, 3, 4)]);
    expect(moved).toEqual([run(0, 3, 8, true)]);
    expect(runs).toEqual([]);
  });

  it('cut away what other text kept in their new place', () => {
    const [first, second] = ['一番目の長い行である。', '二番目の長い行である。'];
    const oldText = `${first}\n${second}\n目X\n`;
    const newText = `${second}\n${first}\n`;
    const { runs, moved } = findMovedBlocks(oldText, newText, [run(24, 2, 1)]);
    expect(moved).toEqual([run(0, 12, 11, true), run(12, 0, 11, true)]);
    expect(runs).toEqual([]);
  });

  it('are not found again among the sentences of other lines', () => {
    const [first, second] = ['一番目の長い行である。', '二番目の長い行である。'];
    const oldText = `${first}\n${second}\n短文。${second}\n`;
    const newText = `${second}\n${first}\n`;
    expect(findMovedBlocks(oldText, newText, []).moved).toEqual([
      run(0, 12, 11, true),
      run(12, 0, 11, true),
    ]);
  });

  it('ascend by their old place, sentences between lines', () => {
    const oldText = '甲。動いた長い文である。乙\n動いた長い一行である。\n';
    const newText = '動いた長い一行である。\n丙。動いた長い文である。丁\n';
    expect(findMovedBlocks(oldText, newText, []).moved).toEqual([
      run(2, 14, 10, true),
      run(14, 0, 11, true),
    ]);
  });

  it('ascend by their old place', () => {
    const lines = ['一番目の長い行である。', '二番目の長い行である。', '三番目の長い行である。'];
    const oldText = lines.join('\n');
    const newText = lines.toReversed().join('\n');
    expect(findMovedBlocks(oldText, newText, []).moved).toEqual([
      run(0, 24, 11, true),
      run(12, 12, 11, true),
      run(24, 0, 11, true),
    ]);
  });
});

describe('a place in a diff', () => {
  const oldText = '0123456789abcdefghij';
  const newText = '0123XX6789abcd--------efghij';
  const runs = [run(0, 0, 4), run(6, 6, 8), run(14, 22, 6)];
  const place = (start: number, end: number) =>
    placeByDiff({ oldText, newText }, runs, { start, end });
  const found = (start: number, end: number): unknown => {
    const answer = place(start, end);
    if (!('place' in answer)) return answer.kind;
    const { span, similarity } = answer.place;
    return [answer.kind, newText.slice(span.start, span.end), Number(similarity.toFixed(2))];
  };

  it.each<[number, number, unknown]>([
    [0, 4, ['equal', '0123', 1]],
    [6, 14, ['equal', '6789abcd', 1]],
    [8, 10, ['equal', '89', 1]],
    [14, 20, ['equal', 'efghij', 1]],
    [2, 8, ['edited', '23XX67', 0.67]],
    [4, 6, 'rewritten'],
    [3, 6, 'rewritten'],
    [2, 6, ['edited', '23XX', 0.5]],
    [12, 16, ['edited', 'cd--------ef', 0.33]],
    [13, 15, 'rewritten'],
    [8, 16, ['edited', '89abcd--------ef', 0.5]],
    [13, 17, ['edited', 'd--------efg', 0.33]],
    [10, 13, ['equal', 'abc', 1]],
    [16, 19, ['equal', 'ghi', 1]],
  ])('from %i to %i is %j', (start, end, answer) => {
    expect(found(start, end)).toEqual(answer);
  });

  /** Runs as `old-new+length`. */
  const runsOf = (text: string): EqualRun[] =>
    [...text.matchAll(/(\d+)-(\d+)\+(\d+)/g)].map(([, from, to, length]) =>
      run(Number(from), Number(to), Number(length)),
    );

  it.each<[string, string, string, string, [number, number], string, number]>([
    ['begins in a change at the start of the text', 'abc', 'EFc', '2-2+1', [1, 3], 'Fc', 0.5],
    ['ends in a change at the end of the text', 'abcd', 'abZW', '0-0+2', [1, 3], 'bZ', 0.5],
    ['ends halfway through a longer change', 'abc', 'aZI', '0-0+1', [0, 2], 'aZ', 0.5],
    ['ends halfway through a shorter change', 'abc', 'aU', '0-0+1', [0, 2], 'aU', 0.5],
    ['ends where text was taken out', 'ab', 'a', '0-0+1', [0, 2], 'a', 0.5],
    ['begins where text was taken out', 'ab', 'b', '1-0+1', [0, 2], 'b', 0.5],
    ['ends before a gap in kept text', 'abcdefg', 'abcdeg', '0-0+5 6-5+1', [4, 6], 'e', 0.5],
    ['ends inside a change in between', 'abcdefg', 'abTJXQfg', '0-0+2 5-6+2', [1, 3], 'bT', 0.5],
    ['keeps to its own text where the new text is longer', 'ab', 'TSNb', '1-3+1', [0, 2], 'b', 0.5],
    ['keeps to its own text at the end as well', 'ab', 'aCD', '0-0+1', [0, 2], 'a', 0.5],
    ['kept three fifths', 'abcde', 'aRFJCde', '0-0+1 3-5+2', [0, 5], 'aRFJCde', 0.43],
    ['never ends inside a character', 'abPqr', 'abP🙂', '0-0+2', [0, 4], 'abP', 0.75],
  ])('that %s', (_name, before, after, kept, [start, end], text, similarity) => {
    const answer = placeByDiff({ oldText: before, newText: after }, runsOf(kept), { start, end });
    if (!('place' in answer)) throw new Error(`expected a place, got ${answer.kind}`);
    const { span } = answer.place;
    expect(after.slice(span.start, span.end)).toBe(text);
    expect(answer.place.similarity).toBeCloseTo(similarity, 2);
  });

  it.each<[string, string, string, string, [number, number]]>([
    ['three fifths', 'abcdefghij', 'abcdRZRAhij', '0-0+4 7-8+3', [2, 8]],
    ['half, however much its new text resembles it', 'abcd', 'abcX', '0-0+1', [0, 4]],
  ])('that kept less than %s is rewritten', (_name, before, after, kept, [start, end]) => {
    const texts = { oldText: before, newText: after };
    expect(placeByDiff(texts, runsOf(kept), { start, end })).toEqual({ kind: 'rewritten' });
  });

  it('of 400 characters is compared exactly, a longer one by what the diff kept', () => {
    const same = 's'.repeat(300);
    const similarity = (length: number): number => {
      // The end is equal too, but the diff does not know it.
      const texts = {
        oldText: same + 'x'.repeat(length),
        newText: `${same}y${'x'.repeat(length - 1)}`,
      };
      const answer = placeByDiff(texts, [run(0, 0, 300)], { start: 0, end: 300 + length });
      return 'place' in answer ? answer.place.similarity : 0;
    };
    expect(similarity(100)).toBeCloseTo(1 - 1 / 400, 9);
    expect(similarity(101)).toBeCloseTo(1 - 101 / 401, 9);
  });

  it('is deleted where no text replaces it', () => {
    const texts = { oldText: 'abcXYZdef', newText: 'abcdef' };
    const around = [run(0, 0, 3), run(6, 3, 3)];
    expect(placeByDiff(texts, around, { start: 3, end: 6 })).toEqual({ kind: 'deleted' });
    expect(placeByDiff(texts, around, { start: 4, end: 5 })).toEqual({ kind: 'deleted' });
    expect(placeByDiff({ oldText: 'abc', newText: '' }, [], { start: 0, end: 3 })).toEqual({
      kind: 'deleted',
    });
    expect(placeByDiff({ oldText: 'abc', newText: 'x' }, [], { start: 0, end: 3 })).toEqual({
      kind: 'rewritten',
    });
  });

  it('that is long is compared along the alignment', () => {
    const head = 'h'.repeat(300);
    const tail = 't'.repeat(300);
    const texts = { oldText: `${head}old${tail}`, newText: `${head}newer${tail}` };
    const answer = placeByDiff(texts, [run(0, 0, 300), run(303, 305, 300)], { start: 0, end: 603 });
    expect(answer).toMatchObject({
      kind: 'edited',
      place: { span: { start: 0, end: 605 }, similarity: 1 - 5 / 605 },
    });
    const part = { start: 100, end: 560 };
    expect(placeByDiff(texts, [run(0, 0, 300), run(303, 305, 300)], part)).toMatchObject({
      kind: 'edited',
      place: { span: { start: 100, end: 562 }, similarity: 1 - 5 / 462 },
    });
  });

  it('that is empty lies beside what is left of its neighbours', () => {
    const points = Array.from({ length: 8 }, (_, offset) => pointByDiff([run(2, 5, 3)], offset));
    expect(points).toEqual([null, null, 5, 6, 7, 8, null, null]);
    expect(pointByDiff([run(0, 3, 2), run(2, 9, 2)], 2)).toBe(5);
  });
});
