import {
  type CommitHead,
  enterSegment,
  type JudgedLine,
  judgeLines,
  readLine,
} from './commit-rule.ts';
import type { DecodedLine, DecodedRecord } from './decode-line.ts';
import { corruptError, formatError } from './journal-errors.ts';
import {
  type EncodedLine,
  type FirstSegment,
  journalFormat,
  type JournalRecord,
  type LineFrame,
} from './journal-line.ts';
import type { JournalState, LinePlace } from './journal-state.ts';
import type { FileSystem } from './file-system.ts';
import { openSegment, segmentPath } from './segment-files.ts';

const chunkBytes = 1024 * 1024;

/** The `open` line of a segment: its time, and what it takes to begin reading here one day. */
export interface OpenedSegment {
  readonly at: string;
  readonly sequence: number;
  readonly previous: string;
}

/** A place in the journal up to which lines were judged and committed ones applied to a state. */
export interface JournalReader {
  readonly head: CommitHead;
  /** Segment being read; its lines count from the `open` line on. */
  readonly segment: number;
  /** Handle of that segment; undefined before its file exists. */
  readonly file: number | undefined;
  /** Bytes judged in it, up to its last line feed. */
  readonly end: number;
  /** Bytes after that: a line under way, or what a crash left of one. */
  readonly tail: number;
  /** Each segment's `open` line that counts. */
  readonly opened: ReadonlyMap<number, OpenedSegment>;
  /** Id of the store, once its first line was read. */
  readonly store: string | undefined;
  /** What the segments that still exist continue, if older ones were removed. */
  readonly first: FirstSegment | undefined;
  /** Judges what was added since, into later segments if there are any. */
  advance(visit?: (line: JudgedLine, place: LinePlace) => void): void;
  /** Takes over lines that this process wrote itself, right behind `end` and `tail`. */
  accept(written: readonly WrittenLine[], head: CommitHead, bytes: number): void;
  /** Goes on to the segment after a sealed one, making its file. */
  enterNext(): void;
  /** The committed line at a place, read again and checked again. */
  readAt(places: readonly LinePlace[]): readonly DecodedLine[];
  close(): void;
}

/** A line of this process as it went to the file. */
export interface WrittenLine {
  readonly frame: LineFrame;
  readonly record: JournalRecord;
  readonly line: EncodedLine;
}

/** Starts before segment `start.segment` with the head that its `open` line continues. */
export function createJournalReader(options: {
  readonly fileSystem: FileSystem;
  readonly directory: string;
  readonly state: JournalState;
  readonly mode: 'read' | 'append';
  readonly start: { readonly segment: number; readonly head: CommitHead };
}): JournalReader {
  const { fileSystem, directory, state, mode, start } = options;
  const files = new Map<number, number>();
  const opened = new Map<number, OpenedSegment>();
  let store: string | undefined;
  let first: FirstSegment | undefined;
  let head = start.head;
  let segment = start.segment;
  let end = 0;
  let tail = 0;

  const pathOf = (number: number): string => segmentPath(directory, number);

  const fileOf = (number: number, create: boolean): number | undefined => {
    const known = files.get(number);
    if (known !== undefined) return known;
    if (!create && fileSystem.lstat(pathOf(number)) === null) return undefined;
    const file = openSegment(fileSystem, pathOf(number), mode);
    files.set(number, file);
    return file;
  };

  const enter = (number: number): void => {
    segment = number;
    end = 0;
    tail = 0;
    head = enterSegment(head);
  };

  const apply = (
    frame: LineFrame,
    record: DecodedRecord | JournalRecord,
    place: LinePlace,
  ): void => {
    if (record.kind === 'open') {
      if (record.format > journalFormat) throw formatError(pathOf(segment), record.format);
      opened.set(segment, {
        at: record.at,
        sequence: frame.sequence,
        previous: frame.previous,
      });
      store = record.store;
      first = record.first ?? first;
    }
    state.apply(record, place);
  };

  const advanceInSegment = (
    file: number,
    visit: (line: JudgedLine, place: LinePlace) => void,
  ): void => {
    const size = fileSystem.size(file);
    let want = chunkBytes;
    while (end < size) {
      const bytes = fileSystem.read(file, end, Math.min(want, size - end));
      const judged = judgeLines(bytes, { segment, offset: end }, head);
      for (const line of judged.lines) {
        const place = { segment, offset: line.offset, length: line.length };
        if (line.verdict === 'committed') apply(line.line.frame, line.line.record, place);
        visit(line, place);
      }
      head = judged.head;
      end += judged.consumed;
      if (judged.consumed > 0) continue;
      // No line feed in sight: a line longer than the piece, or the tail.
      if (bytes.length >= size - end) break;
      want *= 2;
    }
    tail = Math.max(0, size - end);
  };

  return {
    opened,
    get store() {
      return store;
    },
    get first() {
      return first;
    },
    get head() {
      return head;
    },
    get segment() {
      return segment;
    },
    get file() {
      return files.get(segment);
    },
    get end() {
      return end;
    },
    get tail() {
      return tail;
    },
    advance(visit = () => undefined) {
      for (;;) {
        const file = fileOf(segment, false);
        if (file === undefined) return;
        advanceInSegment(file, visit);
        if (!head.sealed || fileOf(segment + 1, false) === undefined) return;
        enter(segment + 1);
      }
    },
    accept(written, next, bytes) {
      end += tail + bytes;
      let offset = end - written.reduce((sum, { line }) => sum + line.bytes.length, 0);
      for (const { line, frame, record } of written) {
        const length = line.bytes.length;
        apply(frame, record, { segment, offset, length });
        offset += length;
      }
      tail = 0;
      head = next;
    },
    enterNext() {
      if (head.sealed) enter(segment + 1);
      fileOf(segment, true);
    },
    readAt: (places) =>
      groupAdjacent(places).flatMap((group) => {
        const file = fileOf(group.segment, false);
        const bytes =
          file === undefined ? new Uint8Array() : fileSystem.read(file, group.offset, group.length);
        return group.places.map((place) => {
          const from = place.offset - group.offset;
          const intact = readLine(bytes.subarray(from, from + place.length - 1));
          if (intact === null) {
            throw corruptError({
              file: pathOf(place.segment),
              offset: place.offset,
              what: 'a committed line no longer has its checksum',
            });
          }
          return intact.line;
        });
      }),
    close() {
      for (const file of files.values()) fileSystem.close(file);
      files.clear();
    },
  };
}

interface Group extends LinePlace {
  readonly places: readonly LinePlace[];
}

/** Joins neighbours so that a stream written in one go is read in one go. */
function groupAdjacent(places: readonly LinePlace[]): readonly Group[] {
  const groups: { segment: number; offset: number; length: number; places: LinePlace[] }[] = [];
  for (const place of places) {
    const last = groups.at(-1);
    if (
      last !== undefined &&
      last.segment === place.segment &&
      last.offset + last.length === place.offset
    ) {
      last.length += place.length;
      last.places.push(place);
    } else {
      const { segment, offset, length } = place;
      groups.push({ segment, offset, length, places: [place] });
    }
  }
  return groups;
}
