import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Clock, type EventStore, KanmonError, systemClock } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { createPendingView } from '../../history/pending-view.ts';
import type { Prunable } from '../../retention/prunable.ts';
import type { RepairReport } from '../../retention/repair-report.ts';
import { createQueuedWrites } from '../queued-writes.ts';
import type { DecidedTask, WriteTask } from '../write-task.ts';
import type { FileSystem } from './file-system.ts';
import { checkFileOptions } from './check-options.ts';
import { createFileReads, readContent } from './file-reads.ts';
import { busyError, writeFailedError } from './journal-errors.ts';
import { createJournalWriter, maxRounds } from './journal-writer.ts';
import { nodeFileSystem } from './node-file-system.ts';
import { openJournal } from './open-journal.ts';
import { pruneSegments } from './prune-segments.ts';
import { openDirectory, segmentPath } from './segment-files.ts';

/** Options of `createFileEventStore`. */
export interface FileEventStoreOptions {
  readonly clock?: Clock;
  /** @default nodeFileSystem */
  readonly fileSystem?: FileSystem;
  /** A segment that reached this size is followed by a new one. @default 64 MiB */
  readonly segmentBytes?: number;
  /** Told what was found beside the history when the store was opened. */
  readonly onRepair?: (report: RepairReport) => void;
  /** Writes nothing, not even an empty journal. @default false */
  readonly readOnly?: boolean;
  /** With `readOnly`: serve what stands before the damage of a corrupt journal. @default false */
  readonly salvage?: boolean;
}

/** A store in a directory. `repair` says what was found beside the history, if anything. */
export type FileEventStore = EventStore & Prunable & { readonly repair?: RepairReport };

const optionNames: OptionNames<FileEventStoreOptions> = {
  clock: true,
  fileSystem: true,
  segmentBytes: true,
  onRepair: true,
  readOnly: true,
  salvage: true,
};
const defaultSegmentBytes = 64 * 1024 * 1024;
const maxBackOffMs = 20;

/**
 * Opens the journal in `directory`, which is made (0700) when it is missing and its parent exists.
 * Any number of processes may have it open; local file systems only. Throws `EventStoreError`:
 * `store-unsafe-path`, `store-open-failed`, `store-format`, `store-corrupt`.
 */
export async function createFileEventStore(
  directory: string,
  options: FileEventStoreOptions = {},
): Promise<FileEventStore> {
  checkOptions(options, optionNames, 'createFileEventStore(directory, options)');
  const {
    clock = systemClock,
    fileSystem = nodeFileSystem,
    segmentBytes = defaultSegmentBytes,
    onRepair,
    readOnly = false,
    salvage = false,
  } = options;
  checkFileOptions({ directory, segmentBytes, readOnly, salvage });
  const path = openDirectory(fileSystem, directory, { create: !readOnly });
  const mode = readOnly ? 'read' : 'append';
  const { reader, state, repair } = openJournal({ fileSystem, directory: path, mode, salvage });
  const writer = createJournalWriter({
    fileSystem,
    directory: path,
    reader,
    state,
    segmentBytes,
    writer: randomBytes(8).toString('hex'),
    newStoreId: randomUUID,
  });
  const journal = { fileSystem, directory: path, reader, writer, state };
  if (!readOnly) {
    try {
      writer.prepare(clock.now());
    } catch (error) {
      reader.close();
      throw error;
    }
  }
  if (repair !== undefined) onRepair?.(repair);

  /** One attempt; gives the tasks that lost the race and have to be decided anew. */
  const attempt = (tasks: readonly WriteTask[]): readonly WriteTask[] => {
    const now = clock.now();
    writer.prepare(now);
    const view = createPendingView(state, (...range) => readContent(reader, state, ...range));
    const decided = tasks.map((task) => {
      const { change, finish } = task.decide(view);
      if (change !== undefined) view.apply(change);
      return { task, change, finish };
    });
    const writes = decided.flatMap(({ change }, index) =>
      change === undefined ? [] : [{ change, index }],
    );
    const written = writes.length === 0 ? [] : writer.write(writes.map(({ change }) => change));
    if (written.length > 0) writer.flush();
    // An answer stands when all before it in the batch do: it may have been decided on top of them.
    const done = new Set(written.map((index) => writes[index]?.index));
    const lost = decided.findIndex(({ change }, index) => change !== undefined && !done.has(index));
    const isDone = (entry: DecidedTask, index: number): boolean =>
      entry.change === undefined ? lost === -1 || index < lost : done.has(index);
    const open = decided.flatMap((entry, index) => {
      if (!isDone(entry, index)) return [entry.task];
      entry.finish();
      return [];
    });
    if (decided.some((entry, index) => entry.change?.kind === 'remove' && isDone(entry, index))) {
      prune(now);
    }
    return open;
  };

  /** The removal is committed whatever happens here; a writer that broke says so at the next append. */
  const prune = (now: Date): void => {
    try {
      pruneSegments(journal, now);
    } catch {
      // Files that could not be deleted go at the next removal.
    }
  };

  const run = async (batch: readonly WriteTask[]): Promise<void> => {
    let open = batch;
    for (let round = 0; open.length > 0; round += 1) {
      try {
        if (round > 0) await backOff(round);
        if (round === maxRounds) throw busyError(segmentPath(path, reader.segment), maxRounds);
        open = attempt(open);
      } catch (error) {
        const known = KanmonError.isInstance(error);
        const file = segmentPath(path, reader.segment);
        const reason = known ? error : writeFailedError(file, 'the journal failed', error);
        for (const task of open) task.reject(reason);
        return;
      }
    }
  };

  const writes = createQueuedWrites({ clock, run, dispose: () => reader.close(), readOnly });
  const { assertOpen, ...methods } = writes;
  return {
    ...methods,
    ...createFileReads({ reader, state, directory: path, salvage, assertOpen }),
    ...(repair === undefined ? {} : { repair }),
  };
}

/** Random, so that writers who lost against each other do not meet again at the same time. */
async function backOff(round: number): Promise<void> {
  await setTimeout(Math.random() * Math.min(2 ** round, maxBackOffMs));
}
