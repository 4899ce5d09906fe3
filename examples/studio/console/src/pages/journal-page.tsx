import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { send } from '../http.ts';
import { useLoaded } from '../load.ts';
import { EventTable, type JournalEvent } from '../parts/event-table.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { Failure, Loading, PageHead } from '../parts/parts.tsx';
import { TimeTravel } from '../parts/time-travel.tsx';
import { addressOf } from '../route.ts';
import { useTexts } from '../texts.ts';

interface Stream {
  readonly stream: string;
  readonly kind: string | null;
  readonly version: number;
  readonly updated_at: string;
}
interface StreamPage {
  readonly items: readonly Stream[];
  readonly next: string | null;
}
interface Verdict {
  readonly ok: boolean;
  readonly checked: number;
  readonly first_bad: { readonly version: number; readonly reason: string } | null;
}

const kindsWithState = new Set(['deck', 'proposals', 'run', 'session', 'dialog']);
const allKinds = ['deck', 'proposals', 'run', 'session', 'dialog', 'board', 'manuscript'];

/** The events of all streams: `#/journal/<stream>`. */
export function JournalPage({
  path: [chosen = ''],
}: {
  readonly path: readonly string[];
}): JSX.Element {
  const t = useTexts();
  const [prefix, setPrefix] = useState('');
  const [older, setOlder] = useState<readonly Stream[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const query = `prefix=${encodeURIComponent(prefix)}`;
  const streams = useLoaded<StreamPage>(
    (signal) => send('GET', `/api/journal/streams?${query}`, { signal }),
    [prefix],
    allKinds,
  );
  useEffect(() => {
    setOlder([]);
    setNext(streams.value?.next ?? null);
  }, [streams.value]);
  const items = [...(streams.value?.items ?? []), ...older];
  const readMore = async (after: string): Promise<void> => {
    const page = await send<StreamPage>(
      'GET',
      `/api/journal/streams?${query}&after=${encodeURIComponent(after)}`,
    );
    setOlder((before) => [...before, ...page.items]);
    setNext(page.next);
  };
  const stream = items.find((each) => each.stream === chosen);

  return (
    <div class="page">
      <PageHead title={t('journal.title')} lead={t('journal.lead')} />
      {streams.error !== undefined && <Failure error={streams.error} retry={streams.reload} />}
      <div class="split thirds">
        <nav class="list-side" aria-label={t('journal.streams')}>
          <label class="field">
            {t('journal.filter')}
            <input
              type="search"
              value={prefix}
              onInput={({ currentTarget }) => setPrefix(currentTarget.value)}
            />
          </label>
          <ul class="links">
            {items.map((each) => (
              <li key={each.stream}>
                <a
                  href={addressOf('journal', each.stream)}
                  {...(each.stream === chosen ? { 'aria-current': 'true' as const } : {})}
                >
                  <span class="link-title">{each.stream}</span>
                  <span class="muted">
                    {each.kind === null ? '' : `${t.code(each.kind)} · `}
                    {t('journal.count', { count: t.number(each.version) })} ·{' '}
                    {t.time(each.updated_at)}
                  </span>
                </a>
              </li>
            ))}
          </ul>
          {next !== null && (
            <button type="button" onClick={() => void readMore(next)}>
              {t('journal.more')}
            </button>
          )}
        </nav>
        <div>
          {stream === undefined ? (
            <p class="muted empty">{streams.value === undefined ? '' : t('journal.choose')}</p>
          ) : (
            <StreamView key={stream.stream} stream={stream} />
          )}
        </div>
      </div>
    </div>
  );
}

function StreamView({
  stream: { stream, kind, version },
}: {
  readonly stream: Stream;
}): JSX.Element {
  const t = useTexts();
  const [at, setAt] = useState(version);
  const [event, setEvent] = useState<JournalEvent | null>(null);
  const [verdict, setVerdict] = useState<Verdict | 'running' | null>(null);
  const [failure, setFailure] = useState<unknown>();
  const heading = useRef<HTMLHeadingElement>(null);
  const verify = async (): Promise<void> => {
    setVerdict('running');
    setFailure(undefined);
    try {
      setVerdict(await send('GET', `/api/journal/verify/${encodeURIComponent(stream)}`));
    } catch (error) {
      setVerdict(null);
      setFailure(error);
    }
  };
  return (
    <>
      <div class="stream-head">
        <h2 ref={heading} class="stream-name">
          {stream}
        </h2>
        <button type="button" disabled={verdict === 'running'} onClick={() => void verify()}>
          {t('journal.verify')}
        </button>
      </div>
      <div role="status">
        {verdict === 'running' && <Loading />}
        {verdict !== null && verdict !== 'running' && (
          <p class={`notice ${verdict.ok ? 'good' : 'bad'}`}>
            {verdict.ok
              ? t('journal.ok', { count: t.number(verdict.checked) })
              : t('journal.bad', {
                  version: verdict.first_bad?.version ?? 0,
                  reason: verdict.first_bad?.reason ?? '',
                })}
          </p>
        )}
      </div>
      {failure !== undefined && <Failure error={failure} />}
      <EventTable
        stream={stream}
        count={version}
        chosen={at}
        onChoose={(chosen) => {
          setEvent(chosen);
          setAt(chosen.version);
        }}
      />
      {event !== null && event.version === at && (
        <section class="panel" aria-labelledby="event-data">
          <h3 id="event-data">{t('journal.data', { version: event.version })}</h3>
          <p class="muted hash">{event.hash}</p>
          <JsonView value={event.data} />
        </section>
      )}
      {kind !== null && kindsWithState.has(kind) ? (
        <TimeTravel stream={stream} at={at} last={version} onMove={setAt} />
      ) : (
        <p class="muted">{t('journal.nostate')}</p>
      )}
    </>
  );
}
