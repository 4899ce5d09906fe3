import { randomBytes, randomUUID } from 'node:crypto';
import { withoutUndefined } from '@kanmon/core/kit';
import { assertReached, assertWhole, busyError, writeFailedError } from './journal-errors.ts';
import {
  encodeLine,
  type FirstSegment,
  journalFormat,
  type JournalRecord,
  lineBreaker,
} from './journal-line.ts';
import { endOf, type JournalReader, type WrittenLine } from './journal-reader.ts';

/** Attempts against other writers before `store-busy`. */
export const maxRounds = 200;
/** Time that the tail of another writer may stay without its line feed. */
const tailPatienceMs = 5;
/** A writer that lost a race within this time does not sync before it writes: it would lose again. */
const calmMs = 1000;

/** Appends lines after the head of a reader, against any number of other processes. */
export type JournalWriter = ReturnType<typeof createJournalWriter>;

/** Creates a writer with a random id. A segment of `segmentBytes` is followed by a new one. */
export function createJournalWriter(reader: JournalReader, segmentBytes: number) {
  const { directory, state } = reader;
  const { fileSystem } = directory;
  const writer = randomBytes(8).toString('hex');
  let synced = 0;
  let readySegment = 0;
  let lastRaceAt = -Infinity;
  let broken: Error | undefined;

  const path = (): string => directory.pathOf(reader.segment);

  const file = (): number => {
    if (reader.file === undefined) throw writeFailedError(path(), 'the segment is not open');
    return reader.file;
  };

  const durable = (): number => Math.max(synced, reader.head.durable);

  const encode = (records: readonly JournalRecord[]): readonly WrittenLine[] => {
    let { sequence, sum } = reader.head;
    return records.map((record) => {
      sequence += 1;
      const frame = { sequence, previous: sum, durable: durable(), writer };
      const line = encodeLine(frame, record);
      ({ sum } = line);
      return { frame, record, line };
    });
  };

  const append = (bytes: Uint8Array): void => {
    let written = 0;
    try {
      written = fileSystem.append(file(), bytes);
    } catch (cause) {
      throw writeFailedError(path(), 'the append failed', cause);
    }
    if (written < bytes.length) {
      throw writeFailedError(path(), `only ${written} of ${bytes.length} bytes could be written`);
    }
  };

  /** Writes all records with one call and returns how many are committed: the first ones, since each continues the one before. */
  const write = (records: readonly JournalRecord[]): number => {
    if (broken !== undefined) throw broken;
    const lines = encode(records);
    const parts = lines.map(({ line }) => line.bytes);
    const bytes = Buffer.concat(reader.tail > 0 ? [lineBreaker, ...parts] : parts);
    const expected = reader.end + reader.tail + bytes.length;
    append(bytes);
    if (fileSystem.size(file()) === expected) {
      reader.accept(lines, bytes.length);
      return lines.length;
    }
    // Another process wrote between our last read and our own lines, or right after them.
    lastRaceAt = performance.now();
    const own = new Set(lines.map(({ line }) => line.sum));
    let committed = 0;
    reader.advance((line) => {
      if (line.verdict === 'committed' && own.has(line.sum)) committed += 1;
    });
    return committed;
  };

  /** Makes the written lines durable. After a failure this writer refuses to go on. */
  const flush = (): void => {
    if (broken !== undefined) throw broken;
    const { sequence } = reader.head;
    try {
      fileSystem.sync(file());
      if (readySegment !== reader.segment) {
        // The process that created the file may have died before its name was durable.
        directory.sync();
        // Another process may have sealed the segment before: this one is ready only after its first line.
        if (reader.head.segment !== null) {
          directory.reserve(reader.segment + 1);
          readySegment = reader.segment;
        }
      }
    } catch (cause) {
      broken = writeFailedError(
        path(),
        'the sync failed, so nothing more is written until the store is opened anew',
        cause,
      );
      throw broken;
    }
    synced = sequence;
  };

  const commit = (record: JournalRecord): void => {
    if (write([record]) > 0) flush();
  };

  const seal = (now: Date): void =>
    commit({ kind: 'seal', at: now.toISOString(), next: reader.segment + 1 });

  /** Begins the next segment, or the first of a store; another process may be faster. */
  const begin = (now: Date, first?: FirstSegment): void => {
    // The `seal` must be durable before a line can continue it.
    if (reader.head.sealed) flush();
    reader.enterNext();
    const segments = directory.list();
    reader.advance();
    if (reader.head.segment !== null) return;
    // This process slept while others removed the segment that it has just created again.
    assertReached(reader.head, endOf(reader), reader.segment, segments);
    const { latest, position } = state;
    commit({
      kind: 'open',
      at: now.toISOString(),
      format: journalFormat,
      store: reader.store ?? randomUUID(),
      segment: reader.segment,
      position,
      ...withoutUndefined({ latest, first: first ?? reader.first }),
    });
  };

  const mustRotate = (now: Date): boolean => {
    const opened = reader.opened.get(reader.segment);
    // A segment holds at least one record, however small `segmentBytes` is.
    if (opened === undefined || opened.sequence === reader.head.sequence) return false;
    if (reader.end >= segmentBytes) return true;
    // Only forwards: a clock that jumps back and forth does not begin a segment at every jump.
    return now.toISOString().slice(0, 7) > opened.at.slice(0, 7);
  };

  const waitForTail = (): void => {
    const until = performance.now() + tailPatienceMs;
    while (reader.tail > 0 && performance.now() < until) {
      pauseThread(1);
      reader.advance();
    }
  };

  /**
   * Catches up and makes sure that the active segment is open and has room. A segment that this process begins
   * declares `first`.
   */
  const prepare = (now: Date, first?: FirstSegment): void => {
    if (broken !== undefined) throw broken;
    for (let round = 0; round < maxRounds; round += 1) {
      reader.advance();
      reader.assertInPlace();
      if (reader.tail > 0) waitForTail();
      assertWhole(reader.head, endOf(reader));
      if (reader.head.segment === null || reader.head.sealed) begin(now, first);
      else if (mustRotate(now)) seal(now);
      else {
        // Flushed so that the next line can record as durable the lines that other processes left behind.
        const calm = performance.now() - lastRaceAt > calmMs;
        if (calm && durable() < reader.head.sequence) flush();
        return;
      }
    }
    throw busyError(path(), maxRounds);
  };

  return {
    prepare,
    write,
    flush,
    /** Ends the active segment and begins one that declares `first`, unless another process begins it. */
    rotate(now: Date, first: FirstSegment): void {
      if (reader.head.segment !== null && !reader.head.sealed) seal(now);
      prepare(now, first);
    },
  };
}

function pauseThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
