import type { JsonValue } from '../../vocabulary/json-value.ts';
import { attach, openContainer, readCloser } from './containers.ts';
import { decodeBody } from './escapes.ts';
import { type Frame, type ParserState, repair } from './state.ts';
import { endsString } from './string-ends.ts';
import { codeAt, matchLength, skipSpace } from './text.ts';

const quote = 0x22;
const apostrophe = 0x27;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const cleanScalar =
  /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?=[ \t\r\n]*[,}\]])/y;

/**
 * Reads the token at the position if it can be read in one way only: JSON as it should be, also with
 * single quotes. Returns false when the tolerant readers must look at it. Most tokens of a broken
 * document are clean, so its time is that of this function.
 */
export function readCleanToken(state: ParserState, frame: Frame): boolean {
  const { text } = state;
  const at = skipSpace(text, state.position);
  const first = codeAt(text, at);
  if (state.separator) {
    if (first === comma) {
      frame.comma = at;
      state.position = at + 1;
      state.separator = false;
      return true;
    }
    if (first !== frame.closer.charCodeAt(0)) return false;
    state.position = at;
    readCloser(state, frame.closer);
    return true;
  }
  if (!frame.list && frame.key === undefined) return readCleanKey(state, frame, at, first);
  if (!state.committed) return false;
  if (first === openBrace || first === openBracket) {
    state.position = at;
    openContainer(state, first === openBrace ? '{' : '[');
    return true;
  }
  return isQuote(first)
    ? readCleanString(state, frame, at, first)
    : readCleanScalar(state, frame, at);
}

function readCleanKey(state: ParserState, frame: Frame, at: number, first: number): boolean {
  const { text } = state;
  const end = isQuote(first) ? cleanEnd(state, at, first) : -1;
  if (end < 0) return false;
  const next = skipSpace(text, end + 1);
  if (codeAt(text, next) !== colon || codeAt(text, next + 1) === colon) return false;
  const key = decodeBody(state, at + 1, end);
  if (first === apostrophe) repair(state, 'single-quotes', at);
  frame.key = key;
  frame.keyAt = at;
  frame.solid += 1;
  state.position = next + 1;
  state.committed = true;
  return true;
}

function readCleanString(state: ParserState, frame: Frame, at: number, first: number): boolean {
  const { text } = state;
  const end = cleanEnd(state, at, first);
  if (end < 0) return false;
  const next = skipSpace(text, end + 1);
  const isLast = codeAt(text, next) !== comma;
  const after = isLast ? next : skipSpace(text, next + 1);
  if (
    isLast
      ? !isCloser(codeAt(text, next)) || !endsString(state, end, frame.list ? 'element' : 'member')
      : !isCleanAt(state, after, frame)
  )
    return false;
  if (first === apostrophe) repair(state, 'single-quotes', at);
  frame.solid += 1;
  attach(state, decodeBody(state, at + 1, end), at, end + 1);
  state.position = after;
  if (!isLast) {
    frame.comma = next;
    state.separator = false;
  }
  return true;
}

/** True when a key, or an element other than a scalar, is at `index` in any reading. */
function isCleanAt(state: ParserState, index: number, { list }: Frame): boolean {
  const { text } = state;
  const first = codeAt(text, index);
  if (!isQuote(first)) return list !== undefined && (first === openBrace || first === openBracket);
  const close = cleanEnd(state, index, first);
  if (close < 0) return false;
  const follow = codeAt(text, skipSpace(text, close + 1));
  return list ? follow === comma || isCloser(follow) : follow === colon;
}

function readCleanScalar(state: ParserState, frame: Frame, at: number): boolean {
  const { text } = state;
  const end = at + matchLength(cleanScalar, text, at);
  // `1,980` may be one number.
  const mayBeGrouped =
    !frame.list && codeAt(text, end) === comma && /\d/.test(text.charAt(end + 1));
  if (end === at || mayBeGrouped) return false;
  frame.solid += 1;
  state.position = end;
  attach(state, valueOf(text.slice(at, end)), at, end);
  return true;
}

/** `JSON.parse` of a scalar takes five times as long. */
function valueOf(scalar: string): JsonValue {
  if (scalar === 'null') return null;
  return scalar === 'true' || (scalar === 'false' ? false : Number(scalar));
}

/**
 * Returns the index of the closing quote of a string without raw control characters, or -1. A string is first
 * looked at as the token after another one, and then read.
 */
function cleanEnd(state: ParserState, open: number, mark: number): number {
  if (state.quoteAt === open) return state.quoteEnd;
  state.quoteAt = open;
  state.quoteEnd = findCleanEnd(state.text, open, mark);
  return state.quoteEnd;
}

function findCleanEnd(text: string, open: number, mark: number): number {
  let index = open + 1;
  let char = codeAt(text, index);
  while (char !== mark) {
    if (char === backslash) {
      index += 1;
      char = codeAt(text, index);
    }
    if (char < 0x20) return -1;
    index += 1;
    char = codeAt(text, index);
  }
  return index;
}

function isQuote(char: number): boolean {
  return char === quote || char === apostrophe;
}

function isCloser(char: number): boolean {
  return char === closeBrace || char === closeBracket;
}
