import { KanmonError } from '@kanmon/core';
import { nameError } from '@kanmon/core/kit';

/** Options every error of this package takes. */
export interface IssueErrorOptions {
  readonly cause?: unknown;
}

/** A range lies outside its text, is reversed, not whole, or cuts a surrogate pair. */
export class InvalidRangeError extends KanmonError {
  static {
    nameError(this, 'InvalidRangeError');
  }

  constructor(message: string, options: IssueErrorOptions = {}) {
    super(message, { code: 'issue-invalid-range', ...options });
  }
}

/** A field does not fit the wire format; `path` is its JSON Pointer. */
export class InvalidInputError extends KanmonError {
  static {
    nameError(this, 'InvalidInputError');
  }

  readonly path: string;

  constructor(message: string, options: IssueErrorOptions & { readonly path?: string } = {}) {
    const { path = '', ...rest } = options;
    super(message, { code: 'issue-invalid-input', ...rest });
    this.path = path;
  }
}

/** The issue is not known in this session. */
export class UnknownIssueError extends KanmonError {
  static {
    nameError(this, 'UnknownIssueError');
  }

  constructor(message: string, options: IssueErrorOptions = {}) {
    super(message, { code: 'issue-unknown-issue', ...options });
  }
}

/** An issue with this id was opened before; ids are never used twice. */
export class IssueExistsError extends KanmonError {
  static {
    nameError(this, 'IssueExistsError');
  }

  constructor(message: string, options: IssueErrorOptions = {}) {
    super(message, { code: 'issue-issue-exists', ...options });
  }
}

/** The life cycle has no such step. */
export class IllegalTransitionError extends KanmonError {
  static {
    nameError(this, 'IllegalTransitionError');
  }

  readonly state: string | undefined;
  readonly trigger: string | undefined;

  constructor(
    message: string,
    options: IssueErrorOptions & { readonly state?: string; readonly trigger?: string } = {},
  ) {
    const { state, trigger, ...rest } = options;
    super(message, { code: 'issue-illegal-transition', ...rest });
    this.state = state;
    this.trigger = trigger;
  }
}

/** The actor may not see or continue this session, or there is none; the two look the same. */
export class AccessDeniedError extends KanmonError {
  static {
    nameError(this, 'AccessDeniedError');
  }

  constructor(message: string, options: IssueErrorOptions = {}) {
    super(message, { code: 'issue-access-denied', ...options });
  }
}

/** A handle has one transaction at a time. */
export class TransactionOpenError extends KanmonError {
  static {
    nameError(this, 'TransactionOpenError');
  }

  constructor(message: string, options: IssueErrorOptions = {}) {
    super(message, { code: 'issue-transaction-open', ...options });
  }
}

/** The transaction was committed or rolled back before. */
export class TransactionClosedError extends KanmonError {
  static {
    nameError(this, 'TransactionClosedError');
  }

  constructor(message: string, options: IssueErrorOptions = {}) {
    super(message, { code: 'issue-transaction-closed', ...options });
  }
}
