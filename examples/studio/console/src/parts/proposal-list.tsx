import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isWaiting, outbox } from '../outbox.ts';
import { confirm, reject, titleOf } from '../proposal-decisions.ts';
import { useStore } from '../store.ts';
import { useTexts } from '../texts.ts';
import type { Proposal } from '../types.ts';
import { EffectView } from './effect-view.tsx';
import { Badge, Status } from './parts.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

const common = ['reject.scope', 'reject.wrong', 'reject.later'] as const;

/** True for a proposal that a person can decide on. */
export function isOpen({ state }: Proposal): boolean {
  return state === 'proposed' || state === 'confirmed';
}

/** The proposals for a board, to be confirmed or rejected, one by one or together. */
export function ProposalList({
  board,
  proposals,
  selected,
  onSelect,
  onChange,
  onSource,
}: {
  readonly board: string;
  readonly proposals: readonly Proposal[];
  readonly selected: readonly Proposal[];
  readonly onSelect: (proposals: readonly Proposal[]) => void;
  readonly onChange: () => void;
  /** Shows the place of a proposal in the answer that it came from. */
  readonly onSource: (diff: Proposal['diff']) => void;
}): JSX.Element {
  const t = useTexts();
  const [rejecting, setRejecting] = useState<readonly Proposal[] | null>(null);
  const kept = useStore(outbox);
  const waits = useStore(isWaiting);
  const keptFor = ({ diff }: Proposal) =>
    kept.find(
      ({ seen }) => seen.kind === 'proposal' && seen.proposal.diff.diff_id === diff.diff_id,
    );
  const open = proposals.filter(isOpen);
  const decided = proposals.filter((each) => !isOpen(each));
  const canConfirm = open.filter((each) => each.result !== 'INVALID');
  const confirmAll = (wanted: readonly Proposal[]): void => {
    const sent = wanted.filter((each) => each.result !== 'INVALID');
    onSelect(selected.filter((each) => !sent.includes(each)));
    for (const each of sent) void confirm(board, each, t).then(onChange);
  };
  const isSelected = (proposal: Proposal): boolean => selected.includes(proposal);
  return (
    <section class="panel proposals" aria-labelledby="proposals-open">
      <header class="proposals-head">
        <h2 id="proposals-open">{t('proposals.open', { count: open.length })}</h2>
        {open.length > 0 && (
          <div class="actions start" role="group" aria-label={t('proposals.selection')}>
            <label class="check">
              <input
                type="checkbox"
                checked={selected.length > 0 && selected.length === canConfirm.length}
                onChange={({ currentTarget }) => onSelect(currentTarget.checked ? canConfirm : [])}
              />
              {t('proposals.all')}
            </label>
            <button
              type="button"
              class="primary"
              disabled={selected.length === 0}
              onClick={() => confirmAll(selected)}
            >
              {t('proposals.confirm.selected', { count: selected.length })}
            </button>
            <button
              type="button"
              disabled={selected.length === 0}
              onClick={() => setRejecting(selected)}
            >
              {t('proposals.reject.selected', { count: selected.length })}
            </button>
          </div>
        )}
      </header>
      {open.length === 0 && <p class="muted">{t('proposals.empty')}</p>}
      <ul class="proposal-list">
        {open.map((proposal) => {
          const { diff, result, remarks, effect } = proposal;
          const { diff_id: id, type, reason } = diff;
          const title = titleOf(proposal, t);
          const sending = keptFor(proposal);
          return (
            <li key={id} aria-busy={sending !== undefined}>
              <div class="proposal-title">
                <input
                  type="checkbox"
                  id={`select-${id}`}
                  checked={isSelected(proposal)}
                  disabled={result === 'INVALID' || sending !== undefined}
                  onChange={({ currentTarget }) =>
                    onSelect(
                      currentTarget.checked
                        ? [...selected, proposal]
                        : selected.filter((each) => each !== proposal),
                    )
                  }
                />
                <label for={`select-${id}`}>
                  <h3>{title}</h3>
                </label>
                <Badge tone="plain">{t.code(type)}</Badge>
                {proposal.state === 'confirmed' && <Status status="confirmed" />}
              </div>
              <p class="proposal-reason">{reason}</p>
              {remarks.map((remark) => (
                <p key={remark} class={`notice ${result === 'INVALID' ? 'bad' : 'warn'}`}>
                  <strong>{t(`proposals.result.${result}`)}</strong> {remark}
                </p>
              ))}
              {effect !== null && <EffectView effect={effect} />}
              <div class="actions start">
                <button
                  type="button"
                  disabled={result === 'INVALID' || sending !== undefined}
                  aria-label={`${t('proposals.confirm')}: ${title}`}
                  onClick={() => confirmAll([proposal])}
                >
                  {t('proposals.confirm')}
                </button>
                <button
                  type="button"
                  disabled={sending !== undefined}
                  aria-label={`${t('proposals.reject')}: ${title}`}
                  onClick={() => setRejecting([proposal])}
                >
                  {t('proposals.reject')}
                </button>
                <button
                  type="button"
                  class="quiet"
                  aria-label={`${t('proposals.source')}: ${title}`}
                  onClick={() => onSource(diff)}
                >
                  {t('proposals.source')}
                </button>
              </div>
              <p class="sending" role="status">
                {sending !== undefined &&
                  t(waits ? 'card.waiting' : 'card.sending', { label: sending.label })}
              </p>
            </li>
          );
        })}
      </ul>
      {decided.length > 0 && (
        <details class="decided">
          <summary>{t('proposals.decided', { count: decided.length })}</summary>
          <ul>
            {decided.map((proposal) => (
              <li key={proposal.diff.diff_id}>
                <Status status={proposal.state} /> <strong>{titleOf(proposal, t)}</strong>
                <p class="muted">
                  {proposal.rejection === null
                    ? t('proposals.applied', {
                        actor: proposal.confirmation?.confirmed_by ?? '',
                        time: t.time(proposal.confirmation?.consumed_at ?? ''),
                      })
                    : t('proposals.rejected', {
                        actor: proposal.rejection.by,
                        reason: proposal.rejection.reason,
                      })}
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
      {rejecting !== null && (
        <ReasonDialog
          title={t('proposals.reject.title')}
          subject={rejecting.map((each) => titleOf(each, t)).join(' / ')}
          common={common}
          action={t('proposals.reject')}
          onReason={(reason) => {
            for (const each of rejecting) void reject(board, each, reason, t).then(onChange);
            onSelect(selected.filter((each) => !rejecting.includes(each)));
            setRejecting(null);
          }}
          onClose={() => setRejecting(null)}
        />
      )}
    </section>
  );
}
