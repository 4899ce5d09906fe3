import {
  EventStoreError,
  type EventStore,
  FencedError,
  type Lease,
  type NewEvent,
} from '@kanmon/core';
import { SessionLockedError, StatePersistenceError } from '../errors/workflow-errors.ts';
import { applyEvent } from '../history/apply-event.ts';
import type { SessionState } from '../history/session-state.ts';
import { backgroundSleep } from './background-sleep.ts';
import type { TransactionRecorder } from './transaction.ts';
import type { SessionHandle, Sleep } from './types.ts';

/** A session this process may write to. */
export interface OpenSession {
  readonly handle: SessionHandle;
  readonly streamId: string;
  lease: Lease;
  state: SessionState;
  recorder: TransactionRecorder | null;
  /** Nothing but the start was written yet: an error gives the lock back at once. */
  untouched: boolean;
  /** The lock was given back and must be taken again before the next write. */
  unlocked: boolean;
  readonly lost: AbortController;
  readonly leaveQueue: () => void;
}

/** Stream of a session. */
export function sessionStream(sessionId: string): string {
  return `session/${sessionId}`;
}

/** Lock of an episode. */
export function episodeResource(episode: number | string): string {
  return `episode/${episode}`;
}

/** Pause between two looks at a lock that somebody holds. */
const lockPollMs = 100;

/** Takes the lock of an episode, waiting up to `waitMs`. Throws `SessionLockedError`. */
export async function acquireEpisode(
  store: EventStore,
  resource: string,
  options: {
    readonly owner: string;
    readonly ttlMs: number;
    readonly waitMs: number;
    readonly sleep: Sleep;
    readonly signal: AbortSignal | undefined;
  },
): Promise<Lease> {
  const { owner, ttlMs, waitMs, sleep, signal } = options;
  for (let waited = 0; ; waited += lockPollMs) {
    const lease = await store.acquireLease(resource, { owner, ttlMs });
    if (lease !== null) return lease;
    if (waited >= waitMs) {
      throw new SessionLockedError(
        `${resource} is held by another session; wait for it to end (waitMs), or for its lock to expire`,
        { resource },
      );
    }
    await sleep(Math.min(lockPollMs, waitMs - waited), signal === undefined ? {} : { signal });
  }
}

/** Keeps a lease alive until the session is closed; a failed renewal aborts `lost`. */
export async function keepAlive(
  session: OpenSession,
  options: { readonly store: EventStore; readonly ttlMs: number; readonly sleep: Sleep },
): Promise<void> {
  const { store, ttlMs, sleep } = options;
  const { signal } = session.lost;
  try {
    while (!signal.aborted) {
      await sleep(ttlMs / 3, { signal });
      if (!session.unlocked && !signal.aborted) await renew(session, store, ttlMs);
      // An injected sleep may return at once; the event loop must still get its turn.
      await backgroundSleep(0, { signal });
    }
  } catch (error) {
    if (!signal.aborted) session.lost.abort(error);
  }
}

/** The lock may be given back, and even taken again, while its renewal is under way. */
async function renew(session: OpenSession, store: EventStore, ttlMs: number): Promise<void> {
  const { lease } = session;
  try {
    const renewed = await store.renewLease(lease, ttlMs);
    if (session.lease === lease) session.lease = renewed;
  } catch (error) {
    if (session.lease === lease && !session.unlocked) throw error;
  }
}

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
): Promise<{ readonly version: number; readonly replayed: boolean }> {
  if (session.lost.signal.aborted) {
    const reason: unknown = session.lost.signal.reason;
    throw FencedError.isInstance(reason)
      ? reason
      : new FencedError({ resource: session.lease.resource, reason: 'released' });
  }
  try {
    return await store.append(session.streamId, events, {
      expectedVersion: session.state.version,
      fence: session.lease,
    });
  } catch (error) {
    throw asPersistenceError(error);
  }
}

/** What the caller did wrong stays as it is; a store that is broken becomes ours. */
function asPersistenceError(error: unknown): unknown {
  if (!EventStoreError.isInstance(error) || error.code.startsWith('store-invalid-')) return error;
  return new StatePersistenceError(
    'the event store could not keep what happened; nothing is known to be written, see the cause',
    { cause: error },
  );
}
