import { describe, expect, it } from 'vitest';
import { createAnchor, createRemapper } from '../../src/index.ts';
import { sequentialRandom } from '../../src/testing.ts';
import { follow } from '../support/remap-helpers.ts';

/** A character and its number: a kept character keeps its number, a new one gets another. */
interface Character {
  readonly text: string;
  readonly id: number;
}

let lastId = 0;
const typed = (text: string): Character[] =>
  Array.from(text, (character) => ({ text: character, id: (lastId += 1) }));
const textOf = (characters: readonly Character[]): string =>
  characters.map(({ text }) => text).join('');

const languages = {
  en: {
    letters: 'abdeghilmnoprstu',
    names: 'Ken Bo Thomas Jonathan Maximilian Kjeld',
    blank: ' ',
    stop: '. ',
  },
  ja: {
    letters: 'あかさたなはまやらわ朝夜雨山川',
    names: '健 綾乃 美咲子 五郎左衛門 大慌てで 自転車に乗って',
    blank: '',
    stop: '。',
  },
} as const;

describe('a place whose first or last word is replaced', () => {
  it.each(['en', 'ja'] as const)('holds the whole replacement, and nothing else (%s)', (key) => {
    const { letters, names, blank, stop } = languages[key];
    const random = sequentialRandom(23);
    const pick = (list: string | readonly string[]): string =>
      list[Math.floor(random() * list.length)] ?? '';
    const word = (): string => Array.from({ length: 5 }, () => pick(letters)).join('');
    let compared = 0;
    for (let round = 0; round < 400; round += 1) {
      const sentence = (): Character[][] => [
        ...Array.from({ length: 7 }, (_, index) => typed((index > 0 ? blank : '') + word())),
        typed(stop),
      ];
      const before = [sentence(), sentence(), sentence()];
      const [first, last] = [1 + Math.floor(random() * 2), 4 + Math.floor(random() * 3)];
      const edge = random() < 0.5 ? first : last;
      const old = pick(names.split(' '));
      const name = pick(names.split(' ').filter((other) => other !== old));
      const own = [...typed(blank), ...typed(old)];
      const middle = before[1] ?? [];
      middle[edge] = own;
      const oldCharacters = before.flat(2);
      const changed = middle.with(edge, [...own.slice(0, blank.length), ...typed(name)]);
      const next = [before[0] ?? [], changed, before[2] ?? []];
      const newCharacters = next.flat(2);
      const spanOf = (all: readonly Character[], place: readonly Character[]) => ({
        start: all.findIndex(({ id }) => id === place[blank.length]?.id),
        end: all.findIndex(({ id }) => id === place.at(-1)?.id) + 1,
      });
      const span = spanOf(oldCharacters, middle.slice(first, last + 1).flat());
      const truth = spanOf(newCharacters, changed.slice(first, last + 1).flat());
      const [oldText, newText] = [textOf(oldCharacters), textOf(newCharacters)];
      const remap = createRemapper(oldText, newText).remap(createAnchor(oldText, span));
      const found = remap.status === 'mapped' ? remap.range : { start: 0, end: 0 };
      expect(newText.slice(found.start, found.end)).toBe(newText.slice(truth.start, truth.end));
      expect(found).toMatchObject(truth);
      compared += 1;
    }
    expect(compared).toBe(400);
  });

  it.each([
    ['Ken answered at noon.', 'Rain fell. Ken answered at noon. He left.', 'Ken', 'Thomas'],
    ['He answered Ken', 'Rain fell. He answered Ken. Night came.', 'Ken', 'Thomas'],
    ['綾乃は扉を閉めた。', '雨が降った。綾乃は扉を閉めた。夜が来た。', '綾乃', '美咲子'],
    ['30 days net', 'The fee is 30 days net. Pay it.', '30', 'within sixty'],
    ['quickly left home', 'He quickly left home.\n', 'quickly', 'much too hastily'],
    ['2 days net', 'The fee is 2 days net. Pay it.', '2', '1.5'],
  ])('%s', (place, before, from, to) => {
    const [found] = follow(before, before.replace(from, to), [place]);
    expect(found).toBe(place.replace(from, to));
  });

  it('does not take the sentences that were put beside it', () => {
    const before = 'Rain fell. Ken answered at noon. He left.';
    const after = 'Rain fell. It was late. Thomas answered at noon. He left.';
    expect(follow(before, after, ['Ken answered at noon.'])).toEqual(['Thomas answered at noon.']);
    const end = '夜が来た。彼は走って家を出';
    expect(follow(`${end}た。朝。`, `${end}る。雨だ。朝。`, ['彼は走って家を出た'])).toEqual([
      '彼は走って家を出る。',
    ]);
  });

  it('leaves out a replacement that is much longer than the place', () => {
    const long = 'the old man who had come from the village beyond the hills';
    const found = follow('Rain. Ken ran home. Night.', `Rain. ${long} ran home. Night.`, [
      'Ken ran home',
    ]);
    expect(found).toEqual([' ran home']);
  });
});

describe('similar pieces that change places', () => {
  const fee = (name: string): string =>
    `${name}の額は別表に定めるとおりとし、乙は翌月末日までに振り込む。`;
  const fees = ['違約金', '契約金', '保証金', '更新料'].map(fee);
  const cast = (name: string, parent: string): string =>
    `  - ${name} stood at the window and read the letter of ${parent} again.`;
  const lists: Readonly<Record<string, readonly string[]>> = {
    fees,
    cast: [
      cast('Anna', 'her mother'),
      '  - For three days nobody came to the town.',
      cast('Ken', 'his father'),
    ],
  };

  it.each(Object.entries(lists))('keep their places in every order (%s)', (_name, lines) => {
    for (const order of permutations(lines)) {
      expect(follow(lines.join('\n'), order.join('\n'), lines)).toEqual(lines);
    }
  });

  it('are a question when their numbers stay', () => {
    const numbered = (list: readonly string[]): string =>
      list.map((line, index) => `第${index + 1}項　${line}`).join('\n');
    for (const order of permutations(fees)) {
      const found = follow(numbered(fees), numbered(order), fees);
      for (const [index, line] of fees.entries()) {
        const stays = order[index] === line;
        expect(found[index]).toBe(stays ? line : `ambiguous: ${line}`);
      }
    }
  });

  it('stay edited places when a copy of their old text is new', () => {
    const rest = `${fees[1]}${fees[2]}`;
    const before = `序。\n${fees[0]}\n${rest}\n`;
    const edited = fees[0]?.replace('違約金', '手数料') ?? '';
    const after = `序。\n${edited}\n${rest}\n終わり。\n${fees[0]}\n`;
    expect(follow(before, after, ['違約金の額は別表'])).toEqual(['ambiguous: 違約金の額は別表']);
    const only = createRemapper(before, after, { strategies: ['diff'] });
    const start = before.indexOf('違約金の額は別表');
    expect(only.remap(createAnchor(before, { start, end: start + 8 })).status).toBe('mapped');
  });

  it('keep the blanks of a line that moved', () => {
    const paragraphs = [
      '　綾乃は窓辺で母の手紙を読み返した。',
      '　健一は窓辺で父の手紙を読み返した。',
    ];
    const places = [...paragraphs, ...paragraphs.map((line) => `${line}\n`)];
    const before = `${paragraphs.join('\n')}\n`;
    const after = `${paragraphs.toReversed().join('\n')}\n`;
    const remapper = createRemapper(before, after);
    for (const place of places) {
      const [start, at] = [before.indexOf(place), after.indexOf(place)];
      const anchor = createAnchor(before, { start, end: start + place.length });
      const range = { start: at, end: at + place.length };
      expect(remapper.remap(anchor)).toMatchObject({ range, similarity: 1 });
    }
  });
});

function permutations(lines: readonly string[]): string[][] {
  if (lines.length === 0) return [[]];
  return lines.flatMap((line, index) =>
    permutations(lines.toSpliced(index, 1)).map((rest) => [line, ...rest]),
  );
}
