import type { JsonPointer } from '@kanmon/core';
import { toDotPath } from '@kanmon/core/json';

/** One thing wrong with a request, at its place. */
export interface ProblemDetail {
  /** Dot form of the pointer; `body` for the whole. */
  readonly field: string;
  readonly issue: string;
  readonly pointer?: JsonPointer;
}

/** An answer that is no success; thrown inside the app and written out by its error handler. */
export class HttpProblem extends Error {
  override readonly name: string = 'HttpProblem';
  readonly status: number;
  /** Snake case, the `error` member of the body. */
  readonly error: string;
  readonly details: readonly ProblemDetail[];
  readonly errors: readonly string[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    error: string,
    message: string,
    options: {
      readonly details?: readonly ProblemDetail[];
      readonly errors?: readonly string[];
      readonly headers?: Readonly<Record<string, string>>;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = status;
    this.error = error;
    this.details = options.details ?? [];
    this.errors = options.errors ?? [message];
    this.headers = options.headers ?? {};
  }
}

/** 400 for a body or query that is not as described. */
export function validationProblem(
  problems: readonly { readonly path: JsonPointer; readonly issue: string }[],
): HttpProblem {
  const details = problems.map(({ path, issue }) => detailOf(path, issue));
  const message = details.map(({ field, issue }) => `${field}: ${issue}`).join('; ');
  return new HttpProblem(400, 'validation_error', message, { details });
}

/** A detail with the place in both forms. */
export function detailOf(path: JsonPointer, issue: string): ProblemDetail {
  return { field: toDotPath(path) || 'body', issue, pointer: path };
}
