import { END, isCloser } from './characters.ts';
import { close } from './containers.ts';
import type { Frame } from './frame.ts';
import { isElementAt, isKeyAt } from './lookahead.ts';
import { noteFullWidth, type ParserState, repair } from './parser-state.ts';
import { sightEnd, skipTrivia, type SourceText, spend, structureAt } from './source-text.ts';

/** Reads a closing bracket at the position, right or wrong. */
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
  const next = skipTrivia(state.source, state.position);
  if (frame.doubled && structureAt(state.source, next) === '}') state.position = next + 1;
  if (frames.length === 1 && isClosedTooEarly(state, frame)) {
    repair(state, 'extra-bracket', position);
    frame.comma = -1;
    state.separator = true;
  } else {
    close(state);
  }
}

/**
 * Reads a wrong closing bracket by what follows it: brackets are missing before it if an outer
 * container can go on there, it was mistyped if the parent of the innermost can, else it is extra.
 */
function readWrongCloser(state: ParserState, frame: Frame, char: string): void {
  const { source, frames, position } = state;
  const next = skipTrivia(source, position + 1);
  const owner = findOwner(state, char);
  const mistyped = goesOn(source, next, frames.at(-2));
  if (owner >= 0 && (goesOn(source, next, frames[owner - 1]) || !mistyped)) {
    while (frames.length > owner + 1) closeMissing(state, position);
    readCloser(state, char);
    return;
  }
  const extra = !mistyped && goesOn(source, next, frame);
  repair(state, extra ? 'extra-bracket' : 'bracket-mismatch');
  state.position += 1;
  if (extra) {
    state.separator = true;
  } else {
    if (frame.comma >= 0) repair(state, 'trailing-comma', frame.comma);
    close(state);
  }
}

/** Index of the innermost frame that `char` closes, or -1. */
function findOwner({ source, frames }: ParserState, char: string): number {
  const innermost = frames.length - 1;
  const depth = sightEnd(source, 0);
  let owner = innermost;
  while (owner >= 0 && innermost - owner < depth && frames[owner]?.closer !== char) owner -= 1;
  spend(source, innermost - owner);
  return frames[owner]?.closer === char ? owner : -1;
}

/** Closes the innermost container, whose bracket should have stood at `at`. */
export function closeMissing(state: ParserState, at: number): void {
  const frame = state.frames.at(-1);
  if (!frame) return;
  if (frame.comma >= 0 && frame.comma < at) repair(state, 'trailing-comma', frame.comma);
  repair(state, 'bracket-missing', at);
  frame.key = undefined;
  close(state, at);
}

/** True when `frame` can go on, after a value, with what stands at `index`; without one, prose can. */
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

/** `{"a": {}}, "b": 1}`: a member goes on after the root closed, so a bracket was one too many. */
function isClosedTooEarly({ source, text, position }: ParserState, frame: Frame): boolean {
  if (frame.list || frame.count === 0) return false;
  let next = skipTrivia(source, position);
  const sight = sightEnd(source, next);
  while (next < sight && isCloser(structureAt(source, next))) next = skipTrivia(source, next + 1);
  spend(source, next - position);
  if (structureAt(source, next) !== ',') return false;
  next = skipTrivia(source, next + 1);
  return next < text.length && isKeyAt(source, next);
}
