import { KanmonError } from '@kanmon/core';
import type { ExitCode } from './exit-codes.ts';

/** A run ends here; the message is for the person at the terminal. */
export class DeckError extends KanmonError {
  static override readonly errorName: string = 'DeckError';

  readonly exitCode: ExitCode;
  /** Ids or fields the message is about. */
  readonly details: readonly string[];

  constructor(
    message: string,
    options: {
      readonly code: string;
      readonly exitCode: ExitCode;
      readonly details?: readonly string[];
    },
  ) {
    super(message, { code: options.code });
    this.exitCode = options.exitCode;
    this.details = options.details ?? [];
  }
}
