import type { JSX } from 'preact';
import { cardPath, decideAgain } from '../card-decisions.ts';
import { send } from '../http.ts';
import { useLoaded } from '../load.ts';
import { type Refused, refused } from '../outbox.ts';
import { useStore } from '../store.ts';
import { type Translate, useTexts } from '../texts.ts';
import type { CardView } from '../types.ts';
import { ManuscriptRefused } from './manuscript-conflict.tsx';
import { Dialog, InlineDiff, Loading } from './parts.tsx';
import { ProposalRefused } from './proposal-conflict.tsx';

/** Shows a decision that the server refused, with what has changed since. */
export function RefusedDialog(): JSX.Element | null {
  const shown = useStore(refused);
  if (shown === null) return null;
  const { id, seen } = shown.decision;
  if (seen.kind === 'proposal') return <ProposalRefused key={id} {...shown} {...seen} />;
  if (seen.kind === 'manuscript') return <ManuscriptRefused key={id} {...shown} {...seen} />;
  return <CardRefused key={id} {...shown} seen={seen.card} />;
}

const close = (): void => refused.set(null);

type CardRefusal = Refused & { readonly seen: CardView };

const isConflict = ({ problem }: Refused): boolean =>
  problem.status === 409 || problem.status === 412;

/** Three versions side by side when the card has changed. */
function CardRefused(shown: CardRefusal): JSX.Element {
  const t = useTexts();
  const { decision, problem, seen } = shown;
  const { value: current } = useLoaded<CardView>(
    (signal) => send('GET', cardPath(seen), { signal }),
    [decision.id],
  );
  const hasChanged = current !== undefined && current.revision !== seen.revision;
  const mayApply = isConflict(shown) && hasChanged && current.status === 'draft';
  return (
    <Dialog title={t(hasChanged ? 'conflict.title' : 'refused.title')} onClose={close} isWide>
      <p class="lead">{decision.label}</p>
      <p>{problem.message}</p>
      {current === undefined && <Loading />}
      {hasChanged && (
        <>
          <p>{t('conflict.text')}</p>
          <ThreeWay shown={shown} current={current} />
        </>
      )}
      <div class="actions">
        <button type="button" class={mayApply ? '' : 'primary'} onClick={close}>
          {t(hasChanged ? 'conflict.take' : 'close')}
        </button>
        {mayApply && (
          <button
            type="button"
            class="primary"
            onClick={() => {
              close();
              void decideAgain({ decision, current });
            }}
          >
            {t('conflict.mine')}
          </button>
        )}
      </div>
    </Dialog>
  );
}

function ThreeWay({
  shown,
  current,
}: {
  readonly shown: CardRefusal;
  readonly current: CardView;
}): JSX.Element {
  const t = useTexts();
  const { seen } = shown;
  const yours = yoursOf(shown);
  const rows = [
    { name: t('card.title'), of: (card: CardView) => card.title },
    { name: t('card.content'), of: (card: CardView) => card.body.join('\n') },
    { name: t('conflict.status'), of: (card: CardView) => t.code(card.status) },
  ].filter(({ of }) => new Set([of(seen), of(current), of(yours)]).size > 1);
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={t('conflict.title')}>
      <table class="three-way">
        <thead>
          <tr>
            <th scope="col">{t('conflict.field')}</th>
            <th scope="col">{t('conflict.base')}</th>
            <th scope="col">{t('conflict.current')}</th>
            <th scope="col">{t('conflict.yours')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, of }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{of(seen)}</td>
              <td>
                <InlineDiff before={of(seen)} after={of(current)} />
              </td>
              <td>
                <InlineDiff before={of(seen)} after={of(yours)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p class="lead">{sameText(t)}</p>}
    </div>
  );
}

const sameText = (t: Translate): string => t('conflict.same');

/** The card as the refused decision would have left it. */
function yoursOf({ decision, seen }: CardRefusal): CardView {
  const { path, body } = decision;
  if (/\/approve\?/.test(path)) return { ...seen, status: 'approved' };
  if (/\/return\?/.test(path)) return { ...seen, status: 'returned' };
  // The bodies of edits have members of a card, which `change` of this console wrote.
  return { ...seen, ...(Object(body) as Partial<CardView>) };
}
