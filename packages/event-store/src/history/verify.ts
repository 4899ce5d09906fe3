import {
  type ChainHead,
  EventStoreError,
  type EventStore,
  GENESIS_HASH,
  type StoredEvent,
  verifyChain,
} from '@kanmon/core';
import { checkArgument, checkHead, checkOptions } from '@kanmon/core/kit';
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
 * A stream that was changed. `head`: the last event is not the one that the store lists for the stream, the store has
 * events of a stream that it does not list, or the stream does not hold a head that was stored elsewhere.
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

function isMisuse(error: unknown): boolean {
  return EventStoreError.isInstance(error) && misuse.has(error.code);
}

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
    if (isMisuse(error)) throw error;
    return bad('unreadable', checked + 1);
  }
}

/**
 * Verifies all streams, and that each contains the head which the store lists and the head that was stored elsewhere:
 * a chain alone does not prove that its tail was cut off. A removed stream is compared by the head that it left, also
 * when it is removed meanwhile. Reads the store twice: by stream, and by position for events of streams that it does
 * not list.
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
  for (const head of expected.values()) checkHead(head, 'expectedHeads');
  const listed = new Set<string>();
  const removed = new Set<string>();
  const bad: BadStream[] = [];
  let streams = 0;
  let events = 0;

  for await (const { streamId, version, hash } of store.listStreams({ prefix })) {
    const elsewhere = expected.get(streamId);
    const own = { version, hash };
    const heads = elsewhere === undefined ? [own] : [elsewhere, own];
    // Every stream contains version 0.
    const beginning = { version: 0, hash: GENESIS_HASH };
    let missing = heads.filter((head) => !isHead(head, beginning));
    listed.add(streamId);
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
  for await (const { streamId, version, hash } of store.listRemoved?.({ prefix }) ?? []) {
    removed.add(streamId);
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
  try {
    for (const [streamId, version] of await findUnlisted(store, prefix, { listed, removed })) {
      if (bad.some((stream) => stream.streamId === streamId)) continue;
      bad.push({ streamId, version, reason: 'head' });
    }
  } catch (error) {
    // An event that was reported above can end the read.
    if (bad.length === 0 || isMisuse(error)) throw error;
  }
  return { ok: bad.length === 0, streams, events, bad };
}

/** Returns the last versions of streams that `readAll` has events of, but that were and are not listed. */
async function findUnlisted(
  store: EventStore & Partial<Prunable>,
  prefix: string,
  before: { readonly listed: ReadonlySet<string>; readonly removed: ReadonlySet<string> },
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for await (const { streamId, version } of store.readAll({ prefix })) {
    if (!before.listed.has(streamId)) found.set(streamId, version);
  }
  if (found.size === 0) return found;
  // Streams that were added, and perhaps removed, since they were listed.
  for await (const { streamId } of store.listStreams({ prefix })) found.delete(streamId);
  for await (const { streamId } of store.listRemoved?.({ prefix }) ?? []) {
    if (!before.removed.has(streamId)) found.delete(streamId);
  }
  return found;
}

function isMap(
  heads: NonNullable<VerifyStoreOptions['expectedHeads']>,
): heads is ReadonlyMap<string, ChainHead> {
  return heads instanceof Map;
}

/** Returns true when an event is at the version of a head, with its hash if one is known. */
function isHead(
  head: { readonly version: number; readonly hash?: string | undefined },
  { version, hash }: ChainHead,
): boolean {
  return version === head.version && (head.hash === undefined || head.hash === hash);
}
