import { canonicalJson } from '@kanmon/core';
import type { CheckedEvent } from '@kanmon/core/kit';

/** The canonical record of an event without the members that only the store knows, and without `data`. */
export interface RecordParts {
  /** Up to the opening quote of `at`. */
  readonly head: string;
  /** From behind `data` up to the number of `version`. */
  readonly tail: string;
}

/**
 * Cuts the record that core's `chainHash` hashes into parts, with members in canonical order: actor,
 * at, data, requestId, streamId, type, version. A test holds it equal to `chainHash`. It exists since
 * `chainHash` would write `data` a second time, and since PostgreSQL fills in `at` and `version` itself.
 */
export function recordParts(streamId: string, event: CheckedEvent): RecordParts {
  const { actor, requestId, type } = event;
  const before = actor === undefined ? '' : `"actor":${canonicalJson(actor)},`;
  const after = requestId === undefined ? '' : `"requestId":${canonicalJson(requestId)},`;
  return {
    head: `{${before}"at":"`,
    tail: `,${after}"streamId":${canonicalJson(streamId)},"type":${canonicalJson(type)},"version":`,
  };
}
