import { KanmonError } from './kanmon-error.ts';

/** A renderer or applier was given a value that its gate did not pass. */
export class NotGatedError extends KanmonError {
  static override readonly errorName: string = 'NotGatedError';

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { code: 'not-gated', ...options });
  }
}
