import {
  type ChainHead,
  EventStoreError,
  type EventStore,
  type StoredEvent,
  verifyChain,
} from '@kanmon/core';
import { checkArgument, checkOptions, optionError } from '@kanmon/core/kit';
import { isRemoved, type Prunable } from '../retention/prunable.ts';
import { checkStore } from './check-store.ts';

/** The fault of an event: its hash, its version, its stream id, or that it cannot be read. */
export type BadEventReason = 'hash' | 'gap' | 'stream' | 'unreadable';

/** The result of `verifyStream`. */
export interface StreamVerdict {
  readonly ok: boolean;
  /** Events whose hash was recomputed and is right. */
  readonly checked: number;
  /** The last good event, or null. Store it elsewhere: only that proves later that a tail was cut. */
  readonly head: ChainHead | null;
  readonly firstBad?: { readonly version: number; readonly reason: BadEventReason };
}

/** Options of `verifyStore`. */
export interface VerifyStoreOptions {
  /** Verifies only streams whose id begins with this text. @default all */
  readonly prefix?: string;
  /** Heads that were stored elsewhere, by stream id. Later events are allowed. */
  readonly expectedHeads?: ReadonlyMap<string, ChainHead> | Readonly<Record<string, ChainHead>>;
}

/**
 * A stream that was changed. `head`: the last event is not the one that the store lists for the stream, or the stream
 * does not hold a head that was stored elsewhere.
 */
export interface BadStream {
  readonly streamId: string;
  readonly version: number;
  readonly reason: BadEventReason | 'head';
}

/** The result of `verifyStore`. */
export interface StoreVerdict {
  readonly ok: boolean;
  /** Streams and events that were checked. */
  readonly streams: number;
  readonly events: number;
  readonly bad: readonly BadStream[];
}

/** Errors of misuse, which `verifyStream` throws. All others are bad content. */
const misuse = new Set(['store-closed', 'store-removed', 'store-invalid-id']);

/**
 * Recomputes every hash of a stream. Never throws on bad content; throws `store-closed`, `store-invalid-id` and
 * `store-removed` as `read` does. Linear, one event in memory at a time.
 */
export async function verifyStream(store: EventStore, streamId: string): Promise<StreamVerdict> {
  checkStore(store, 'verifyStream(store, streamId)');
  return inspectStream(store, streamId, () => undefined);
}

async function inspectStream(
  store: EventStore,
  streamId: string,
  visit: (event: StoredEvent) => void,
): Promise<StreamVerdict> {
  let head: ChainHead | null = null;
  let checked = 0;
  let isOther = false;
  const bad = (reason: BadEventReason, version: number): StreamVerdict => ({
    ok: false,
    checked,
    head,
    firstBad: { version, reason },
  });

  // `verifyChain` asks for the next event after it accepted the one before.
  async function* events(): AsyncGenerator<StoredEvent> {
    for await (const event of store.read(streamId)) {
      if (event.streamId !== streamId) isOther = true;
      yield event;
      visit(event);
      head = { version: event.version, hash: event.hash };
      checked += 1;
    }
  }

  try {
    const verdict = await verifyChain(events());
    if (isOther) return bad('stream', 1);
    if (verdict.ok) return { ok: true, checked, head };
    // `verifyChain` returns the reason `head` only for an expected head.
    return bad(verdict.reason === 'head' ? 'hash' : verdict.reason, verdict.version);
  } catch (error) {
    if (EventStoreError.isInstance(error) && misuse.has(error.code)) throw error;
    return bad('unreadable', checked + 1);
  }
}

/**
 * Verifies all streams, and that each contains the head which the store lists and the head that was stored elsewhere:
 * a chain alone does not prove that its tail was cut off. A removed stream is compared by the head that it left, also
 * when it is removed meanwhile.
 */
export async function verifyStore(
  store: EventStore & Partial<Prunable>,
  options: VerifyStoreOptions = {},
): Promise<StoreVerdict> {
  checkStore(store, 'verifyStore(store, options)');
  checkOptions(options, 'prefix expectedHeads', 'verifyStore(store, options)');
  const { prefix = '', expectedHeads = {} } = options;
  checkArgument('options.expectedHeads of verifyStore', 'an object', expectedHeads);
  const expected = new Map<string, ChainHead>(
    isMap(expectedHeads) ? expectedHeads : Object.entries(expectedHeads),
  );
  for (const head of expected.values()) checkHead(head);
  const bad: BadStream[] = [];
  let streams = 0;
  let events = 0;

  for await (const { streamId, version, hash } of store.listStreams({ prefix })) {
    const elsewhere = expected.get(streamId);
    const listed = { version, hash };
    const heads = elsewhere === undefined ? [listed] : [elsewhere, listed];
    // Every stream contains version 0.
    let missing = heads.filter((head) => head.version !== 0);
    const verdict = await inspectStream(store, streamId, (event) => {
      missing = missing.filter((head) => !isHead(head, event));
    }).catch((error: unknown) => {
      if (!isRemoved(error)) throw error;
    });
    // Removed since the streams were listed: the list of removed streams has it.
    if (verdict === undefined) continue;
    expected.delete(streamId);
    streams += 1;
    events += verdict.checked;
    const [head] = missing;
    if (verdict.firstBad !== undefined) bad.push({ streamId, ...verdict.firstBad });
    else if (head !== undefined) bad.push({ streamId, version: head.version, reason: 'head' });
  }
  for await (const removed of store.listRemoved?.({ prefix }) ?? []) {
    const { streamId, version, hash } = removed;
    const head = expected.get(streamId);
    expected.delete(streamId);
    // Only the archive holds an older head of a removed stream.
    const isOlder = head !== undefined && head.version < version;
    if (head === undefined || isOlder || (head.version === version && head.hash === hash)) continue;
    bad.push({ streamId, version: head.version, reason: 'head' });
  }
  for (const [streamId, { version }] of expected) {
    if (streamId.startsWith(prefix)) bad.push({ streamId, version, reason: 'head' });
  }
  return { ok: bad.length === 0, streams, events, bad };
}

/** A head without a version or a hash would be found in every stream, or in none. */
function checkHead(head: ChainHead): void {
  checkArgument('each head of options.expectedHeads', 'an object', head);
  const { version, hash } = head;
  if (!Number.isSafeInteger(version) || version < 0)
    throw optionError('expectedHeads', 'heads with a whole number as version', version);
  checkArgument('the hash of a head of options.expectedHeads', 'a text', hash);
}

function isMap(
  heads: NonNullable<VerifyStoreOptions['expectedHeads']>,
): heads is ReadonlyMap<string, ChainHead> {
  return heads instanceof Map;
}

/** Returns true when an event is at the version of a head, with its hash if one is known. */
function isHead(
  head: { readonly version: number; readonly hash?: string | undefined },
  { version, hash }: StoredEvent,
): boolean {
  return version === head.version && (head.hash === undefined || head.hash === hash);
}
