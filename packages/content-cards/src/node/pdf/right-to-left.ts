import type { PdfPage, TextRun } from './engine.ts';
import { columnGap, isSpace, lineOf, rowsOf, wordGap } from './layout.ts';

/** Letters of the scripts that are written from right to left; their digits go from left to right. */
const letter = /[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** True for text with letters that are written from right to left. */
export function isRightToLeft(text: string): boolean {
  return letter.test(text);
}

function isLeftToRight(text: string): boolean {
  return /\p{L}/u.test(text) && !isRightToLeft(text);
}

/**
 * Puts the runs of a page with right-to-left text where a reader from left to right expects them: a page
 * that is mostly right to left is mirrored, and words of the other direction become one run.
 */
export function inReadingOrder(page: PdfPage): PdfPage {
  const count = (isOne: (text: string) => boolean): number =>
    page.runs.reduce((sum, { text }) => sum + (isOne(text) ? text.length : 0), 0);
  if (count(isRightToLeft) === 0) return page;
  const isMirrored = count(isRightToLeft) > count(isLeftToRight);
  const mirror = (run: TextRun): TextRun => ({ ...run, x: page.width - run.x - run.width });
  const rows = rowsOf(page.runs)
    .map((row) => row.runs)
    .filter((row) => isMirrored || row.some(({ text }) => isRightToLeft(text)));
  const moved = new Set(rows.flat());
  const ordered = rows.flatMap((row) => {
    const seen = row.filter((run) => !isSpace(run));
    const has = (isOne: (text: string) => boolean): boolean => seen.some(({ text }) => isOne(text));
    const hasLatin = has(isLeftToRight);
    // Marks beside words from right to left are in the order of these words.
    const isOther = has(isRightToLeft) && (isMirrored || !hasLatin);
    const words = wordsOf(isOther ? seen.flatMap(withoutPrefix).map(withMirroredBracket) : seen);
    if (isMirrored) return spansOf(words, isLeftToRight).map((span) => mirror(joined(span, span)));
    return spansOf(words, isOther ? () => true : isRightToLeft).map((span) =>
      span.length === 1 ? joined(span, span) : joined(span, span.map(mirror).toReversed()),
    );
  });
  // The others stay in their order, which shows vertical text.
  return { ...page, runs: [...page.runs.filter((run) => !moved.has(run)), ...ordered] };
}

/** Digits and words from left to right are one run when nothing is between their parts. */
function wordsOf(runs: readonly TextRun[]): readonly TextRun[] {
  const words: TextRun[][] = [];
  for (const run of runs) {
    const word = words.at(-1);
    const last = word?.at(-1);
    const isOne =
      last !== undefined &&
      ![last, run].some(({ text }) => isRightToLeft(text) || !/[\p{L}\p{N}]/u.test(text)) &&
      gapBetween(last, run) < wordGap;
    if (isOne) word?.push(run);
    else words.push([run]);
  }
  return words.map((word) => joined(word, word));
}

/** A stop before a number is the one behind it. */
function withoutPrefix(run: TextRun): readonly TextRun[] {
  const [prefix = ''] = /^[.,:;!?…]+/u.exec(run.text) ?? [];
  const rest = run.text.slice(prefix.length);
  if (prefix === '' || rest === '' || isRightToLeft(run.text)) return [run];
  const width = (run.width * prefix.length) / run.text.length;
  return [
    { ...run, text: prefix, width },
    { ...run, text: rest, x: run.x + width, width: run.width - width },
  ];
}

/** The runs, those between two of one direction with them; no span goes over a gap between columns. */
function spansOf(
  runs: readonly TextRun[],
  isOne: (text: string) => boolean,
): readonly (readonly TextRun[])[] {
  const spans: TextRun[][] = [];
  let waiting: TextRun[] = [];
  for (const [index, run] of runs.entries()) {
    const before = runs[index - 1];
    const isApart = before !== undefined && gapBetween(before, run) >= columnGap;
    const span = spans.at(-1);
    const isOpen = !isApart && span?.some(({ text }) => isOne(text)) === true;
    if (span !== undefined && isOpen && isOne(run.text)) {
      for (const each of [...waiting, run]) span.push(each);
      waiting = [];
    } else if (isOpen && !/\p{L}/u.test(run.text)) waiting.push(run);
    else {
      for (const each of [...waiting, run]) spans.push([each]);
      waiting = [];
    }
  }
  return [...spans, ...waiting.map((each) => [each])];
}

function gapBetween(before: TextRun, run: TextRun): number {
  return (run.x - before.x - before.width) / Math.min(before.size, run.size);
}

const brackets = '()[]{}<>«»（）';

/** A bracket alone among words from right to left is drawn as its mirror image. */
function withMirroredBracket(run: TextRun): TextRun {
  const index = run.text.length === 1 ? brackets.indexOf(run.text) : -1;
  return index < 0
    ? run
    : { ...run, text: brackets[index % 2 === 0 ? index + 1 : index - 1] ?? '' };
}

/** One run in the place of these, with the text of `ordered`. */
function joined(runs: readonly TextRun[], ordered: readonly TextRun[]): TextRun {
  const [first] = runs;
  if (first === undefined) throw new Error('expected at least one run');
  const end = runs.reduce((most, { x, width }) => Math.max(most, x + width), -Infinity);
  return {
    ...first,
    text: lineOf({ runs: ordered, y: first.y }).text,
    width: end - first.x,
  };
}
