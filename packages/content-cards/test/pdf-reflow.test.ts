import { describe, expect, test } from 'vitest';
import { type PdfPage, reflowPages, type TextRun } from '../src/pdf.ts';

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
