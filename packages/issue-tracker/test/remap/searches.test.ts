import { describe, expect, it } from 'vitest';
import { createStepMeter } from '../../src/diff/step-meter.ts';
import { type Alignment, createClaims } from '../../src/remap/claims.ts';
import { findExactMove, findFuzzyMove, type MoveSpaces } from '../../src/remap/move-search.ts';
import { createSearchSpace } from '../../src/remap/search-space.ts';

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
    const twice = createSearchSpace(words + words, [{ start: 0, end: words.length * 2 }]);
    const some = words.slice(300, 330);
    expect(twice.occurrences(some, 64)).toEqual([300, 300 + words.length]);
    expect(twice.occurrences(some, 1)).toEqual([300]);
    const long = words.slice(1000, 1800);
    expect(space.occurrences(long, 64)).toEqual([1000]);
    for (let start = 630; start < 645; start += 1) {
      expect(space.occurrences(words.slice(start, start + 500), 64)).toEqual([start]);
    }
  });

  it('compares a long pattern to its end', () => {
    const head = words.slice(0, 600);
    const space = createSearchSpace(`${head}one${head}two`, [{ start: 0, end: 1206 }]);
    expect(space.occurrences(`${head}two`, 64)).toEqual([603]);
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
    const first = (start: number): number[] =>
      createSearchSpace(text.slice(200), [{ start, end: start + 9 }]).occurrences('needle', 9);
    expect(first(64)).toEqual([0]);
    expect(first(65)).toEqual([]);
  });

  it('looks into every gap, and through those whose edges meet', () => {
    const far = `needle${'a'.repeat(300)}needle${'b'.repeat(300)}needle`;
    const ends = [
      { start: 0, end: 10 },
      { start: 600, end: far.length },
    ];
    expect(createSearchSpace(far, ends).occurrences('needle', 9)).toEqual([0, 612]);
    const text = `${'a'.repeat(161)}needle${'b'.repeat(200)}`;
    const around = (second: number): number[] => {
      const gaps = [
        { start: 0, end: 100 },
        { start: second, end: 300 },
      ];
      return createSearchSpace(text, gaps).occurrences('needle', 9);
    };
    expect(around(228)).toEqual([161]);
    expect(around(229)).toEqual([]);
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
    const later = `the quick${'x'.repeat(2000)}the quick brown fox${'y'.repeat(2000)}the quick`;
    const found = createSearchSpace(later, [{ start: 0, end: later.length }]).tilesLike(
      'the quick brown fox',
      0.2,
    );
    const shares = found.map(({ start, end }) => {
      const tile = later.slice(start, end);
      return [tile.includes('the quick brown fox') ? 'all' : 'some', start];
    });
    // Those that are equally alike come in the order of the text.
    expect(shares).toEqual([
      ['all', 1280],
      ['all', 1920],
      ['some', 0],
      ['some', 3200],
    ]);
  });
});
const nothing: Alignment = { runs: [], moved: [] };
const spaces = (
  oldText: string,
  newText: string,
  steps = 1e7,
  alignment = nothing,
): MoveSpaces => ({
  old: createSearchSpace(oldText, [{ start: 0, end: oldText.length }]),
  next: createSearchSpace(newText, [{ start: 0, end: newText.length }]),
  claims: createClaims(alignment, 'newStart', newText.length),
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
const far = '#'.repeat(90);

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
])('decides about a changed slice: %s', (_name, before, after, kind, part, similarity) => {
  const answer = fuzzy(`${context}${before}. End.`, `Start. ${context}${after}. End.`, before);
  expect(answer.kind).toBe(kind);
  if (answer.kind !== 'hit') return;
  const { start, end } = answer.place.span;
  expect(`Start. ${context}${after}. End.`.slice(start, end)).toContain(part);
  expect(answer.place.similarity).toBeGreaterThanOrEqual(similarity);
});

describe('an exact search for a place that moved', () => {
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
  ])('decides about a slice: %s', (_name, oldText, newText, slice, kind) => {
    expect(exact(oldText, newText, slice).kind).toBe(kind);
  });

  it.each<[string, string, string]>([
    ['twice, neither in its context', `${far}abcd${far}abcd${far}`, 'miss'],
    ['twice, one in half of its context', `${context}abcd${far}${far}abcd${far}`, 'ambiguous'],
  ])('decides about a slice: %s', (_name, newText, kind) => {
    expect(exact(`${context}abcd. ${context}`, newText, 'abcd').kind).toBe(kind);
  });

  it('compares both sides of equal old text', () => {
    const tail = ' and in the morning all of them had forgotten what it was';
    const slice = 'what the captain had said of the lantern on the hill';
    const once = `${context}${slice}${tail}`;
    expect(exact(`${once}${far}${once}`, once, slice).kind).toBe('ambiguous');
    expect(exact(`${once}${far}${context}${slice}${far}`, once, slice).kind).toBe('hit');
  });

  it('asks where other old text is equal', () => {
    const twice = `${context}abcd. ${context}abcd.`;
    expect(exact(twice, `${context}abcd.`, 'abcd').kind).toBe('ambiguous');
    const apart = `${context}abcd. ${'#'.repeat(90)}abcd${'#'.repeat(90)}`;
    expect(exact(apart, `${context}abcd.`, 'abcd').kind).toBe('hit');
  });

  it('asks about those whose context fits, the best one first', () => {
    const after = `${context}abcd. ${context}`;
    const half = `${context}abcd${'#'.repeat(90)}`;
    const none = `${'#'.repeat(90)}abcd${'#'.repeat(90)}`;
    const text = `${none}${half}${after}${after}`;
    const answer = exact(after, text, 'abcd');
    expect(answer.kind).toBe('ambiguous');
    if (answer.kind !== 'ambiguous') return;
    const places = answer.places.map(({ span }) => span.start);
    // The last one is before the end of the text, as the old one was.
    const both = [text.lastIndexOf(after), text.indexOf(after)].map((at) => at + context.length);
    expect(places).toEqual(both);
  });

  it('asks about long copies in any context', () => {
    const slice = 'sixteen or more!';
    const none = `${'#'.repeat(90)}${slice}${'#'.repeat(90)}`;
    const answer = exact(`${context}${slice}`, `${none}${none}`, slice);
    expect(answer).toMatchObject({
      kind: 'ambiguous',
      places: [{ span: { start: 90, end: 106 }, similarity: 1 }, { span: { start: 286 } }],
    });
  });

  it('is skipped when the steps do not suffice', () => {
    expect(exact(`${context}abcd.`, `${context}abcd.`, 'abcd', 259).kind).toBe('skipped');
    expect(exact(`${context}abcd.`, `${context}abcd.`, 'abcd', 515).kind).toBe('skipped');
    expect(exact(`${context}abcd.`, `${context}abcd.`, 'abcd', 516).kind).toBe('hit');
    expect(exact(`${context}abc.`, `${context}abc.`, 'abc', 0).kind).toBe('miss');
    const at = (steps: number): string =>
      fuzzy(`${context}.`, `${context}!`, 'home late at night', steps).kind;
    // Once to look in the new text, once to see whether it came from there.
    const once = context.length + 1;
    expect([at(once - 1), at(once), at(2 * once - 1)]).toEqual(['skipped', 'skipped', 'skipped']);
    expect(at(2 * once)).toBe('hit');
  });
});

describe('a fuzzy search for a place that moved', () => {
  it('ignores fifteen characters, and places without any context', () => {
    expect(
      fuzzy(`${context}0123456789abcde.`, `${context}0123456789abcdX.`, '0123456789abcde').kind,
    ).toBe('miss');
    const changed = sentence.replace('burned', 'glowed');
    expect(
      fuzzy(`${context}${sentence}.`, `${'#'.repeat(80)}${changed}${'#'.repeat(80)}`, sentence)
        .kind,
    ).toBe('miss');
  });

  it('asks where two places are alike, and finds nothing where another origin is closer', () => {
    const changed = sentence.replace('burned', 'glowed');
    const two = `${context}${changed}. ${'-'.repeat(9)} ${context}${changed}.`;
    expect(fuzzy(`${context}${sentence}.`, two, sentence).kind).toBe('ambiguous');
    const before = `${context}${sentence}. ${'-'.repeat(99)} ${changed}.`;
    expect(fuzzy(before, `${context}${changed}.`, sentence).kind).toBe('miss');
  });

  it('finds a long slice by its two ends', () => {
    const words = Array.from({ length: 70 }, (_, index) => `word${(index * 37) % 101}`).join(' ');
    const changed = words.replace('word37 ', 'term37 ');
    const middle = `${words.slice(0, 220)}XX${words.slice(224)}`;
    for (const after of [changed, middle]) {
      const newText = `Start. ${context}${after} end`;
      const answer = fuzzy(`${context}${words} end`, newText, words);
      expect(answer.kind).toBe('hit');
      if (answer.kind !== 'hit') continue;
      const { start, end } = answer.place.span;
      expect(newText.slice(start, end)).toBe(after);
    }
    const torn = `${context}${words.slice(0, 150)}${' gap'.repeat(200)}${words.slice(-150)} end`;
    expect(fuzzy(`${context}${words} end`, torn, words).kind).toBe('miss');
  });

  it('finds a slice of sixteen characters', () => {
    const answer = fuzzy(
      `${context}0123456789abcdef.`,
      `${context}0123456789abcdeX.`,
      '0123456789abcdef',
    );
    expect(answer.kind).toBe('hit');
  });

  it('ignores new text that belongs to other old text', () => {
    const changed = sentence.replace('burned', 'glowed');
    const newText = `${context}${changed}. End.`;
    const start = context.length;
    const span = { start, end: start + sentence.length };
    const claimed = { oldStart: 500, newStart: start, length: changed.length, wholeLines: false };
    const search = (alignment: Alignment): string =>
      findFuzzyMove(spaces(`${context}${sentence}. End.`, newText, 1e7, alignment), span).kind;
    expect(search(nothing)).toBe('hit');
    expect(search({ runs: [claimed], moved: [] })).toBe('miss');
  });

  it('finds a place far inside a text', () => {
    const filler = Array.from({ length: 500 }, (_, index) => `${(index * 7919) % 9973}`).join(' ');
    const changed = sentence.replace('burned', 'glowed');
    const newText = `${filler} ${context}${changed}.`;
    const start = newText.indexOf(changed);
    expect(fuzzy(`${context}${sentence}.`, newText, sentence)).toMatchObject({
      kind: 'hit',
      place: { span: { start, end: start + changed.length } },
    });
  });

  it('takes the one that is clearly more similar, anywhere in the text', () => {
    const near = sentence.replace('burned', 'burnt!');
    const other = sentence.replace('burned', 'glowed').replace('mill', 'barn');
    const filler = '#'.repeat(1_200);
    // The halves of the sentence make the neighbourhood of the other one look better than it is.
    const halves = `${sentence.slice(0, 24)} ${far} ${sentence.slice(20)} ${far}`;
    const newText = `${halves}${context}${other}.${filler}${context}${near}.`;
    const answer = fuzzy(`${context}${sentence}.`, newText, sentence);
    const start = newText.indexOf(near);
    expect(answer).toMatchObject({ kind: 'hit', place: { span: { start } } });
  });

  it('asks about equally good places in the order of the text', () => {
    const changed = sentence.replace('burned', 'glowed');
    const newText = `${context}${changed}.${'#'.repeat(1_200)}burned ${context}${changed}.`;
    const answer = fuzzy(`${context}${sentence}.`, newText, sentence);
    expect(answer).toMatchObject({
      kind: 'ambiguous',
      places: [
        { span: { start: newText.indexOf(changed) } },
        { span: { start: newText.lastIndexOf(changed) } },
      ],
    });
  });

  it('finds a place unless another old place resembles the new text as much', () => {
    const from = (other: string): string => {
      const old = `${context}${sentence}.${'#'.repeat(1_200)}${other}.`;
      return fuzzy(old, `${context}${sentence.replace('burned', 'burnXd')}.`, sentence).kind;
    };
    expect(from(sentence.replace('burned', 'burnYd').replace('mill', 'barn'))).toBe('hit');
    expect(from(sentence.replace('burned', 'burnYd'))).toBe('miss');
  });

  it('returns whole characters only', () => {
    // U+1FA42 ends in the same unit as U+1F642, U+1F643 begins with the same one.
    for (const [before, after] of [
      ['\u{1F642}', '\u{1FA42}'],
      ['\u{1F642}', '\u{1F643}'],
    ] as const) {
      const slice = `${before} a lantern in the mill ${before}`;
      const newText = `${context}${after} a lantern in the mill ${after}.`;
      const answer = fuzzy(`${context}${slice}.`, newText, slice);
      expect(answer).toMatchObject({
        kind: 'hit',
        place: { span: { start: context.length, end: newText.length - 1 } },
      });
    }
  });
});

describe('a fuzzy search by the two ends of a slice', () => {
  const long = Array.from({ length: 100 }, (_, index) => `${(index * 7919) % 99_991}`).join(' ');
  const slice = long.slice(0, 500);
  const find = (newText: string, steps?: number) =>
    fuzzy(`${context}${slice}!`, newText, slice, steps);
  const filler = '#'.repeat(1_200);

  it('finds more than 256 characters, whatever became of the middle', () => {
    const middle = `${slice.slice(0, 130)}${'-'.repeat(240)}${slice.slice(-130)}`;
    const newText = `${filler}${context}${middle}!`;
    const start = filler.length + context.length;
    expect(find(newText)).toMatchObject({
      kind: 'hit',
      place: { span: { start, end: start + 500 }, similarity: 1 },
    });
  });

  it('compares 256 characters as a whole', () => {
    // Over a quarter of the first half is changed, less than a sixth of the whole.
    const changed = (text: string): string =>
      `${text.slice(0, 40)}${'-'.repeat(38)}${text.slice(78)}`;
    const kindOf = (length: number): string => {
      const part = slice.slice(0, length);
      return fuzzy(`${context}${part}!`, `${context}${changed(part)}!`, part).kind;
    };
    expect([kindOf(256), kindOf(257)]).toEqual(['hit', 'miss']);
  });

  it.each<[string, number, number, string]>([
    ['three quarters as long', 0.75, 375, 'hit'],
    ['shorter', 0, 374, 'miss'],
    ['four thirds as long', 0.75, 666, 'hit'],
    ['longer', 0, 667, 'miss'],
    ['a tenth longer', 1 / 1.1, 550, 'hit'],
  ])('judges ends whose distance is %s', (_name, similarity, length, kind) => {
    const gap = '-'.repeat(length - 260);
    const answer = find(`${context}${slice.slice(0, 130)}${gap}${slice.slice(-130)}!`);
    expect(answer.kind).toBe(kind);
    if (answer.kind === 'hit') expect(answer.place.similarity).toBeCloseTo(similarity, 2);
  });

  it('prefers ends whose distance is the old one', () => {
    const tail = ' and in the morning all of them had forgotten what it was about, as always';
    const newText = `${context}${slice.slice(0, 128)}---${slice}${tail}`;
    const start = newText.lastIndexOf(slice.slice(0, 128));
    expect(fuzzy(`${context}${slice}${tail}`, newText, slice)).toMatchObject({
      kind: 'hit',
      place: { span: { start, end: start + slice.length } },
    });
  });

  it('is skipped when the steps do not suffice for both ends', () => {
    const newText = `${context}${slice}!`;
    const once = newText.length * 4;
    expect([find(newText, once - 1).kind, find(newText, once).kind]).toEqual([
      'skipped',
      'skipped',
    ]);
    expect(find(newText).kind).toBe('hit');
  });
});
