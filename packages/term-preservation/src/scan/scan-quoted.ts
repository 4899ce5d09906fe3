import type { ScanText, TypedSpan } from './typed-span.ts';

const longestQuote = 80;
const openers = '「『“"';
const closers = '」』”"';

/** 「…」『…』“…” "…": 1 to 80 units on one line. Inner quotes belong to the outer one; an unclosed quote is text. */
export function* scanQuoted({ plain }: ScanText): Iterable<TypedSpan> {
  let at = 0;
  while (at < plain.length) {
    const pair = openers.indexOf(plain.charAt(at));
    const end = pair < 0 ? -1 : quoteEnd(plain, at, closers.charAt(pair));
    if (end > at + 1 && plain.slice(at + 1, end).trim() !== '') {
      yield { kind: 'quoted', start: at + 1, end, outerStart: at, outerEnd: end + 1 };
      at = end;
    }
    at += 1;
  }
}

/** Returns the place of the matching closer within the longest quote, or -1. */
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

/** Inline code between backticks, on one line. Linear: each unclosed tick is passed once. */
export function* scanCode({ plain }: ScanText): Iterable<TypedSpan> {
  let open = plain.indexOf('`');
  while (open >= 0) {
    const close = plain.indexOf('`', open + 1);
    if (close < 0) return;
    const code = plain.slice(open + 1, close);
    if (code.trim() === '' || code.includes('\n')) open = close;
    else {
      const start = open + 1 + (code.length - code.trimStart().length);
      const end = close - (code.length - code.trimEnd().length);
      yield { kind: 'code', start, end, outerStart: open, outerEnd: close + 1 };
      open = plain.indexOf('`', close + 1);
    }
  }
}
