import { sha256Hex } from '@kanmon/core';
import { canonicalJson } from '@kanmon/core/json';

/** An event whose `data` is canonical JSON text already; `data` is written once and hashed once. */
export interface PreparedEvent {
  readonly type: string;
  readonly data: string;
  readonly actor?: string;
  readonly requestId?: string;
}

/** A prepared event at its place in history. */
export interface PlacedEvent extends PreparedEvent {
  readonly version: number;
  readonly position: number;
  readonly hash: string;
}

/** The canonical record of an event, open at the two members that only the store knows. */
export interface RecordParts {
  /** Up to the opening quote of `at`. */
  readonly beforeAt: string;
  /** From the closing quote of `at` up to the number of `version`. */
  readonly beforeVersion: string;
}

/**
 * Cuts the record that core's `chainHash` hashes into parts, with members in canonical order: actor,
 * at, data, requestId, streamId, type, version. A test holds it equal to `chainHash`. It exists since
 * `chainHash` would write `data` a second time, and since PostgreSQL fills in the two members itself.
 */
export function recordParts(streamId: string, event: PreparedEvent): RecordParts {
  const actor = event.actor === undefined ? '' : `"actor":${canonicalJson(event.actor)},`;
  const requestId =
    event.requestId === undefined ? '' : `"requestId":${canonicalJson(event.requestId)},`;
  return {
    beforeAt: `{${actor}"at":"`,
    beforeVersion: `","data":${event.data},${requestId}"streamId":${canonicalJson(streamId)},"type":${canonicalJson(event.type)},"version":`,
  };
}

/** The hash of an event behind `previousHash`. `digest` gives lower-case hex SHA-256 of UTF-8 text. */
export function recordHash(
  previousHash: string,
  parts: RecordParts,
  place: { readonly at: string; readonly version: number },
  digest: (text: string) => string = sha256Hex,
): string {
  return digest(
    `${previousHash}\n${parts.beforeAt}${place.at}${parts.beforeVersion}${place.version}}`,
  );
}
