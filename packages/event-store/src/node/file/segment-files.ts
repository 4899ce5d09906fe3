import { resolve } from 'node:path';
import { EventStoreError } from '@kanmon/core';
import { errorCode } from './error-code.ts';
import type { FileSystem } from './file-system.ts';

const segmentName = /^journal-(\d{6})\.jsonl$/;

/** The file of a segment inside a journal directory. */
export function segmentPath(directory: string, segment: number): string {
  return `${directory}/journal-${String(segment).padStart(6, '0')}.jsonl`;
}

/** Numbers of the segments in a directory, ascending. Any other name is not ours. */
export function listSegments(fileSystem: FileSystem, directory: string): readonly number[] {
  const names = withPath(directory, 'open the journal directory', () => fileSystem.list(directory));
  return names
    .flatMap((name) => segmentName.exec(name)?.[1] ?? [])
    .map(Number)
    .filter((segment) => segment > 0)
    .toSorted((left, right) => left - right);
}

/**
 * The absolute path of a journal directory that exists and is no link; made (0700, durable in its
 * parent) when `create` is set.
 */
export function openDirectory(
  fileSystem: FileSystem,
  directory: string,
  options: { readonly create: boolean },
): string {
  // Without the trailing slash: `lstat` of "link/" would look behind the link.
  const path = resolve(directory);
  const kind = withPath(path, 'open the journal directory', () => fileSystem.lstat(path));
  if (kind === 'directory') return path;
  if (kind === 'link') {
    throw unsafePath(path, 'is a symbolic link; name the directory it points to');
  }
  if (kind !== null) {
    throw openFailed(path, 'is no directory; name a directory that the journal can own');
  }
  if (!options.create) throw openFailed(path, 'does not exist; open it without readOnly once');
  withPath(path, 'make the journal directory (its parent must exist)', () => {
    fileSystem.makeDirectory(path);
    fileSystem.syncDirectory(resolve(path, '..'));
  });
  return path;
}

/** Opens a segment that is a regular file, or makes it in mode `append`. */
export function openSegment(fileSystem: FileSystem, path: string, mode: 'read' | 'append'): number {
  const kind = withPath(path, 'open the segment', () => fileSystem.lstat(path));
  if (kind !== 'file' && kind !== null) {
    throw unsafePath(path, `is a ${kind}, no regular file; move it out of the journal directory`);
  }
  return withPath(path, 'open the segment', () => fileSystem.open(path, mode));
}

function withPath<Result>(path: string, what: string, action: () => Result): Result {
  try {
    return action();
  } catch (cause) {
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
  return new EventStoreError(`${path}: ${message}`, {
    code: 'store-open-failed',
    details: { path, ...(cause === undefined ? {} : { reason: errorCode(cause) }) },
    ...(cause === undefined ? {} : { cause }),
  });
}

function unsafePath(path: string, message: string): EventStoreError {
  return new EventStoreError(`${path} ${message}`, {
    code: 'store-unsafe-path',
    details: { path },
  });
}
