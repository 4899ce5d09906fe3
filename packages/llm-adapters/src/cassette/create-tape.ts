import type { Logger } from '@kanmon/core';
import {
  type CassetteEnd,
  cassetteHeader,
  type CassetteLine,
  parseCassette,
  type RecordedClient,
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
  /** The next recorded call of this request, which is then used up; undefined when there is none. */
  take(call: TapeCall): Promise<CassetteLine | undefined>;
  /** Must be called when a call starts: lines are in the order of starts. */
  reserve(call: TapeCall): TapeSlot;
  /** The error for a request that was not recorded. */
  miss(call: TapeCall): Promise<CassetteMissError>;
}

/** A call as it is looked for and stored. */
export interface TapeCall {
  readonly key: string;
  readonly request: UnknownRecord;
  readonly client?: RecordedClient;
  /** Runs over every string before it is stored. */
  readonly redact: (text: string) => string;
}

interface Slot extends TapeCall {
  /** Undefined while the call runs, null when it is not recorded. */
  ending?: Pick<CassetteLine, 'end' | 'deltas'> | null;
}

/** Puts a store into use. It is read once, when first needed. */
export function createTape(options: {
  readonly store: CassetteStore;
  readonly logger: Logger;
  /** Lines of another account fit too: nobody is asked. */
  readonly anyAccount: boolean;
}): Tape {
  const { store, logger, anyAccount } = options;
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
  const lineOf = ({ ending, redact, ...call }: Slot): string => {
    if (ending === undefined || ending === null) return '';
    const n = (written.get(call.key) ?? 0) + 1;
    written.set(call.key, n);
    return writeCassetteLine({ n, ...call, ...ending }, redact);
  };
  const fits = (line: CassetteLine, { client }: TapeCall): boolean => {
    // A line of an earlier version does not say who was asked, and fits every client as it did then.
    if (line.client === undefined || client === undefined) return true;
    if (line.client.server !== client.server) return false;
    return anyAccount || line.client.account === client.account;
  };

  return {
    async take(call) {
      const unused = (await index()).get(call.key) ?? [];
      const position = unused.findIndex((line) => fits(line, call));
      return position === -1 ? undefined : unused.splice(position, 1)[0];
    },
    reserve(call) {
      const slot: Slot = { ...call };
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
    async miss(call) {
      const lines = await loaded();
      const recorded = lines.filter((line) => line.key === call.key).length;
      const unused = (await index()).get(call.key)?.length ?? 0;
      const [nearest] = lines
        .map((line) => ({ line, differences: jsonDifferences(line.request, call.request) }))
        .toSorted((left, right) => left.differences.length - right.differences.length);
      return new CassetteMissError({
        key: call.key,
        n: recorded - unused + 1,
        recorded,
        otherClient: unused > 0,
        nearest: nearest?.line.request,
        differences: nearest?.differences ?? [],
      });
    },
  };
}

/**
 * Lines that were not replayed yet, by key and in the order of their occurrence: a replay of many calls
 * must not search the whole tape for each.
 */
type TapeIndex = ReadonlyMap<string, CassetteLine[]>;

function indexOf(lines: readonly CassetteLine[]): TapeIndex {
  const index = new Map<string, CassetteLine[]>();
  for (const line of lines.toSorted((left, right) => left.n - right.n)) {
    const occurrences = index.get(line.key) ?? [];
    occurrences.push(line);
    index.set(line.key, occurrences);
  }
  return index;
}
