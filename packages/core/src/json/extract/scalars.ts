import type { JsonValue } from '../../vocabulary/json-value.ts';
import type { RepairKind } from './types.ts';
import { type ParserState, repair, type StringRole } from './state.ts';
import { decodeBody } from './escapes.ts';
import { endsString, followsComma } from './string-ends.ts';
import {
  END,
  hasLineBreak,
  isCloser,
  isKeyAt,
  isOpener,
  matchLength,
  peek,
  quoteStyleOf,
  skipTrivia,
  structureAt,
} from './text.ts';

/** A scalar that was read. The value is undefined for one that the text cuts, as `12` may be of `123`. */
interface ScalarResult {
  readonly value: JsonValue | undefined;
  /** True for text without quotes, which may be prose in brackets. */
  readonly bare: boolean;
}

const jsonNumber = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** The forms of numbers, with the repair that each counts as. */
const numberForms: readonly (readonly [RegExp, RepairKind?])[] = [
  [/[+-]?[1-9]\d{0,2}(?:,\d{3})+(?!\d)(?:\.\d+)?/y, 'stray-character'],
  [jsonNumber],
  // `+1`, `.5`, `1.`, `1_000`, `0x1F`, `2e`, and a sign alone.
  [
    /[+-]?(?:0x[\da-f]+|(?:0(?!\d)|[1-9]\d*(?:_\d+)*)\.?(?:\d+(?:_\d+)*)?(?:e[+-]?\d*)?|\.\d+(?:e[+-]?\d*)?|)/iy,
    'number-form',
  ],
  [/[-+－＋−]?[\d０-９]+(?:[.．][\d０-９]+)?/y, 'full-width-number'],
];
const word = /-?[A-Za-zＡ-Ｚａ-ｚ]+|![01]/y;

/** The literals of JSON and of languages, in lower case. */
const literals: Readonly<Record<string, boolean | null>> = {
  true: true,
  false: false,
  null: null,
  none: null,
  undefined: null,
  nan: null,
  nil: null,
  infinity: null,
  '-infinity': null,
  '!0': true,
  '!1': false,
};

/** Reads a number, a literal or text without quotes; null without one. */
export function readScalar(state: ParserState, role: StringRole): ScalarResult | null {
  return readNumber(state, role) ?? readLiteral(state) ?? readBareText(state, role);
}

function readNumber(state: ParserState, role: StringRole): ScalarResult | null {
  const { source, text, position } = state;
  for (const [pattern, kind] of numberForms) {
    // In a list, a comma separates.
    const isGrouped = kind === 'stray-character';
    if (isGrouped && role !== 'member') continue;
    const length = matchDelimited(state, pattern);
    // A unit follows: `1,980円`.
    if (isGrouped && length === 0 && matchLength(pattern, text, position) > 0) return null;
    if (length === 0) continue;
    const raw = text.slice(position, position + length);
    const written = raw.normalize('NFKC').replace('−', '-');
    const digits = written.replace(/^[+-]/, '').replace(/[_,]|e[+-]?$/gi, '');
    if (
      (isCut(state, length) && !isClosedAt(text, position + length)) ||
      (digits === '' && peek(source, position + length) === END)
    )
      return take(state, length, undefined);
    if (digits === '' || (kind === 'full-width-number' && written === raw)) return null;
    if (kind) repair(state, kind);
    return take(state, length, written.startsWith('-') ? -Number(digits) : Number(digits));
  }
  return null;
}

/** Reads a literal; null without one. */
export function readLiteral(state: ParserState): ScalarResult | null {
  const { text, position } = state;
  const length = matchDelimited(state, word);
  if (length === 0) return null;
  const raw = text.slice(position, position + length);
  const written = raw.normalize('NFKC').toLowerCase();
  if (Object.hasOwn(literals, written)) {
    if (!/^(?:true|false|null)$/.test(raw)) repair(state, 'language-literal');
    return take(state, length, literals[written]);
  }
  const isPrefix = Object.keys(literals).some((literal) => literal.startsWith(written));
  return isPrefix && isCut(state, length) ? take(state, length, undefined) : null;
}

/** True when the text ends right after the next characters, so that more of them may be missing. */
function isCut({ source, position, headless }: ParserState, length: number): boolean {
  const end = position + length;
  return !headless && structureAt(source, end) === END && peek(source, end) === END;
}

/** A closing tag, the mark of an end or a closed fence, which a model writes after its last digit. */
const closingMark = /[ \t]*(?:<\/|<\||`{3}|~{3})/y;
function isClosedAt(text: string, at: number): boolean {
  return matchLength(closingMark, text, at) > 0;
}

function take(state: ParserState, length: number, value: JsonValue | undefined): ScalarResult {
  state.position += length;
  return { value, bare: false };
}

/** Returns the length of the match of `pattern` at the position if a delimiter follows, or 0. */
function matchDelimited(state: ParserState, pattern: RegExp): number {
  const { source, text, position } = state;
  const length = matchLength(pattern, text, position);
  const end = position + length;
  const next = skipTrivia(source, end);
  const char = structureAt(source, next);
  const delimited =
    char === END ||
    char === ',' ||
    isCloser(char) ||
    isOpener(char) ||
    (next === end
      ? char === ';' || (quoteStyleOf(char) !== undefined && isKeyAt(source, next))
      : hasLineBreak(source, end, next) ||
        quoteStyleOf(char) !== undefined ||
        (char !== ':' && matchLength(jsonNumber, text, next) > 0));
  return delimited ? length : 0;
}

/** Reads text without quotes up to the end of the value, at most to the end of the line. */
function readBareText(state: ParserState, role: StringRole): ScalarResult | null {
  const { source, text, position } = state;
  let nested = 0;
  let quoted = false;
  let index = position;
  for (; index < text.length; index += 1) {
    const char = structureAt(source, index);
    if (char === END || char === '\n') break;
    const closes = char === '"' && !quoted && /[,)}\]]/.test(peek(source, index + 1));
    if (closes || (char === '"' && endsString(state, index, role))) {
      repair(state, 'missing-quote-open');
      state.position = index + 1;
      // `12",` is a number with a stray quote.
      const body = decodeBody(state, position, index);
      const isNumber = matchLength(jsonNumber, text, position) === index - position;
      return { value: isNumber ? Number(body) : body, bare: false };
    }
    if (char === '"' && index > position && role === 'member' && isKeyAt(source, index)) break;
    quoted ||= char === '"';
    if (isOpener(char)) {
      nested += 1;
    } else if (char === '}' || char === ']') {
      if (nested === 0) break;
      nested -= 1;
    } else if (nested === 0 && /[,;]/.test(char) && endsBareText(state, index, role)) {
      break;
    }
  }
  const value = text.slice(position, index).trimEnd();
  return value === '' ? null : takeText(state, value.length);
}

/** Reads text of a known length without quotes. */
export function takeText(state: ParserState, length: number): ScalarResult {
  const { text, position } = state;
  repair(state, 'unquoted-value');
  state.position = position + length;
  return { value: text.slice(position, position + length), bare: true };
}

/** True unless the comma belongs to the text: in an object, no key, bracket or line break follows it. */
function endsBareText(state: ParserState, comma: number, role: StringRole): boolean {
  const next = skipTrivia(state.source, comma + 1);
  return (
    role === 'element' || hasLineBreak(state.source, comma, next) || followsComma(state, next, role)
  );
}
