import { EventStoreError } from '../errors/event-store-error.ts';
import { FencedError } from '../errors/fenced-error.ts';
import { VersionConflictError } from '../errors/version-conflict-error.ts';
import { sha256Hex } from '../hashing/sha256.ts';
import { withoutUndefined } from '../kit/without-undefined.ts';
import type { AppendResult, Lease } from '../ports/event-store.ts';
import { chainHashOfText, type ChainHead, GENESIS_HASH } from './chain.ts';
import type { CheckedAppend, CheckedEvent, Fence } from './check-input.ts';

/** The last event of a stream. `archivedAs` is set when the events were removed. */
export interface StreamHead extends ChainHead {
  readonly archivedAs?: string;
}

/** The last lease granted on a resource. */
export interface LeaseRecord {
  readonly owner: string;
  readonly token: number;
  readonly expiresAt: string;
  readonly released: boolean;
}

/** The place where an append with an idempotency key ended. */
export type KeyRecord = Pick<AppendResult, 'version' | 'position'>;

/** The members of an event that a retry must repeat; time, place and request id may differ. */
export type EventContent = Pick<CheckedEvent, 'type' | 'dataJson' | 'actor'>;

/** The history that a decision reads. All answers are those of one committed state. */
export interface HistoryView {
  head(streamId: string): StreamHead | undefined;
  key(streamId: string, key: string): KeyRecord | undefined;
  /** Returns the events of a stream with versions from `first` to `last`, as far as they exist. */
  content(streamId: string, first: number, last: number): readonly EventContent[];
  lease(resource: string): LeaseRecord | undefined;
  /** The highest position; 0 in an empty store. */
  readonly position: number;
  /** The time of the last event; undefined in an empty store. */
  readonly latest: string | undefined;
}

/** A checked event at its place in history. */
export interface PlacedEvent extends CheckedEvent {
  readonly version: number;
  readonly position: number;
  readonly hash: string;
}

/** One append, as it is written. */
export interface AppendChange {
  readonly kind: 'append';
  readonly streamId: string;
  readonly at: string;
  readonly events: readonly PlacedEvent[];
  readonly key?: string;
  readonly fence?: Fence;
}

/** One change of a lease, as it is written and read back. */
export interface LeaseChange {
  readonly kind: 'lease';
  readonly at: string;
  readonly resource: string;
  readonly owner: string;
  readonly token: number;
  readonly expiresAt: string;
  readonly action: 'acquired' | 'taken-over' | 'renewed' | 'released';
}

/** The result of an operation, and the change to write first, if any. An operation that is refused throws. */
export interface Decision<Result, Change> {
  readonly result: Result;
  readonly change?: Change;
}

/**
 * Decides an append by the rules of every event store, in their order: removed stream, known key, fence, expected
 * version. `digest` returns lower-case hex SHA-256 of UTF-8 text.
 *
 * @throws {EventStoreError} `store-removed`.
 * @throws {FencedError} The lease of the fence is not current.
 * @throws {VersionConflictError} Another version, or other events under a known key.
 */
export function decideAppend(
  view: HistoryView,
  append: CheckedAppend,
  now: Date,
  digest: (text: string) => string = sha256Hex,
): Decision<AppendResult, AppendChange> {
  const { streamId, expectedVersion, idempotencyKey, fence } = append;
  const head = view.head(streamId);
  if (head?.archivedAs !== undefined) throw removedError(streamId, head.archivedAs);
  const actualVersion = head?.version ?? 0;
  const conflict = (reason: 'version' | 'key'): VersionConflictError => {
    const expected = expectedVersion === 'any' ? actualVersion : expectedVersion;
    return new VersionConflictError({ streamId, expectedVersion: expected, actualVersion, reason });
  };
  const known = idempotencyKey === undefined ? undefined : view.key(streamId, idempotencyKey);
  if (known !== undefined) {
    if (!isRecorded(view, append, known.version)) throw conflict('key');
    return { result: { version: known.version, position: known.position, replayed: true } };
  }
  if (fence !== undefined) currentLease(view, fence);
  if (expectedVersion !== 'any' && expectedVersion !== actualVersion) throw conflict('version');

  const at = laterInstant(now, view.latest);
  let hash = head?.hash ?? GENESIS_HASH;
  let version = actualVersion;
  let { position } = view;
  const events = append.events.map((event): PlacedEvent => {
    version += 1;
    position += 1;
    hash = chainHashOfText(hash, { ...event, streamId, at, version }, digest);
    return { ...event, version, position, hash };
  });
  return {
    change: {
      kind: 'append',
      streamId,
      at,
      events,
      ...withoutUndefined({ key: idempotencyKey, fence }),
    },
    result: { version, position, replayed: false },
  };
}

/** Grants a lease when the resource is free, released or expired, else null. The same owner name is no exception. */
export function decideAcquire(
  view: HistoryView,
  request: { readonly resource: string; readonly owner: string; readonly ttlMs: number },
  now: Date,
): Decision<Lease | null, LeaseChange> {
  const { resource, owner, ttlMs } = request;
  const last = view.lease(resource);
  const held = last !== undefined && !last.released;
  if (held && Date.parse(last.expiresAt) > now.getTime()) return { result: null };
  const token = (last?.token ?? 0) + 1;
  const lease = { resource, owner, token, expiresAt: afterMs(now, ttlMs) };
  return { result: lease, change: leaseChange(lease, held ? 'taken-over' : 'acquired', now) };
}

/** Moves the expiry of a current lease, expired or not. @throws {FencedError} The lease is not current. */
export function decideRenew(
  view: HistoryView,
  fence: Fence,
  ttlMs: number,
  now: Date,
): Decision<Lease, LeaseChange> {
  const { resource, token } = fence;
  const { owner } = currentLease(view, fence);
  const lease = { resource, owner, token, expiresAt: afterMs(now, ttlMs) };
  return { result: lease, change: leaseChange(lease, 'renewed', now) };
}

/** Releases a current lease; changes nothing for any other. */
export function decideRelease(
  view: HistoryView,
  { resource, token }: Fence,
  now: Date,
): Decision<undefined, LeaseChange> {
  const last = view.lease(resource);
  if (last === undefined || fencedReason(last, token) !== null) return { result: undefined };
  return { result: undefined, change: leaseChange({ resource, ...last }, 'released', now) };
}

/** Returns the error of every method after `close`. */
export function closedError(): EventStoreError {
  return new EventStoreError('the event store is closed; open it again to use it', {
    code: 'store-closed',
  });
}

/** Returns the error of `append` and `read` on a stream whose events were removed. */
export function removedError(streamId: string, archivedAs: string): EventStoreError {
  return new EventStoreError(
    `the events of stream ${JSON.stringify(streamId)} were removed; read them from the archive ${JSON.stringify(archivedAs)}, and write to a new stream`,
    { code: 'store-removed', details: { streamId, archivedAs } },
  );
}

/** Returns true when the events of an append are those that end at a version of its stream. */
function isRecorded(
  view: HistoryView,
  { streamId, events }: CheckedAppend,
  lastVersion: number,
): boolean {
  const recorded = view.content(streamId, lastVersion - events.length + 1, lastVersion);
  return (
    recorded.length === events.length &&
    recorded.every(({ type, dataJson, actor }, index) => {
      const event = events[index];
      return type === event?.type && dataJson === event.dataJson && actor === event.actor;
    })
  );
}

function currentLease(view: HistoryView, { resource, token }: Fence): LeaseRecord {
  const last = view.lease(resource);
  const reason = fencedReason(last, token);
  if (last === undefined || reason !== null) {
    throw new FencedError({ resource, reason: reason ?? 'unknown' });
  }
  return last;
}

function fencedReason(last: LeaseRecord | undefined, token: number): FencedError['reason'] | null {
  if (last === undefined || token < 1 || token > last.token) return 'unknown';
  if (token < last.token) return 'taken-over';
  return last.released ? 'released' : null;
}

function leaseChange(lease: Lease, action: LeaseChange['action'], now: Date): LeaseChange {
  const { resource, owner, token, expiresAt } = lease;
  return { kind: 'lease', at: now.toISOString(), resource, owner, token, expiresAt, action };
}

/** Returns `now`, or `latest` when the clock went back: time never goes backwards within a store. */
function laterInstant(now: Date, latest: string | undefined): string {
  return latest !== undefined && Date.parse(latest) > now.getTime() ? latest : now.toISOString();
}

function afterMs(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}
