import type { Clock, EventStore } from '@kanmon/core';
import {
  checkAppend,
  checkLease,
  checkLeaseRequest,
  checkTtl,
  closedError,
  decideAcquire,
  decideAppend,
  type Decision,
  decideRelease,
  decideRenew,
  type HistoryView,
} from '@kanmon/core/kit';
import { invalidOption } from '../history/option-error.ts';
import type { Change } from '../history/pending-view.ts';
import { checkRemoval, decideRemove, type Prunable } from '../retention/prunable.ts';
import { nextTurn, nodeDigest } from './platform.ts';

/** The writing methods of a store in this process, and `close`. */
export type QueuedWrites = Pick<
  EventStore,
  'append' | 'acquireLease' | 'renewLease' | 'releaseLease' | 'close'
> &
  Pick<Prunable, 'removeStream'> & {
    /** Throws `store-closed` after `close`; for the reading methods. */
    readonly assertOpen: () => void;
  };

/** One write that a caller waits for. Tasks of all kinds share a queue, so the result type is hidden. */
export interface WriteTask {
  /** Bytes of data, to bound a batch. */
  readonly weight: number;
  /** Decides against a state. Called again when the state it was decided on was not committed. */
  decide(view: HistoryView): DecidedTask;
  reject(error: unknown): void;
}

/** The change of a task, if any, and the function that answers the caller once the change is durable. */
export interface DecidedTask {
  readonly change?: Change;
  readonly finish: () => void;
}

/** Bytes of data in one batch: bounds memory and the appends that one failure rejects. */
const batchBytes = 1024 * 1024;
/** Bytes of an event beside its data: hash, names, places. */
const eventOverheadBytes = 256;

/**
 * Checks the input of every write, queues it, and passes the queue to `run` in batches, first come first served. `run`
 * decides each task against the state that it commits to and finishes or rejects it; it must not reject. `dispose`
 * runs once, when no batch is under way.
 */
export function createQueuedWrites(options: {
  readonly clock: Clock;
  readonly run: (batch: readonly WriteTask[]) => Promise<void>;
  readonly dispose: () => void;
  readonly readOnly?: boolean;
}): QueuedWrites {
  const { clock, run, dispose, readOnly = false } = options;
  const queue = createBatchQueue(run);
  let closing: Promise<void> | undefined;

  const assertOpen = (): void => {
    if (closing !== undefined) throw closedError();
  };

  const perform = <Result>(
    decide: (view: HistoryView, now: Date) => Decision<Result, Change>,
    weight = 0,
  ): Promise<Result> => {
    assertOpen();
    if (readOnly) {
      throw invalidOption('the store was opened with readOnly; open it without to write');
    }
    return new Promise((resolve, reject) => {
      queue.push({
        weight,
        decide(view) {
          try {
            const { result, ...rest } = decide(view, clock.now());
            return { ...rest, finish: () => resolve(result) };
          } catch (error) {
            return { finish: () => reject(error) };
          }
        },
        reject,
      });
    });
  };

  const close = async (): Promise<void> => {
    await queue.idle();
    dispose();
  };

  return {
    assertOpen,
    async append(streamId, events, appendOptions) {
      const append = checkAppend(streamId, events, appendOptions);
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
      const fence = checkLease(lease);
      checkTtl(ttlMs);
      return perform((view, now) => decideRenew(view, fence, ttlMs, now));
    },
    async releaseLease(lease) {
      const fence = checkLease(lease);
      return perform((view, now) => decideRelease(view, fence, now));
    },
    async removeStream(streamId, removeOptions) {
      const request = checkRemoval(streamId, removeOptions);
      return perform((view, now) => decideRemove(view, request, now));
    },
    close: () => (closing ??= close()),
  };
}

/**
 * The event loop turns once before each batch: clients that were just answered can join it, and a writer that never
 * waits for anything else cannot starve timers and sockets.
 */
function createBatchQueue(run: (batch: readonly WriteTask[]) => Promise<void>) {
  const waiting: WriteTask[] = [];
  let draining: Promise<void> | undefined;

  /** Takes up to `batchBytes` of tasks, at least one. */
  const take = (): readonly WriteTask[] => {
    let bytes = 0;
    const end = waiting.findIndex(({ weight }, index) => {
      bytes += weight;
      return index > 0 && bytes > batchBytes;
    });
    return waiting.splice(0, end === -1 ? waiting.length : end);
  };

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      await nextTurn();
      await run(take());
    }
    draining = undefined;
  };

  return {
    push(task: WriteTask): void {
      waiting.push(task);
      draining ??= drain();
    },
    /** Resolves when no task is waiting or running. */
    idle: async (): Promise<void> => draining,
  };
}
