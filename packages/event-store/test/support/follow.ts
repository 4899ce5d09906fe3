import { type EventStore, followAll, type StoredEvent } from '@kanmon/core';
import { collect } from './collect.ts';

/** A follower that runs beside a test. */
export interface Follower {
  readonly seen: readonly StoredEvent[];
  /** Stops it, and reads what it has not seen yet. */
  stop(): Promise<void>;
}

/** Follows all streams of a store, over errors that pass. */
export function follow(store: EventStore): Follower {
  const seen: StoredEvent[] = [];
  const stopped = new AbortController();
  const run = async (): Promise<void> => {
    for await (const event of followAll(store, { signal: stopped.signal })) seen.push(event);
  };
  const running = run();
  return {
    seen,
    async stop() {
      stopped.abort();
      await running;
      seen.push(...(await collect(store.readAll({ after: seen.at(-1)?.position ?? 0 }))));
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

/** Rounds after which a control gives up: on a busy machine the wrong order may not show in one. */
const mostRounds = 10;

/** The events that were missed in the first round in which any were, or 0. */
export async function missedInRounds(miss: (round: number) => Promise<number>): Promise<number> {
  for (let round = 1; round <= mostRounds; round += 1) {
    const missed = await miss(round);
    if (missed > 0) return missed;
  }
  return 0;
}
