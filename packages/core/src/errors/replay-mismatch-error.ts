import { KanmonError } from './kanmon-error.ts';

/** A recorded log does not lead to its outcome. The message names the event. */
export class ReplayMismatchError extends KanmonError {
  static override readonly errorName: string = 'ReplayMismatchError';

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { code: 'replay-mismatch', ...options });
  }
}
