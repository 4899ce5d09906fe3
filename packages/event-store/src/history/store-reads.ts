import type { EventStore, StoredEvent, StreamSummary } from '@kanmon/core';
import { checkId, checkListOptions, checkReadAllOptions, checkReadOptions } from '@kanmon/core/kit';
import type { Prunable, RemovedStream } from '../retention/prunable.ts';

/** The head of a stream, removed or not. */
export interface ListedHead extends Required<StreamSummary> {
  readonly archivedAs?: string | undefined;
}

/** Events in the order of the store, page by page. A page may be read lazily. */
export type EventPages = AsyncIterable<Iterable<StoredEvent>>;

/** The part of a store behind its reading methods. Each member rejects with `store-closed` after `close`. */
export interface ReadSource {
  /** Returns the events of a stream with versions from `from` to `to`; rejects for a removed stream. */
  stream(streamId: string, from: number, to: number): EventPages;
  /** Returns the events after a position, at least all those of streams with the prefix. */
  all(prefix: string, after: number): EventPages;
  /** Returns the heads of at least all streams with the prefix, in any order. */
  heads(prefix: string): Promise<readonly ListedHead[]>;
}

/** Creates the reading methods of a store. */
export function createReads(
  source: ReadSource,
  assertOpen: () => void,
): Pick<EventStore, 'read' | 'readAll' | 'listStreams'> & Pick<Prunable, 'listRemoved'> {
  /** Sorted here, with all heads in memory: databases sort by code points, the port by code units. */
  const headsOf = async (prefix: string): Promise<readonly ListedHead[]> => {
    const heads = await source.heads(prefix);
    return heads
      .filter(({ streamId }) => streamId.startsWith(prefix))
      .toSorted((left, right) => (left.streamId < right.streamId ? -1 : 1));
  };

  return {
    async *read(streamId, options) {
      const id = checkId(streamId, 'stream id');
      const { fromVersion, toVersion } = checkReadOptions(options);
      for await (const page of source.stream(id, fromVersion, toVersion)) yield* page;
    },
    async *readAll(options): AsyncGenerator<StoredEvent> {
      const { after, limit, prefix } = checkReadAllOptions(options);
      assertOpen();
      let left = limit;
      if (left === 0) return;
      for await (const page of source.all(prefix, after)) {
        for (const event of page) {
          if (!event.streamId.startsWith(prefix)) continue;
          yield event;
          left -= 1;
          if (left === 0) return;
        }
      }
    },
    async *listStreams(options): AsyncGenerator<StreamSummary> {
      const prefix = checkListOptions(options);
      // Copied at once: the index of a store may change while the caller works on a stream.
      yield* (await headsOf(prefix)).flatMap(({ streamId, version, updatedAt, hash, archivedAs }) =>
        archivedAs === undefined ? [{ streamId, version, updatedAt, hash }] : [],
      );
    },
    async *listRemoved(options): AsyncGenerator<RemovedStream> {
      const prefix = checkListOptions(options, 'listRemoved');
      yield* (await headsOf(prefix)).flatMap(({ streamId, version, hash, archivedAs }) =>
        archivedAs === undefined ? [] : [{ streamId, version, hash, archivedAs }],
      );
    },
  };
}
