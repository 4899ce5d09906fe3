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

/** What an archive holds. The wire format of `manifest.json`, version 1. */
export interface ArchiveManifest {
  readonly format: 'kanmon-archive';
  readonly formatVersion: 1;
  readonly streams: readonly ArchivedStream[];
}

/** The manifest in JSON text or an object, or null when it is none of version 1. */
export function parseManifest(input: unknown): ArchiveManifest | null {
  const value = typeof input === 'string' || input instanceof Uint8Array ? parse(input) : input;
  if (typeof value !== 'object' || value === null) return null;
  const format: unknown = Reflect.get(value, 'format');
  const formatVersion: unknown = Reflect.get(value, 'formatVersion');
  const streams: unknown = Reflect.get(value, 'streams');
  if (format !== 'kanmon-archive' || formatVersion !== 1 || !Array.isArray(streams)) return null;
  return streams.every(isArchivedStream) ? { format, formatVersion, streams } : null;
}

function isArchivedStream(value: unknown): value is ArchivedStream {
  if (typeof value !== 'object' || value === null) return false;
  const member = (name: string): unknown => Reflect.get(value, name);
  return (
    ['streamId', 'file', 'firstHash', 'headHash', 'sha256'].every(
      (name) => typeof member(name) === 'string',
    ) && ['version', 'bytes'].every((name) => Number.isSafeInteger(member(name)))
  );
}

function parse(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : new TextDecoder().decode(text));
  } catch {
    return null;
  }
}
