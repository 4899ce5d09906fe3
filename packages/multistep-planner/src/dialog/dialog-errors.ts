import { KanmonError } from '@kanmon/core';

/** Another turn of the dialog was stored meanwhile; nothing of this one was. */
export class DialogConflictError extends KanmonError {
  static override readonly errorName: string = 'DialogConflictError';

  readonly actualVersion: number;

  constructor(actualVersion: number, cause?: unknown) {
    super(
      `another turn of this dialog was stored meanwhile (version ${actualVersion}); send the message again`,
      { code: 'dialog-conflict', cause },
    );
    this.actualVersion = actualVersion;
  }
}

/** The request id was used in this dialog before, for a request with another content. */
export class RequestIdReusedError extends KanmonError {
  static override readonly errorName: string = 'RequestIdReusedError';

  constructor() {
    super(
      'this request id was used in the dialog before, with another message, history or options; send a new id',
      { code: 'idempotency-key-reused' },
    );
  }
}

/** Every search of a turn failed. */
export class SearchFailedError extends KanmonError {
  static override readonly errorName: string = 'SearchFailedError';

  constructor(cause?: unknown) {
    super('every search of the turn failed; see the cause, and check the search tool', {
      code: 'search-failed',
      cause,
    });
  }
}

/** The answer tool threw. */
export class AnswerFailedError extends KanmonError {
  static override readonly errorName: string = 'AnswerFailedError';

  constructor(cause?: unknown) {
    super('the answer could not be written; see the cause, and check the answer tool', {
      code: 'answer-failed',
      cause,
    });
  }
}

/** The time of the turn was over before any search had answered. */
export class DeadlineExceededError extends KanmonError {
  static override readonly errorName: string = 'DeadlineExceededError';

  constructor() {
    super(
      'the time of the turn was over before any search had answered; allow more in budget.timeMs or make the search faster',
      { code: 'deadline-exceeded' },
    );
  }
}
