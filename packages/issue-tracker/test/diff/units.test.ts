import { describe, expect, it } from 'vitest';
import { alignTokens, heaviestChain, myersMatches } from '../../src/diff/align-tokens.ts';
import { createCodePointTable, diffCharacters } from '../../src/diff/character-diff.ts';
import { type EqualRun, joinRuns } from '../../src/diff/equal-runs.ts';
import {
  isLineStart,
  isSentenceStart,
  splitClauses,
  splitLines,
  splitSentences,
} from '../../src/diff/pieces.ts';
import { slideChanges } from '../../src/diff/hierarchical-diff.ts';
import { createStepMeter } from '../../src/diff/step-meter.ts';
import type { Span } from '../../src/text/text-range.ts';
import { commonPrefix, commonSuffix } from '../../src/text/similarity.ts';

/** Every sequence of `length` out of the numbers below `size`. */
function sequences(length: number, size: number): number[][] {
  if (length === 0) return [[]];
  return sequences(length - 1, size).flatMap((head) =>
    Array.from({ length: size }, (_, next) => [...head, next]),
  );
}

/** Length of a longest common subsequence, by the textbook. */
function commonLength(left: readonly number[], right: readonly number[]): number {
  const [first, ...others] = left;
  if (first === undefined) return 0;
  const at = right.indexOf(first);
  const without = commonLength(others, right);
  return at === -1 ? without : Math.max(without, 1 + commonLength(others, right.slice(at + 1)));
}

const run = (oldStart: number, newStart: number, length: number, wholeLines = false): EqualRun => ({
  oldStart,
  newStart,
  length,
  wholeLines,
});

describe('pieces', () => {
  const cut = (text: string, pieces: readonly Span[]): string[] =>
    pieces.map(({ start, end }) => text.slice(start, end));

  it.each<[string, string[]]>([
    ['', []],
    ['one', ['one']],
    ['one\ntwo', ['one\n', 'two']],
    ['one\n\ntwo\n', ['one\n', '\n', 'two\n']],
  ])('of %j by lines', (text, lines) => {
    expect(cut(text, splitLines(text))).toEqual(lines);
  });

  it.each<[string, string[]]>([
    ['はい。いいえ！「本当？」と聞く', ['はい。', 'いいえ！', '「本当？」', 'と聞く']],
    ['He said "No." Then?! Yes...', ['He said "No."', ' Then?!', ' Yes...']],
    ["It's 'so.' ok", ["It's 'so.'", ' ok']],
    ['（終わり。）『次！』', ['（終わり。）', '『次！』']],
    ['a, b\nc、d', ['a, b\n', 'c、d']],
    ['Why? So.', ['Why?', ' So.']],
  ])('of %j by sentences', (text, sentences) => {
    expect(cut(text, splitSentences(text, 0, text.length))).toEqual(sentences);
  });

  it.each<[string, string[]]>([
    ['a, b\nc、d。e', ['a,', ' b\n', 'c、', 'd。', 'e']],
    ['「はい。」と、言う', ['「はい。」', 'と、', '言う']],
  ])('of %j by clauses', (text, clauses) => {
    expect(cut(text, splitClauses(text, 0, text.length))).toEqual(clauses);
  });

  it('stay inside the bounds they are given', () => {
    const text = 'ab\ncd。」ef\ngh';
    expect(cut(text, splitLines(text, 1, 9))).toEqual(['b\n', 'cd。」ef']);
    expect(cut(text, splitSentences(text, 1, 6))).toEqual(['b\n', 'cd。']);
    expect(cut(text, splitClauses(text, 4, 9))).toEqual(['d。」', 'ef']);
  });

  it('begin where a reader sees a beginning', () => {
    const text = 'A.」b\nc!!d';
    const lineStarts = new Set([0, 5]);
    const sentenceStarts = new Set([0, 3, 5, 7, 8]);
    for (let index = 0; index < text.length; index += 1) {
      expect([index, isLineStart(text, index)]).toEqual([index, lineStarts.has(index)]);
      expect([index, isSentenceStart(text, index)]).toEqual([index, sentenceStarts.has(index)]);
    }
    expect(isSentenceStart('」a', 1)).toBe(false);
  });
});

describe('common ends', () => {
  it.each<[string, string, number, number]>([
    ['', '', 0, 0],
    ['abc', 'abc', 3, 0],
    ['abXcd', 'abYYcd', 2, 2],
    ['aaa', 'aa', 2, 0],
    ['🙂', '🙃', 0, 0],
    ['a🙂b', 'a🙃b', 1, 1],
    ['x\uDE42', 'y\uDE42', 0, 1],
    ['\uD83D\uDE42', 'z\uDE42', 0, 0],
    ['\uD83D\uDE42', '\uD83Dz', 0, 0],
  ])('of %j and %j', (left, right, prefix, suffix) => {
    expect(commonPrefix(left, right)).toBe(prefix);
    expect(commonSuffix(left, right, prefix)).toBe(suffix);
    expect(commonPrefix(right, left)).toBe(prefix);
    expect(commonSuffix(right, left, prefix)).toBe(suffix);
  });
});

describe('joinRuns', () => {
  it('joins what touches in both texts, and remembers whole lines', () => {
    expect(
      joinRuns([run(0, 0, 2), run(2, 2, 3, true), run(5, 6, 1), run(6, 8, 0), run(6, 7, 2)]),
    ).toEqual([run(0, 0, 5, true), run(5, 6, 3)]);
    expect(joinRuns([run(0, 0, 2, true), run(2, 2, 3)])).toEqual([run(0, 0, 5, true)]);
    expect(joinRuns([run(0, 0, 2), run(3, 2, 1)])).toEqual([run(0, 0, 2), run(3, 2, 1)]);
  });
});

describe('heaviestChain', () => {
  const weigh = (chain: readonly number[], weights: readonly number[]): number =>
    chain.reduce((sum, index) => sum + (weights[index] ?? 0), 0);

  /** The heaviest strictly increasing choice, by trying all of them. */
  function heaviest(values: readonly number[], weights: readonly number[]): number {
    let best = 0;
    for (let choice = 0; choice < 2 ** values.length; choice += 1) {
      const picked = values.flatMap((_, index) => ((choice >> index) & 1 ? [index] : []));
      const rises = picked.every(
        (index, place) =>
          place === 0 || (values[picked[place - 1] ?? 0] ?? 0) < (values[index] ?? 0),
      );
      if (rises) best = Math.max(best, weigh(picked, weights));
    }
    return best;
  }

  it('is as heavy as the best choice, and increases', () => {
    for (const values of sequences(4, 4)) {
      const weights = [3, 1, 2, 4];
      const chain = heaviestChain(values, weights, 4);
      expect(chain).toEqual(chain.toSorted((left, right) => left - right));
      const picked = chain.map((index) => values[index] ?? -1);
      expect(new Set(picked).size).toBe(picked.length);
      expect(picked).toEqual(picked.toSorted((left, right) => left - right));
      expect([values, weigh(chain, weights)]).toEqual([values, heaviest(values, weights)]);
    }
  });

  it('takes the earlier of two that are equally heavy', () => {
    expect(heaviestChain([1, 0], [1, 1], 2)).toEqual([0]);
    expect(heaviestChain([0, 2, 1], [1, 1, 1], 3)).toEqual([0, 1]);
    expect(heaviestChain([], [], 0)).toEqual([]);
  });
});

describe('myersMatches', () => {
  it('keeps a longest common subsequence', () => {
    const wrong: unknown[] = [];
    for (const old of sequences(3, 3)) {
      for (const next of [...sequences(3, 3), ...sequences(5, 2)]) {
        const matches = myersMatches(Int32Array.from(old), Int32Array.from(next), () => true) ?? [];
        let [oldEnd, newEnd, total] = [0, 0, 0];
        for (const { oldIndex, newIndex, count } of matches) {
          const isAhead = oldIndex >= oldEnd && newIndex >= newEnd && count > 0;
          const [kept, found] = [
            old.slice(oldIndex, oldIndex + count).join(),
            next.slice(newIndex, newIndex + count).join(),
          ];
          if (!isAhead || kept !== found) wrong.push({ old, next, matches });
          [oldEnd, newEnd, total] = [oldIndex + count, newIndex + count, total + count];
        }
        if (total !== commonLength(old, next)) wrong.push({ old, next, total });
      }
    }
    expect(wrong).toEqual([]);
  });

  it('gives up where the work is refused, or the two differ in too many places', () => {
    const old = Int32Array.of(1, 2, 3);
    const next = Int32Array.of(4, 5, 6);
    expect(myersMatches(old, next, () => false)).toBeNull();
    let left = 6;
    expect(myersMatches(old, old, (steps) => (left -= steps) >= 0)).toEqual([
      { oldIndex: 0, newIndex: 0, count: 3 },
    ]);
    expect(left).toBe(2);
    expect(myersMatches(old, old, (steps) => steps < 3)).toBeNull();
    const many = Int32Array.from({ length: 501 }, (_, index) => index);
    const others = many.map((token) => token + 1000);
    expect(myersMatches(many, others, () => true)).toBeNull();
    const fewer = many.subarray(1);
    expect(myersMatches(fewer, others.subarray(1), () => true)).toEqual([]);
  });
});

describe('alignTokens', () => {
  const align = (old: readonly number[], next: readonly number[], steps = 1e6) =>
    alignTokens(
      {
        old: Int32Array.from(old),
        next: Int32Array.from(next),
        vocabulary: 10,
        weights: [1, 1, 1, 9, 1, 1, 1, 1, 1, 1],
      },
      createStepMeter(steps),
    );
  const pairs = (result: ReturnType<typeof align>): [number, number][] =>
    result.matches.flatMap(({ oldIndex, newIndex, count }) =>
      Array.from({ length: count }, (_, offset): [number, number] => [
        oldIndex + offset,
        newIndex + offset,
      ]),
    );

  it('matches equal tokens in order, the first always', () => {
    const wrong: unknown[] = [];
    for (const old of sequences(3, 3)) {
      for (const next of sequences(4, 3)) {
        const result = align(old, next);
        const found = pairs(result);
        const isOrdered = found.every(([oldIndex, newIndex], place) => {
          const [oldBefore, newBefore] = found[place - 1] ?? [-1, -1];
          return oldIndex > oldBefore && newIndex > newBefore && old[oldIndex] === next[newIndex];
        });
        // A unique token may cost matches against the longest; something in common is always found.
        const isFound = found.length > 0 === commonLength(old, next) > 0;
        const isFirstKept = old[0] !== next[0] || found[0]?.join() === '0,0';
        if (result.capped || !isOrdered || !isFound || !isFirstKept)
          wrong.push({ old, next, found });
      }
    }
    expect(wrong).toEqual([]);
  });

  it('prefers one heavy token to two light ones that cross it', () => {
    expect(pairs(align([3, 1, 2], [1, 2, 3]))).toEqual([[0, 2]]);
    expect(pairs(align([4, 1, 2], [1, 2, 4]))).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });

  it('weighs the tokens of each box for themselves', () => {
    // The heavy 3 occurs once in the box after the 4, but twice in the whole text.
    expect(pairs(align([3, 1, 2, 4, 3, 1, 2], [5, 4, 1, 2, 3, 6]))).toEqual([
      [3, 1],
      [4, 4],
    ]);
    // And once in the box before it, whatever came after.
    const twice = [3, 3, 1, 1, 2, 2];
    expect(pairs(align([3, 1, 2, 4, ...twice], [1, 2, 3, 4, 5, ...twice, 6])).slice(0, 3)).toEqual([
      [0, 2],
      [3, 3],
      [4, 5],
    ]);
  });

  it('finds the little that is common among a thousand tokens that are not', () => {
    const own = (first: number): number[] =>
      Array.from({ length: 600 }, (_, index) => first + index);
    const tokens = (before: readonly number[], after: readonly number[]): Int32Array =>
      Int32Array.from([...before, 0, 0, ...after]);
    const { matches, capped } = alignTokens(
      {
        old: tokens(own(1), own(601)),
        next: tokens(own(1201), own(1801)),
        vocabulary: 2401,
        weights: [],
      },
      createStepMeter(1e7),
    );
    expect(capped).toBe(false);
    expect(matches.map(({ oldIndex, newIndex }) => [oldIndex, newIndex])).toEqual([
      [600, 600],
      [601, 601],
    ]);
  });

  it('books a token each time it looks at it, and nothing for what was only put in', () => {
    // The ten tokens; the first and the last two, which differ, for themselves and one step of Myers.
    expect(align([0, 1, 2, 3], [4, 1, 5, 5, 2, 6], 16).capped).toBe(false);
    expect(align([0, 1, 2, 3], [4, 1, 5, 5, 2, 6], 15).capped).toBe(true);
    expect(align([4, 1, 5, 5, 2, 6], [0, 1, 2, 3], 16).capped).toBe(false);
    expect(align([1, 2], [1, 3, 2], 5).capped).toBe(false);
    expect(align([1, 3, 2], [1, 2], 5).capped).toBe(false);
  });

  it('reports that it gave up', () => {
    expect(align([1, 2, 3], [4, 5, 6], 5)).toEqual({ matches: [], capped: true });
    expect(align([1, 1, 2, 1], [2, 1, 1, 2], 9).capped).toBe(true);
    expect(align([1, 2, 3], [1, 2, 3], 6)).toEqual({
      matches: [{ oldIndex: 0, newIndex: 0, count: 3 }],
      capped: false,
    });
  });
});

describe('createCodePointTable', () => {
  it('writes wide characters as one unit and back', () => {
    const text = 'a🙂b𠮷\uD83Dc\uDFFF';
    const table = createCodePointTable([text, '🙃']);
    const encoded = table?.encode(text) ?? '';
    expect(encoded).toHaveLength(7);
    expect(encoded.replaceAll(/[\uE000-\uF8FF]/g, '*')).toBe('a*b**c*');
    expect(table?.decode(encoded)).toBe(text);
    expect(table?.entries.map(([, character]) => character)).toEqual([
      '🙂',
      '𠮷',
      '\uD83D',
      '\uDFFF',
      '🙃',
    ]);
  });

  it('takes no unit that is in use', () => {
    const text = '\uE000\uE002🙂🙃\uF8FF';
    const table = createCodePointTable([text]);
    expect(table?.encode(text)).toBe('\uE000\uE002\uE001\uE003\uF8FF');
    expect(table?.decode(table.encode(text))).toBe(text);
  });

  it('leaves texts alone that need none, and refuses what does not fit', () => {
    expect(createCodePointTable(['abc\uE000'])?.entries).toEqual([]);
    const all = Array.from({ length: 0xf8ff - 0xe000 + 2 }, (_, index) =>
      String.fromCodePoint(0x1_0000 + index),
    );
    expect(createCodePointTable([all.slice(1).join('')])).not.toBeNull();
    expect(createCodePointTable([all.join('')])).toBeNull();
  });
});

describe('diffCharacters', () => {
  const diff = (old: string, next: string, steps = 1e7) =>
    diffCharacters(old, next, createStepMeter(steps))?.map(({ oldStart, newStart, length }) => [
      oldStart,
      newStart,
      old.slice(oldStart, oldStart + length),
    ]);

  it.each<[string, string, unknown]>([
    ['', '', []],
    ['same', 'same', [[0, 0, 'same']]],
    ['abc', 'xyz', []],
    [
      'ab',
      'aXb',
      [
        [0, 0, 'a'],
        [1, 2, 'b'],
      ],
    ],
    [
      'aXb',
      'ab',
      [
        [0, 0, 'a'],
        [2, 1, 'b'],
      ],
    ],
    ['🙂机の上', '🙃椅子の上', [[3, 4, 'の上']]],
    [
      'aXbcd',
      'abcdYbcd',
      [
        [0, 0, 'a'],
        [2, 5, 'bcd'],
      ],
    ],
    [
      'abcdYbcd',
      'aXbcd',
      [
        [0, 0, 'a'],
        [5, 2, 'bcd'],
      ],
    ],
    [
      'AabcdeBfghijC',
      'XabcdeYfghijZ',
      [
        [1, 1, 'abcde'],
        [7, 7, 'fghij'],
      ],
    ],
    ['mouse', 'sofas', []], // single characters that two words happen to share
    [
      '彼女は古い手紙を机の上に置いた',
      '彼は古い手紙を椅子の上に置いた',
      [
        [0, 0, '彼'],
        [2, 1, 'は古い手紙を'],
        [9, 9, 'の上に置いた'],
      ],
    ],
  ])('of %j and %j', (old, next, runs) => {
    expect(diff(old, next)).toEqual(runs);
  });

  it('takes nothing for whole lines', () => {
    const runs = diffCharacters('aXbcdYe', 'aVbcdWe', createStepMeter(1e7)) ?? [];
    expect(runs.map(({ wholeLines }) => wholeLines)).toEqual([false, false, false]);
  });

  it('gives up on what is too large, but not on its ends', () => {
    expect(diff('abc', 'xyz', 7)).toBeUndefined();
    expect(diff('abc', 'xyz', 8)).toEqual([]);
    // What was only put in or taken out needs no work.
    expect([diff('', 'abc', 0), diff('abc', '', 0)]).toEqual([[], []]);
    const wide = Array.from({ length: 6401 }, (_, index) => String.fromCodePoint(0x1_0000 + index));
    expect(diff(wide.join(''), 'x')).toBeUndefined();
    expect(diff('_abc_', '_xyz_', 1)).toEqual([
      [0, 0, '_'],
      [4, 4, '_'],
    ]);
    expect(diff('a'.repeat(2001), 'b'.repeat(2000))).toBeUndefined();
    expect(diff('a'.repeat(2000), 'b'.repeat(2000))).toEqual([]);
  });
});

describe('slideChanges', () => {
  /** The changed stretches after sliding, in the old and the new text. */
  function changed(oldText: string, newText: string, runs: readonly EqualRun[]): string[] {
    const slid = slideChanges({ oldText, newText }, runs);
    return slid.slice(1).map((next, index) => {
      const before = slid[index] ?? next;
      const oldGap = oldText.slice(before.oldStart + before.length, next.oldStart);
      return oldGap || newText.slice(before.newStart + before.length, next.newStart);
    });
  }

  it.each<[string, string, string, EqualRun[], string]>([
    ['a line', 'x\na\nb\n', 'x\na\na\nb\n', [run(0, 0, 3), run(3, 5, 3)], 'a\n'],
    ['a line further on', '一\n', '一\n二\n', [run(0, 0, 1), run(1, 3, 1)], '\n二'],
    ['a sentence', '甲。乙。', '甲。丙。乙。', [run(0, 0, 1), run(1, 3, 3)], '丙。'],
    ['nothing where nothing repeats', 'ab', 'aXb', [run(0, 0, 1), run(1, 2, 1)], 'X'],
    ['a deletion', '甲。丙。乙。', '甲。乙。', [run(0, 0, 1), run(3, 1, 3)], '丙。'],
    ['no half character', '🙂', '🙂🙂', [run(0, 0, 2), run(2, 4, 0)], ''],
  ])('moves %s', (_name, oldText, newText, runs, stretch) => {
    expect(changed(oldText, newText, runs)).toEqual(stretch === '' ? [] : [stretch]);
    for (const { oldStart, newStart, length } of slideChanges({ oldText, newText }, runs)) {
      expect(newText.slice(newStart, newStart + length)).toBe(
        oldText.slice(oldStart, oldStart + length),
      );
    }
  });

  it('leaves replacements where they are', () => {
    const runs = [run(0, 0, 2), run(3, 3, 2)];
    expect(slideChanges({ oldText: 'a\nXa\n', newText: 'a\nYa\n' }, runs)).toEqual(runs);
  });
});

describe('createStepMeter', () => {
  it('books what fits and nothing of what does not', () => {
    const meter = createStepMeter(10);
    expect([meter.spend(4), meter.spend(7), meter.steps, meter.spend(6), meter.spend(1)]).toEqual([
      true,
      false,
      4,
      true,
      false,
    ]);
    expect(meter.steps).toBe(10);
  });
});
