import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type TextKey, useTexts } from '../texts.ts';
import { Dialog } from './parts.tsx';

/** Asks for the reason of a decision. */
export function ReasonDialog({
  title,
  subject,
  common,
  action,
  onReason,
  onClose,
}: {
  readonly title: string;
  readonly subject: string;
  /** Reasons to choose from. */
  readonly common: readonly TextKey[];
  /** The text of the button. */
  readonly action: string;
  readonly onReason: (reason: string) => void;
  readonly onClose: () => void;
}): JSX.Element {
  const t = useTexts();
  const [reason, setReason] = useState('');
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== '') onReason(reason.trim());
        }}
      >
        <p class="lead">{subject}</p>
        <label class="field">
          {t('return.reason')}
          <textarea
            rows={4}
            maxLength={500}
            required
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
          <button type="button" onClick={onClose}>
            {t('cancel')}
          </button>
          <button type="submit" class="primary">
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
