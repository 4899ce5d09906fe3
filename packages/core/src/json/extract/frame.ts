import type { JsonValue } from '../../vocabulary/json-value.ts';

/** An object under construction. */
export type MutableObject = { [key: string]: JsonValue };

interface OpenContainer {
  /** Offset of the opening bracket. */
  readonly start: number;
  /** Offset of a comma that waits for the next member, -1 without one. */
  comma: number;
  /** Members or elements met so far, dropped ones included. */
  count: number;
}

/** An object that waits for its closing bracket. */
export interface ObjectFrame extends OpenContainer {
  readonly shape: 'object';
  readonly value: MutableObject;
  /** The key that waits for its value. */
  key: string | undefined;
  keyAt: number;
  quotedKeys: boolean;
  /** Written with `{{` as in a template, so `}}` closes it. */
  doubled: boolean;
  /** Written with brackets: `["a": 1]`. */
  readonly bracketed: boolean;
}

/** An array, a Python tuple or the arguments of a constructor such as `ObjectId("...")`. */
export interface ArrayFrame extends OpenContainer {
  readonly shape: 'array' | 'tuple' | 'call';
  readonly value: JsonValue[];
  /** Elements that carried quotes or a form of their own; prose in brackets has none. */
  solid: number;
}

export type Frame = ObjectFrame | ArrayFrame;

export function openObject(start: number, bracketed = false): ObjectFrame {
  return {
    shape: 'object',
    start,
    value: {},
    key: undefined,
    keyAt: start,
    comma: -1,
    count: 0,
    quotedKeys: true,
    doubled: false,
    bracketed,
  };
}

export function openArray(shape: ArrayFrame['shape'], start: number): ArrayFrame {
  return { shape, start, value: [], comma: -1, count: 0, solid: 0 };
}

/** Own data property whatever the key; assignment to `__proto__` would set the prototype. */
export function setMember(object: MutableObject, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  } else {
    // oxlint-disable-next-line no-param-reassign -- the object is being built here
    object[key] = value;
  }
}
