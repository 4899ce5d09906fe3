import { describe, expect, it } from 'vitest';
import { alignTokens } from '../../src/diff/align-tokens.ts';
import type { EqualRun } from '../../src/diff/equal-runs.ts';
import { diffTexts } from '../../src/diff/hierarchical-diff.ts';
import { slideChanges } from '../../src/diff/hierarchical-diff.ts';
import { createStepMeter } from '../../src/diff/step-meter.ts';

const run = (oldStart: number, newStart: number, length: number): EqualRun => ({
  oldStart,
  newStart,
  length,
  wholeLines: false,
});

/** Letters as tokens: the pairs of indexes that are matched, e.g. `0-0 2-1`. */
function aligned(old: string, next: string): string {
  const tokens = (text: string): Int32Array =>
    Int32Array.from(text, (letter) => letter.charCodeAt(0) - 97);
  const { matches } = alignTokens(
    {
      old: tokens(old),
      next: tokens(next),
      vocabulary: 26,
      weights: Array.from({ length: 26 }, () => 1),
    },
    createStepMeter(1e6),
  );
  return matches
    .flatMap(({ oldIndex, newIndex, count }) =>
      Array.from({ length: count }, (_, offset) => `${oldIndex + offset}-${newIndex + offset}`),
    )
    .join(' ');
}

describe('tokens between unique ones', () => {
  it.each<[string, string, string]>([
    // `a` and `b` occur once on each side; the tokens between them are aligned separately.
    ['xxaxxbxx', 'yaxbyx', '2-1 3-2 5-3 7-5'],
    ['qaxxbp', 'raxb', '1-1 2-2 4-3'],
    ['qaxybp', 'rayxbs', '1-1 2-3 4-4'],
    ['qxaybp', 'sxaybr', '1-1 2-2 3-3 4-4'],
    ['zacdbz', 'yabdcy', '1-1 2-4'],
    ['kaccbk', 'maccccbm', '1-1 2-2 3-3 4-6'],
    ['aab', 'baa', '2-0'],
    ['abab', 'baba', '1-0 2-1 3-2'],
    ['zzaz', 'zaz', '0-0 2-1 3-2'],
    // The last box does not contain the common ends of the texts.
    ['bbcba', 'cbaa', '2-0 3-1 4-3'],
    ['edaa', 'adeda', '0-2 1-3 3-4'],
    ['ebe', 'bea', '1-0 2-1'],
    // A token that occurs twice on one side is not an anchor: it would replace a better match.
    ['dab', 'aba', '1-0 2-1'],
    ['baba', 'aab', '1-0 3-1'],
    // The anchors of a later box are the tokens that occur once in it.
    ['cdcdb', 'cddbc', '0-0 1-1 3-2 4-3'],
  ])('%s and %s', (old, next, pairs) => {
    expect(aligned(old, next)).toBe(pairs);
  });
});

describe('diffTexts', () => {
  /** The stretches that are kept, as text. */
  const kept = (oldText: string, newText: string, steps = 1e7): string[] =>
    diffTexts(oldText, newText, createStepMeter(steps)).runs.map(({ oldStart, length }) =>
      oldText.slice(oldStart, oldStart + length),
    );

  it.each<[string, string, string, string[]]>([
    ['two characters between changes are chance', 'AxyB', 'CxyD', []],
    ['three are evidence', 'AxyzB', 'CxyzD', ['xyz']],
    ['one is kept at the start', 'aBBBBB', 'aCCCCC', ['a']],
    ['one is kept at the end', 'BBBBBa', 'CCCCCa', ['a']],
    ['two at the start of one text only are chance', 'xyBBBB', 'CxyDDDD', []],
    ['two at the start of the other', 'CxyDDDD', 'xyBBBB', []],
    ['two at the end of one text only', 'BBBBxy', 'DDDDxyC', []],
    ['two at the end of the other', 'DDDDxyC', 'BBBBxy', []],
    ['a short clause is chance', 'AAAA。x,BBBB', 'CCCC!x,DDDD', []],
    [
      'a long line is kept, not two short ones that it passed',
      'ab\ncd\na long line, too long for chance\n',
      'a long line, too long for chance\nab\ncd\n',
      ['a long line, too long for chance\n'],
    ],
    ['a short line is kept', 'AAAAA\nx\nBBBBB\n', 'CCCCC\nx\nDDDDD\n', ['\nx\n', '\n']],
    ['nothing', '', '', []],
    ['a text from nothing', '', 'abc', []],
    ['nothing from a text', 'abc', '', []],
  ])('%s', (_name, oldText, newText, runs) => {
    expect(kept(oldText, newText)).toEqual(runs);
  });

  it('looks into changed lines, then into changed clauses', () => {
    expect(
      kept('一行目。\n甲は、乙を見た。丙だ。\n', '一行目。\n甲は、丁を見た。丙だ。\n'),
    ).toEqual(['一行目。\n甲は、', 'を見た。丙だ。\n']);
  });

  it('counts the characters that are equal', () => {
    const { equalChars } = diffTexts('abcdef', 'abcXdef', createStepMeter(1e6));
    expect(equalChars).toBe(6);
  });

  it('reports that a block was too large to compare, and only then', () => {
    const [left, right] = ['あ'.repeat(40), 'い'.repeat(40)];
    expect(diffTexts(left, right, createStepMeter(100)).capped).toBe(true);
    expect(diffTexts(left, right, createStepMeter(1_000)).capped).toBe(false);
    expect(diffTexts('a\nb\n', 'a\nc\n', createStepMeter(1e6)).capped).toBe(false);
    expect(diffTexts('a\nb\n', 'a\nc\n', createStepMeter(3)).capped).toBe(true);
    expect(diffTexts('a, b, c', 'a, x, c', createStepMeter(7)).capped).toBe(true);
  });
});

describe('a change that fits in several places', () => {
  /** The changed stretch after sliding: its side, place and text. */
  function slid(oldText: string, newText: string, runs: readonly EqualRun[]): unknown {
    const [before, after] = slideChanges({ oldText, newText }, runs).slice(-2);
    if (before === undefined || after === undefined) return null;
    const oldFrom = before.oldStart + before.length;
    const newFrom = before.newStart + before.length;
    const removed = oldText.slice(oldFrom, after.oldStart);
    const added = newText.slice(newFrom, after.newStart);
    return removed === '' ? ['added', newFrom, added] : ['removed', oldFrom, removed];
  }

  it.each<[string, string, string, readonly EqualRun[], unknown]>([
    [
      'goes back to the start of a line',
      'p\nab\nq',
      'p\nab\nab\nq',
      [run(0, 0, 3), run(3, 6, 3)],
      ['added', 2, 'ab\n'],
    ],
    [
      'goes on to the start of a line',
      'p\nab\nq',
      'p\nab\nab\nq',
      [run(0, 0, 1), run(1, 4, 5)],
      ['added', 2, 'ab\n'],
    ],
    [
      'goes back to the start of a sentence',
      '甲だ。乙だ。丙',
      '甲だ。乙だ。乙だ。丙',
      [run(0, 0, 5), run(5, 8, 2)],
      ['added', 3, '乙だ。'],
    ],
    [
      'prefers a line to a sentence',
      'p\n乙。q',
      'p\n乙。\n乙。q',
      [run(0, 0, 4), run(4, 7, 1)],
      ['added', 2, '乙。\n'],
    ],
    [
      'is taken out where it began',
      'p\nab\nab\nq',
      'p\nab\nq',
      [run(0, 0, 3), run(6, 3, 3)],
      ['removed', 2, 'ab\n'],
    ],
    [
      'is seen from where it stands, not from the start of the texts',
      'XX##p\nab\nq',
      'YYYYYYY##p\nab\nab\nq',
      [run(2, 7, 5), run(7, 15, 4)],
      ['added', 11, 'ab\n'],
    ],
    [
      'is taken out likewise',
      'YYYYYYY##p\nab\nab\nq',
      'XX##p\nab\nq',
      [run(7, 2, 5), run(15, 7, 4)],
      ['removed', 11, 'ab\n'],
    ],
    [
      'stays where nothing is better',
      'aaaa',
      'aaaaa',
      [run(0, 0, 2), run(2, 3, 2)],
      ['added', 2, 'a'],
    ],
    [
      'does not leave its neighbours',
      'X\nab',
      'Y\nab\nab',
      [run(2, 2, 1), run(3, 6, 1)],
      ['added', 3, 'b\na'],
    ],
    [
      'goes on no further than its right neighbour reaches',
      'p.ab.cX',
      'p.ab.ab.cY',
      [run(0, 0, 3), run(3, 6, 1)],
      ['added', 2, 'ab.'],
    ],
    [
      'goes back over equal text only',
      '.b.',
      '.b...',
      [run(0, 0, 2), run(2, 4, 1)],
      ['added', 2, '..'],
    ],
    [
      'goes on over equal text only',
      'aba',
      'a.bba',
      [run(0, 0, 1), run(1, 3, 2)],
      ['added', 1, '.b'],
    ],
    ['is no replacement', '.\na\nb', '.a\nb', [run(0, 0, 1), run(3, 2, 2)], ['removed', 1, '\na']],
    [
      'goes on by less than its length',
      '.\n.',
      '.\n\n.',
      [run(0, 0, 1), run(1, 2, 2)],
      ['added', 1, '\n'],
    ],
    [
      'goes back by less than its length',
      '\na\n',
      '\naa\n',
      [run(0, 0, 2), run(2, 3, 1)],
      ['added', 2, 'a'],
    ],
    [
      'goes on as far as the best border',
      '.a\na',
      '.a\n\na\na',
      [run(0, 0, 1), run(1, 4, 3)],
      ['added', 3, '\na\n'],
    ],
    [
      'goes on past a whole character',
      'a。🙃。🙃',
      'a。🙃',
      [run(0, 0, 1), run(4, 1, 3)],
      ['removed', 2, '🙃。'],
    ],
    [
      'ends between characters as it begins',
      '🙂。🙂。。。',
      '🙂。。',
      [run(0, 0, 2), run(6, 2, 2)],
      ['removed', 3, '🙂。。'],
    ],
    [
      'never halves a character',
      'p🙂q',
      'p🙂🙂q',
      [run(0, 0, 2), run(2, 4, 2)],
      ['added', 2, '\uDE42\uD83D'],
    ],
  ])('%s', (_name, oldText, newText, runs, change) => {
    expect(slid(oldText, newText, runs)).toEqual(change);
  });

  it('leaves every other change alone', () => {
    const oldText = 'a\nb\nc\nd';
    const newText = 'a\nX\nb\nc\nYY\nd';
    const runs = [run(0, 0, 2), run(2, 4, 4), run(6, 11, 1)];
    expect(slideChanges({ oldText, newText }, runs)).toEqual(runs);
  });
});
