import { KanmonError } from '@kanmon/core';

/** The story cannot start with what it was given; the message is one line for the user. */
export class UsageError extends KanmonError {
  override readonly name: string = 'UsageError';

  constructor(message: string) {
    super(message, { code: 'usage' });
  }

  static override isInstance(value: unknown): value is UsageError {
    return KanmonError.isInstance(value) && value.code === 'usage';
  }
}
