import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { approve } from '../card-decisions.ts';
import { send } from '../http.ts';
import { useLoaded } from '../load.ts';
import { outbox } from '../outbox.ts';
import { CardPanel } from '../parts/card-panel.tsx';
import { Dialog, Failure, Grade, Loading, PageHead, Status } from '../parts/parts.tsx';
import { ReturnDialog } from '../parts/return-dialog.tsx';
import { showRow, Spacer, useVisibleRows } from '../parts/virtual-rows.tsx';
import { addressOf, open } from '../route.ts';
import { useStore } from '../store.ts';
import { useTexts } from '../texts.ts';
import type { CardView, Items } from '../types.ts';

/** Pixels; the style sheet has the same height. */
const rowHeight = 52;
const headHeight = 36;

interface Deck {
  readonly spec_id: string;
  readonly cards: number;
  readonly approved: number;
}

/** The cards that wait for a decision, with a preview of the chosen one. */
export function QueuePage({
  path: [wanted = ''],
}: {
  readonly path: readonly string[];
}): JSX.Element {
  const t = useTexts();
  const decks = useLoaded<Items<Deck>>((signal) => send('GET', '/api/decks', { signal }), []);
  const deck = wanted === '' ? (decks.value?.items[0]?.spec_id ?? '') : wanted;
  const [shows, setShows] = useState<'open' | 'all'>('open');
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<string | null>(null);
  const [dialog, setDialog] = useState<'return' | 'help' | null>(null);
  const cards = useLoaded<Items<CardView>>(
    async (signal) =>
      deck === ''
        ? { items: [] }
        : send('GET', `/v1/content/cards?spec_id=${encodeURIComponent(deck)}`, { signal }),
    [deck],
    ['deck'],
  );
  const kept = useStore(outbox);
  const rows = useMemo(
    () => sorted(cards.value?.items ?? [], { isOpenOnly: shows === 'open', search }),
    [cards.value, shows, search],
  );
  const index = Math.max(
    0,
    rows.findIndex(({ slide_id }) => slide_id === selected),
  );
  const card = rows[index];
  const scroller = useRef<HTMLDivElement>(null);
  const { first, last } = useVisibleRows(scroller, rows.length, rowHeight);
  const columns = shows === 'all' ? 5 : 4;
  const isKept = ({ slide_id }: CardView): boolean =>
    kept.some(
      ({ seen }) =>
        seen.kind === 'card' && seen.card.slide_id === slide_id && seen.card.spec_id === deck,
    );

  const choose = (to: number): void => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, to))];
    if (row === undefined) return;
    setSelected(row.slide_id);
    showRow(scroller.current, rows.indexOf(row), rowHeight, headHeight);
  };
  /** The next row takes the place of a card that leaves the list. */
  const leave = (): void => {
    const next = rows[index + 1] ?? rows[index - 1];
    if (shows === 'open') setSelected(next?.slide_id ?? null);
  };
  const actions: Readonly<Record<string, () => void>> = {
    j: () => choose(index + 1),
    ArrowDown: () => choose(index + 1),
    k: () => choose(index - 1),
    ArrowUp: () => choose(index - 1),
    a() {
      if (card?.status !== 'draft' || isKept(card)) return;
      void approve(card, t).then(cards.reload);
      leave();
    },
    r() {
      if (card?.status === 'draft' && !isKept(card)) setDialog('return');
    },
    Enter() {
      if (card !== undefined) open('card', deck, card.slide_id);
    },
    '?': () => setDialog('help'),
  };
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
      // Other controls keep their own keys; letters work wherever no text is typed.
      if (target.closest('input, textarea, select, dialog') !== null) return;
      if (key.length > 1 && target.closest('a, button, summary') !== null) return;
      if (key.startsWith('Arrow') && target.closest('.queue-list') === null) return;
      const action = latest.current[key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  return (
    <div class="page">
      <PageHead title={t('queue.title')} lead={t('queue.lead')}>
        <label>
          {t('queue.deck')}
          <select value={deck} onChange={({ currentTarget }) => open('queue', currentTarget.value)}>
            {decks.value?.items.map(({ spec_id }) => (
              <option key={spec_id}>{spec_id}</option>
            ))}
          </select>
        </label>
        <label>
          {t('queue.status')}
          <select
            value={shows}
            onChange={({ currentTarget }) =>
              setShows(currentTarget.value === 'all' ? 'all' : 'open')
            }
          >
            <option value="open">{t('queue.open')}</option>
            <option value="all">{t('queue.all')}</option>
          </select>
        </label>
        <label>
          {t('queue.search')}
          <input
            type="search"
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </label>
        <button type="button" onClick={() => setDialog('help')}>
          <kbd>?</kbd> {t('queue.help')}
        </button>
      </PageHead>
      {decks.error !== undefined && <Failure error={decks.error} retry={decks.reload} />}
      {cards.error !== undefined && <Failure error={cards.error} retry={cards.reload} />}
      {cards.value === undefined && cards.error === undefined ? (
        <Loading />
      ) : (
        <div class="split">
          <div class="list-side">
            <p class="muted count" role="status">
              {rows.length === 0 ? t('queue.empty') : t('queue.count', { count: rows.length })}
            </p>
            {rows.length > 0 && (
              <div class="queue-list" ref={scroller}>
                <table
                  role="grid"
                  class="rows"
                  tabIndex={0}
                  aria-label={t('queue.grid')}
                  aria-rowcount={rows.length + 1}
                  aria-activedescendant={card === undefined ? undefined : `row-${index}`}
                >
                  <thead>
                    <tr aria-rowindex={1}>
                      <th scope="col">{t('queue.grade')}</th>
                      <th scope="col">{t('queue.card')}</th>
                      <th scope="col" class="number">
                        {t('queue.fixes')}
                      </th>
                      <th scope="col" class="number">
                        {t('queue.age')}
                      </th>
                      {shows === 'all' && <th scope="col">{t('queue.state')}</th>}
                    </tr>
                  </thead>
                  <tbody>
                    <Spacer rows={first} rowHeight={rowHeight} columns={columns} />
                    {rows.slice(first, last).map((each, offset) => (
                      <tr
                        key={each.slide_id}
                        id={`row-${first + offset}`}
                        aria-rowindex={first + offset + 2}
                        aria-selected={each === card}
                        class={isKept(each) ? 'kept-row' : ''}
                        onClick={() => choose(first + offset)}
                        onDblClick={() => open('card', deck, each.slide_id)}
                      >
                        <td>
                          <Grade grade={each.ai_review?.grade} />
                        </td>
                        <td class="wide">
                          <a href={addressOf('card', deck, each.slide_id)} tabIndex={-1}>
                            {each.title}
                          </a>
                        </td>
                        <td class="number">{each.ai_review?.autofix_proposals.length ?? 0}</td>
                        <td class="number">{t.age(createdAt(each))}</td>
                        {shows === 'all' && (
                          <td>
                            <Status status={each.status} />
                          </td>
                        )}
                      </tr>
                    ))}
                    <Spacer rows={rows.length - last} rowHeight={rowHeight} columns={columns} />
                  </tbody>
                </table>
              </div>
            )}
          </div>
          {card !== undefined && (
            <section class="panel preview" aria-label={card.title}>
              <CardPanel key={card.slide_id} card={card} onChange={cards.reload} heading="h2" />
            </section>
          )}
        </div>
      )}
      {dialog === 'return' && card !== undefined && (
        <ReturnDialog
          card={card}
          onClose={(isSent) => {
            setDialog(null);
            if (isSent) leave();
          }}
        />
      )}
      {dialog === 'help' && <Help onClose={() => setDialog(null)} />}
    </div>
  );
}

const keys = [
  ['j', 'help.next'],
  ['k', 'help.previous'],
  ['a', 'help.approve'],
  ['r', 'help.return'],
  ['Enter', 'help.open'],
  ['?', 'help.help'],
] as const;

function Help({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const t = useTexts();
  return (
    <Dialog title={t('queue.help')} onClose={onClose}>
      <dl class="keys">
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <div class="actions">
        <button type="button" class="primary" onClick={onClose}>
          {t('close')}
        </button>
      </div>
    </Dialog>
  );
}

function createdAt({ history, ai_review }: CardView): string {
  return history[0]?.timestamp ?? ai_review?.reviewed_at ?? '';
}

function rank({ ai_review }: CardView): string {
  return ai_review?.grade ?? '';
}

/** The lowest grade first, then the oldest. */
function sorted(
  cards: readonly CardView[],
  { isOpenOnly, search }: { readonly isOpenOnly: boolean; readonly search: string },
): readonly CardView[] {
  const wanted = search.trim().toLowerCase();
  return cards
    .filter(({ status }) => !isOpenOnly || status === 'draft')
    .filter(({ title, slide_id, body }) =>
      `${title}\n${slide_id}\n${body.join('\n')}`.toLowerCase().includes(wanted),
    )
    .toSorted(
      (one, other) =>
        rank(other).localeCompare(rank(one)) || createdAt(one).localeCompare(createdAt(other)),
    );
}
