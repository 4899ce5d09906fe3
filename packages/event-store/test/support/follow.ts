import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore, StoredEvent } from '@kanmon/core';
import { collect } from './collect.ts';

/** A follower of `readAll`, as a projection is: it keeps its last position and asks again. */
export interface Follower {
  readonly seen: readonly StoredEvent[];
  /** Reads to the end once more and stops. */
  stop(): Promise<void>;
}

/** Polls `readAll` every few milliseconds. Errors are asked through `onError`; without it they end the follower. */
export function follow(
  store: EventStore,
  onError: (error: unknown) => void = (error) => {
    throw error;
  },
): Follower {
  const seen: StoredEvent[] = [];
  const work = { isOver: false };
  const poll = async (): Promise<void> => {
    try {
      for await (const event of store.readAll({ after: seen.at(-1)?.position ?? 0 })) {
        seen.push(event);
      }
    } catch (error) {
      onError(error);
    }
  };
  const run = async (): Promise<void> => {
    while (!work.isOver) {
      await poll();
      await sleep(3);
    }
  };
  const running = run();
  return {
    seen,
    async stop() {
      work.isOver = true;
      await running;
      await poll();
    },
  };
}

/** The events that a follower saw, compared with those that the store holds in the end. */
export interface FollowerVerdict {
  readonly missed: number;
  readonly doubled: number;
  /** Events that came behind a later version of their stream. */
  readonly unordered: number;
}

/** Compares what a follower saw with the whole history. */
export async function judge(follower: Follower, store: EventStore): Promise<FollowerVerdict> {
  const places = follower.seen.map(({ streamId, version }) => `${version} ${streamId}`);
  const known = new Set(places);
  const all = await collect(store.readAll());
  const versions = new Map<string, number>();
  let unordered = 0;
  for (const { streamId, version } of follower.seen) {
    if (version < (versions.get(streamId) ?? 0)) unordered += 1;
    versions.set(streamId, version);
  }
  return {
    missed: all.filter(({ streamId, version }) => !known.has(`${version} ${streamId}`)).length,
    doubled: places.length - known.size,
    unordered,
  };
}
