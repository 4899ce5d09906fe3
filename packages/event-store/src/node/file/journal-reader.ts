import {
  type CommitHead,
  enterSegment,
  headAfter,
  type JudgedLine,
  judgeLines,
  readLine,
} from './commit-rule.ts';
import { findFirst } from './first-segment.ts';
import type { JournalDirectory } from './journal-directory.ts';
import { corruptError, formatError, replacedError } from './journal-errors.ts';
import {
  type DecodedLine,
  type DecodedRecord,
  type EncodedLine,
  type FirstSegment,
  journalFormat,
  type JournalRecord,
  type LineFrame,
  sumLength,
} from './journal-line.ts';
import { createJournalState, type LinePlace } from './journal-state.ts';

const chunkBytes = 1024 * 1024;

/** The `open` line of a segment: its time, and the line it continues, so that a later reader can start here. */
export interface OpenedSegment {
  readonly at: string;
  readonly sequence: number;
  readonly previous: string;
}

/** A line of this process, as it was written to the file. */
export interface WrittenLine {
  readonly frame: LineFrame;
  readonly record: JournalRecord;
  readonly line: EncodedLine;
}

/** A place in the journal. All lines before it were judged, and the committed ones applied to a state. */
export type JournalReader = Readonly<ReturnType<typeof createJournalReader>>;

/** Creates a reader before segment `start.segment`, with the head that its `open` line continues. */
export function createJournalReader(
  directory: JournalDirectory,
  mode: 'read' | 'append',
  start: { readonly segment: number; readonly head: CommitHead },
) {
  const { fileSystem } = directory;
  const state = createJournalState();
  const files = new Map<number, number>();
  const opened = new Map<number, OpenedSegment>();
  /** Offset of the last committed line in the segment being read. */
  let lastLine: number | undefined;
  /** Identity of the open file of a segment. */
  let own: { readonly segment: number; readonly identity: string | null | undefined } | undefined;

  const fileOf = (segment: number, create: boolean): number | undefined => {
    const known = files.get(segment);
    if (known !== undefined) return known;
    if (!create && !directory.exists(segment)) return undefined;
    const file = directory.open(segment, mode);
    files.set(segment, file);
    return file;
  };

  const enter = (segment: number): void => {
    Object.assign(reader, { segment, end: 0, tail: 0, head: enterSegment(reader.head) });
    lastLine = undefined;
  };

  /**
   * Continues at the first remaining segment when others removed the ones before it; what this reader has not read
   * there was removed, or written again later.
   */
  const skipRemoved = (): boolean => {
    const first = findFirst(directory, directory.list());
    if (first === undefined || first.segment <= reader.segment) return false;
    const { segment, sequence, previous: sum } = first;
    reader.head = { ...reader.head, sequence: sequence - 1, sum };
    enter(segment);
    return true;
  };

  /** Returns false when the last committed line is no longer where it was read: the file has other content. */
  const holdsLastLine = (file: number): boolean => {
    if (lastLine === undefined) return true;
    const sum = fileSystem.read(file, lastLine, sumLength);
    return Buffer.from(sum).toString('latin1') === reader.head.sum;
  };

  const apply = (
    { sequence, previous }: LineFrame,
    record: DecodedRecord | JournalRecord,
    place: LinePlace,
  ): void => {
    if (record.kind === 'open') {
      const { format, at, store } = record;
      if (format > journalFormat) throw formatError(directory.pathOf(reader.segment), format);
      opened.set(reader.segment, { at, sequence, previous });
      reader.store = store;
      reader.first = record.first ?? reader.first;
    }
    state.apply(record, place);
    lastLine = place.offset;
  };

  const advanceInSegment = (
    file: number,
    visit: (line: JudgedLine, place: LinePlace) => void,
  ): void => {
    const { segment } = reader;
    const size = fileSystem.size(file);
    if (size < reader.end || (size > reader.end && !holdsLastLine(file))) {
      throw replacedError(directory.pathOf(segment), Math.min(size, reader.end), reader.head);
    }
    let want = chunkBytes;
    while (reader.end < size) {
      const rest = size - reader.end;
      const bytes = fileSystem.read(file, reader.end, Math.min(want, rest));
      const judged = judgeLines(bytes, { segment, offset: reader.end }, reader.head);
      for (const line of judged.lines) {
        const place = { segment, offset: line.offset, length: line.length };
        if (line.verdict === 'committed') apply(line.line.frame, line.line.record, place);
        visit(line, place);
      }
      reader.head = judged.head;
      reader.end += judged.consumed;
      if (judged.consumed > 0) continue;
      // No line feed found: a line longer than the piece, or the tail.
      if (bytes.length >= rest) break;
      want *= 2;
    }
    reader.tail = Math.max(0, size - reader.end);
  };

  const reader = {
    directory,
    /** The fold over the committed lines so far. */
    state,
    head: start.head,
    /** The segment being read. */
    segment: start.segment,
    /** Handle of that segment; undefined before its file exists. */
    get file(): number | undefined {
      return files.get(reader.segment);
    },
    /** Bytes of it that were judged, up to the last line feed. */
    end: 0,
    /** Bytes after that: a line that is being written, or the rest of one that a crash cut off. */
    tail: 0,
    /** The committed `open` line of each segment. */
    opened: opened as ReadonlyMap<number, OpenedSegment>,
    /** Id of the store; undefined before its first line was read. */
    store: undefined as string | undefined,
    /** The line that the remaining segments continue, if older ones were removed. */
    first: undefined as FirstSegment | undefined,
    /** Judges the lines that were added since, also those of later segments. */
    advance(visit: (line: JudgedLine, place: LinePlace) => void = () => undefined): void {
      for (;;) {
        const file = fileOf(reader.segment, false);
        if (file !== undefined) {
          advanceInSegment(file, visit);
          if (!reader.head.sealed) return;
          const next = reader.segment + 1;
          if (fileOf(next, false) !== undefined) {
            enter(next);
            continue;
          }
        }
        if (!skipRemoved()) return;
      }
    },
    /** Throws `store-corrupt` when the path of the segment being read no longer names the open file. */
    assertInPlace(): void {
      const { segment, file, head } = reader;
      if (file === undefined) return;
      if (own?.segment !== segment) own = { segment, identity: fileSystem.identity?.(file) };
      const path = directory.pathOf(segment);
      if (fileSystem.identity?.(path) === own.identity) return;
      // Others may have removed the segment just now, after its seal.
      reader.advance();
      if (reader.segment === segment) throw replacedError(path, 0, head);
    },
    /** Applies lines that this process wrote itself, right after `end` and `tail`. */
    accept(written: readonly WrittenLine[], bytes: number): void {
      reader.end += reader.tail + bytes;
      let offset = reader.end - written.reduce((sum, { line }) => sum + line.bytes.length, 0);
      for (const { line, frame, record } of written) {
        const { length } = line.bytes;
        const { segment } = reader;
        apply(frame, record, { segment, offset, length });
        reader.head = headAfter(reader.head, segment, line.sum, frame, record);
        offset += length;
      }
      reader.tail = 0;
    },
    /** Enters the segment after a sealed one and creates its file. */
    enterNext(): void {
      if (reader.head.sealed) enter(reader.segment + 1);
      fileOf(reader.segment, true);
    },
    /** Reads committed lines again and checks them again. */
    readAt: (places: readonly LinePlace[]): readonly DecodedLine[] =>
      groupAdjacent(places).flatMap((group) => {
        const { segment, offset, length } = group;
        const file = fileOf(segment, false);
        const bytes = file === undefined ? new Uint8Array() : fileSystem.read(file, offset, length);
        return group.places.map((place) => {
          const from = place.offset - offset;
          const intact = readLine(bytes.subarray(from, from + place.length - 1));
          if (intact !== null) return intact.line;
          throw corruptError({
            file: directory.pathOf(segment),
            offset: place.offset,
            what: 'a committed line no longer has its checksum',
          });
        });
      }),
    close(): void {
      for (const file of files.values()) fileSystem.close(file);
      files.clear();
    },
  };
  return reader;
}

/** Returns the place up to which lines were judged. */
export function endOf(reader: JournalReader): { readonly file: string; readonly offset: number } {
  return { file: reader.directory.pathOf(reader.segment), offset: reader.end };
}

/** Joins neighbours, so that a stream that was written in one go is read in one go. */
function groupAdjacent(
  places: readonly LinePlace[],
): readonly (LinePlace & { readonly places: readonly LinePlace[] })[] {
  const groups: { segment: number; offset: number; length: number; places: LinePlace[] }[] = [];
  for (const place of places) {
    const { segment, offset, length } = place;
    const last = groups.at(-1);
    if (last?.segment === segment && last.offset + last.length === offset) {
      last.length += length;
      last.places.push(place);
    } else {
      groups.push({ segment, offset, length, places: [place] });
    }
  }
  return groups;
}
