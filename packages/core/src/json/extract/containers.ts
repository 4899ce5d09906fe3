import type { JsonValue } from '../../vocabulary/json-value.ts';
import {
  createFrame,
  type Frame,
  noteFullWidth,
  type ParserState,
  repair,
  setMember,
} from './state.ts';
import { isMemberAfterClosers } from './text.ts';

/** Opens an object whose opening bracket is missing. */
export function openHeadless(state: ParserState): Frame {
  const frame = createFrame(state.position, '}');
  repair(state, 'bracket-missing');
  open(state, frame, 0);
  return frame;
}

export function openContainer(state: ParserState, char: string): Frame {
  const { position } = state;
  const frame = char === '{' ? createFrame(position, '}') : createFrame(position, ']', []);
  noteFullWidth(state);
  open(state, frame);
  return frame;
}

/** Opens a container, whose bracket ends `length` after the position. */
export function open(state: ParserState, frame: Frame, length = 1): void {
  state.position += length;
  state.frames.push(frame);
  state.deepest = Math.max(state.deepest, state.frames.length);
  state.separator = false;
}

/**
 * Opens a container whose opening bracket is missing, if more brackets close after the position of its first value
 * than are open.
 */
export function openMissing(state: ParserState, frame: Frame, first = frame.start): boolean {
  const { source, frames } = state;
  const { closersAhead, nextCloser } = source.brackets();
  if (source.text.charAt(nextCloser(first)) !== frame.closer) return false;
  if (closersAhead(first) <= frames.length) return false;
  repair(state, 'bracket-missing', frame.start);
  open(state, frame, 0);
  return true;
}

/** Adds a finished value to the innermost container, or makes it the root. */
export function attach(state: ParserState, value: JsonValue, start: number, end: number): void {
  const { frames, trace } = state;
  const frame = frames.at(-1);
  state.separator = true;
  if (!frame) {
    state.root = value;
    return;
  }
  const { list, members, key = '' } = frame;
  const [root] = frames;
  if (root && root !== frame && isRootKey(state, key, root)) {
    frame.comma = -1;
    while (frames.length > 1) closeMissing(state, frame.keyAt);
    root.key = key;
    root.keyAt = frame.keyAt;
    attach(state, value, start, end);
    return;
  }
  trace?.push({ container: list ?? members, key: list ? list.length : key, start, end });
  frame.count += 1;
  frame.comma = -1;
  frame.key = undefined;
  if (list) {
    list.push(value);
  } else {
    if (Object.hasOwn(members, key)) repair(state, 'duplicate-key', frame.keyAt);
    setMember(members, key, value);
    frame.lastKey = key;
  }
}

/** True for a key that the root should have and does not have yet. */
function isRootKey(
  { rootKeys }: ParserState,
  name: string,
  { list, key, members }: Frame,
): boolean {
  return (
    !list && key !== name && !Object.hasOwn(members, name) && rootKeys?.includes(name) === true
  );
}

/** Closes the innermost container at `end` and adds it to its parent. */
export function close(state: ParserState, end: number = state.position): void {
  const frame = state.frames.pop();
  if (!frame) return;
  const parent = state.frames.at(-1);
  if (parent && (frame.solid > 0 || frame.count === 0)) parent.solid += 1;
  if (!parent || parent.list || parent.key !== undefined)
    attach(state, valueOf(frame), frame.start, end);
}

/**
 * Returns the value of a frame. A tuple or call with one element and no comma is that element; one member in the
 * brackets of a list is an object without its own.
 */
function valueOf({ list, members, closer, comma, count }: Frame): JsonValue {
  if (!list) return closer === ']' && count === 1 ? [members] : members;
  const [only] = list;
  return closer === ')' && comma < 0 && list.length === 1 && only !== undefined ? only : list;
}

/** Reads a closing bracket at the position, also a wrong one. */
export function readCloser(state: ParserState, char: string): void {
  const { frames, position } = state;
  const frame = frames.at(-1);
  if (!frame) return;
  if (frame.closer !== char) {
    readWrongCloser(state, frame, char);
    return;
  }
  if (frame.comma >= 0 && char !== ')') repair(state, 'trailing-comma', frame.comma);
  noteFullWidth(state);
  state.position += 1;
  if (frames.length === 1 && isMemberAfterClosers(state.source, state.position)) {
    repair(state, 'extra-bracket', position);
    frame.comma = -1;
    state.separator = true;
  } else {
    close(state);
  }
}

/** Most containers that one bracket closes. Each wrong bracket looks at as many. */
const mostClosed = 64;

/**
 * Reads a wrong closing bracket. The closing brackets ahead decide: if they are enough for the containers around the
 * one that it closes, brackets are missing; if they are enough for all, it is extra; else it is mistyped. One that closes
 * a list before a key is mistyped, whatever closes after it.
 */
function readWrongCloser(state: ParserState, frame: Frame, char: string): void {
  const { source, frames, position } = state;
  const ahead = source.brackets().closersAhead(position + 1);
  const farthest = Math.max(0, frames.length - mostClosed);
  const owner = frames.findLastIndex(({ closer }, index) => closer === char || index < farthest);
  if (owner >= farthest && ahead <= owner) {
    while (frames.length > owner + 1) closeMissing(state, position);
    readCloser(state, char);
    return;
  }
  const isExtra =
    ahead >= frames.length && !(frame.list && isMemberAfterClosers(source, position + 1));
  repair(state, isExtra ? 'extra-bracket' : 'bracket-mismatch');
  state.position += 1;
  state.separator = true;
  if (isExtra) return;
  if (frame.comma >= 0) repair(state, 'trailing-comma', frame.comma);
  close(state);
}

/** Closes the innermost container, whose closing bracket is missing at `at`. */
export function closeMissing(state: ParserState, at: number): void {
  const frame = state.frames.at(-1);
  if (!frame) return;
  if (frame.comma >= 0 && frame.comma < at) repair(state, 'trailing-comma', frame.comma);
  repair(state, 'bracket-missing', at);
  frame.key = undefined;
  close(state, at);
}
