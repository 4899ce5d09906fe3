import { KanmonError } from '@kanmon/core';

/** A source cannot be read. `code` is the reason; `retryable` is true when a later try may succeed. */
export class ImportError extends KanmonError {
  static override readonly errorName: string = 'ImportError';

  readonly retryable: boolean;
  declare readonly retryAfterMs?: number;

  constructor(
    message: string,
    options: {
      readonly code: string;
      readonly retryable?: boolean;
      readonly retryAfterMs?: number;
      readonly cause?: unknown;
    },
  ) {
    super(message, options);
    this.retryable = options.retryable ?? false;
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs;
  }
}

/** The import as a whole has failed: no partial result. `code` is that of the source that failed. */
export class ContentImportError extends KanmonError {
  static override readonly errorName: string = 'ContentImportError';

  readonly source: string;
  readonly attempts: number;

  constructor(
    message: string,
    options: {
      readonly code: string;
      readonly source: string;
      readonly attempts: number;
      readonly cause?: unknown;
    },
  ) {
    super(message, options);
    this.source = options.source;
    this.attempts = options.attempts;
  }
}
