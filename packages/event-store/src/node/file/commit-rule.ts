import { type DecodedLine, decodeBody } from './decode-line.ts';
import { genesisSum, lineFeed, lineSum, sumLength } from './journal-line.ts';

/** How far the history reaches, at one place of the journal. A value: judging gives a new one. */
export interface CommitHead {
  /** Sequence and sum of the last committed line. */
  readonly sequence: number;
  readonly sum: string;
  /** Highest sequence that some intact line knew to be durable. */
  readonly durable: number;
  /** Segment the next line must stand in; null before its `open` line was committed. */
  readonly segment: number | null;
  /** True after a committed `seal`: the rest of the segment is void. */
  readonly sealed: boolean;
  /** Time of the last committed line. */
  readonly at: string;
}

/** One piece of a segment and what it counts for. `offset` and `length` are bytes, line feed included. */
export type JudgedLine =
  | {
      readonly verdict: 'committed';
      readonly offset: number;
      readonly length: number;
      readonly sum: string;
      readonly line: DecodedLine;
    }
  | { readonly verdict: 'void' | 'damaged'; readonly offset: number; readonly length: number };

/** Lines of one piece of a segment, and the head behind them. */
export interface Judgement {
  readonly lines: readonly JudgedLine[];
  readonly head: CommitHead;
  /** Bytes up to and with the last line feed; what follows is an unfinished tail. */
  readonly consumed: number;
}

/** Before the first line of all. */
export const genesisHead: CommitHead = {
  sequence: 0,
  sum: genesisSum,
  durable: 0,
  segment: null,
  sealed: false,
  at: '',
};

/** The head at the start of the next segment: its first line that counts must be an `open` line. */
export function enterSegment(head: CommitHead): CommitHead {
  return { ...head, segment: null, sealed: false };
}

/**
 * The commit rule: which lines of `bytes` count, as a pure function of the bytes and of the head
 * before them. Every process comes to the same answer without a lock. Linear in `bytes`.
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
      durable = Math.max(durable, findSwallowed(piece)?.line.frame.durable ?? 0);
    } else {
      const next = continueHead(head, intact, place.segment);
      lines.push(
        next === null ? { verdict: 'void', ...span } : { verdict: 'committed', ...span, ...intact },
      );
      durable = Math.max(durable, intact.line.frame.durable);
      head = next ?? head;
    }
    start = end + 1;
  }
}

/** A line without its line feed, when its checksum fits and it is a record; else null. */
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

/** Places tried in one damaged piece; data can hold text that looks like the beginning of a line. */
const maxTries = 16;
const bodyStart = Buffer.from(' {"');

/**
 * An intact line at the end of a damaged piece. It does not count, but what it knew to be durable does:
 * a line feed that was lost must not take along both the line before it and the witness behind it.
 */
function findSwallowed(piece: Uint8Array): ReturnType<typeof readLine> {
  const buffer = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  let at = buffer.lastIndexOf(bodyStart);
  for (let tries = 0; tries < maxTries && at > sumLength; tries += 1) {
    const intact = readLine(piece.subarray(at - sumLength));
    if (intact !== null) return intact;
    at = buffer.lastIndexOf(bodyStart, at - 1);
  }
  return null;
}

/** The head behind an intact line that continues the history, or null when the line is void. */
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
  return {
    sequence: frame.sequence,
    sum: intact.sum,
    durable: head.durable,
    segment,
    sealed: record.kind === 'seal',
    at: record.at,
  };
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
