import { type Clock, type EventStore, EventStoreError } from '@kanmon/core';
import { checkLeaseRequest } from '@kanmon/core/kit';
import {
  decideAcquire,
  decideAppend,
  type Decision,
  decideRelease,
  decideRemove,
  decideRenew,
  type HistoryView,
} from '../history/decision.ts';
import { closedError } from '../history/closed-error.ts';
import { prepareAppend, prepareFence, prepareRemoval, prepareRenewal } from '../history/prepare.ts';
import type { Prunable } from '../retention/prunable.ts';
import { createBatchQueue } from './batch-queue.ts';
import { nodeDigest } from './digest.ts';
import { createWriteTask, type WriteTask } from './write-task.ts';

/** The writing half of a store in this process, and its end. */
export type QueuedWrites = Pick<
  EventStore,
  'append' | 'acquireLease' | 'renewLease' | 'releaseLease' | 'close'
> &
  Pick<Prunable, 'removeStream'> & {
    /** Throws `store-closed` after `close`; for the reading half. */
    readonly assertOpen: () => void;
  };

/** One batch is at most this many bytes of data: it bounds memory and what one failure takes along. */
const batchBytes = 1024 * 1024;
/** What an event takes beside its data: hash, names, places. */
const eventOverheadBytes = 256;

/**
 * Checks what comes in, takes it in order, and hands it to `run` in batches. `run` decides each task
 * against the state it commits to and settles it. `dispose` runs once, when nothing is under way.
 */
export function createQueuedWrites(options: {
  readonly clock: Clock;
  readonly run: (batch: readonly WriteTask[]) => Promise<void>;
  readonly dispose: () => void;
  /** Why writing is refused as a whole, if it is. */
  readonly readOnly?: boolean;
}): QueuedWrites {
  const { clock, run, dispose, readOnly = false } = options;
  const queue = createBatchQueue<WriteTask>({
    run,
    weigh: (task) => task.weight,
    maxWeight: batchBytes,
  });
  let closing: Promise<void> | undefined;

  const assertOpen = (): void => {
    if (closing !== undefined) throw closedError();
  };

  const perform = <Result>(
    decide: (view: HistoryView, now: Date) => Decision<Result>,
    weight = 0,
  ): Promise<Result> => {
    assertOpen();
    if (readOnly) throw readOnlyError();
    const { task, result } = createWriteTask((view) => decide(view, clock.now()), weight);
    queue.push(task);
    return result;
  };

  const close = async (): Promise<void> => {
    await queue.idle();
    dispose();
  };

  return {
    assertOpen,
    async append(streamId, events, appendOptions) {
      const append = prepareAppend(streamId, events, appendOptions);
      const weight = append.events.reduce(
        (sum, event) => sum + event.dataJson.length + eventOverheadBytes,
        0,
      );
      return perform((view, now) => decideAppend(view, append, now, nodeDigest), weight);
    },
    async acquireLease(resource, leaseOptions) {
      const request = checkLeaseRequest(resource, leaseOptions);
      return perform((view, now) => decideAcquire(view, request, now));
    },
    async renewLease(lease, ttlMs) {
      const request = prepareRenewal(lease, ttlMs);
      return perform((view, now) => decideRenew(view, request, now));
    },
    async releaseLease(lease) {
      const request = prepareFence(lease);
      return perform((view, now) => decideRelease(view, request, now));
    },
    async removeStream(streamId, removeOptions) {
      const request = prepareRemoval(streamId, removeOptions);
      return perform((view, now) => decideRemove(view, request, now));
    },
    close: () => (closing ??= close()),
  };
}

function readOnlyError(): EventStoreError {
  return new EventStoreError('this store was opened with readOnly; open it without to write', {
    code: 'store-invalid-option',
  });
}
