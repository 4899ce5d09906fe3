import { attach, closeMissing, open, openMissing } from './containers.ts';
import { readColon } from './keys.ts';
import { readScalar, takeText } from './scalars.ts';
import { createFrame, type Frame, type ParserState, repair, type StringRole } from './state.ts';
import { readString } from './strings.ts';
import {
  findClosingQuote,
  isCloser,
  isElementAt,
  isOpener,
  isScalarAt,
  matchLength,
  quoteStyleOf,
  skipTrivia,
  structureAt,
} from './text.ts';

/** A few words up to a comma, bracket, line break or lone quote, or the start of a number or literal at the end of the text. */
const bareElement =
  /[^\s"'{}[\],<>][^\n"{}[\],]{0,80}(?=[\],\n]|"\s{0,8}[,\]])|(?:[-+]\s*|[a-zA-Z]{1,8})$/y;

/** A name to be replaced, `<size in cm>`, which is no tag. */
export const barePlaceholder = /<[\p{L}_][^<>/\n]{0,80}>(?=\s{0,20}[,}\]])/uy;
const callName = /(?:new )?[A-Za-z_][\w.]{0,40}\(/y;

/** Signs before a bracket or a string; before a string also one or two letters, as the prefixes of Python. */
const noise =
  /[^\s"'“`{}()[\]<>,，、:：\w\p{L}]{1,3}\s{0,20}(?=["'{[])|(?:[bfruBFRU]{1,2}|[A-Za-z]{1,2}(?=\s))\s{0,20}(?=["'])/uy;
const stringPrefix = /[bfru]{1,2}$/i;

/** Skips noise before a string that ends where a value ends, or before a bracket in data. */
function skipNoise(state: ParserState): void {
  const { source, text, position, committed } = state;
  const length = matchLength(noise, text, position);
  const next = position + length;
  if (length === 0 || !isElementAt(source, next)) return;
  if (isOpener(text.charAt(next)) ? !committed : findClosingQuote(source, next) >= text.length)
    return;
  const isPrefix = stringPrefix.test(text.slice(position, next));
  repair(state, isPrefix ? 'language-literal' : 'stray-character');
  state.position = next;
}

/** Reads a string or scalar, or opens a tuple. Returns false when there is no value. */
export function readValue(state: ParserState, frame: Frame, due: string): boolean {
  const role = frame.list ? 'element' : 'member';
  if (quoteStyleOf(due)) return readStringValue(state, frame, role);
  skipNoise(state);
  const { source, text, position, committed } = state;
  const char = structureAt(source, position);
  if (isOpener(char)) return true;
  if (char === ',' || isCloser(char)) {
    repair(state, 'missing-value');
    attach(state, null, position, position);
    return true;
  }
  if (quoteStyleOf(char)) return readStringValue(state, frame, role);
  if (!committed && !isScalarAt(text, position) && !matchLength(bareElement, text, position))
    return false;
  const call = char === '(' ? 1 : matchLength(callName, text, position);
  const inside = skipTrivia(source, position + call);
  if (call > 0 && (isElementAt(source, inside) || (call === 1 && text.charAt(inside) === ')'))) {
    repair(state, char === '(' ? 'tuple' : 'unquoted-value');
    open(state, createFrame(position, ')', []), call);
    return true;
  }
  const placeholder = matchLength(barePlaceholder, text, position);
  const scalar = placeholder > 0 ? takeText(state, placeholder) : readScalar(state, role);
  if (!scalar || scalar.value === undefined) return false;
  if (!scalar.bare) {
    frame.solid += 1;
    state.committed = true;
  }
  attach(state, scalar.value, position, state.position);
  return true;
}

function readStringValue(state: ParserState, frame: Frame, role: StringRole): boolean {
  const { source, position } = state;
  state.committed = true;
  const value = readString(state, role);
  const next = skipTrivia(source, state.position);
  const isKey =
    structureAt(source, next) === ':' &&
    (openMissing(state, createFrame(position, '}')) || leaveArray(state, frame, position));
  if (isKey) {
    Object.assign(state.frames.at(-1) ?? {}, { key: value, keyAt: position });
    return readColon(state);
  }
  frame.solid += 1;
  attach(state, value, position, state.position);
  return true;
}

/** Ends an array at a key of the object around it, or turns it into an object at its first key: `["a": 1]`. */
function leaveArray(state: ParserState, frame: Frame, keyAt: number): boolean {
  const { frames } = state;
  const parent = frames.at(-2);
  if (!frame.list) return false;
  if (frame.count === 0) {
    repair(state, 'bracket-mismatch', frame.start);
    frames.pop();
    open(state, createFrame(frame.start, ']'), 0);
    return true;
  }
  if (!parent || parent.list) return false;
  frame.comma = -1;
  closeMissing(state, keyAt);
  return true;
}
