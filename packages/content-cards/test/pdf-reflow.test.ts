import { describe, expect, test } from 'vitest';
import { importSources } from '../src/index.ts';
import { createPdfAdapter, type PdfPage, reflowPages, type TextRun } from '../src/pdf.ts';

function run(text: string, x: number, y: number, size = 11, width?: number): TextRun {
  const own = Array.from(text).reduce((sum, char) => sum + (char < '\u2000' ? 0.5 : 1) * size, 0);
  return { text, x, y, width: width ?? own, height: size, size, vertical: false, endsLine: true };
}

function page(number: number, runs: readonly TextRun[], width = 595, height = 842): PdfPage {
  return { number, width, height, runs, images: 0 };
}

/** Pages from 1, each with the runs that `runsOf` returns for its number. */
function pagesOf(count: number, runsOf: (number: number) => readonly TextRun[]): PdfPage[] {
  return Array.from({ length: count }, (_, index) => page(index + 1, runsOf(index + 1)));
}

const textsOf = (pages: readonly PdfPage[]): string[][] =>
  reflowPages(pages).map(({ paragraphs }) => paragraphs.map(({ text }) => text));
const runningOf = (pages: readonly PdfPage[]): (readonly string[])[] =>
  reflowPages(pages).map(({ running }) => running);
const body = (number: number, y = 119): TextRun =>
  run(`Topic ${'abcdefghijkl'[number - 1]} is described here, at some length, and goes on.`, 57, y);

/** Imports a PDF of which an engine returns these pages. */
function importPages(pages: readonly PdfPage[]): ReturnType<typeof importSources> {
  const engine = { name: 'own', read: () => Promise.resolve({ pages, warnings: [] }) };
  const bytes = new TextEncoder().encode('%PDF-1.4\n%%EOF');
  return importSources(
    [{ kind: 'bytes', bytes, contentType: 'application/pdf', name: 'deck.pdf' }],
    { adapters: [createPdfAdapter({ engine })] },
  );
}

describe('running lines', () => {
  test.each([
    ['ten numbers of each row', (row: number) => `${row} 2026-01-01 ${row * 37}`],
    ['one number a row', (row: number) => `${row}: the amount`],
    ['no number', () => 'Subtotal: see the list'],
  ])('rows of a table at the edges with %s are body', (_name, textOf) => {
    const pages = pagesOf(5, (number) =>
      Array.from({ length: 39 }, (_, row) =>
        run(textOf(1000 + number * 39 + row), 57, 40 + row * 20),
      ),
    );
    expect(runningOf(pages).flat()).toEqual([]);
  });

  test.each([
    ['Chapter', 20],
    ['Chapter', 11],
    ['Meeting', 20],
  ])('the heading %s 1, 2, 3 in size %i is body', (word, size) => {
    const pages = pagesOf(6, (number) => [run(`${word} ${number}`, 57, 55, size), body(number)]);
    expect(runningOf(pages).flat()).toEqual([]);
    expect(textsOf(pages)[2]?.[0]).toBe(`${word} 3`);
  });

  test('a title that recurs is body', () => {
    const pages = pagesOf(6, (number) => [run('Next steps', 57, 55, 20), body(number)]);
    expect(runningOf(pages).flat()).toEqual([]);
  });

  test.each([
    ['Page 1 of 6', (number: number) => `Page ${number} of 6`],
    ['- 8 -', (number: number) => `- ${number + 7} -`],
    ['full width', (number: number) => `１２月　${String.fromCodePoint(0xff10 + number)}頁`],
    ['numbered anew after page 3', (number: number) => `${number > 3 ? 2 : 1}-${(number - 1) % 3}`],
  ])('a line whose number goes up with the page is taken out: %s', (_name, textOf) => {
    const pages = pagesOf(6, (number) => [body(number), run(textOf(number), 57, 800)]);
    expect(runningOf(pages)).toEqual(pages.map(({ number }) => [textOf(number)]));
    expect(textsOf(pages).flat()).toEqual(pages.map(({ number }) => body(number).text));
  });

  test('a number that does not go up by one a page leaves its line in the body', () => {
    for (const textOf of [
      (number: number) => `Room ${number * 3}`,
      (number: number) => `${10 - number}`,
    ]) {
      const pages = pagesOf(6, (number) => [body(number), run(textOf(number), 57, 800)]);
      expect(runningOf(pages).flat()).toEqual([]);
    }
  });

  test('the header and footer of a page with the margins of LibreOffice are taken out', () => {
    const pages = pagesOf(4, (number) => [
      run('Falcon Ltd', 57, 68.8),
      body(number),
      run(`Page ${number} of 4`, 57, 769),
    ]);
    expect(runningOf(pages)).toEqual(
      pages.map(({ number }) => ['Falcon Ltd', `Page ${number} of 4`]),
    );
  });

  test('headers of left and right pages are taken out, from four of a side on', () => {
    const textOf = (number: number): string => (number % 2 === 0 ? 'Falcon Ltd' : 'Annual report');
    const pagesWith = (count: number): PdfPage[] =>
      pagesOf(count, (number) => [run(textOf(number), 57, 40), body(number)]);
    expect(runningOf(pagesWith(8))).toEqual(pagesWith(8).map(({ number }) => [textOf(number)]));
    expect(runningOf(pagesWith(6)).flat()).toEqual([]);
  });

  test('three lines of a letter head are taken out, though they have one pitch', () => {
    const head = ['Falcon Ltd', '1 High Street', 'London'];
    const pages = pagesOf(5, (number) => [
      ...head.map((text, index) => run(text, 57, 40 + 13 * index)),
      ...[0, 1, 2].map((row) => body(number, 119 + 13 * row)),
    ]);
    expect(runningOf(pages)).toEqual(pages.map(() => head));
  });
});

describe('raised and lowered text', () => {
  /** A line of pieces one after another; `^` raises a piece, `_` lowers it, a space is a gap. */
  const lineOf = (pieces: readonly string[], y: number, isFirst = false): TextRun[] => {
    let x = 57;
    return pieces.map((piece, index) => {
      const isScript = (index > 0 || isFirst) && /^[\^_]/.test(piece);
      const text = isScript ? piece.slice(1) : piece;
      const rise = !isScript ? 0 : piece.startsWith('^') ? 4.6 : -1.5;
      const made = run(text.trimEnd(), x, y - rise, isScript ? 9 : 12);
      x += made.width + (text.endsWith(' ') ? 3 : 0);
      return made;
    });
  };
  const read = (...lines: readonly (readonly string[])[]): readonly string[] =>
    textsOf([
      page(
        1,
        lines.flatMap((pieces, index) => lineOf(pieces, 300 + 40 * index, true)),
      ),
    ])[0] ?? [];

  test.each([
    [
      ['The cluster stores 10', '^6 ', 'records and 10', '^−3 ', 'mol.'],
      'The cluster stores 10^6 records and 10^−3 mol.',
    ],
    [
      ['単位面積は10', '^6', '平方メートルで5m', '^2', 'である。'],
      '単位面積は10^6平方メートルで5m^2である。',
    ],
    [
      ['Growth was strong', '^1 ', 'in every region', '^2', '.'],
      'Growth was strong^1 in every region^2.',
    ],
    [
      ['CO', '_2 ', 'fell in the 3', '^rd ', 'quarter to 101', '_2', '.'],
      'CO2 fell in the 3rd quarter to 101_2.',
    ],
    [['10', '^-', '^12 ', 'and x', '_i', '^2'], '10^-12 and xi^2'],
    [['^1', 'Source: the ledger of March.'], '1Source: the ledger of March.'],
  ])('stays in its line: %j', (pieces, expected) => {
    expect(read(pieces)).toEqual([expected]);
  });

  test('leaves the lines around it as they are', () => {
    expect(
      read(['The first line.'], ['Area of 5 m', '^2', '.'], ['The last line.']).join(' '),
    ).toBe('The first line. Area of 5 m^2. The last line.');
  });
});

describe('paragraphs of one line', () => {
  test.each([
    ['rows without a gap', 20, (row: number) => `${1000 + row}: ${row * 37} yen`],
    ['rows close together', 14, (row: number) => `${1000 + row} 2026-01-02 ${row * 37}`],
    ['rows of Japanese', 20, (row: number) => `${1000 + row}: ${row * 37}円`],
    [
      'sentences far apart',
      28,
      (row: number) => `第${row}回では費用について議論をした。出席者は4名である。`,
    ],
    ['sentences close together', 16, (row: number) => `Meeting ${row} was short.`],
  ])('end where most of the page is free, %s', (_name, pitch, textOf) => {
    const pages = pagesOf(4, (number) =>
      Array.from({ length: 20 }, (_, row) => run(textOf(20 * number + row), 57, 100 + row * pitch)),
    );
    expect(textsOf(pages)).toEqual(pages.map(({ runs }) => runs.map(({ text }) => text)));
  });

  test('text in a narrow column is joined', () => {
    const lines = [
      'We compared the well-known',
      'alternatives of 2019 with a long',
      'follow-up of some months, and',
      'ISO 9001 was included at the',
      'same time as the others were.',
    ];
    const runs = lines.map((text, index) => run(text, 57, 100 + 14 * index));
    expect(textsOf([page(1, runs)])).toEqual([[lines.join(' ')]]);
  });

  test('an item of a narrow list goes on in its next line', () => {
    const lines = [
      '• Sales of the north grew by',
      'twelve per cent',
      '• Costs fell',
      '• Osaka opened',
      '• Kyoto closed',
    ];
    const runs = lines.map((text, index) => run(text, 57, 100 + 14 * index));
    expect(textsOf([page(1, runs)])[0]).toEqual([`${lines[0]} ${lines[1]}`, ...lines.slice(2)]);
  });
});

describe('a hyphen at the end of a line', () => {
  test.each([
    ['is dropped within a word', ['the finan-', 'cial year'], 'the financial year'],
    ['is dropped within a word of another language', ['der Über-', 'blick'], 'der Überblick'],
    [
      'stays in an address',
      ['at https://example.com/a-', 'very/long/path-', 'that-', 'has/been-', 'broken today'],
      'at https://example.com/a-very/long/path-that-has/been-broken today',
    ],
    [
      'stays at the beginning of a line',
      ['at /broken/across', '-lines today'],
      'at /broken/across-lines today',
    ],
    ['stays in a compound', ['the state-of-', 'the-art'], 'the state-of-the-art'],
    ['stays before a compound', ['a non-', 'profit-making firm'], 'a non-profit-making firm'],
    [
      'stays between digits',
      ['SKU AB-', '12-CD and GPT-4-', 'turbo'],
      'SKU AB-12-CD and GPT-4-turbo',
    ],
    ['is a dash behind a space', ['of the year -', 'and more'], 'of the year - and more'],
  ])('%s', (_name, lines, expected) => {
    // Justified, so that each line is full.
    const runs = lines.map((text, index) => run(text, 57, 100 + 14 * index, 11, 481));
    expect(textsOf([page(1, runs)])).toEqual([[expected]]);
  });
});

describe('text from right to left', () => {
  /** Words as they are drawn, from left to right. */
  const drawn = (words: readonly string[], y: number, right = 538): TextRun[] => {
    let x = right - words.reduce((sum, text) => sum + run(text, 0, 0).width + 3, -3);
    return words.map((text) => {
      const made = run(text, x, y);
      x += made.width + 3;
      return made;
    });
  };

  test('is read from the right, its numbers and Latin words from the left', () => {
    const runs = [
      ...drawn(['2025', 'سنة', 'عن', 'تقرير', '،بالعالم', 'مرحبا'], 100),
      ...drawn(['.2025', 'Falcon', 'Ltd', '10', 'مرحبا'], 140),
      ...drawn(['(', '123', ')', 'العدد'], 180),
    ];
    expect(textsOf([page(1, runs)])[0]).toEqual([
      'مرحبا ،بالعالم تقرير عن سنة 2025',
      'مرحبا 10 Falcon Ltd 2025.',
      'العدد ( 123 )',
    ]);
  });

  test('is read so, when each letter is drawn alone', () => {
    const letters = Array.from('التقرير السنوي').toReversed();
    const runs = letters.flatMap((text, index) =>
      text === ' ' ? [] : [run(text, 400 + 5.5 * index, 100)],
    );
    expect(textsOf([page(1, runs)])).toEqual([['التقرير السنوي']]);
  });

  test('goes on in its next line, though its lines begin at the right', () => {
    const lines = [
      'بالعالم مرحبا عن تقرير هذا بالعالم مرحبا',
      'بالعالم سنة عن تقرير هذا',
      'سنة عن',
    ];
    const runs = lines.flatMap((line, index) =>
      drawn(line.split(' '), 100 + 14 * index).map((each, place, all) =>
        index < 2
          ? { ...each, x: 57 + (481 / all.length) * place, width: 481 / all.length - 3 }
          : each,
      ),
    );
    expect(textsOf([page(1, runs)])[0]).toHaveLength(1);
  });

  test('comes in ordinary letters, with a warning', async () => {
    const letters = Array.from('يﻮﻨﺴﻟا', (text, index) =>
      run(text, 400 + 5.5 * index, 100, 11, 5.5),
    );
    const { items, warnings } = await importPages([page(1, [body(1)]), page(2, letters)]);
    expect(items.map((item) => item.body)).toEqual([[body(1).text], ['السنوي']]);
    expect(warnings.map(({ code, params }) => [code, params])).toEqual([
      ['pdf_right_to_left', { page: 2 }],
    ]);
  });

  test('is put in order within a line from left to right', () => {
    const runs = [
      run('An English page with a line', 57, 100),
      run('of English words and more words', 57, 114),
      ...drawn(['Arabic:', 'نص', '123', 'بالعالم', 'مرحبا', 'End.'], 160),
      ...drawn(['.2025', 'سنة', 'عن'], 200),
    ];
    expect(textsOf([page(1, runs)])[0]?.slice(-2)).toEqual([
      'Arabic: مرحبا بالعالم 123 نص End.',
      'عن سنة 2025.',
    ]);
  });
});

describe('a page with vertical and horizontal text', () => {
  const columns = [
    'これは縦書きの段落であり、数は十二個も含む。長',
    'いので次の行へ続くはずである。そうでなければ困る。',
  ];
  /** Upright glyphs, as Chromium prints them. */
  const block = (top: number): TextRun[] =>
    columns.flatMap((column, line) =>
      Array.from(column, (glyph, place) => run(glyph, 141 - 17 * line, top + 12 * place, 12)),
    );
  const joined = columns.join('');

  test('is read in its parts, from top to bottom', () => {
    const runs = [
      run('お知らせ', 63, 90, 24),
      run('次の文は縦書きで載せる。', 63, 126, 12),
      ...block(153),
      run('以上のとおりである。', 63, 500, 12),
    ];
    expect(textsOf([page(1, runs)])).toEqual([
      ['お知らせ', '次の文は縦書きで載せる。', joined, '以上のとおりである。'],
    ]);
  });

  test('is read so when most of it is horizontal', () => {
    const lines = Array.from({ length: 6 }, (_, index) =>
      run(
        'この行は横書きであり、次の行へ続くので、段落は一つになるはずである',
        63,
        90 + 18 * index,
        13.5,
      ),
    );
    expect(textsOf([page(1, [...lines, ...block(250)])])[0]?.at(-1)).toBe(joined);
  });

  test('leaves a column of marks in its table', () => {
    const names = ['東京', '大阪', '京都', '奈良', '神戸'];
    const runs = [
      ...names.map((text, row) => run(text, 63, 100 + 16 * row)),
      ...names.map((_, row) => run('有', 200, 100 + 16 * row)),
      ...names.map((_, row) => run(`${row}`, 260, 100 + 16 * row)),
    ];
    expect(textsOf([page(1, runs)])).toEqual([names.map((text, row) => `${text}　有　${row}`)]);
  });
});

describe('slides', () => {
  const slide = (number: number, runs: readonly TextRun[]): PdfPage => page(number, runs, 794, 446);
  /** The lines of a box, drawn one after another. */
  const box = (x: number, lines: readonly string[]): TextRun[] =>
    lines.map((text, index) => run(text, x, 133 + 20 * index, 18));

  test('boxes side by side are read one after the other', () => {
    const left = ['• Grow revenue', '• Cut cost', '• Hire 30 people'];
    const read = (right: readonly string[]): readonly string[] =>
      textsOf([slide(1, [run('Strategy', 35, 55, 32), ...box(35, left), ...box(432, right)])])[0] ??
      [];
    expect(read(['Note 1', 'Note 2'])).toEqual(['Strategy', ...left, 'Note 1', 'Note 2']);
    expect(read(['x'])).toEqual(['Strategy', ...left, 'x']);
  });

  test('a table on a slide is read row by row', () => {
    const rows = ['North', 'South', 'East'].map((name, row) =>
      [name, `${row}00`].map((text, cell) => run(text, 35 + 400 * cell, 133 + 20 * row, 18)),
    );
    expect(textsOf([slide(1, rows.flat())])).toEqual([['North  000', 'South  100', 'East  200']]);
  });

  const cardsOf = async (pages: readonly PdfPage[]): Promise<readonly unknown[]> => {
    const { items } = await importPages(pages);
    return items.map(({ title, body: lines }) => [title, ...lines]);
  };
  const deck = ['Strategy', 'Costs', '', 'Staff'].map((title, index) => [
    ...(title === '' ? [] : [run(title, 35, 55, 32)]),
    run(`The body of slide ${index + 1}.`, 35, 133, 18),
  ]);

  test('a slide without a title is a card', async () => {
    expect(await cardsOf(deck.map((runs, index) => slide(index + 1, runs)))).toEqual([
      ['Strategy', 'The body of slide 1.'],
      ['Costs', 'The body of slide 2.'],
      ['deck', 'The body of slide 3.'],
      ['Staff', 'The body of slide 4.'],
    ]);
  });

  test('a page of a report without a heading belongs to the card before', async () => {
    const report = deck.map((runs, index) => page(index + 1, runs));
    expect((await cardsOf(report))[1]).toEqual([
      'Costs',
      'The body of slide 2.',
      'The body of slide 3.',
    ]);
  });
});

test('no letter or digit is lost, however the runs are placed', () => {
  const pieces = 'a|12| |שלום|(|.2025|の|売上。|https://a/b-|-x|1.|Page 3|٢|x-|)'.split('|');
  const lettersOf = (texts: readonly string[]): string =>
    Array.from(texts.join('').matchAll(/[\p{L}\p{N}]/gu), String)
      .toSorted()
      .join('');
  let state = 1;
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  let compared = 0;
  for (let count = 0; count < 300; count += 1) {
    const pages = pagesOf(1 + below(6), () =>
      Array.from({ length: below(25) }, () => ({
        ...run(pieces[below(pieces.length)] ?? '', 14 * below(40), 17 * below(48) + 4 * below(2)),
        size: [7, 11, 11][below(3)] ?? 11,
        vertical: below(30) === 0,
      })),
    );
    const seen = reflowPages(pages).flatMap(({ running, paragraphs }) => [
      ...running,
      ...paragraphs.map(({ text }) => text),
    ]);
    const drawn = pages.flatMap(({ runs }) => runs.map(({ text }) => text));
    expect(lettersOf(seen), `case ${count}`).toBe(lettersOf(drawn));
    compared += 1;
  }
  expect(compared).toBe(300);
});
