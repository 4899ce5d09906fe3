import { KanmonError } from '@kanmon/core';
import { nameError } from '@kanmon/core/kit';

/** Why a crew gave no plan. */
export type CrewFailure =
  | 'crew-timeout'
  | 'crew-unreachable'
  | 'crew-http-status'
  | 'crew-too-large'
  | 'crew-invalid-response'
  | 'crew-plan-refused'
  | 'crew-not-configured';

/** The crew could not be asked, or its answer is none. A dialog turn falls back to the local plan. */
export class CrewError extends KanmonError {
  static {
    nameError(this, 'CrewError');
  }

  readonly reason: CrewFailure;

  constructor(reason: CrewFailure, message: string, cause?: unknown) {
    super(message, { code: reason, cause });
    this.reason = reason;
  }
}
