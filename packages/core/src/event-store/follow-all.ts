import { isStoreUnavailable } from '../errors/event-store-error.ts';
import { KanmonError } from '../errors/kanmon-error.ts';
import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import type { EventStore, StoredEvent } from '../ports/event-store.ts';
import { systemTimer } from '../ports/system-timer.ts';
import type { Timer } from '../ports/timer.ts';
import { checkMethods, checkOptions, checkPorts } from '../vocabulary/check-options.ts';
import { type Checkpoint, checkpointPrefix } from './checkpoint.ts';
import { checkReadAllOptions } from './check-input.ts';

/** Options of `followAll`. */
export interface FollowOptions {
  /** Begins behind this position. @default 0, or the position of the checkpoint */
  readonly after?: number;
  /** Only events of streams whose id begins with this text. @default all streams */
  readonly prefix?: string;
  /** Ends the iteration, without an error. */
  readonly signal?: AbortSignal;
  /** Holds the position where the follower begins, and saves its progress. */
  readonly checkpoint?: Checkpoint;
  /** @default systemTimer */
  readonly timer?: Timer;
}

/**
 * Milliseconds between two reads. A read that found events is followed by the shortest pause; each read that found
 * no events makes the pause twice as long. A store that reports changes ends a pause early, so its longest pause is
 * only the safety net.
 */
const pauseMs = { shortest: 5, longest: 250, longestWatched: 1000 };
/** Milliseconds before a failed read is repeated: doubled with each failure in a row. */
const retryMs = { shortest: 100, longest: 5000 };
/**
 * Failed reads in a row after which a follower gives up. The first ones take 21 s: a wrong address is soon reported.
 * A store that has been read before gets ten minutes: a server that was killed answers "in recovery mode" for as long
 * as it replays its log (26 s were measured after a `kill -9` on a busy machine).
 */
const attempts = { ofFirstRead: 10, later: 126 };
/** Finished events after which the checkpoint is saved while more are waiting. */
const eventsPerSave = 100;

/**
 * Follows all streams of a store: yields its events by position, and waits for new ones. Each event is read once.
 * A read that fails is repeated from behind the last event: for half a minute at the start, for ten minutes once a read
 * has worked. A programming error (`ReferenceError`, a `TypeError` without cause) before that is thrown at once.
 *
 * An event is finished when the next one is asked for. Finished events are saved in the checkpoint, at the latest when
 * there are no more; a follower that begins again after a crash gets the events since then once more. Events of
 * checkpoints are left out.
 *
 * A position belongs to one store. Behind the end of another store, or of an older copy of this one, the follower
 * waits and misses the events up to there: begin at 0 after a move or a restore.
 *
 * @throws {InvalidArgumentError} A store or an option of another form, unknown options, or `after` beside `checkpoint`.
 * @throws {EventStoreError} The store is closed or damaged; any error that is still there after that time.
 * @throws {VersionConflictError} Another follower saves the same checkpoint.
 *
 * @example
 * for await (const event of followAll(store, { prefix: 'order/', signal })) update(view, event);
 */
export function followAll(
  store: EventStore,
  options: FollowOptions = {},
): AsyncGenerator<StoredEvent, void, undefined> {
  const where = 'followAll(store, options)';
  checkOptions(options, 'after prefix signal checkpoint timer', where);
  const { after, prefix, checkpoint, timer, signal } = options;
  checkMethods('a store', store, 'readAll', where);
  if (checkpoint !== undefined) checkMethods('options.checkpoint', checkpoint, 'load save', where);
  checkPorts({ timer, signal }, { timer: 'sleep', signal: 'addEventListener' });
  checkReadAllOptions({
    ...(after === undefined ? {} : { after }),
    ...(prefix === undefined ? {} : { prefix }),
  });
  if (after !== undefined && checkpoint !== undefined) {
    throw new InvalidArgumentError(
      'expected after or checkpoint, got both; leave after out to begin at the checkpoint',
    );
  }
  const stop = new AbortController();
  const events = follow(store, options, stop);
  const end = events.return.bind(events);
  return Object.assign(events, {
    // A generator that sleeps would only return after its next event.
    return: (value: void | PromiseLike<void>) => {
      stop.abort();
      return end(value);
    },
  });
}

async function* follow(
  store: EventStore,
  options: FollowOptions,
  stop: AbortController,
): AsyncGenerator<StoredEvent, void, undefined> {
  const { prefix = '', signal, checkpoint, timer = systemTimer } = options;
  const { signal: stopped } = stop;
  const onAbort = (): void => stop.abort();
  if (signal?.aborted === true) return;
  signal?.addEventListener('abort', onAbort, { once: true });
  const bell = createBell(timer, stopped);
  const unwatch = store.watch?.(bell.ring);
  const longest = unwatch === undefined ? pauseMs.longest : pauseMs.longestWatched;
  let pause = pauseMs.shortest;
  let failures = 0;
  let limit = attempts.ofFirstRead;
  /** Positions of the last event that was read, and of the last that is finished. */
  let read = options.after ?? 0;
  let finished = read;
  let isLoaded = checkpoint === undefined;
  /** Finished events since the last save. */
  let unsaved = 0;

  const save = async (position: number): Promise<void> => {
    if (unsaved === 0) return;
    await checkpoint?.save(position);
    unsaved = 0;
  };

  try {
    while (!stopped.aborted) {
      try {
        if (!isLoaded) {
          finished = (await checkpoint?.load()) ?? 0;
          read = finished;
          isLoaded = true;
        }
        let found = false;
        // The prefix is compared here: a store would look at the events of other streams again in each read.
        for await (const event of store.readAll({ after: read })) {
          if (stopped.aborted) break;
          found = true;
          read = event.position;
          if (!event.streamId.startsWith(prefix) || event.streamId.startsWith(checkpointPrefix)) {
            continue;
          }
          yield event;
          finished = event.position;
          unsaved += 1;
          if (unsaved >= eventsPerSave) await save(finished);
        }
        if (!stopped.aborted) await save(read);
        pause = found ? pauseMs.shortest : Math.min(pause * 2, longest);
        failures = 0;
        limit = attempts.later;
      } catch (error) {
        failures += 1;
        const isFirst = limit === attempts.ofFirstRead;
        if (failures >= limit || isFinal(error) || (isFirst && isBug(error))) throw error;
        pause = Math.min(retryMs.shortest * 2 ** (failures - 1), retryMs.longest);
      }
      await bell.pause(failures === 0 ? pauseMs.shortest : pause, pause);
    }
  } finally {
    unwatch?.();
    signal?.removeEventListener('abort', onAbort);
    // The reason why the iteration ends wins. Without this save the events come once more.
    await save(finished).catch(() => undefined);
  }
}

/** Returns true for an error that a repeated read cannot go without. */
function isFinal(error: unknown): boolean {
  return KanmonError.isInstance(error) && !isStoreUnavailable(error);
}

/**
 * Returns true for what a program throws that is wrong itself. A request that fails can be a `TypeError` too, so this
 * counts only until a read has worked, and without a cause.
 */
function isBug(error: unknown): boolean {
  return (
    error instanceof ReferenceError || (error instanceof TypeError && error.cause === undefined)
  );
}

/** Sleeps that a change of the store shortens. */
interface Bell {
  readonly ring: () => void;
  /** Sleeps `least` ms, and up to `most` as long as the bell has not rung since the last pause. */
  pause(least: number, most: number): Promise<void>;
}

function createBell(timer: Timer, stopped: AbortSignal): Bell {
  let hasRung = false;
  let wake: (() => void) | undefined;

  const sleep = async (ms: number, hears: boolean): Promise<void> => {
    const nap = new AbortController();
    const end = (): void => nap.abort();
    stopped.addEventListener('abort', end, { once: true });
    if (hears) wake = end;
    try {
      if (!stopped.aborted) await timer.sleep(ms, nap.signal);
    } catch {
      // It was ended early.
    } finally {
      stopped.removeEventListener('abort', end);
      wake = undefined;
    }
  };

  return {
    ring() {
      hasRung = true;
      wake?.();
    },
    async pause(least, most) {
      await sleep(least, false);
      // A change that came during the last read may not be in it.
      if (!hasRung && most > least) await sleep(most - least, true);
      hasRung = false;
    },
  };
}
