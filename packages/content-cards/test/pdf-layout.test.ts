import { describe, expect, test } from 'vitest';
import { type PdfPage, reflowPages, type TextRun } from '../src/pdf.ts';

/** Widths as in Helvetica on average, and as in Japanese fonts. */
function widthOf(text: string, size: number): number {
  return Array.from(text).reduce((sum, char) => sum + (char < '\u2000' ? 0.5 : 1) * size, 0);
}

function run(text: string, x: number, y: number, size: number): TextRun {
  const width = widthOf(text, size);
  return { text, x, y, width, height: size, size, vertical: false, endsLine: true };
}

function paragraphsOf(runs: readonly TextRun[]): readonly string[] {
  const page: PdfPage = { number: 1, width: 595, height: 842, runs, images: 0 };
  return reflowPages([page]).flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text));
}

/** Numbers in [0, 1), the same for one seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const margin = 50;
const pageWidth = 495;
const words = {
  en: 'North;South-East;Revenue;Operating costs;Paid in advance;not yet known;Headquarters;Research;yes;no;Mr Sato;Marketing and sales;Transport;Energy;Loans',
  ja: '売上高;営業費用;東京;北海道支店;研究開発費;見直し;あり;なし;田中;サービスの品質;人件費;未定;大阪府大阪市;次の四半期;リース料',
};
const numbers = '1,200;800;12%;-40;3.5;20,150;7;104,000;0.25;99';
type Locale = keyof typeof words;

interface TableCase {
  readonly locale: Locale;
  readonly columns: number;
  readonly cells: 'numbers' | 'words' | 'both';
  readonly hasHead: boolean;
  readonly align: 'left' | 'right';
}

/** A table over the width of the page; each cell leaves 1.5 em to the next one. */
function tableOf(given: TableCase, seed: number): readonly (readonly string[])[] {
  const random = randomOf(seed);
  const room = pageWidth / given.columns - 1.6 * 9;
  const pick = (list: string): string => {
    const fitting = list.split(';').filter((text) => widthOf(text, 9) <= room);
    return fitting[Math.floor(random() * fitting.length)] ?? '1';
  };
  const count = 3 + Math.floor(random() * 12);
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: given.columns }, (__, column) => {
      const isWord =
        given.cells === 'words' ||
        (given.hasHead && row === 0) ||
        (given.cells === 'both' && (column === 0 || column % 3 === 2));
      return pick(isWord ? words[given.locale] : numbers);
    }),
  );
}

const tables: readonly TableCase[] = (['en', 'ja'] as const).flatMap((locale) =>
  [3, 4, 5, 6, 7, 8].flatMap((columns) =>
    (['numbers', 'words', 'both'] as const).flatMap((cells) =>
      [true, false].flatMap((hasHead) =>
        (['left', 'right'] as const).map((align) => ({ locale, columns, cells, hasHead, align })),
      ),
    ),
  ),
);

describe('a table is read row by row', () => {
  test.each(tables)('$columns columns of $cells, $locale, head $hasHead, $align', (given) => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const rows = tableOf(given, seed);
      const step = pageWidth / given.columns;
      const runs = rows.flatMap((row, index) =>
        row.map((text, column) => {
          const rest = step - 1.6 * 9 - widthOf(text, 9);
          const isRight = given.align === 'right' && /\d/.test(text);
          return run(text, margin + column * step + (isRight ? rest : 0), 100 + 16 * index, 9);
        }),
      );
      const expected = rows.map((row) =>
        row.join(row.some((text) => /[^\0-\u2000]/u.test(text)) ? '\u3000' : '  '),
      );
      expect(paragraphsOf(runs), `seed ${seed}`).toEqual(expected);
    }
  });
});
test('rows with empty cells stay apart', () => {
  const rows = [
    ['Region', 'Q1', 'Q2', 'Q3', 'Q4'],
    ['North', '1,200', '', '', '4,000'],
    ['', '', '2,010', '3,010', ''],
    ['East', '', '2,020', '', '4,020'],
    ['West', '1,030', '2,030', '', ''],
  ];
  const runs = rows.flatMap((row, index) =>
    row.flatMap((text, column) =>
      text === '' ? [] : [run(text, margin + 90 * column, 100 + 16 * index, 9)],
    ),
  );
  expect(paragraphsOf(runs)).toEqual(rows.map((row) => row.filter(Boolean).join('  ')));
});

test('cells of a table that are as wide as columns are read row by row', () => {
  const rows = [
    ['担当する部署の名前', '対象となる機械と部品', '次の四半期の見通し'],
    ['北海道支店の営業部', '計測用の機械の部品一式', '二割の増加'],
    ['本社サービス品質部', '倉庫の予備', '前年と同じ水準の見込み'],
    ['研究開発センター', '試作機と測定器', '未定'],
  ];
  const runs = rows.flatMap((row, index) =>
    row.map((text, column) => run(text, margin + 165 * column, 100 + 16 * index, 9)),
  );
  expect(paragraphsOf(runs)).toEqual(rows.map((row) => row.join('\u3000')));
});

const sentences = {
  en: 'The revenue of the northern region grew by 12% in the year and reached 1,200 dollars.;Costs stayed at 800 dollars, because two of the machines were bought later.;The board asks for a plan of the next quarter that names the people who are responsible.;Customers wait too long at night.;A second counter is opened in March 2027, when the new staff of the Osaka branch has been trained.;Figures without a source are left out, as are those that no department could confirm.',
  ja: '売上は前年比で12%増えましたが、費用も増えています。;次の四半期は顧客の声を聞き、サービスの品質を高めることを最優先とします。;コストの見直しは六月までに終える予定です。;担当者は毎週金曜日に進捗を報告し、遅れがある場合は理由と対策を合わせて示してください。;判断に必要な数字は付録にまとめました。;人員の配置を見直し、夜間の窓口を二名体制にします。',
};

interface TextCase {
  readonly locale: Locale;
  readonly columns: number;
  readonly isJustified: boolean;
  readonly isIndented: boolean;
}

const size = 9;

/** Breaks a paragraph into lines of this width. */
function wrap(text: string, width: number, indent: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of text.match(/[!-~]+ ?|[^!-~]/gu) ?? []) {
    const room = width - (lines.length === 0 ? indent : 0);
    if (line !== '' && !/[、。]/u.test(part) && widthOf(line + part.trimEnd(), size) > room) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += part;
  }
  return [...lines, line.trimEnd()];
}

/** Paragraphs in columns, on the same base lines; the last column may be shorter. */
function columnsOf(given: TextCase, seed: number): { paragraphs: string[]; runs: TextRun[] } {
  const random = randomOf(seed);
  const list = sentences[given.locale].split(';');
  const gutter = (1.7 + random()) * size;
  const width = (pageWidth - (given.columns - 1) * gutter) / given.columns;
  const paragraphs = Array.from({ length: 8 + Math.floor(random() * 8) }, () =>
    Array.from(
      { length: 1 + Math.floor(random() * 4) },
      () => list[Math.floor(random() * list.length)] ?? '',
    ).join(given.locale === 'en' ? ' ' : ''),
  );
  const indent = given.isIndented ? size : 0;
  const lines = paragraphs.flatMap((text) =>
    wrap(text, width, indent).map((line, index, all) => ({
      line,
      indent: index === 0 ? indent : 0,
      isLast: index === all.length - 1,
    })),
  );
  const height = Math.ceil(lines.length / given.columns);
  const runs = lines.map(({ line, indent: before, isLast }, index) => {
    const x = margin + Math.floor(index / height) * (width + gutter) + before;
    const written = run(line, x, 100 + 13 * (index % height), size);
    return given.isJustified && !isLast ? { ...written, width: width - before } : written;
  });
  return { paragraphs, runs };
}

const texts: readonly TextCase[] = (['en', 'ja'] as const).flatMap((locale) =>
  [2, 3].flatMap((columns) =>
    [true, false].flatMap((isJustified) =>
      [true, false].map((isIndented) => ({ locale, columns, isJustified, isIndented })),
    ),
  ),
);

const bare = (list: readonly string[]) => list.join('').replaceAll(/\s/gu, '');

describe('running text is read column by column', () => {
  test.each(texts)(
    '$columns columns, $locale, justified $isJustified, indented $isIndented',
    (given) => {
      for (let seed = 1; seed <= 40; seed += 1) {
        const { paragraphs, runs } = columnsOf(given, seed);
        const found = paragraphsOf(runs);
        expect(bare(found), `seed ${seed}`).toBe(bare(paragraphs));
        if (given.isIndented) expect(found, `seed ${seed}`).toEqual(paragraphs);
      }
    },
  );
});

test.each(['en', 'ja'] as const)(
  'a table in a column leaves the text beside it whole, %s',
  (locale) => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const { runs } = columnsOf(
        { locale, columns: 2, isJustified: false, isIndented: true },
        seed,
      );
      const isRight = ({ x }: TextRun) => x > margin + pageWidth / 2;
      const [begin = 0] = runs.slice(4).map(({ y }) => y);
      const text = runs.filter((each) => isRight(each) || each.y < begin);
      const table = runs
        .filter((each) => !isRight(each) && each.y >= begin + 13)
        .flatMap(({ y }, row) =>
          ['North', 100 + row, 200 + row, 300 + row].map((cell, column) =>
            run(String(cell), margin + 55 * column, y, size),
          ),
        );
      const found = paragraphsOf([...text, ...table]);
      const right = runs.filter(isRight).map((each) => each.text);
      expect(bare(found), `seed ${seed}`).toContain(bare(right));
      expect(found, `seed ${seed}`).toContain('North  100  200  300');
    }
  },
);
