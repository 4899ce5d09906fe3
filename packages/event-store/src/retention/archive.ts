import type { StoredEvent } from '@kanmon/core';
import { readChunks } from '@kanmon/core/kit';
import {
  isInteger,
  isPresent,
  isText,
  oneOf,
  optional,
  parseUnknown,
  shapeOf,
} from '../history/read-json.ts';

/** One stream of an archive. */
export type ArchivedStream = {
  readonly streamId: string;
  /** Name of the file that holds its events. */
  readonly file: string;
  /** Number of events, from version 1 on; also the version of the head. */
  readonly version: number;
  readonly firstHash: string;
  readonly headHash: string;
  /** Of the compressed file. */
  readonly sha256: string;
  readonly bytes: number;
};

/** The content of an archive. The wire format of `manifest.json`, version 1. */
export interface ArchiveManifest {
  readonly format: 'kanmon-archive';
  readonly formatVersion: 1;
  readonly streams: readonly ArchivedStream[];
}

const isArchivedStream = shapeOf<ArchivedStream>({
  streamId: isText,
  file: isText,
  version: isInteger,
  firstHash: isText,
  headHash: isText,
  sha256: isText,
  bytes: isInteger,
});
const isManifest = shapeOf<ArchiveManifest>({
  format: oneOf('kanmon-archive'),
  formatVersion: oneOf(1),
  streams: (value): value is readonly ArchivedStream[] =>
    Array.isArray(value) && value.every(isArchivedStream),
});
const isStoredEvent = shapeOf<StoredEvent>({
  streamId: isText,
  version: isInteger,
  position: isInteger,
  at: isText,
  type: isText,
  data: isPresent,
  actor: optional(isText),
  requestId: optional(isText),
  hash: isText,
});

/** Reads a manifest from JSON text, bytes or an object; null when it is not a manifest of version 1. */
export function parseManifest(input: unknown): ArchiveManifest | null {
  const text = input instanceof Uint8Array ? new TextDecoder().decode(input) : input;
  const value = typeof text === 'string' ? parseUnknown(text) : text;
  return isManifest(value) ? value : null;
}

/** Reads an event from a line of an archived file; null when the line is not an event. */
export function parseArchivedEvent(line: string): StoredEvent | null {
  const value = parseUnknown(line);
  return isStoredEvent(value) ? value : null;
}

/** Compresses text, piece by piece, with the gzip of the platform. */
export async function gzipText(pieces: AsyncIterable<string>): Promise<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  // ReadableStream.from is missing in some browsers.
  const text = new ReadableStream<string>({
    async pull(controller) {
      const step = await source.next();
      if (step.done === true) controller.close();
      else controller.enqueue(step.value);
    },
    cancel: async () => void (await source.return?.()),
  });
  const bytes = text
    .pipeThrough(new TextEncoderStream())
    .pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}

/**
 * Decompresses bytes piece by piece, so that the caller can stop at any size. Throws on broken data.
 * @yields a piece of the content
 */
export async function* gunzip(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  // A copy has a plain ArrayBuffer, which the type of Blob asks for.
  const compressed = new Blob([new Uint8Array(bytes)]).stream();
  yield* readChunks(compressed.pipeThrough(new DecompressionStream('gzip')));
}
