import { KanmonError } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';
import type { SourceRef } from './source.ts';

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

/** Creates the error of a source that no later try can read. */
export function importError(code: string, message: string, cause?: unknown): ImportError {
  return new ImportError(message, withoutUndefined({ code, cause }));
}

/** Creates the error of a loader that is given a source of another kind than its own. */
export function wrongKind(kind: SourceRef['kind']): ImportError {
  return importError('unsupported_source', `this loader reads sources of the kind '${kind}' only`);
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
