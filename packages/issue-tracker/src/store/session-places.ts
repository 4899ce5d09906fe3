import { type EventStore, FencedError, type Lease, systemTimer, type Timer } from '@kanmon/core';

/** A place of an open session. */
export interface SessionPlace {
  /** Extends the lease. A place that was taken over is replaced by a free one. @throws {FencedError} None is free. */
  renew(): Promise<void>;
  /** Frees the place. Never rejects: a lease that cannot be released expires. */
  leave(): Promise<void>;
}

/** The places for open sessions, over all processes that share an event store. */
export interface SessionPlaces {
  /** Resolves with a place, in order of arrival within this process; rejects with the signal's reason. */
  enter(owner: string, signal?: AbortSignal): Promise<SessionPlace>;
  /** Places held by this process. */
  readonly active: number;
  /** Calls of this process that wait. */
  readonly waiting: number;
  /** Rejects all waiting calls. */
  close(reason: Error): void;
}

interface Waiter {
  readonly owner: string;
  readonly admit: (place: SessionPlace) => void;
  readonly reject: (reason: unknown) => void;
}

/** Pause between two looks for a free place while other processes hold all of them. */
const pollMs = 250;
/**
 * A process takes back at most this many places in a row that it has freed. Then it leaves the next one to others for
 * two of their looks.
 */
const placesInARow = 10;

/**
 * Creates the cap: each place is a lease `session-place/1` to `session-place/{places}` of the store. The places of a
 * process that died are free when their leases expire.
 */
export function createSessionPlaces(options: {
  readonly store: EventStore;
  readonly places: number;
  readonly ttlMs: number;
  readonly random: () => number;
  readonly timer: Timer;
}): SessionPlaces {
  const { store, places, ttlMs, random, timer } = options;
  const held = new Set<string>();
  const waiters = new Set<Waiter>();
  let admitting = false;
  let takenBack = 0;
  let wake = new AbortController();

  /** Tries every place that this process does not hold, from a random one on; null when none is free. */
  const acquire = async (owner: string): Promise<Lease | null> => {
    const first = Math.floor(random() * places);
    for (let index = 0; index < places; index += 1) {
      const resource = `session-place/${((first + index) % places) + 1}`;
      if (held.has(resource)) continue;
      const lease = await store.acquireLease(resource, { owner, ttlMs });
      if (lease === null) continue;
      held.add(resource);
      return lease;
    }
    return null;
  };

  const release = async (lease: Lease): Promise<void> => {
    held.delete(lease.resource);
    try {
      await store.releaseLease(lease);
    } catch {
      // It expires.
    }
  };

  const placeOf = (acquired: Lease): SessionPlace => {
    let lease = acquired;
    let left = false;
    return {
      async renew() {
        if (left) return;
        try {
          lease = await store.renewLease(lease, ttlMs);
        } catch (error) {
          if (left) return;
          if (!FencedError.isInstance(error)) throw error;
          held.delete(lease.resource);
          const other = await acquire(lease.owner);
          if (other === null) throw error;
          lease = other;
          // The session ended meanwhile.
          if (left) await release(other);
        }
      },
      async leave() {
        if (left) return;
        left = true;
        takenBack = waiters.size === 0 ? 0 : takenBack + 1;
        await release(lease);
        wake.abort();
        void admitAll();
      },
    };
  };

  /** Admits calls in their order while there are places; one run at a time. */
  const admitAll = async (): Promise<void> => {
    if (admitting) return;
    admitting = true;
    for (let [head] = waiters; head !== undefined; [head] = waiters) {
      // A process that holds all places waits for its own sessions.
      if (held.size >= places) break;
      await admit(head);
    }
    admitting = false;
  };

  const admit = async (head: Waiter): Promise<void> => {
    try {
      if (takenBack > placesInARow) {
        takenBack = 0;
        await pause(2 * pollMs);
      }
      const lease = await acquire(head.owner);
      if (lease === null) {
        takenBack = 0;
        wake = new AbortController();
        await pause(pollMs, wake.signal);
      } else if (waiters.delete(head)) {
        head.admit(placeOf(lease));
      } else {
        await release(lease);
      }
    } catch (error) {
      waiters.delete(head);
      head.reject(error);
    }
  };

  /** With a signal it ends early when a place of this process is free or a call has left the queue. */
  const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
    await timer.sleep(ms, signal).catch(() => undefined);
    // An injected timer may return at once; the event loop must still get its turn.
    await systemTimer.sleep(0);
  };

  return {
    enter: (owner, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(toError(signal.reason));
          return;
        }
        const stop = (): void => {
          waiters.delete(waiter);
          wake.abort();
          reject(toError(signal?.reason));
        };
        const settled = <Value>(settle: (value: Value) => void) => {
          return (value: Value): void => {
            signal?.removeEventListener('abort', stop);
            settle(value);
          };
        };
        const waiter: Waiter = {
          owner,
          admit: settled(resolve),
          reject: settled((reason) => reject(toError(reason))),
        };
        waiters.add(waiter);
        signal?.addEventListener('abort', stop, { once: true });
        void admitAll();
      }),
    get active() {
      return held.size;
    },
    get waiting() {
      return waiters.size;
    },
    close(reason) {
      for (const waiter of waiters) waiter.reject(reason);
      waiters.clear();
      wake.abort();
    },
  };
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('the wait was given up', { cause: reason });
}
