import type { JsonValue } from '../../vocabulary/json-value.ts';
import { readCleanToken } from './clean.ts';
import { close, closeMissing, openContainer, openHeadless, readCloser } from './containers.ts';
import { readKey, skipEllipsis } from './keys.ts';
import { type Frame, noteFullWidth, type ParserState, repair, type TraceEntry } from './state.ts';
import {
  blankLine,
  cutNote,
  ellipsisLength,
  END,
  findKeyEnd,
  hasLineBreak,
  isCloser,
  isElementAt,
  isKeyAt,
  isOpener,
  matchLength,
  peek,
  sightEnd,
  skipTrivia,
  type SourceText,
  spend,
  structureAt,
} from './text.ts';
import type { Repair } from './types.ts';
import { barePlaceholder, readValue } from './values.ts';

/** The object or array that was read at an opening bracket. */
export interface ParsedContainer {
  readonly value: JsonValue;
  readonly start: number;
  readonly end: number;
  readonly complete: boolean;
  readonly repairs: readonly Repair[];
  readonly deepest: number;
  readonly members: number;
  /** Ellipses that were dropped. */
  readonly ellipses: number;
  /** It contains bare words only, as in `[see below, page 3]` or `{ name: string }`. */
  readonly bare: boolean;
  readonly trace: readonly TraceEntry[];
}

/** A bracket at which no value was read. */
export interface NoValue {
  /** The index at which the scan continues. */
  readonly resume: number;
  /** The text is data that could not be read, and not prose. No part of it is a value. */
  readonly unreadable: boolean;
}

export interface ParseOptions {
  /** The object has no opening bracket: it begins with its first key. */
  readonly headless?: boolean;
  readonly wrapper?: string | undefined;
  readonly rootKeys?: readonly string[] | undefined;
  readonly plainEscapes?: boolean;
  readonly trace?: boolean;
  /** A value with deeper containers is not read, because it will be refused. @default Infinity */
  readonly maxDepth?: number;
}

/** Text between a value and the next separator on the same line. */
const strayText = /[^\n"'{}[\],:，、｛｝［］]{1,80}/y;

/**
 * Reads one object or array and repairs it. A loop over a stack of open containers reads one token after the other, so
 * deep nesting needs memory and no call stack. Time is linear in the text that is consumed.
 */
export function parseContainer(
  source: SourceText,
  start: number,
  options: ParseOptions = {},
): ParsedContainer | NoValue {
  const { wrapper, rootKeys, trace = false, maxDepth = Infinity, headless = false } = options;
  const state: ParserState = {
    source,
    text: source.text,
    log: [],
    frames: [],
    position: start,
    separator: false,
    wrapper,
    committed: false,
    headless,
    isCut: false,
    rootKeys,
    plainEscapes: options.plainEscapes === true,
    trace: trace ? [] : undefined,
    quoteAt: -1,
    quoteEnd: -1,
    deepest: 0,
    ellipses: 0,
    root: null,
  };
  const root = headless ? openHeadless(state) : openContainer(state, structureAt(source, start));
  while (state.frames.length > 0 && state.deepest <= maxDepth && step(state)) {
    // Each step consumes at least one token.
  }
  if (state.deepest > maxDepth) {
    const partner = source.brackets().nextCloser(start + 1);
    state.position = partner < 0 ? source.text.length : partner + 1;
    state.frames.length = 0;
  }
  const atEnd = peek(source, state.position) === END;
  // An object without its first bracket may also be without its last one.
  const isClosed =
    state.frames.length === 0 ||
    (headless && atEnd && state.frames.length === 1 && endsMember(state));
  if (!isClosed) {
    if (!state.committed && !atEnd) {
      return { resume: state.position, unreadable: false };
    }
    // Closing brackets ahead show that the text goes on, so it is not truncated here.
    if (!atEnd && source.brackets().closersAhead(state.position) > 0) {
      const end = source.brackets().nextCloser(start + 1);
      return { resume: end < 0 ? source.find('\n\n', state.position) : end + 1, unreadable: true };
    }
  }
  const isWhole = isClosed || endsWithout(state);
  const complete = isWhole && !state.isCut && !endsInString(state);
  if (!complete) repair(state, 'truncated');
  else if (!isClosed) repair(state, 'bracket-missing');
  while (state.frames.length > 0) close(state);
  return {
    value: state.root,
    start,
    end: state.position,
    complete,
    repairs: state.log,
    deepest: state.deepest,
    members: root.count,
    ellipses: state.ellipses,
    bare: root.count > 0 && root.solid === 0,
    trace: state.trace ?? [],
  };
}

/** True after a member, also after its comma when the text goes on, as after a closed fence. */
function endsMember(state: ParserState): boolean {
  const { source, text, frames, separator, position } = state;
  const [{ key, comma } = { key: '', comma: -1 }] = frames;
  if (separator) return true;
  if (key !== undefined || comma < 0 || skipTrivia(source, position) >= text.length) return false;
  repair(state, 'trailing-comma', comma);
  return true;
}

/** True when a quote follows the last bracket, and one before was taken for missing: the text ends inside a string. */
function endsInString({ text, position, log }: ParserState): boolean {
  const isQuoted = matchLength(quoteAfter, text, position) > 0;
  return isQuoted && log.some(({ kind }) => kind === 'missing-quote-close');
}
const quoteAfter = /[ \\]{0,8}"/y;

/** A closed fence, a closing tag, the mark of an end, or prose after an empty line. */
const textAfter = /\s*(?:`{3}|~{3}|<\/|<\|)|[ \t\r]*\n[ \t\r]*\n\s*[\p{L}*#>(（「]/uy;
/** True when the text goes on after a whole value whose last brackets are missing, and is not cut. */
function endsWithout({ text, separator, position }: ParserState): boolean {
  return (
    separator &&
    matchLength(textAfter, text, position) > 0 &&
    !cutNote.test(text.slice(position, position + 400))
  );
}

/** Reads one key, value or separator. Returns false when the text or the data ends. */
function step(state: ParserState): boolean {
  const { source, frames, position: from } = state;
  const frame = frames.at(-1);
  if (frame && readCleanToken(state, frame)) return true;
  const next = skipTrivia(source, from, state.log);
  const char = structureAt(source, next);
  if (!frame || (char === END && !matchLength(barePlaceholder, state.text, next))) return false;
  state.position = next;
  if (readToken(state, frame, char, from)) return true;
  // The text after the data is not part of it, nor is the space in between.
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
  if (skipBullet(state)) return true;
  if (skipEllipsis(state, frame, ellipsisLength(state.text, state.position))) return true;
  if (keyDue) return readKey(state, frame, char);
  if (!isOpener(char)) return readValue(state, frame, char);
  // `[see {"a": 1}`: the words are prose, and the value begins at the next bracket.
  if (!state.committed && frame.count > 0 && frame.solid === 0) return false;
  openContainer(state, char);
  return true;
}

/** The mark of a list item at the start of a line, before a key or a value, `- "city": "Oslo"`, or of a symbol before `=>`. */
const bullet =
  /(?<=\n[ \t]{0,40})[-*+•・][ \t]{0,4}(?=["'“「])|:(?=\w{1,60}\s{0,8}=>)|(?<==>\s{0,4}):(?=\w)/y;
function skipBullet(state: ParserState): boolean {
  const length = matchLength(bullet, state.text, state.position);
  if (length === 0) return false;
  repair(state, 'stray-character');
  state.position += length;
  return true;
}

function readComma(state: ParserState, frame: Frame): boolean {
  if (!state.separator) repair(state, frame.count > 0 ? 'double-comma' : 'leading-comma');
  else frame.comma = state.position;
  noteFullWidth(state);
  state.position += 1;
  state.separator = false;
  return true;
}

/** Repairs a missing comma, or a missing bracket and comma. */
function readMissingSeparator(
  state: ParserState,
  frame: Frame,
  char: string,
  from: number,
): boolean {
  const { source, text, frames, position } = state;
  const gap = text.slice(from, Math.min(position, sightEnd(source, from)));
  spend(source, gap.length);
  // After a blank line, prose may contain a colon: `Note: ...`.
  const ownLine = gap.includes('\n') && !blankLine.test(gap);
  if (!frame.list && char === '{' && frames.at(-2)?.list) {
    closeMissing(state, position);
    return true;
  }
  const missing = frame.list
    ? isElementAt(source, position) || findKeyEnd(source, position) >= 0
    : isKeyAt(source, position, ownLine || !frame.quotedKeys);
  if (!missing) return false;
  repair(state, 'missing-comma');
  state.separator = false;
  return true;
}

/** Drops text between a value and a separator on the same line. Longer text ends the data. */
function skipStray(state: ParserState, char: string, from: number): boolean {
  const { source, text, position, committed } = state;
  const length = char === ';' ? 1 : matchLength(strayText, text, position);
  if (!committed || length === 0 || hasLineBreak(source, from, position)) return false;
  const follow = peek(source, position + length);
  if (char !== ';' && follow !== ',' && !isCloser(follow)) return false;
  repair(state, 'stray-character');
  state.position = position + length;
  state.separator = char !== ';';
  return true;
}
