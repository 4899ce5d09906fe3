import { type EventStore, isRecord, sha256Hex, VersionConflictError } from '@kanmon/core';

/** Manuscripts by their hash, one stream each: `manuscripts/<sha-256>`. */
export const manuscriptPrefix = 'manuscripts/';

/** The texts of manuscripts. No session holds a text, so a text can be removed without its history. */
export interface Manuscripts {
  read(hash: string): Promise<string | null>;
  write(
    text: string,
  ): Promise<{ readonly manuscript_hash: string; readonly manuscript_version_id: string }>;
}

const encoder = new TextEncoder();

/** Creates the manuscripts of a store, which every instance reads. */
export function createManuscripts(store: EventStore, actor: string): Manuscripts {
  return {
    async read(hash) {
      for await (const { data } of store.read(manuscriptPrefix + hash)) {
        if (isRecord(data) && typeof data['text'] === 'string') return data['text'];
      }
      return null;
    },
    async write(text) {
      const hash = sha256Hex(encoder.encode(text));
      try {
        await store.append(
          manuscriptPrefix + hash,
          [{ type: 'manuscript-stored', data: { text }, actor }],
          { expectedVersion: 0 },
        );
      } catch (error) {
        // The same text is there already.
        if (!VersionConflictError.isInstance(error)) throw error;
      }
      return { manuscript_hash: hash, manuscript_version_id: hash };
    },
  };
}
