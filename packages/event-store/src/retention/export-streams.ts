import { canonicalJson, type EventStore, InvalidArgumentError, sha256Hex } from '@kanmon/core';
import { checkOptions, describeValue } from '@kanmon/core/kit';
import { checkStore } from '../history/check-store.ts';
import { invalidOption } from '../history/option-error.ts';
import { type ArchivedStream, type ArchiveManifest, gzipText } from './archive.ts';
import { isRemoved } from './prunable.ts';

/** Options of `exportStreams`. */
export interface ExportOptions {
  /** Exports only streams whose id begins with this text. @default all */
  readonly prefix?: string;
  /** Exports only streams whose last event is older than this. */
  readonly olderThan: Date;
}

/** Stores one file of an archive; must not resolve before the file is durable. */
export type ArchiveSink = (name: string, bytes: Uint8Array) => Promise<void>;

const idHashDigits = 16;

/**
 * Writes one gzip JSON Lines file per stream, `<prefix>/<first 16 hex digits of SHA-256 of the stream id>.jsonl.gz`,
 * each line the canonical JSON of one event, and `manifest.json` last. Removes nothing: verify the archive with
 * `verifyArchive` before `removeStream`. Leaves out a stream that is removed meanwhile. One compressed stream is in
 * memory at a time.
 */
export async function exportStreams(
  store: EventStore,
  options: ExportOptions,
  sink: ArchiveSink,
): Promise<ArchiveManifest> {
  const call = 'exportStreams(store, options, sink)';
  checkStore(store, call);
  checkOptions(options, 'prefix olderThan', call);
  if (typeof sink !== 'function') {
    throw new InvalidArgumentError(
      `expected the sink of ${call} as a function (name, bytes), got ${describeValue(sink)}`,
    );
  }
  const { prefix = '', olderThan } = options;
  const limit = olderThan instanceof Date ? olderThan.getTime() : Number.NaN;
  if (Number.isNaN(limit)) {
    throw invalidOption(
      `expected olderThan to be a valid Date, got ${describeValue(olderThan)}; pass new Date(...)`,
    );
  }
  const streams: ArchivedStream[] = [];
  for await (const { streamId, version, updatedAt } of store.listStreams({ prefix })) {
    if (Date.parse(updatedAt) >= limit) continue;
    const file = `${folderOf(prefix)}${sha256Hex(streamId).slice(0, idHashDigits)}.jsonl.gz`;
    const packed = await packStream(store, streamId, version).catch((error: unknown) => {
      if (!isRemoved(error)) throw error;
    });
    if (packed === undefined) continue;
    const { bytes, ...hashes } = packed;
    await sink(file, bytes);
    const sha256 = sha256Hex(bytes);
    streams.push({ streamId, file, version, ...hashes, sha256, bytes: bytes.length });
  }
  const manifest: ArchiveManifest = { format: 'kanmon-archive', formatVersion: 1, streams };
  const text = canonicalJson({ ...manifest });
  await sink('manifest.json', new TextEncoder().encode(`${text}\n`));
  return manifest;
}

async function packStream(
  store: EventStore,
  streamId: string,
  toVersion: number,
): Promise<{ readonly bytes: Uint8Array; readonly firstHash: string; readonly headHash: string }> {
  let firstHash = '';
  let headHash = '';
  async function* lines(): AsyncGenerator<string> {
    for await (const event of store.read(streamId, { toVersion })) {
      if (firstHash === '') firstHash = event.hash;
      headHash = event.hash;
      yield `${canonicalJson({ ...event })}\n`;
    }
  }
  const bytes = await gzipText(lines());
  return { bytes, firstHash, headHash };
}

/** Returns the folder of a prefix. Each part is escaped, so that no prefix leaves the archive. */
function folderOf(prefix: string): string {
  const parts = prefix.split(/[/\\]/).filter((part) => part !== '');
  return parts.map((part) => `${escapePart(part)}/`).join('');
}

function escapePart(part: string): string {
  const escaped = encodeURIComponent(part.replaceAll(/[\ud800-\udfff]/gu, '\ufffd'));
  return escaped.replace(/^\.+$/, (dots) => '%2E'.repeat(dots.length)).replaceAll('*', '%2A');
}
