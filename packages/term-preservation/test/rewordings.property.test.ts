import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TermVerdict, validateTermPreservation } from '../src/index.ts';
import { readTable } from './support/read-cases.ts';

function judge(term: string, acceptance: string): TermVerdict | undefined {
  return validateTermPreservation([term], [{ acceptance }]).verdicts[0];
}

describe('a literal that the plan words in another way', () => {
  for (const { term, plan, kept } of readTable<{ term: string; plan: string; kept: boolean }>(
    'rewordings',
  ))
    it(`${term} is ${kept ? 'not ' : ''}surely lost in: ${plan}`, () => {
      expect(judge(term, plan)?.sureness === 'lost').toBe(!kept);
    });
});

describe('a value that the plan derives', () => {
  for (const [isLost, term, other, plan] of [
    [false, 'twelve hours later', '5:45', 'Milk at 5:45 and at 17:45'],
    [false, '20 minutes before', '13:05', 'Close at 12:45, departure at 13:05'],
    [false, '2,200円', '2人', '二人で4,400円'],
    [false, '20万円', '50万円', '50万円から30万円引き下げる'],
    [false, '半径500m', '30km', '直径1kmの円の中を30kmで'],
    [false, '30 exposures', 'four minutes each', 'Shoot for two hours in 240-second frames'],
    [false, '濃度0.5%', '60リットル', '60Lの水に300gの塩を溶かす'],
    [true, '20 minutes before', '13:05', 'Close before the departure at 13:05'],
    [true, '20 minutes before', '13:05', 'Close ten minutes before 13:05'],
    [true, '2,200円', '2人', '二人で4,600円'],
    [true, '6か月', '24個', '24個を3か月で'],
  ] as const)
    it(`${term} beside ${other} is ${isLost ? '' : 'not '}surely lost in: ${plan}`, () => {
      const { verdicts } = validateTermPreservation([term, other], [{ acceptance: plan }]);
      expect(verdicts[0]?.sureness === 'lost').toBe(isLost);
    });
});

const kanji = [...'〇一二三四五六七八九'];
const words = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

function kanjiOf(value: number): string {
  const tens = Math.floor(value / 10);
  const ten = tens === 0 ? '' : `${tens === 1 ? '' : kanji[tens]}十`;
  return ten + (value % 10 === 0 ? '' : kanji[value % 10]);
}

function wordOf(value: number): string {
  return words[value] ?? String(value);
}

/** A kind of value: its sizes, and its notations in both languages. */
interface Family {
  readonly name: string;
  readonly values: readonly number[];
  notations(value: number): readonly string[];
  /** Notations that a plan may use, and no request. */
  spelled?(value: number): readonly string[];
  readonly mayBeLess?: boolean;
}

function upTo(last: number, first = 4): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

const families: readonly Family[] = [
  {
    name: 'durations',
    values: upTo(72),
    notations: (h) => [
      `${h} hours`,
      `${wordOf(h)} hours`,
      `${h * 60} minutes`,
      `${h}時間`,
      `${kanjiOf(h)}時間`,
      `${h * 3600}秒`,
    ],
  },
  {
    name: 'lengths',
    values: upTo(90),
    notations: (m) => [
      `${m} m`,
      `${m * 100} cm`,
      `${m}メートル`,
      `${m * 1000}mm`,
      `${m / 1000} km`,
    ],
  },
  {
    name: 'masses',
    values: upTo(90),
    notations: (kg) => [`${kg} kg`, `${kg * 1000} g`, `${kg}キログラム`, `${kg}キロ`],
  },
  {
    name: 'shares',
    values: [10, 20, 30, 40],
    notations: (p) => [`${p}%`, `${p / 10}割`, `${p} percent`, `${p / 10} out of 10`],
    spelled: (p) => [`${100 - p}%`, `${10 - p / 10}掛け`, `${1 - p / 100}倍`],
  },
  {
    name: 'small money',
    values: upTo(95, 6),
    notations: (c) => [
      `${c} cents`,
      `€${(c / 100).toFixed(2)}`,
      `${(c / 100).toFixed(2)} EUR`,
      `${c}セント`,
      `${c} euro cents`,
    ],
  },
  {
    name: 'money with its minor unit',
    values: upTo(90, 10),
    notations: (p) => [
      `£3.${p}`,
      `3 pounds and ${p} pence`,
      `3ポンド${p}ペンス`,
      `${300 + p} pence`,
      `${300 + p}ペンス`,
    ],
  },
  {
    name: 'counts',
    values: upTo(90),
    notations: (n) => [
      `${n} chairs`,
      `${wordOf(n)} chairs`,
      `${n}脚`,
      `${kanjiOf(n)}脚`,
      `${n} wooden chairs`,
    ],
    spelled: (n) => [
      `${n - 2} red and 2 blue chairs`,
      `${n - 3}脚と3脚`,
      `${n} folding wooden chairs`,
    ],
  },
  {
    name: 'times of day',
    values: upTo(11, 1),
    notations: (h) => [
      `${h + 12}:00`,
      `${h} pm`,
      `午後${h}時`,
      `${kanjiOf(h + 12)}時`,
      `${h}:00 p.m.`,
    ],
  },
  {
    name: 'limits',
    // A lower limit is inside a higher one.
    mayBeLess: true,
    values: upTo(40),
    notations: (n) => [
      `at most ${n} guests`,
      `up to ${wordOf(n)} guests`,
      `no more than ${n} guests`,
      `fewer than ${n + 1} guests`,
      `${n}名以下`,
      `${n + 1}名未満`,
      `最大${n}名`,
    ],
  },
  {
    name: 'rates',
    values: [4, 6, 8, 12, 24],
    notations: (n) => [
      `${n} times a day`,
      `every ${24 / n} hours`,
      `1日${n}回`,
      `${24 / n}時間ごと`,
    ],
  },
];

describe('a value in two notations', () => {
  for (const { name, values, notations, spelled, mayBeLess = false } of families) {
    const pairOf = (
      value: number,
      given: readonly string[],
    ): fc.Arbitrary<readonly [string, string]> =>
      fc.tuple(fc.constantFrom(...notations(value)), fc.constantFrom(...given));

    it(`is never surely lost when they are equal: ${name}`, () => {
      let compared = 0;
      const pairs = fc
        .constantFrom(...values)
        .chain((value) => pairOf(value, [...notations(value), ...(spelled?.(value) ?? [])]));
      fc.assert(
        fc.property(pairs, ([asked, given]) => {
          compared += 1;
          return judge(asked, `計画: ${given}.`)?.sureness !== 'lost';
        }),
      );
      expect(compared).toBeGreaterThanOrEqual(100);
    });

    it(`is surely lost when they differ: ${name}`, () => {
      let compared = 0;
      const pairs = fc
        .uniqueArray(fc.constantFrom(...values), { minLength: 2, maxLength: 2 })
        .filter(([a = 0, b = 0]) => (mayBeLess ? b - a : Math.abs(a - b)) > 1)
        .chain(([a = 0, b = 0]) => pairOf(a, notations(b)));
      fc.assert(
        fc.property(pairs, ([asked, given]) => {
          compared += 1;
          return judge(asked, `計画: ${given}.`)?.sureness === 'lost';
        }),
      );
      expect(compared).toBeGreaterThanOrEqual(100);
    });
  }
});
