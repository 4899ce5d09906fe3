import { isCloser } from './characters.ts';
import { closeMissing } from './brackets.ts';
import { attach, open } from './containers.ts';
import { createFrame, type Frame } from './frame.ts';
import { isElementAt, isScalarAt } from './lookahead.ts';
import { readColon } from './keys.ts';
import { type ParserState, repair } from './parser-state.ts';
import { quoteStyleOf } from './quotes.ts';
import { readScalar } from './scalars.ts';
import { matchLength, skipTrivia, structureAt } from './source-text.ts';
import type { StringRole } from './string-end.ts';
import { readString } from './strings.ts';

/** A few words up to a comma, bracket or line break. */
const proseElement = /[^\s"'{}[\],<>][^\n"{}[\],]{0,80}(?=[\],\n])/y;
const callName = /(?:new )?[A-Za-z_][\w.]{0,40}\(/y;

/** Reads a value that is no object or array, or opens a tuple; false when there is none. */
export function readValue(state: ParserState, frame: Frame, char: string): boolean {
  const { source, text, position, committed } = state;
  if (char === ',' || isCloser(char)) {
    repair(state, 'missing-value');
    attach(state, null, position, position);
    return true;
  }
  const role = frame.list ? 'element' : 'member';
  if (quoteStyleOf(char)) return readStringValue(state, frame, role);
  if (!committed && !isScalarAt(text, position) && !matchLength(proseElement, text, position)) {
    return false;
  }
  const call = char === '(' ? 1 : matchLength(callName, text, position);
  if (call > 0 && isElementAt(source, skipTrivia(source, position + call))) {
    repair(state, char === '(' ? 'tuple' : 'language-literal');
    open(state, createFrame(position, ')', []), call);
    return true;
  }
  const scalar = readScalar(state, role);
  if (!scalar || scalar.value === undefined) return false;
  if (!scalar.bare) {
    frame.solid += 1;
    state.committed = true;
  }
  attach(state, scalar.value, position, state.position);
  return true;
}

/** True when another element begins at the position, though no comma stands before it. */
export function isMissingComma(state: ParserState, frame: Frame, ownLine: boolean): boolean {
  if (isElementAt(state.source, state.position)) return true;
  return ownLine && state.committed && frame.solid < frame.count;
}

function readStringValue(state: ParserState, frame: Frame, role: StringRole): boolean {
  const { source, position } = state;
  state.committed = true;
  let { value, cut } = readString(state, role);
  let next = skipTrivia(source, state.position);
  while (!cut && structureAt(source, next) === '+' && moveToNextPart(state, next)) {
    const part = readString(state, role);
    value += part.value;
    ({ cut } = part);
    next = skipTrivia(source, state.position);
  }
  if (frame.list && structureAt(source, next) === ':') {
    return readKeyInArray(state, frame, value, position);
  }
  frame.solid += 1;
  attach(state, value, position, state.position);
  return true;
}

/** `"a" + "b"`: moves from the plus to the next string, if there is one. */
function moveToNextPart(state: ParserState, plus: number): boolean {
  const { source } = state;
  const next = skipTrivia(source, plus + 1);
  if (!quoteStyleOf(structureAt(source, next))) return false;
  repair(state, 'string-concatenation', plus);
  state.position = next;
  return true;
}

/** A key where an element was due: the array lacks its bracket, or should have been an object. */
function readKeyInArray(state: ParserState, frame: Frame, key: string, keyAt: number): boolean {
  const { frames } = state;
  const parent = frames.at(-2);
  if (parent && !parent.list) {
    frame.comma = -1;
    closeMissing(state, keyAt);
  } else if (frame.count === 0) {
    repair(state, 'bracket-mismatch', frame.start);
    frames.pop();
    open(state, createFrame(frame.start, ']'), 0);
  } else {
    return false;
  }
  const object = frames.at(-1);
  if (!object) return false;
  object.key = key;
  object.keyAt = keyAt;
  return readColon(state);
}
