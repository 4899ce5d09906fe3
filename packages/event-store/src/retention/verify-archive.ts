import {
  eventStoreLimits,
  InvalidArgumentError,
  sha256Hex,
  type StoredEvent,
  verifyChain,
} from '@kanmon/core';
import { describeValue } from '@kanmon/core/kit';
import type { BadEventReason } from '../history/verify.ts';
import { type ArchivedStream, gunzip, parseArchivedEvent, parseManifest } from './archive.ts';

/** Files of an archive by name. */
export type ArchiveFiles =
  | ReadonlyMap<string, Uint8Array>
  | ((name: string) => Uint8Array | undefined | Promise<Uint8Array | undefined>);

/** The fault of one stream of an archive, or of its manifest. */
export interface BadArchive {
  readonly streamId: string;
  readonly file: string;
  readonly reason: BadEventReason | 'manifest' | 'missing' | 'bytes' | 'sha256' | 'head';
}

/** The result of `verifyArchive`. */
export interface ArchiveVerdict {
  readonly ok: boolean;
  readonly streams: number;
  readonly events: number;
  readonly bad: readonly BadArchive[];
}

/** A line is one event: its data, and names that escapes can make six times as long. */
const maxLineBytes = eventStoreLimits.eventBytes + 64 * 1024;

/**
 * Checks an archive against its manifest: size and SHA-256 of each file, number of events, every hash
 * of the chain, first and last hash. Never throws on bad content. Files are not trusted: the unpacked size is bounded
 * by the number of events and the size of one.
 *
 * @throws {InvalidArgumentError} `files` is neither a Map nor a function.
 */
export async function verifyArchive(
  manifest: unknown,
  files: ArchiveFiles,
): Promise<ArchiveVerdict> {
  if (typeof files !== 'function' && typeof Reflect.get(Object(files), 'get') !== 'function') {
    throw new InvalidArgumentError(
      `expected the files of verifyArchive(manifest, files) as a Map or a function, got ${describeValue(files)}`,
    );
  }
  const parsed = parseManifest(manifest);
  if (parsed === null) {
    const bad = [{ streamId: '', file: 'manifest.json', reason: 'manifest' as const }];
    return { ok: false, streams: 0, events: 0, bad };
  }
  const load = typeof files === 'function' ? files : (name: string) => files.get(name);
  const bad: BadArchive[] = [];
  let events = 0;
  for (const stream of parsed.streams) {
    const { streamId, file } = stream;
    const reason = await whyBad(stream, load(file));
    if (reason === null) events += stream.version;
    else bad.push({ streamId, file, reason });
  }
  return { ok: bad.length === 0, streams: parsed.streams.length, events, bad };
}

async function whyBad(
  stream: ArchivedStream,
  loading: Uint8Array | undefined | Promise<Uint8Array | undefined>,
): Promise<BadArchive['reason'] | null> {
  const bytes = await loading;
  if (!bytes) return 'missing'; // JavaScript may return null
  if (bytes.length !== stream.bytes) return 'bytes';
  if (sha256Hex(bytes) !== stream.sha256) return 'sha256';
  const content = bytes;
  let first = '';
  async function* events(): AsyncGenerator<StoredEvent> {
    for await (const event of readEvents(content, stream.version)) {
      if (first === '') first = event.hash;
      if (event.streamId !== stream.streamId) throw new Error('an event of another stream');
      yield event;
    }
  }
  try {
    const head = { version: stream.version, hash: stream.headHash };
    const verdict = await verifyChain(events(), { head });
    if (!verdict.ok) return verdict.reason;
    return verdict.version === stream.version && first === stream.firstHash ? null : 'head';
  } catch {
    return 'unreadable';
  }
}

/**
 * Reads the events in a compressed file; throws when there are more than expected or a line is too long.
 * @yields each event in the order of the file
 */
async function* readEvents(bytes: Uint8Array, maxEvents: number): AsyncGenerator<StoredEvent> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let count = 0;
  for await (const piece of gunzip(bytes)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLineBytes) throw new Error('a line is too long');
    count += lines.length;
    if (count > maxEvents) throw new Error('there are too many events');
    for (const line of lines) {
      const event = parseArchivedEvent(line);
      if (event === null) throw new Error('a line is not an event');
      yield event;
    }
  }
  if (rest !== '') throw new Error('the last line is cut');
}
