import type { JsonValue } from '../vocabulary/json-value.ts';

/** An event before a store has written it. A store refuses members that neither this nor a `StoredEvent` has. */
export interface NewEvent<Type extends string = string, Data = JsonValue> {
  readonly type: Type;
  readonly data: Data;
  readonly actor?: string;
  readonly requestId?: string;
}

/** An event at its place in history. */
export interface StoredEvent<Type extends string = string, Data = JsonValue> extends NewEvent<
  Type,
  Data
> {
  readonly streamId: string;
  /** 1, 2, 3 ... gap-free within the stream. */
  readonly version: number;
  /**
   * Increasing over the whole store, and consecutive within one append. Between appends there may be gaps, so
   * a position is not a count of events.
   */
  readonly position: number;
  /**
   * ISO 8601 UTC with milliseconds, from the injected clock. It never goes back within a stream, nor behind an
   * append that was answered before this one began. Appends of different streams that overlap in time may have
   * times in another order than their positions.
   */
  readonly at: string;
  /** Lower-case hex SHA-256 over the previous hash of the stream and this event; see `chainHash`. */
  readonly hash: string;
}

/** The right to act on a resource, until an owner with a higher token takes it over. */
export interface Lease {
  readonly resource: string;
  readonly owner: string;
  /** Grows with each acquisition of a resource, also over releases and restarts. */
  readonly token: number;
  readonly expiresAt: string;
}

/** Conditions of one append. All are checked in the same atomic step that writes. */
export interface AppendOptions {
  /** Version the stream must have; 0 = it must not exist; `'any'` = do not check. */
  readonly expectedVersion: number | 'any';
  /**
   * Refuses the append when this lease was taken over or released. Only `resource` and `token` are compared: a token
   * belongs to one owner, and the owner's name is for people to read.
   */
  readonly fence?: Lease;
  /**
   * A second append with this key on the stream returns the first result and writes nothing, if its events have the
   * same types, data and actors; the request id may differ. Other events are refused with a `VersionConflictError` of
   * reason `key`.
   */
  readonly idempotencyKey?: string;
}

/** Place of the last event of an append. */
export interface AppendResult {
  readonly version: number;
  readonly position: number;
  /** True when the idempotency key was known and nothing was written. */
  readonly replayed: boolean;
}

/** Bounds of `read`; both inclusive. */
export interface ReadOptions {
  readonly fromVersion?: number;
  readonly toVersion?: number;
}

/** Filters of `readAll`. `prefix` is a plain string prefix of the stream id. */
export interface ReadAllOptions {
  readonly prefix?: string;
  /** Exclusive: events with `position > after`. */
  readonly after?: number;
  readonly limit?: number;
}

/** One line of `listStreams`. `updatedAt` is the time of the last event. */
export interface StreamSummary {
  readonly streamId: string;
  readonly version: number;
  readonly updatedAt: string;
  /** Hash of the last event, as the store keeps it beside the events. */
  readonly hash?: string;
}

/**
 * A store of event streams. The semantics of the methods bind every implementation: the conformance kit of
 * `@kanmon/event-store/testing` checks them.
 */
export interface EventStore {
  /**
   * Writes all events or none.
   * @throws {VersionConflictError} Another version, or other events under a known key.
   * @throws {FencedError} The lease of the fence is not current.
   * @throws {EventStoreError} Invalid input or a failing store; see its codes.
   * @throws {InvalidArgumentError} An unknown option.
   */
  append(
    streamId: string,
    events: readonly NewEvent[],
    options: AppendOptions,
  ): Promise<AppendResult>;
  /** Reads the events of one stream in order; an unknown stream is empty. */
  read(streamId: string, options?: ReadOptions): AsyncIterable<StoredEvent>;
  /**
   * Reads the events of all streams by position. A later call with `after` = the last position seen never misses an event:
   * a store that decides appends in another order than their positions ends before the first undecided one.
   */
  readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent>;
  /**
   * Calls `wake` when events may have been added, by this process or, as far as the store can detect, by others; returns
   * the function that ends it. Too many calls are allowed, and a call may be missed: a follower also looks now and
   * then. A store without this method is polled.
   */
  watch?(wake: () => void): () => void;
  /** Lists the streams in code-unit order of their ids. */
  listStreams(options?: { readonly prefix?: string }): AsyncIterable<StreamSummary>;
  /** Returns a lease, or null while the resource is held by any owner, also one of the same name. */
  acquireLease(
    resource: string,
    options: { readonly owner: string; readonly ttlMs: number },
  ): Promise<Lease | null>;
  /** Moves the expiry of a lease. @throws {FencedError} The lease is not current. */
  renewLease(lease: Lease, ttlMs: number): Promise<Lease>;
  /** Releases a lease; does nothing for one that is not current. */
  releaseLease(lease: Lease): Promise<void>;
  close(): Promise<void>;
}
