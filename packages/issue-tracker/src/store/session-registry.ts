import {
  type Clock,
  EventStoreError,
  type EventStore,
  InvalidArgumentError,
  type NewEvent,
} from '@kanmon/core';
import { iterationPolicySchema } from '../entities/iteration-policy.ts';
import { parseInput, toEventData } from '../entities/parse-input.ts';
import { type Session, sessionSchema } from '../entities/session.ts';
import { hasControlCharacter } from '../entities/shared-schemas.ts';
import { emptySessionState, type SessionState } from '../history/session-state.ts';
import type { TimedIds } from '../life-cycle/issue-id.ts';
import type { AuditLog } from './audit-log.ts';
import {
  acquireEpisode,
  appendFenced,
  catchUp,
  episodeResource,
  keepAlive,
  type OpenSession,
  sessionStream,
} from './open-sessions.ts';
import type { SessionReader } from './session-reader.ts';
import type { Actor, SessionHandle, Sleep, WaitOptions, WorkflowStateStore } from './types.ts';
import { createWaitingQueue } from './waiting-queue.ts';

/** The sessions this process has open: who may write, under which lock. */
export interface SessionRegistry extends Pick<
  WorkflowStateStore,
  'beginSession' | 'resumeSession' | 'endSession' | 'leaveSession' | 'unlock' | 'queue' | 'close'
> {
  /** Throws `InvalidArgumentError` for a handle that was ended or comes from elsewhere. */
  sessionOf(handle: SessionHandle): OpenSession;
  /** Takes the lock again that was given back, and reads what others wrote meanwhile. */
  relock(session: OpenSession): Promise<void>;
}

/** Opens and closes sessions: a place in the queue, the episode's lock, the first and the last event. */
export function createSessionRegistry(options: {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly ids: TimedIds;
  readonly log: AuditLog;
  readonly reader: SessionReader;
  readonly maxSessions: number;
  readonly leaseTtlMs: number;
  readonly sleep: Sleep;
  /** Waits between two renewals of a lock. */
  readonly renewalSleep: Sleep;
}): SessionRegistry {
  const { store, clock, ids, log, reader, maxSessions, leaseTtlMs, sleep, renewalSleep } = options;
  const queue = createWaitingQueue(maxSessions);
  const sessions = new Map<SessionHandle, OpenSession>();

  /** Enters the queue, takes the lock, writes the first events; gives both back when any of it fails. */
  const openSession = async (
    state: SessionState,
    actor: Actor,
    { signal, waitMs = 0 }: WaitOptions,
    episode: Session['episode_number'],
    firstEvents: (lock: Session['lock_status']) => readonly NewEvent[],
  ): Promise<SessionHandle> => {
    const leaveQueue = await queue.enter(signal);
    const resource = episodeResource(episode);
    try {
      const lease = await acquireEpisode(store, resource, {
        owner: actor.id,
        ttlMs: leaseTtlMs,
        waitMs,
        sleep,
        signal,
      });
      const { token } = lease;
      const events = firstEvents({ state: 'held', resource, owner: actor.id, token });
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
        recorder: null,
        untouched: true,
        unlocked: false,
        lost,
        leaveQueue,
      };
      try {
        await appendFenced(store, session, events);
        await catchUp(store, session);
      } catch (error) {
        await store.releaseLease(lease);
        throw error;
      }
      sessions.set(session.handle, session);
      void keepAlive(session, { store, ttlMs: leaseTtlMs, sleep: renewalSleep });
      return session.handle;
    } catch (error) {
      leaveQueue();
      throw error;
    }
  };

  const relock = async (session: OpenSession): Promise<void> => {
    if (!session.unlocked) return;
    session.lease = await acquireEpisode(store, session.lease.resource, {
      owner: session.handle.actor.id,
      ttlMs: leaseTtlMs,
      waitMs: 0,
      sleep,
      signal: undefined,
    });
    session.unlocked = false;
    await catchUp(store, session);
    if (session.state.session.lock_status.state === 'held') return;
    await appendFenced(store, session, [lockChange(session, 'held')]);
    await catchUp(store, session);
  };

  const unlock = async (handle: SessionHandle): Promise<void> => {
    const session = sessions.get(handle);
    if (session === undefined || session.unlocked || session.lost.signal.aborted) return;
    discardRecorder(session);
    try {
      await appendFenced(store, session, [lockChange(session, 'released')]);
      await catchUp(store, session);
    } finally {
      session.unlocked = true;
      await store.releaseLease(session.lease);
    }
  };

  /** Writes the last events and that the lock is free, then frees it; the place in the queue in any case. */
  const closeSession = async (
    handle: SessionHandle,
    lastEvents: readonly NewEvent[],
  ): Promise<void> => {
    const session = sessions.get(handle);
    if (session === undefined) return;
    sessions.delete(handle);
    try {
      discardRecorder(session);
      await relock(session);
      await appendFenced(store, session, [...lastEvents, lockChange(session, 'released')]);
      await store.releaseLease(session.lease);
    } finally {
      session.lost.abort(new Error('the session was ended'));
      session.leaveQueue();
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
    unlock,
    async beginSession(init, waitOptions = {}) {
      const sessionId = init.session_id ?? ids('SESSION');
      assertId('session_id', sessionId);
      assertId('episode_number', String(init.episode_number));
      const at = clock.now().toISOString();
      const actor: Actor = { id: init.initiator };
      const state = emptySessionState();
      const sessionWith = (lock: Session['lock_status']): Session =>
        parseInput(
          sessionSchema,
          {
            session_id: sessionId,
            episode_number: init.episode_number,
            initiator: init.initiator,
            created_at: at,
            current_status: 'running',
            iteration_policy: parseInput(
              iterationPolicySchema,
              init.iteration_policy,
              'iteration_policy',
            ),
            lock_status: lock,
            state_version: 1,
            template_hashes: init.template_hashes ?? {},
            updated_at: at,
          },
          'session',
        );
      // Refused before the caller waits in a queue.
      state.session = sessionWith({ state: 'released', resource: '', owner: '', token: 0 });
      return openSession(state, actor, waitOptions, init.episode_number, (lock) => [
        { type: 'session-started', data: toEventData(sessionWith(lock)), actor: actor.id },
      ]);
    },
    async resumeSession(sessionId, { actor, ...waitOptions }) {
      assertId('session_id', sessionId);
      const before = await reader.open(sessionId, actor);
      const { episode_number: episode, lock_status: formerLock } = before.session;
      const handle = await openSession(before, actor, waitOptions, episode, (lock) => [
        { type: 'session-lock-changed', data: toEventData({ lock_status: lock }), actor: actor.id },
      ]);
      if (formerLock.state === 'held') {
        await log.write('lock-taken-over', actor.id, {
          session_id: sessionId,
          resource: formerLock.resource,
          former_owner: formerLock.owner,
        });
      }
      return handle;
    },
    endSession: (handle, status) =>
      closeSession(handle, [
        {
          type: 'session-status-changed',
          data: { current_status: status ?? endStatus(sessions.get(handle)) },
          actor: handle.actor.id,
        },
      ]),
    leaveSession: (handle) => closeSession(handle, []),
    get queue() {
      return { active: queue.active, waiting: queue.waiting };
    },
    async close() {
      queue.close(new Error('the workflow state store was closed'));
      const open = [...sessions.values()];
      sessions.clear();
      for (const session of open) {
        discardRecorder(session);
        session.lost.abort(new Error('the workflow state store was closed'));
        session.leaveQueue();
      }
      await Promise.all(open.map(({ lease }) => store.releaseLease(lease)));
    },
  };
}

/** What was recorded and not written is gone; the transaction refuses every further use. */
export function discardRecorder(session: OpenSession): void {
  session.recorder?.close();
  session.recorder = null;
}

/** A session whose last run failed stays failed. */
function endStatus(session: OpenSession | undefined): 'completed' | 'failed' {
  return session?.state.session.current_status === 'failed' ? 'failed' : 'completed';
}

function lockChange({ lease, handle }: OpenSession, state: 'held' | 'released'): NewEvent {
  const { resource, token } = lease;
  const actor = handle.actor.id;
  const lock = { state, resource, owner: actor, token };
  return { type: 'session-lock-changed', data: { lock_status: lock }, actor };
}

/** The same refusal an event store gives, before anybody waits for anything. */
function assertId(name: string, id: string): void {
  if (id !== '' && !hasControlCharacter(id)) return;
  throw new EventStoreError(
    `expected ${name} as text without control characters, got ${JSON.stringify(id.slice(0, 80))}; choose another one`,
    { code: 'store-invalid-id', details: { name } },
  );
}
