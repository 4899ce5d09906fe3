import { KanmonError } from '@kanmon/core';
import { nameError } from '@kanmon/core/kit';
import type { IssueErrorOptions } from './issue-errors.ts';

/** A prompt could not be run to an answer. QC-004. */
export class PromptExecutionError extends KanmonError {
  static {
    nameError(this, 'PromptExecutionError');
  }

  constructor(message: string, options: IssueErrorOptions = {}) {
    super(message, { code: 'issue-prompt-execution', ...options });
  }
}

/** A template is not the one the session was started with. QC-006. */
export class TemplateMismatchError extends KanmonError {
  static {
    nameError(this, 'TemplateMismatchError');
  }

  readonly stepId: string | undefined;

  constructor(message: string, options: IssueErrorOptions & { readonly stepId?: string } = {}) {
    const { stepId, ...rest } = options;
    super(message, { code: 'issue-template-mismatch', ...rest });
    this.stepId = stepId;
  }
}

/** The iteration policy allows no further round. QC-007. */
export class IterationBudgetExceededError extends KanmonError {
  static {
    nameError(this, 'IterationBudgetExceededError');
  }

  readonly reason: string | undefined;

  constructor(message: string, options: IssueErrorOptions & { readonly reason?: string } = {}) {
    const { reason, ...rest } = options;
    super(message, { code: 'issue-iteration-budget', ...rest });
    this.reason = reason;
  }
}

/** Somebody else works on the episode. QC-008. */
export class SessionLockedError extends KanmonError {
  static {
    nameError(this, 'SessionLockedError');
  }

  readonly resource: string | undefined;

  constructor(message: string, options: IssueErrorOptions & { readonly resource?: string } = {}) {
    const { resource, ...rest } = options;
    super(message, { code: 'issue-session-locked', ...rest });
    this.resource = resource;
  }
}

/** The event store could not keep what happened; `cause` is its error. QC-009. */
export class StatePersistenceError extends KanmonError {
  static {
    nameError(this, 'StatePersistenceError');
  }

  constructor(message: string, options: IssueErrorOptions = {}) {
    super(message, { code: 'issue-state-persistence', ...options });
  }
}

/** No tool can be offered, or one was named that was not offered. QC-012. */
export class ToolUnavailableError extends KanmonError {
  static {
    nameError(this, 'ToolUnavailableError');
  }

  readonly toolId: string | undefined;

  constructor(message: string, options: IssueErrorOptions & { readonly toolId?: string } = {}) {
    const { toolId, ...rest } = options;
    super(message, { code: 'issue-tool-unavailable', ...rest });
    this.toolId = toolId;
  }
}

/** A person must show where the place is now. QC-013. */
export class ManualAlignmentRequired extends KanmonError {
  static {
    nameError(this, 'ManualAlignmentRequired');
  }

  readonly issueId: string | undefined;

  constructor(message: string, options: IssueErrorOptions & { readonly issueId?: string } = {}) {
    const { issueId, ...rest } = options;
    super(message, { code: 'issue-manual-alignment', ...rest });
    this.issueId = issueId;
  }
}
