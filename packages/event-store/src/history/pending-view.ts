import type {
  AppendChange,
  HistoryView,
  KeyRecord,
  LeaseChange,
  LeaseRecord,
  PlacedEvent,
  StreamHead,
} from '@kanmon/core/kit';
import type { RemoveChange } from '../retention/prunable.ts';

/** One committed step of history. */
export type Change = AppendChange | LeaseChange | RemoveChange;

/** A view with changes on top that are decided but not yet committed. */
export interface PendingView extends HistoryView {
  apply(change: Change): void;
}

/** Creates a view of `base` with decided changes on top, so that the appends of one batch can build on each other. */
export function createPendingView(
  base: Omit<HistoryView, 'content'>,
  content: HistoryView['content'],
): PendingView {
  const heads = new Map<string, StreamHead>();
  const keys = new Map<string, Map<string, KeyRecord>>();
  const events = new Map<string, PlacedEvent[]>();
  const leases = new Map<string, LeaseRecord>();
  let { position, latest } = base;

  const applyAppend = ({ streamId, at, events: added, key }: AppendChange): void => {
    const last = added.at(-1);
    if (last === undefined) return;
    const { version, hash } = last;
    ({ position } = last);
    latest = at;
    heads.set(streamId, { version, hash });
    events.set(streamId, [...(events.get(streamId) ?? []), ...added]);
    if (key === undefined) return;
    const known = keys.get(streamId) ?? new Map<string, KeyRecord>();
    keys.set(streamId, known.set(key, { version, position }));
  };

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
        case 'append':
          return applyAppend(change);
        case 'lease':
          leases.set(change.resource, { ...change, released: change.action === 'released' });
          return;
        case 'remove':
          heads.set(change.streamId, change);
          return;
      }
    },
  };
}
