import type { JsonValue } from '../../vocabulary/json-value.ts';

/** An object under construction. */
export type MutableObject = { [key: string]: JsonValue };

/** A container that waits for its closing bracket. */
export interface Frame {
  /** Offset of the opening bracket. */
  readonly start: number;
  /** The bracket that closes it; `)` for a tuple, or a call such as `ObjectId("...")`. */
  readonly closer: string;
  /** Elements, unless it is an object. */
  readonly list: JsonValue[] | undefined;
  readonly members: MutableObject;
  /** The key that waits for its value. */
  key: string | undefined;
  keyAt: number;
  /** Offset of a comma that waits for the next member, -1 without one. */
  comma: number;
  /** Members or elements met so far, dropped ones included. */
  count: number;
  /** Quoted keys and values with a form of their own, which words of prose in brackets lack. */
  solid: number;
  quotedKeys: boolean;
  /** Opened with `{{` as in a template, so `}}` closes it. */
  doubled: boolean;
}

/** Stands in every array, where no member is ever set. */
const noMembers: MutableObject = Object.freeze({});

/** Opens an object when `list` is left out. */
export function createFrame(start: number, closer: string, list?: JsonValue[]): Frame {
  return {
    start,
    closer,
    list,
    members: list ? noMembers : {},
    key: undefined,
    keyAt: start,
    comma: -1,
    count: 0,
    solid: 0,
    quotedKeys: true,
    doubled: false,
  };
}

/** Own data property whatever the key; assignment to `__proto__` would set the prototype. */
export function setMember(object: MutableObject, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    const rest = { configurable: true, enumerable: true, writable: true };
    Object.defineProperty(object, key, { value, ...rest });
  } else {
    // oxlint-disable-next-line no-param-reassign -- the object is being built here
    object[key] = value;
  }
}
