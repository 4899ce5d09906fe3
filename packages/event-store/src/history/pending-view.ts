import type { Change, HistoryView, KeyRecord, LeaseRecord, StreamHead } from './decision.ts';

/** A view with changes on top that are decided but not yet committed. */
export interface PendingView extends HistoryView {
  apply(change: Change): void;
}

/** Lays decided changes over `base`, so that one batch can hold appends that build on each other. */
export function createPendingView(base: HistoryView): PendingView {
  const heads = new Map<string, StreamHead>();
  const keys = new Map<string, Map<string, KeyRecord>>();
  const leases = new Map<string, LeaseRecord>();
  let { position, latest } = base;

  return {
    head: (streamId) => heads.get(streamId) ?? base.head(streamId),
    key: (streamId, key) => keys.get(streamId)?.get(key) ?? base.key(streamId, key),
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
