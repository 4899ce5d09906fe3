import { checkOptions } from '@kanmon/core/kit';
import type { FileSystem } from '../file/file-system.ts';
import { applyCall, type CrashState, crashStates, emptyDisk } from './crash-model.ts';
import { memoryFileSystem } from './memory-file-system.ts';
import type { FileSystemCall } from './recording-file-system.ts';

/** Options of `replayPrefixes`. */
export interface ReplayOptions {
  /**
   * Called for each directory that a crash could leave, with the values that were acknowledged before the crash.
   * Throws or rejects when the directory does not hold them.
   */
  readonly check: (
    fileSystem: FileSystem,
    acknowledged: readonly unknown[],
    crash: { readonly prefix: number; readonly variant: CrashState['variant'] },
  ) => void | Promise<void>;
  /** Directories that existed before the trace began. @default only the root */
  readonly directories?: readonly string[];
}

/** The number of cases that were tried. */
export interface ReplayReport {
  /** Moments at which the machine could have stopped. */
  readonly prefixes: number;
  /** Directories that were checked, over all moments. */
  readonly states: number;
}

/**
 * Builds, for every prefix of a trace, each directory that a crash could leave: unsynced writes kept, dropped, zeroed,
 * or cut at every 512 bytes; names missing whose directory was not synced; removed files back again. Rejects with the
 * error of `check` and the place in the trace.
 */
export async function replayPrefixes(
  trace: readonly FileSystemCall[],
  options: ReplayOptions,
): Promise<ReplayReport> {
  checkOptions(options, 'check directories', 'replayPrefixes(trace, options)');
  const { check, directories = [] } = options;
  let disk = emptyDisk(directories);
  const acknowledged: unknown[] = [];
  let prefixes = 0;
  let states = 0;

  const checkAll = async (prefix: number): Promise<void> => {
    prefixes += 1;
    for (const { variant, disk: files } of crashStates(disk)) {
      states += 1;
      try {
        await check(memoryFileSystem(files), [...acknowledged], { prefix, variant });
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`after ${prefix} calls, ${variant}: ${reason}`, { cause });
      }
    }
  };

  for (const [index, call] of trace.entries()) {
    // A value that is acknowledged between two changes must be in the state between them.
    if (call.call === 'acknowledged') acknowledged.push(call.value);
    else {
      await checkAll(index);
      disk = applyCall(disk, call);
    }
  }
  await checkAll(trace.length);
  return { prefixes, states };
}
