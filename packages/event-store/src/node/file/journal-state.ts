import type { KeyRecord, LeaseChange, LeaseRecord, PlacedEvent } from '@kanmon/core/kit';
import type { RemoveChange } from '../../retention/prunable.ts';
import type { DecodedRecord, JournalRecord } from './journal-line.ts';

/** The place of a committed line. */
export interface LinePlace {
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
}

/** The place of the events of one append. */
export interface AppendPlace extends LinePlace {
  readonly stream: StreamIndex;
  readonly firstVersion: number;
  readonly lastVersion: number;
  readonly firstPosition: number;
  readonly lastPosition: number;
}

/** The index of one stream, without its events. */
export interface StreamIndex {
  readonly streamId: string;
  version: number;
  hash: string;
  updatedAt: string;
  archivedAs?: string;
  /** Segment of the line that holds `archivedAs`. */
  removedIn?: number;
  /** Ascending; a new array after a removal, so that a reader keeps the one it began with. */
  appends: AppendPlace[];
  keys?: Map<string, KeyRecord>;
}

/** The last lease on a resource and the segment of its line. */
export interface PlacedLease extends LeaseRecord {
  readonly at: string;
  readonly segment: number;
}

/** The fold over committed lines: heads, keys, leases and places of events. Events stay on disk. */
export type JournalState = Readonly<ReturnType<typeof createJournalState>>;

/** The members of an append that the index uses, whether it was read or written. */
interface IndexedAppend {
  readonly streamId: string;
  readonly at: string;
  readonly events: readonly Pick<PlacedEvent, 'version' | 'position' | 'hash'>[];
  readonly key?: string;
}

/** Creates the state of an empty journal. */
export function createJournalState() {
  const streams = new Map<string, StreamIndex>();
  const leases = new Map<string, PlacedLease>();
  let hidden = 0;

  const streamOf = (streamId: string): StreamIndex => {
    const known = streams.get(streamId);
    if (known !== undefined) return known;
    const fresh = { streamId, version: 0, hash: '', updatedAt: '', appends: [] };
    streams.set(streamId, fresh);
    return fresh;
  };

  const applyAppend = ({ streamId, at, events, key }: IndexedAppend, place: LinePlace): void => {
    const first = events[0];
    const last = events.at(-1);
    if (first === undefined || last === undefined) return;
    const stream = streamOf(streamId);
    const append: AppendPlace = {
      segment: place.segment,
      offset: place.offset,
      length: place.length,
      stream,
      firstVersion: first.version,
      lastVersion: last.version,
      firstPosition: first.position,
      lastPosition: last.position,
    };
    stream.appends.push(append);
    state.appends.push(append);
    const { version, position, hash } = last;
    Object.assign(stream, { version, hash, updatedAt: at });
    Object.assign(state, { position, latest: at });
    if (key === undefined) return;
    stream.keys ??= new Map();
    stream.keys.set(key, { version, position });
  };

  const applyLease = (change: LeaseChange, { segment }: LinePlace): void => {
    const { resource, owner, token, expiresAt, action, at } = change;
    const released = action === 'released';
    leases.set(resource, { owner, token, expiresAt, released, at, segment });
  };

  const applyRemove = (change: RemoveChange, { segment }: LinePlace): void => {
    const { streamId, version, hash, at, archivedAs } = change;
    const stream = streamOf(streamId);
    hidden += stream.appends.length;
    const head = { version, hash, updatedAt: at, archivedAs, removedIn: segment, appends: [] };
    Object.assign(stream, head);
    delete stream.keys;
    // Swept when half of the list is hidden: constant time a removed line, over all removals.
    if (hidden * 2 <= state.appends.length) return;
    state.appends = state.appends.filter((append) => append.stream.archivedAs === undefined);
    hidden = 0;
  };

  const state = {
    streams: streams as ReadonlyMap<string, StreamIndex>,
    leases: leases as ReadonlyMap<string, PlacedLease>,
    /** Appends of all streams by position; those of removed streams may still be among them. */
    appends: [] as AppendPlace[],
    position: 0,
    latest: undefined as string | undefined,
    head: (streamId: string): StreamIndex | undefined => streams.get(streamId),
    key: (streamId: string, key: string): KeyRecord | undefined =>
      streams.get(streamId)?.keys?.get(key),
    lease: (resource: string): PlacedLease | undefined => leases.get(resource),
    /** Returns the segment of the oldest event that is still served, or undefined. */
    oldestSegment: (): number | undefined =>
      state.appends.find((append) => append.stream.archivedAs === undefined)?.segment,
    apply(record: DecodedRecord | JournalRecord, place: LinePlace): void {
      switch (record.kind) {
        case 'append':
          return applyAppend(record, place);
        case 'lease':
          return applyLease(record, place);
        case 'remove':
          return applyRemove(record, place);
        case 'open':
          state.position = Math.max(state.position, record.position);
          state.latest = record.latest ?? state.latest;
          return;
        case 'seal':
          return;
      }
    },
  };
  return state;
}
