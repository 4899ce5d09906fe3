import { mostGrowth, openMeter, sampleToTry } from '@kanmon/test-support';
import { afterAll, describe, expect, test } from 'vitest';
import type * as subjects from './subjects/growth.ts';

const meter = openMeter<typeof subjects>(new URL('./subjects/growth.ts', import.meta.url));
afterAll(() => meter.close());

const sizes = [500, 1000, 2000];

/** Functions of one text, each with the units that long texts for it are made of. */
const texts = {
  text: [
    'あ',
    '、',
    '（',
    'a',
    '#',
    '#\n',
    '# 題\n\n',
    '＃',
    '{#a',
    '# a {#',
    '- ',
    '・',
    '1.',
    '1. a\n\n',
    '(1) a\n',
    '第',
    '第1章\n',
    '【',
    '【】\n',
    '■',
    '```\n',
    '``` a`',
    '~~~\n',
    '> ```\n',
    '- ```\n',
    '- ',
    '    a\n',
    '\t',
    '---\n',
    '題\n---\n',
    '\f',
    '\r',
    '\u0001',
    '\u0301',
    'か\u3099',
    '👨‍👩‍👧',
    '[',
    '](',
    '[a](',
    '[a](b',
    '![a](b)',
    '[![a](b)](c) ',
    '[a]((b)',
    '[a][b] ',
    '\n\n[a]: b.c\n',
    '<!--',
    'a <!-- b\n',
    '<!-- a -->',
    '-->\n',
    '`<!--',
    ' ',
    '\u3000\n',
  ],
  paragraph: ['あ', '、', '（', 'a', 'あ、', '「', 'ー', '1,', 'か\u3099', '👨‍👩‍👧', 'a b', ' '],
  links: [
    '[',
    '[a](',
    '[a](b',
    '[a](b)',
    '![a](',
    '[a]((b)(c)',
    '[a](b(c',
    '](',
    '[[a](b)](',
    '**',
    '**a',
    '**a**',
    '** ',
    '_',
    '_a_',
    '_a_b',
    '`',
    '` `` ',
    '`a',
    '\\`',
    '[a](b "',
    '[a](<b',
    '[a](b =1x1',
    '[a][b',
    '[a][b]',
  ],
  json: ['[', '{"a":', '"\\\\', '1,', ' '],
  html: [
    '<p>あ',
    '<br>',
    '<h1>a</h1>',
    '<li>あ',
    '<tr><td>あ',
    '<table><tr><td>あ</table>',
    '<table><tr><td><p>あ<tbody></table>',
    '<a href=x>あ</a>',
    '<b>あ</b>',
    '<div>あ</div>',
    '<article><aside>あ',
    '<ol><li>あ',
    '<math><mfrac>',
    '<math>1</math>',
    '<i aria-hidden=true>あ</i>',
    '<i style=mso-list:ignore>あ',
    '<i hidden>あ',
    '<pre>\n  あ</pre>',
    '<!-- -->',
    '&',
    '<!--',
    '< ',
  ],
  drawing: ['<text:p>', '<a b="c"/>', '<a b="c" ', '&amp;', '<!--', '<'],
  validation: ['字', ' ', 'か\u3099', '1億2万', ':', '。'],
  review: ['字', ' ', 'か\u3099', '1億2万', ':', '。'],
  drafting: ['字', ' ', 'か\u3099', '1億2万', ':', '。'],
  legacy: ['//x\n', '/*', '{"a":', '[', '"\\', ',', ' '],
  imports: ['# 見出し\n本文。\n\n', '本資料では提案の背景と目的を説明します。', 'あ'],
} as const;

describe('work grows in proportion to the text', () => {
  test.each(
    (Object.keys(texts) as (keyof typeof texts)[]).flatMap((name) =>
      sampleToTry<string>(texts[name]).map((unit) => [name, unit] as const),
    ),
  )('%s of %j', async (name, argument) => {
    const growth = await meter.growthOf(name, { sizes, argument });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });

  test('the leaves of JSON', async () => {
    const argument = { head: '[', runs: ['{"a":[1,"b"],"c":{}},'], tail: '0]' };
    const growth = await meter.growthOf('jsonLeaves', { sizes, argument });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });

  test.each([
    [[0x1b]],
    [[0x1b, 0x24]],
    [[0x3c, 0x6d, 0x65, 0x74, 0x61, 0x20]],
    [[0x82, 0xa0]],
    [[0x42, 0x30]],
    [[0xff]],
  ])('bytes of %j', async (argument) => {
    const growth = await meter.growthOf('bytes', { sizes, argument });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });
});

describe('work grows in proportion to the list', () => {
  test.each([
    'on one base line',
    'below one another',
    'in two columns',
    'each with its own indent',
    'at one place',
    'from right to left',
    'raised and lowered',
  ] as const)('of runs %s', async (argument) => {
    const growth = await meter.growthOf('page', { sizes: [250, 500, 1000], argument });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });

  test.each(['analysis', 'approval', 'hash'] as const)('of %s', async (name) => {
    const growth = await meter.growthOf(name, { sizes: [250, 500, 1000] });
    expect(growth.exponent).toBeLessThan(mostGrowth);
  });
});

test('a write to a deck of 400 cards is at most 1.5 times the work of one to a deck of 50', async () => {
  for (const size of [50, 400, 50, 400]) await meter.read('write', size); // creates and reads
  const [small, large] = [await meter.read('write', 50), await meter.read('write', 400)];
  expect(large.blocks / small.blocks).toBeLessThan(1.5);
  expect(large.native / small.native).toBeLessThan(1.5);
});
