import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, askAgain, drop, lastAnswer, type PendingTurn, pendingTurns } from '../chat.ts';
import { Problem, send } from '../http.ts';
import { useLoaded } from '../load.ts';
import { ChatTurn, PendingChatTurn } from '../parts/chat-turn.tsx';
import { Failure, PageHead } from '../parts/parts.tsx';
import { addressOf, open } from '../route.ts';
import { useStore } from '../store.ts';
import { type Translate, useTexts } from '../texts.ts';
import type { TurnView } from '../types.ts';

interface DialogList {
  readonly items: readonly {
    readonly session_id: string;
    readonly title: string;
    readonly updated_at: string;
  }[];
  readonly total: number;
}
interface DialogView {
  readonly turns: readonly TurnView[];
  readonly total: number;
}

const pageSize = 50;
/** The most dialogs, or turns of a dialog, that one request reads. */
const mostRows = 200;
const noTurns: DialogView = { turns: [], total: 0 };

/** Dialogs with the FAQ assistant: `#/chat/<session>`. */
export function ChatPage({
  path: [session = ''],
}: {
  readonly path: readonly string[];
}): JSX.Element {
  const t = useTexts();
  const [limit, setLimit] = useState(pageSize);
  const { value, error, reload } = useLoaded<DialogList>(
    (signal) => send('GET', `/api/dialogs?limit=${limit}`, { signal }),
    [limit],
    ['dialog'],
  );
  return (
    <div class="page">
      <PageHead title={t('chat.title')} lead={t('chat.lead')} />
      {error !== undefined && <Failure error={error} retry={reload} />}
      <div class="split thirds">
        <nav class="list-side" aria-label={t('chat.dialogs')}>
          <ul class="links">
            <li>
              <a
                href={addressOf('chat')}
                {...(session === '' ? { 'aria-current': 'true' as const } : {})}
              >
                <span class="link-title">+ {t('chat.new')}</span>
              </a>
            </li>
            {value?.items.map(({ session_id: id, title, updated_at }) => (
              <li key={id}>
                <a
                  href={addressOf('chat', id)}
                  {...(id === session ? { 'aria-current': 'true' as const } : {})}
                >
                  <span class="link-title">{title}</span>
                  <span class="muted">{t.time(updated_at)}</span>
                </a>
              </li>
            ))}
          </ul>
          {value !== undefined && value.total > limit && limit < mostRows && (
            <button type="button" onClick={() => setLimit(limit + pageSize)}>
              {t('chat.more')}
            </button>
          )}
        </nav>
        <Dialog key={session} session={session} onAnswer={reload} />
      </div>
    </div>
  );
}

function Dialog({
  session,
  onAnswer,
}: {
  readonly session: string;
  readonly onAnswer: () => void;
}): JSX.Element {
  const t = useTexts();
  const [limit, setLimit] = useState(pageSize);
  const pending = useStore(pendingTurns).find((each) => each.session === session);
  const { value, error, reload } = useLoaded<DialogView>(
    (signal) => readDialog(session, limit, signal),
    [session, limit],
  );
  const { turns, total } = value ?? noTurns;
  const isRecorded = turns.some(({ request_id }) => request_id === pending?.requestId);
  const state = pending?.state;
  useEffect(() => {
    // The server may have recorded a turn whose connection was lost.
    if (state !== 'done' && state !== 'lost') return;
    reload();
    onAnswer();
  }, [state]);
  useEffect(() => {
    // What is recorded takes the place of what was streamed.
    if (isRecorded && pending !== undefined && state !== 'running') drop(pending);
  }, [isRecorded, state]);
  const shown = isRecorded ? undefined : pending;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [turns.length, shown?.requestId, state]);

  return (
    <section class="chat" aria-label={t('chat.messages')}>
      {error !== undefined && <Failure error={error} retry={reload} />}
      {total > turns.length && limit < mostRows && (
        <button type="button" onClick={() => setLimit(limit + pageSize)}>
          {t('chat.earlier')}
        </button>
      )}
      <ol class="turns" ref={list}>
        {turns.map((turn) => (
          <ChatTurn key={turn.request_id ?? turn.at} turn={turn} />
        ))}
        {shown !== undefined && <PendingChatTurn key={shown.requestId} turn={shown} />}
      </ol>
      {shown !== undefined && <Unanswered turn={shown} />}
      <Composer session={session} pending={shown} isEmpty={session === ''} />
    </section>
  );
}

/** A dialog that nothing is recorded of is empty: its first message is on its way. */
async function readDialog(
  session: string,
  limit: number,
  signal: AbortSignal,
): Promise<DialogView> {
  if (session === '') return noTurns;
  try {
    const path = `/api/dialogs/${encodeURIComponent(session)}?limit=${limit}`;
    return await send('GET', path, { signal });
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return noTurns;
    throw error;
  }
}

/** A message whose answer did not come, and what the user can do about it. */
function Unanswered({ turn }: { readonly turn: PendingTurn }): JSX.Element | null {
  const t = useTexts();
  const { state, problem = '' } = turn;
  if (state !== 'lost' && state !== 'failed') return null;
  return (
    <div class="notice bad" role="alert">
      <p>
        <strong>{state === 'lost' ? t('chat.lost') : t('chat.failed', { reason: problem })}</strong>
      </p>
      {state === 'lost' && <p>{t('chat.lost.text')}</p>}
      <div class="actions start">
        <button type="button" onClick={() => void askAgain(turn)}>
          {t('chat.again')}
        </button>
        <button type="button" onClick={() => drop(turn)}>
          {t('chat.drop')}
        </button>
      </div>
    </div>
  );
}

const examples = ['chat.example.1', 'chat.example.2', 'chat.example.3'] as const;
/** The longest message that the server takes. */
const maxMessage = 4000;

function Composer({
  session,
  pending,
  isEmpty,
}: {
  readonly session: string;
  readonly pending: PendingTurn | undefined;
  readonly isEmpty: boolean;
}): JSX.Element {
  const t = useTexts();
  const [text, setText] = useState('');
  const [isStopped, setIsStopped] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const answered = useStore(lastAnswer);
  const isRunning = pending?.state === 'running';
  useEffect(() => {
    // The first message of a dialog has opened the page of the dialog.
    if (isRunning) field.current?.focus();
  }, []);
  const submit = (message: string): void => {
    if (message.trim() === '' || isRunning) return;
    const id = session === '' ? crypto.randomUUID() : session;
    void ask(id, message);
    setText('');
    setIsStopped(false);
    if (id !== session) open('chat', id);
    field.current?.focus();
  };
  const stop = (): void => {
    if (pending === undefined || !isRunning) return;
    setText(pending.message);
    setIsStopped(true);
    drop(pending);
    field.current?.focus();
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit(text);
      }}
    >
      <p class="for-readers" role="status">
        {isStopped
          ? t('chat.stopped')
          : answered?.session === session
            ? answerText(answered.response, t)
            : progressOf(pending, t)}
      </p>
      {isEmpty && (
        <div class="chips" role="group" aria-label={t('chat.examples')}>
          {examples.map((key) => (
            <button key={key} type="button" class="chip" onClick={() => submit(t(key))}>
              {t(key)}
            </button>
          ))}
        </div>
      )}
      <label class="field">
        {t('chat.label')}
        <textarea
          ref={field}
          rows={2}
          maxLength={maxMessage}
          aria-describedby="chat-hint"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') stop();
            // Enter also ends the input of a Japanese word.
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            submit(text);
          }}
        />
      </label>
      <div class="composer-end">
        <p id="chat-hint" class="muted">
          {t('chat.hint')}
        </p>
        {/* With keys: a button that became the other one during its click would submit. */}
        {isRunning ? (
          <button key="stop" type="button" onClick={stop}>
            {t('chat.stop')}
          </button>
        ) : (
          <button key="send" type="submit" class="primary" disabled={text.trim() === ''}>
            {t('chat.send')}
          </button>
        )}
      </div>
    </form>
  );
}

/** The progress of a turn for screen readers, one sentence a stage. */
function progressOf(turn: PendingTurn | undefined, t: Translate): string {
  if (turn?.state !== 'running') return '';
  const { plan, searches, text } = turn;
  const search = searches.find(({ status }) => status === 'running');
  if (search !== undefined) return t('chat.searching', { query: search.query });
  return plan === undefined && text === '' ? t('chat.planning') : t('chat.writing');
}

/** The answer for screen readers, as a whole. */
function answerText(response: PendingTurn['response'], t: Translate): string {
  const questions = response?.clarifyingQuestions ?? [];
  return questions.length > 0
    ? t('chat.asks', { text: questions.join(' ') })
    : t('chat.answered', { text: response?.answer ?? t('chat.empty') });
}
