import { KanmonError } from '@kanmon/core';
import { nameError } from '@kanmon/core/kit';

/** Why a step towards applying a diff was refused. */
export type ProposalApplyErrorCode =
  | 'confirmation-unknown'
  | 'confirmation-withdrawn'
  | 'confirmation-consumed'
  | 'confirmation-expired'
  | 'diff-unknown'
  | 'diff-changed'
  | 'diff-confirmed'
  | 'diff-invalid'
  | 'diff-already-applied'
  | 'base-changed';

/** The ledger refused a confirmation, a withdrawal or an application. Nothing was written. */
export class ProposalApplyError extends KanmonError {
  static {
    nameError(this, 'ProposalApplyError');
  }

  declare readonly code: ProposalApplyErrorCode;

  constructor(message: string, { code }: { readonly code: ProposalApplyErrorCode }) {
    super(message, { code });
  }
}
