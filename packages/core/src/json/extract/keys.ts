import { isJsonArray } from '../../vocabulary/json-value.ts';
import { closeMissing, open, openMissing } from './containers.ts';
import { createFrame, type Frame, noteFullWidth, type ParserState, repair } from './state.ts';
import { readString } from './strings.ts';
import {
  ellipsisLength,
  END,
  findClosingQuote,
  findKeyEnd,
  isElementAt,
  isKeyAt,
  isOpener,
  matchLength,
  peek,
  quoteStyleOf,
  skipTrivia,
  type SourceText,
  structureAt,
} from './text.ts';

export function skipEllipsis(state: ParserState, frame: Frame, length: number): boolean {
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

/** Reads a key and its colon. Returns false when there is no key. */
export function readKey(state: ParserState, frame: Frame, char: string): boolean {
  const { source, position } = state;
  const quoted = quoteStyleOf(char) !== undefined;
  const isWhole = findKeyEnd(source, position) >= 0;
  if (!isWhole && (reopenAsSet(state, frame) || reopenAsList(state, frame))) return true;
  if (isOpener(char)) return readNextObject(state, frame);
  frame.keyAt = position;
  if (frame.count === 0) frame.quotedKeys = quoted;
  if (isWhole) readQuotedKey(state, frame);
  else if (!readDoubtfulKey(state, frame, quoted)) return false;
  return readColon(state);
}

/** Reads a key without quotes, with damaged quotes or without its colon. */
function readDoubtfulKey(state: ParserState, frame: Frame, quoted: boolean): boolean {
  const { source, position, committed } = state;
  if (readDamagedKey(state, frame)) return true;
  const isCertain = quoted ? isQuotedKey(source, position) : isKeyAt(source, position, true);
  if (!committed && !isCertain) return false;
  return quoted ? readQuotedKey(state, frame) : readBareKey(state, frame);
}

function readQuotedKey(state: ParserState, frame: Frame): boolean {
  const key = readString(state, 'key');
  // A raw line break at the end does not belong to the key.
  const end = key.indexOf('\n', key.trimEnd().length);
  frame.key = end === -1 ? key : key.slice(0, end);
  frame.solid += 1;
  return true;
}

const keyLetter = String.raw`[^\n"“”:：,{}[\]]`;
const letters = `${keyLetter}{1,60}`;
const valueAhead = String.raw`(?=\s{0,8}[:：]\s{0,8}(?=["'“‘\[{(]|[.+-]{0,2}\d|true|false|null|True|False|None))`;
const valueEnd = String.raw`"\s{0,8}[,}]`;
/** Quoted keys with a damaged mark, with text beside the marks, or in one string with the value. Group 1 is the key. */
const damagedKeys = (
  [
    [String.raw`""?(${letters})(?<!\\)""?(?=\s{0,8}[:：])`, 'stray-character'],
    [`"(${letters})”${valueAhead}`, 'curly-quotes'],
    [`"(?! +[:：])(${letters}?)${valueAhead}`, 'missing-quote-close'],
    [`"(${letters})(?="${letters}${valueEnd})`, 'missing-quote-close'],
    [
      String.raw`"(${letters})(?=(?:: |：)(?:[^\n"\\]|\\.){1,400}${valueEnd})`,
      'missing-quote-close',
    ],
  ] as const
).map(([pattern, kind]) => [RegExp(pattern, 'y'), kind] as const);

/** Reads a quoted key whose marks are damaged, up to its colon. Returns false when there is no such key. */
function readDamagedKey(state: ParserState, frame: Frame): boolean {
  const { text, position } = state;
  for (const [pattern, kind] of damagedKeys) {
    pattern.lastIndex = position;
    const key = pattern.exec(text)?.[1];
    if (key === undefined) continue;
    repair(state, kind);
    // A raw line break shows that the text is not cut.
    state.isCut ||= !/["\n]/.test(text.slice(position + 1));
    state.position = pattern.lastIndex;
    frame.key = key.trimEnd();
    frame.solid += 1;
    return true;
  }
  return false;
}

/** True for a quoted key, also without its colon or its closing quote. */
function isQuotedKey(source: SourceText, index: number): boolean {
  const quote = findClosingQuote(source, index);
  if (quote < 0) return false;
  const next = skipTrivia(source, quote + 1);
  const char = structureAt(source, next);
  return char === END || char === '=' || isElementAt(source, next);
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

/** Reads the next object of a list after one without a closing bracket. */
function readNextObject(state: ParserState, frame: Frame): boolean {
  const { position, frames, committed } = state;
  if (!committed || !frames.at(-2)?.list) return false;
  frame.comma = -1;
  closeMissing(state, position);
  state.separator = false;
  return true;
}

/** Reads the colon after a key, or the character that replaces it. */
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
    while (text.charAt(state.position) === ':') {
      repair(state, 'stray-character');
      state.position += 1;
    }
  } else {
    repair(state, 'missing-colon');
    if (char === '=') state.position += text.charAt(next + 1) === '>' ? 2 : 1;
  }
  state.committed = true;
  return true;
}

/** Reads braces around strings without a colon as a list, or skips a remark: `{'x', 'y'}`, `{"... 3 more"}`. */
function reopenAsSet(state: ParserState, { start, count }: Frame): boolean {
  const { source, text, frames, position } = state;
  const end = source.brackets().nextCloser(position);
  const follow = peek(source, findClosingQuote(source, position) + 1);
  if (count > 0 || frames.length < 2 || source.find(':', position) < end) return false;
  const parent = frames.at(-2);
  if (parent?.list && ellipsisLength(text, position + 1) > 0) {
    frames.pop();
    return skipEllipsis(state, parent, end + 1 - position);
  }
  if (follow !== ',' && follow !== '}') return false;
  frames.pop();
  repair(state, 'tuple', start);
  open(state, createFrame(start, '}', []), 0);
  return true;
}

/**
 * Opens a list whose opening bracket is missing before its first element, which was read as the
 * value of a key: `"a": 1, 2]`. Returns false when no such bracket is missing.
 */
function reopenAsList(state: ParserState, frame: Frame): boolean {
  const { source, text, position } = state;
  const { lastKey = '', members, keyAt } = frame;
  const value = members[lastKey];
  if (frame.comma < 0 || value === undefined || !isElementAt(source, position)) return false;
  const isList = isJsonArray(value);
  if (isList !== (text.charAt(position) === '[')) return false;
  // The bracket is missing before the scalars after other lists: `[[1], 2, 3], [4]`.
  const lists = isList ? value.findLastIndex(isJsonArray) + 1 : 0;
  const first =
    isList && lists % value.length > 0 ? [...value.slice(0, lists), value.slice(lists)] : [value];
  const list = createFrame(keyAt, ']', first);
  if (!openMissing(state, list, position)) return false;
  delete members[lastKey];
  frame.key = lastKey;
  frame.count -= 1;
  frame.comma = -1;
  list.count = first.length;
  list.solid = 1;
  return true;
}
