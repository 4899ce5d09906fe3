import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import { checkArgument } from '../vocabulary/check-argument.ts';
import { checkOptions, optionError } from '../vocabulary/check-options.ts';
import { describeValue } from '../vocabulary/describe-value.ts';
import { isRecord } from '../vocabulary/record.ts';
import { sha256Hex } from '../hashing/sha256.ts';
import { canonicalJson } from '../json/canonical-json.ts';
import { withoutUndefined } from '../kit/without-undefined.ts';
import type { StoredEvent } from '../ports/event-store.ts';

/** The previous hash of the first event of every stream. */
export const GENESIS_HASH: string = '0'.repeat(64);

/** The last event of a chain. */
export interface ChainHead {
  readonly version: number;
  readonly hash: string;
}

/** Options of `verifyChain`. */
export interface VerifyChainOptions {
  /** The hash before the first event, for a stream that is not read from its start. */
  readonly previousHash?: string;
  /** A version and its hash that were stored elsewhere; later events are allowed. */
  readonly head?: ChainHead;
}

/** `version` is that of the last good event, or of the first bad one. The reason `head` includes a missing head. */
export type ChainVerdict =
  | { readonly ok: true; readonly version: number; readonly hash: string }
  | {
      readonly ok: false;
      readonly version: number;
      readonly reason: 'gap' | 'hash' | 'stream' | 'head';
    };

/**
 * Returns the hash of an event: lower-case hex SHA-256 over the hash of the event before it, a line feed and the
 * canonical JSON of the event. The position is not hashed, so a stream that is copied to another store keeps its
 * chain: append the events in the order of `readAll`, with a clock that repeats their `at`.
 *
 * @throws {InvalidArgumentError} The event is missing or is not JSON.
 */
export function chainHash(
  previousHash: string,
  event: Omit<StoredEvent, 'hash' | 'position'>,
): string {
  if (!isRecord(event)) {
    throw new InvalidArgumentError(`expected an event to hash, got ${describeValue(event)}`);
  }
  const { streamId, version, type, data, at, actor, requestId } = event;
  const record = { streamId, version, type, data, at, ...withoutUndefined({ actor, requestId }) };
  return sha256Hex(`${previousHash}\n${canonicalJson(record)}`);
}

/**
 * Returns the `chainHash` of an event whose data is canonical JSON already, without writing the data again: the
 * members appear in the order of canonical JSON. `digest` returns lower-case hex SHA-256 of UTF-8 text; a faster one
 * than the portable default can be passed.
 */
export function chainHashOfText(
  previousHash: string,
  event: Omit<StoredEvent, 'hash' | 'position' | 'data'> & { readonly dataJson: string },
  digest: (text: string) => string = sha256Hex,
): string {
  const { streamId, version, type, dataJson, at, actor, requestId } = event;
  const members = [
    ...(actor === undefined ? [] : [`"actor":${JSON.stringify(actor)}`]),
    `"at":${JSON.stringify(at)}`,
    `"data":${dataJson}`,
    ...(requestId === undefined ? [] : [`"requestId":${JSON.stringify(requestId)}`]),
    `"streamId":${JSON.stringify(streamId)}`,
    `"type":${JSON.stringify(type)}`,
    `"version":${version}`,
  ];
  return digest(`${previousHash}\n{${members.join(',')}}`);
}

/**
 * Recomputes the chain of one stream, given in order. It finds every edit, deletion, swap and insertion, and a cut
 * tail if `head` is passed. Whoever can write the store can rebuild a whole chain: the chain makes tampering evident
 * to those who stored a head elsewhere; it is not a signature.
 *
 * @throws {InvalidArgumentError} A list, an event or an option of another form.
 */
export async function verifyChain(
  events: AsyncIterable<StoredEvent> | Iterable<StoredEvent>,
  options: VerifyChainOptions = {},
): Promise<ChainVerdict> {
  checkOptions(options, 'previousHash head', 'verifyChain(events, options)');
  checkArgument('events of verifyChain', 'an iterable', events);
  const { previousHash, head } = options;
  if (head !== undefined) checkHead(head, 'head');
  let hash = previousHash ?? GENESIS_HASH;
  let version = 0;
  let streamId: string | null = null;
  let isMissing = head !== undefined;
  /** Compares the head with the place that was reached. The place before the first event is one too. */
  const contradictsHead = (): boolean => {
    if (head?.version !== version) return false;
    isMissing = false;
    return head.hash !== hash;
  };
  for await (const event of events) {
    checkArgument('each event of verifyChain', 'an object', event);
    if (streamId === null) {
      ({ streamId } = event);
      if (previousHash !== undefined) version = event.version - 1;
      if (contradictsHead()) return { ok: false, version, reason: 'head' };
    }
    const expected = version + 1;
    if (event.streamId !== streamId) return { ok: false, version: expected, reason: 'stream' };
    if (event.version !== expected) return { ok: false, version: expected, reason: 'gap' };
    if (event.hash !== hashOf(hash, event)) return { ok: false, version: expected, reason: 'hash' };
    ({ hash, version } = event);
    if (contradictsHead()) return { ok: false, version, reason: 'head' };
  }
  if (streamId === null && contradictsHead()) return { ok: false, version, reason: 'head' };
  return head !== undefined && isMissing
    ? { ok: false, version: Math.min(head.version, version + 1), reason: 'head' }
    : { ok: true, version, hash };
}

/**
 * Checks a head that was stored elsewhere: without a version or a hash it would be found in every stream, or in none.
 *
 * @throws {InvalidArgumentError} Names the option.
 */
export function checkHead(head: ChainHead, option: string): void {
  checkArgument(`each head of options.${option}`, 'an object', head);
  const { version, hash } = head;
  if (!Number.isSafeInteger(version) || version < 0)
    throw optionError(`${option}.version`, 'a whole number of at least 0', version);
  checkArgument(`the hash of a head of options.${option}`, 'a text', hash);
}

/** Returns null for an event that is not JSON: no store wrote it. */
function hashOf(previousHash: string, event: StoredEvent): string | null {
  try {
    return chainHash(previousHash, event);
  } catch {
    return null;
  }
}
