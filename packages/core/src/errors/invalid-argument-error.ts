import { KanmonError, nameError } from './kanmon-error.ts';

/** Misuse of the API. The message states what was expected, what was passed, and what to do. */
export class InvalidArgumentError extends KanmonError {
  static {
    nameError(this, 'InvalidArgumentError');
  }

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { code: 'invalid-argument', ...options });
  }
}
