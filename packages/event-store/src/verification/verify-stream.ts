import {
  type ChainHead,
  EventStoreError,
  type EventStore,
  type StoredEvent,
  verifyChain,
} from '@kanmon/core';

/** Why an event is bad: its hash, its version, its stream id, or that it cannot be read at all. */
export type BadEventReason = 'hash' | 'gap' | 'stream' | 'unreadable';

/** What `verifyStream` found. */
export interface StreamVerdict {
  readonly ok: boolean;
  /** Events whose hash was recomputed and fits. */
  readonly checked: number;
  /** The last good event; null when there is none. Keep it elsewhere: only that shows a cut tail later. */
  readonly head: ChainHead | null;
  readonly firstBad?: { readonly version: number; readonly reason: BadEventReason };
}

/** Misuse, not content: thrown on. */
const misuse = new Set(['store-closed', 'store-removed', 'store-invalid-id']);

/**
 * Recomputes every hash of a stream. Never throws on bad content; throws `store-closed`,
 * `store-invalid-id` and `store-removed` as `read` does. Linear, one event in memory at a time.
 */
export async function verifyStream(store: EventStore, streamId: string): Promise<StreamVerdict> {
  let good: ChainHead | null = null;
  let seen: ChainHead | null = null;
  let checked = 0;

  // `verifyChain` asks for the next event when it is content with the one before.
  async function* events(): AsyncGenerator<StoredEvent> {
    for await (const event of store.read(streamId)) {
      if (event.streamId !== streamId) wrongStream = true;
      yield event;
      seen = { version: event.version, hash: event.hash };
      good = seen;
      checked += 1;
    }
  }

  let wrongStream = false;
  try {
    const verdict = await verifyChain(events());
    if (wrongStream) return bad('stream', 1);
    if (verdict.ok) return { ok: true, checked, head: good };
    // Without an expected head `verifyChain` gives no reason `head`.
    return bad(verdict.reason === 'head' ? 'hash' : verdict.reason, verdict.version);
  } catch (error) {
    if (EventStoreError.isInstance(error) && misuse.has(error.code)) throw error;
    return bad('unreadable', checked + 1);
  }

  function bad(reason: BadEventReason, version: number): StreamVerdict {
    return { ok: false, checked, head: good, firstBad: { version, reason } };
  }
}
