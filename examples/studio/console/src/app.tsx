import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Problem, send, storeToken } from './http.ts';
import { followLive, liveState } from './live.ts';
import { useLoaded } from './load.ts';
import { announced, isWaiting, outbox, runOutbox } from './outbox.ts';
import { CardPage } from './pages/card-page.tsx';
import { ChatPage } from './pages/chat-page.tsx';
import { JournalPage } from './pages/journal-page.tsx';
import { ManuscriptPage } from './pages/manuscript-page.tsx';
import { MetricsPage } from './pages/metrics-page.tsx';
import { PlanPage } from './pages/plan-page.tsx';
import { ProposalsPage } from './pages/proposals-page.tsx';
import { QueuePage } from './pages/queue-page.tsx';
import { RunsPage } from './pages/runs-page.tsx';
import { RefusedDialog } from './parts/conflict-dialog.tsx';
import { Failure } from './parts/parts.tsx';
import { addressOf, route } from './route.ts';
import { useStore } from './store.ts';
import { setLanguage, type TextKey, useTexts } from './texts.ts';
import { scheme, setScheme } from './theme.ts';
import type { Me } from './types.ts';

interface Page {
  readonly name: string;
  readonly text: TextKey;
  readonly Show: (props: { readonly path: readonly string[] }) => JSX.Element;
}

const pages: readonly Page[] = [
  { name: 'queue', text: 'nav.queue', Show: QueuePage },
  { name: 'proposals', text: 'nav.proposals', Show: ProposalsPage },
  { name: 'manuscript', text: 'nav.manuscript', Show: ManuscriptPage },
  { name: 'journal', text: 'nav.journal', Show: JournalPage },
  { name: 'runs', text: 'nav.runs', Show: RunsPage },
  { name: 'plan', text: 'nav.plan', Show: PlanPage },
  { name: 'chat', text: 'nav.chat', Show: ChatPage },
  { name: 'metrics', text: 'nav.metrics', Show: MetricsPage },
];
const cardPage: Page = { name: 'card', text: 'nav.queue', Show: CardPage };
const [firstPage = cardPage] = pages;

/** The console: header, pages, and the state of the connection. */
export function App(): JSX.Element {
  const t = useTexts();
  const [name = '', ...path] = useStore(route);
  const me = useLoaded<Me>((signal) => send('GET', '/api/me', { signal }), []);
  const page = [...pages, cardPage].find((each) => each.name === name) ?? firstPage;
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);

  useEffect(() => {
    document.title = `${t(page.text)} – Kanmon Studio`;
  }, [page, t]);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    // A fast user may be in a field of the new page already.
    if (!main.current?.contains(document.activeElement)) {
      main.current?.focus({ preventScroll: true });
    }
    scrollTo(0, 0);
  }, [name]);
  const isSignedIn = me.value !== undefined;
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const stop = new AbortController();
    void followLive(stop.signal);
    void runOutbox();
    const unsubscribe = liveState.subscribe(() => {
      if (liveState.get() === 'open' && outbox.get().length > 0) void runOutbox();
    });
    return () => {
      stop.abort();
      unsubscribe();
    };
  }, [isSignedIn]);

  const needsToken = me.error instanceof Problem && me.error.status === 401;
  return (
    <div class="app">
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('skip')}
      </a>
      <Header user={me.value?.id} />
      {isSignedIn && (
        <nav class="nav" aria-label={t('nav.label')}>
          {pages.map(({ name: each, text }) => (
            <a
              key={each}
              href={addressOf(each)}
              {...(each === page.name || (each === 'queue' && page === cardPage)
                ? { 'aria-current': 'page' as const }
                : {})}
            >
              {t(text)}
            </a>
          ))}
        </nav>
      )}
      <main id="main" ref={main} tabIndex={-1}>
        <Kept />
        {needsToken && <SignIn onDone={me.reload} />}
        {me.error !== undefined && !needsToken && <Failure error={me.error} retry={me.reload} />}
        {isSignedIn && <page.Show path={path} />}
      </main>
      <Toast />
      <RefusedDialog />
    </div>
  );
}

/** Time that a message stays on the screen. */
const toastMs = 4000;

function Toast(): JSX.Element {
  const text = useStore(announced);
  useEffect(() => {
    if (text === '') return undefined;
    const timer = setTimeout(() => announced.set(''), toastMs);
    return () => clearTimeout(timer);
  }, [text]);
  return <div role="status">{text !== '' && <p class="toast">{text}</p>}</div>;
}

function Header({ user }: { readonly user: string | undefined }): JSX.Element {
  const t = useTexts();
  const live = useStore(liveState);
  const current = useStore(scheme);
  const other = current === 'dark' ? 'light' : 'dark';
  return (
    <header class="header">
      <a class="brand" href="#/" aria-label="Kanmon Studio">
        <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
          <rect width="32" height="32" rx="7" />
          <path d="M5 10h22M8 15h16M11 10v16M21 10v16" />
        </svg>
        <span>
          Kanmon <b>Studio</b>
        </span>
      </a>
      {user !== undefined && (
        <p class={`live live-${live}`} role="status">
          <span class="dot" aria-hidden="true" />
          <span class="live-text">{t(`live.${live}`)}</span>
        </p>
      )}
      <div class="header-end">
        {user !== undefined && <span class="user">{user}</span>}
        <button
          type="button"
          class="quiet"
          lang={t.language === 'ja' ? 'en' : 'ja'}
          onClick={() => setLanguage(t.language === 'ja' ? 'en' : 'ja')}
        >
          {t('switch.language')}
        </button>
        <button type="button" class="quiet" onClick={() => setScheme(other)}>
          {t(`switch.${other}`)}
        </button>
      </div>
    </header>
  );
}

/** Decisions that wait for the connection. */
function Kept(): JSX.Element {
  const t = useTexts();
  const kept = useStore(outbox);
  const waits = useStore(isWaiting);
  return (
    <div role="status">
      {waits && kept.length > 0 && (
        <div class="notice warn kept">
          <p>{t('outbox.waiting', { count: kept.length })}</p>
          <ul>
            {kept.map(({ id, label }) => (
              <li key={id}>{label}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function SignIn({ onDone }: { readonly onDone: () => void }): JSX.Element {
  const t = useTexts();
  const [token, setToken] = useState('');
  return (
    <form
      class="panel sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        storeToken(token.trim());
        onDone();
      }}
    >
      <h1>{t('token.title')}</h1>
      <p>{t('token.text')}</p>
      <label class="field">
        {t('token.label')}
        <input
          type="password"
          autocomplete="off"
          required
          value={token}
          onInput={({ currentTarget }) => setToken(currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary">
        {t('token.submit')}
      </button>
    </form>
  );
}
