import {
  EventStoreError,
  FencedError,
  InvalidArgumentError,
  type NewEvent,
  systemClock,
  systemTimer,
} from '@kanmon/core';
import { iterationPolicySchema } from '../entities/iteration-policy.ts';
import { parseInput, toEventData } from '../entities/parse-input.ts';
import { type Session, sessionSchema } from '../entities/session.ts';
import { hasControlCharacter } from '../entities/shared-schemas.ts';
import { TransactionClosedError, TransactionOpenError } from '../errors/issue-errors.ts';
import { defaultQcCodes } from '../errors/qc-codes.ts';
import { emptySessionState, type SessionState } from '../history/session-state.ts';
import { createTimedIds, secureRandom } from '../life-cycle/issue-id.ts';
import { createAuditLog } from './audit-log.ts';
import {
  acquireEpisode,
  appendFenced,
  catchUp,
  episodeResource,
  keepAlive,
  type OpenSession,
  sessionStream,
} from './open-sessions.ts';
import { createSessionReader } from './session-reader.ts';
import { recordTransaction } from './transaction.ts';
import type {
  Actor,
  SessionHandle,
  Sleep,
  Transaction,
  WaitOptions,
  WorkflowStateStore,
  WorkflowStateStoreOptions,
} from './types.ts';
import { createWaitingQueue } from './waiting-queue.ts';

const systemSleep: Sleep = (ms, options) => systemTimer.sleep(ms, options?.signal);

/**
 * The facade over sessions: locks, a waiting queue, transactions, access rules and views. It keeps
 * nothing itself; all state is a fold over the streams `session/{session_id}` of the event store.
 */
export function createWorkflowStateStore(options: WorkflowStateStoreOptions): WorkflowStateStore {
  const {
    store,
    clock = systemClock,
    random = secureRandom,
    audit = store,
    authorize,
    qcCodes = defaultQcCodes,
    maxSessions = 10,
    leaseTtlMs = 30_000,
    sleep = systemSleep,
  } = options;
  if (!Number.isInteger(maxSessions) || maxSessions < 1) {
    throw new InvalidArgumentError(
      `expected maxSessions as a whole number from 1, got ${maxSessions}; leave it out for 10`,
    );
  }
  const ids = createTimedIds(clock, random);
  const queue = createWaitingQueue(maxSessions);
  const log = createAuditLog(audit, clock);
  const reader = createSessionReader(store, log, authorize);
  const sessions = new Map<SessionHandle, OpenSession>();
  const transactions = new WeakMap<Transaction, OpenSession>();

  const sessionOf = (handle: SessionHandle): OpenSession => {
    const session = sessions.get(handle);
    if (session !== undefined) return session;
    throw new InvalidArgumentError(
      'expected the handle of an open session, got one that was ended or comes from elsewhere; call beginSession or resumeSession',
    );
  };

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
      void keepAlive(session, { store, ttlMs: leaseTtlMs, sleep });
      return session.handle;
    } catch (error) {
      leaveQueue();
      throw error;
    }
  };

  const begin = async (handle: SessionHandle): Promise<OpenSession> => {
    const session = sessionOf(handle);
    if (session.recorder !== null) {
      throw new TransactionOpenError(
        'this session has an open transaction; commit it or roll it back before the next one',
      );
    }
    if (session.unlocked) {
      const { resource } = session.lease;
      session.lease = await acquireEpisode(store, resource, {
        owner: handle.actor.id,
        ttlMs: leaseTtlMs,
        waitMs: 0,
        sleep,
        signal: undefined,
      });
      session.unlocked = false;
    }
    session.recorder = recordTransaction(session.state, {
      actor: handle.actor.id,
      clock,
      ids,
      qcCodes,
    });
    transactions.set(session.recorder.transaction, session);
    return session;
  };

  const sessionOfTransaction = (transaction: Transaction): OpenSession => {
    const session = transactions.get(transaction);
    if (session !== undefined) return session;
    throw new InvalidArgumentError(
      'expected a transaction of this store; get one from beginTransaction',
    );
  };

  /** Writes what was recorded, in one append. */
  const write = async (session: OpenSession, idempotencyKey?: string): Promise<void> => {
    const events = session.recorder?.events ?? [];
    try {
      if (events.length > 0) await appendFenced(store, session, events, idempotencyKey);
      await catchUp(store, session);
      session.untouched &&= events.length === 0;
    } finally {
      closeTransaction(session);
    }
  };

  /** Seed section 6: an error before anything was written gives the lock back; the next write takes it again. */
  const rollBackAfterError = async (session: OpenSession, error: unknown): Promise<void> => {
    closeTransaction(session);
    if (FencedError.isInstance(error)) session.lost.abort(error);
    if (!session.untouched || session.unlocked || session.lost.signal.aborted) return;
    session.unlocked = true;
    await store.releaseLease(session.lease);
  };

  const runTransaction = async <T>(
    handle: SessionHandle,
    key: string | undefined,
    body: (transaction: Transaction) => T | Promise<T>,
  ): Promise<T> => {
    const known = key === undefined ? undefined : sessionOf(handle).state.effects.get(key);
    // The key's output was written by this very call earlier, so it has the type the body gives.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (known !== undefined) return known as T;
    const session = await begin(handle);
    try {
      const { recorder } = session;
      if (recorder === null)
        throw new TransactionClosedError('the transaction was closed before its body ran');
      const output = await body(recorder.transaction);
      if (key !== undefined) {
        recorder.record('effect-recorded', { key, output: toEventData(output) });
      }
      await write(session, undefined);
      return output;
    } catch (error) {
      await rollBackAfterError(session, error);
      throw error;
    }
  };

  return {
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

    async endSession(handle, status = 'completed') {
      const session = sessions.get(handle);
      if (session === undefined) return;
      sessions.delete(handle);
      try {
        closeTransaction(session);
        const { resource, token } = session.lease;
        const lock = { state: 'released', resource, owner: handle.actor.id, token };
        if (session.unlocked) {
          session.lease = await acquireEpisode(store, resource, {
            owner: handle.actor.id,
            ttlMs: leaseTtlMs,
            waitMs: 0,
            sleep,
            signal: undefined,
          });
        }
        await appendFenced(store, session, [
          {
            type: 'session-status-changed',
            data: { current_status: status },
            actor: handle.actor.id,
          },
          { type: 'session-lock-changed', data: { lock_status: lock }, actor: handle.actor.id },
        ]);
        await store.releaseLease(session.lease);
      } finally {
        session.lost.abort(new Error('the session was ended'));
        session.leaveQueue();
      }
    },

    async beginTransaction(handle) {
      const { recorder } = await begin(handle);
      if (recorder === null)
        throw new TransactionClosedError('the transaction was closed while it began');
      return recorder.transaction;
    },
    async commit(transaction) {
      const session = sessionOfTransaction(transaction);
      recorderOf(session, transaction);
      await write(session);
      return { version: session.state.version };
    },
    async rollback(transaction) {
      const session = sessionOfTransaction(transaction);
      recorderOf(session, transaction);
      closeTransaction(session);
      await Promise.resolve();
    },
    transaction: (handle, body, { idempotencyKey } = {}) =>
      runTransaction(handle, idempotencyKey, body),
    once: (handle, key, body) => runTransaction(handle, key, body),

    recall: (handle, key) => sessionOf(handle).state.effects.get(key),
    view: reader.view,
    at: reader.at,
    timeline: reader.timeline,
    unresolved: reader.unresolved,
    fixTrace: reader.fixTrace,
    audit: reader.audit,
    get queue() {
      return { active: queue.active, waiting: queue.waiting };
    },
    async close() {
      queue.close(new Error('the workflow state store was closed'));
      const open = [...sessions.values()];
      sessions.clear();
      for (const session of open) {
        closeTransaction(session);
        session.lost.abort(new Error('the workflow state store was closed'));
        session.leaveQueue();
      }
      await Promise.all(open.map(({ lease }) => store.releaseLease(lease)));
    },
  };
}

/** The same refusal an event store gives, before anybody waits for anything. */
function assertId(name: string, id: string): void {
  if (id !== '' && !hasControlCharacter(id)) return;
  throw new EventStoreError(
    `expected ${name} as text without control characters, got ${JSON.stringify(id.slice(0, 80))}; choose another one`,
    { code: 'store-invalid-id', details: { name } },
  );
}

/** What a transaction has recorded. Throws `TransactionClosedError` when it is over. */
function recorderOf(
  session: OpenSession,
  transaction: Transaction,
): NonNullable<OpenSession['recorder']> {
  if (session.recorder?.transaction === transaction) return session.recorder;
  throw new TransactionClosedError(
    'the transaction was committed or rolled back before; begin a new one',
  );
}

function closeTransaction(session: OpenSession): void {
  session.recorder?.close();
  session.recorder = null;
}
