import { resolve } from 'node:path';
import { EventStoreError, KanmonError } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';
import { errorCode } from '../platform.ts';
import type { FileSystem } from './file-system.ts';

/** The directory of a journal and the files of its segments. */
export type JournalDirectory = ReturnType<typeof openDirectory>;

const segmentName = /^journal-(\d{6})\.jsonl$/;

/**
 * Opens the directory of a journal, which must not be a symbolic link. `create` makes a missing one (0700, durable in
 * its parent).
 */
export function openDirectory(
  fileSystem: FileSystem,
  directory: string,
  options: { readonly create: boolean },
) {
  // Without the trailing slash: `lstat` of "link/" would return the kind of the target.
  const root = resolve(directory);
  const kind = withPath(root, 'open the journal directory', () => fileSystem.lstat(root));
  if (kind === 'link') {
    throw unsafePath(root, 'is a symbolic link; name the directory it points to');
  }
  if (kind !== null && kind !== 'directory') {
    throw openFailed(root, 'is not a directory; name a directory that the journal can own');
  }
  if (kind === null) {
    if (!options.create) throw openFailed(root, 'does not exist; open it without readOnly once');
    withPath(root, 'make the journal directory (its parent must exist)', () => {
      fileSystem.makeDirectory(root);
      fileSystem.syncDirectory(resolve(root, '..'));
    });
  }
  const pathOf = (segment: number): string =>
    `${root}/journal-${String(segment).padStart(6, '0')}.jsonl`;

  return {
    fileSystem,
    pathOf,
    /** Lists the numbers of the segments, ascending. Files of any other name are ignored. */
    list: (): readonly number[] =>
      withPath(root, 'open the journal directory', () => fileSystem.list(root))
        .flatMap((name) => segmentName.exec(name)?.[1] ?? [])
        .map(Number)
        .filter((segment) => segment > 0)
        .toSorted((left, right) => left - right),
    /** Opens a segment that is a regular file; mode `append` creates it. */
    open(segment: number, mode: 'read' | 'append'): number {
      const path = pathOf(segment);
      const found = withPath(path, 'open the segment', () => fileSystem.lstat(path));
      if (found !== 'file' && found !== null) {
        throw unsafePath(
          path,
          `is a ${found}, not a regular file; move it out of the journal directory`,
        );
      }
      return withPath(path, 'open the segment', () => fileSystem.open(path, mode));
    },
    /**
     * Creates the empty file of a later segment. It proves that the one before was opened: when that one is empty
     * later, someone emptied it. Without the file that is not detected, and nothing else is lost.
     */
    reserve(segment: number): void {
      try {
        fileSystem.close(fileSystem.open(pathOf(segment), 'append'));
      } catch {
        // The rotation that needs the file reports why it cannot be created.
      }
    },
    exists: (segment: number): boolean => fileSystem.lstat(pathOf(segment)) !== null,
    /** Removes segments that another process may be removing at the same time, durably. */
    remove(segments: readonly number[]): void {
      for (const segment of segments) {
        try {
          fileSystem.remove(pathOf(segment));
        } catch (error) {
          if (errorCode(error) !== 'ENOENT') throw error;
        }
      }
      fileSystem.syncDirectory(root);
    },
    /** Makes the names of the segments durable. */
    sync: (): void => fileSystem.syncDirectory(root),
  };
}

/** Runs an action of the file system and throws an `EventStoreError` with its path when it fails. */
export function withPath<Result>(path: string, what: string, action: () => Result): Result {
  try {
    return action();
  } catch (cause) {
    if (KanmonError.isInstance(cause)) throw cause;
    const code = errorCode(cause);
    if (code === 'ELOOP') throw unsafePath(path, 'is a symbolic link; replace it by what it names');
    throw openFailed(
      path,
      `could not ${what}: ${code}; check that the path exists and that this user may read and write it`,
      cause,
    );
  }
}

function openFailed(path: string, message: string, cause?: unknown): EventStoreError {
  const reason = cause === undefined ? undefined : errorCode(cause);
  return new EventStoreError(`${path}: ${message}`, {
    code: 'store-open-failed',
    details: withoutUndefined({ path, reason }),
    ...withoutUndefined({ cause }),
  });
}

function unsafePath(path: string, message: string): EventStoreError {
  return new EventStoreError(`${path} ${message}`, {
    code: 'store-unsafe-path',
    details: { path },
  });
}
