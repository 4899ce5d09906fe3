import type { Subject } from '@kanmon/test-support';

// Functions whose growth is known, to try the meter on.

export const loop: Subject = (size) => () => {
  let sum = 0;
  for (let at = 0; at < size; at += 1) sum += at % 7;
  return sum;
};

export const loopInLoop: Subject = (size) => () => {
  let sum = 0;
  for (let at = 0; at < size; at += 1) {
    for (let inner = at; inner < size; inner += 1) if (inner % 2 === 0) sum += 1;
  }
  return sum;
};

/** Most of it is linear; the quadratic part is small and in built-in code. */
export const hiddenSearch: Subject = (size) => {
  const text = 'ab'.repeat(size / 2);
  return () => {
    let found = 0;
    for (let at = 0; at < size; at += 1) {
      for (let step = 0; step < 20; step += 1) found += 1;
      if (text.includes('x', at)) found += 1;
    }
    return found;
  };
};

export const oneSearch: Subject = (size) => {
  const text = 'ab'.repeat(size / 2);
  return () => text.split('a').join('').replaceAll('b', 'c').indexOf('x');
};

export const patternFromEachPlace: Subject = (size) => {
  const text = 'a'.repeat(size);
  return () => {
    const pattern = /b/g;
    for (let at = 0; at < size; at += 1) {
      pattern.lastIndex = at;
      pattern.test(text);
    }
  };
};

export const patternOverAll: Subject = (size) => {
  const text = 'a '.repeat(size);
  return () => text.replace(/ /g, '').match(/a/g)?.length;
};

export const copyAtEachStep: Subject = (size) => () => {
  let list: readonly number[] = [];
  // oxlint-disable-next-line no-accumulating-spread -- the fault that is to be found
  for (let at = 0; at < size; at += 1) list = [...list, at];
  return list;
};

/** `+=` and a look at each character: V8 copies the whole text each time. Only the bytes show it. */
export const flattenAtEachStep: Subject = (size) => () => {
  let [text, sum] = ['', 0];
  for (let at = 0; at < size; at += 1) {
    text += 'x';
    sum += text.charCodeAt(at >> 1);
  }
  return sum;
};

export const listOfAll: Subject = (size) => () => {
  const list: { at: number }[] = [];
  for (let at = 0; at < size; at += 1) list.push({ at });
  return list;
};

export const sorted: Subject = (size) => {
  const list = Array.from({ length: size }, (_, index) => (index * 7919) % size);
  return () => list.toSorted((first, second) => first - second);
};

export const anchoredAtEachPlace: Subject = (size) => {
  const text = 'ab'.repeat(size / 2);
  return () => {
    let found = 0;
    for (let at = 0; at < size; at += 1) if (/^(?:x|y)/.test(text.slice(at))) found += 1;
    return found;
  };
};

export const waits: Subject<number> = (size, turns) => async () => {
  for (let at = 0; at < size * turns; at += 1) await Promise.resolve();
};

export const throws: Subject = () => () => {
  throw new Error('this subject is broken');
};

export const ends: Subject = () => () => process.exit(3);
