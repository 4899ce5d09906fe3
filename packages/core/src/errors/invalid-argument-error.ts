import { KanmonError } from './kanmon-error.ts';

/** Misuse of the API. The message states what was expected, what was passed, and what to do. */
export class InvalidArgumentError extends KanmonError {
  static override readonly errorName: string = 'InvalidArgumentError';

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { code: 'invalid-argument', ...options });
  }
}
