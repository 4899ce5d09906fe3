import { END, isCloser, isOpener } from './characters.ts';
import { closeMissing } from './brackets.ts';
import type { Frame } from './frame.ts';
import { findClosingQuote, isElementAt, isKeyAt, isScalarAt } from './lookahead.ts';
import { noteFullWidth, type ParserState, repair } from './parser-state.ts';
import { quoteStyleOf } from './quotes.ts';
import { matchLength, skipTrivia, type SourceText, structureAt } from './source-text.ts';
import { readString } from './strings.ts';

const keyText =
  /[^\s"'{}[\],:，：、｛｝［］「」『』“”<>(][^\n"'{}[\],:，：、｛｝［］]{0,80}?(?=\s{0,8}(?:[:：=]|"\s{0,8}[:：]))/uy;
/** A key without quotes that does not need an object around it to be taken for one. */
const proseKey = /(?:[\p{L}_$][\p{L}\p{N}_$.-]{0,60}|\d{1,20})(?="?\s{0,8}[:：])/uy;
const openKey = /"[\w-]{1,60}\s{0,8}:[^\n"]{0,80}[,\n]/y;

/** Reads a key and its colon; false when there is no key. */
export function readKey(state: ParserState, frame: Frame, char: string): boolean {
  const { source, text, position } = state;
  if (isOpener(char)) return readBracketForKey(state, frame, char);
  const quoted = quoteStyleOf(char) !== undefined;
  const certain = quoted
    ? isQuotedKey(source, position)
    : matchLength(proseKey, text, position) > 0;
  if (!state.committed && !certain) return false;
  frame.keyAt = position;
  if (frame.count === 0) frame.quotedKeys = quoted;
  if (quoted) {
    const { value, cut } = readString(state, 'key');
    if (cut) return false;
    frame.key = value;
    frame.solid += 1;
  } else if (!readBareKey(state, frame)) {
    return false;
  }
  if (state.rootKeys && state.frames.length > 1) leaveForRootKey(state, frame);
  return readColon(state);
}

/** A quoted key, or one that lacks its colon or its closing quote. */
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

/** `{{` of a template, or an object whose closing bracket was forgotten before the next one. */
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

/** A key of the root was met below it: with brackets known to be missing, it ends what is open. */
function leaveForRootKey(state: ParserState, frame: Frame): void {
  const { frames, rootKeys } = state;
  const [root] = frames;
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

/** Reads the colon of the key that was just read, or what was written for it. */
export function readColon(state: ParserState): boolean {
  const { source, text } = state;
  const next = skipTrivia(source, state.position, state.log);
  const char = structureAt(source, next);
  state.separator = false;
  if (char === END) return true;
  state.position = next;
  if (char === ':') {
    noteFullWidth(state);
    state.position += 1;
  } else {
    repair(state, 'missing-colon');
    if (char === '=') state.position += text.charAt(next + 1) === '>' ? 2 : 1;
    else if (!isElementAt(source, next) && char !== ',' && !isCloser(char)) return false;
  }
  state.committed = true;
  return true;
}
