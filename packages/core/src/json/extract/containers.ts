import type { JsonValue } from '../../vocabulary/json-value.ts';
import { Char, isCloser } from './characters.ts';
import { type ArrayFrame, type Frame, openArray, openObject, setMember } from './frame.ts';
import { isKeyAt } from './lookahead.ts';
import { innermost, type ParserState } from './parser-state.ts';
import { note } from './repair-log.ts';
import { isCloserOf, readWrongCloser } from './brackets.ts';
import { skipTrivia, structureAt } from './source-text.ts';

/** Deepest level whose places are traced; unwrapping goes no deeper. */
const deepestTrace = 6;

/** Opens a container at the position and waits for its first key or element. */
export function open(state: ParserState, code: number): void {
  const { position } = state;
  noteFullWidth(state, position);
  push(state, code === Char.openBrace ? openObject(position) : openArray('array', position));
  state.position = position + 1;
}

/** Opens a tuple, or the arguments of a constructor whose name is `nameLength` long. */
export function openGroup(state: ParserState, nameLength: number): void {
  const { position, log } = state;
  note(log, nameLength > 0 ? 'language-literal' : 'tuple', position);
  push(state, openArray(nameLength > 0 ? 'call' : 'tuple', position));
  state.position = position + nameLength + 1;
}

function push(state: ParserState, frame: Frame): void {
  state.frames.push(frame);
  state.deepest = Math.max(state.deepest, state.frames.length);
  state.expect = frame.shape === 'object' ? 'key' : 'value';
}

/** Full-width punctuation was read as structure. */
export function noteFullWidth(state: ParserState, at: number): void {
  if (state.source.text.charCodeAt(at) > 0x7f) note(state.log, 'full-width-structure', at);
}

/** Puts a finished value into the innermost container. */
export function attach(state: ParserState, value: JsonValue, start: number, end: number): void {
  const frame = innermost(state);
  state.expect = 'separator';
  if (!frame) {
    state.root = value;
    return;
  }
  if (state.trace && state.frames.length < deepestTrace) {
    const key = frame.shape === 'object' ? (frame.key ?? '') : frame.value.length;
    state.trace.push({ depth: state.frames.length, key, start, end });
  }
  frame.count += 1;
  frame.comma = -1;
  if (frame.shape !== 'object') {
    frame.value.push(value);
  } else if (frame.key !== undefined) {
    if (Object.hasOwn(frame.value, frame.key)) note(state.log, 'duplicate-key', frame.keyAt);
    setMember(frame.value, frame.key, value);
    frame.key = undefined;
  }
}

/** Takes the innermost container, closed at `end`, into its parent. */
export function close(state: ParserState, end: number): void {
  const frame = state.frames.pop();
  if (!frame) return;
  const parent = innermost(state);
  if (parent && parent.shape !== 'object' && isSolid(frame)) parent.solid += 1;
  attach(state, valueOf(frame), frame.start, end);
}

function isSolid(frame: Frame): boolean {
  return frame.shape === 'object' || frame.solid > 0 || frame.count === 0;
}

/** A tuple or call of one element stands for that element, unless a comma makes it a tuple. */
function valueOf(frame: Frame): JsonValue {
  if (frame.shape === 'object' || frame.shape === 'array') return frame.value;
  const [only] = frame.value;
  if (frame.value.length > 1 || (frame.shape === 'tuple' && frame.comma >= 0)) return frame.value;
  return only ?? (frame.shape === 'call' ? null : frame.value);
}

/** Reads a closing bracket at the position, right or wrong. */
export function readCloser(state: ParserState, code: number): void {
  const { log } = state;
  const frame = innermost(state);
  if (!frame) return;
  if (!isCloserOf(frame, code)) {
    repairCloser(state, code);
    return;
  }
  if (frame.comma >= 0 && frame.shape !== 'tuple') note(log, 'trailing-comma', frame.comma);
  noteFullWidth(state, state.position);
  state.position += 1;
  if (frame.shape === 'object' && frame.doubled) closeDouble(state);
  if (state.frames.length === 1 && isClosedTooEarly(state, frame)) {
    note(log, 'extra-bracket', state.position - 1);
    state.expect = 'separator';
    frame.comma = -1;
  } else {
    close(state, state.position);
  }
}

/** `}}` closes what `{{` opened. */
function closeDouble(state: ParserState): void {
  const next = skipTrivia(state.source, state.position);
  if (structureAt(state.source, next) === Char.closeBrace) state.position = next + 1;
}

function repairCloser(state: ParserState, code: number): void {
  const { log, frames, position } = state;
  const reading = readWrongCloser(state, code);
  if (reading === 'missing') {
    for (
      let frame = innermost(state);
      frame && !isCloserOf(frame, code);
      frame = innermost(state)
    ) {
      if (frame.comma >= 0) note(log, 'trailing-comma', frame.comma);
      note(log, 'bracket-missing', position);
      close(state, position);
    }
    if (frames.length > 0) readCloser(state, code);
    return;
  }
  const frame = innermost(state);
  note(log, reading === 'mismatch' ? 'bracket-mismatch' : 'extra-bracket', position);
  state.position += 1;
  if (reading === 'mismatch') {
    if (frame && frame.comma >= 0) note(log, 'trailing-comma', frame.comma);
    close(state, state.position);
  } else {
    state.expect = 'separator';
  }
}

/** `{"a": {}}, "b": 1}`: a member goes on after the root closed, so a bracket was one too many. */
function isClosedTooEarly(state: ParserState, frame: Frame): boolean {
  if (frame.shape !== 'object' || frame.count === 0) return false;
  const { source } = state;
  let next = skipTrivia(source, state.position);
  while (isCloser(structureAt(source, next))) next = skipTrivia(source, next + 1);
  if (structureAt(source, next) !== Char.comma) return false;
  next = skipTrivia(source, next + 1);
  return next < source.text.length && isKeyAt(source, next, false);
}

/** Closes everything above the root: its key at `at` was met inside. */
export function closeToRoot(state: ParserState, at: number): void {
  while (state.frames.length > 1) {
    note(state.log, 'bracket-missing', at);
    const frame = innermost(state);
    if (frame?.shape === 'object') frame.key = undefined;
    close(state, at);
  }
}

/** Turns the innermost array into an object: `["a": 1]`. */
export function turnIntoObject(state: ParserState, frame: ArrayFrame): void {
  state.frames.pop();
  note(state.log, 'bracket-mismatch', frame.start);
  push(state, openObject(frame.start, true));
}
