import { claim, type ScanText, type TypedSpan } from './typed-span.ts';

const longestQuote = 80;
const closers: ReadonlyMap<string, string> = new Map([
  ['「', '」'],
  ['『', '』'],
  ['“', '”'],
  ['"', '"'],
]);

/** 「…」『…』“…” "…": 1 to 80 units on one line; inner quotes belong to the outer, an unclosed one is text. */
export function scanQuoted(scan: ScanText, found: TypedSpan[]): void {
  const { plain } = scan;
  let at = 0;
  while (at < plain.length) {
    const close = closers.get(plain.charAt(at));
    const end = close === undefined ? -1 : quoteEnd(plain, at, close);
    const inner = { start: at + 1, end };
    if (end > at + 1 && plain.slice(inner.start, inner.end).trim() !== '') {
      claim(scan, found, { kind: 'quoted', ...inner, outerStart: at, outerEnd: end + 1 });
      at = end + 1;
    } else at += 1;
  }
}

/** Place of the matching closer, or -1. Looks no further than the longest quote. */
function quoteEnd(plain: string, open: number, close: string): number {
  const opener = plain.charAt(open);
  const limit = Math.min(plain.length, open + longestQuote + 2);
  let depth = 0;
  for (let at = open + 1; at < limit; at += 1) {
    const character = plain.charAt(at);
    if (character === '\n') return -1;
    if (character === close) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (character === opener) depth += 1;
  }
  return -1;
}

/** Inline code between backticks, on one line. Linear: each unclosed tick is looked past once. */
export function scanCode(scan: ScanText, found: TypedSpan[]): void {
  const { plain } = scan;
  let open = plain.indexOf('`');
  while (open >= 0) {
    const close = plain.indexOf('`', open + 1);
    if (close < 0) return;
    const code = plain.slice(open + 1, close);
    if (code.trim() === '' || code.includes('\n')) open = close;
    else {
      const start = open + 1 + (code.length - code.trimStart().length);
      const end = close - (code.length - code.trimEnd().length);
      claim(scan, found, { kind: 'code', start, end, outerStart: open, outerEnd: close + 1 });
      open = plain.indexOf('`', close + 1);
    }
  }
}
