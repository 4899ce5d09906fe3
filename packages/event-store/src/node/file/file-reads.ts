import { canonicalJson, type EventStore, type StoredEvent } from '@kanmon/core';
import { checkId, checkReadAllOptions, checkReadOptions, lowerBound } from '@kanmon/core/kit';
import { byStreamId } from '../../history/by-stream-id.ts';
import { type EventContent, removedError } from '../../history/decision.ts';
import type { Prunable } from '../../retention/prunable.ts';
import { nextTurn } from '../next-turn.ts';
import type { DecodedRecord } from './decode-line.ts';
import type { JournalReader } from './journal-reader.ts';
import type { AppendPlace, JournalState } from './journal-state.ts';
import { assertWhole } from './journal-writer.ts';
import { segmentPath } from './segment-files.ts';

/** Appends read from disk at a time: enough to make neighbours one read, little enough to hold. */
const pageAppends = 256;
const pageBytes = 1024 * 1024;

/** The reading half of the file store. Events are read from disk again and their checksums checked. */
export function createFileReads(options: {
  readonly reader: JournalReader;
  readonly state: JournalState;
  readonly directory: string;
  readonly salvage: boolean;
  readonly assertOpen: () => void;
}): Pick<EventStore, 'read' | 'readAll' | 'listStreams'> & Pick<Prunable, 'listRemoved'> {
  const { reader, state, directory, salvage, assertOpen } = options;

  const catchUp = async (): Promise<void> => {
    assertOpen();
    await nextTurn();
    assertOpen();
    reader.advance();
    if (!salvage) assertWhole(reader, segmentPath(directory, reader.segment));
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

  return {
    async *read(streamId, readOptions) {
      const id = checkId(streamId, 'stream id');
      const { fromVersion, toVersion } = checkReadOptions(readOptions);
      await catchUp();
      const stream = state.streams.get(id);
      if (stream?.archivedAs !== undefined) throw removedError(id, stream.archivedAs);
      if (stream === undefined) return;
      const { appends } = stream;
      const start = lowerBound(appends, (append) => append.lastVersion < fromVersion);
      const end = lowerBound(appends, (append) => append.firstVersion <= toVersion);
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
      await catchUp();
      const found = [...state.streams.values()]
        .filter(
          ({ archivedAs, streamId }) => archivedAs === undefined && streamId.startsWith(prefix),
        )
        .map(({ streamId, version, updatedAt, hash }) => ({ streamId, version, updatedAt, hash }));
      yield* found.toSorted(byStreamId);
    },
    async *listRemoved(listOptions) {
      const { prefix } = checkReadAllOptions(listOptions);
      await catchUp();
      const found = [...state.streams.values()].flatMap((stream) => {
        const { streamId, version, hash, archivedAs } = stream;
        if (archivedAs === undefined || !streamId.startsWith(prefix)) return [];
        return [{ streamId, version, hash, archivedAs }];
      });
      yield* found.toSorted(byStreamId);
    },
  };
}

/** Committed events of a stream, read from disk in one go: for a retry, which names few. */
export function readContent(
  reader: JournalReader,
  state: JournalState,
  streamId: string,
  first: number,
  last: number,
): readonly EventContent[] {
  const appends = state.streams.get(streamId)?.appends ?? [];
  const start = lowerBound(appends, (append) => append.lastVersion < first);
  const end = lowerBound(appends, (append) => append.firstVersion <= last);
  return reader.readAt(appends.slice(start, end)).flatMap(({ record }) =>
    record.kind !== 'append'
      ? []
      : record.events
          .filter(({ version }) => version >= first && version <= last)
          .map(({ type, data, actor }) => ({
            type,
            dataJson: canonicalJson(data),
            ...(actor === undefined ? {} : { actor }),
          })),
  );
}

/** The next wanted appends that fit into one page, at least one if there is one, and where to go on. */
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
