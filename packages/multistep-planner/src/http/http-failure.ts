import { KanmonError, type Locale } from '@kanmon/core';
import type { ErrorBody } from './http-schema.ts';
import { messageIn } from './http-texts.ts';

/** Statuses the app answers with. */
export type FailureStatus = 400 | 404 | 405 | 409 | 413 | 415 | 500 | 502 | 504;

/** A request that cannot be served, with its answer. */
export interface HttpFailure {
  readonly status: FailureStatus;
  readonly error: string;
  readonly message: string;
  readonly details?: ErrorBody['details'];
  /** Of the message in other languages. */
  readonly params?: Readonly<Record<string, string | number>>;
}

const statuses: Readonly<Record<string, FailureStatus>> = {
  'dialog-conflict': 409,
  'idempotency-key-reused': 409,
  'search-failed': 502,
  'answer-failed': 502,
  'deadline-exceeded': 504,
};

/** The answer to an error of a turn. Only errors made for people speak; all else is internal. */
export function failureOf(error: unknown): HttpFailure {
  const status = KanmonError.isInstance(error) ? statuses[error.code] : undefined;
  if (!KanmonError.isInstance(error) || status === undefined) {
    return { status: 500, error: 'internal_error', message: 'the request could not be served' };
  }
  return { status, error: error.code.replaceAll('-', '_'), message: error.message };
}

/** The body of a failure, its message in the client's language. */
export function errorBodyOf(
  { error, message, details = [], params }: HttpFailure,
  requestId: string,
  locale: Locale,
): ErrorBody {
  return {
    error,
    message: messageIn(locale, error, message, params),
    details,
    request_id: requestId,
  };
}
