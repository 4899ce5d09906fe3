import {
  type Clock,
  EventStoreError,
  type EventStore,
  InvalidArgumentError,
  type NewEvent,
  type Timer,
} from '@kanmon/core';
import { checkArgument, checkOptions, describeValue } from '@kanmon/core/kit';
import { hasControlCharacter, parseInput, toEventData } from '../entities/fields.ts';
import {
  iterationPolicySchema,
  policyMembers,
  type Session,
  sessionSchema,
} from '../entities/session.ts';
import { emptySessionState, type SessionState } from '../history/session-state.ts';
import type { TimedIds } from '../life-cycle/issue-id.ts';
import {
  acquireEpisode,
  appendFenced,
  catchUp,
  closeTransaction,
  keepAlive,
  type OpenSession,
  sessionStream,
} from './open-sessions.ts';
import { checkActor, type SessionReader } from './session-reader.ts';
import type { Actor, SessionHandle, WaitOptions, WorkflowStateStore } from './types.ts';
import { createSessionPlaces } from './session-places.ts';

/** The sessions that this process has open, with their locks. */
export interface SessionRegistry extends Pick<
  WorkflowStateStore,
  'beginSession' | 'resumeSession' | 'endSession' | 'leaveSession' | 'unlock' | 'queue' | 'close'
> {
  /** Throws `InvalidArgumentError` for a handle that was ended or comes from another store. */
  sessionOf(handle: SessionHandle): OpenSession;
  /** Acquires a released lock again, and reads what other processes wrote meanwhile. */
  relock(session: OpenSession): Promise<void>;
}

type LockStatus = Session['lock_status'];

/** Opens and closes sessions: a place in the queue, the episode's lock, the first and the last event. */
export function createSessionRegistry(options: {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly ids: TimedIds;
  readonly reader: SessionReader;
  readonly maxSessions: number;
  readonly leaseTtlMs: number;
  /** Numbers in [0, 1). */
  readonly random: () => number;
  readonly timer: Timer;
  /** Waits between two renewals of a lock. */
  readonly renewalTimer: Timer;
}): SessionRegistry {
  const {
    store,
    clock,
    ids,
    reader,
    maxSessions,
    leaseTtlMs: ttlMs,
    random,
    timer,
    renewalTimer,
  } = options;
  const places = createSessionPlaces({ store, places: maxSessions, ttlMs, random, timer });
  const sessions = new Map<SessionHandle, OpenSession>();

  const append = async (session: OpenSession, events: readonly NewEvent[]): Promise<void> => {
    await appendFenced(store, session, events);
    await catchUp(store, session);
  };

  /** Takes a place, acquires the lock, writes the first events; undoes both when any of it fails. */
  const openSession = async (
    state: SessionState,
    actor: Actor,
    { signal, waitMs = 0 }: WaitOptions,
    episode: Session['episode_number'],
    firstEvent: (lock: LockStatus) => Omit<NewEvent, 'actor'>,
  ): Promise<SessionHandle> => {
    const owner = actor.id;
    const place = await places.enter(owner, signal);
    const resource = `episode/${episode}`;
    try {
      const lease = await acquireEpisode(store, resource, { owner, ttlMs, waitMs, timer, signal });
      const { token } = lease;
      const lost = new AbortController();
      const session: OpenSession = {
        handle: {
          sessionId: state.session.session_id,
          actor,
          get lease() {
            return session.lease;
          },
          get version() {
            return session.state.version;
          },
          lost: lost.signal,
        },
        streamId: sessionStream(state.session.session_id),
        lease,
        state,
        open: null,
        untouched: true,
        unlocked: false,
        lost,
        place,
      };
      try {
        const event = firstEvent({ state: 'held', resource, owner, token });
        await append(session, [{ ...event, actor: owner }]);
      } catch (error) {
        await store.releaseLease(lease);
        throw error;
      }
      sessions.set(session.handle, session);
      void keepAlive(session, { store, ttlMs, timer: renewalTimer });
      return session.handle;
    } catch (error) {
      await place.leave();
      throw error;
    }
  };

  const relock = async (session: OpenSession): Promise<void> => {
    if (!session.unlocked) return;
    session.lease = await acquireEpisode(store, session.lease.resource, {
      owner: session.handle.actor.id,
      ttlMs,
      waitMs: 0,
      timer,
      signal: undefined,
    });
    session.unlocked = false;
    await catchUp(store, session);
    if (session.state.session.lock_status.state === 'held') return;
    await append(session, [lockChange(session, 'held')]);
  };

  /** Writes the last events and that the lock is free, releases it, and always frees the place. */
  const closeSession = async (
    handle: SessionHandle,
    lastEvents: (session: OpenSession) => readonly NewEvent[],
  ): Promise<void> => {
    const session = sessions.get(handle);
    if (session === undefined) return;
    sessions.delete(handle);
    try {
      const events = [...lastEvents(session), lockChange(session, 'released')];
      closeTransaction(session);
      await relock(session);
      await appendFenced(store, session, events);
      await store.releaseLease(session.lease);
    } finally {
      session.lost.abort(new Error('the session was ended'));
      await session.place.leave();
    }
  };

  return {
    sessionOf(handle) {
      const session = sessions.get(handle);
      if (session !== undefined) return session;
      throw new InvalidArgumentError(
        'expected the handle of an open session, got one that was ended or comes from elsewhere; call beginSession or resumeSession',
      );
    },
    relock,
    async unlock(handle) {
      const session = sessions.get(handle);
      if (session === undefined || session.unlocked || session.lost.signal.aborted) return;
      closeTransaction(session);
      try {
        await append(session, [lockChange(session, 'released')]);
      } finally {
        session.unlocked = true;
        await store.releaseLease(session.lease);
      }
    },
    async beginSession(init, waitOptions = {}) {
      checkOptions(
        init,
        'episode_number initiator iteration_policy template_hashes session_id',
        'beginSession(init, options)',
      );
      checkOptions(
        init.iteration_policy ?? {},
        policyMembers,
        'iteration_policy of beginSession(init, options)',
      );
      checkOptions(waitOptions, 'signal waitMs', 'beginSession(init, options)');
      const sessionId = init.session_id ?? ids('SESSION');
      assertId('session_id', sessionId);
      // All other faults of an episode number are those of the session's schema.
      if (init.episode_number !== '') assertId('episode_number', String(init.episode_number));
      const at = clock.now().toISOString();
      const policy = parseInput(iterationPolicySchema, init.iteration_policy, 'iteration_policy');
      const sessionWith = (lock: LockStatus): Session =>
        parseInput(
          sessionSchema,
          {
            session_id: sessionId,
            episode_number: init.episode_number,
            initiator: init.initiator,
            created_at: at,
            current_status: 'running',
            iteration_policy: policy,
            lock_status: lock,
            state_version: 1,
            template_hashes: init.template_hashes ?? {},
            updated_at: at,
          },
          'session',
        );
      const state = emptySessionState();
      // An invalid session is refused before the caller waits in a queue.
      state.session = sessionWith(state.session.lock_status);
      return openSession(
        state,
        { id: init.initiator },
        waitOptions,
        init.episode_number,
        (lock) => ({ type: 'session-started', data: toEventData(sessionWith(lock)) }),
      );
    },
    async resumeSession(sessionId, resumeOptions) {
      checkOptions(resumeOptions, 'signal waitMs actor', 'resumeSession(sessionId, options)');
      assertId('session_id', sessionId);
      const { actor, ...waitOptions } = resumeOptions;
      checkActor(actor);
      const state = await reader.open(sessionId, actor);
      const { episode_number: episode, lock_status: former } = state.session;
      const handle = await openSession(state, actor, waitOptions, episode, (lock) => ({
        type: 'session-lock-changed',
        data: { lock_status: lock },
      }));
      if (former.state === 'held') {
        await reader.log('lock-taken-over', actor.id, {
          session_id: sessionId,
          resource: former.resource,
          former_owner: former.owner,
        });
      }
      return handle;
    },
    async endSession(handle, status) {
      if (status !== undefined && !['completed', 'aborted', 'failed'].includes(status))
        throw new InvalidArgumentError(
          `expected endSession(handle, status) with 'completed', 'aborted' or 'failed', got ${describeValue(status)}; leave it out for the result of the last run`,
        );
      await closeSession(handle, ({ state }) => {
        // A session whose last run failed stays failed.
        const last = state.session.current_status === 'failed' ? 'failed' : 'completed';
        const data = { current_status: status ?? last };
        return [{ type: 'session-status-changed', data, actor: handle.actor.id }];
      });
    },
    leaveSession: (handle) => closeSession(handle, () => []),
    get queue() {
      return { active: places.active, waiting: places.waiting };
    },
    async close() {
      const reason = new Error('the workflow state store was closed');
      places.close(reason);
      const open = [...sessions.values()];
      sessions.clear();
      for (const session of open) {
        closeTransaction(session);
        session.lost.abort(reason);
      }
      await Promise.all([
        ...open.map(({ lease }) => store.releaseLease(lease)),
        ...open.map(({ place }) => place.leave()),
      ]);
    },
  };
}

function lockChange({ lease, handle }: OpenSession, state: 'held' | 'released'): NewEvent {
  const { resource, token } = lease;
  const actor = handle.actor.id;
  const lock = { state, resource, owner: actor, token };
  return { type: 'session-lock-changed', data: { lock_status: lock }, actor };
}

/** Refuses an id as an event store does, before the caller waits. */
function assertId(name: string, id: string): void {
  checkArgument(name, 'a text', id);
  if (id !== '' && !hasControlCharacter(id)) return;
  throw new EventStoreError(
    `expected ${name} as text without control characters, got ${JSON.stringify(id.slice(0, 80))}; choose another one`,
    { code: 'store-invalid-id', details: { name } },
  );
}
