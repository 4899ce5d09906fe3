import { canonicalJson } from '@kanmon/core';
import type { CheckedEvent } from '@kanmon/core/kit';

/**
 * Returns the record that core's `chainHash` hashes without `at`, `data` and `version`: `head` ends at the opening
 * quote of `at`, and `tail` goes from behind `data` to the number of `version`. Members are in canonical order: actor,
 * at, data, requestId, streamId, type, version. A test holds it equal to `chainHash`. It exists since
 * `chainHash` would write `data` a second time, and since PostgreSQL fills in `at` and `version` itself.
 */
export function recordParts(
  streamId: string,
  { actor, requestId, type }: CheckedEvent,
): { readonly head: string; readonly tail: string } {
  const before = actor === undefined ? '' : `"actor":${canonicalJson(actor)},`;
  const after = requestId === undefined ? '' : `"requestId":${canonicalJson(requestId)},`;
  return {
    head: `{${before}"at":"`,
    tail: `,${after}"streamId":${canonicalJson(streamId)},"type":${canonicalJson(type)},"version":`,
  };
}
