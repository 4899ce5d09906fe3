import {
  canonicalJson,
  formatPointer,
  type JsonPointer,
  KanmonError,
  type LlmError,
  type LlmResponse,
  type Logger,
} from '@kanmon/core';
import { isRecord, isTokenCount, withoutUndefined } from '@kanmon/core/kit';
import { parseRecord } from '../errors/error-signs.ts';
import { asRecord, filledString, notify, toJsonValue, type UnknownRecord } from '../wire/read.ts';
import { errorFields, readError, readResponse } from '../wire/stored-answer.ts';

/** Stores the text of a cassette. A line is written once and never changed. */
export interface CassetteStore {
  /** The whole text so far. */
  read(): string | Promise<string>;
  /** Adds whole lines at the end. */
  append(text: string): void | Promise<void>;
  /** Replaces the whole text, to drop a torn last line. */
  replace(text: string): void | Promise<void>;
}

/** A cassette in memory, whose text can be looked at. */
export interface MemoryCassetteStore extends CassetteStore {
  text(): string;
}

/** Creates a cassette in memory, starting from the text `start`. */
export function createMemoryCassetteStore(start = ''): MemoryCassetteStore {
  let whole = start;
  return {
    read: () => whole,
    append(lines) {
      whole += lines;
    },
    replace(text) {
      whole = text;
    },
    text: () => whole,
  };
}

/** The end of a recorded call. */
type CassetteEnd = { readonly response: LlmResponse } | { readonly error: LlmError };

/** One recorded call. */
export interface CassetteLine {
  readonly key: string;
  /** Occurrence of the key, from 1. */
  readonly n: number;
  readonly request: UnknownRecord;
  readonly end: CassetteEnd;
  /** Only for streams. */
  readonly deltas?: readonly string[];
  /** The client that was asked; absent in lines of earlier versions and for clients that are not of this package. */
  readonly client?: RecordedClient;
}

/** Hashes of the client that was asked, so that a cassette does not answer for another server or account. */
export interface RecordedClient {
  readonly server: string;
  /** Salted with the key; absent where the adapter cannot read the credentials. */
  readonly account?: string;
}

const cassetteHeader = '{"format":"kanmon-cassette","version":1}\n';

/** Returns one line of canonical JSON; `redact` runs over every string of it but the hashes. */
function writeCassetteLine(line: CassetteLine, redact: (text: string) => string): string {
  const { key, n, request, end, deltas, client } = line;
  const texts = {
    request,
    deltas: deltas && storable(deltas, redact),
    ...('error' in end ? { error: errorFields(end.error) } : end),
  };
  // Hashes are not texts: redaction must not take one for a key.
  const stored = { ...asRecord(toJsonValue(texts, redact)), client, key, n };
  return `${canonicalJson(toJsonValue(stored))}\n`;
}

/** Returns deltas as they may be stored: joined where a secret lies across two of them. */
function storable(deltas: readonly string[], redact: (text: string) => string): readonly string[] {
  const whole = redact(deltas.join(''));
  return whole === deltas.map(redact).join('') ? deltas : [whole];
}

/** Reports a cassette that cannot be read. The message names the line. */
export class CassetteFormatError extends KanmonError {
  static override readonly errorName: string = 'CassetteFormatError';

  readonly line: number;

  constructor(line: number, problem: string) {
    super(`line ${line} of the cassette cannot be read: ${problem}; repair it or record again`, {
      code: 'cassette-format',
    });
    this.line = line;
  }
}

/**
 * Reads a cassette: its lines, and whether its last one was torn, which is a line without its line end.
 *
 * @throws {CassetteFormatError} For a damaged line.
 */
function parseCassette(text: string) {
  const whole = text.split('\n');
  const last = whole.pop() ?? '';
  const [header, ...lines] = whole;
  if (header !== undefined) {
    const { format, version } = parseRecord(header);
    if (format !== 'kanmon-cassette')
      throw new CassetteFormatError(1, 'it is not a cassette header');
    if (version !== 1) throw new CassetteFormatError(1, 'its version is not 1');
  }
  return {
    lines: lines.flatMap((line, index) => (line === '' ? [] : parseLine(line, index + 2))),
    torn: last !== '',
  };
}

function parseLine(text: string, line: number): CassetteLine {
  const record = parseRecord(text);
  const { key, n, request, deltas } = record;
  if (typeof key !== 'string' || !isTokenCount(n) || !isRecord(request)) {
    throw new CassetteFormatError(line, 'it is not a JSON object with key, n and request');
  }
  return withoutUndefined({
    key,
    n,
    request,
    end: parseEnd(record, line),
    deltas: Array.isArray(deltas) ? deltas.map(String) : undefined,
    client: toClient(asRecord(record['client'])),
  });
}

function toClient({ server, account }: UnknownRecord): RecordedClient | undefined {
  if (typeof server !== 'string') return undefined;
  return withoutUndefined({ server, account: filledString(account) });
}

function parseEnd(record: UnknownRecord, line: number): CassetteEnd {
  const { response, error } = record;
  if (isRecord(error)) return { error: readError(error) };
  if (isRecord(response) && typeof response['text'] === 'string') {
    return { response: readResponse(response, response['text']) };
  }
  throw new CassetteFormatError(line, 'it has neither a response nor an error');
}

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
 * @param options.replaces What is recorded replaces the lines that the store had for the same call.
 */
export function createTape(options: {
  readonly store: CassetteStore;
  readonly logger: Logger;
  readonly anyAccount: boolean;
  readonly replaces: boolean;
}) {
  const { store, logger, anyAccount, replaces } = options;
  const written = new Map<string, number>();
  const replaced = new Set<string>();
  let slots: readonly Slot[] = [];
  let loading: ReturnType<typeof load> | undefined;
  // One write at a time, in order: appends of a file must not overtake each other.
  let writing: Promise<void> = Promise.resolve();

  /** Reads the store: all its lines, and by key those that were not replayed yet. */
  const load = async () => {
    const text = await store.read();
    const { lines, torn } = parseCassette(text);
    if (torn) {
      notify(() =>
        logger.warn('the last line of the cassette was torn while it was written and is left out'),
      );
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
      const { lines } = await loaded();
      if (replaces) await dropEarlier(lines, ready);
      const text = ready.map(toLine).join('');
      if (text !== '') await store.append(text);
    };
    const result = writing.then(write);
    // An error of the store goes to the call it belongs to, not to every call after it.
    writing = result.catch(() => undefined);
    return result;
  };
  /** Drops the loaded lines of calls that are recorded now for the first time. */
  const dropEarlier = async (
    lines: readonly CassetteLine[],
    calls: readonly Slot[],
  ): Promise<void> => {
    const first = calls.filter(({ key, client, ending }) => {
      const id = canonicalJson(toJsonValue([key, client]));
      const isFirst = ending !== null && !replaced.has(id);
      if (isFirst) replaced.add(id);
      return isFirst;
    });
    const isEarlier = (line: CassetteLine): boolean =>
      first.some((call) => call.key === line.key && fits(line, call));
    const earlier = new Set(lines.filter(isEarlier).map(placeOf));
    if (earlier.size === 0) return;
    const text = await store.read();
    const kept = text.split('\n').filter((line) => !earlier.has(placeOf(parseRecord(line))));
    await store.replace(kept.join('\n'));
    for (const { key } of first) {
      const others = lines.filter((line) => line.key === key && !earlier.has(placeOf(line)));
      written.set(key, Math.max(0, ...others.map(({ n }) => n)));
    }
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

/** Names a line of a cassette. */
const placeOf = ({ key, n }: { readonly key?: unknown; readonly n?: unknown }): string =>
  `${String(n)} ${String(key)}`;

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
