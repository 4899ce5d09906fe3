import { formatPointer, type JsonPointer, KanmonError, type Logger } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';
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

/** Reports that no recorded call fits the request. Nothing was sent. */
export class CassetteMissError extends KanmonError {
  static override readonly errorName: string = 'CassetteMissError';

  readonly key: string;
  /** The occurrence of the key that was asked for, from 1. */
  readonly n: number;
  /** The recorded request that is most like the one asked for. */
  readonly nearest: unknown;
  /** Pointers at which the two differ. */
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

/** A call as it is looked for and stored. */
export interface TapeCall {
  readonly key: string;
  readonly request: UnknownRecord;
  readonly client?: RecordedClient;
  /** Runs over every string before it is stored. */
  readonly redact: (text: string) => string;
}

/** A place on the tape for a call that has started. */
interface Slot extends TapeCall {
  /** Undefined while the call runs, null when it is not recorded. */
  ending?: Pick<CassetteLine, 'end' | 'deltas'> | null;
}

export type Tape = ReturnType<typeof createTape>;

/**
 * Creates a tape of a store: what was recorded is taken in order, what is new goes to its end. The store is
 * read once, when first needed.
 *
 * @param options.anyAccount Lines of another account fit too: no model is asked.
 */
export function createTape(options: {
  readonly store: CassetteStore;
  readonly logger: Logger;
  readonly anyAccount: boolean;
}) {
  const { store, logger, anyAccount } = options;
  const written = new Map<string, number>();
  let slots: readonly Slot[] = [];
  let loading: ReturnType<typeof load> | undefined;
  // One write at a time, in order: appends of a file must not overtake each other.
  let writing: Promise<void> = Promise.resolve();

  /** Reads the store: all its lines, and by key those that were not replayed yet. */
  const load = async () => {
    const text = await store.read();
    const { lines, torn } = parseCassette(text);
    if (torn) {
      logger.warn('the last line of the cassette was torn while it was written and is left out');
      await store.replace(text.slice(0, text.lastIndexOf('\n') + 1));
    }
    if (!text.includes('\n')) await store.append(cassetteHeader);
    const unused = new Map<string, CassetteLine[]>();
    for (const line of lines.toSorted((left, right) => left.n - right.n)) {
      const { key, n } = line;
      written.set(key, n);
      const occurrences = unused.get(key) ?? [];
      occurrences.push(line);
      unused.set(key, occurrences);
    }
    return { lines, unused };
  };
  const loaded = () => (loading ??= load());

  /** Writes the finished slots at the head of the queue; an unfinished one holds back those behind it. */
  const flush = (): Promise<void> => {
    const open = slots.findIndex((slot) => slot.ending === undefined);
    const ready = open === -1 ? slots : slots.slice(0, open);
    slots = slots.slice(ready.length);
    if (ready.length === 0) return Promise.resolve();
    const write = async (): Promise<void> => {
      await loaded();
      const text = ready.map(toLine).join('');
      if (text !== '') await store.append(text);
    };
    const result = writing.then(write);
    // An error of the store goes to the call it belongs to, not to every call after it.
    writing = result.catch(() => undefined);
    return result;
  };
  const toLine = ({ ending, redact, ...call }: Slot): string => {
    if (ending === undefined || ending === null) return '';
    const n = (written.get(call.key) ?? 0) + 1;
    written.set(call.key, n);
    return writeCassetteLine({ n, ...call, ...ending }, redact);
  };
  const fits = (line: CassetteLine, { client }: TapeCall): boolean => {
    // A line of an earlier version does not name the client, and fits every client as it did then.
    if (line.client === undefined || client === undefined) return true;
    if (line.client.server !== client.server) return false;
    return anyAccount || line.client.account === client.account;
  };

  return {
    /** Takes the next recorded call of this request, which is then used up; undefined when there is no such call. */
    async take(call: TapeCall): Promise<CassetteLine | undefined> {
      const unused = (await loaded()).unused.get(call.key) ?? [];
      const position = unused.findIndex((line) => fits(line, call));
      return position === -1 ? undefined : unused.splice(position, 1)[0];
    },
    /** Reserves the line of a call. Must run when the call starts: lines are in the order of starts. */
    reserve(call: TapeCall) {
      const slot: Slot = { ...call };
      slots = [...slots, slot];
      const finish = (ending: NonNullable<Slot['ending']> | null): Promise<void> => {
        slot.ending ??= ending;
        return flush();
      };
      return {
        /** Writes how the call ended. Resolves when the line is stored, or waits behind an earlier call. */
        record: (end: CassetteEnd, deltas?: readonly string[]) =>
          finish({ end, ...withoutUndefined({ deltas }) }),
        /** Drops a call whose end is not recorded. */
        drop: () => finish(null),
      };
    },
    /** Returns the error for a request that was not recorded. */
    async miss(call: TapeCall): Promise<CassetteMissError> {
      const { lines, unused } = await loaded();
      const recorded = lines.filter((line) => line.key === call.key).length;
      const left = unused.get(call.key)?.length ?? 0;
      const [nearest] = lines
        .map((line) => ({ line, differences: jsonDifferences(line.request, call.request) }))
        .toSorted((one, other) => one.differences.length - other.differences.length);
      return new CassetteMissError({
        key: call.key,
        n: recorded - left + 1,
        recorded,
        otherClient: left > 0,
        nearest: nearest?.line.request,
        differences: nearest?.differences ?? [],
      });
    },
  };
}

/** Enough to see what changed; a wholly different request would fill pages. */
const maxDifferences = 20;

/** Returns the pointers at which two JSON values differ, in document order, at most 20. */
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
