import type { JsonValue } from '../../vocabulary/json-value.ts';
import {
  createFrame,
  type Frame,
  noteFullWidth,
  type ParserState,
  repair,
  setMember,
} from './state.ts';
import {
  END,
  isCloser,
  isElementAt,
  isKeyAt,
  isMemberAfterClosers,
  sightEnd,
  skipTrivia,
  type SourceText,
  spend,
  structureAt,
} from './text.ts';

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

/** Closes the innermost container at `end` and adds it to its parent. */
export function close(state: ParserState, end: number = state.position): void {
  const frame = state.frames.pop();
  if (!frame) return;
  const parent = state.frames.at(-1);
  if (parent && (frame.solid > 0 || frame.count === 0)) parent.solid += 1;
  if (parent?.list && isOnlyEllipsis(frame)) {
    // `{"... 3 more ..."}` is an ellipsis of the list around it.
    state.separator = true;
    return;
  }
  if (!parent || parent.list || parent.key !== undefined)
    attach(state, valueOf(frame), frame.start, end);
}

/** True for an object from which only ellipses were dropped. */
function isOnlyEllipsis({ list, members, count }: Frame): boolean {
  return !list && count > 0 && Object.keys(members).length === 0;
}

/** Returns the value of a frame. A tuple or call with one element and no comma is that element. */
function valueOf({ list, members, closer, comma }: Frame): JsonValue {
  if (!list) return members;
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
  const isRoot = frames.length === 1 && !frame.list && frame.count > 0;
  if (isRoot && isMemberAfterClosers(state.source, state.position)) {
    repair(state, 'extra-bracket', position);
    frame.comma = -1;
    state.separator = true;
  } else {
    close(state);
  }
}

/**
 * Reads a wrong closing bracket. The text after it decides: if it fits an outer container, brackets
 * are missing; if it fits the parent of the innermost one, the bracket is mistyped; else it is extra.
 */
function readWrongCloser(state: ParserState, frame: Frame, char: string): void {
  const { source, frames, position } = state;
  const next = skipTrivia(source, position + 1);
  const owner = findOwner(state, char);
  const ahead = source.brackets().closersAhead(position + 1);
  const mayClose = goesOn(source, next, frames[owner - 1]);
  // As many brackets as open containers close one each, also in the wrong order.
  const isSwapped = ahead === frames.length - 1 && isCloser(structureAt(source, next));
  const mayReplace = isSwapped || goesOn(source, next, frames.at(-2));
  const mayStay = goesOn(source, next, frame);
  // The brackets ahead decide between readings that all go on.
  const closes = mayClose && ahead === owner;
  const extra = !closes && mayStay && (ahead === frames.length || !mayReplace);
  const mistyped = !closes && !extra && mayReplace && (ahead === frames.length - 1 || !mayClose);
  if (owner >= 0 && !extra && !mistyped) {
    while (frames.length > owner + 1) closeMissing(state, position);
    readCloser(state, char);
    return;
  }
  repair(state, extra ? 'extra-bracket' : 'bracket-mismatch');
  state.position += 1;
  if (extra) {
    state.separator = true;
  } else {
    if (frame.comma >= 0) repair(state, 'trailing-comma', frame.comma);
    close(state);
  }
}

/** Returns the index of the innermost frame that `char` closes, or -1. */
function findOwner({ source, frames }: ParserState, char: string): number {
  const innermost = frames.length - 1;
  const depth = sightEnd(source, 0);
  let owner = innermost;
  while (owner >= 0 && innermost - owner < depth && frames[owner]?.closer !== char) owner -= 1;
  spend(source, innermost - owner);
  return frames[owner]?.closer === char ? owner : -1;
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

/** True when the text at `index` can follow a value in `frame`, or follow the root without a frame. */
function goesOn(source: SourceText, index: number, frame: Frame | undefined): boolean {
  const char = structureAt(source, index);
  if (!frame) return char !== ',' && char !== ':' && !isCloser(char);
  if (char === END || char === frame.closer) return true;
  if (char !== ',') return false;
  const next = skipTrivia(source, index + 1);
  if (structureAt(source, next) === frame.closer) return true;
  return frame.list
    ? !isKeyAt(source, next) && isElementAt(source, next)
    : isKeyAt(source, next, !frame.quotedKeys);
}
