import { KanmonError } from '@kanmon/core';

/**
 * A program cannot start with what it was given: its `main` prints the message, which is one line for
 * the user, and ends with exit code 2.
 */
export class UsageError extends KanmonError {
  override readonly name: string = 'UsageError';

  constructor(message: string, cause?: unknown) {
    super(message, { code: 'usage', cause });
  }

  static override isInstance(value: unknown): value is UsageError {
    return KanmonError.isInstance(value) && value.code === 'usage';
  }
}
