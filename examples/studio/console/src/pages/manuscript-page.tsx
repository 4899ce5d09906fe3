import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { send } from '../http.ts';
import { useLoaded } from '../load.ts';
import { runStep, type SeenRevision, sessionPath } from '../manuscript-decisions.ts';
import { isWaiting, outbox } from '../outbox.ts';
import { FindingPanel, type ShownFinding, toneName } from '../parts/finding-panel.tsx';
import { LifelinesView } from '../parts/lifelines-view.tsx';
import { ManuscriptText } from '../parts/manuscript-text.tsx';
import { Dialog, Failure, Loading, PageHead } from '../parts/parts.tsx';
import { open } from '../route.ts';
import { useStore } from '../store.ts';
import { useTexts } from '../texts.ts';
import type { Items, Lifeline, Lifelines, LifePoint } from '../types.ts';

interface Session {
  readonly session_id: string;
  readonly episode_number: number | string;
  readonly created_at: string;
}

/** A manuscript, its findings, and both over the revisions: `#/manuscript/<session>`. */
export function ManuscriptPage({
  path: [wanted = ''],
}: {
  readonly path: readonly string[];
}): JSX.Element {
  const t = useTexts();
  const [isAdding, setAdding] = useState(false);
  const sessions = useLoaded<Items<Session>>(
    (signal) => send('GET', '/api/issues/sessions', { signal }),
    [],
  );
  const session = wanted === '' ? (sessions.value?.items[0]?.session_id ?? '') : wanted;
  return (
    <div class="page">
      <PageHead title={t('manuscript.title')} lead={t('manuscript.lead')}>
        <label>
          {t('manuscript.session')}
          <select
            value={session}
            onChange={({ currentTarget }) => open('manuscript', currentTarget.value)}
          >
            {sessions.value?.items.map(({ session_id: id, episode_number: episode }) => (
              <option key={id} value={id}>
                {episode}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => setAdding(true)}>
          {t('manuscript.add')}
        </button>
      </PageHead>
      {sessions.error !== undefined && <Failure error={sessions.error} retry={sessions.reload} />}
      {sessions.value?.items.length === 0 && <p class="muted empty">{t('manuscript.empty')}</p>}
      {session !== '' && <Manuscript key={session} session={session} />}
      {isAdding && (
        <AddDialog
          onClose={() => setAdding(false)}
          onAdded={(id) => {
            setAdding(false);
            sessions.reload();
            open('manuscript', id);
          }}
        />
      )}
    </div>
  );
}

function Manuscript({ session }: { readonly session: string }): JSX.Element {
  const t = useTexts();
  const {
    value: lifelines,
    error,
    reload,
  } = useLoaded<Lifelines>(
    (signal) => send('GET', sessionPath(session, '/lifelines'), { signal }),
    [session],
    ['session'],
  );
  /** Null follows the last revision. */
  const [chosen, setChosen] = useState<number | null>(null);
  const [active, setActive] = useState<number | null>(null);
  /** The text that the user begins to edit, and its revision. */
  const [draft, setDraft] = useState<{ readonly text: string; readonly hash: string } | null>(null);
  const kept = useStore(outbox).filter(
    ({ seen }) => seen.kind === 'manuscript' && seen.session === session,
  );
  const waits = useStore(isWaiting);
  const last = (lifelines?.revisions.length ?? 0) - 1;
  const shown = chosen === null ? last : Math.min(chosen, last);
  const hash = lifelines?.revisions[shown]?.manuscript_hash ?? '';
  const text = useLoaded<string | null>(
    async (signal) => {
      if (hash === '') return null;
      const path = sessionPath(session, `/manuscripts/${hash}`);
      return (await send<{ readonly text: string }>('GET', path, { signal })).text;
    },
    [session, hash],
  );
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (text.error !== undefined) return <Failure error={text.error} retry={text.reload} />;
  const revision = lifelines?.revisions[shown];
  if (lifelines === undefined || revision === undefined) return <Loading />;
  const content = text.value ?? '';
  const findings = findingsAt(lifelines, shown, content);
  const isLatest = shown === last;
  const isBusy = kept.length > 0;
  const seen: SeenRevision = { session, hash };
  const run = async (
    body: Parameters<typeof runStep>[1],
    label: string,
    base: SeenRevision = seen,
  ): Promise<void> => {
    await runStep(base, body, label);
    setChosen(null);
    reload();
  };
  const show = (number: number): void => {
    setActive(number);
    const mark = document.querySelector<HTMLElement>(
      `.manuscript-text button[data-number="${number}"]`,
    );
    mark?.scrollIntoView({ block: 'center' });
    mark?.focus();
  };
  const pick = (number: number): void => {
    setActive(number);
    document.getElementById(`finding-${number}`)?.focus();
  };
  const activeIssue = findings.find(({ number }) => number === active)?.finding.issue_id ?? null;
  return (
    <>
      <section class="panel revisions" aria-label={t('manuscript.revisions')}>
        <label class="slider">
          <span>
            {t('manuscript.at', { number: shown + 1, last: last + 1 })}
            <span class="muted">
              {' '}
              · {t.time(revision.at)} · {revision.actor} ·{' '}
              {t('manuscript.open', { count: revision.findings })}
            </span>
          </span>
          <input
            type="range"
            min={1}
            max={last + 1}
            value={shown + 1}
            disabled={draft !== null}
            onInput={({ currentTarget }) => {
              setActive(null);
              setChosen(Number(currentTarget.value) - 1);
            }}
          />
        </label>
        <div class="actions start">
          <button
            type="button"
            class="primary"
            disabled={!isLatest || isBusy || draft !== null}
            onClick={() => void run({ fix: true }, t('manuscript.decision.fix'))}
          >
            {t('manuscript.fix')}
          </button>
          <button
            type="button"
            disabled={!isLatest || isBusy || draft !== null || text.value === undefined}
            onClick={() => setDraft({ text: content, hash })}
          >
            {t('manuscript.edit')}
          </button>
          <button
            type="button"
            disabled={!isLatest || isBusy || draft !== null}
            onClick={() => void run({}, t('manuscript.decision.check'))}
          >
            {t('manuscript.check')}
          </button>
          {!isLatest && (
            <button type="button" class="quiet" onClick={() => setChosen(null)}>
              {t('manuscript.latest')}
            </button>
          )}
        </div>
        <p class="sending" role="status">
          {kept.map(({ id, label }) => (
            <span key={id}>{t(waits ? 'card.waiting' : 'card.sending', { label })}</span>
          ))}
        </p>
      </section>
      <div class="split wide-left">
        <section class="panel" aria-labelledby="manuscript-text">
          <h2 id="manuscript-text">{t('manuscript.revision', { number: shown + 1 })}</h2>
          {draft === null ? (
            <ManuscriptText
              text={content}
              marks={findings.flatMap(({ number, finding, point }) =>
                point.range === null
                  ? []
                  : [
                      {
                        ...point.range,
                        number,
                        tone: toneName(finding, point),
                        label: `${t('finding.number', { number })}: ${t.code(finding.category)}, ${t(`state.${point.state}`)}`,
                      },
                    ],
              )}
              active={active}
              onPick={pick}
            />
          ) : (
            <Editor
              text={draft.text}
              onSave={(edited) => {
                const base = { session, hash: draft.hash };
                setDraft(null);
                void run({ text: edited }, t('manuscript.decision.edit'), base);
              }}
              onCancel={() => setDraft(null)}
            />
          )}
        </section>
        <FindingPanel
          findings={findings}
          seen={isLatest && draft === null ? seen : null}
          isBusy={isBusy}
          active={active}
          onPick={show}
          onChange={reload}
        />
      </div>
      <LifelinesView
        lifelines={lifelines}
        shown={shown}
        active={activeIssue}
        onPick={(issue) => {
          const found = findings.find(({ finding }) => finding.issue_id === issue);
          if (found !== undefined) pick(found.number);
        }}
      />
    </>
  );
}

function Editor({
  text,
  onSave,
  onCancel,
}: {
  readonly text: string;
  readonly onSave: (text: string) => void;
  readonly onCancel: () => void;
}): JSX.Element {
  const t = useTexts();
  const [edited, setEdited] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(edited);
      }}
    >
      <label class="field">
        {t('manuscript.text')}
        <textarea
          ref={field}
          rows={22}
          required
          value={edited}
          onInput={({ currentTarget }) => setEdited(currentTarget.value)}
        />
      </label>
      <div class="actions start">
        <button type="submit" class="primary">
          {t('manuscript.recheck')}
        </button>
        <button type="button" onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
    </form>
  );
}

/** The findings up to a revision, the open ones first, in the order of the text. Numbers are those of the lifelines. */
function findingsAt(
  { findings }: Lifelines,
  revision: number,
  text: string,
): readonly ShownFinding[] {
  const shown = findings.flatMap((finding, index): ShownFinding[] => {
    const point = pointAt(finding, revision);
    if (point === undefined) return [];
    const { range } = point;
    const passage = range === null ? '' : text.slice(range.start, range.end);
    return [{ number: index + 1, finding, point, passage }];
  });
  const order = { reopened: 0, open: 0, ignored: 1, fixed: 2 };
  return shown.toSorted(
    ({ point: one }, { point: other }) =>
      order[one.state] - order[other.state] || (one.range?.start ?? 0) - (other.range?.start ?? 0),
  );
}

/** The point at a revision, or the end of a finding that was fixed before it. */
function pointAt({ points }: Lifeline, revision: number): LifePoint | undefined {
  const last = points.findLast((point) => point.revision <= revision);
  return last?.state === 'fixed' || last?.revision === revision ? last : undefined;
}

function AddDialog({
  onClose,
  onAdded,
}: {
  readonly onClose: () => void;
  readonly onAdded: (session: string) => void;
}): JSX.Element {
  const t = useTexts();
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const add = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const body = { episode_number: name.trim(), text };
      const { session_id: id } = await send<Session>('POST', '/api/issues/sessions', { body });
      onAdded(id);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('manuscript.add')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <label class="field">
          {t('manuscript.name')}
          <input
            value={name}
            required
            maxLength={64}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <label class="field">
          {t('manuscript.text')}
          <textarea
            rows={10}
            required
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        {failure !== undefined && <Failure error={failure} />}
        <div class="actions">
          <button type="button" onClick={onClose}>
            {t('cancel')}
          </button>
          <button type="submit" class="primary" disabled={isBusy || name.trim() === ''}>
            {t('manuscript.check')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
