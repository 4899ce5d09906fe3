import {
  type AppendResult,
  EventStoreError,
  FencedError,
  GENESIS_HASH,
  type Lease,
  VersionConflictError,
} from '@kanmon/core';
import type { CheckedAppend } from '@kanmon/core/kit';
import { type PlacedEvent, recordHash } from './event-record.ts';
import { laterInstant } from './instant.ts';

/** Last event of a stream. `archivedAs` is set once the events were removed. */
export interface StreamHead {
  readonly version: number;
  readonly hash: string;
  readonly updatedAt: string;
  readonly archivedAs?: string;
}

/** The last lease given on a resource. */
export interface LeaseRecord {
  readonly owner: string;
  readonly token: number;
  readonly expiresAt: string;
  readonly released: boolean;
}

/** Where an append with an idempotency key ended. */
export interface KeyRecord {
  readonly version: number;
  readonly position: number;
}

/** What an event says, without the members that a retry may have otherwise: time, place, request id. */
export interface EventContent {
  readonly type: string;
  /** Canonical JSON. */
  readonly dataJson: string;
  readonly actor?: string;
}

/** All that a decision looks at. Every answer is that of one committed state. */
export interface HistoryView {
  head(streamId: string): StreamHead | undefined;
  key(streamId: string, key: string): KeyRecord | undefined;
  /** Events of a stream with versions from `first` to `last`, as far as it has them. */
  content(streamId: string, first: number, last: number): readonly EventContent[];
  lease(resource: string): LeaseRecord | undefined;
  /** Highest position given; 0 in an empty store. */
  readonly position: number;
  /** Time of the last event; undefined in an empty store. */
  readonly latest: string | undefined;
}

/** The lease of a `fence`, as far as it counts. */
export interface Fence {
  readonly resource: string;
  readonly token: number;
}

/** What a lease change did. */
export type LeaseAction = 'acquired' | 'taken-over' | 'renewed' | 'released';

/** What became of a lease, as it is written and read back. */
export interface LeaseChange {
  readonly kind: 'lease';
  readonly at: string;
  readonly resource: string;
  readonly owner: string;
  readonly token: number;
  readonly expiresAt: string;
  readonly action: LeaseAction;
}

/** That the events of a stream are no longer served, as it is written and read back. */
export interface RemoveChange {
  readonly kind: 'remove';
  readonly at: string;
  readonly streamId: string;
  readonly version: number;
  readonly hash: string;
  readonly archivedAs: string;
}

/** One committed step of history. */
export type Change =
  | {
      readonly kind: 'append';
      readonly streamId: string;
      readonly at: string;
      readonly events: readonly PlacedEvent[];
      readonly key?: string;
      readonly fence?: Fence;
    }
  | LeaseChange
  | RemoveChange;

/** Write something and give a result, give a result without writing, or refuse. */
export type Decision<Result> =
  | { readonly kind: 'write'; readonly change: Change; readonly result: Result }
  | { readonly kind: 'answer'; readonly result: Result }
  | { readonly kind: 'refuse'; readonly error: Error };

/** A checked removal. */
export interface RemoveRequest {
  readonly streamId: string;
  readonly expectedVersion: number;
  readonly archivedAs: string;
}

/** Checks 3 to 6 of an append: key, fence, version, write. */
export function decideAppend(
  view: HistoryView,
  append: CheckedAppend,
  now: Date,
  digest: (text: string) => string,
): Decision<AppendResult> {
  const { streamId, expectedVersion, idempotencyKey, fence } = append;
  const head = view.head(streamId);
  if (head?.archivedAs !== undefined) return refuse(removedError(streamId, head.archivedAs));
  const first = idempotencyKey === undefined ? undefined : view.key(streamId, idempotencyKey);
  const actualVersion = head?.version ?? 0;
  if (first !== undefined) {
    if (isRecorded(view, append, first.version)) {
      return { kind: 'answer', result: { ...first, replayed: true } };
    }
    return refuse(
      new VersionConflictError({
        streamId,
        expectedVersion: expectedVersion === 'any' ? actualVersion : expectedVersion,
        actualVersion,
        reason: 'key',
      }),
    );
  }
  if (fence !== undefined) {
    const problem = fenceProblem(view, fence);
    if (problem !== null) return refuse(problem);
  }
  if (expectedVersion !== 'any' && expectedVersion !== actualVersion) {
    return refuse(new VersionConflictError({ streamId, expectedVersion, actualVersion }));
  }
  const at = laterInstant(now, view.latest);
  const events: PlacedEvent[] = [];
  let hash = head?.hash ?? GENESIS_HASH;
  let version = actualVersion;
  let position = view.position;
  for (const event of append.events) {
    version += 1;
    position += 1;
    hash = recordHash(hash, { streamId, at, version }, event, digest);
    events.push({ ...event, version, position, hash });
  }
  return {
    kind: 'write',
    change: {
      kind: 'append',
      streamId,
      at,
      events,
      ...(idempotencyKey === undefined ? {} : { key: idempotencyKey }),
      ...(fence === undefined ? {} : { fence }),
    },
    result: { version, position, replayed: false },
  };
}

/** A lease when the resource is free, released or expired, else null; the owner's name is no reason. */
export function decideAcquire(
  view: HistoryView,
  request: { readonly resource: string; readonly owner: string; readonly ttlMs: number },
  now: Date,
): Decision<Lease | null> {
  const { resource, owner, ttlMs } = request;
  const last = view.lease(resource);
  const held = last !== undefined && !last.released;
  if (held && Date.parse(last.expiresAt) > now.getTime()) return { kind: 'answer', result: null };
  const lease = {
    resource,
    owner,
    token: (last?.token ?? 0) + 1,
    expiresAt: after(now, ttlMs),
  };
  const action = held ? 'taken-over' : 'acquired';
  return { kind: 'write', change: leaseChange(lease, action, now), result: lease };
}

/** A later end for a lease that is current, expired or not. */
export function decideRenew(
  view: HistoryView,
  request: { readonly lease: Fence; readonly ttlMs: number },
  now: Date,
): Decision<Lease> {
  const { resource, token } = request.lease;
  const problem = fenceProblem(view, request.lease);
  if (problem !== null) return refuse(problem);
  const owner = view.lease(resource)?.owner ?? '';
  const lease = { resource, owner, token, expiresAt: after(now, request.ttlMs) };
  return { kind: 'write', change: leaseChange(lease, 'renewed', now), result: lease };
}

/** Gives a current lease back; nothing happens to any other. */
export function decideRelease(view: HistoryView, lease: Fence, now: Date): Decision<undefined> {
  const last = view.lease(lease.resource);
  if (last === undefined || fenceProblem(view, lease) !== null) {
    return { kind: 'answer', result: undefined };
  }
  const change = leaseChange({ resource: lease.resource, ...last }, 'released', now);
  return { kind: 'write', change, result: undefined };
}

/** Hides the events of a stream that still has the archived version. */
export function decideRemove(
  view: HistoryView,
  request: RemoveRequest,
  now: Date,
): Decision<undefined> {
  const { streamId, expectedVersion, archivedAs } = request;
  const head = view.head(streamId);
  if (head?.archivedAs !== undefined) return refuse(removedError(streamId, head.archivedAs));
  if (head === undefined || head.version !== expectedVersion) {
    const actualVersion = head?.version ?? 0;
    return refuse(new VersionConflictError({ streamId, expectedVersion, actualVersion }));
  }
  const { version, hash } = head;
  const at = now.toISOString();
  return {
    kind: 'write',
    change: { kind: 'remove', at, streamId, version, hash, archivedAs },
    result: undefined,
  };
}

/** The error of `append` and `read` on a removed stream. */
export function removedError(streamId: string, archivedAs: string): EventStoreError {
  return new EventStoreError(
    `the events of stream ${JSON.stringify(streamId)} were removed; read them from the archive ${JSON.stringify(archivedAs)}, and write to a new stream`,
    { code: 'store-removed', details: { streamId, archivedAs } },
  );
}

/** Whether the events of an append are those that end at a version of its stream. */
function isRecorded(
  view: HistoryView,
  { streamId, events }: CheckedAppend,
  lastVersion: number,
): boolean {
  const recorded = view.content(streamId, lastVersion - events.length + 1, lastVersion);
  return (
    recorded.length === events.length &&
    recorded.every((known, index) => {
      const event = events[index];
      return (
        known.type === event?.type &&
        known.dataJson === event.dataJson &&
        known.actor === event.actor
      );
    })
  );
}

function fenceProblem(view: HistoryView, fence: Fence): FencedError | null {
  const { resource, token } = fence;
  const last = view.lease(resource);
  if (last === undefined || token < 1 || token > last.token) {
    return new FencedError({ resource, reason: 'unknown' });
  }
  if (token < last.token) return new FencedError({ resource, reason: 'taken-over' });
  return last.released ? new FencedError({ resource, reason: 'released' }) : null;
}

function leaseChange(lease: Lease, action: LeaseAction, now: Date): Change {
  const { resource, owner, token, expiresAt } = lease;
  return { kind: 'lease', at: now.toISOString(), resource, owner, token, expiresAt, action };
}

function refuse(error: Error): { readonly kind: 'refuse'; readonly error: Error } {
  return { kind: 'refuse', error };
}

function after(now: Date, ttlMs: number): string {
  return new Date(now.getTime() + ttlMs).toISOString();
}
