import type { JsonValue } from '../../vocabulary/json-value.ts';
import type { SourceText } from './text.ts';
import { note, type Repair, type RepairKind } from './types.ts';

/** The role of a string in its container. It decides what may follow the string. */
export type StringRole = 'key' | 'member' | 'element';

/** An object under construction. */
type MutableObject = { [key: string]: JsonValue };

/** A container that waits for its closing bracket. */
export interface Frame {
  /** Offset of the opening bracket. */
  readonly start: number;
  /** The bracket that closes it; `)` for a tuple, or a call such as `ObjectId("...")`. */
  readonly closer: string;
  /** The elements of an array; undefined for an object. */
  readonly list: JsonValue[] | undefined;
  readonly members: MutableObject;
  /** The key that waits for its value. */
  key: string | undefined;
  keyAt: number;
  /** The key of the last member. */
  lastKey: string | undefined;
  /** Offset of a comma that waits for the next member, -1 without one. */
  comma: number;
  /** Members or elements met so far, dropped ones included. */
  count: number;
  /** Number of quoted keys and of values that are not bare words. Prose in brackets has none. */
  solid: number;
  quotedKeys: boolean;
}

/** The members of every array. No member is ever set in it. */
const noMembers: MutableObject = Object.freeze({});

/** Creates the frame of an array from `list`, or of an object without it. */
export function createFrame(start: number, closer: string, list?: JsonValue[]): Frame {
  return {
    start,
    closer,
    list,
    members: list ? noMembers : {},
    key: undefined,
    keyAt: start,
    lastKey: undefined,
    comma: -1,
    count: 0,
    solid: 0,
    quotedKeys: true,
  };
}

/** Sets an own data property for any key. An assignment to `__proto__` would set the prototype. */
export function setMember(object: MutableObject, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    const rest = { configurable: true, enumerable: true, writable: true };
    Object.defineProperty(object, key, { value, ...rest });
  } else {
    // oxlint-disable-next-line no-param-reassign -- the object is being built here
    object[key] = value;
  }
}

/** The place of a value in its container. */
export interface TraceEntry {
  readonly container: object;
  readonly key: string | number;
  readonly start: number;
  readonly end: number;
}

/** The state of one attempt to read one value. */
export interface ParserState {
  readonly source: SourceText;
  readonly text: string;
  readonly log: Repair[];
  /** Open containers, the root first. */
  readonly frames: Frame[];
  position: number;
  /** A separator is due at `position`; else a key or a value. */
  separator: boolean;
  /** Name of the XML-like wrapper around the value. Its closing tag ends an unterminated string. */
  readonly wrapper: string | undefined;
  /** A member or element was read. The text from here on is data, even if it is broken. */
  committed: boolean;
  /** The brackets around the root are missing, so the end of the text does not show a cut. */
  readonly headless: boolean;
  /** The text ends inside a string, or may end there: a quote that nothing closes began a key. */
  isCut: boolean;
  /** Keys of the root. Such a key below the root shows that brackets before it are missing. */
  readonly rootKeys: readonly string[] | undefined;
  /** Each escape has its meaning in JSON, also in what looks like a path or TeX. */
  readonly plainEscapes: boolean;
  readonly trace: TraceEntry[] | undefined;
  /** The opening quote that `clean.ts` has looked at last, and its closing one. */
  quoteAt: number;
  quoteEnd: number;
  deepest: number;
  ellipses: number;
  root: JsonValue;
}

/** Adds a repair to the log, by default at the position. */
export function repair(state: ParserState, kind: RepairKind, at: number = state.position): void {
  note(state.log, kind, at);
}

/** Adds a repair when the structural character at the position is full-width. */
export function noteFullWidth(state: ParserState): void {
  if (state.text.charCodeAt(state.position) > 0x7f) repair(state, 'full-width-structure');
}

/** True when the innermost object uses keys without quotes. */
export function allowsUnquoted({ frames }: ParserState): boolean {
  return frames.at(-1)?.quotedKeys === false;
}
