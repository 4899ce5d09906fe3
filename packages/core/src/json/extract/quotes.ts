import type { RepairKind } from './types.ts';

/** One way to quote a string. */
export interface QuoteStyle {
  /** Characters that may close it: the partner proper, then those that models mix in. */
  readonly closers: string;
  /** What using it is called. */
  readonly repair?: RepairKind;
  /** Opening and closing marks differ, so inner marks are ordinary text. */
  readonly paired?: true;
}

const straight: QuoteStyle = { closers: '"' };
const curlyDouble: QuoteStyle = { closers: '”“"', repair: 'curly-quotes', paired: true };
const curlySingle: QuoteStyle = { closers: "’‘'", repair: 'curly-quotes', paired: true };

const others: ReadonlyMap<string, QuoteStyle> = new Map<string, QuoteStyle>([
  ["'", { closers: "'", repair: 'single-quotes' }],
  ['`', { closers: "`´'", repair: 'backtick-string' }],
  ['“', curlyDouble],
  ['”', curlyDouble],
  ['„', curlyDouble],
  ['‘', curlySingle],
  ['’', curlySingle],
  ['「', { closers: '」"', repair: 'kagi-quotes', paired: true }],
  ['『', { closers: '』"', repair: 'kagi-quotes', paired: true }],
  ['＂', { closers: '＂"', repair: 'full-width-structure' }],
]);

/** How a string that begins with this character is quoted, if one can begin with it. */
export function quoteStyleOf(char: string): QuoteStyle | undefined {
  if (char === '"') return straight;
  const code = char.charCodeAt(0);
  return code === 0x27 || code === 0x60 || code > 0x7f ? others.get(char) : undefined;
}
