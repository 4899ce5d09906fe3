import { KanmonError } from '@kanmon/core';

/** The program cannot start with what it was given; the message is one line for the user. */
export class UsageError extends KanmonError {
  override readonly name: string = 'UsageError';

  constructor(message: string, cause?: unknown) {
    super(message, { code: 'usage', cause });
  }

  static override isInstance(value: unknown): value is UsageError {
    return KanmonError.isInstance(value) && value.code === 'usage';
  }
}
