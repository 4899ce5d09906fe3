import { formatPointer, type JsonPointer, KanmonError, type Logger } from '@kanmon/core';
import { nameError, withoutUndefined } from '@kanmon/core/kit';
import type { UnknownRecord } from '../wire/read.ts';
import {
  type CassetteEnd,
  cassetteHeader,
  type CassetteLine,
  type CassetteStore,
  parseCassette,
  type RecordedClient,
  writeCassetteLine,
} from './cassette.ts';

/** No recorded call fits the request. Nothing was sent. */
export class CassetteMissError extends KanmonError {
  static {
    nameError(this, 'CassetteMissError');
  }

  readonly key: string;
  /** Which occurrence of the key was asked for, from 1. */
  readonly n: number;
  /** The recorded request that is most like the one asked for. */
  readonly nearest: unknown;
  /** Where the two differ. */
  readonly differences: readonly JsonPointer[];

  constructor(details: {
    readonly key: string;
    readonly n: number;
    readonly recorded: number;
    /** The request was recorded, but from another server or account. */
    readonly otherClient: boolean;
    readonly nearest?: unknown;
    readonly differences: readonly JsonPointer[];
  }) {
    const { key, n, recorded, otherClient, nearest, differences } = details;
    const reason = otherClient ? askedElsewhere : reasonFor(recorded, differences);
    super(`the cassette holds no answer to this request: ${reason}`, { code: 'cassette-miss' });
    this.key = key;
    this.n = n;
    this.nearest = nearest;
    this.differences = differences;
  }
}

const askedElsewhere =
  'it was recorded with another base URL, other defaults or another key; record again or use those';

function reasonFor(recorded: number, differences: readonly JsonPointer[]): string {
  if (recorded > 0) {
    return `it was recorded ${recorded} time${recorded === 1 ? '' : 's'} and asked for once more; record again`;
  }
  if (differences.length === 0) return 'it is empty; record first';
  return `the nearest recorded request differs at ${differences.join(', ')}; record again or undo the change`;
}

/** A place on the tape for a call that has started. */
export interface TapeSlot {
  /** Writes how the call ended. Resolves when the line is stored, or waits behind an earlier call. */
  record(end: CassetteEnd, deltas?: readonly string[]): Promise<void>;
  /** The call ended in a way that is not recorded. */
  drop(): Promise<void>;
}

/** A cassette in use: what was recorded is taken in order, what is new goes to its end. */
interface Tape {
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
        record: (end, deltas) => finish({ end, ...withoutUndefined({ deltas }) }),
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

/** Enough to see what changed; a wholly different request would fill pages. */
const maxDifferences = 20;

/** Pointers at which two JSON values differ, in document order, at most 20. */
function jsonDifferences(left: unknown, right: unknown): readonly JsonPointer[] {
  const found: JsonPointer[] = [];
  const compare = (a: unknown, b: unknown, at: readonly string[]): void => {
    if (found.length >= maxDifferences) return;
    if (!isTree(a) || !isTree(b) || Array.isArray(a) !== Array.isArray(b)) {
      if (!Object.is(a, b)) found.push(formatPointer(at));
      return;
    }
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      compare(Reflect.get(a, key), Reflect.get(b, key), [...at, key]);
    }
  };
  compare(left, right, []);
  return found;
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
