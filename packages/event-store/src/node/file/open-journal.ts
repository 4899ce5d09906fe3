import type { RepairReport } from '../../retention/repair-report.ts';
import {
  type CommitHead,
  enterSegment,
  genesisHead,
  type JudgedLine,
  judgeLines,
  readLine,
} from './commit-rule.ts';
import { errorCode } from './error-code.ts';
import type { FileSystem } from './file-system.ts';
import { corruptError, foreignError, formatError } from './journal-errors.ts';
import { type FirstSegment, journalFormat, lineFeed, sumLength } from './journal-line.ts';
import { createJournalReader, type JournalReader } from './journal-reader.ts';
import { createJournalState, type JournalState } from './journal-state.ts';
import { listSegments, openSegment, segmentPath } from './segment-files.ts';

/** A journal read to its end. */
export interface OpenedJournal {
  readonly reader: JournalReader;
  readonly state: JournalState;
  readonly repair?: RepairReport;
}

/** An `open` line is far shorter; more than this is not searched for it. */
const openLineBytes = 64 * 1024;
/** Rescans when another process removes segments while this one reads them. */
const maxScans = 5;

/** Scans the segments of a directory once. Nothing is written. */
export function openJournal(options: {
  readonly fileSystem: FileSystem;
  readonly directory: string;
  readonly mode: 'read' | 'append';
  readonly salvage: boolean;
}): OpenedJournal {
  for (let scan = 1; ; scan += 1) {
    try {
      return scanJournal(options);
    } catch (error) {
      const cause: unknown = error instanceof Error ? error.cause : undefined;
      if (errorCode(cause) !== 'ENOENT' || scan === maxScans) throw error;
    }
  }
}

function scanJournal(options: {
  readonly fileSystem: FileSystem;
  readonly directory: string;
  readonly mode: 'read' | 'append';
  readonly salvage: boolean;
}): OpenedJournal {
  const { fileSystem, directory, mode, salvage } = options;
  const segments = listSegments(fileSystem, directory);
  const first = findFirst(fileSystem, directory, segments);
  const start = startOf(first, segments, directory, salvage);
  const state = createJournalState();
  const reader = createJournalReader({ fileSystem, directory, state, mode, start });
  try {
    const leftovers = createTally(directory);
    let broken: { readonly file: string; readonly offset: number } | undefined;
    const note = (line: JudgedLine, segment: number): void => {
      if (line.verdict === 'committed') {
        broken = undefined;
        return;
      }
      broken ??= { file: segmentPath(directory, segment), offset: line.offset };
      leftovers.add(line.verdict, segment, line.offset, line.length);
    };
    reader.advance((line, place) => note(line, place.segment));
    if (reader.tail > 0) {
      const offset = reader.end;
      note({ verdict: 'damaged', offset, length: reader.tail }, reader.segment);
    }
    if (!leftovers.intact()) assertOurs(fileSystem, directory, reader);
    let head = reader.head;
    for (const segment of segments.filter((number) => number > reader.segment)) {
      head = inspectUnreached(fileSystem, directory, segment, head, note);
    }
    if (head.durable > head.sequence && !salvage) {
      const { sequence, durable, at } = head;
      throw corruptError({
        ...(broken ?? { file: segmentPath(directory, reader.segment), offset: reader.end }),
        what: `records ${sequence + 1} to ${durable} were acknowledged and are missing or damaged`,
        sequence,
        lost: [sequence + 1, durable],
        lastGood: { sequence, at },
      });
    }
    const repair = leftovers.report();
    return { reader, state, ...(repair === undefined ? {} : { repair }) };
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** The declaration of the newest segment that has one: later ones repeat it. */
function findFirst(
  fileSystem: FileSystem,
  directory: string,
  segments: readonly number[],
): FirstSegment | undefined {
  for (const segment of segments.toReversed()) {
    const open = readOpenLine(fileSystem, segmentPath(directory, segment));
    // An `open` line without a declaration was written before anything was removed.
    if (open !== undefined) return open.first;
  }
  return undefined;
}

function readOpenLine(
  fileSystem: FileSystem,
  path: string,
): { readonly first?: FirstSegment } | undefined {
  const file = openSegment(fileSystem, path, 'read');
  try {
    const bytes = fileSystem.read(file, 0, Math.min(openLineBytes, fileSystem.size(file)));
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      const piece = bytes.subarray(start, end);
      assertKnownFormat(piece, path);
      const record = readLine(piece)?.line.record;
      if (record?.kind === 'open') return record;
      start = end + 1;
    }
    return undefined;
  } finally {
    fileSystem.close(file);
  }
}

/** A newer format may have other members, so only its number is looked at. */
function assertKnownFormat(piece: Uint8Array, path: string): void {
  const text = Buffer.from(piece.subarray(sumLength + 1)).toString('utf8');
  const format = /"format":(\d{1,9})[,}]/.exec(text)?.[1];
  if (format === undefined || Number(format) <= journalFormat) return;
  if (text.includes('"kind":"open"')) throw formatError(path, Number(format));
}

function startOf(
  first: FirstSegment | undefined,
  segments: readonly number[],
  directory: string,
  salvage: boolean,
): { readonly segment: number; readonly head: CommitHead } {
  if (first !== undefined) {
    const head = { ...genesisHead, sequence: first.sequence - 1, sum: first.previous };
    return { segment: first.segment, head };
  }
  const lowest = segments[0] ?? 1;
  if (lowest !== 1 && !salvage) {
    throw corruptError({
      file: segmentPath(directory, 1),
      offset: 0,
      what: `segments 1 to ${lowest - 1} are missing and were never removed by the store`,
      sequence: 0,
      lastGood: { sequence: 0, at: '' },
    });
  }
  return { segment: 1, head: genesisHead };
}

/** Segments that the history does not reach can still show that it should. */
function inspectUnreached(
  fileSystem: FileSystem,
  directory: string,
  segment: number,
  before: CommitHead,
  note: (line: JudgedLine, segment: number) => void,
): CommitHead {
  const file = openSegment(fileSystem, segmentPath(directory, segment), 'read');
  try {
    const bytes = fileSystem.read(file, 0, fileSystem.size(file));
    const place = { segment, offset: 0 };
    const judged = judgeLines(bytes, place, enterSegment({ ...before, sum: 'unreached' }));
    for (const line of judged.lines) note(line, segment);
    const rest = bytes.length - judged.consumed;
    if (rest > 0) note({ verdict: 'damaged', offset: judged.consumed, length: rest }, segment);
    return { ...before, durable: judged.head.durable };
  } finally {
    fileSystem.close(file);
  }
}

/** What a crash can leave of a first line: a piece of it, a spoiled piece, or zeros. */
const ownBeginning = /^(?:\0|!|[0-9a-f]{1,16}$|[0-9a-f]{1,16}!|[0-9a-f]{16} (?:$|!|\{))/;

function assertOurs(fileSystem: FileSystem, directory: string, reader: JournalReader): void {
  if (reader.opened.size > 0 || reader.file === undefined) return;
  const bytes = fileSystem.read(reader.file, 0, sumLength + 2);
  if (bytes.length === 0) return;
  const beginning = Buffer.from(bytes).toString('latin1').replace(/\n.*$/s, '');
  if (!ownBeginning.test(beginning)) throw foreignError(segmentPath(directory, reader.segment));
}

function createTally(directory: string): {
  add(verdict: 'damaged' | 'void', segment: number, offset: number, length: number): void;
  /** True when a line of this format was among them. */
  intact(): boolean;
  report(): RepairReport | undefined;
} {
  const counts = { damaged: 0, void: 0 };
  let bytes = 0;
  let first: { readonly file: string; readonly offset: number } | undefined;
  return {
    add(verdict, segment, offset, length) {
      counts[verdict] += 1;
      bytes += length;
      first ??= { file: segmentPath(directory, segment), offset };
    },
    intact: () => counts.void > 0,
    report: () => (first === undefined ? undefined : { ...counts, bytes, ...first }),
  };
}
