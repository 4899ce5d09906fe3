import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Clock, type EventStore, KanmonError, systemClock } from '@kanmon/core';
import {
  checkedClock,
  checkFlags,
  checkOptions,
  checkPorts,
  withoutUndefined,
} from '@kanmon/core/kit';
import { type Change, createPendingView } from '../../history/pending-view.ts';
import { invalidOption } from '../../history/option-error.ts';
import type { Prunable } from '../../retention/prunable.ts';
import type { RepairReport } from '../../retention/repair-report.ts';
import { watchDirectory } from '../watch-directory.ts';
import { createQueuedWrites, type WriteTask } from '../queued-writes.ts';
import { type FileSystem, nodeFileSystem } from './file-system.ts';
import { createFileReads, readContent } from './file-reads.ts';
import { openDirectory } from './journal-directory.ts';
import { busyError, writeFailedError } from './journal-errors.ts';
import { createJournalWriter, maxRounds } from './journal-writer.ts';
import { openJournal } from './open-journal.ts';
import { pruneSegments } from './prune-segments.ts';

/** Options of `createFileEventStore`. */
export interface FileEventStoreOptions {
  readonly clock?: Clock;
  /** @default nodeFileSystem */
  readonly fileSystem?: FileSystem;
  /** A segment of this size is followed by a new one. @default 64 MiB */
  readonly segmentBytes?: number;
  /** Called with the leftovers that were found when the store was opened. An error of it does not fail the open. */
  readonly onRepair?: (report: RepairReport) => void;
  /** Writes nothing, not even an empty journal. @default false */
  readonly readOnly?: boolean;
  /** With `readOnly`: serves the records before the damage of a corrupt journal. @default false */
  readonly salvage?: boolean;
}

/** A store in a directory. `repair` reports the leftovers that were found beside the history, if any. */
export type FileEventStore = EventStore & Prunable & { readonly repair?: RepairReport };

const maxBackOffMs = 20;

function report(repair: RepairReport, onRepair: FileEventStoreOptions['onRepair']): void {
  try {
    onRepair?.(repair);
  } catch {
    // The history matters more than who reads the report; the store has it too.
  }
}

/**
 * Opens the journal in `directory`, which is created (0700) when it is missing and its parent exists. Any number of
 * processes may have it open; local file systems only.
 *
 * A journal of which an acknowledged record is known to be missing does not open: damage before the last batch, an
 * emptied or deleted segment. An append to a file that was cut, moved or replaced meanwhile is refused. What a crash
 * can leave too is reported in `repair`. A journal that was cut at the end of a line, an older copy and an empty
 * directory look intact: pass heads that were stored elsewhere to `verifyStore` as `expectedHeads`.
 *
 * @throws {EventStoreError} `store-unsafe-path`, `store-open-failed`, `store-format`, `store-corrupt`.
 */
export async function createFileEventStore(
  directory: string,
  options: FileEventStoreOptions = {},
): Promise<FileEventStore> {
  checkOptions(
    options,
    'clock fileSystem segmentBytes onRepair readOnly salvage',
    'createFileEventStore(directory, options)',
  );
  checkPorts(options, { clock: 'now', fileSystem: 'lstat', onRepair: 'call' });
  const { fileSystem = nodeFileSystem, onRepair } = options;
  const clock = checkedClock(options.clock ?? systemClock);
  const { segmentBytes = 64 * 1024 * 1024, readOnly = false, salvage = false } = options;
  if (typeof directory !== 'string' || directory === '' || directory.includes('\0')) {
    throw invalidOption('expected the path of a directory; pass a string that is not empty');
  }
  if (!Number.isSafeInteger(segmentBytes) || segmentBytes < 1) {
    throw invalidOption(`expected segmentBytes to be a whole number of bytes, got ${segmentBytes}`);
  }
  checkFlags({ readOnly, salvage });
  if (salvage && !readOnly) {
    throw invalidOption('salvage only reads the rest of a corrupt journal; set readOnly: true too');
  }
  const files = openDirectory(fileSystem, directory, { create: !readOnly });
  const path = resolve(directory);
  const mode = readOnly ? 'read' : 'append';
  const { reader, repair } = openJournal(files, { mode, salvage });
  const writer = createJournalWriter(reader, segmentBytes);
  if (!readOnly) {
    try {
      writer.prepare(clock.now());
    } catch (error) {
      reader.close();
      throw error;
    }
  }
  if (repair !== undefined) report(repair, onRepair);

  /** Makes one attempt; returns the tasks that lost the race and must be decided again. */
  const attempt = (tasks: readonly WriteTask[]): readonly WriteTask[] => {
    const now = clock.now();
    writer.prepare(now);
    const view = createPendingView(reader.state, (...range) => readContent(reader, ...range));
    const changes: Change[] = [];
    const decided = tasks.map((task) => {
      const { change, finish } = task.decide(view);
      if (change !== undefined) {
        view.apply(change);
        changes.push(change);
      }
      // A task without a change also depends on all changes before it.
      return { needed: changes.length, finish };
    });
    const committed = changes.length === 0 ? 0 : writer.write(changes);
    if (committed > 0) writer.flush();
    const finished = decided.filter(({ needed }) => needed <= committed);
    for (const { finish } of finished) finish();
    if (changes.slice(0, committed).some(({ kind }) => kind === 'remove')) prune(now);
    return tasks.slice(finished.length);
  };

  /** The removal is committed in any case; a writer that broke reports it at the next append. */
  const prune = (now: Date): void => {
    try {
      pruneSegments(reader, writer, now);
    } catch {
      // The next removal deletes the files that could not be deleted.
    }
  };

  const run = async (batch: readonly WriteTask[]): Promise<void> => {
    let open = batch;
    for (let round = 0; open.length > 0; round += 1) {
      try {
        // Random, so that writers that lost against each other do not meet again at the same time.
        if (round > 0) await setTimeout(Math.random() * Math.min(2 ** round, maxBackOffMs));
        if (round === maxRounds) throw busyError(files.pathOf(reader.segment), maxRounds);
        open = attempt(open);
      } catch (error) {
        const reason = KanmonError.isInstance(error)
          ? error
          : writeFailedError(files.pathOf(reader.segment), 'the journal failed', error);
        for (const task of open) task.reject(reason);
        return;
      }
    }
  };

  const { assertOpen, ...writes } = createQueuedWrites({
    clock,
    run,
    dispose: () => reader.close(),
    readOnly,
  });
  return {
    ...writes,
    ...createFileReads(reader, salvage, assertOpen),
    ...(fileSystem === nodeFileSystem
      ? { watch: (wake: () => void) => watchDirectory(path, '', wake) }
      : {}),
    ...withoutUndefined({ repair }),
  };
}
