import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { send } from '../http.ts';
import { useLoaded } from '../load.ts';
import { useTexts } from '../texts.ts';
import type { Board, ReadableRun } from '../types.ts';
import { Badge, Failure, Loading, Status } from './parts.tsx';
import { placeFindings, ReportView } from './report-view.tsx';

/** The answers of a run with each finding at its place in the text. */
export function AnswerView({
  run: id,
  board,
  wanted,
}: {
  readonly run: string;
  readonly board: Board;
  /** The place to show. */
  readonly wanted: { readonly pointer: string } | null;
}): JSX.Element {
  const t = useTexts();
  const {
    value: run,
    error,
    reload,
  } = useLoaded<ReadableRun>(
    (signal) => send('GET', `/api/runs/${encodeURIComponent(id)}`, { signal }),
    [id, t.language],
    ['run'],
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const [active, setActive] = useState<number | null>(null);
  const titles = useMemo(() => new Map(board.nodes.map((note) => [note.id, note.title])), [board]);
  const attempts = run?.attempts ?? [];
  const attempt = attempts.find(({ number }) => number === chosen) ?? attempts.at(-1);
  const places = useMemo(
    () => placeFindings(attempt?.value, attempt?.findings ?? []),
    [attempt?.value, attempt?.findings],
  );
  const isLoaded = run !== undefined;
  useEffect(() => {
    if (isLoaded && wanted !== null) document.getElementById(`at-${wanted.pointer}`)?.focus();
  }, [isLoaded, wanted]);
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (run === undefined) return <Loading />;
  const pick = (number: number): void => {
    setActive(number);
    document.getElementById(`finding-${number}`)?.focus();
  };
  const show = (number: number, path: string): void => {
    setActive(number);
    const place = [...places].find(([, list]) => list.some((each) => each.number === number));
    const element = document.getElementById(`at-${place?.[0] ?? path}`);
    element?.scrollIntoView({ block: 'center' });
    element?.querySelector<HTMLElement>('.finding-number')?.focus();
  };
  return (
    <section class="panel context" aria-labelledby="answer-title">
      <header class="stream-head">
        <h2 id="answer-title">{t('proposals.answer', { gate: t.code(run.gate) })}</h2>
        <Status status={run.status} />
        <span class="muted">
          {run.actor ?? ''} · {t.time(run.started_at)}
        </span>
      </header>
      <div class="attempts" role="group" aria-label={t('runs.attempts')}>
        {attempts.map(({ number, mode, findings }) => (
          <button
            key={number}
            type="button"
            aria-pressed={number === attempt?.number}
            onClick={() => {
              setChosen(number);
              setActive(null);
            }}
          >
            {t.code(mode)}{' '}
            <span class="muted">{t('finding.count', { count: findings.length })}</span>
          </button>
        ))}
      </div>
      {attempt !== undefined && attempt.findings.length > 0 && (
        <ol class="finding-list" aria-label={t('runs.findings')}>
          {attempt.findings.map(({ severity, message, path, code }, index) => (
            <li
              key={`${path} ${code} ${message}`}
              id={`finding-${index + 1}`}
              tabIndex={-1}
              class={active === index + 1 ? 'active' : ''}
            >
              <span class={`finding-number ${severity}`} aria-hidden="true">
                {index + 1}
              </span>
              <span>
                <Badge tone={severity === 'must' ? 'bad' : 'warn'}>
                  {t(`finding.${severity}`)}
                </Badge>{' '}
                {message}{' '}
                <button
                  type="button"
                  class="link"
                  aria-label={`${t('finding.show')}: ${t('finding.number', { number: index + 1 })}`}
                  onClick={() => show(index + 1, path)}
                >
                  {t('finding.show')}
                </button>
              </span>
            </li>
          ))}
        </ol>
      )}
      {attempt?.findings.length === 0 && <p class="muted">{t('card.findings.none')}</p>}
      {attempt === undefined || attempt.value === null ? (
        <p class="muted">{t('proposals.unreadable')}</p>
      ) : (
        <ReportView
          value={attempt.value}
          path=""
          findings={places}
          titles={titles}
          active={active}
          onPick={pick}
        />
      )}
    </section>
  );
}
