import { canonicalJson, type JsonValue } from '@kanmon/core';
import {
  encodeLine,
  genesisSum,
  type JournalRecord,
  lineSum,
} from '../../src/node/file/journal-line.ts';

/** One piece of a journal in a case file. */
export interface Piece {
  /** A record, continuing the line before it or the one labelled `from`. */
  readonly line?: 'open' | 'append' | 'seal' | 'lease';
  readonly from?: string;
  readonly as?: string;
  /** The `durable` of the line; by default all lines before it. */
  readonly durable?: number;
  readonly number?: number;
  readonly writer?: string;
  /** The chain does not go on from this line. */
  readonly stray?: boolean;
  /** Only in the chain, not in the file. */
  readonly omit?: boolean;
  /** First bytes only. */
  readonly cut?: number;
  readonly noLineFeed?: boolean;
  /** Flips the lowest bit of one byte, counted from the end when negative. */
  readonly flip?: number;
  /** Overwrites so many bytes at the beginning, or at the end with the line feed, with zeros. */
  readonly wipeFirst?: number;
  readonly wipeLast?: number;
  /** Data of the event of an `append`. @default "値" */
  readonly data?: JsonValue;
  readonly text?: string;
  readonly zeros?: number;

  /** Any body under a checksum that fits. */
  readonly body?: string;
  readonly repeat?: string;
  /** The following pieces are in this segment. */
  readonly segment?: number;
}

interface Place {
  readonly sequence: number;
  readonly sum: string;
  readonly bytes: Buffer;
}

/** The bytes of each segment that the pieces describe. */
export function buildJournal(pieces: readonly Piece[]): ReadonlyMap<number, Buffer> {
  const labels = new Map<string, Place>();
  const files = new Map<number, Buffer[]>([[1, []]]);
  let segment = 1;
  let last: Place = { sequence: 0, sum: genesisSum, bytes: Buffer.alloc(0) };

  const put = (bytes: Buffer): void => {
    const file = files.get(segment) ?? [];
    file.push(bytes);
    files.set(segment, file);
  };

  const placeLine = (piece: Piece, kind: NonNullable<Piece['line']>): void => {
    const before = piece.from === undefined ? last : (labels.get(piece.from) ?? last);
    const sequence = before.sequence + 1;
    const { durable = sequence - 1, writer = 'a'.repeat(16) } = piece;
    const frame = { sequence, previous: before.sum, durable, writer };
    const line = encodeLine(frame, recordOf(kind, piece.number ?? segment, piece.data));
    if (piece.as !== undefined) labels.set(piece.as, line);
    if (piece.stray !== true) last = line;
    if (piece.omit !== true) put(damage(line.bytes, piece));
  };

  for (const piece of pieces) {
    if (piece.segment !== undefined) {
      ({ segment } = piece);
      files.set(segment, []);
    }
    if (piece.line !== undefined) placeLine(piece, piece.line);
    if (piece.text !== undefined) put(Buffer.from(piece.text));
    if (piece.zeros !== undefined) put(Buffer.alloc(piece.zeros));
    if (piece.body !== undefined) put(Buffer.from(`${lineSum(piece.body)} ${piece.body}\n`));
    if (piece.repeat !== undefined) put(labels.get(piece.repeat)?.bytes ?? Buffer.alloc(0));
  }
  return new Map([...files].map(([number, parts]) => [number, Buffer.concat(parts)]));
}

function damage(line: Buffer, piece: Piece): Buffer {
  const { cut, noLineFeed, flip, wipeFirst = 0, wipeLast = 0 } = piece;
  const bytes = Buffer.from(line);
  bytes.fill(0, 0, wipeFirst).fill(0, bytes.length - wipeLast);
  if (flip !== undefined) {
    const index = flip < 0 ? bytes.length + flip : flip;
    bytes[index] = (bytes[index] ?? 0) ^ 1;
  }
  if (cut !== undefined) return bytes.subarray(0, cut);
  return noLineFeed === true ? bytes.subarray(0, -1) : bytes;
}

function recordOf(
  kind: NonNullable<Piece['line']>,
  segment: number,
  data: JsonValue = '値',
): JournalRecord {
  const at = '2026-01-01T00:00:00.000Z';
  switch (kind) {
    case 'open':
      return { kind, at, format: 1, store: 'case', segment, position: 0 };
    case 'seal':
      return { kind, at, next: segment + 1 };
    case 'lease': {
      const lease = { resource: 'r', owner: 'o', token: 1, expiresAt: at };
      return { kind, at, ...lease, action: 'acquired' };
    }
    case 'append': {
      const dataJson = canonicalJson(data);
      const event = { version: 1, position: 1, type: 't', dataJson, hash: '0'.repeat(64) };
      return { kind, at, streamId: 's', events: [event] };
    }
    default:
      throw new Error(`no record ${String(kind)}`);
  }
}
