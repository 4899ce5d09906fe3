import type { JsonValue } from '../../vocabulary/json-value.ts';
import { Char, END, isCloser, isOpener } from './characters.ts';
import {
  attach,
  close,
  closeToRoot,
  noteFullWidth,
  open,
  openGroup,
  readCloser,
  turnIntoObject,
} from './containers.ts';
import { type ArrayFrame, type Frame, type ObjectFrame } from './frame.ts';
import {
  ellipsisLength,
  findClosingQuote,
  isElementAt,
  isKeyAt,
  isScalarAt,
  matchLength,
} from './lookahead.ts';
import { innermost, type ParserState, type TraceEntry } from './parser-state.ts';
import { quoteStyleOf } from './quotes.ts';
import { note } from './repair-log.ts';
import { readScalar } from './scalars.ts';
import { skipTrivia, type SourceText, structureAt } from './source-text.ts';
import { readString } from './strings.ts';
import type { Repair } from './types.ts';

/** What the text at an opening bracket turned out to be. */
export type ParseOutcome = ParsedContainer | { readonly kind: 'prose'; readonly end: number };

export interface ParsedContainer {
  readonly kind: 'container';
  readonly value: JsonValue;
  readonly start: number;
  readonly end: number;
  readonly complete: boolean;
  readonly repairs: Repair[];
  readonly deepest: number;
  readonly members: number;
  /** Ellipses that were dropped. */
  readonly ellipses: number;
  /** Nothing in it carries quotes or a form of its own, as in `[see below, page 3]`. */
  readonly bare: boolean;
  readonly trace: readonly TraceEntry[];
}

export interface ParseOptions {
  readonly wrapper?: string | undefined;
  readonly rootKeys?: ReadonlySet<string> | undefined;
  readonly trace?: boolean;
}

const keyText =
  /[^\s"'{}[\],:，：、｛｝［］「」『』“”<>(][^\n"'{}[\],:，：、｛｝［］]{0,80}?(?=\s{0,8}(?:[:：=]|"\s{0,8}[:：]))/uy;
const proseKey = /(?:[\p{L}_$][\p{L}\p{N}_$.-]{0,60}|\d{1,20})(?="?\s{0,8}[:：])/uy;
const proseElement = /[^\s"'{}[\],<>][^\n"{}[\],]{0,80}(?=[\],\n])/y;
const callName = /(?:new )?[A-Za-z_][\w.]{0,40}(?=\()/y;
const stringPrefix = /(?:[bru]|[br][br])(?=["'])/iy;
/** Text between a value and the separator that a line break or this many code units end. */
const strayText = /[^\n"'{}[\],:，、｛｝［］]{1,80}/y;

/**
 * Reads one object or array, repairing what can be repaired. A state machine over a stack of open
 * containers: depth costs memory, never the call stack. Time is linear in what is consumed, and
 * nothing before `end` has to be read again.
 */
export function parseContainer(
  source: SourceText,
  start: number,
  options: ParseOptions = {},
): ParseOutcome {
  const state: ParserState = {
    source,
    log: [],
    frames: [],
    position: start,
    expect: 'value',
    wrapper: options.wrapper,
    committed: false,
    rootKeys: options.rootKeys,
    trace: options.trace ? [] : undefined,
    deepest: 0,
    ellipses: 0,
    root: undefined,
  };
  open(state, structureAt(source, start));
  const [root] = state.frames;
  while (state.frames.length > 0 && step(state)) {
    // Each step consumes at least one token.
  }
  const complete = state.frames.length === 0;
  if (!root || (!complete && !isCut(state)))
    return { kind: 'prose', end: Math.max(state.position, start + 1) };
  if (!complete) closeCut(state);
  return {
    kind: 'container',
    value: state.root ?? null,
    start,
    end: state.position,
    complete,
    repairs: state.log,
    deepest: state.deepest,
    members: root.count,
    ellipses: state.ellipses,
    bare: root.shape !== 'object' && root.count > 0 && root.solid === 0,
    trace: state.trace ?? [],
  };
}

/** The text broke off in data, or right after brackets that nothing followed. */
function isCut(state: ParserState): boolean {
  return (
    state.committed || structureAt(state.source, skipTrivia(state.source, state.position)) === END
  );
}

function closeCut(state: ParserState): void {
  note(state.log, 'truncated', state.position);
  while (state.frames.length > 0) {
    const frame = innermost(state);
    if (frame?.shape === 'object') frame.key = undefined;
    close(state, state.position);
  }
}

/** Reads one key, value or separator; false when the text ends or is no data any more. */
function step(state: ParserState): boolean {
  const frame = innermost(state);
  if (!frame) return false;
  const from = state.position;
  const next = skipTrivia(state.source, from, state.log);
  const code = structureAt(state.source, next);
  if (code === END) return false;
  state.position = next;
  const goesOn =
    state.expect === 'separator'
      ? readSeparator(state, frame, code, from)
      : frame.shape === 'object' && frame.key === undefined
        ? readKey(state, frame, code)
        : readValue(state, frame, code);
  if (!goesOn && state.committed && state.position === next) state.position = from;
  return goesOn;
}

function readComma(state: ParserState, frame: Frame): boolean {
  if (frame.comma >= 0) note(state.log, 'double-comma', state.position);
  else if (frame.count === 0) note(state.log, 'leading-comma', state.position);
  if (frame.count > 0) frame.comma = state.position;
  noteFullWidth(state, state.position);
  state.position += 1;
  return true;
}

function readEllipsis(state: ParserState, frame: Frame): boolean {
  const length = ellipsisLength(state.source.text, state.position);
  if (length === 0) return false;
  note(state.log, 'ellipsis-dropped', state.position);
  state.position += length;
  state.ellipses += 1;
  frame.comma = -1;
  frame.count += 1;
  if (frame.shape === 'object') frame.key = undefined;
  else frame.solid += 1;
  state.expect = 'separator';
  return true;
}

function readKey(state: ParserState, frame: ObjectFrame, code: number): boolean {
  if (isCloser(code)) {
    readCloser(state, code);
    return true;
  }
  if (code === Char.comma) return readComma(state, frame);
  if (isOpener(code)) return readBracketForKey(state, frame, code);
  if (readEllipsis(state, frame)) {
    return true;
  }
  const { source, position } = state;
  const quoted = quoteStyleOf(code) !== undefined;
  if (!state.committed && !(quoted ? isQuotedKey(source, position) : isProseKey(state)))
    return false;
  frame.keyAt = position;
  if (frame.count === 0) frame.quotedKeys = quoted;
  if (quoted) {
    const { value, cut } = readString(state, 'key');
    if (cut) return false;
    frame.key = value;
  } else if (!readBareKey(state, frame)) {
    return false;
  }
  leaveForRootKey(state, frame);
  return readColon(state);
}

/** A quoted key, or one that lacks only its colon. */
function isQuotedKey(source: SourceText, index: number): boolean {
  if (isKeyAt(source, index, false)) return true;
  const quote = findClosingQuote(source.text, index);
  const next = skipTrivia(source, quote + 1);
  const code = structureAt(source, next);
  return quoteStyleOf(code) !== undefined || isOpener(code) || isScalarAt(source.text, next);
}

function isProseKey(state: ParserState): boolean {
  return matchLength(proseKey, state.source.text, state.position) > 0;
}

function readBareKey(state: ParserState, frame: ObjectFrame): boolean {
  const { source, position, log } = state;
  const length = matchLength(keyText, source.text, position);
  if (length === 0) return false;
  frame.key = source.text.slice(position, position + length).trimEnd();
  state.position = position + length;
  const lacksOpening = source.text.charCodeAt(state.position) === Char.doubleQuote;
  if (lacksOpening) state.position += 1;
  note(log, lacksOpening ? 'missing-quote-open' : 'unquoted-key', position);
  return true;
}

/** `{{` of a template, or an object whose closing bracket was forgotten before the next one. */
function readBracketForKey(state: ParserState, frame: ObjectFrame, code: number): boolean {
  const { source, position, frames, log } = state;
  const next = skipTrivia(source, position + 1);
  if (
    code === Char.openBrace &&
    frame.count === 0 &&
    frame.comma < 0 &&
    isKeyAt(source, next, true)
  ) {
    note(log, 'extra-bracket', position);
    frame.doubled = true;
    state.position = position + 1;
    return true;
  }
  const parent = frames[frames.length - 2];
  if (!state.committed || !parent || parent.shape === 'object') return false;
  note(log, 'bracket-missing', position);
  close(state, position);
  parent.comma = position;
  state.expect = 'value';
  return true;
}

/** With brackets known to be missing, a key of the root ends everything below the root. */
function leaveForRootKey(state: ParserState, frame: ObjectFrame): void {
  const [root] = state.frames;
  const { key, keyAt } = frame;
  if (key === undefined || !root || root.shape !== 'object' || root === frame) return;
  if (!state.rootKeys?.has(key) || root.key === key || Object.hasOwn(root.value, key)) return;
  frame.key = undefined;
  closeToRoot(state, keyAt);
  root.key = key;
  root.keyAt = keyAt;
}

function readColon(state: ParserState): boolean {
  const { source, log } = state;
  const from = state.position;
  const next = skipTrivia(source, from, log);
  const code = structureAt(source, next);
  state.expect = 'value';
  if (code === END) return true;
  state.position = next;
  if (code === Char.colon) {
    noteFullWidth(state, next);
    state.position = next + 1;
  } else {
    note(log, 'missing-colon', next);
    if (code === Char.equals) {
      state.position = next + (source.text.charCodeAt(next + 1) === Char.greater ? 2 : 1);
    } else if (!isElementAt(source, next) && code !== Char.comma && !isCloser(code)) {
      return false;
    }
  }
  state.committed = true;
  return true;
}

function readValue(state: ParserState, frame: Frame, code: number): boolean {
  const { source, position } = state;
  if (isCloser(code) || code === Char.comma) return readInsteadOfValue(state, frame, code);
  if (isOpener(code)) {
    if (!state.committed && frame.count > 0 && frame.shape !== 'object' && frame.solid === 0)
      return false;
    open(state, code);
    return true;
  }
  if (readEllipsis(state, frame)) return true;
  const role = frame.shape === 'object' ? 'member' : 'element';
  const prefix = matchLength(stringPrefix, source.text, position);
  if (prefix > 0) {
    note(state.log, 'language-literal', position);
    state.position += prefix;
  }
  if (prefix > 0 || quoteStyleOf(code)) return readStringValue(state, frame, role);
  if (!state.committed && !isProseScalar(state)) return false;
  if (code === Char.openParen) {
    openGroup(state, 0);
    return true;
  }
  const name = matchLength(callName, source.text, position);
  if (name > 0 && isElementAt(source, skipTrivia(source, position + name + 1))) {
    openGroup(state, name);
    return true;
  }
  const scalar = readScalar(state, role);
  if (!scalar) return false;
  if (scalar.value === undefined) return false;
  if (frame.shape !== 'object' && !scalar.bare) frame.solid += 1;
  if (!scalar.bare) state.committed = true;
  attach(state, scalar.value, position, state.position);
  return true;
}

/** Before any data: a number or literal, or a few words up to a comma, bracket or line break. */
function isProseScalar(state: ParserState): boolean {
  const { source, position } = state;
  return isScalarAt(source.text, position) || matchLength(proseElement, source.text, position) > 0;
}

function readInsteadOfValue(state: ParserState, frame: Frame, code: number): boolean {
  if (frame.shape === 'object') {
    note(state.log, 'missing-value', state.position);
    attach(state, null, state.position, state.position);
    return true;
  }
  if (code === Char.comma) return readComma(state, frame);
  readCloser(state, code);
  return true;
}

function readStringValue(state: ParserState, frame: Frame, role: 'member' | 'element'): boolean {
  const { source, position } = state;
  state.committed = true;
  let { value, cut } = readString(state, role);
  while (!cut && readConcatenation(state)) {
    const part = readString(state, role);
    value += part.value;
    cut = part.cut;
  }
  const next = skipTrivia(source, state.position);
  if (frame.shape === 'array' && structureAt(source, next) === Char.colon) {
    return readKeyInArray(state, frame, value, position);
  }
  if (frame.shape !== 'object') frame.solid += 1;
  attach(state, value, position, state.position);
  return true;
}

/** `"a" + "b"`: moves to the next string. */
function readConcatenation(state: ParserState): boolean {
  const { source, log } = state;
  const plus = skipTrivia(source, state.position);
  if (structureAt(source, plus) !== Char.plus) return false;
  const next = skipTrivia(source, plus + 1);
  if (!quoteStyleOf(structureAt(source, next))) return false;
  note(log, 'string-concatenation', plus);
  state.position = next;
  return true;
}

/** A key where an element was due: the array lacks its bracket, or should have been an object. */
function readKeyInArray(
  state: ParserState,
  frame: ArrayFrame,
  key: string,
  keyAt: number,
): boolean {
  const parent = state.frames[state.frames.length - 2];
  if (parent?.shape === 'object') {
    note(state.log, 'bracket-missing', keyAt);
    close(state, keyAt);
  } else if (frame.count === 0) {
    turnIntoObject(state, frame);
  } else {
    return false;
  }
  const object = innermost(state);
  if (object?.shape !== 'object') return false;
  object.key = key;
  object.keyAt = keyAt;
  return readColon(state);
}

function readSeparator(state: ParserState, frame: Frame, code: number, from: number): boolean {
  if (isCloser(code)) {
    readCloser(state, code);
    return true;
  }
  if (code === Char.comma) {
    readComma(state, frame);
    expectNext(state, frame);
    return true;
  }
  return readMissingComma(state, frame, code, from) || skipStray(state, code);
}

function expectNext(state: ParserState, frame: Frame): void {
  state.expect = frame.shape === 'object' ? 'key' : 'value';
}

function readMissingComma(state: ParserState, frame: Frame, code: number, from: number): boolean {
  const { source, position, frames, log } = state;
  const ownLine = source.text.slice(from, position).includes('\n');
  const parent = frames[frames.length - 2];
  if (frame.shape === 'object') {
    if (isKeyAt(source, position, ownLine || !frame.quotedKeys)) {
      note(log, 'missing-comma', position);
      expectNext(state, frame);
      return true;
    }
    if (code !== Char.openBrace || !parent || parent.shape === 'object') return false;
    note(log, 'bracket-missing', position);
    close(state, position);
    return true;
  }
  if (!isElementAt(source, position) && !(ownLine && state.committed && frame.solid < frame.count))
    return false;
  note(log, 'missing-comma', position);
  expectNext(state, frame);
  return true;
}

/** Drops what stands between a value and a separator on the same line; anything longer ends the data. */
function skipStray(state: ParserState, code: number): boolean {
  const { source, position, log } = state;
  if (!state.committed) return false;
  const length = code === Char.semicolon ? 1 : matchLength(strayText, source.text, position);
  if (length === 0) return false;
  const next = skipTrivia(source, position + length);
  const follow = structureAt(source, next);
  if (follow !== Char.comma && !isCloser(follow) && code !== Char.semicolon) return false;
  note(log, 'stray-character', position);
  state.position = position + length;
  if (code === Char.semicolon) {
    const frame = innermost(state);
    if (frame) expectNext(state, frame);
  }
  return true;
}
