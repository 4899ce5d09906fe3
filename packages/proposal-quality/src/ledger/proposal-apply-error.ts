import { KanmonError } from '@kanmon/core';

/** Why a step towards applying a diff was refused. */
export type ProposalApplyErrorCode =
  | 'confirmation-unknown'
  | 'confirmation-withdrawn'
  | 'confirmation-consumed'
  | 'confirmation-expired'
  | 'diff-unknown'
  | 'diff-changed'
  | 'diff-invalid'
  | 'diff-already-applied'
  | 'base-changed';

const codes: ReadonlySet<string> = new Set<ProposalApplyErrorCode>([
  'confirmation-unknown',
  'confirmation-withdrawn',
  'confirmation-consumed',
  'confirmation-expired',
  'diff-unknown',
  'diff-changed',
  'diff-invalid',
  'diff-already-applied',
  'base-changed',
]);

/** The ledger refused a confirmation, a withdrawal or an application. Nothing was written. */
export class ProposalApplyError extends KanmonError {
  override readonly name: string = 'ProposalApplyError';
  declare readonly code: ProposalApplyErrorCode;

  constructor(message: string, { code }: { readonly code: ProposalApplyErrorCode }) {
    super(message, { code });
  }

  static override isInstance(value: unknown): value is ProposalApplyError {
    return KanmonError.isInstance(value) && codes.has(value.code);
  }
}
