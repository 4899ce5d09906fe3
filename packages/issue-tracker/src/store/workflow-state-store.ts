import {
  type Clock,
  type EventStore,
  FencedError,
  InvalidArgumentError,
  type JsonValue,
  systemClock,
  systemTimer,
} from '@kanmon/core';
import { checkGuards, checkOptions, checkPorts } from '@kanmon/core/kit';
import { toOutputData } from '../entities/fields.ts';
import { TransactionOpenError } from '../errors/errors.ts';
import { defaultQcCodes, type QcCodeMap } from '../errors/qc-codes.ts';
import { createTimedIds, secureRandom, type TimedIds } from '../life-cycle/issue-id.ts';
import { transactionClosed } from './draft.ts';
import {
  appendFenced,
  backgroundTimer,
  catchUp,
  closeTransaction,
  type OpenSession,
} from './open-sessions.ts';
import { createSessionReader } from './session-reader.ts';
import { createSessionRegistry, type SessionRegistry } from './session-registry.ts';
import { type OpenTransaction, openTransaction } from './transaction.ts';
import type {
  SessionHandle,
  Transaction,
  WorkflowStateStore,
  WorkflowStateStoreOptions,
} from './types.ts';

/**
 * Creates the facade over sessions: locks, a waiting queue, transactions, access rules and views. It stores
 * nothing itself; all state is a fold over the streams `session/{session_id}` of the event store.
 */
export function createWorkflowStateStore(options: WorkflowStateStoreOptions): WorkflowStateStore {
  checkOptions(
    options,
    'store clock random audit authorize qcCodes maxSessions leaseTtlMs timer',
    'createWorkflowStateStore(options)',
  );
  checkGuards(options, 'authorize');
  checkPorts(options, { clock: 'now', random: 'call', audit: 'append', timer: 'sleep' });
  const {
    store,
    clock = systemClock,
    random = secureRandom,
    audit = store,
    authorize,
    qcCodes = defaultQcCodes,
    maxSessions = 10,
    leaseTtlMs = 30_000,
    timer = systemTimer,
  } = options;
  // Without types a wrong store is possible; without this check the first session would fail.
  if (typeof store?.append !== 'function') {
    throw new InvalidArgumentError(
      'expected options.store as an EventStore; e.g. createMemoryEventStore() of @kanmon/core',
    );
  }
  if (!Number.isInteger(maxSessions) || maxSessions < 1) {
    throw new InvalidArgumentError(
      `expected maxSessions as a whole number from 1, got ${maxSessions}; leave it out for 10`,
    );
  }
  const ids = createTimedIds(clock, random);
  const reader = createSessionReader({ store, audit, clock, authorize });
  const registry = createSessionRegistry({
    store,
    clock,
    ids,
    reader,
    maxSessions,
    leaseTtlMs,
    random,
    timer,
    renewalTimer: options.timer ?? backgroundTimer,
  });
  const { beginSession, resumeSession, endSession, leaveSession, unlock, close } = registry;
  const { view, at, timeline, unresolved, fixTrace, audit: readAudit } = reader;
  return {
    clock,
    beginSession,
    resumeSession,
    endSession,
    leaveSession,
    unlock,
    ...createTransactionRunner({ store, registry, clock, ids, qcCodes }),
    view,
    at,
    timeline,
    unresolved,
    fixTrace,
    audit: readAudit,
    get queue() {
      return registry.queue;
    },
    close,
  };
}

/** Runs transactions over open sessions. Each is written in one append or not at all. */
function createTransactionRunner(options: {
  readonly store: EventStore;
  readonly registry: SessionRegistry;
  readonly clock: Clock;
  readonly ids: TimedIds;
  readonly qcCodes: QcCodeMap;
}): Pick<
  WorkflowStateStore,
  'beginTransaction' | 'commit' | 'rollback' | 'transaction' | 'once' | 'recall'
> {
  const { store, registry, clock, ids, qcCodes } = options;
  const sessions = new WeakMap<Transaction, OpenSession>();

  const begin = async (session: OpenSession): Promise<OpenTransaction> => {
    if (session.open !== null) {
      throw new TransactionOpenError(
        'this session has an open transaction; commit it or roll it back before the next one',
      );
    }
    await registry.relock(session);
    const actor = session.handle.actor.id;
    session.open = openTransaction(session.state, { actor, clock, ids, qcCodes });
    sessions.set(session.open.transaction, session);
    return session.open;
  };

  /** The session in which this transaction is open. */
  const sessionOf = (transaction: Transaction): OpenSession => {
    const session = sessions.get(transaction);
    if (session === undefined) {
      throw new InvalidArgumentError(
        'expected a transaction of this store; get one from beginTransaction',
      );
    }
    if (session.open?.transaction !== transaction) throw transactionClosed();
    return session;
  };

  /** Writes the recorded events in one append. */
  const write = async (session: OpenSession): Promise<void> => {
    const events = session.open?.draft.events ?? [];
    try {
      if (events.length > 0) await appendFenced(store, session, events);
      await catchUp(store, session);
      session.untouched &&= events.length === 0;
    } finally {
      closeTransaction(session);
    }
  };

  /** An error before the first commit releases the lock; the next write acquires it again. */
  const rollBackAfterError = async (session: OpenSession, error: unknown): Promise<void> => {
    closeTransaction(session);
    if (FencedError.isInstance(error)) session.lost.abort(error);
    if (!session.untouched || session.unlocked || session.lost.signal.aborted) return;
    session.unlocked = true;
    await store.releaseLease(session.lease);
  };

  const recall = (handle: SessionHandle, key: string): JsonValue | undefined =>
    registry.sessionOf(handle).state.tables.effects.get(key);

  const run = async <T>(
    handle: SessionHandle,
    body: (transaction: Transaction) => T | Promise<T>,
    key: string | undefined,
  ): Promise<T> => {
    const known = key === undefined ? undefined : recall(handle, key);
    // A key is used with one type of output: this call wrote the value earlier.
    if (known !== undefined) return known as T;
    const session = registry.sessionOf(handle);
    const open = await begin(session);
    try {
      const output = await body(open.transaction);
      if (key === undefined) {
        await write(session);
        return output;
      }
      const recorded = toOutputData(output);
      open.draft.record('effect-recorded', { key, output: recorded });
      await write(session);
      // A repeated call returns this too; T is JSON.
      return recorded as T;
    } catch (error) {
      await rollBackAfterError(session, error);
      throw error;
    }
  };

  return {
    beginTransaction: async (handle) => (await begin(registry.sessionOf(handle))).transaction,
    async commit(transaction) {
      const session = sessionOf(transaction);
      await write(session);
      return { version: session.state.version };
    },
    async rollback(transaction) {
      closeTransaction(sessionOf(transaction));
      await Promise.resolve();
    },
    async transaction(handle, body, transactionOptions = {}) {
      checkOptions(transactionOptions, 'idempotencyKey', 'transaction(handle, body, options)');
      return run(handle, body, transactionOptions.idempotencyKey);
    },
    once: (handle, key, body) => run(handle, body, key),
    recall,
  };
}
