import { checkOptions } from '../vocabulary/check-options.ts';
import { sha256Hex } from '../hashing/sha256.ts';
import { canonicalJson } from '../json/canonical-json.ts';
import type { StoredEvent } from '../ports/event-store.ts';

/** What stands before the first event of every stream. */
export const GENESIS_HASH: string = '0'.repeat(64);

/** The last event of a chain. */
export interface ChainHead {
  readonly version: number;
  readonly hash: string;
}

/** Where to begin, and what is known of the stream from elsewhere. */
export interface VerifyChainOptions {
  /** Hash before the first event given, for a stream that is not read from its start. */
  readonly previousHash?: string;
  /** A version and its hash that were kept elsewhere; events after it are fine. */
  readonly head?: ChainHead;
}

/** `version`: the last good event, or the first bad one. `head` also says that it is missing. */
export type ChainVerdict =
  | { readonly ok: true; readonly version: number; readonly hash: string }
  | {
      readonly ok: false;
      readonly version: number;
      readonly reason: 'gap' | 'hash' | 'stream' | 'head';
    };

/**
 * The hash of an event: lower-case hex SHA-256 over the hash of the event before it, a line feed and
 * the canonical JSON of the event. The position is left out, so a stream that is copied to another
 * store keeps its chain. Throws `InvalidArgumentError` when the event is not JSON.
 */
export function chainHash(
  previousHash: string,
  event: Omit<StoredEvent, 'hash' | 'position'>,
): string {
  const { streamId, version, type, data, at, actor, requestId } = event;
  const record = canonicalJson({
    streamId,
    version,
    type,
    data,
    at,
    ...(actor === undefined ? {} : { actor }),
    ...(requestId === undefined ? {} : { requestId }),
  });
  return sha256Hex(`${previousHash}\n${record}`);
}

/**
 * `chainHash` for an event whose data is canonical JSON already; the same bytes without writing the
 * data again. The members stand in the order of canonical JSON.
 */
export function chainHashOfText(
  previousHash: string,
  event: Omit<StoredEvent, 'hash' | 'position' | 'data'>,
  dataJson: string,
): string {
  const { streamId, version, type, at, actor, requestId } = event;
  const members = [
    ...(actor === undefined ? [] : [`"actor":${JSON.stringify(actor)}`]),
    `"at":${JSON.stringify(at)}`,
    `"data":${dataJson}`,
    ...(requestId === undefined ? [] : [`"requestId":${JSON.stringify(requestId)}`]),
    `"streamId":${JSON.stringify(streamId)}`,
    `"type":${JSON.stringify(type)}`,
    `"version":${version}`,
  ];
  return sha256Hex(`${previousHash}\n{${members.join(',')}}`);
}

/**
 * Recomputes the chain of one stream, given in order. An edit, deletion, swap or insertion is found;
 * a tail that was cut off only against a `head` kept elsewhere. Who can write the store can rebuild
 * a whole chain: it makes tampering evident to those who kept a head, it is no signature.
 */
export async function verifyChain(
  events: AsyncIterable<StoredEvent> | Iterable<StoredEvent>,
  options: VerifyChainOptions = {},
): Promise<ChainVerdict> {
  checkOptions(options, { previousHash: true, head: true }, 'verifyChain(events, options)');
  const { previousHash, head } = options;
  let hash = previousHash ?? GENESIS_HASH;
  let version = 0;
  let streamId: string | null = null;
  for await (const event of events) {
    const isFirst = streamId === null;
    const expected = isFirst && previousHash !== undefined ? event.version : version + 1;
    streamId ??= event.streamId;
    if (event.streamId !== streamId) return { ok: false, version: expected, reason: 'stream' };
    if (event.version !== expected) return { ok: false, version: expected, reason: 'gap' };
    if (event.hash !== hashOf(hash, event)) return { ok: false, version: expected, reason: 'hash' };
    ({ hash, version } = event);
    if (head?.version === version && head.hash !== hash) {
      return { ok: false, version, reason: 'head' };
    }
  }
  return head !== undefined && head.version > version
    ? { ok: false, version: version + 1, reason: 'head' }
    : { ok: true, version, hash };
}

/** Null when there is none: content that is no JSON was never written by a store. */
function hashOf(previousHash: string, event: StoredEvent): string | null {
  try {
    return chainHash(previousHash, event);
  } catch {
    return null;
  }
}
