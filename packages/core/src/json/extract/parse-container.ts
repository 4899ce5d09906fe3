import type { JsonValue } from '../../vocabulary/json-value.ts';
import { END, isCloser, isOpener } from './characters.ts';
import { closeMissing, readCloser } from './brackets.ts';
import { attach, close, open } from './containers.ts';
import { createFrame, type Frame } from './frame.ts';
import { ellipsisLength, isKeyAt } from './lookahead.ts';
import { readKey } from './keys.ts';
import { noteFullWidth, type ParserState, repair, type TraceEntry } from './parser-state.ts';
import {
  hasLineBreak,
  matchLength,
  sightEnd,
  skipTrivia,
  type SourceText,
  spend,
  structureAt,
} from './source-text.ts';
import type { Repair } from './types.ts';
import { isMissingComma, readValue } from './values.ts';

/** What the text at an opening bracket turned out to be. */
export interface ParsedContainer {
  readonly value: JsonValue;
  readonly start: number;
  readonly end: number;
  readonly complete: boolean;
  readonly repairs: readonly Repair[];
  readonly deepest: number;
  readonly members: number;
  /** A key of the root was met below the root. */
  readonly metRootKey: boolean;
  /** Ellipses that were dropped. */
  readonly ellipses: number;
  /** Nothing in it carries quotes or a form of its own, as in `[see below, page 3]` or `{ name: string }`. */
  readonly bare: boolean;
  readonly trace: readonly TraceEntry[];
}

export interface ParseOptions {
  readonly wrapper?: string | undefined;
  readonly rootKeys?: readonly string[] | undefined;
  /** Close inner containers at keys of the root. */
  readonly closeAtRootKeys?: boolean;
  readonly trace?: boolean;
  /** What lies deeper is skipped by its brackets: the value will be refused. @default Infinity */
  readonly maxDepth?: number;
}

const blankLine = /\n[ \t\r]*\n/;
/** What stands between a value and the next separator on the same line. */
const strayText = /[^\n"'{}[\],:，、｛｝［］]{1,80}/y;

/**
 * Reads one object or array, repairing what can be repaired; a number says that it is prose and where
 * to go on. A state machine over a stack of open containers: depth costs memory, never the call stack.
 * Time is linear in what is consumed, and nothing before the end has to be read again.
 */
export function parseContainer(
  source: SourceText,
  start: number,
  {
    wrapper,
    rootKeys,
    closeAtRootKeys = false,
    trace = false,
    maxDepth = Infinity,
  }: ParseOptions = {},
): ParsedContainer | number {
  const state: ParserState = {
    source,
    text: source.text,
    log: [],
    frames: [],
    position: start,
    separator: false,
    wrapper,
    committed: false,
    rootKeys,
    closeAtRootKeys,
    metRootKey: false,
    trace: trace ? [] : undefined,
    maxDepth,
    deepest: 0,
    ellipses: 0,
    root: null,
  };
  const root = openContainer(state, structureAt(source, start));
  while (state.frames.length > 0 && step(state)) {
    // Each step consumes at least one token.
  }
  const complete = state.frames.length === 0;
  if (!complete) {
    const atEnd = structureAt(source, skipTrivia(source, state.position)) === END;
    if (!state.committed && !atEnd) return Math.max(state.position, start + 1);
    repair(state, 'truncated');
    while (state.frames.length > 0) close(state);
  } else {
    dropExtraClosers(state);
  }
  return {
    value: state.root,
    start,
    end: state.position,
    complete,
    repairs: state.log,
    deepest: state.deepest,
    members: root.count,
    metRootKey: state.metRootKey,
    ellipses: state.ellipses,
    bare: root.count > 0 && root.solid === 0,
    trace: state.trace ?? [],
  };
}

/** Brackets that close nothing, with nothing after them. */
function dropExtraClosers(state: ParserState): void {
  const { source } = state;
  const extra: number[] = [];
  let next = skipTrivia(source, state.position);
  const sight = sightEnd(source, next);
  for (; isBracket(structureAt(source, next)) && next < sight; next = skipTrivia(source, next + 1))
    extra.push(next);
  spend(source, next - state.position);
  if (extra.length === 0 || structureAt(source, next) !== END) return;
  for (const at of extra) repair(state, 'extra-bracket', at);
  state.position = (extra.at(-1) ?? next) + 1;
}

/** A parenthesis may close a call around the value instead. */
function isBracket(char: string): boolean {
  return char === '}' || char === ']';
}

function openContainer(state: ParserState, char: string): Frame {
  const { position } = state;
  const frame = char === '{' ? createFrame(position, '}') : createFrame(position, ']', []);
  noteFullWidth(state);
  open(state, frame);
  return frame;
}

/** Reads one key, value or separator; false when the text ends or is no data any more. */
function step(state: ParserState): boolean {
  const { source, frames, position: from } = state;
  const frame = frames.at(-1);
  const next = skipTrivia(source, from, state.log);
  const char = structureAt(source, next);
  if (!frame || char === END) return false;
  state.position = next;
  if (readToken(state, frame, char, from)) return true;
  // What ends the data is not part of it, nor is the space before it.
  if (state.committed && state.position === next) state.position = from;
  return false;
}

function readToken(state: ParserState, frame: Frame, char: string, from: number): boolean {
  const keyDue = !frame.list && frame.key === undefined;
  if (state.separator || keyDue || frame.list) {
    if (char === ',') return readComma(state, frame);
    if (isCloser(char)) {
      readCloser(state, char);
      return true;
    }
  }
  if (state.separator) {
    return readMissingSeparator(state, frame, char, from) || skipStray(state, char, from);
  }
  if (readEllipsis(state, frame)) return true;
  if (keyDue) return readKey(state, frame, char);
  if (!isOpener(char)) return readValue(state, frame, char);
  // `[see {"a": 1}`: words and a bracket are prose, and the value begins at the next one.
  if (!state.committed && frame.count > 0 && frame.solid === 0) return false;
  if (state.frames.length >= state.maxDepth) skipContainer(state, frame);
  else openContainer(state, char);
  return true;
}

/**
 * Goes to the end of the container at the position by brackets and strings alone. An empty list stands
 * for it: one level more than is allowed.
 */
function skipContainer(state: ParserState, parent: Frame): void {
  const { text, position: start } = state;
  let inString = false;
  let depth = 0;
  let end = start;
  do {
    const char = text.charAt(end);
    if (char === '"') inString = !inString;
    else if (inString && char === '\\') end += 1;
    else if (!inString && isOpener(char)) depth += 1;
    else if (!inString && isCloser(char)) depth -= 1;
    end += 1;
  } while (depth > 0 && end < text.length);
  state.position = Math.min(end, text.length);
  // So much structure is no prose in brackets.
  parent.solid += 1;
  state.deepest = state.maxDepth + 1;
  attach(state, [], start, state.position);
}

function readComma(state: ParserState, frame: Frame): boolean {
  if (!state.separator) repair(state, frame.count > 0 ? 'double-comma' : 'leading-comma');
  else frame.comma = state.position;
  noteFullWidth(state);
  state.position += 1;
  state.separator = false;
  return true;
}

function readEllipsis(state: ParserState, frame: Frame): boolean {
  const length = ellipsisLength(state.text, state.position);
  if (length === 0) return false;
  repair(state, 'ellipsis-dropped');
  state.position += length;
  state.ellipses += 1;
  frame.comma = -1;
  frame.count += 1;
  frame.key = undefined;
  frame.solid += 1;
  state.separator = true;
  return true;
}

/** A comma, or with it the bracket before it, was forgotten. */
function readMissingSeparator(
  state: ParserState,
  frame: Frame,
  char: string,
  from: number,
): boolean {
  const { source, text, frames, position } = state;
  const gap = text.slice(from, Math.min(position, sightEnd(source, from)));
  spend(source, gap.length);
  // Prose with a colon may stand after a blank line: `Note: ...`.
  const ownLine = gap.includes('\n') && !blankLine.test(gap);
  if (!frame.list && char === '{' && frames.at(-2)?.list) {
    closeMissing(state, position);
    return true;
  }
  const missing = frame.list
    ? isMissingComma(state, frame, ownLine)
    : isKeyAt(source, position, ownLine || !frame.quotedKeys);
  if (!missing) return false;
  repair(state, 'missing-comma');
  state.separator = false;
  return true;
}

/** Drops what stands between a value and a separator on the same line; anything longer ends the data. */
function skipStray(state: ParserState, char: string, from: number): boolean {
  const { source, text, position, committed } = state;
  const length = char === ';' ? 1 : matchLength(strayText, text, position);
  if (!committed || length === 0 || hasLineBreak(source, from, position)) return false;
  const follow = structureAt(source, skipTrivia(source, position + length));
  if (char !== ';' && follow !== ',' && !isCloser(follow)) return false;
  repair(state, 'stray-character');
  state.position = position + length;
  state.separator = char !== ';';
  return true;
}
