import type { JsonValue } from '../../vocabulary/json-value.ts';
import { readLiteral, readScalar, takeText } from './scalars.ts';
import {
  createFrame,
  type Frame,
  noteFullWidth,
  type ParserState,
  repair,
  setMember,
  type StringRole,
  type TraceEntry,
} from './state.ts';
import { readString } from './strings.ts';
import {
  ellipsisLength,
  END,
  findClosingQuote,
  findKeyEnd,
  hasLineBreak,
  isCloser,
  isElementAt,
  isKeyAt,
  isMemberAfterClosers,
  isOpener,
  isPlain,
  isScalarAt,
  matchLength,
  quoteStyleOf,
  sightEnd,
  skipTrivia,
  type SourceText,
  spend,
  structureAt,
} from './text.ts';
import type { Repair, RepairKind } from './types.ts';

/** The object or array that was read at an opening bracket. */
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
  readonly plainEscapes?: boolean;
  readonly wrapper?: string | undefined;
  readonly rootKeys?: readonly string[] | undefined;
  /** Close inner containers at keys of the root. */
  readonly closeAtRootKeys?: boolean;
  readonly trace?: boolean;
  /** Deeper containers are skipped, because the value will be refused. @default Infinity */
  readonly maxDepth?: number;
}

const blankLine = /\n[ \t\r]*\n/;
/** Text between a value and the next separator on the same line. */
const strayText = /[^\n"'{}[\],:，、｛｝［］]{1,80}/y;

/**
 * Reads one object or array and repairs it. A loop over a stack of open containers reads one token after the other, so
 * deep nesting needs memory and no call stack. Time is linear in the text that is consumed.
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
    headless = false,
    plainEscapes = false,
  }: ParseOptions = {},
): ParsedContainer | NoValue {
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
    headless,
    isCut: false,
    plainEscapes,
    trace: trace ? [] : undefined,
    maxDepth,
    deepest: 0,
    ellipses: 0,
    root: null,
  };
  const root = headless ? openHeadless(state) : openContainer(state, structureAt(source, start));
  while (state.frames.length > 0 && step(state)) {
    // Each step consumes at least one token.
  }
  const atEnd = structureAt(source, skipTrivia(source, state.position)) === END;
  // An object without its first bracket may also be without its last one.
  const isClosed =
    state.frames.length === 0 ||
    (headless && atEnd && state.separator && state.frames.length === 1);
  if (!isClosed) {
    if (!state.committed && !atEnd) {
      return { resume: Math.max(state.position, start + 1), unreadable: false };
    }
    // Closing brackets ahead show that the text goes on, so it is not truncated here.
    if (!atEnd && source.brackets().closersAhead(state.position) > 0) {
      const end = source.brackets().nextCloser(start + 1);
      return { resume: Math.max(end < 0 ? state.position : end + 1, start + 1), unreadable: true };
    }
  }
  const isWhole = isClosed || endsWithout(state);
  const complete = isWhole && !state.isCut;
  if (!complete) repair(state, 'truncated');
  else if (!isClosed) repair(state, 'bracket-missing');
  if (state.frames.length === 0) dropExtraClosers(state);
  while (state.frames.length > 0) close(state);
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

/** A closed fence, a closing tag, the mark of an end, or prose after an empty line. */
const textAfter = /\s*(?:`{3}|~{3}|<\/|<\|)|[ \t\r]*\n[ \t\r]*\n\s*[\p{L}*#>(（「]/uy;
const cutNote =
  /truncat|cut off|limit|too long|stopped|incomplete|continu|tokens|the rest|中断|省略|続き|続く|続け|上限|途中|打ち切|以下略/i;

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
  if (skipEllipsis(state, frame, ellipsisLength(state.text, state.position))) return true;
  if (keyDue) return readKey(state, frame, char);
  if (!isOpener(char)) return readValue(state, frame, char);
  // `[see {"a": 1}`: the words are prose, and the value begins at the next bracket.
  if (!state.committed && frame.count > 0 && frame.solid === 0) return false;
  if (state.frames.length >= state.maxDepth) skipContainer(state, frame);
  else openContainer(state, char);
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
    ? isElementAt(source, position) || (ownLine && state.committed && frame.solid < frame.count)
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
  const follow = structureAt(source, skipTrivia(source, position + length));
  if (char !== ';' && follow !== ',' && !isCloser(follow)) return false;
  repair(state, 'stray-character');
  state.position = position + length;
  state.separator = char !== ';';
  return true;
}

/** A remark between quotes where a member is due, with an ellipsis: `{"... 3 more ..."}`. */
const quotedEllipsis = /"[^"\n]{0,80}(?:\.{3}|…)[^"\n]{0,80}"(?=\s{0,20}[,}])/y;

function skipEllipsis(state: ParserState, frame: Frame, length: number): boolean {
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

const keyText =
  /[^\s"'{}[\],:，：、｛｝［］「」『』“”<>(][^\n"'{}[\],:，：、｛｝［］]{0,80}?(?=\s{0,8}(?:[:：=]|"\s{0,8}[:：]))/uy;
/** A key without quotes that is certainly a key, even before other members were read. */
const proseKey =
  /(?:[\p{L}_$][\p{L}\p{N}_$.-]{0,60}|\d{1,20})(?="?\s{0,8}[:：]|\s{0,8}=\s{0,8}["'\d[{])/uy;
const openKey = /"[\w-]{1,60}\s{0,8}:[^\n"]{0,80}[,\n]/y;

/** Reads what is in the place of a key: a remark with an ellipsis, a set, an element of an unopened list. */
function reopen(state: ParserState, frame: Frame): boolean {
  const { text, position } = state;
  const isQuoted = text.charAt(position) === '"';
  return (
    (isQuoted && skipEllipsis(state, frame, matchLength(quotedEllipsis, text, position))) ||
    reopenAsSet(state, frame) ||
    reopenAsList(state, frame)
  );
}

/** Reads a key and its colon. Returns false when there is no key. */
function readKey(state: ParserState, frame: Frame, char: string): boolean {
  const { source, position } = state;
  const quoted = quoteStyleOf(char) !== undefined;
  const keyEnd = quoted ? findKeyEnd(source, position) : -1;
  const isWhole = keyEnd >= 0;
  if (!isWhole && reopen(state, frame)) return true;
  if (isOpener(char)) return readBracketForKey(state, frame, char);
  frame.keyAt = position;
  if (frame.count === 0) frame.quotedKeys = quoted;
  if (isWhole && isPlain(source, position, keyEnd)) takeKey(state, frame, keyEnd);
  else if (isWhole) readQuotedKey(state, frame);
  else if (!readDoubtfulKey(state, frame, quoted)) return skipNoise(state);
  if (state.rootKeys && state.frames.length > 1) leaveForRootKey(state, frame);
  return readColon(state);
}

/** Reads a key without quotes, with damaged quotes or without its colon. */
function readDoubtfulKey(state: ParserState, frame: Frame, quoted: boolean): boolean {
  const { source, text, position, committed } = state;
  if (readDamagedKey(state, frame)) return true;
  const isCertain = quoted
    ? isQuotedKey(source, position)
    : matchLength(proseKey, text, position) > 0;
  if (!committed && !isCertain) return false;
  return quoted ? readQuotedKey(state, frame) : readBareKey(state, frame);
}

/** Takes a key without escapes, whose closing quote is known. */
function takeKey(state: ParserState, frame: Frame, end: number): void {
  const { text, position } = state;
  const style = quoteStyleOf(text.charAt(position));
  if (style?.repair) repair(state, style.repair);
  frame.key = text.slice(position + 1, end);
  frame.solid += 1;
  state.position = end + 1;
}

function readQuotedKey(state: ParserState, frame: Frame): boolean {
  const { value, cut } = readString(state, 'key');
  if (cut) return false;
  frame.key = value;
  frame.solid += 1;
  return true;
}

const keyLetters = String.raw`[^\n"“”:：,{}[\]]`;
const valueAhead = String.raw`\s{0,8}[:：]\s{0,8}(?=["'“‘\[{(\d.+-]|true|false|null|True|False|None)`;
/** Quoted keys with a damaged mark, or with text beside the marks. Group 1 is the key. */
const damagedKeys: readonly (readonly [RegExp, RepairKind])[] = [
  [RegExp(`""(${keyLetters}{1,60})""(?=\\s{0,8}[:：])`, 'y'), 'stray-character'],
  [RegExp(`"(${keyLetters}{1,60})”(?=${valueAhead})`, 'y'), 'curly-quotes'],
  [RegExp(`"(${keyLetters}{1,60}?)(?=${valueAhead})`, 'y'), 'missing-quote-close'],
  [RegExp(`"(${keyLetters}{1,60})"${keyLetters}{1,20}(?=${valueAhead})`, 'y'), 'stray-character'],
  [
    RegExp(
      `"(${keyLetters}{1,60}"${keyLetters}{1,60}(?:"${keyLetters}{1,60})?)"(?=${valueAhead})`,
      'y',
    ),
    'unescaped-quote',
  ],
];

/** Reads a quoted key whose marks are damaged, up to its colon. Returns false when there is no such key. */
function readDamagedKey(state: ParserState, frame: Frame): boolean {
  const { text, position } = state;
  for (const [pattern, kind] of text.charAt(position) === '"' ? damagedKeys : []) {
    pattern.lastIndex = position;
    const key = pattern.exec(text)?.[1];
    if (key === undefined) continue;
    repair(state, kind);
    state.isCut ||= state.source.find('"', position + 1) >= text.length;
    state.position = pattern.lastIndex;
    frame.key = key.trimEnd();
    frame.solid += 1;
    return true;
  }
  return false;
}

/** Words or signs where a key is due, before a quoted key. */
const noiseBeforeKey = /[^\s"'“{}[\],:：][^"“{}[\],:：\n]{0,40}\s{0,40}(?=["“])/y;

/** Skips noise before a quoted key. Returns false when there is no noise. */
function skipNoise(state: ParserState): boolean {
  const { source, text, position } = state;
  const length = matchLength(noiseBeforeKey, text, position);
  if (length === 0 || !isKeyAt(source, position + length)) return false;
  repair(state, 'stray-character');
  state.position = position + length;
  return true;
}

/** True for a quoted key, also without its colon or its closing quote. */
function isQuotedKey(source: SourceText, index: number): boolean {
  const { text } = source;
  if (isKeyAt(source, index)) return true;
  const quote = findClosingQuote(source, index);
  if (quote < 0) return false;
  const next = skipTrivia(source, quote + 1);
  const char = structureAt(source, next);
  if (char === '=' || isOpener(char) || quoteStyleOf(char)) return true;
  return isScalarAt(text, next) || matchLength(openKey, text, index) > 0;
}

function readBareKey(state: ParserState, frame: Frame): boolean {
  const { text, position } = state;
  const length = matchLength(keyText, text, position);
  if (length === 0) return false;
  const end = position + length;
  const halfQuoted = text.charAt(end) === '"';
  frame.key = text.slice(position, end).trimEnd();
  repair(state, halfQuoted ? 'missing-quote-open' : 'unquoted-key');
  state.position = halfQuoted ? end + 1 : end;
  return true;
}

/** Reads `{{` of a template, or the next object after one without a closing bracket. */
function readBracketForKey(state: ParserState, frame: Frame, char: string): boolean {
  const { source, position, frames, committed } = state;
  const next = skipTrivia(source, position + 1);
  if (char === '{' && frame.count === 0 && !frame.doubled && isKeyAt(source, next, true)) {
    repair(state, 'extra-bracket');
    frame.doubled = true;
    state.position = position + 1;
    return true;
  }
  const parent = frames.at(-2);
  if (!committed || !parent?.list) return false;
  frame.comma = -1;
  closeMissing(state, position);
  state.separator = false;
  return true;
}

/** Handles a key of the root below the root. If brackets are missing, it closes all inner containers. */
function leaveForRootKey(state: ParserState, frame: Frame): void {
  const { frames, rootKeys } = state;
  const root = frames[0];
  const { key, keyAt } = frame;
  if (key === undefined || !root || root.list || !rootKeys?.includes(key)) return;
  if (root.key === key || Object.hasOwn(root.members, key)) return;
  state.metRootKey = true;
  if (!state.closeAtRootKeys) return;
  frame.comma = -1;
  while (frames.length > 1) closeMissing(state, keyAt);
  root.key = key;
  root.keyAt = keyAt;
}

/** Reads the colon after a key, or the character that replaces it. */
function readColon(state: ParserState): boolean {
  const { source, text } = state;
  const next = skipTrivia(source, state.position, state.log);
  const char = structureAt(source, next);
  state.separator = false;
  if (char === END) return true;
  state.position = next;
  if (char === ':') {
    noteFullWidth(state);
    state.position += 1;
    while (text.charAt(state.position) === ':') {
      repair(state, 'stray-character');
      state.position += 1;
    }
  } else {
    repair(state, 'missing-colon');
    if (char === '=') state.position += text.charAt(next + 1) === '>' ? 2 : 1;
    else if (!isElementAt(source, next) && char !== ',' && !isCloser(char)) return false;
  }
  state.committed = true;
  return true;
}

/** A few words up to a comma, bracket or line break. */
const proseElement = /[^\s"'{}[\],<>][^\n"{}[\],]{0,80}(?=[\],\n])/y;
/** Such words before a quote whose partner is missing. */
const halfQuotedElement = /[^\s"'{}[\],<>][^\n"{}[\],]{0,80}"(?=\s{0,8}[,\]])/y;
/** The start of a number or literal at the end of the text. */
const cutElement = /(?:[-+]|[a-zA-Z]{1,8})$/y;

function beginsElement(text: string, position: number): boolean {
  return [proseElement, halfQuotedElement, cutElement].some(
    (pattern) => matchLength(pattern, text, position) > 0,
  );
}

/** A name to be replaced, `<size in cm>`, which is no tag. */
const barePlaceholder = /<[\p{L}_][^<>/\n]{0,80}>(?=\s{0,20}[,}\]])/uy;
const callName = /(?:new )?[A-Za-z_][\w.]{0,40}\(/y;

/** Signs before a bracket, where a value is due. */
const noiseBeforeBracket = /[^\s"'“`{}()[\]<>,，、:：\w\p{L}]{1,3}\s*(?=[{[])/uy;
/** Signs, or one or two letters, before a string: also the prefixes of Python. */
const noiseBeforeString =
  /(?:[^\s"'“`{}()[\]<>,，、:：\w\p{L}]{1,3}|[bfruBFRU]{1,2}|[A-Za-z]{1,2}\s+)\s*(?=["'])/uy;
const stringPrefix = /[bfru]{1,2}$/i;

/** Skips noise before a string that ends where a value ends. */
function skipNoiseBeforeString(state: ParserState): void {
  const { source, text, position } = state;
  const length = matchLength(noiseBeforeString, text, position);
  if (length === 0 || !isElementAt(source, position + length)) return;
  if (findClosingQuote(source, position + length) >= text.length) return;
  const isPrefix = stringPrefix.test(text.slice(position, position + length));
  repair(state, isPrefix ? 'language-literal' : 'stray-character');
  state.position = position + length;
}

/** Reads a string or scalar, or opens a tuple. Returns false when there is no value. */
function readValue(state: ParserState, frame: Frame, due: string): boolean {
  const role = frame.list ? 'element' : 'member';
  if (quoteStyleOf(due)) return readStringValue(state, frame, role);
  if (state.committed || isScalarAt(state.text, state.position)) {
    const { position } = state;
    const plain = due >= '0' && due <= '9' ? readScalar(state, role) : readLiteral(state);
    if (plain) return attachScalar(state, frame, plain, position);
  }
  const noise = matchLength(noiseBeforeBracket, state.text, state.position);
  if (noise > 0 && state.committed) {
    repair(state, 'stray-character');
    state.position += noise;
    return true;
  }
  skipNoiseBeforeString(state);
  const { source, text, position, committed } = state;
  const char = structureAt(source, position);
  if (char === ',' || isCloser(char)) {
    repair(state, 'missing-value');
    attach(state, null, position, position);
    return true;
  }
  if (quoteStyleOf(char)) return readStringValue(state, frame, role);
  if (!committed && !isScalarAt(text, position) && !beginsElement(text, position)) return false;
  const call = char === '(' ? 1 : matchLength(callName, text, position);
  const inside = skipTrivia(source, position + call);
  if (call > 0 && (isElementAt(source, inside) || (call === 1 && text.charAt(inside) === ')'))) {
    repair(state, char === '(' ? 'tuple' : 'unquoted-value');
    open(state, createFrame(position, ')', []), call);
    return true;
  }
  const placeholder = matchLength(barePlaceholder, text, position);
  const scalar = placeholder > 0 ? takeText(state, placeholder) : readScalar(state, role);
  return attachScalar(state, frame, scalar, position);
}

function attachScalar(
  state: ParserState,
  frame: Frame,
  scalar: ReturnType<typeof readScalar>,
  position: number,
): boolean {
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
  const { value } = readString(state, role);
  const next = skipTrivia(source, state.position);
  if (structureAt(source, next) === ':') {
    if (isUnopened(state, position)) return openUnopened(state, value, position);
    if (frame.list) return readKeyInArray(state, frame, value, position);
  }
  frame.solid += 1;
  attach(state, value, position, state.position);
  return true;
}

/** True when more brackets close after `index` than are open there: an opening one is missing. */
function isUnopened({ source, frames }: ParserState, index: number): boolean {
  const { closersAhead, nextCloser } = source.brackets();
  return source.text.charAt(nextCloser(index)) === '}' && closersAhead(index) > frames.length;
}

/** Opens an object whose opening bracket is missing before its first key. */
function openUnopened(state: ParserState, key: string, keyAt: number): boolean {
  repair(state, 'bracket-missing', keyAt);
  const object = createFrame(keyAt, '}');
  open(state, object, 0);
  object.key = key;
  object.keyAt = keyAt;
  return readColon(state);
}

/**
 * Opens a list whose opening bracket is missing before its first element, which was read as the
 * value of a key: `"a": 1, 2]`. Returns false when no such bracket is missing.
 */
function reopenAsList(state: ParserState, frame: Frame): boolean {
  const { source, text, frames, position } = state;
  const { lastKey, lastAt, members } = frame;
  const value = lastKey === undefined ? undefined : members[lastKey];
  if (frame.comma < 0 || lastKey === undefined || value === undefined) return false;
  if (!isElementAt(source, position) || Array.isArray(value) !== (text.charAt(position) === '['))
    return false;
  const { closersAhead, nextCloser } = source.brackets();
  if (text.charAt(nextCloser(position)) !== ']' || closersAhead(position) <= frames.length)
    return false;
  delete members[lastKey];
  frame.key = lastKey;
  frame.count -= 1;
  frame.comma = -1;
  repair(state, 'bracket-missing', lastAt);
  const list = createFrame(lastAt, ']', [value]);
  list.count = 1;
  list.solid = 1;
  open(state, list, 0);
  return true;
}

/** Handles a key in an array. The array is not closed, or it should be an object. */
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

/** Opens an object whose opening bracket is missing. */
function openHeadless(state: ParserState): Frame {
  const frame = createFrame(state.position, '}');
  repair(state, 'bracket-missing');
  open(state, frame, 0);
  return frame;
}

/** A set of Python: strings in braces, and no key. */
const setOfStrings =
  /\{\s{0,40}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')(?:\s{0,40},\s{0,40}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')){1,40}\s{0,40},?\s{0,40}\}/y;

/** Turns an object without members into the list of a set. Returns false when it is not a set. */
function reopenAsSet(state: ParserState, { start, count }: Frame): boolean {
  const { frames, text } = state;
  if (count > 0 || matchLength(setOfStrings, text, start) === 0) return false;
  repair(state, 'tuple', start);
  frames.pop();
  open(state, createFrame(start, '}', []), 0);
  return true;
}

function openContainer(state: ParserState, char: string): Frame {
  const { position } = state;
  const frame = char === '{' ? createFrame(position, '}') : createFrame(position, ']', []);
  noteFullWidth(state);
  open(state, frame);
  return frame;
}

/**
 * Skips the container at the position by its brackets and strings. Its value becomes an empty list,
 * which is one level deeper than allowed.
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
  // Text with so many brackets is not prose.
  parent.solid += 1;
  state.deepest = state.maxDepth + 1;
  attach(state, [], start, state.position);
}

/** Deepest level whose places are traced. Unwrapping does not go deeper. */
const deepestTrace = 6;

/** Opens a container, whose bracket ends `length` after the position. */
function open(state: ParserState, frame: Frame, length = 1): void {
  state.position += length;
  state.frames.push(frame);
  state.deepest = Math.max(state.deepest, state.frames.length);
  state.separator = false;
}

/** Adds a finished value to the innermost container, or makes it the root. */
function attach(state: ParserState, value: JsonValue, start: number, end: number): void {
  const { frames, trace } = state;
  const frame = frames.at(-1);
  state.separator = true;
  if (!frame) {
    state.root = value;
    return;
  }
  const { list, members, key = '' } = frame;
  if (trace && frames.length < deepestTrace) {
    trace.push({ depth: frames.length, key: list ? list.length : key, start, end });
  }
  frame.count += 1;
  frame.comma = -1;
  frame.key = undefined;
  if (list) {
    list.push(value);
  } else {
    if (Object.hasOwn(members, key)) repair(state, 'duplicate-key', frame.keyAt);
    setMember(members, key, value);
    frame.lastKey = key;
    frame.lastAt = start;
  }
}

/** Closes the innermost container at `end` and adds it to its parent. */
function close(state: ParserState, end: number = state.position): void {
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
function readCloser(state: ParserState, char: string): void {
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
function closeMissing(state: ParserState, at: number): void {
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

/** Drops closing brackets without an opening one at the end of the text. */
function dropExtraClosers(state: ParserState): void {
  const { source } = state;
  const extra: number[] = [];
  let next = skipTrivia(source, state.position);
  const sight = sightEnd(source, next);
  // A parenthesis may close a call around the value.
  while (next < sight && /[}\]]/.test(structureAt(source, next))) {
    extra.push(next);
    next = skipTrivia(source, next + 1);
  }
  spend(source, next - state.position);
  if (structureAt(source, next) !== END) return;
  for (const at of extra) {
    repair(state, 'extra-bracket', at);
    state.position = at + 1;
  }
}
