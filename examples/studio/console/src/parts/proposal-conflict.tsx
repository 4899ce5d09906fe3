import type { JSX } from 'preact';
import { send } from '../http.ts';
import { useLoaded } from '../load.ts';
import { type Refused, refused } from '../outbox.ts';
import { boardPath, confirm, reject } from '../proposal-decisions.ts';
import { useTexts } from '../texts.ts';
import type { Items, Proposal } from '../types.ts';
import { EffectView } from './effect-view.tsx';
import { Dialog, Loading, Status } from './parts.tsx';

const close = (): void => refused.set(null);

/** A decision on a proposal that the server refused: the effect as it was shown, and as it is now. */
export function ProposalRefused({
  decision,
  problem,
  board,
  proposal,
}: Refused & { readonly board: string; readonly proposal: Proposal }): JSX.Element {
  const t = useTexts();
  const { value } = useLoaded<Items<Proposal>>(
    (signal) => send('GET', boardPath(board, '/proposals'), { signal }),
    [decision.id],
  );
  const current = value?.items.find(({ diff }) => diff.diff_id === proposal.diff.diff_id);
  const hasChanged = current !== undefined && current.revision !== proposal.revision;
  const { reason } = Object(decision.body) as { readonly reason?: unknown };
  const mayDecide =
    hasChanged &&
    current.state !== 'applied' &&
    (typeof reason === 'string' || current.result !== 'INVALID');
  return (
    <Dialog
      title={t(hasChanged ? 'proposals.conflict.title' : 'refused.title')}
      onClose={close}
      isWide
    >
      <p class="lead">{decision.label}</p>
      <p>{problem.message}</p>
      {value === undefined && <Loading />}
      {hasChanged && (
        <div class="two-sides">
          <section aria-labelledby="conflict-seen">
            <h3 id="conflict-seen">{t('conflict.base')}</h3>
            {proposal.effect !== null && <EffectView effect={proposal.effect} />}
          </section>
          <section aria-labelledby="conflict-now">
            <h3 id="conflict-now">
              {t('conflict.current')} <Status status={current.state} />
            </h3>
            {current.rejection !== null && (
              <p class="notice warn">
                {t('proposals.rejected', {
                  actor: current.rejection.by,
                  reason: current.rejection.reason,
                })}
              </p>
            )}
            {current.remarks.map((remark) => (
              <p key={remark} class="notice warn">
                {remark}
              </p>
            ))}
            {current.effect === null ? (
              <p>{t('proposals.conflict.applied')}</p>
            ) : (
              <EffectView effect={current.effect} />
            )}
          </section>
        </div>
      )}
      <div class="actions">
        <button type="button" class={mayDecide ? '' : 'primary'} onClick={close}>
          {t(hasChanged ? 'proposals.conflict.leave' : 'close')}
        </button>
        {mayDecide && (
          <button
            type="button"
            class="primary"
            onClick={() => {
              close();
              void (typeof reason === 'string'
                ? reject(board, current, reason, t)
                : confirm(board, current, t));
            }}
          >
            {t('proposals.conflict.again')}
          </button>
        )}
      </div>
    </Dialog>
  );
}
