import { type Clock, type EventStore, FencedError, InvalidArgumentError } from '@kanmon/core';
import { toEventData } from '../entities/parse-input.ts';
import { TransactionClosedError, TransactionOpenError } from '../errors/issue-errors.ts';
import type { QcCodeMap } from '../errors/qc-codes.ts';
import type { TimedIds } from '../life-cycle/issue-id.ts';
import { appendFenced, catchUp, type OpenSession } from './open-sessions.ts';
import { discardRecorder, type SessionRegistry } from './session-registry.ts';
import { recordTransaction } from './transaction.ts';
import type { SessionHandle, Transaction, WorkflowStateStore } from './types.ts';

/** The writing half of the facade. */
export type TransactionRunner = Pick<
  WorkflowStateStore,
  'beginTransaction' | 'commit' | 'rollback' | 'transaction' | 'once' | 'recall'
>;

/** Transactions over open sessions: one append each, all of it or nothing. */
export function createTransactionRunner(options: {
  readonly store: EventStore;
  readonly registry: SessionRegistry;
  readonly clock: Clock;
  readonly ids: TimedIds;
  readonly qcCodes: QcCodeMap;
}): TransactionRunner {
  const { store, registry, clock, ids, qcCodes } = options;
  const transactions = new WeakMap<Transaction, OpenSession>();

  const begin = async (handle: SessionHandle): Promise<OpenSession> => {
    const session = registry.sessionOf(handle);
    if (session.recorder !== null) {
      throw new TransactionOpenError(
        'this session has an open transaction; commit it or roll it back before the next one',
      );
    }
    await registry.relock(session);
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
  const write = async (session: OpenSession): Promise<void> => {
    const events = session.recorder?.events ?? [];
    try {
      if (events.length > 0) await appendFenced(store, session, events);
      await catchUp(store, session);
      session.untouched &&= events.length === 0;
    } finally {
      discardRecorder(session);
    }
  };

  /** Seed section 6: an error before anything was written gives the lock back; the next write takes it again. */
  const rollBackAfterError = async (session: OpenSession, error: unknown): Promise<void> => {
    discardRecorder(session);
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
    const known = key === undefined ? undefined : registry.sessionOf(handle).state.effects.get(key);
    // The key's output was written by this very call earlier, so it has the type the body gives.
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
      await write(session);
      return output;
    } catch (error) {
      await rollBackAfterError(session, error);
      throw error;
    }
  };

  return {
    async beginTransaction(handle) {
      const { recorder } = await begin(handle);
      if (recorder === null)
        throw new TransactionClosedError('the transaction was closed while it began');
      return recorder.transaction;
    },
    async commit(transaction) {
      const session = sessionOfTransaction(transaction);
      assertCurrent(session, transaction);
      await write(session);
      return { version: session.state.version };
    },
    async rollback(transaction) {
      const session = sessionOfTransaction(transaction);
      assertCurrent(session, transaction);
      discardRecorder(session);
      await Promise.resolve();
    },
    transaction: (handle, body, { idempotencyKey } = {}) =>
      runTransaction(handle, idempotencyKey, body),
    once: (handle, key, body) => runTransaction(handle, key, body),
    recall: (handle, key) => registry.sessionOf(handle).state.effects.get(key),
  };
}

function assertCurrent(session: OpenSession, transaction: Transaction): void {
  if (session.recorder?.transaction === transaction) return;
  throw new TransactionClosedError(
    'the transaction was committed or rolled back before; begin a new one',
  );
}
