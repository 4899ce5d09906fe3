import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { send } from '../http.ts';
import { useLoaded } from '../load.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { BoardView } from '../parts/board-view.tsx';
import { Failure, Loading, PageHead } from '../parts/parts.tsx';
import { isOpen, ProposalList } from '../parts/proposal-list.tsx';
import { boardPath } from '../proposal-decisions.ts';
import { open } from '../route.ts';
import { useTexts } from '../texts.ts';
import type { Board, Items, Me, Proposal, RunView } from '../types.ts';

type RunSummary = Omit<RunView, 'attempts'>;

/** Gates whose answers are proposals. */
const gates: ReadonlySet<string> = new Set(['organizer-report', 'advisor-report']);
/** Runs that are looked through for the last answers. */
const mostRuns = 50;

/** A board, what a model proposes for it, and the decisions: `#/proposals/<board>/<run>`. */
export function ProposalsPage({
  path: [wantedBoard = '', wantedRun = ''],
}: {
  readonly path: readonly string[];
}): JSX.Element {
  const t = useTexts();
  const boards = useLoaded<Items<{ readonly board_id: string }>>(
    (signal) => send('GET', '/api/boards', { signal }),
    [],
  );
  const name = wantedBoard === '' ? (boards.value?.items[0]?.board_id ?? '') : wantedBoard;
  const board = useLoaded<Board | null>(
    async (signal) => (name === '' ? null : send('GET', boardPath(name), { signal })),
    [name],
    ['board', 'proposals'],
  );
  const proposals = useLoaded<Items<Proposal>>(
    async (signal) =>
      name === '' ? { items: [] } : send('GET', boardPath(name, '/proposals'), { signal }),
    [name, t.language],
    ['board', 'proposals'],
  );
  const runs = useLoaded<Items<RunSummary>>(
    (signal) => send('GET', `/api/runs?limit=${mostRuns}`, { signal }),
    [],
    ['run'],
  );
  /** The revisions that the user selected: a proposal whose effect has changed is no longer selected. */
  const [selection, setSelection] = useState<readonly string[]>([]);
  const [view, setView] = useState<'answer' | 'board'>('answer');
  /** The place in the answer that the user asked for. */
  const [wanted, setWanted] = useState<{ readonly pointer: string } | null>(null);
  const all = proposals.value?.items ?? [];
  const selected = all.filter((each) => isOpen(each) && selection.includes(each.revision));
  const answers = (runs.value?.items ?? []).filter(({ gate }) => gates.has(gate));
  const lastRun = all.findLast(isOpen)?.diff.generated_from.organizer_run_id;
  const run =
    answers.find(({ run_id: id }) => id === wantedRun) ??
    answers.find(({ run_id: id }) => id === lastRun) ??
    answers[0];
  const reload = (): void => {
    board.reload();
    proposals.reload();
  };
  const error = boards.error ?? board.error ?? proposals.error ?? runs.error;
  return (
    <div class="page">
      <PageHead title={t('proposals.title')} lead={t('proposals.lead')}>
        <label>
          {t('proposals.board')}
          <select
            value={name}
            onChange={({ currentTarget }) => open('proposals', currentTarget.value)}
          >
            {boards.value?.items.map(({ board_id: id }) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        </label>
        <label>
          {t('proposals.run')}
          <select
            class="long"
            value={run?.run_id ?? ''}
            onChange={({ currentTarget }) => open('proposals', name, currentTarget.value)}
          >
            {answers.map(({ run_id: id, gate, started_at: at }) => (
              <option key={id} value={id}>
                {`${t.code(gate)} · ${t.time(at)}`}
              </option>
            ))}
          </select>
        </label>
      </PageHead>
      {error !== undefined && <Failure error={error} retry={reload} />}
      {boards.value?.items.length === 0 && <p class="muted empty">{t('proposals.noboard')}</p>}
      {board.value === undefined && error === undefined && <Loading />}
      {board.value !== undefined && board.value !== null && (
        <>
          <Ask key={name} board={board.value} onDone={reload} />
          <div role="status">
            {selected.length < selection.length && (
              <p class="notice warn">{t('proposals.dropped')}</p>
            )}
          </div>
          <div class="split even">
            <ProposalList
              board={name}
              proposals={all}
              selected={selected}
              onSelect={(next) => setSelection(next.map(({ revision }) => revision))}
              onChange={reload}
              onSource={(diff) => {
                const { organizer_run_id: id, source_proposal: pointer } = diff.generated_from;
                setView('answer');
                setWanted({ pointer });
                if (id !== run?.run_id) open('proposals', name, id);
              }}
            />
            <div class="beside">
              <div class="attempts" role="group" aria-label={t('proposals.beside')}>
                <button
                  type="button"
                  aria-pressed={view === 'answer'}
                  onClick={() => setView('answer')}
                >
                  {t('proposals.run')}
                </button>
                <button
                  type="button"
                  aria-pressed={view === 'board'}
                  onClick={() => setView('board')}
                >
                  {t('proposals.board')}{' '}
                  {selected.length > 0 && (
                    <span class="muted">
                      {t('proposals.board.preview', { count: selected.length })}
                    </span>
                  )}
                </button>
              </div>
              {view === 'board' && (
                <section class="panel context" aria-labelledby="board-title">
                  <h2 id="board-title">{t('proposals.board.title', { board: name })}</h2>
                  <BoardView
                    board={board.value}
                    effects={selected.flatMap(({ effect }) => effect ?? [])}
                  />
                </section>
              )}
              {view === 'answer' && run === undefined && (
                <p class="muted empty">{t('runs.empty')}</p>
              )}
              {view === 'answer' && run !== undefined && (
                <AnswerView key={run.run_id} run={run.run_id} board={board.value} wanted={wanted} />
              )}
            </div>
          </div>
        </>
      )}
    </div>
  );
}

interface RunAnswer {
  readonly ok: boolean;
  readonly report: unknown;
  readonly reason?: string;
}

/** Asks a model for proposals about the board, or for options about one of its notes. */
function Ask({
  board,
  onDone,
}: {
  readonly board: Board;
  readonly onDone: () => void;
}): JSX.Element {
  const t = useTexts();
  const me = useLoaded<Me>((signal) => send('GET', '/api/me', { signal }), []);
  const [intent, setIntent] = useState('');
  const undecided = board.nodes.find(({ status }) => status === 'NEEDS_DECISION') ?? board.nodes[0];
  const [note, setNote] = useState(undecided?.id ?? '');
  const [busy, setBusy] = useState<'organizer' | 'advisor' | null>(null);
  const [failure, setFailure] = useState<unknown>();
  const [rejected, setRejected] = useState<string | null>(null);
  const { board_id: id, dashboard } = board;
  const run = async (role: 'organizer' | 'advisor'): Promise<void> => {
    setBusy(role);
    setFailure(undefined);
    setRejected(null);
    try {
      const userIntent = intent.trim() === '' ? {} : { userIntent: intent.trim() };
      const focus = role === 'advisor' ? { focusNodeId: note } : {};
      const body = { dashboard, ...userIntent, ...focus };
      const answer = await send<RunAnswer>('POST', `/api/${role}/run`, { body });
      const { items } = await send<Items<RunSummary>>('GET', `/api/runs?limit=${mostRuns}`);
      const mine = items.find(
        ({ gate, actor }) => gate === `${role}-report` && actor === me.value?.id,
      );
      if (answer.ok && role === 'organizer' && mine !== undefined) {
        const diffs = { boardId: id, runId: mine.run_id, report: answer.report };
        await send('POST', '/api/proposal-quality/diffs', { body: diffs });
      }
      if (!answer.ok) setRejected(answer.reason ?? '');
      if (mine !== undefined) open('proposals', id, mine.run_id);
      onDone();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(null);
    }
  };
  const hasModel = me.value?.has_model !== false;
  return (
    <section class="panel ask" aria-label={t('proposals.ask')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run('organizer');
        }}
      >
        <label class="field">
          {t('proposals.intent')}
          <input
            value={intent}
            maxLength={1000}
            placeholder={t('proposals.intent.example')}
            onInput={({ currentTarget }) => setIntent(currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary" disabled={busy !== null || !hasModel}>
          {t('proposals.organizer')}
        </button>
      </form>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run('advisor');
        }}
      >
        <label class="field">
          {t('proposals.note')}
          <select value={note} onChange={({ currentTarget }) => setNote(currentTarget.value)}>
            {board.nodes.map(({ id: each, title }) => (
              <option key={each} value={each}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" disabled={busy !== null || !hasModel}>
          {t('proposals.advisor')}
        </button>
      </form>
      <div class="ask-state" role="status">
        {busy !== null && <p class="muted">{t('proposals.running')}</p>}
        {!hasModel && <p class="muted">{t('proposals.nomodel')}</p>}
        {rejected !== null && (
          <p class="notice bad">{t('proposals.run.rejected', { reason: t.code(rejected) })}</p>
        )}
      </div>
      {failure !== undefined && <Failure error={failure} />}
    </section>
  );
}
