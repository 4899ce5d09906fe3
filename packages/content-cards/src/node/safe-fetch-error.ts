import { ImportError } from '../import/import-error.ts';
import { nameError } from '@kanmon/core/kit';

export type SafeFetchCode =
  | 'scheme_refused'
  | 'port_refused'
  | 'address_refused'
  | 'credentials_refused'
  | 'redirect_refused'
  | 'too_many_redirects'
  | 'too_large'
  | 'timed_out'
  | 'network_error'
  | 'status_error';

/** A request that was refused or failed. A refused one has opened no socket. */
export class SafeFetchError extends ImportError {
  static {
    nameError(this, 'SafeFetchError');
  }

  constructor(
    code: SafeFetchCode,
    message: string,
    options: {
      readonly retryable?: boolean;
      readonly retryAfterMs?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, {
      ...options,
      code,
      retryable: options.retryable ?? (code === 'network_error' || code === 'timed_out'),
    });
  }
}
