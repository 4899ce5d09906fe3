import type { HistoryView, KeyRecord, LeaseRecord } from '../../history/decision.ts';
import type { DecodedRecord, JournalEvent } from './decode-line.ts';
import type { JournalRecord } from './journal-line.ts';

/** Where a committed line stands. */
export interface LinePlace {
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
}

/** Where the events of one append stand. */
export interface AppendPlace extends LinePlace {
  readonly stream: StreamIndex;
  readonly firstVersion: number;
  readonly lastVersion: number;
  readonly firstPosition: number;
  readonly lastPosition: number;
}

/** What the journal knows of one stream without its events. */
export interface StreamIndex {
  readonly streamId: string;
  version: number;
  hash: string;
  updatedAt: string;
  archivedAs?: string;
  /** Segment of the line that holds `archivedAs`. */
  removedIn?: number;
  /** Ascending; a fresh array after a removal, so a reader keeps what it began with. */
  appends: AppendPlace[];
  keys?: Map<string, KeyRecord>;
}

/** The last lease on a resource and the segment of its line. */
export interface PlacedLease extends LeaseRecord {
  readonly at: string;
  readonly segment: number;
}

/** The fold over committed lines: heads, keys, leases and where events stand. Events stay on disk. */
export interface JournalState extends Omit<HistoryView, 'content'> {
  readonly streams: ReadonlyMap<string, StreamIndex>;
  readonly leases: ReadonlyMap<string, PlacedLease>;
  /** Appends of all streams by position; those of removed streams may still be among them. */
  readonly appends: readonly AppendPlace[];
  /** Segment of the oldest event that is still served, or undefined. */
  oldestSegment(): number | undefined;
  apply(record: DecodedRecord | JournalRecord, place: LinePlace): void;
}

export function createJournalState(): JournalState {
  const streams = new Map<string, StreamIndex>();
  const leases = new Map<string, PlacedLease>();
  let appends: AppendPlace[] = [];
  let hidden = 0;
  let position = 0;
  let latest: string | undefined;

  const streamOf = (streamId: string): StreamIndex => {
    const known = streams.get(streamId);
    if (known !== undefined) return known;
    const fresh = { streamId, version: 0, hash: '', updatedAt: '', appends: [] };
    streams.set(streamId, fresh);
    return fresh;
  };

  const applyAppend = (
    record: {
      readonly streamId: string;
      readonly at: string;
      readonly events: readonly Pick<JournalEvent, 'version' | 'position' | 'hash'>[];
      readonly key?: string;
    },
    place: LinePlace,
  ): void => {
    const first = record.events[0];
    const last = record.events.at(-1);
    if (first === undefined || last === undefined) return;
    const stream = streamOf(record.streamId);
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
    appends.push(append);
    stream.version = last.version;
    stream.hash = last.hash;
    stream.updatedAt = record.at;
    position = last.position;
    latest = record.at;
    if (record.key !== undefined) {
      stream.keys ??= new Map();
      stream.keys.set(record.key, { version: last.version, position });
    }
  };

  const hide = (stream: StreamIndex): void => {
    hidden += stream.appends.length;
    stream.appends = [];
    delete stream.keys;
    // Swept when half of the list is hidden: constant time a removed line, over all removals.
    if (hidden * 2 > appends.length) {
      appends = appends.filter((append) => append.stream.archivedAs === undefined);
      hidden = 0;
    }
  };

  return {
    streams,
    leases,
    get appends() {
      return appends;
    },
    get position() {
      return position;
    },
    get latest() {
      return latest;
    },
    head: (streamId) => streams.get(streamId),
    key: (streamId, key) => streams.get(streamId)?.keys?.get(key),
    lease: (resource) => leases.get(resource),
    oldestSegment: () => appends.find((append) => append.stream.archivedAs === undefined)?.segment,
    apply(record, place) {
      switch (record.kind) {
        case 'append':
          applyAppend(record, place);
          return;
        case 'lease': {
          const { resource, owner, token, expiresAt, action, at } = record;
          const released = action === 'released';
          leases.set(resource, { owner, token, expiresAt, released, at, segment: place.segment });
          return;
        }
        case 'remove': {
          const stream = streamOf(record.streamId);
          stream.version = record.version;
          stream.hash = record.hash;
          stream.updatedAt = record.at;
          stream.archivedAs = record.archivedAs;
          stream.removedIn = place.segment;
          hide(stream);
          return;
        }
        case 'open':
          position = Math.max(position, record.position);
          latest ??= record.latest;
          return;
        case 'seal':
          return;
        default: {
          const unknown: never = record;
          throw new TypeError(`no such change: ${String(unknown)}`);
        }
      }
    },
  };
}
