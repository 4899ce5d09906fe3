import {
  decodeBody,
  type DecodedLine,
  type DecodedRecord,
  decodeEnd,
  genesisSum,
  type JournalRecord,
  lineFeed,
  type LineFrame,
  lineSum,
  sumLength,
} from './journal-line.ts';

/** The end of the history at one place of the journal. Judging returns a new value. */
export interface CommitHead {
  /** Sequence and sum of the last committed line. */
  readonly sequence: number;
  readonly sum: string;
  /** Highest sequence that some intact line knew to be durable. */
  readonly durable: number;
  /** Segment that the next line must be in; null before its `open` line was committed. */
  readonly segment: number | null;
  /** True after a committed `seal`: the rest of the segment is void. */
  readonly sealed: boolean;
  /** Time of the last committed line. */
  readonly at: string;
}

/** One piece of a segment and its verdict. `offset` and `length` are bytes, line feed included. */
export type JudgedLine =
  | {
      readonly verdict: 'committed' | 'void';
      readonly offset: number;
      readonly length: number;
      readonly sum: string;
      readonly line: DecodedLine;
    }
  | { readonly verdict: 'damaged'; readonly offset: number; readonly length: number };

/** The lines of one piece of a segment, and the head after them. */
export interface Judgement {
  readonly lines: readonly JudgedLine[];
  readonly head: CommitHead;
  /** Bytes up to and including the last line feed; an unfinished tail may follow. */
  readonly consumed: number;
}

/** The head before the first line of a store. */
export const genesisHead: CommitHead = {
  sequence: 0,
  sum: genesisSum,
  durable: 0,
  segment: null,
  sealed: false,
  at: '',
};

/** Returns the head at the start of the next segment, whose first committed line must be an `open` line. */
export function enterSegment(head: CommitHead): CommitHead {
  return { ...head, segment: null, sealed: false };
}

/**
 * Applies the commit rule: decides which lines of `bytes` are committed, as a pure function of the bytes and of the
 * head before them. Every process reaches the same answer without a lock. Linear in `bytes`.
 * `offset` is that of the first byte in its segment, `segment` the number in the file's name.
 */
export function judgeLines(
  bytes: Uint8Array,
  place: { readonly segment: number; readonly offset: number },
  before: CommitHead,
): Judgement {
  const lines: JudgedLine[] = [];
  let head = before;
  let { durable } = before;
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(lineFeed, start);
    if (end === -1) return { lines, head: { ...head, durable }, consumed: start };
    const span = { offset: place.offset + start, length: end + 1 - start };
    const piece = bytes.subarray(start, end);
    const intact = readLine(piece);
    if (intact === null) {
      lines.push({ verdict: 'damaged', ...span });
      durable = Math.max(durable, durableInEnd(piece));
    } else {
      const next = continueHead(head, intact, place.segment);
      lines.push({ verdict: next === null ? 'void' : 'committed', ...span, ...intact });
      durable = Math.max(durable, intact.line.frame.durable);
      head = next ?? head;
    }
    start = end + 1;
  }
}

/** Reads a line without its line feed; null when its checksum is wrong or it is not a record. */
export function readLine(
  bytes: Uint8Array,
): { readonly sum: string; readonly line: DecodedLine } | null {
  if (bytes[sumLength] !== 0x20) return null;
  const body = bytes.subarray(sumLength + 1);
  const sum = toText(bytes.subarray(0, sumLength));
  if (lineSum(body) !== sum) return null;
  const line = decodeBody(toText(body));
  return line === null ? null : { sum, line };
}

/** Places tried in one damaged piece; event data can hold the name of the member too. */
const maxTries = 16;
const durableMember = Buffer.from('"durable":');

/**
 * Returns the `durable` of the last line in a damaged piece; 0 when the end of that line is damaged too. The line is
 * not committed and its checksum may be lost, but damage to a line feed must not hide both the acknowledged line
 * before it and the evidence after it. A write that a crash cut off never has a higher `durable` than the intact
 * lines before it.
 */
function durableInEnd(piece: Uint8Array): number {
  const buffer = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  let at = buffer.lastIndexOf(durableMember);
  for (let tries = 0; tries < maxTries && at !== -1; tries += 1) {
    const end = decodeEnd(buffer.toString('utf8', at));
    if (end !== null) return end.durable;
    if (at === 0) return 0;
    at = buffer.lastIndexOf(durableMember, at - 1);
  }
  return 0;
}

/** Returns the head after an intact line that continues the history, or null when the line is void. */
function continueHead(
  head: CommitHead,
  intact: { readonly sum: string; readonly line: DecodedLine },
  segment: number,
): CommitHead | null {
  const { frame, record } = intact.line;
  if (frame.sequence !== head.sequence + 1 || frame.previous !== head.sum) return null;
  if (head.sealed) return null;
  const opens = record.kind === 'open';
  // One `open` line a segment, and nothing before it.
  if (opens ? head.segment !== null || record.segment !== segment : head.segment === null) {
    return null;
  }
  return headAfter(head, segment, intact.sum, frame, record);
}

/** Returns the head after one more committed line. */
export function headAfter(
  head: CommitHead,
  segment: number,
  sum: string,
  { sequence, durable }: LineFrame,
  { kind, at }: DecodedRecord | JournalRecord,
): CommitHead {
  const known = Math.max(head.durable, durable);
  return { sequence, sum, durable: known, segment, sealed: kind === 'seal', at };
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
