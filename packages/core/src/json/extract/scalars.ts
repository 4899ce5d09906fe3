import type { JsonValue } from '../../vocabulary/json-value.ts';
import { Char, END, isCloser, isJsonSpace, isOpener } from './characters.ts';
import { isKeyAt, matchLength } from './lookahead.ts';
import type { ParserState } from './parser-state.ts';
import { quoteStyleOf } from './quotes.ts';
import { note } from './repair-log.ts';
import { isFence, skipTrivia, structureAt } from './source-text.ts';
import { allowsUnquoted, endsString } from './string-end.ts';

/** A scalar that was read. `undefined` as value: nothing but the beginning of one (`-`). */
export interface ScalarResult {
  readonly value: JsonValue | undefined;
  /** Plain text without quotes, which prose in brackets is as well. */
  readonly bare: boolean;
}

const jsonNumber = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const looseNumber =
  /[+-]?(?:0[xX][\da-fA-F]+|(?:0(?!\d)|[1-9]\d*(?:_\d+)*)\.?\d*(?:[eE][+-]?\d*)?|\.\d+(?:[eE][+-]?\d*)?|)/y;
const groupedNumber = /[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?/y;
const fullWidthNumber = /[-+－＋−]?[\d０-９]+(?:[.．][\d０-９]+)?/y;
const word = /-?[A-Za-z]+/y;

const literals: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
  ['undefined', null],
  ['NaN', null],
  ['TRUE', true],
  ['FALSE', false],
  ['NULL', null],
  ['Null', null],
  ['nil', null],
  ['Infinity', null],
  ['-Infinity', null],
]);

/** Reads a number, a literal or text without quotes; null when there is nothing to read. */
export function readScalar(state: ParserState, role: 'member' | 'element'): ScalarResult | null {
  const value = readNumber(state, role) ?? readLiteral(state);
  return value ?? readBareText(state, role);
}

function readNumber(state: ParserState, role: 'member' | 'element'): ScalarResult | null {
  const { source, position, log } = state;
  const { text } = source;
  const strict = matchLength(jsonNumber, text, position);
  if (strict > 0 && isDelimited(state, position + strict)) {
    const grouped = role === 'member' ? matchLength(groupedNumber, text, position) : 0;
    if (grouped > strict && isDelimited(state, position + grouped)) {
      note(log, 'number-form', position);
      return take(
        state,
        grouped,
        Number(text.slice(position, position + grouped).replaceAll(',', '')),
      );
    }
    return take(state, strict, Number(text.slice(position, position + strict)));
  }
  const loose = matchLength(looseNumber, text, position);
  if (loose > 0 && isDelimited(state, position + loose)) return readLooseNumber(state, loose);
  const wide = matchLength(fullWidthNumber, text, position);
  if (wide > 0 && isDelimited(state, position + wide)) {
    const digits = text
      .slice(position, position + wide)
      .normalize('NFKC')
      .replace('−', '-');
    if (/[^\x20-\x7e]/.test(text.slice(position, position + wide))) {
      note(log, 'full-width-number', position);
      return take(state, wide, Number(digits));
    }
  }
  return null;
}

/** `+1`, `.5`, `1.`, `1_000`, `0x1F`, `2e`. At the end of the text it is the prefix of a number. */
function readLooseNumber(state: ParserState, length: number): ScalarResult | null {
  const { source, position, log } = state;
  const written = source.text.slice(position, position + length);
  const cut = position + length >= source.text.length;
  const sign = written.startsWith('-') ? -1 : 1;
  const digits = written
    .replace(/^[+-]/, '')
    .replaceAll('_', '')
    .replace(/[eE][+-]?$/, '');
  if (digits === '') return cut ? take(state, length, undefined) : null;
  if (!cut) note(log, 'number-form', position);
  return take(state, length, sign * Number(digits));
}

function readLiteral(state: ParserState): ScalarResult | null {
  const { source, position, log } = state;
  const { text } = source;
  const length = matchLength(word, text, position);
  if (length === 0 || !isDelimited(state, position + length)) return null;
  const written = text.slice(position, position + length);
  const value = literals.get(written);
  if (value !== undefined) {
    if (written !== 'true' && written !== 'false' && written !== 'null') {
      note(log, 'language-literal', position);
    }
    return take(state, length, value);
  }
  if (position + length < text.length) return null;
  for (const [literal, meant] of literals) {
    if (literal.startsWith(written)) return take(state, length, meant);
  }
  return null;
}

function take(state: ParserState, length: number, value: JsonValue | undefined): ScalarResult {
  state.position += length;
  return { value, bare: false };
}

/** True when nothing at `index` could continue a number or word. */
function isDelimited(state: ParserState, index: number): boolean {
  const { source } = state;
  const next = skipTrivia(source, index);
  const code = structureAt(source, next);
  if (code === END || code === Char.comma || isCloser(code)) return true;
  if (code === Char.colon) return false;
  if (next === index) return isOpener(code) || code === Char.semicolon;
  // White space alone ends a value only before something that begins a new one.
  return (
    source.text.slice(index, next).includes('\n') ||
    quoteStyleOf(code) !== undefined ||
    isOpener(code) ||
    (isJsonSpace(source.text.charCodeAt(index)) && matchLength(jsonNumber, source.text, next) > 0)
  );
}

/** Text without quotes, up to what can end a value on this line. */
function readBareText(state: ParserState, role: 'member' | 'element'): ScalarResult | null {
  const { source, position } = state;
  const { text } = source;
  let nested = 0;
  let index = position;
  for (; index < text.length; index += 1) {
    const code = structureAt(source, index);
    if (code === END || code === Char.newline) break;
    if (code === Char.doubleQuote && endsString(state, index, role)) {
      note(state.log, 'missing-quote-open', position);
      state.position = index + 1;
      return { value: text.slice(position, index), bare: false };
    }
    if (isOpener(code)) nested += 1;
    else if (code === Char.closeBrace || code === Char.closeBracket) {
      if (nested === 0) break;
      nested -= 1;
    } else if (code === Char.comma && nested === 0) {
      if (endsBareText(state, index, role)) break;
    } else if (isCommentStart(text, index) && isJsonSpace(text.charCodeAt(index - 1))) break;
  }
  const value = text.slice(position, index).trimEnd();
  if (value === '') return null;
  note(state.log, 'unquoted-value', position);
  state.position = position + value.length;
  return { value, bare: true };
}

/** In an object a comma belongs to the text unless a key or a bracket follows. */
function endsBareText(state: ParserState, comma: number, role: 'member' | 'element'): boolean {
  if (role === 'element') return true;
  const { source } = state;
  const next = skipTrivia(source, comma + 1);
  const code = structureAt(source, next);
  return (
    code === END ||
    isCloser(code) ||
    source.text.slice(comma, next).includes('\n') ||
    isKeyAt(source, next, allowsUnquoted(state))
  );
}

function isCommentStart(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code === Char.hash) return isJsonSpace(text.charCodeAt(index + 1));
  if (code !== Char.slash) return isFence(text, index);
  const next = text.charCodeAt(index + 1);
  return next === Char.slash || next === Char.asterisk;
}
