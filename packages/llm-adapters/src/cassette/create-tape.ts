import type { Logger } from '@kanmon/core';
import {
  type CassetteEnd,
  cassetteHeader,
  type CassetteLine,
  parseCassette,
  writeCassetteLine,
} from './cassette-line.ts';
import { CassetteMissError } from './cassette-errors.ts';
import type { CassetteStore } from './cassette-store.ts';
import { jsonDifferences } from './json-differences.ts';
import type { UnknownRecord } from '../support/read.ts';

/** A place on the tape for a call that has started. */
export interface TapeSlot {
  /** Writes how the call ended. Resolves when the line is stored, or waits behind an earlier call. */
  record(end: CassetteEnd, deltas?: readonly string[]): Promise<void>;
  /** The call ended in a way that is not recorded. */
  drop(): Promise<void>;
}

/** A cassette in use: what was recorded is taken in order, what is new goes to its end. */
export interface Tape {
  /** The next recorded call of this key, which is then used up; undefined when there is none. */
  take(key: string): Promise<CassetteLine | undefined>;
  /** Must be called when a call starts: lines stand in the order of starts. */
  reserve(key: string, request: UnknownRecord): TapeSlot;
  /** The error for a request that was not recorded. */
  miss(key: string, request: UnknownRecord): Promise<CassetteMissError>;
}

interface Slot {
  readonly key: string;
  readonly request: UnknownRecord;
  /** Undefined while the call runs, null when it is not recorded. */
  ending?: Pick<CassetteLine, 'end' | 'deltas'> | null;
}

/** Puts a store into use. It is read once, when first needed. */
export function createTape(options: {
  readonly store: CassetteStore;
  readonly redact: (text: string) => string;
  readonly logger: Logger;
}): Tape {
  const { store, redact, logger } = options;
  const taken = new Map<string, number>();
  const written = new Map<string, number>();
  let slots: readonly Slot[] = [];
  let loading: Promise<readonly CassetteLine[]> | undefined;
  let indexed: Promise<TapeIndex> | undefined;
  // One write at a time, in order: appends of a file must not overtake each other.
  let writing: Promise<void> = Promise.resolve();

  const load = async (): Promise<readonly CassetteLine[]> => {
    const text = await store.read();
    const { lines, torn } = parseCassette(text);
    if (torn) {
      logger.warn('the last line of the cassette was torn while it was written and is left out');
      await store.replace(text.slice(0, text.lastIndexOf('\n') + 1));
    }
    if (text.indexOf('\n') === -1) await store.append(cassetteHeader);
    for (const { key, n } of lines) written.set(key, Math.max(n, written.get(key) ?? 0));
    return lines;
  };
  const index = (): Promise<TapeIndex> => (indexed ??= loaded().then(indexOf));
  const loaded = (): Promise<readonly CassetteLine[]> => (loading ??= load());

  /** Writes the finished slots at the head of the queue; an unfinished one holds back those behind it. */
  const flush = (): Promise<void> => {
    const open = slots.findIndex((slot) => slot.ending === undefined);
    const ready = open === -1 ? slots : slots.slice(0, open);
    slots = slots.slice(ready.length);
    if (ready.length === 0) return Promise.resolve();
    const write = async (): Promise<void> => {
      await loaded();
      const text = ready.map(lineOf).join('');
      if (text !== '') await store.append(text);
    };
    const result = writing.then(write);
    // A store that fails tells the call it failed for, not every call after it.
    writing = result.catch(() => undefined);
    return result;
  };
  const lineOf = ({ key, request, ending }: Slot): string => {
    if (ending === undefined || ending === null) return '';
    const n = (written.get(key) ?? 0) + 1;
    written.set(key, n);
    return writeCassetteLine({ key, n, request, ...ending }, redact);
  };

  return {
    async take(key) {
      const lines = await index();
      const n = (taken.get(key) ?? 0) + 1;
      const line = lines.get(key)?.get(n);
      if (line !== undefined) taken.set(key, n);
      return line;
    },
    reserve(key, request) {
      const slot: Slot = { key, request };
      slots = [...slots, slot];
      const finish = (ending: Slot['ending'] & (object | null)): Promise<void> => {
        slot.ending ??= ending;
        return flush();
      };
      return {
        record: (end, deltas) => finish({ end, ...(deltas === undefined ? {} : { deltas }) }),
        drop: () => finish(null),
      };
    },
    async miss(key, request) {
      const lines = await loaded();
      const candidates = lines.map((line) => ({
        line,
        differences: jsonDifferences(line.request, request),
      }));
      const [nearest] = candidates.toSorted(
        (left, right) => left.differences.length - right.differences.length,
      );
      return new CassetteMissError({
        key,
        n: (taken.get(key) ?? 0) + 1,
        recorded: lines.filter((line) => line.key === key).length,
        nearest: nearest?.line.request,
        differences: nearest?.differences ?? [],
      });
    },
  };
}

/** Lines by key, then by occurrence: a replay of many calls must not search the whole tape for each. */
type TapeIndex = ReadonlyMap<string, ReadonlyMap<number, CassetteLine>>;

function indexOf(lines: readonly CassetteLine[]): TapeIndex {
  const index = new Map<string, Map<number, CassetteLine>>();
  for (const line of lines) {
    const occurrences = index.get(line.key) ?? new Map<number, CassetteLine>();
    index.set(line.key, occurrences.set(line.n, line));
  }
  return index;
}
