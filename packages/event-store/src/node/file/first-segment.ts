import { readLine } from './commit-rule.ts';
import type { JournalDirectory } from './journal-directory.ts';
import { formatError } from './journal-errors.ts';
import {
  type FirstSegment,
  journalFormat,
  lineFeed,
  type OpenRecord,
  sumLength,
} from './journal-line.ts';

/** An `open` line is far shorter; only this many bytes are searched for it. */
const openLineBytes = 64 * 1024;

/** Returns the declaration of the newest segment with an `open` line: later segments repeat the declaration. */
export function findFirst(
  directory: JournalDirectory,
  segments: readonly number[],
): FirstSegment | undefined {
  for (const segment of segments.toReversed()) {
    const open = readOpenLine(directory, segment);
    // An `open` line without a declaration was written before any segment was removed.
    if (open !== undefined) return open.first;
  }
  return undefined;
}

function readOpenLine(directory: JournalDirectory, segment: number): OpenRecord | undefined {
  const bytes = readSegment(directory, segment, openLineBytes);
  let start = 0;
  for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
    const piece = bytes.subarray(start, end);
    assertKnownFormat(piece, directory.pathOf(segment));
    const record = readLine(piece)?.line.record;
    if (record?.kind === 'open') return record;
    start = end + 1;
  }
  return undefined;
}

/** A newer format may have other members, so only its number is read. */
function assertKnownFormat(piece: Uint8Array, path: string): void {
  const text = Buffer.from(piece.subarray(sumLength + 1)).toString('utf8');
  const format = /"format":(\d{1,9})[,}]/.exec(text)?.[1];
  if (format === undefined || Number(format) <= journalFormat) return;
  if (text.includes('"kind":"open"')) throw formatError(path, Number(format));
}

/** Reads a segment from its beginning. */
export function readSegment(
  directory: JournalDirectory,
  segment: number,
  maxBytes = Infinity,
): Uint8Array {
  const { fileSystem } = directory;
  const file = directory.open(segment, 'read');
  try {
    return fileSystem.read(file, 0, Math.min(maxBytes, fileSystem.size(file)));
  } finally {
    fileSystem.close(file);
  }
}
