import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { send } from '../http.ts';
import { useTexts } from '../texts.ts';
import type { Items } from '../types.ts';
import { showRow, Spacer, useVisibleRows } from './virtual-rows.tsx';

/** An event of a stream. */
export interface JournalEvent {
  readonly version: number;
  readonly type: string;
  readonly at: string;
  readonly actor: string | null;
  readonly hash: string;
  readonly data: unknown;
}

const pageSize = 200;
/** Pages in memory: older ones are read again. */
const mostPages = 20;
/** Pages that a scroll passes within this time are not read. */
const restMs = 60;
const rowHeight = 36;
const columns = 4;

/** The events of a stream of any length. Only the pages on the screen are read. */
export function EventTable({
  stream,
  count,
  chosen,
  onChoose,
}: {
  readonly stream: string;
  readonly count: number;
  readonly chosen: number;
  readonly onChoose: (event: JournalEvent) => void;
}): JSX.Element {
  const t = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const { first, last } = useVisibleRows(scroller, count, rowHeight);
  const [pages, setPages] = useState<ReadonlyMap<number, readonly JournalEvent[]>>(new Map());
  const firstPage = Math.floor(first / pageSize);
  const lastPage = Math.floor(Math.max(0, last - 1) / pageSize);
  useEffect(() => {
    const stop = new AbortController();
    const read = async (page: number): Promise<void> => {
      const path = `/api/journal/streams/${encodeURIComponent(stream)}`;
      const { items } = await send<Items<JournalEvent>>(
        'GET',
        `${path}?after=${page * pageSize}&limit=${pageSize}`,
        { signal: stop.signal },
      );
      setPages((before) => new Map([...[...before].slice(1 - mostPages), [page, items]]));
    };
    const rest = setTimeout(() => {
      for (let page = firstPage; page <= lastPage; page += 1) {
        const known = pages.get(page)?.length ?? 0;
        if (known < Math.min(pageSize, count - page * pageSize)) {
          // A page that fails is read again when it is shown again.
          read(page).catch(() => undefined);
        }
      }
    }, restMs);
    return () => {
      clearTimeout(rest);
      stop.abort();
    };
  }, [stream, firstPage, lastPage, count]);
  useEffect(() => showRow(scroller.current, chosen - 1, rowHeight, rowHeight), [chosen]);
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset);
  const eventAt = (row: number): JournalEvent | undefined =>
    pages.get(Math.floor(row / pageSize))?.[row % pageSize];
  return (
    <div
      class="event-list"
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={t('journal.events')}
    >
      <table class="rows fixed" aria-rowcount={count + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" class="number narrow-column">
              {t('journal.version')}
            </th>
            <th scope="col">{t('journal.type')}</th>
            <th scope="col">{t('journal.actor')}</th>
            <th scope="col">{t('journal.time')}</th>
          </tr>
        </thead>
        <tbody>
          <Spacer rows={first} rowHeight={rowHeight} columns={columns} />
          {rows.map((row) => {
            const event = eventAt(row);
            return (
              <tr
                key={row}
                aria-rowindex={row + 2}
                class={row + 1 === chosen ? 'chosen' : ''}
                onClick={() => event !== undefined && onChoose(event)}
              >
                <td class="number">{row + 1}</td>
                <td>
                  {event !== undefined && (
                    <button type="button" class="link">
                      {event.type}
                    </button>
                  )}
                </td>
                <td>{event?.actor ?? ''}</td>
                <td class="muted">{event === undefined ? '' : t.time(event.at)}</td>
              </tr>
            );
          })}
          <Spacer rows={count - last} rowHeight={rowHeight} columns={columns} />
        </tbody>
      </table>
    </div>
  );
}
