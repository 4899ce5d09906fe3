import { Session } from 'node:inspector';
import { GCProfiler, getHeapStatistics } from 'node:v8';
import type { Reading } from './growth.ts';
import type { MeterAnswer, MeterRequest, Subject, WorkPlaces } from './meter.ts';
import { countNativeWork } from './native-work.ts';

// Runs subjects and counts their work. Started by `openMeter`, one process for each file of subjects.

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

const self = import.meta.url.slice(0, import.meta.url.lastIndexOf('/') + 1);
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const native = countNativeWork();

const file = process.argv[2];
if (file === undefined) throw new Error('expected the file of the subjects as the argument');
// A subject that is not a function is refused when it is requested.
const subjects = (await import(file)) as Readonly<Record<string, Subject<unknown> | undefined>>;

let last: Promise<unknown> = Promise.resolve(); // counts of two runs at once would mix
process.on('message', (request: MeterRequest) => {
  last = last.then(async () => process.send?.(await answer(request)));
});
process.send?.({ id: 0, reading: { blocks: 0, native: 0, bytes: 0 } } satisfies MeterAnswer);

async function answer({
  id,
  name,
  size,
  argument,
  places = 0,
  isUncounted = false,
}: MeterRequest): Promise<MeterAnswer> {
  try {
    const subject = subjects[name];
    if (typeof subject !== 'function') throw new Error(`${file} exports no function ${name}`);
    const run = subject(size, argument);
    if (typeof run !== 'function') throw new Error(`${name} must return the function to count`);
    if (isUncounted) {
      await run();
      return { id };
    }
    if (places > 0) return { id, places: await locate(run, places) };
    return { id, reading: await count(run) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function count(run: () => unknown): Promise<Reading> {
  takeBlocks();
  const collections = new GCProfiler();
  collections.start();
  const before = usedBytes();
  native.take();
  await run();
  const nativeWork = native.take();
  let bytes = usedBytes() - before;
  // What a collection freed was allocated before.
  for (const { beforeGC, afterGC } of collections.stop()?.statistics ?? []) {
    bytes += beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize;
  }
  return { blocks: takeBlocks(), native: nativeWork, bytes: Math.max(0, bytes) };
}

function usedBytes(): number {
  return getHeapStatistics().used_heap_size + process.memoryUsage().arrayBuffers;
}

/** The functions that did most of the work, and the lines that called most of the native work. */
async function locate(run: () => unknown, most: number): Promise<WorkPlaces> {
  takeBlocks();
  const callers = new Map<string, number>();
  native.trace((charged) => {
    const at = callerOf(new Error('a charge'));
    callers.set(at, (callers.get(at) ?? 0) + charged);
  });
  await run();
  native.trace(undefined);
  const functions = new Map<string, number>();
  takeBlocks((at, work) => functions.set(at, (functions.get(at) ?? 0) + work));
  return { blocks: largest(functions, most), native: largest(callers, most) };
}

function largest(works: ReadonlyMap<string, number>, most: number): readonly string[] {
  return [...works]
    .toSorted(([, first], [, second]) => second - first)
    .slice(0, most)
    .map(([at, work]) => `${work} ${at}`);
}

/** The first line of a stack that is not of this folder. */
function callerOf({ stack = '' }: Error): string {
  const lines = stack.split('\n').slice(1);
  return lines.find((line) => line.includes('file:') && !line.includes(self))?.trim() ?? 'unknown';
}

/** The blocks that ran since the last call, each weighed by its length without the blocks in it. */
function takeBlocks(each?: (at: string, work: number) => void): number {
  let blocks = 0;
  session.post('Profiler.takePreciseCoverage', (error, taken) => {
    if (error !== null) throw new Error(error.message);
    for (const { url, functions } of taken.result) {
      if (!url.startsWith('file:') || url.startsWith(self)) continue;
      for (const { functionName, ranges } of functions) {
        const work = weigh(ranges);
        blocks += work;
        each?.(`${functionName} ${url}:${ranges[0]?.startOffset}`, work);
      }
    }
  });
  return blocks;
}

/** Ranges come outer before inner. Each counts for the part that no inner one covers: V8 joins equal neighbours, which changes no sum of lengths. */
function weigh(ranges: readonly Range[]): number {
  let sum = 0;
  const outer: Range[] = [];
  for (const range of ranges) {
    let around = outer.at(-1);
    while (around !== undefined && around.endOffset <= range.startOffset) {
      outer.pop();
      around = outer.at(-1);
    }
    const length = range.endOffset - range.startOffset;
    sum += length * (range.count - (around?.count ?? 0));
    outer.push(range);
  }
  return sum;
}
