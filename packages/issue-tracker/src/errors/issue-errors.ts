import { KanmonError } from '@kanmon/core';

/** A range lies outside its text, is reversed, not whole, or cuts a surrogate pair. */
export class InvalidRangeError extends KanmonError {
  override readonly name: string = 'InvalidRangeError';

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { code: 'issue-invalid-range', ...options });
  }
}
