import { readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { GCProfiler, getHeapStatistics } from 'node:v8';
import { extractJson } from '../../src/json.ts';
import { type HostileShape, hostileText, type Work } from './work-meter.ts';

// Reads shapes and lengths from its input, and prints the work of `extractJson` on each text.

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

let native = 0;
const { indexOf, includes, replace } = String.prototype;
const { exec } = RegExp.prototype;
function countSearch(text: string, needle: string, from: number): void {
  const found = indexOf.call(text, needle, from);
  native += (found < 0 ? text.length : found) - from;
}
Object.assign(String.prototype, {
  indexOf(this: string, needle: string, from = 0): number {
    countSearch(this, needle, from);
    return indexOf.call(this, needle, from);
  },
  includes(this: string, needle: string, from = 0): boolean {
    countSearch(this, needle, from);
    return includes.call(this, needle, from);
  },
  replace(this: string, ...given: Parameters<typeof replace>): string {
    native += this.length;
    return replace.apply(this, given);
  },
});
Object.assign(RegExp.prototype, {
  exec(this: RegExp, text: string): RegExpExecArray | null {
    const match = exec.call(this, text);
    native += match?.[0].length ?? 0;
    return match;
  },
  test(this: RegExp, text: string): boolean {
    return this.exec(text) !== null;
  },
});

const { shapes, lengths } = JSON.parse(readFileSync(0, 'utf8')) as {
  readonly shapes: readonly HostileShape[];
  readonly lengths: readonly number[];
};
const works = shapes.map((shape) => {
  countWork(shape, 500); // compiles and builds what is built once
  return lengths.map((length) => countWork(shape, length));
});
console.log(JSON.stringify(works));

function countWork(shape: HostileShape, length: number): Work {
  const text = hostileText(shape, length);
  takeBlocks();
  native = 0;
  const collections = new GCProfiler();
  collections.start();
  const before = getHeapStatistics().used_heap_size;
  extractJson(text, shape.options);
  let bytes = getHeapStatistics().used_heap_size - before;
  // A collection frees what was allocated before it.
  for (const { beforeGC, afterGC } of collections.stop()?.statistics ?? []) {
    bytes += beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize;
  }
  return { native, bytes, blocks: takeBlocks() };
}

function takeBlocks(): number {
  let blocks = 0;
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error !== null) throw error;
    for (const { url, functions } of result) {
      if (!url.includes('/src/json/')) continue;
      for (const { ranges } of functions) blocks += weigh(ranges);
    }
  });
  return blocks;
}

/** Each block counts with its length. A range contains the ranges after it that start before its end. */
function weigh(ranges: readonly Profiler.CoverageRange[]): number {
  let sum = 0;
  const outer: Profiler.CoverageRange[] = [];
  for (const range of ranges) {
    while ((outer.at(-1)?.endOffset ?? Infinity) <= range.startOffset) outer.pop();
    const length = range.endOffset - range.startOffset;
    sum += length * (range.count - (outer.at(-1)?.count ?? 0));
    outer.push(range);
  }
  return sum;
}
