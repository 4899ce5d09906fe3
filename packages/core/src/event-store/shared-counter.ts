import { EventStoreError } from '../errors/event-store-error.ts';
import { type Clock, systemClock } from '../ports/clock.ts';
import { checkArgument } from '../vocabulary/check-argument.ts';
import { checkOptions } from '../vocabulary/check-options.ts';
import { describeValue } from '../vocabulary/describe-value.ts';
import { checkId } from './check-input.ts';

/** Points of one key that are asked for. A key with another window is another count. */
export interface PointRequest {
  readonly key: string;
  /** Whole number of at least 0. */
  readonly points: number;
  /** The points that suffice when fewer than `points` are left. @default points */
  readonly least?: number;
  /** The most points that may be taken. */
  readonly limit: number;
  /** Milliseconds after which each point is free again. @default never */
  readonly windowMs?: number;
}

/** Points that were taken for one request. */
export interface TakenPoints {
  readonly key: string;
  readonly windowMs?: number;
  /** Epoch milliseconds of the counter's clock; 0 without a window. */
  readonly at: number;
  readonly points: number;
}

/** The answer of `take`: the points of every request, or the first request that does not fit. */
export type TakeAnswer =
  | { readonly ok: true; readonly taken: readonly TakenPoints[] }
  | {
      readonly ok: false;
      /** Index of the request. */
      readonly refused: number;
      /** Points that are taken of its key. */
      readonly used: number;
      /** Milliseconds until enough points are free; null when they never are. */
      readonly retryAfterMs: number | null;
    };

/**
 * A counter that several processes share. Points are taken before a call and corrected after it; those of a
 * process that died stay taken, so that the limit is never passed.
 */
export interface SharedCounter {
  /**
   * Takes points of all requests or of none, in one atomic step. Each key may occur once.
   * @throws {EventStoreError} Invalid input or a failing store. Points may be taken then.
   */
  take(requests: readonly PointRequest[]): Promise<TakeAnswer>;
  /**
   * Replaces the points that were taken by those that were used, in the order of `taken`. More than were taken
   * are counted too, beyond the limit. Points that left their window stay away, and a count never goes below 0.
   *
   * A repeated call with the objects that `take` returned changes only what differs from the last call that resolved.
   * Repeat no call that may have been written: without its answer, or with copies of the objects, it changes the
   * count once more.
   */
  correct(taken: readonly TakenPoints[], used: readonly number[]): Promise<void>;
}

/** A request whose members were checked, without defaults. */
export interface CheckedRequest extends Required<Omit<PointRequest, 'windowMs'>> {
  /** 0 without a window. */
  readonly windowMs: number;
}

/** A difference to add to points that were taken. */
export type PointChange = Omit<CheckedRequest, 'limit' | 'least'> & { readonly at: number };

/** Points that were taken at one time. */
export interface PointEntry {
  readonly at: number;
  readonly points: number;
}

/** Checks the input of `take`. @throws {EventStoreError} `store-invalid-id` or `store-invalid-option`. */
export function checkRequests(requests: readonly PointRequest[]): readonly CheckedRequest[] {
  checkArgument('requests of take', 'a list', requests);
  const checked = requests.map((request) => {
    checkOptions(request, 'key points least limit windowMs', 'take(requests)');
    const { points, limit, windowMs = 0, least = points } = request;
    return {
      key: checkId(request.key, 'key'),
      points: checkPoints('points', points),
      least: checkPoints('least', least),
      limit: checkPoints('limit', limit),
      windowMs: checkPoints('windowMs', windowMs),
    };
  });
  if (new Set(checked.map(({ key }) => key)).size === checked.length) return checked;
  throw invalid('expected different keys in one call, got the same key twice; add its points up');
}

/**
 * Creates `correct` of a counter. `write` adds differences to points in one atomic step, and leaves at least 0.
 */
export function createCorrect(
  write: (changes: readonly PointChange[]) => void | Promise<void>,
): SharedCounter['correct'] {
  /** The points that a call has replaced, so that a repeated one does not give them back again. */
  const replaced = new WeakMap<TakenPoints, number>();
  return async (taken, used) => {
    const changes = checkCorrection(taken, used, (each) => replaced.get(each) ?? each.points);
    if (changes.length > 0) await write(changes);
    for (const [index, each] of taken.entries()) replaced.set(each, used[index] ?? each.points);
  };
}

/** Checks the input of `correct` and returns what changes. @throws {EventStoreError} `store-invalid-option`. */
export function checkCorrection(
  taken: readonly TakenPoints[],
  used: readonly number[],
  countedOf: (each: TakenPoints) => number = ({ points }) => points,
): readonly PointChange[] {
  checkArgument('taken of correct', 'a list', taken);
  checkArgument('used of correct', 'a list', used);
  for (const each of taken) checkArgument('each taken point of correct', 'an object', each);
  if (taken.length !== used.length) {
    throw invalid(`expected ${taken.length} numbers of points, got ${used.length}`);
  }
  return taken
    .map((each, index) => ({
      key: checkId(each.key, 'key'),
      windowMs: checkPoints('windowMs', each.windowMs ?? 0),
      at: checkPoints('at', each.at),
      points: checkPoints('points', used[index]) - checkPoints('points', countedOf(each)),
    }))
    .filter(({ points }) => points !== 0);
}

/** Points of a key that are inside the window. */
export interface PointCount {
  readonly used: number;
  /** Returns them by time, oldest first. Called for a request that does not fit. */
  entries(): readonly PointEntry[];
}

/** Decides one call of `take` at a time. */
export function decideTake(
  requests: readonly CheckedRequest[],
  now: number,
  countOf: (request: CheckedRequest) => PointCount,
): TakeAnswer {
  const taken: TakenPoints[] = [];
  for (const [refused, request] of requests.entries()) {
    const { key, points, least, limit, windowMs } = request;
    const { used, entries } = countOf(request);
    const granted = Math.min(points, limit - used);
    if (granted < least) {
      return { ok: false, refused, used, retryAfterMs: waitFor(request, entries(), used, now) };
    }
    taken.push(
      windowMs === 0
        ? { key, at: 0, points: granted }
        : { key, windowMs, at: now, points: granted },
    );
  }
  return { ok: true, taken };
}

/** Returns the milliseconds until enough of the oldest entries have left the window. */
function waitFor(
  { least, limit, windowMs }: CheckedRequest,
  entries: readonly PointEntry[],
  used: number,
  now: number,
): number | null {
  if (windowMs === 0 || least > limit) return null;
  let left = used;
  for (const { at, points } of entries) {
    left -= points;
    if (left + least <= limit) return Math.max(1, at + windowMs - now);
  }
  return null;
}

/**
 * Creates a counter in memory, for the clients of one process and for tests. A counter of several processes comes
 * from `@kanmon/event-store/sqlite` or `/postgres`.
 */
export function createMemoryCounter(options: { readonly clock?: Clock } = {}): SharedCounter {
  checkOptions(options, 'clock', 'createMemoryCounter(options)');
  const { clock = systemClock } = options;
  const counts = new Map<string, MemoryCount>();
  const countOf = (request: Pick<CheckedRequest, 'key' | 'windowMs'>): MemoryCount => {
    const name = `${request.windowMs} ${request.key}`;
    const known = counts.get(name) ?? { used: 0, times: [], first: 0 };
    counts.set(name, known);
    return known;
  };

  return {
    async take(requests) {
      const now = clock.now().getTime();
      const answer = decideTake(checkRequests(requests), now, (request) => {
        const count = countOf(request);
        if (request.windowMs > 0) forget(count, now - request.windowMs);
        return { used: count.used, entries: () => count.times.slice(count.first) };
      });
      for (const { key, windowMs = 0, at, points } of answer.ok ? answer.taken : []) {
        add(countOf({ key, windowMs }), { at, points }, true);
      }
      return answer;
    },
    correct: createCorrect((changes) => {
      for (const { key, windowMs, at, points } of changes) {
        add(countOf({ key, windowMs }), { at, points }, false);
      }
    }),
  };
}

/** The points of one key. Each time enters and leaves it once, so a call does not read the whole window. */
interface MemoryCount {
  used: number;
  /** By time. */
  readonly times: { readonly at: number; points: number }[];
  /** Times before this index have left the window. */
  first: number;
}

/** Drops the points up to a time. */
function forget(count: MemoryCount, until: number): void {
  const { times } = count;
  for (let next = times[count.first]; next !== undefined && next.at <= until;) {
    count.used -= next.points;
    count.first += 1;
    next = times[count.first];
  }
  // The room of what was dropped is given back when it is half of the list.
  if (count.first * 2 <= times.length) return;
  times.splice(0, count.first);
  count.first = 0;
}

/** Adds to the points of a time, which is the last one unless the clock went back. */
function add(count: MemoryCount, { at, points }: PointEntry, isNew: boolean): void {
  const { times, first } = count;
  const before = times.findLastIndex((each) => each.at <= at);
  let known = times[before];
  if (before < first || known?.at !== at) {
    if (!isNew) return;
    known = { at, points: 0 };
    times.splice(Math.max(first, before + 1), 0, known);
  }
  const added = Math.max(points, -known.points);
  known.points += added;
  count.used += added;
}

function checkPoints(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw invalid(`expected ${name} to be a whole number of at least 0, got ${describeValue(value)}`);
}

function invalid(message: string): EventStoreError {
  return new EventStoreError(message, { code: 'store-invalid-option' });
}
