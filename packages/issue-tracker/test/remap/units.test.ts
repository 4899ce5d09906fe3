import { describe, expect, it } from 'vitest';
import type { EqualRun } from '../../src/diff/equal-run.ts';
import { createStepMeter } from '../../src/diff/step-meter.ts';
import { createClaims } from '../../src/remap/claims.ts';
import { diffEditedConfidence, fuzzyConfidence } from '../../src/remap/confidence-table.ts';
import { findMovedBlocks } from '../../src/remap/moved-blocks.ts';
import { findExactMove, findFuzzyMove, type MoveSpaces } from '../../src/remap/move-search.ts';
import { placeByDiff, pointByDiff } from '../../src/remap/place-by-diff.ts';
import { coveredUnits, cutRuns, firstRunAfter, runsIn } from '../../src/remap/run-index.ts';
import { createSearchSpace } from '../../src/remap/search-space.ts';

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
  it('are lines, then sentences, that stand once on each side without their counterpart', () => {
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
    ['kept by more than half', '長い長い行である。\n', 'X\n長い長い行である。\n', [run(0, 2, 5)]],
  ])('are none %s', (_name, oldText, newText, runs) => {
    expect(findMovedBlocks(oldText, newText, runs)).toEqual({ runs, moved: [] });
  });

  it('win over scattered short runs, which are cut away', () => {
    const oldText = '甲。\n長い長い行である。\n';
    const newText = '長い長い行である。\n乙。\n';
    const { runs, moved } = findMovedBlocks(oldText, newText, [run(3, 0, 3), run(12, 12, 1)]);
    expect(moved).toEqual([run(3, 0, 9, true)]);
    expect(runs).toEqual([run(12, 12, 1)]);
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

  it('is deleted where nothing stands instead', () => {
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
  });

  it('that is empty lies beside what is left of its neighbours', () => {
    const points = Array.from({ length: 8 }, (_, offset) => pointByDiff([run(2, 5, 3)], offset));
    expect(points).toEqual([null, null, 5, 6, 7, 8, null, null]);
    expect(pointByDiff([run(0, 3, 2), run(2, 9, 2)], 2)).toBe(5);
  });
});

describe('a search space', () => {
  const words = Array.from({ length: 900 }, (_, index) => `w${(index * 7919) % 997}`).join(' ');

  it('finds every occurrence in its gaps, also across tiles', () => {
    const space = createSearchSpace(words, [{ start: 0, end: words.length }]);
    for (let start = 0; start < words.length - 40; start += 97) {
      const pattern = words.slice(start, start + 30);
      const expected: number[] = [];
      for (let at = words.indexOf(pattern); at !== -1; at = words.indexOf(pattern, at + 1)) {
        expected.push(at);
      }
      expect(space.occurrences(pattern, 64)).toEqual(expected);
    }
    expect(space.occurrences('nowhere in it', 64)).toEqual([]);
    const long = words.slice(1000, 1800);
    expect(space.occurrences(long, 64)).toEqual([1000]);
  });

  it('looks a little over the edge of a gap, and no further', () => {
    const text = `${'a'.repeat(200)}needle${'b'.repeat(200)}`;
    const at = (start: number, end: number): number[] =>
      createSearchSpace(text, [{ start, end }]).occurrences('needle', 9);
    expect(at(201, 204)).toEqual([200]);
    expect(at(264, 300)).toEqual([200]);
    expect(at(265, 300)).toEqual([]);
    expect(at(100, 142)).toEqual([200]);
    expect(at(100, 141)).toEqual([]);
    expect(createSearchSpace(text, []).occurrences('needle', 9)).toEqual([]);
  });

  it('stops at the limit', () => {
    const space = createSearchSpace('abcdabcdabcd', [{ start: 0, end: 12 }]);
    expect(space.occurrences('abcd', 2)).toEqual([0, 4]);
    expect(space.occurrences('abcd', 3)).toEqual([0, 4, 8]);
  });

  it('gives the tiles that are most alike first', () => {
    const text = `${'x'.repeat(2000)}the quick brown fox${'y'.repeat(2000)}the quick`;
    const space = createSearchSpace(text, [{ start: 0, end: text.length }]);
    const tiles = space.tilesLike('the quick brown fox', 0.2);
    const [best] = tiles;
    expect(text.slice(best?.start, best?.end)).toContain('the quick brown fox');
    expect(tiles.length).toBeGreaterThan(1);
    expect(space.tilesLike('the quick brown fox', 1).length).toBeLessThan(tiles.length);
    expect(space.tilesLike('zzzzzzzz', 0.2)).toEqual([]);
  });
});

describe('a search for a place that moved', () => {
  const nothing = { runs: [], moved: [] };
  const spaces = (oldText: string, newText: string, steps = 1e7): MoveSpaces => ({
    old: createSearchSpace(oldText, [{ start: 0, end: oldText.length }]),
    next: createSearchSpace(newText, [{ start: 0, end: newText.length }]),
    claims: createClaims(nothing, 'newStart', newText.length),
    meter: createStepMeter(steps),
  });
  const exact = (oldText: string, newText: string, slice: string, steps?: number) => {
    const start = oldText.indexOf(slice);
    return findExactMove(spaces(oldText, newText, steps), { start, end: start + slice.length });
  };
  const fuzzy = (oldText: string, newText: string, slice: string, steps?: number) => {
    const start = oldText.indexOf(slice);
    return findFuzzyMove(spaces(oldText, newText, steps), { start, end: start + slice.length });
  };
  const context = 'the ship came home late at night, and nobody saw it ';

  it.each<[string, string, string, string, string]>([
    ['too short', `${context}abc.`, `${context}abc.`, 'abc', 'miss'],
    ['gone', `${context}abcd.`, context, 'abcd', 'miss'],
    ['four characters in their context', `${context}abcd.`, `x ${context}abcd.`, 'abcd', 'hit'],
    ['four characters in another context', `${context}abcd.`, '###abcd###', 'abcd', 'miss'],
    [
      'sixteen characters anywhere',
      '0123456789abcdef',
      '#####0123456789abcdef',
      '0123456789abcdef',
      'hit',
    ],
    [
      'fifteen characters without context',
      '!!0123456789abcde!!',
      '##0123456789abcde##',
      '0123456789abcde',
      'miss',
    ],
    [
      'twice in the same context',
      `${context}abcd.`,
      `${context}abcd.${context}abcd.`,
      'abcd',
      'ambiguous',
    ],
    [
      'twice, once in its context',
      `${context}abcd. ${context}`,
      `${context}abcd. ${context}${'#'.repeat(90)}abcd${'#'.repeat(90)}`,
      'abcd',
      'hit',
    ],
  ])('exactly: %s', (_name, oldText, newText, slice, kind) => {
    expect(exact(oldText, newText, slice).kind).toBe(kind);
  });

  it('is a question where other old text reads the same', () => {
    const twice = `${context}abcd. ${context}abcd.`;
    expect(exact(twice, `${context}abcd.`, 'abcd').kind).toBe('ambiguous');
    const apart = `${context}abcd. ${'#'.repeat(90)}abcd${'#'.repeat(90)}`;
    expect(exact(apart, `${context}abcd.`, 'abcd').kind).toBe('hit');
  });

  it('is skipped when the steps do not suffice', () => {
    expect(exact(`${context}abcd.`, `${context}abcd.`, 'abcd', 259).kind).toBe('skipped');
    expect(exact(`${context}abcd.`, `${context}abcd.`, 'abcd', 515).kind).toBe('skipped');
    expect(exact(`${context}abcd.`, `${context}abcd.`, 'abcd', 516).kind).toBe('hit');
    expect(fuzzy(`${context}.`, `${context}.`, 'home late at night', 10).kind).toBe('skipped');
  });

  const sentence = 'a lantern burned in the window of the old mill';
  it.each<[string, string, string, string, string, number]>([
    [
      'one word changed',
      sentence,
      sentence.replace('burned', 'glowed'),
      'hit',
      'lantern glowed',
      0.9,
    ],
    [
      'more than a quarter changed',
      sentence,
      'a candle stood on the sill of our new house',
      'miss',
      '',
      0,
    ],
  ])('nearly: %s', (_name, before, after, kind, part, similarity) => {
    const answer = fuzzy(`${context}${before}. End.`, `Start. ${context}${after}. End.`, before);
    expect(answer.kind).toBe(kind);
    if (answer.kind !== 'hit') return;
    const { start, end } = answer.candidate.span;
    expect(`Start. ${context}${after}. End.`.slice(start, end)).toContain(part);
    expect(answer.candidate.similarity).toBeGreaterThanOrEqual(similarity);
  });

  it('asks about those whose context fits, the best one first', () => {
    const after = `${context}abcd. ${context}`;
    const half = `${context}abcd${'#'.repeat(90)}`;
    const none = `${'#'.repeat(90)}abcd${'#'.repeat(90)}`;
    const text = `${none}${half}${after}${after}`;
    const answer = exact(after, text, 'abcd');
    expect(answer.kind).toBe('ambiguous');
    if (answer.kind !== 'ambiguous') return;
    const places = answer.candidates.map(({ span }) => span.start);
    // The last one stands before the end of the text, as the old one did.
    const both = [text.lastIndexOf(after), text.indexOf(after)].map((at) => at + context.length);
    expect(places).toEqual(both);
  });

  it('asks about long copies whatever stands around them', () => {
    const slice = 'sixteen or more!';
    const none = `${'#'.repeat(90)}${slice}${'#'.repeat(90)}`;
    const answer = exact(`${context}${slice}`, `${none}${none}`, slice);
    expect(answer).toMatchObject({
      kind: 'ambiguous',
      candidates: [{ span: { start: 90, end: 106 }, similarity: 1 }, { span: { start: 286 } }],
    });
  });

  it('nearly: not for fifteen characters, nor without any context', () => {
    expect(
      fuzzy(`${context}0123456789abcde.`, `${context}0123456789abcdX.`, '0123456789abcde').kind,
    ).toBe('miss');
    const changed = sentence.replace('burned', 'glowed');
    expect(
      fuzzy(`${context}${sentence}.`, `${'#'.repeat(80)}${changed}${'#'.repeat(80)}`, sentence)
        .kind,
    ).toBe('miss');
  });

  it('nearly: a question where two are alike, and no answer where another origin is closer', () => {
    const changed = sentence.replace('burned', 'glowed');
    const two = `${context}${changed}. ${'-'.repeat(9)} ${context}${changed}.`;
    expect(fuzzy(`${context}${sentence}.`, two, sentence).kind).toBe('ambiguous');
    const before = `${context}${sentence}. ${'-'.repeat(99)} ${changed}.`;
    expect(fuzzy(before, `${context}${changed}.`, sentence).kind).toBe('miss');
  });

  it('nearly: a long slice by its two ends', () => {
    const words = Array.from({ length: 70 }, (_, index) => `word${(index * 37) % 101}`).join(' ');
    const changed = words.replace('word37 ', 'term37 ');
    const middle = `${words.slice(0, 220)}XX${words.slice(224)}`;
    for (const after of [changed, middle]) {
      const newText = `Start. ${context}${after} end`;
      const answer = fuzzy(`${context}${words} end`, newText, words);
      expect(answer.kind).toBe('hit');
      if (answer.kind !== 'hit') continue;
      const { start, end } = answer.candidate.span;
      expect(newText.slice(start, end)).toBe(after);
    }
    const torn = `${context}${words.slice(0, 150)}${' gap'.repeat(200)}${words.slice(-150)} end`;
    expect(fuzzy(`${context}${words} end`, torn, words).kind).toBe('miss');
  });
});
