import { canonicalJson, type EventStore, type StoredEvent } from '@kanmon/core';
import {
  checkId,
  checkReadAllOptions,
  checkReadOptions,
  type EventContent,
  lowerBound,
  removedError,
  withoutUndefined,
} from '@kanmon/core/kit';
import { byStreamId, type Prunable } from '../../retention/prunable.ts';
import { nextTurn } from '../platform.ts';
import { assertWhole, endOf } from './journal-errors.ts';
import type { DecodedRecord } from './journal-line.ts';
import type { JournalReader } from './journal-reader.ts';
import type { AppendPlace, StreamIndex } from './journal-state.ts';

/** Bounds of one read from disk: enough to join neighbours, few enough to hold in memory. */
const pageAppends = 256;
const pageBytes = 1024 * 1024;

/** Creates the reading methods of the file store. They read events from disk again and verify their checksums. */
export function createFileReads(
  reader: JournalReader,
  salvage: boolean,
  assertOpen: () => void,
): Pick<EventStore, 'read' | 'readAll' | 'listStreams'> & Pick<Prunable, 'listRemoved'> {
  const { state } = reader;

  const catchUp = async (): Promise<void> => {
    assertOpen();
    await nextTurn();
    assertOpen();
    reader.advance();
    if (!salvage) assertWhole(reader.head, endOf(reader));
  };

  async function* eventsOf(
    appends: readonly AppendPlace[],
    start: number,
    end: number,
    isWanted: (append: AppendPlace) => boolean = () => true,
  ): AsyncGenerator<StoredEvent> {
    for (let index = start; index < end;) {
      assertOpen();
      const { page, next } = takePage(appends, index, end, isWanted);
      for (const line of reader.readAt(page)) yield* toStoredEvents(line.record);
      index = next;
    }
  }

  /** Returns the streams with a prefix, in code-unit order of their ids. */
  const streamsWith = async (prefix: string): Promise<readonly StreamIndex[]> => {
    await catchUp();
    const streams = [...state.streams.values()];
    return streams.filter(({ streamId }) => streamId.startsWith(prefix)).toSorted(byStreamId);
  };

  return {
    async *read(streamId, readOptions) {
      const id = checkId(streamId, 'stream id');
      const { fromVersion, toVersion } = checkReadOptions(readOptions);
      await catchUp();
      const stream = state.streams.get(id);
      if (stream?.archivedAs !== undefined) throw removedError(id, stream.archivedAs);
      const appends = stream?.appends ?? [];
      const [start, end] = rangeOf(appends, fromVersion, toVersion);
      for await (const event of eventsOf(appends, start, end)) {
        if (event.version >= fromVersion && event.version <= toVersion) yield event;
      }
    },
    async *readAll(readOptions) {
      const { after, limit, prefix } = checkReadAllOptions(readOptions);
      await catchUp();
      if (limit === 0) return;
      const { appends } = state;
      const start = lowerBound(appends, (append) => append.lastPosition <= after);
      const isWanted = ({ stream }: AppendPlace): boolean =>
        stream.archivedAs === undefined && stream.streamId.startsWith(prefix);
      let left = limit;
      for await (const event of eventsOf(appends, start, appends.length, isWanted)) {
        if (event.position <= after) continue;
        yield event;
        left -= 1;
        if (left === 0) return;
      }
    },
    async *listStreams(listOptions) {
      const { prefix } = checkReadAllOptions(listOptions);
      // Copied at once: the index changes while the caller works on a stream.
      yield* (await streamsWith(prefix)).flatMap(
        ({ streamId, version, updatedAt, hash, archivedAs }) =>
          archivedAs === undefined ? [{ streamId, version, updatedAt, hash }] : [],
      );
    },
    async *listRemoved(listOptions) {
      const { prefix } = checkReadAllOptions(listOptions);
      yield* (await streamsWith(prefix)).flatMap(({ streamId, version, hash, archivedAs }) =>
        archivedAs === undefined ? [] : [{ streamId, version, hash, archivedAs }],
      );
    },
  };
}

/** Reads committed events of a stream from disk in one go: for a retry, which needs few. */
export function readContent(
  reader: JournalReader,
  streamId: string,
  first: number,
  last: number,
): readonly EventContent[] {
  const appends = reader.state.streams.get(streamId)?.appends ?? [];
  return reader
    .readAt(appends.slice(...rangeOf(appends, first, last)))
    .flatMap(({ record }) => (record.kind === 'append' ? record.events : []))
    .filter(({ version }) => version >= first && version <= last)
    .map(({ type, data, actor }) => ({
      type,
      dataJson: canonicalJson(data),
      ...withoutUndefined({ actor }),
    }));
}

/** Returns the indexes of the appends with versions from `first` to `last`; the second is exclusive. */
function rangeOf(
  appends: readonly AppendPlace[],
  first: number,
  last: number,
): readonly [start: number, end: number] {
  return [
    lowerBound(appends, (append) => append.lastVersion < first),
    lowerBound(appends, (append) => append.firstVersion <= last),
  ];
}

/** Returns the next wanted appends that fit into one page, at least one if there is one, and the index after them. */
function takePage(
  appends: readonly AppendPlace[],
  start: number,
  end: number,
  isWanted: (append: AppendPlace) => boolean,
): { readonly page: readonly AppendPlace[]; readonly next: number } {
  const page: AppendPlace[] = [];
  let bytes = 0;
  let next = start;
  for (; next < end && page.length < pageAppends; next += 1) {
    const append = appends[next];
    if (append === undefined || !isWanted(append)) continue;
    bytes += append.length;
    if (page.length > 0 && bytes > pageBytes) break;
    page.push(append);
  }
  return { page, next };
}

function* toStoredEvents(record: DecodedRecord): Generator<StoredEvent> {
  if (record.kind !== 'append') return;
  const { streamId, at } = record;
  for (const event of record.events) {
    const { version, position, type, data, actor, requestId, hash } = event;
    yield {
      streamId,
      version,
      position,
      at,
      type,
      data,
      ...(actor === undefined ? {} : { actor }),
      ...(requestId === undefined ? {} : { requestId }),
      hash,
    };
  }
}
