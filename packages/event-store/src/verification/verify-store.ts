import { type ChainHead, EventStoreError, type EventStore } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import type { Prunable } from '../retention/prunable.ts';
import { type BadEventReason, verifyStream } from './verify-stream.ts';

/** Options of `verifyStore`. */
export interface VerifyStoreOptions {
  /** Only streams whose id begins with it. @default all */
  readonly prefix?: string;
  /** Heads kept elsewhere, by stream id. Events after them are fine. */
  readonly expectedHeads?: ReadonlyMap<string, ChainHead> | Readonly<Record<string, ChainHead>>;
}

const optionNames: OptionNames<VerifyStoreOptions> = { prefix: true, expectedHeads: true };

/**
 * A stream that is not what it was. `head`: the last event is not the one that the store lists for the stream,
 * or a head kept elsewhere is missing or another one.
 */
export interface BadStream {
  readonly streamId: string;
  readonly version: number;
  readonly reason: BadEventReason | 'head';
}

/** What `verifyStore` found. */
export interface StoreVerdict {
  readonly ok: boolean;
  /** Streams and events that were looked at. */
  readonly streams: number;
  readonly events: number;
  readonly bad: readonly BadStream[];
}

/**
 * Verifies all streams, and that the head which the store lists and each head kept elsewhere are part of the
 * stream: no chain can show by itself that its tail was cut off. Streams that were removed are compared by the head they left.
 */
export async function verifyStore(
  store: EventStore & Partial<Prunable>,
  options: VerifyStoreOptions = {},
): Promise<StoreVerdict> {
  checkOptions(options, optionNames, 'verifyStore(store, options)');
  const { prefix = '', expectedHeads = {} } = options;
  const expected = new Map<string, ChainHead>(
    isMap(expectedHeads) ? expectedHeads : Object.entries(expectedHeads),
  );
  const bad: BadStream[] = [];
  let streams = 0;
  let events = 0;

  for await (const { streamId, version, hash } of store.listStreams({ prefix })) {
    streams += 1;
    const verdict = await verifyStream(store, streamId);
    events += verdict.checked;
    if (verdict.firstBad !== undefined) bad.push({ streamId, ...verdict.firstBad });
    const elsewhere = expected.get(streamId);
    expected.delete(streamId);
    if (verdict.firstBad !== undefined) continue;
    for (const head of [elsewhere, { version, hash }]) {
      if (head === undefined || (await hasHead(store, streamId, head))) continue;
      bad.push({ streamId, version: head.version, reason: 'head' });
      break;
    }
  }
  for await (const removed of store.listRemoved?.({ prefix }) ?? []) {
    const { streamId, version, hash } = removed;
    const head = expected.get(streamId);
    expected.delete(streamId);
    // An older head of a removed stream can only be found in its archive.
    const isOlder = head !== undefined && head.version < version;
    if (head === undefined || isOlder || (head.version === version && head.hash === hash)) continue;
    bad.push({ streamId, version: head.version, reason: 'head' });
  }
  for (const [streamId, { version }] of expected) {
    if (streamId.startsWith(prefix)) bad.push({ streamId, version, reason: 'head' });
  }
  return { ok: bad.length === 0, streams, events, bad };
}

function isMap(
  heads: NonNullable<VerifyStoreOptions['expectedHeads']>,
): heads is ReadonlyMap<string, ChainHead> {
  return heads instanceof Map;
}

/** Whether a stream has an event at a version, with that hash if one is known. */
async function hasHead(
  store: EventStore,
  streamId: string,
  head: { readonly version: number; readonly hash?: string | undefined },
): Promise<boolean> {
  const { version, hash } = head;
  try {
    for await (const event of store.read(streamId, { fromVersion: version, toVersion: version })) {
      return hash === undefined || event.hash === hash;
    }
    return version === 0;
  } catch (error) {
    // A version that no event can have.
    if (EventStoreError.isInstance(error) && error.code === 'store-invalid-option') return false;
    throw error;
  }
}
