import { type MemoryFiles, parentOf } from './memory-file-system.ts';
import type { FileSystemCall } from './recording-file-system.ts';

/** Unit in which a disk writes: unsynced bytes can end at any multiple of it. */
const sectorBytes = 512;

interface ModelFile {
  readonly bytes: Uint8Array;
  readonly synced: number;
}

/** The content that a disk certainly holds and the content that it may hold, after some calls. */
export interface DiskModel {
  readonly files: ReadonlyMap<string, ModelFile>;
  readonly directories: ReadonlySet<string>;
  /** Names whose directory was not synced since they were created. */
  readonly unsyncedNames: ReadonlySet<string>;
  /** Removed files whose directory was not synced since. */
  readonly removed: ReadonlyMap<string, ModelFile>;
}

/** One disk that a crash could leave, and the kind of loss. */
export interface CrashState {
  readonly variant: 'kept' | 'dropped' | 'cut' | 'zeroed' | 'hole' | 'unnamed' | 'unremoved';
  readonly disk: MemoryFiles;
}

/** Returns an empty disk with a root. `directories` exist and are durable. */
export function emptyDisk(directories: readonly string[]): DiskModel {
  return {
    files: new Map(),
    directories: new Set(['/', ...directories]),
    unsyncedNames: new Set(),
    removed: new Map(),
  };
}

/** Returns the disk after one more call. */
export function applyCall(disk: DiskModel, call: FileSystemCall): DiskModel {
  const { files, directories, unsyncedNames, removed } = disk;
  switch (call.call) {
    case 'create': {
      const fresh = { bytes: new Uint8Array(), synced: 0 };
      return {
        ...disk,
        files: new Map(files).set(call.path, fresh),
        unsyncedNames: new Set(unsyncedNames).add(call.path),
      };
    }
    case 'append': {
      const file = files.get(call.path) ?? { bytes: new Uint8Array(), synced: 0 };
      const bytes = Buffer.concat([file.bytes, call.bytes]);
      return { ...disk, files: new Map(files).set(call.path, { ...file, bytes }) };
    }
    case 'sync': {
      const file = files.get(call.path);
      if (file === undefined) return disk;
      const synced = { bytes: file.bytes, synced: file.bytes.length };
      return { ...disk, files: new Map(files).set(call.path, synced) };
    }
    case 'makeDirectory':
      return {
        ...disk,
        directories: new Set(directories).add(call.path),
        unsyncedNames: new Set(unsyncedNames).add(call.path),
      };
    case 'syncDirectory': {
      const isElsewhere = (path: string): boolean => parentOf(path) !== call.path;
      return {
        ...disk,
        unsyncedNames: new Set([...unsyncedNames].filter(isElsewhere)),
        removed: new Map([...removed].filter(([path]) => isElsewhere(path))),
      };
    }
    case 'remove': {
      const file = files.get(call.path);
      if (file === undefined) return disk;
      const left = new Map(files);
      left.delete(call.path);
      return { ...disk, files: left, removed: new Map(removed).set(call.path, file) };
    }
    case 'acknowledged':
      return disk;
    default:
      return call satisfies never;
  }
}

/** Returns every disk that a crash at this moment could leave. */
export function crashStates(disk: DiskModel): readonly CrashState[] {
  const contents = (change: (file: ModelFile) => Uint8Array): Map<string, Uint8Array> =>
    new Map([...disk.files].map(([path, file]) => [path, change(file)]));
  const state = (
    variant: CrashState['variant'],
    files: ReadonlyMap<string, Uint8Array>,
  ): CrashState => ({ variant, disk: { directories: [...disk.directories], files } });

  const kept = contents(({ bytes }) => bytes);
  const states = [state('kept', kept)];
  if ([...disk.files.values()].some(({ bytes, synced }) => synced < bytes.length)) {
    const dropped = contents(({ bytes, synced }) => bytes.slice(0, synced));
    const zeroed = contents((file) => withZeros(file, file.bytes.length));
    const hole = contents((file) => withZeros(file, nextSector(file.synced)));
    states.push(state('dropped', dropped), state('zeroed', zeroed), state('hole', hole));
  }
  for (const [path, file] of disk.files) {
    for (let end = nextSector(file.synced); end < file.bytes.length; end += sectorBytes) {
      states.push(state('cut', new Map(kept).set(path, file.bytes.slice(0, end))));
    }
  }
  if (disk.unsyncedNames.size > 0) states.push(unnamed(disk, kept));
  for (const [path, file] of disk.removed) {
    states.push(state('unremoved', new Map(kept).set(path, file.bytes)));
  }
  if (disk.removed.size > 1) {
    const all = [...disk.removed].map(([path, { bytes }]) => [path, bytes] as const);
    states.push(state('unremoved', new Map([...kept, ...all])));
  }
  return states;
}

/** Drops the names that were not synced, and with a directory everything in it. */
function unnamed(disk: DiskModel, kept: ReadonlyMap<string, Uint8Array>): CrashState {
  const isLost = (path: string): boolean =>
    disk.unsyncedNames.has(path) || (path !== '/' && isLost(parentOf(path)));
  return {
    variant: 'unnamed',
    disk: {
      directories: [...disk.directories].filter((path) => !isLost(path)),
      files: new Map([...kept].filter(([path]) => !isLost(path))),
    },
  };
}

/** The size of a file can be on disk before its content is. */
function withZeros({ bytes, synced }: ModelFile, end: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy.fill(0, synced, Math.min(end, bytes.length));
  return copy;
}

/** Returns the first sector boundary after an offset. */
function nextSector(offset: number): number {
  return (Math.floor(offset / sectorBytes) + 1) * sectorBytes;
}
