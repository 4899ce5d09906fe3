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
import { assertWhole } from './journal-errors.ts';
import type { DecodedRecord } from './journal-line.ts';
import { endOf, type JournalReader } from './journal-reader.ts';
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

  async function* eventsOf(appends: Iterable<AppendPlace>): AsyncGenerator<StoredEvent> {
    for (const page of pagesOf(appends)) {
      assertOpen();
      for (const { record } of reader.readAt(page)) yield* toStoredEvents(record);
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
      const appends = appendsWith(stream, fromVersion, toVersion);
      for await (const event of eventsOf(appends)) {
        if (event.version >= fromVersion && event.version <= toVersion) yield event;
      }
    },
    async *readAll(readOptions) {
      const { after, limit, prefix } = checkReadAllOptions(readOptions);
      await catchUp();
      if (limit === 0) return;
      let left = limit;
      for await (const event of eventsOf(servedAfter(state.appends, after, prefix))) {
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
  const appends = appendsWith(reader.state.streams.get(streamId), first, last);
  return reader
    .readAt(appends)
    .flatMap(({ record }) => (record.kind === 'append' ? record.events : []))
    .filter(({ version }) => version >= first && version <= last)
    .map(({ type, data, actor }) => ({
      type,
      dataJson: canonicalJson(data),
      ...withoutUndefined({ actor }),
    }));
}

/** Returns the appends of a stream that contain versions from `first` to `last`. */
function appendsWith(
  stream: StreamIndex | undefined,
  first: number,
  last: number,
): readonly AppendPlace[] {
  const appends = stream?.appends ?? [];
  const start = lowerBound(appends, (append) => append.lastVersion < first);
  return appends.slice(
    start,
    lowerBound(appends, (append) => append.firstVersion <= last),
  );
}

/** Yields the appends so far that contain events after a position, of streams with a prefix that are not removed. */
function* servedAfter(
  appends: readonly AppendPlace[],
  position: number,
  prefix: string,
): Generator<AppendPlace> {
  const end = appends.length;
  for (
    let index = lowerBound(appends, (append) => append.lastPosition <= position);
    index < end;
    index += 1
  ) {
    const append = appends[index];
    if (append === undefined || append.stream.archivedAs !== undefined) continue;
    if (append.stream.streamId.startsWith(prefix)) yield append;
  }
}

/** Groups appends into pages that are read from disk at once. */
function* pagesOf(appends: Iterable<AppendPlace>): Generator<readonly AppendPlace[]> {
  let page: AppendPlace[] = [];
  let bytes = 0;
  for (const append of appends) {
    if (page.length === pageAppends || (page.length > 0 && bytes + append.length > pageBytes)) {
      yield page;
      page = [];
      bytes = 0;
    }
    page.push(append);
    bytes += append.length;
  }
  if (page.length > 0) yield page;
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
