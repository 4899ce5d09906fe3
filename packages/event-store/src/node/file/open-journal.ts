import { KanmonError } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';
import type { RepairReport } from '../../retention/repair-report.ts';
import { errorCode } from '../platform.ts';
import {
  type CommitHead,
  enterSegment,
  genesisHead,
  type JudgedLine,
  judgeLines,
} from './commit-rule.ts';
import { findFirst, readSegment } from './first-segment.ts';
import { type JournalDirectory, withPath } from './journal-directory.ts';
import { assertReached, assertWhole, corruptError, foreignError } from './journal-errors.ts';
import { sumLength } from './journal-line.ts';
import { createJournalReader, endOf, type JournalReader } from './journal-reader.ts';

/** A journal that was read to its end. */
export interface OpenedJournal {
  readonly reader: JournalReader;
  readonly repair?: RepairReport;
}

interface OpenJournalOptions {
  readonly mode: 'read' | 'append';
  readonly salvage: boolean;
}

/** Scans while other processes remove or write segments between the list of them and what is read of them. */
const maxScans = 5;

/** Scans the segments of a directory, again while another process changes what a scan finds. Writes nothing. */
export function openJournal(
  directory: JournalDirectory,
  options: OpenJournalOptions,
): OpenedJournal {
  let before: unknown;
  for (let scan = 1; ; scan += 1) {
    try {
      return withPath(directory.pathOf(1), 'read the journal', () =>
        scanJournal(directory, options),
      );
    } catch (error) {
      if (scan === maxScans || !mayPass(error, before)) throw error;
      before = error;
    }
  }
}

/**
 * True for a fault that another process may have caused meanwhile: a segment was removed, or records were written. A
 * journal that is corrupt is so in the same way twice, since no process can go on writing to it.
 */
function mayPass(error: unknown, before: unknown): boolean {
  if (!KanmonError.isInstance(error)) return false;
  if (errorCode(error.cause) === 'ENOENT') return true;
  const isSame = KanmonError.isInstance(before) && before.message === error.message;
  return error.code === 'store-corrupt' && !isSame;
}

function scanJournal(
  directory: JournalDirectory,
  { mode, salvage }: OpenJournalOptions,
): OpenedJournal {
  const segments = directory.list();
  const start = findStart(directory, segments, salvage);
  const reader = createJournalReader(directory, mode, start);
  let repair: RepairReport | undefined;
  /** The first leftover after the last committed line. */
  let broken: { readonly file: string; readonly offset: number } | undefined;

  const note = (line: JudgedLine, segment: number): void => {
    if (line.verdict === 'committed') {
      broken = undefined;
      return;
    }
    const place = { file: directory.pathOf(segment), offset: line.offset };
    broken ??= place;
    const { verdict, length } = line;
    const before = repair ?? { damaged: 0, void: 0, bytes: 0, ...place };
    repair = { ...before, [verdict]: before[verdict] + 1, bytes: before.bytes + length };
  };

  const lostRace = createRaceJudge(start.head.sequence);

  /** Notes the bytes after the last line feed. */
  const noteTail = (segment: number, offset: number, length: number): void => {
    if (length > 0) note({ verdict: 'damaged', offset, length }, segment);
  };

  /** Notes a segment without content, or a missing one after a seal: a crash left them, or someone emptied or deleted them. */
  const noteMissing = (): void => {
    const { file, segment, end, tail, head } = reader;
    if (head.sealed) note({ verdict: 'damaged', offset: 0, length: 0 }, segment + 1);
    else if (file !== undefined && end + tail === 0) {
      note({ verdict: 'damaged', offset: 0, length: 0 }, segment);
    }
  };

  /** Segments that the history does not reach can still prove that it should. */
  const inspectUnreached = (before: CommitHead, segment: number): CommitHead => {
    const bytes = readSegment(directory, segment);
    const unreached = enterSegment({ ...before, sum: 'unreached' });
    const judged = judgeLines(bytes, { segment, offset: 0 }, unreached);
    for (const line of judged.lines) note(line, segment);
    noteTail(segment, judged.consumed, bytes.length - judged.consumed);
    return { ...before, durable: judged.head.durable };
  };

  try {
    reader.advance((line, { segment }) => {
      if (!lostRace(line)) note(line, segment);
    });
    noteTail(reader.segment, reader.end, reader.tail);
    noteMissing();
    // An intact line of this format proves that a journal wrote the file.
    if ((repair?.void ?? 0) === 0) assertOurs(reader);
    const head = segments
      .filter((segment) => segment > reader.segment)
      .reduce(inspectUnreached, reader.head);
    if (!salvage) {
      assertWhole(head, broken ?? endOf(reader));
      assertReached(reader.head, endOf(reader), reader.segment, segments);
    }
    return { reader, ...withoutUndefined({ repair }) };
  } catch (error) {
    reader.close();
    throw error;
  }
}

/**
 * Returns a function that gets all lines in their order, and returns true for those of a writer that lost a race, which
 * is no damage: another line was committed at the place of its first line. A void line beyond the history is another
 * matter: the line before it never reached the disk.
 */
function createRaceJudge(before: number): (line: JudgedLine) => boolean {
  let committed = before;
  let lost = '';
  return (judged) => {
    if (judged.verdict === 'damaged') return false;
    const { sequence, previous } = judged.line.frame;
    if (judged.verdict === 'committed') committed = sequence;
    else if (sequence <= committed || previous === lost) {
      lost = judged.sum;
      return true;
    }
    return false;
  };
}

/** Returns the first segment to read and the head before it. */
function findStart(
  directory: JournalDirectory,
  segments: readonly number[],
  salvage: boolean,
): { readonly segment: number; readonly head: CommitHead } {
  const first = findFirst(directory, segments);
  if (first !== undefined) {
    const { segment, sequence, previous: sum } = first;
    return { segment, head: { ...genesisHead, sequence: sequence - 1, sum } };
  }
  const lowest = segments[0] ?? 1;
  if (lowest !== 1 && !salvage) {
    throw corruptError({
      file: directory.pathOf(1),
      offset: 0,
      what: `segments 1 to ${lowest - 1} are missing and were never removed by the store`,
      sequence: 0,
      lastGood: { sequence: 0, at: '' },
    });
  }
  return { segment: 1, head: genesisHead };
}

/** The beginnings that a crash can leave of a first line: a part of it, also with a line breaker, or zeros. */
const ownBeginning = /^(?:\0|!|[0-9a-f]{1,16}$|[0-9a-f]{1,16}!|[0-9a-f]{16} (?:$|!|\{))/;

function assertOurs({ directory, opened, file, segment }: JournalReader): void {
  if (opened.size > 0 || file === undefined) return;
  const bytes = directory.fileSystem.read(file, 0, sumLength + 2);
  if (bytes.length === 0) return;
  const beginning = Buffer.from(bytes).toString('latin1').replace(/\n.*$/s, '');
  if (!ownBeginning.test(beginning)) throw foreignError(directory.pathOf(segment));
}
