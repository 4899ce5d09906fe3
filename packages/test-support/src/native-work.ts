/**
 * Counts the work of built-in functions, which block counts do not contain: each is replaced by one that adds the
 * characters or elements it touched. Not seen are comparing, hashing and joining of strings; what joining costs
 * later shows in the allocated bytes. Backtracking of regular expressions is not seen either: `pnpm regexes` is for that.
 */
export interface NativeWork {
  /** Returns what was counted since the last call, and starts again at 0. */
  take(): number;
  /** Calls `listener` with each charge from now on; `undefined` ends that. */
  trace(listener: ((charged: number) => void) | undefined): void;
}

type Method = (this: unknown, ...given: unknown[]) => unknown;
type Cost = (result: unknown, self: unknown, given: readonly unknown[]) => number;

/** Arrays up to this length lose their first element without moving the others (V8: up to 128 KB). */
const cheapShift = 16_000;

/** Replaces the built-in functions of this process. There is no way back, so call it in a separate process. */
export function countNativeWork(): NativeWork {
  let count = 0;
  let listener: ((charged: number) => void) | undefined;
  const report = (charged: number): void => {
    const heard = listener;
    listener = undefined; // it uses counted functions itself
    heard?.(charged);
    listener ??= heard;
  };
  const add = (charged: number): void => {
    count += charged;
    if (listener !== undefined) report(charged);
  };
  const { indexOf, lastIndexOf } = String.prototype;
  const { exec } = RegExp.prototype;
  const position = Array.prototype.indexOf;
  const { ceil, log2 } = Math;
  const { apply } = Reflect;

  // A cost reads `given[0]`: destructuring would step a counted iterator, which takes longer than the function itself.
  const charge = (owner: object, names: readonly string[], cost: Cost): void => {
    for (const name of names) {
      const original = Object.getOwnPropertyDescriptor(owner, name);
      if (typeof original?.value !== 'function') continue;
      const method = original.value as Method; // checked in the line above
      const counted = {
        [name](this: unknown, ...given: unknown[]): unknown {
          const result = apply(method, this, given);
          add(1 + cost(result, this, given));
          return result;
        },
      }[name];
      if (counted === undefined) continue;
      Object.defineProperty(counted, 'length', { value: method.length, configurable: true });
      Object.defineProperty(owner, name, { ...original, value: counted });
    }
  };

  const text = String.prototype;
  charge(text, ['indexOf'], (at, self, given) => passed(self, Number(at), Number(given[1] ?? 0)));
  charge(text, ['includes'], (_, self, given) => {
    const start = Number(given[1] ?? 0);
    return passed(self, indexOf.call(self, String(given[0]), start), start);
  });
  charge(text, ['lastIndexOf'], (_, self, given) => {
    const start = given[1] === undefined ? lengthOf(self) : Number(given[1]);
    const at = lastIndexOf.call(self, String(given[0]), start);
    return at < 0 ? start : start - at;
  });
  charge(text, ['startsWith', 'endsWith', 'localeCompare'], (_, __, given) => lengthOf(given[0]));
  charge(text, ['toLowerCase', 'toUpperCase', 'toLocaleLowerCase'], (_, self) => lengthOf(self));
  charge(text, ['toLocaleUpperCase', 'normalize'], (_, self) => lengthOf(self));
  charge(text, ['isWellFormed', 'toWellFormed'], (_, self) => lengthOf(self));
  charge(
    text,
    ['trim', 'trimStart', 'trimEnd'],
    (result, self) => lengthOf(self) - lengthOf(result),
  );
  charge(text, ['repeat', 'padStart', 'padEnd'], lengthOf);
  charge(text, ['replace', 'replaceAll'], (result, self) =>
    result === self ? 0 : lengthOf(self) + lengthOf(result),
  );
  charge(text, ['split'], (result, self) => lengthOf(self) + lengthOf(result));
  charge(String, ['fromCharCode', 'fromCodePoint'], (_, __, given) => given.length);

  // Every use of a pattern (`test`, `match`, `replace`, `split` ...) calls `exec` once `exec` is not the built-in one.
  // oxlint-disable-next-line no-extend-native -- it is replaced, nothing is added
  Object.defineProperty(RegExp.prototype, 'exec', {
    configurable: true,
    writable: true,
    value: function countedExec(this: RegExp, subject: unknown): RegExpExecArray | null {
      const { lastIndex } = this;
      const result = exec.call(this, String(subject));
      const start = this.global || this.sticky ? lastIndex : 0;
      if (result !== null) add(1 + result.index + result[0].length - start);
      else if (this.sticky || isAnchored(this)) add(1);
      else add(1 + Math.max(0, lengthOf(subject) - start));
      return result;
    },
  });

  const list = Array.prototype;
  charge(list, ['indexOf', 'findIndex'], (at, self, given) =>
    passed(self, Number(at), typeof given[1] === 'number' ? given[1] : 0),
  );
  charge(list, ['includes'], (_, self, given) => {
    const start = typeof given[1] === 'number' ? given[1] : 0;
    return passed(self, position.call(self, given[0], start), start);
  });
  charge(list, ['lastIndexOf', 'reverse', 'copyWithin', 'flat'], (_, self) => lengthOf(self));
  charge(list, ['fill'], filled);
  charge(list, ['slice', 'concat', 'toReversed', 'with'], lengthOf);
  charge(list, ['join', 'toString'], (result, self) => lengthOf(self) + lengthOf(result));
  charge(list, ['sort', 'toSorted'], (_, self) => {
    const length = lengthOf(self);
    return length * ceil(log2(length + 1));
  });
  charge(list, ['splice', 'toSpliced'], (_, self, given) =>
    Math.max(0, lengthOf(self) - Math.max(0, Number(given[0]))),
  );
  charge(list, ['unshift'], (_, self) => lengthOf(self));
  charge(list, ['shift'], (_, self) => (lengthOf(self) > cheapShift ? lengthOf(self) : 0));
  charge(list, ['push'], (_, __, given) => given.length);
  charge(Array, ['from', 'of'], lengthOf);
  // Spread, destructuring and `new Set(list)` take one element after the other.
  for (const iterator of [[][Symbol.iterator](), ''[Symbol.iterator]()]) {
    const prototype = Object.getPrototypeOf(iterator) as { next: (this: unknown) => unknown }; // every iterator has it
    const step = prototype.next;
    prototype.next = function next() {
      count += 1;
      if (listener !== undefined) report(1);
      return step.call(this);
    };
  }

  charge(
    Object,
    ['keys', 'values', 'entries', 'getOwnPropertyNames', 'getOwnPropertySymbols'],
    lengthOf,
  );
  charge(Object, ['assign', 'freeze', 'fromEntries', 'groupBy'], keyCount);
  charge(Reflect, ['ownKeys'], lengthOf);
  charge(JSON, ['parse'], (_, __, given) => lengthOf(given[0]));
  charge(JSON, ['stringify'], lengthOf);
  charge(
    globalThis,
    ['encodeURIComponent', 'decodeURIComponent', 'encodeURI', 'decodeURI'],
    (_, __, given) => lengthOf(given[0]),
  );
  charge(globalThis, ['atob', 'btoa'], (_, __, given) => lengthOf(given[0]));
  charge(TextEncoder.prototype, ['encode'], (_, __, given) => lengthOf(given[0]));
  charge(TextDecoder.prototype, ['decode'], lengthOf);
  const typed = (Object.getPrototypeOf(Uint8Array) as typeof Uint8Array).prototype; // of all typed arrays
  charge(typed, ['slice', 'join', 'sort', 'toString'], lengthOf);
  charge(typed, ['fill'], filled);
  charge(typed, ['indexOf'], (at, self, given) => passed(self, Number(at), Number(given[1] ?? 0)));
  charge(typed, ['set'], (_, __, given) => lengthOf(given[0]));
  charge(Intl.Segmenter.prototype, ['segment'], (_, __, given) => lengthOf(given[0]));
  const segments = new Intl.Segmenter().segment('')[Symbol.iterator]();
  charge(Object.getPrototypeOf(segments) as object, ['next'], () => 0);

  return {
    take() {
      const taken = count;
      count = 0;
      return taken;
    },
    trace(next) {
      listener = next;
    },
  };
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  const { length } = value as { readonly length?: unknown }; // any object may have it
  return typeof length === 'number' ? length : 0;
}

/** How far a search from `start` went that ended at `at`, or at the end when it found nothing. */
function passed(self: unknown, at: number, start: number): number {
  return Math.max(0, (at < 0 ? lengthOf(self) : at) - Math.max(0, start));
}

function filled(_: unknown, self: unknown, given: readonly unknown[]): number {
  return Math.max(0, Number(given[2] ?? lengthOf(self)) - Number(given[1] ?? 0));
}

const keysOf = Object.keys;
function keyCount(value: unknown): number {
  return typeof value === 'object' && value !== null ? keysOf(value).length : 0;
}

/** True when a pattern without a match fails at the first place: each of its alternatives begins with `^`. */
function isAnchored(pattern: RegExp): boolean {
  if (pattern.multiline) return false;
  let known = anchored.get(pattern.source);
  if (known === undefined) {
    known = alternatives(pattern.source).every((part) => part.charCodeAt(0) === caret);
    anchored.set(pattern.source, known);
  }
  return known;
}
const anchored = new Map<string, boolean>();
const caret = 0x5e;

/** The alternatives of a pattern that no group holds. */
function alternatives(source: string): readonly string[] {
  const found: string[] = [];
  let [depth, start, isClass] = [0, 0, false];
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at];
    if (char === '\\') at += 1;
    else if (isClass) isClass = char !== ']';
    else if (char === '[') isClass = true;
    else if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    else if (char === '|' && depth === 0) {
      found[found.length] = source.slice(start, at);
      start = at + 1;
    }
  }
  return [...found, source.slice(start)];
}
