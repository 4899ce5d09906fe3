import { KanmonError } from '@kanmon/core';

/**
 * A program cannot start with what it was given: its `main` prints the message, which is one line for
 * the user, and ends with exit code 2.
 */
export class UsageError extends KanmonError {
  static override readonly errorName: string = 'UsageError';

  constructor(message: string, cause?: unknown) {
    super(message, { code: 'usage', cause });
  }
}
