import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { sendBack } from '../card-decisions.ts';
import { useTexts } from '../texts.ts';
import type { CardView } from '../types.ts';
import { Dialog } from './parts.tsx';

const common = ['return.source', 'return.wrong', 'return.tone', 'return.long'] as const;

/** Asks for the reason of a return. */
export function ReturnDialog({
  card,
  onClose,
}: {
  readonly card: CardView;
  readonly onClose: (isSent: boolean) => void;
}): JSX.Element {
  const t = useTexts();
  const [reason, setReason] = useState('');
  return (
    <Dialog title={t('return.title')} onClose={() => onClose(false)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() === '') return;
          void sendBack(card, reason.trim(), t);
          onClose(true);
        }}
      >
        <p class="lead">{card.title}</p>
        <label class="field">
          {t('return.reason')}
          <textarea
            rows={4}
            maxLength={500}
            required
            autofocus
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </label>
        <div class="chips" role="group" aria-label={t('return.common')}>
          {common.map((key) => (
            <button key={key} type="button" class="chip" onClick={() => setReason(t(key))}>
              {t(key)}
            </button>
          ))}
        </div>
        <div class="actions">
          <button type="button" onClick={() => onClose(false)}>
            {t('cancel')}
          </button>
          <button type="submit" class="primary">
            {t('card.return')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
