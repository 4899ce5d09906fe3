import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { approve, change, unlock } from '../card-decisions.ts';
import { isWaiting, outbox } from '../outbox.ts';
import { useStore } from '../store.ts';
import { useTexts } from '../texts.ts';
import type { CardView } from '../types.ts';
import { CardEditor } from './card-editor.tsx';
import { CardLines } from './card-lines.tsx';
import { CardSource } from './card-source.tsx';
import { Grade, InlineDiff, Status } from './parts.tsx';
import { ReturnDialog } from './return-dialog.tsx';

/** A card with everything that a decision needs. */
export function CardPanel({
  card,
  onChange,
  heading: Heading,
}: {
  readonly card: CardView;
  readonly onChange: () => void;
  readonly heading: 'h1' | 'h2';
}): JSX.Element {
  const t = useTexts();
  const [isReturning, setReturning] = useState(false);
  const [isEditing, setEditing] = useState(false);
  /** The contents before each change that this page made. */
  const [before, setBefore] = useState<readonly CardView[]>([]);
  const [active, setActive] = useState<number | null>(null);
  const kept = useStore(outbox).filter(
    ({ seen }) =>
      seen.kind === 'card' &&
      seen.card.slide_id === card.slide_id &&
      seen.card.spec_id === card.spec_id,
  );
  const waits = useStore(isWaiting);
  const isBusy = kept.length > 0;
  const isOpen = card.status === 'draft';
  const { title, ai_review: review, returned } = card;
  const last = before.at(-1);

  const run = async (action: ReturnType<typeof approve>): Promise<boolean> => {
    const { ok } = await action;
    onChange();
    return ok;
  };
  const runChange = async (body: Parameters<typeof change>[1], label: string): Promise<void> => {
    if (await run(change(card, body, label))) setBefore((all) => [...all, card]);
  };

  const undo = async ({ title: earlier, body }: CardView): Promise<void> => {
    const label = t('decision.undo', { title });
    if (await run(change(card, { title: earlier, body }, label)))
      setBefore((all) => all.slice(0, -1));
  };

  return (
    <article class="card" aria-busy={isBusy}>
      <header class="card-head">
        <p class="badges">
          <Grade grade={review?.grade} />
          <Status status={card.status} />
          <code>{card.slide_id}</code>
          <span class="muted">{card.revision}</span>
        </p>
        <Heading class="card-title">{title}</Heading>
        {returned !== null && (
          <p class="notice warn">
            {t('card.returned', { actor: returned.requested_by, reason: returned.reason })}
          </p>
        )}
        {card.status === 'approved' && (
          <p class="notice good">
            {t('card.approved', {
              actor: card.approved_by ?? '',
              time: t.time(card.locked_at ?? ''),
            })}
          </p>
        )}
        <div class="actions start">
          {isOpen && (
            <>
              <button
                type="button"
                class="primary"
                disabled={isBusy}
                onClick={() => void run(approve(card, t))}
              >
                {t('card.approve')}
              </button>
              <button type="button" disabled={isBusy} onClick={() => setReturning(true)}>
                {t('card.return')}
              </button>
              <button type="button" disabled={isBusy || isEditing} onClick={() => setEditing(true)}>
                {t('card.edit')}
              </button>
            </>
          )}
          {!isOpen && (
            <button type="button" disabled={isBusy} onClick={() => void run(unlock(card, t))}>
              {t('card.unlock')}
            </button>
          )}
          {isOpen && last !== undefined && (
            <button type="button" disabled={isBusy} onClick={() => void undo(last)}>
              {t('card.undo')}
            </button>
          )}
        </div>
        <p class="sending" role="status">
          {kept.map(({ id, label }) => (
            <span key={id}>{t(waits ? 'card.waiting' : 'card.sending', { label })}</span>
          ))}
        </p>
      </header>

      <section aria-label={t('card.content')}>
        {isEditing ? (
          <CardEditor
            card={card}
            onCancel={() => setEditing(false)}
            onSave={(edit) => {
              setEditing(false);
              void runChange(edit, t('decision.edit', { title }));
            }}
          />
        ) : (
          <CardLines card={card} onActive={setActive} />
        )}
      </section>

      <section aria-labelledby={`fixes-${card.slide_id}`}>
        <h3 id={`fixes-${card.slide_id}`}>{t('card.fixes')}</h3>
        {(review?.autofix_proposals ?? []).length === 0 && (
          <p class="muted">{t('card.fixes.none')}</p>
        )}
        <ul class="fixes">
          {review?.autofix_proposals.map((fix) => (
            <li key={fix.patch_id}>
              <div>
                <p>{fix.description}</p>
                {fix.patch.map((operation) =>
                  operation.op === 'replace' && typeof operation.value === 'string' ? (
                    <p class="fix-diff" key={operation.path}>
                      <InlineDiff before={textAt(card, operation.path)} after={operation.value} />
                    </p>
                  ) : null,
                )}
              </div>
              {isOpen && (
                <button
                  type="button"
                  disabled={isBusy}
                  aria-label={`${t('card.apply')}: ${fix.description}`}
                  onClick={() =>
                    void runChange({ apply_autofix: [fix.patch_id] }, t('decision.fix', { title }))
                  }
                >
                  {t('card.apply')}
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>

      <CardSource card={card} active={active} />

      <details class="history">
        <summary>{t('card.history')}</summary>
        <ol>
          {card.history
            .toReversed()
            .map(({ request_id, revision, action, actor, timestamp, notes }) => (
              <li key={`${revision ?? ''} ${request_id ?? timestamp}`}>
                <span>
                  {t.code(action)} {t('by', { actor })}
                </span>
                <time class="muted" dateTime={timestamp}>
                  {t.time(timestamp)}
                </time>
                {notes !== undefined && <p>{notes}</p>}
              </li>
            ))}
        </ol>
      </details>

      {isReturning && (
        <ReturnDialog
          card={card}
          onClose={() => {
            setReturning(false);
            onChange();
          }}
        />
      )}
    </article>
  );
}

/** The text of a card at a JSON pointer into its title or body. */
function textAt({ title, body }: CardView, pointer: string): string {
  if (pointer === '/title') return title;
  const line = /^\/body\/(\d+)$/.exec(pointer)?.[1];
  return line === undefined ? '' : (body[Number(line)] ?? '');
}
