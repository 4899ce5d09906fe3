import { KanmonError } from '@kanmon/core';

/** Why a crew gave no plan. */
export type CrewFailure =
  | 'crew-timeout'
  | 'crew-unreachable'
  | 'crew-http-status'
  | 'crew-too-large'
  | 'crew-invalid-response'
  | 'crew-plan-refused'
  | 'crew-not-configured';

const codes: ReadonlySet<string> = new Set<CrewFailure>([
  'crew-timeout',
  'crew-unreachable',
  'crew-http-status',
  'crew-too-large',
  'crew-invalid-response',
  'crew-plan-refused',
  'crew-not-configured',
]);

/** The crew could not be asked, or its answer is none. A dialog turn falls back to the local plan. */
export class CrewError extends KanmonError {
  override readonly name: string = 'CrewError';
  readonly reason: CrewFailure;

  constructor(reason: CrewFailure, message: string, cause?: unknown) {
    super(message, { code: reason, cause });
    this.reason = reason;
  }

  static override isInstance(value: unknown): value is CrewError {
    return KanmonError.isInstance(value) && codes.has(value.code);
  }
}
