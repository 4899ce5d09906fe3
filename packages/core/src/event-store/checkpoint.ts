import { EventStoreError } from '../errors/event-store-error.ts';
import type { EventStore, StoredEvent } from '../ports/event-store.ts';
import { randomIds } from '../ports/random-ids.ts';
import { isRecord } from '../vocabulary/record.ts';
import { checkMethods } from '../vocabulary/check-options.ts';
import { checkId, checkPosition } from './check-input.ts';

/** The progress of one follower. */
export interface Checkpoint {
  /** Returns the last position that was saved, or 0. */
  load(): Promise<number>;
  /** Saves a position. The effects of all events up to it must be durable. */
  save(position: number): Promise<void>;
}

/** Begins the streams of checkpoints. Followers leave them out: two followers would wake each other for ever. */
export const checkpointPrefix = 'checkpoint/';

/**
 * Creates a checkpoint in the stream `checkpoint/{name}` of a store. A projection that writes to its own database
 * saves its position there instead, in the transaction of the effect: then each effect happens exactly once.
 * Positions belong to one store: after a move to another store, save 0 and follow from the start.
 *
 * @throws {EventStoreError} `store-invalid-id` for a name that is no part of a stream id; from `save`,
 *   `store-invalid-option` for a position that is no whole number of at least 0; from `load`, `store-corrupt` for
 *   a position that this store had not reached when it was saved: the stream was copied from another store.
 * @throws {InvalidArgumentError} `store` is not a store.
 */
export function createCheckpoint(store: EventStore, name: string): Checkpoint {
  checkMethods('a store', store, 'read append listStreams', 'createCheckpoint(store, name)');
  const streamId = checkId(checkpointPrefix + checkId(name, 'name'), 'stream id');
  // A repeated save after a lost answer has the same key; one of another follower or after a later save has not.
  const saver = randomIds().next();
  let version: number | undefined;

  const readVersion = async (): Promise<number> => {
    for await (const head of store.listStreams({ prefix: streamId })) {
      if (head.streamId === streamId) return head.version;
    }
    return 0;
  };

  return {
    async load() {
      version = await readVersion();
      if (version === 0) return 0;
      let position = 0;
      for await (const event of store.read(streamId, { fromVersion: version })) {
        position = readPosition(event);
      }
      return position;
    },
    async save(position) {
      checkPosition(position);
      version ??= await readVersion();
      ({ version } = await store.append(
        streamId,
        [{ type: 'checkpoint-saved', data: { position } }],
        { expectedVersion: version, idempotencyKey: `${saver}/${version}/${position}` },
      ));
    },
  };
}

function readPosition({ data, streamId, position: savedAt }: StoredEvent): number {
  const position = isRecord(data) ? data['position'] : undefined;
  const problem = (text: string): EventStoreError =>
    new EventStoreError(`the stream ${JSON.stringify(streamId)} ${text}`, {
      code: 'store-corrupt',
      details: { streamId },
    });
  if (typeof position !== 'number' || !Number.isSafeInteger(position) || position < 0) {
    throw problem('holds no position; append one ({ position }) or name another checkpoint');
  }
  // A store gives a position to an event before a follower can save it, and each later event a higher one.
  if (position < savedAt) return position;
  throw problem(
    `holds the position ${position}, which this store had not reached: it was copied from another store; save 0 and follow from the start`,
  );
}
