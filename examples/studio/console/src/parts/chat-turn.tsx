import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { PendingTurn } from '../chat.ts';
import { type Translate, useTexts } from '../texts.ts';
import type { TurnView } from '../types.ts';
import { Badge } from './parts.tsx';

type Response = TurnView['response'];
type Reason = TurnView['reasons'][number];
type Step = TurnView['plan']['steps'][number];
type Search = Omit<TurnView['searches'][number], 'status'> & { readonly status: string };

/** A recorded turn: the message, its answer with sources, and how it came about. */
export function ChatTurn({ turn }: { readonly turn: TurnView }): JSX.Element {
  const { message, response, searches } = turn;
  return (
    <Turn message={message}>
      <div class="talk">
        <Reply response={response} searches={searches} />
      </div>
      <Plan made={turn} searches={searches} />
    </Turn>
  );
}

/** A turn on its way. Screen readers hear its stages elsewhere, not each word of the answer. */
export function PendingChatTurn({ turn }: { readonly turn: PendingTurn }): JSX.Element {
  const t = useTexts();
  const { message, state, response, text, plan } = turn;
  const searches = turn.searches.map((each) => ({ ...each, hits: [] }));
  return (
    <Turn message={message}>
      <div class="talk" aria-busy={state === 'running'}>
        {response !== undefined && <Reply response={response} searches={searches} />}
        {response === undefined && (text !== '' || state === 'running') && (
          <div class="bubble">
            <Name text={t('chat.assistant')} />
            <p class="answer-text">
              {text}
              {state === 'running' && <span class="cursor" aria-hidden="true" />}
            </p>
          </div>
        )}
      </div>
      {plan !== undefined && <Plan made={plan} searches={searches} />}
    </Turn>
  );
}

function Turn({
  message,
  children,
}: {
  readonly message: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  const t = useTexts();
  return (
    <li class="turn">
      <div class="bubble mine">
        <Name text={t('chat.you')} />
        <p class="answer-text">{message}</p>
      </div>
      {children}
    </li>
  );
}

function Name({ text }: { readonly text: string }): JSX.Element {
  return <p class="line-name">{text}</p>;
}

function Reply({
  response,
  searches,
}: {
  readonly response: Response;
  readonly searches: readonly Search[];
}): JSX.Element {
  const t = useTexts();
  const id = useId();
  const { needsClarification, clarifyingQuestions = [], answer, meta } = response;
  const passages = new Map(
    searches.flatMap(({ hits }) => hits.map((hit) => [hit.id, hit.text] as const)),
  );
  const sources = (meta?.sources ?? []).map(({ id: source, title = source, url }, index) => ({
    id: `${id}-${index + 1}`,
    number: index + 1,
    title,
    url,
    passage: passages.get(source),
  }));
  return (
    <div class="bubble">
      <Name text={t('chat.assistant')} />
      {needsClarification ? (
        <>
          <Badge tone="warn">{t('chat.asked')}</Badge>
          {clarifyingQuestions.map((question) => (
            <p key={question} class="answer-text">
              {question}
            </p>
          ))}
        </>
      ) : (
        <p class="answer-text">
          <Cited text={answer ?? t('chat.empty')} sources={sources} />
        </p>
      )}
      {sources.length > 0 && (
        <>
          <h3>{t('chat.sources')}</h3>
          <ol class="sources">
            {sources.map((source) => (
              <li key={source.id} id={source.id} tabIndex={-1}>
                <p>
                  <span class="number">[{source.number}]</span> <SourceTitle {...source} />
                </p>
                {source.passage !== undefined && <blockquote>{source.passage}</blockquote>}
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

interface Source {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly url: string | undefined;
}

/** A link only to the web: the address of a source may be anything. */
function SourceTitle({ title, url = '' }: Source): JSX.Element {
  if (!/^https?:\/\//i.test(url)) return <strong>{title}</strong>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {title}
    </a>
  );
}

/** An answer whose citations, such as `[1]`, are buttons that lead to their source. */
function Cited({
  text,
  sources,
}: {
  readonly text: string;
  readonly sources: readonly Source[];
}): JSX.Element {
  const t = useTexts();
  return (
    <>
      {text.split(/(\[\d+\])/).map((part) => {
        const source = sources.find(({ number }) => part === `[${number}]`);
        if (source === undefined) return part;
        const { id, number, title } = source;
        return (
          <button
            type="button"
            class="cite"
            aria-label={t('chat.cite', { number, title })}
            onClick={() => {
              const element = document.getElementById(id);
              element?.scrollIntoView({ block: 'nearest' });
              element?.focus();
            }}
          >
            {part}
          </button>
        );
      })}
    </>
  );
}

function Plan({
  made: { plan, source, reasons },
  searches,
}: {
  readonly made: Pick<TurnView, 'plan' | 'source' | 'reasons'>;
  readonly searches: readonly Search[];
}): JSX.Element {
  const t = useTexts();
  return (
    <aside class="plan-side" aria-label={t('chat.plan')}>
      <h3>{t('chat.plan')}</h3>
      <p class="muted">{t.code(source)}</p>
      {reasons.length > 0 && (
        <>
          <h4>{t('chat.why')}</h4>
          <ul class="reasons">
            {reasons.map((reason, index) => (
              <li key={`${index} ${reason.code}`}>{reasonText(reason, t)}</li>
            ))}
          </ul>
        </>
      )}
      <h4>{t('chat.steps')}</h4>
      <ol class="steps">
        {plan.steps.map((step) => (
          <li key={step.id}>
            {stepText(step, t)}
            {'query' in step && (
              <Hits search={searches.find(({ query }) => query === step.query)} />
            )}
          </li>
        ))}
      </ol>
    </aside>
  );
}

function Hits({ search }: { readonly search: Search | undefined }): JSX.Element | null {
  const t = useTexts();
  if (search === undefined || search.status === 'running') return null;
  const { status, hits } = search;
  if (status !== 'returned') return <Badge tone="bad">{t.code(status)}</Badge>;
  if (hits.length === 0) return null;
  return (
    <details class="hits">
      <summary>{t('chat.hits', { count: t.number(hits.length) })}</summary>
      <ol>
        {hits.map(({ id, title = id, text }) => (
          <li key={id}>
            <strong>{title}</strong>
            <p class="muted">{text}</p>
          </li>
        ))}
      </ol>
    </details>
  );
}

function stepText(step: Step, t: Translate): string {
  if (step.type === 'answer') {
    return t(step.style === 'step_by_step' ? 'chat.step.step_by_step' : 'chat.step.answer');
  }
  return t(`chat.step.${step.type}`, 'query' in step ? { query: step.query } : {});
}

function reasonText({ code, params = {} }: Reason, t: Translate): string {
  const values = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name === 'slot' ? t.code(`slot-${String(value)}`) : String(value),
    ]),
  );
  return t.code(code, values);
}
