import type { JSX } from 'preact';
import { send } from '../http.ts';
import { useLoaded } from '../load.ts';
import { useTexts } from '../texts.ts';
import { changesOf, JsonView } from './json-view.tsx';
import { Failure, InlineDiff } from './parts.tsx';

interface StateAt {
  readonly version: number;
  readonly at: string;
  readonly state: unknown;
}

/** Changes of one event that are listed. */
const mostChanges = 40;

/** The state of a stream at any event, and what the event changed. */
export function TimeTravel({
  stream,
  at,
  last,
  onMove,
}: {
  readonly stream: string;
  readonly at: number;
  readonly last: number;
  readonly onMove: (version: number) => void;
}): JSX.Element {
  const t = useTexts();
  const path = `/api/journal/state/${encodeURIComponent(stream)}`;
  const { value, error } = useLoaded<{ readonly now: StateAt; readonly before: StateAt | null }>(
    async (signal) => {
      const read = (version: number) => send<StateAt>('GET', `${path}?at=${version}`, { signal });
      const [now, before] = await Promise.all([read(at), at > 1 ? read(at - 1) : null]);
      return { now, before };
    },
    [stream, at],
  );
  const changes = value === undefined ? [] : changesOf(value.before?.state ?? {}, value.now.state);
  return (
    <section class="panel" aria-labelledby="travel">
      <h3 id="travel">{t('journal.travel')}</h3>
      <label class="slider">
        <span>
          {t('journal.at', { version: t.number(at), last: t.number(last) })}
          {value !== undefined && <span class="muted"> · {t.time(value.now.at)}</span>}
        </span>
        <input
          type="range"
          min={1}
          max={last}
          value={at}
          onInput={({ currentTarget }) => onMove(Number(currentTarget.value))}
        />
      </label>
      {error !== undefined && <Failure error={error} />}
      {value !== undefined && (
        <>
          <h4>{t('journal.changed')}</h4>
          {changes.length === 0 && <p class="muted">{t('journal.unchanged')}</p>}
          <ul class="changes">
            {changes.slice(0, mostChanges).map(({ path: place, before, after }) => (
              <li key={place}>
                <code>{place}</code>
                <span class="change">
                  <InlineDiff before={shown(before)} after={shown(after)} />
                </span>
              </li>
            ))}
            {changes.length > mostChanges && <li>+ {changes.length - mostChanges}</li>}
          </ul>
          <h4>{t('journal.state')}</h4>
          <JsonView value={value.now.state} />
        </>
      )}
    </section>
  );
}

/** Characters of a value that a change shows. */
const mostShown = 400;

function shown(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}
