import type { Change } from '../../history/decision.ts';
import { errorCode } from './error-code.ts';
import type { FileSystem } from './file-system.ts';
import type { JournalReader } from './journal-reader.ts';
import type { JournalState } from './journal-state.ts';
import type { JournalWriter } from './journal-writer.ts';
import { listSegments, segmentPath } from './segment-files.ts';

/**
 * Deletes the sealed segments at the beginning of the journal that hold no event any more. What they
 * still prove (heads of removed streams, lease tokens) is written anew before, and the `open` line of
 * a fresh segment says where the journal begins now. When another process is in the way, nothing is
 * deleted; the next removal tries again.
 */
export function pruneSegments(
  journal: {
    readonly fileSystem: FileSystem;
    readonly directory: string;
    readonly reader: JournalReader;
    readonly writer: JournalWriter;
    readonly state: JournalState;
  },
  now: Date,
): void {
  const { fileSystem, directory, reader, writer, state } = journal;
  const oldest = Math.min(state.oldestSegment() ?? Infinity, reader.segment);
  const dead = listSegments(fileSystem, directory).filter((segment) => segment < oldest);
  const begin = reader.opened.get(oldest);
  if (dead.length === 0 || begin === undefined) return;

  if (reader.first?.segment !== oldest) {
    const kept = carriedRecords(state, oldest);
    if (kept.length > 0 && writer.write(kept).length < kept.length) return;
    writer.flush();
    const { sequence, previous } = begin;
    writer.rotate(now, { segment: oldest, sequence, previous });
    if (reader.first?.segment !== oldest) return;
  }
  for (const segment of dead) removeIfThere(fileSystem, segmentPath(directory, segment));
  fileSystem.syncDirectory(directory);
}

/** What lines before segment `oldest` are still the only ones to say. */
function carriedRecords(state: JournalState, oldest: number): readonly Change[] {
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

function removeIfThere(fileSystem: FileSystem, path: string): void {
  try {
    fileSystem.remove(path);
  } catch (error) {
    // Another process was faster; it removes the same files.
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
