import { canonicalJson, type StoredEvent } from '@kanmon/core';
import { type EventContent, lowerBound, removedError, withoutUndefined } from '@kanmon/core/kit';
import { createReads, type ReadSource } from '../../history/store-reads.ts';
import { nextTurn } from '../platform.ts';
import { withPath } from './journal-directory.ts';
import { assertWhole } from './journal-errors.ts';
import type { DecodedRecord, JournalEvent } from './journal-line.ts';
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
): ReturnType<typeof createReads> {
  const { state } = reader;

  const reading = <Result>(action: () => Result): Result =>
    withPath(endOf(reader).file, 'read the journal', action);

  const catchUp = async (): Promise<void> => {
    assertOpen();
    await nextTurn();
    assertOpen();
    reading(() => reader.advance());
    if (!salvage) assertWhole(reader.head, endOf(reader));
  };

  function* eventsOf(
    appends: Iterable<AppendPlace>,
    isWanted: (event: JournalEvent) => boolean,
  ): Generator<Iterable<StoredEvent>> {
    for (const page of pagesOf(appends)) {
      assertOpen();
      const lines = reading(() => reader.readAt(page));
      yield lines.flatMap(({ record }) => toStoredEvents(record, isWanted));
    }
  }

  const source: ReadSource = {
    async *stream(streamId, from, to) {
      await catchUp();
      const stream = state.streams.get(streamId);
      if (stream?.archivedAs !== undefined) throw removedError(streamId, stream.archivedAs);
      const isWanted = ({ version }: JournalEvent): boolean => version >= from && version <= to;
      yield* eventsOf(appendsWith(stream, from, to), isWanted);
    },
    async *all(prefix, after) {
      await catchUp();
      yield* eventsOf(
        servedAfter(state.appends, after, prefix),
        ({ position }) => position > after,
      );
    },
    async heads() {
      await catchUp();
      return [...state.streams.values()];
    },
  };
  return createReads(source, assertOpen);
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

function toStoredEvents(
  record: DecodedRecord,
  isWanted: (event: JournalEvent) => boolean,
): readonly StoredEvent[] {
  if (record.kind !== 'append') return [];
  const { streamId, at } = record;
  return record.events.filter(isWanted).map((event) => {
    const { version, position, type, data, actor, requestId, hash } = event;
    const place = { streamId, version, position, at };
    return { ...place, type, data, ...withoutUndefined({ actor, requestId }), hash };
  });
}
