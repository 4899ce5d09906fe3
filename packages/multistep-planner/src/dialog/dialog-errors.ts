import { KanmonError } from '@kanmon/core';

/** Another turn of the dialog was stored meanwhile; nothing of this one was. */
export class DialogConflictError extends KanmonError {
  override readonly name: string = 'DialogConflictError';
  readonly actualVersion: number;

  constructor(actualVersion: number, cause?: unknown) {
    super(
      `another turn of this dialog was stored meanwhile (version ${actualVersion}); send the message again`,
      { code: 'dialog-conflict', cause },
    );
    this.actualVersion = actualVersion;
  }

  static override isInstance(value: unknown): value is DialogConflictError {
    return KanmonError.isInstance(value) && value.code === 'dialog-conflict';
  }
}

/** Every search of a turn failed. */
export class SearchFailedError extends KanmonError {
  override readonly name: string = 'SearchFailedError';

  constructor(cause?: unknown) {
    super('every search of the turn failed; see the cause, and check the search tool', {
      code: 'search-failed',
      cause,
    });
  }

  static override isInstance(value: unknown): value is SearchFailedError {
    return KanmonError.isInstance(value) && value.code === 'search-failed';
  }
}

/** The answer tool threw. */
export class AnswerFailedError extends KanmonError {
  override readonly name: string = 'AnswerFailedError';

  constructor(cause?: unknown) {
    super('the answer could not be written; see the cause, and check the answer tool', {
      code: 'answer-failed',
      cause,
    });
  }

  static override isInstance(value: unknown): value is AnswerFailedError {
    return KanmonError.isInstance(value) && value.code === 'answer-failed';
  }
}

/** The time of the turn was over before any search had answered. */
export class DeadlineExceededError extends KanmonError {
  override readonly name: string = 'DeadlineExceededError';

  constructor() {
    super(
      'the time of the turn was over before any search had answered; allow more in budget.timeMs or make the search faster',
      { code: 'deadline-exceeded' },
    );
  }

  static override isInstance(value: unknown): value is DeadlineExceededError {
    return KanmonError.isInstance(value) && value.code === 'deadline-exceeded';
  }
}
