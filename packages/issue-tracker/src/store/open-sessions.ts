import {
  EventStoreError,
  type EventStore,
  FencedError,
  type Lease,
  type NewEvent,
  type Timer,
} from '@kanmon/core';
import { SessionLockedError, StatePersistenceError } from '../errors/errors.ts';
import { applyEvent } from '../history/apply-event.ts';
import type { SessionState } from '../history/session-state.ts';
import type { OpenTransaction } from './transaction.ts';
import type { SessionPlace } from './session-places.ts';
import type { SessionHandle } from './types.ts';

/** A session this process may write to. */
export interface OpenSession {
  readonly handle: SessionHandle;
  readonly streamId: string;
  lease: Lease;
  readonly state: SessionState;
  open: OpenTransaction | null;
  /** Only the start of the session is written: an error releases the lock at once. */
  untouched: boolean;
  /** The lock was released and must be acquired again before the next write. */
  unlocked: boolean;
  readonly lost: AbortController;
  readonly place: SessionPlace;
}

/** Stream of a session. */
export function sessionStream(sessionId: string): string {
  return `session/${sessionId}`;
}

/** Pause between two attempts to acquire a lock that another session holds. */
const lockPollMs = 100;

/** Acquires the lock of an episode, waiting up to `waitMs`. Throws `SessionLockedError`. */
export async function acquireEpisode(
  store: EventStore,
  resource: string,
  options: {
    readonly owner: string;
    readonly ttlMs: number;
    readonly waitMs: number;
    readonly timer: Timer;
    readonly signal: AbortSignal | undefined;
  },
): Promise<Lease> {
  const { owner, ttlMs, waitMs, timer, signal } = options;
  for (let waited = 0; ; waited += lockPollMs) {
    const lease = await store.acquireLease(resource, { owner, ttlMs });
    if (lease !== null) return lease;
    if (waited >= waitMs) {
      throw new SessionLockedError(
        `${resource} is held by another session; wait for it to end (waitMs), or for its lock to expire`,
        { resource },
      );
    }
    await timer.sleep(Math.min(lockPollMs, waitMs - waited), signal);
  }
}

/** Renews lock and place until the session is closed; a failed renewal aborts `lost`. */
export async function keepAlive(
  session: OpenSession,
  options: { readonly store: EventStore; readonly ttlMs: number; readonly timer: Timer },
): Promise<void> {
  const { store, ttlMs, timer } = options;
  const { signal } = session.lost;
  try {
    while (!signal.aborted) {
      await timer.sleep(ttlMs / 3, signal);
      if (!session.unlocked && !signal.aborted) await renew(session, store, ttlMs);
      if (!signal.aborted) await session.place.renew();
      // An injected timer may return at once; the event loop must still get its turn.
      await backgroundTimer.sleep(0, signal);
    }
  } catch (error) {
    if (!signal.aborted) session.lost.abort(error);
  }
}

/** The lock may be released, and even acquired again, while its renewal is under way. */
async function renew(session: OpenSession, store: EventStore, ttlMs: number): Promise<void> {
  const { lease } = session;
  try {
    const renewed = await store.renewLease(lease, ttlMs);
    if (session.lease === lease) session.lease = renewed;
  } catch (error) {
    if (session.lease === lease && !session.unlocked) throw error;
  }
}

/** `setTimeout` holds its delay in 32 bits; a longer one would fire at once. */
const longestTimeout = 2 ** 31 - 1;

/**
 * Waits without keeping the process alive: a Node program whose only work is to renew a lock ends.
 * Delays above 24 days are cut to 24 days.
 */
export const backgroundTimer: Timer = {
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timeout);
        reject(new Error('the wait was stopped', { cause: signal?.reason }));
      };
      const wake = (): void => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const timeout = setTimeout(wake, Math.min(ms, longestTimeout));
      if (signal?.aborted === true) stop();
      else signal?.addEventListener('abort', stop, { once: true });
      // Node and Bun return an object with `unref`, browsers a number.
      (timeout as { readonly unref?: () => void }).unref?.();
    }),
};

/** Reads what was committed since the state was last folded. */
export async function catchUp(store: EventStore, session: OpenSession): Promise<void> {
  const events = store.read(session.streamId, { fromVersion: session.state.version + 1 });
  for await (const event of events) applyEvent(session.state, event);
}

/** Appends to the session's stream under its lease. A store that fails is a `StatePersistenceError`. */
export async function appendFenced(
  store: EventStore,
  session: OpenSession,
  events: readonly NewEvent[],
): Promise<void> {
  if (session.lost.signal.aborted) {
    const reason: unknown = session.lost.signal.reason;
    throw FencedError.isInstance(reason)
      ? reason
      : new FencedError({ resource: session.lease.resource, reason: 'released' });
  }
  try {
    await store.append(session.streamId, events, {
      expectedVersion: session.state.version,
      fence: session.lease,
    });
  } catch (error) {
    // An invalid argument is the caller's error; any other error of the store means lost state.
    if (!EventStoreError.isInstance(error) || error.code.startsWith('store-invalid-')) throw error;
    throw new StatePersistenceError(
      'the event store could not keep what happened; nothing is known to be written, see the cause',
      { cause: error },
    );
  }
}

/** Drops what was recorded and not written; the transaction refuses every further use. */
export function closeTransaction(session: OpenSession): void {
  session.open?.draft.close();
  session.open = null;
}
