import { readFileSync, realpathSync, statSync } from 'node:fs';
import { CommandProblem, type UnreadableReason } from '../cli/problem.ts';

/** A manuscript as it was read. */
export interface ManuscriptFile {
  /** Absolute, without symbolic links. */
  readonly path: string;
  /** Without a byte order mark. */
  readonly text: string;
  /** True when the file had one; it is put back when the file is written. */
  readonly byteOrderMark: boolean;
}

/** A book of 600,000 characters; more is a mistake, and a checker would not end. */
const maxBytes = 2_000_000;
/** Analysis of Japanese grows faster than the line; a paragraph of a book has fewer than 2,000. */
const maxLine = 20_000;
const mark = '\uFEFF';
/** Line feed, tab, carriage return, form feed; any other control character is no text. */
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const binaryPattern = /[\u0000-\u0008\u000B\u000E-\u001F]/u;

/** Reads a manuscript, UTF-8 only. Throws `CommandProblem` of kind `unreadable`. */
export function readManuscript(given: string): ManuscriptFile {
  const path = resolveFile(given);
  const bytes = readBytes(path, given);
  const decoded = decode(bytes, given);
  const byteOrderMark = decoded.startsWith(mark);
  const text = byteOrderMark ? decoded.slice(1) : decoded;
  if (binaryPattern.test(text)) throw unreadable('binary', given, '');
  if (text.trim() === '') throw unreadable('empty', given, '');
  const long = text.split('\n').findIndex((line) => line.length > maxLine);
  if (long !== -1) throw unreadable('long-line', given, `${long + 1}, ${maxLine}`);
  return { path, text, byteOrderMark };
}

/** Returns true when the file still has the text that was read. */
export function isUnchanged({ path, text, byteOrderMark }: ManuscriptFile): boolean {
  try {
    return readFileSync(path).equals(bytesOf(text, byteOrderMark));
  } catch {
    return false;
  }
}

/** The bytes of a manuscript, with its byte order mark if it had one. */
export function bytesOf(text: string, byteOrderMark: boolean): Buffer {
  return Buffer.from(byteOrderMark ? mark + text : text, 'utf8');
}

function resolveFile(given: string): string {
  try {
    const path = realpathSync(given);
    const { size } = statSync(path);
    if (!statSync(path).isFile()) throw unreadable('no-file', given, '');
    if (size > maxBytes) throw unreadable('too-large', given, `${size}, ${maxBytes}`);
    return path;
  } catch (error) {
    if (CommandProblem.isInstance(error)) throw error;
    throw unreadable('missing', given, '', error);
  }
}

function readBytes(path: string, given: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw unreadable('denied', given, '', error);
  }
}

function decode(bytes: Buffer, given: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw unreadable(bytes.includes(0) ? 'binary' : 'encoding', given, '', error);
  }
}

function unreadable(
  reason: UnreadableReason,
  path: string,
  detail: string,
  cause?: unknown,
): CommandProblem {
  return new CommandProblem({ kind: 'unreadable', reason, path, detail }, { cause });
}
