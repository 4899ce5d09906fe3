import { canonicalJson } from '../json/canonical-json.ts';
import { parseFrozenJson } from '../json/parse-json.ts';
import { withoutUndefined } from '../kit/without-undefined.ts';
import { type Clock, systemClock } from '../ports/clock.ts';
import type { EventStore, StoredEvent } from '../ports/event-store.ts';
import { checkOptions, checkPorts } from '../vocabulary/check-options.ts';
import { checkedClock } from './checked-clock.ts';
import {
  checkAppend,
  checkId,
  checkLease,
  checkLeaseRequest,
  checkListOptions,
  checkReadAllOptions,
  checkReadOptions,
  checkTtl,
} from './check-input.ts';
import {
  type AppendChange,
  closedError,
  decideAcquire,
  decideAppend,
  decideRelease,
  decideRenew,
  type Decision,
  type HistoryView,
  type KeyRecord,
  type LeaseChange,
  type LeaseRecord,
} from './decision.ts';

/**
 * Creates an event store in memory: the port in its shortest form, for tests, demos and sessions that need not
 * outlive the process. Every event that it returns is frozen.
 */
export function createMemoryEventStore(options: { readonly clock?: Clock } = {}): EventStore {
  checkOptions(options, 'clock', 'createMemoryEventStore(options)');
  checkPorts(options, { clock: 'now' });
  const clock = checkedClock(options.clock ?? systemClock);
  const streams = new Map<string, StoredEvent[]>();
  const history: StoredEvent[] = [];
  const keys = new Map<string, Map<string, KeyRecord>>();
  const leases = new Map<string, LeaseRecord>();
  const watchers = new Set<() => void>();
  let isOpen = true;

  const view: HistoryView = {
    head: (streamId) => streams.get(streamId)?.at(-1),
    key: (streamId, key) => keys.get(streamId)?.get(key),
    content: (streamId, first, last) =>
      (streams.get(streamId) ?? [])
        .slice(Math.max(0, first - 1), last)
        .map(({ type, data, actor }) => ({
          type,
          dataJson: canonicalJson(data),
          ...withoutUndefined({ actor }),
        })),
    lease: (resource) => leases.get(resource),
    get position() {
      return history.length;
    },
    get latest() {
      return history.at(-1)?.at;
    },
  };

  const apply = (change: AppendChange | LeaseChange): void => {
    if (change.kind === 'lease') {
      leases.set(change.resource, { ...change, released: change.action === 'released' });
      return;
    }
    const { streamId, at, key } = change;
    const stream = streams.get(streamId) ?? [];
    streams.set(streamId, stream);
    for (const { dataJson, ...event } of change.events) {
      const stored = Object.freeze({ streamId, at, ...event, data: parseFrozenJson(dataJson) });
      stream.push(stored);
      history.push(stored);
    }
    for (const wake of watchers) wake();
    if (key === undefined) return;
    const known = keys.get(streamId) ?? new Map<string, KeyRecord>();
    keys.set(streamId, known.set(key, { version: stream.length, position: history.length }));
  };

  const assertOpen = (): void => {
    if (!isOpen) throw closedError();
  };

  /** Runs without an await between decision and write, which makes it atomic within one process. */
  const perform = <Result>(
    decide: (now: Date) => Decision<Result, AppendChange | LeaseChange>,
  ): Result => {
    assertOpen();
    const { change, result } = decide(clock.now());
    if (change !== undefined) apply(change);
    return result;
  };

  return {
    async append(streamId, events, appendOptions) {
      const append = checkAppend(streamId, events, appendOptions);
      return perform((now) => decideAppend(view, append, now));
    },

    async *read(streamId, readOptions) {
      const id = checkId(streamId, 'stream id');
      const { fromVersion, toVersion } = checkReadOptions(readOptions);
      assertOpen();
      yield* (streams.get(id) ?? []).slice(Math.max(0, fromVersion - 1), toVersion);
    },

    async *readAll(readOptions) {
      const { prefix, after, limit } = checkReadAllOptions(readOptions);
      assertOpen();
      const end = history.length;
      let left = limit;
      // Positions are 1, 2, 3 ..., so `after` is the index of the first event asked for.
      for (let index = after; index < end && left > 0; index += 1) {
        const event = history[index];
        if (event === undefined || !event.streamId.startsWith(prefix)) continue;
        left -= 1;
        yield event;
        assertOpen();
      }
    },

    watch(wake) {
      // One function may watch twice.
      const watcher = (): void => wake();
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },

    async *listStreams(listOptions) {
      const prefix = checkListOptions(listOptions);
      assertOpen();
      const ids = [...streams.keys()].filter((id) => id.startsWith(prefix));
      // The default order of sort is by UTF-16 code units.
      for (const streamId of ids.toSorted()) {
        const last = streams.get(streamId)?.at(-1);
        if (last === undefined) continue;
        yield { streamId, version: last.version, updatedAt: last.at, hash: last.hash };
      }
    },

    async acquireLease(resource, leaseOptions) {
      const request = checkLeaseRequest(resource, leaseOptions);
      return perform((now) => decideAcquire(view, request, now));
    },

    async renewLease(lease, ttlMs) {
      const fence = checkLease(lease);
      checkTtl(ttlMs);
      return perform((now) => decideRenew(view, fence, ttlMs, now));
    },

    async releaseLease(lease) {
      const fence = checkLease(lease);
      return perform((now) => decideRelease(view, fence, now));
    },

    async close() {
      isOpen = false;
    },
  };
}
