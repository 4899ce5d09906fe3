import { Char } from './characters.ts';
import type { RepairKind } from './types.ts';

/** One way to quote a string: which code units may close it, and what using it is called. */
export interface QuoteStyle {
  /** The first is the partner proper; models mix the others in. */
  readonly closers: readonly [number, number, number];
  readonly repair?: RepairKind;
  /** Opening and closing marks differ, so inner marks are ordinary text. */
  readonly paired: boolean;
}

const single = Char.singleQuote;
const double = Char.doubleQuote;
const curlyDouble: QuoteStyle = {
  closers: [0x201d, 0x201c, double],
  repair: 'curly-quotes',
  paired: true,
};
const curlySingle: QuoteStyle = {
  closers: [0x2019, 0x2018, single],
  repair: 'curly-quotes',
  paired: true,
};

const styles: ReadonlyMap<number, QuoteStyle> = new Map<number, QuoteStyle>([
  [double, { closers: [double, double, double], paired: false }],
  [single, { closers: [single, single, single], repair: 'single-quotes', paired: false }],
  [
    Char.backtick,
    { closers: [Char.backtick, 0xb4, single], repair: 'backtick-string', paired: false },
  ],
  [0x201c, curlyDouble],
  [0x201d, curlyDouble],
  [0x201e, curlyDouble],
  [0x2018, curlySingle],
  [0x2019, curlySingle],
  [0x300c, { closers: [0x300d, 0x300d, 0x300d], repair: 'kagi-quotes', paired: true }],
  [0x300e, { closers: [0x300f, 0x300f, 0x300f], repair: 'kagi-quotes', paired: true }],
  [0xff02, { closers: [0xff02, 0xff02, double], repair: 'full-width-structure', paired: false }],
]);

/** How a string that begins with this code unit is quoted, if one can begin with it. */
export function quoteStyleOf(code: number): QuoteStyle | undefined {
  return styles.get(code);
}

export function closes(style: QuoteStyle, code: number): boolean {
  const { closers } = style;
  return code === closers[0] || code === closers[1] || code === closers[2];
}
