import { InvalidArgumentError, systemClock, systemTimer } from '@kanmon/core';
import { checkNames } from '@kanmon/core/kit';
import { defaultQcCodes } from '../errors/qc-codes.ts';
import { createTimedIds, secureRandom } from '../life-cycle/issue-id.ts';
import { backgroundTimer } from './open-sessions.ts';
import { createSessionReader } from './session-reader.ts';
import { createSessionRegistry } from './session-registry.ts';
import { createTransactionRunner } from './transaction-runner.ts';
import type { WorkflowStateStore, WorkflowStateStoreOptions } from './types.ts';

/**
 * Creates the facade over sessions: locks, a waiting queue, transactions, access rules and views. It stores
 * nothing itself; all state is a fold over the streams `session/{session_id}` of the event store.
 */
export function createWorkflowStateStore(options: WorkflowStateStoreOptions): WorkflowStateStore {
  checkNames(
    options,
    'store clock random audit authorize qcCodes maxSessions leaseTtlMs timer',
    'createWorkflowStateStore(options)',
  );
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
