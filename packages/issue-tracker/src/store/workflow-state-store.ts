import { InvalidArgumentError, systemClock, systemTimer } from '@kanmon/core';
import { defaultQcCodes } from '../errors/qc-codes.ts';
import { createTimedIds, secureRandom } from '../life-cycle/issue-id.ts';
import { checkOptions } from '@kanmon/core/kit';
import { createAuditLog } from './audit-log.ts';
import { backgroundSleep } from './background-sleep.ts';
import { storeOptions, withCheckedOptions } from './checked-store.ts';
import { createSessionReader } from './session-reader.ts';
import { createSessionRegistry } from './session-registry.ts';
import { createTransactionRunner } from './transaction-runner.ts';
import type { Sleep, WorkflowStateStore, WorkflowStateStoreOptions } from './types.ts';

const systemSleep: Sleep = (ms, options) => systemTimer.sleep(ms, options?.signal);

/**
 * The facade over sessions: locks, a waiting queue, transactions, access rules and views. It keeps
 * nothing itself; all state is a fold over the streams `session/{session_id}` of the event store.
 */
export function createWorkflowStateStore(options: WorkflowStateStoreOptions): WorkflowStateStore {
  checkOptions(options, storeOptions, 'createWorkflowStateStore(options)');
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
  const renewalSleep = options.sleep ?? backgroundSleep;
  // A program without types meets this first; without the check it would fail in the first session.
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
  const log = createAuditLog(audit, clock);
  const reader = createSessionReader(store, log, authorize);
  const registry = createSessionRegistry({
    store,
    clock,
    ids,
    log,
    reader,
    maxSessions,
    leaseTtlMs,
    sleep,
    renewalSleep,
  });
  const runner = createTransactionRunner({ store, registry, clock, ids, qcCodes });

  return {
    ...runner,
    ...withCheckedOptions({ ...reader, ...registry, transaction: runner.transaction }),
    clock,
    endSession: registry.endSession,
    leaveSession: registry.leaveSession,
    unlock: registry.unlock,
    get queue() {
      return registry.queue;
    },
    close: registry.close,
  };
}
