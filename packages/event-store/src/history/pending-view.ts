import type { Change, HistoryView, KeyRecord, LeaseRecord, StreamHead } from './decision.ts';
import type { PlacedEvent } from './event-record.ts';

/** A view with changes on top that are decided but not yet committed. */
export interface PendingView extends HistoryView {
  apply(change: Change): void;
}

/** Lays decided changes over `base`, so that one batch can hold appends that build on each other. */
export function createPendingView(
  base: Omit<HistoryView, 'content'>,
  content: HistoryView['content'],
): PendingView {
  const heads = new Map<string, StreamHead>();
  const keys = new Map<string, Map<string, KeyRecord>>();
  const events = new Map<string, PlacedEvent[]>();
  const leases = new Map<string, LeaseRecord>();
  let { position, latest } = base;

  return {
    head: (streamId) => heads.get(streamId) ?? base.head(streamId),
    key: (streamId, key) => keys.get(streamId)?.get(key) ?? base.key(streamId, key),
    content: (streamId, first, last) => {
      const added = events.get(streamId) ?? [];
      const inRange = added.filter(({ version }) => version >= first && version <= last);
      return [...content(streamId, first, last), ...inRange];
    },
    lease: (resource) => leases.get(resource) ?? base.lease(resource),
    get position() {
      return position;
    },
    get latest() {
      return latest;
    },
    apply(change) {
      switch (change.kind) {
        case 'append': {
          const last = change.events.at(-1);
          if (last === undefined) return;
          const { version, hash } = last;
          heads.set(change.streamId, { version, hash, updatedAt: change.at });
          position = last.position;
          latest = change.at;
          events.set(change.streamId, [...(events.get(change.streamId) ?? []), ...change.events]);
          if (change.key !== undefined) {
            const ofStream = keys.get(change.streamId) ?? new Map<string, KeyRecord>();
            keys.set(change.streamId, ofStream.set(change.key, { version, position }));
          }
          return;
        }
        case 'lease': {
          const { owner, token, expiresAt, action } = change;
          const released = action === 'released';
          leases.set(change.resource, { owner, token, expiresAt, released });
          return;
        }
        case 'remove': {
          const { version, hash, archivedAs, at } = change;
          heads.set(change.streamId, { version, hash, updatedAt: at, archivedAs });
          return;
        }
        default: {
          const unknown: never = change;
          throw new TypeError(`no such change: ${String(unknown)}`);
        }
      }
    },
  };
}
