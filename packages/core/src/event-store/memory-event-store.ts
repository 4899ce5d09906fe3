import { EventStoreError } from '../errors/event-store-error.ts';
import { VersionConflictError } from '../errors/version-conflict-error.ts';
import { canonicalJson } from '../json/canonical-json.ts';
import { parseFrozenJson } from '../json/parse-json.ts';
import { type Clock, systemClock } from '../ports/clock.ts';
import type { AppendResult, EventStore, Lease, StoredEvent } from '../ports/event-store.ts';
import { checkOptions } from '../vocabulary/check-options.ts';
import { isRecord } from '../vocabulary/record.ts';
import { chainHashOfText, GENESIS_HASH } from './chain.ts';
import { createLeaseTable } from './lease-table.ts';
import { checkAppend, type CheckedAppend } from './validate-append.ts';
import {
  checkId,
  checkLeaseRequest,
  checkReadAllOptions,
  checkReadOptions,
  checkTtl,
} from './validate-options.ts';

interface Stream {
  readonly events: StoredEvent[];
  readonly results: Map<string, AppendResult>;
}

/**
 * An event store in memory: the meaning of the port in its shortest form, for tests, demos and
 * sessions that need not outlive the process. Everything it hands out is frozen.
 */
export function createMemoryEventStore(options: { readonly clock?: Clock } = {}): EventStore {
  checkOptions(options, { clock: true }, 'createMemoryEventStore(options)');
  const { clock = systemClock } = options;
  const streams = new Map<string, Stream>();
  const history: StoredEvent[] = [];
  const leases = createLeaseTable();
  let lastAt = -Infinity;
  let isOpen = true;

  const now = (): number => clock.now().getTime();

  const assertOpen = (): void => {
    if (isOpen) return;
    throw new EventStoreError('the event store is closed; open a new one', {
      code: 'store-closed',
    });
  };

  const write = (append: CheckedAppend, stream: Stream): AppendResult => {
    const { streamId, events, idempotencyKey } = append;
    const time = Math.max(lastAt, now());
    const at = new Date(time).toISOString();
    lastAt = time;
    let previousHash = stream.events.at(-1)?.hash ?? GENESIS_HASH;
    for (const { dataJson, ...event } of events) {
      const version = stream.events.length + 1;
      const record = { streamId, version, at, ...event, data: parseFrozenJson(dataJson) };
      const hash = chainHashOfText(previousHash, record, dataJson);
      const stored = Object.freeze({ ...record, position: history.length + 1, hash });
      stream.events.push(stored);
      history.push(stored);
      previousHash = hash;
    }
    streams.set(streamId, stream);
    const result = { version: stream.events.length, position: history.length, replayed: false };
    if (idempotencyKey !== undefined) stream.results.set(idempotencyKey, result);
    return result;
  };

  return {
    // No await between check and write: within one process that makes the append atomic.
    async append(streamId, events, appendOptions) {
      const append = checkAppend(streamId, events, appendOptions);
      assertOpen();
      const { expectedVersion, idempotencyKey, fence } = append;
      const stream: Stream = streams.get(append.streamId) ?? { events: [], results: new Map() };
      const first = idempotencyKey === undefined ? undefined : stream.results.get(idempotencyKey);
      const actualVersion = stream.events.length;
      if (first !== undefined) {
        if (isRecorded(stream, append, first.version)) return { ...first, replayed: true };
        throw new VersionConflictError({
          streamId: append.streamId,
          expectedVersion: expectedVersion === 'any' ? actualVersion : expectedVersion,
          actualVersion,
          reason: 'key',
        });
      }
      if (fence !== undefined) leases.assertCurrent(fence);
      if (expectedVersion !== 'any' && expectedVersion !== actualVersion) {
        throw new VersionConflictError({
          streamId: append.streamId,
          expectedVersion,
          actualVersion,
        });
      }
      return { ...write(append, stream) };
    },

    async *read(streamId, readOptions) {
      const id = checkId(streamId, 'stream id');
      const { fromVersion, toVersion } = checkReadOptions(readOptions);
      assertOpen();
      const events = streams.get(id)?.events ?? [];
      yield* events.slice(Math.max(0, fromVersion - 1), toVersion);
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
      }
    },

    async *listStreams(listOptions) {
      const { prefix } = checkReadAllOptions(listOptions);
      assertOpen();
      const ids = [...streams.keys()].filter((id) => id.startsWith(prefix));
      // The default order of sort is by UTF-16 code units.
      for (const streamId of ids.toSorted()) {
        const last = streams.get(streamId)?.events.at(-1);
        if (last === undefined) continue;
        yield { streamId, version: last.version, updatedAt: last.at, hash: last.hash };
      }
    },

    async acquireLease(resource, leaseOptions) {
      const request = checkLeaseRequest(resource, leaseOptions);
      assertOpen();
      return leases.acquire(request, now());
    },

    async renewLease(lease, ttlMs) {
      const checked = checkLease(lease);
      checkTtl(ttlMs);
      assertOpen();
      return leases.renew(checked, ttlMs, now());
    },

    async releaseLease(lease) {
      const checked = checkLease(lease);
      assertOpen();
      leases.release(checked);
    },

    async close() {
      isOpen = false;
    },
  };
}

/** Whether the events of an append are those that end at a version, whoever asked and when. */
function isRecorded(stream: Stream, append: CheckedAppend, lastVersion: number): boolean {
  const before = lastVersion - append.events.length;
  return append.events.every((event, index) => {
    const stored = stream.events[before + index];
    return (
      stored !== undefined &&
      stored.type === event.type &&
      stored.actor === event.actor &&
      canonicalJson(stored.data) === event.dataJson
    );
  });
}

function checkLease(lease: Lease): Lease {
  if (isRecord(lease)) return lease;
  throw new EventStoreError('expected a lease that acquireLease returned', {
    code: 'store-invalid-option',
  });
}
