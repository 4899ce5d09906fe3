import type { JSX } from 'preact';
import { sendBack } from '../card-decisions.ts';
import { useTexts } from '../texts.ts';
import type { CardView } from '../types.ts';
import { ReasonDialog } from './reason-dialog.tsx';

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
  return (
    <ReasonDialog
      title={t('return.title')}
      subject={card.title}
      common={common}
      action={t('card.return')}
      onReason={(reason) => {
        void sendBack(card, reason, t);
        onClose(true);
      }}
      onClose={() => onClose(false)}
    />
  );
}
