import type { Change } from '../../history/pending-view.ts';
import type { JournalReader } from './journal-reader.ts';
import type { JournalState } from './journal-state.ts';
import type { JournalWriter } from './journal-writer.ts';

/**
 * Deletes the sealed segments at the beginning of the journal that no longer hold events. The records that only they
 * hold (heads of removed streams, lease tokens) are written again first, and the `open` line of a new segment declares
 * where the journal begins. When another process interferes, nothing is deleted; the next removal tries again.
 */
export function pruneSegments(reader: JournalReader, writer: JournalWriter, now: Date): void {
  const { directory, state } = reader;
  const oldest = Math.min(state.oldestSegment() ?? Infinity, reader.segment);
  const dead = directory.list().filter((segment) => segment < oldest);
  const begin = reader.opened.get(oldest);
  if (dead.length === 0 || begin === undefined) return;

  if (reader.first?.segment !== oldest) {
    const kept = recordsToKeep(state, oldest);
    if (kept.length > 0 && writer.write(kept) < kept.length) return;
    writer.flush();
    const { sequence, previous } = begin;
    writer.rotate(now, { segment: oldest, sequence, previous });
    if (reader.first?.segment !== oldest) return;
  }
  directory.remove(dead);
}

/** Returns the heads and leases whose last lines are before segment `oldest`. */
function recordsToKeep(state: JournalState, oldest: number): readonly Change[] {
  const heads = [...state.streams.values()].flatMap((stream): readonly Change[] => {
    const { streamId, version, hash, updatedAt, archivedAs, removedIn = oldest } = stream;
    if (archivedAs === undefined || removedIn >= oldest) return [];
    return [{ kind: 'remove', at: updatedAt, streamId, version, hash, archivedAs }];
  });
  const leases = [...state.leases].flatMap(([resource, lease]): readonly Change[] => {
    const { owner, token, expiresAt, released, at, segment } = lease;
    if (segment >= oldest) return [];
    const action = released ? 'released' : 'renewed';
    return [{ kind: 'lease', at, resource, owner, token, expiresAt, action }];
  });
  return [...heads, ...leases];
}
