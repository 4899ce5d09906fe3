import { defineError } from '@kanmon/core/kit';

// One class per reason, all built alike: `new X(message, { cause?, ...fields })`. Programs decide by `code`.

/** A prompt returned no usable answer. QC-004. */
export const PromptExecutionError = defineError('PromptExecutionError', 'issue-prompt-execution');
export type PromptExecutionError = InstanceType<typeof PromptExecutionError>;

/** A template differs from the one the session began with. QC-006. */
export const TemplateMismatchError = defineError<{ stepId?: string }>(
  'TemplateMismatchError',
  'issue-template-mismatch',
);
export type TemplateMismatchError = InstanceType<typeof TemplateMismatchError>;

/** The iteration policy allows no further round. QC-007. */
export const IterationBudgetExceededError = defineError<{ reason?: string }>(
  'IterationBudgetExceededError',
  'issue-iteration-budget',
);
export type IterationBudgetExceededError = InstanceType<typeof IterationBudgetExceededError>;

/** Another session holds the episode's lock. QC-008. */
export const SessionLockedError = defineError<{ resource?: string }>(
  'SessionLockedError',
  'issue-session-locked',
);
export type SessionLockedError = InstanceType<typeof SessionLockedError>;

/** The event store failed to write; `cause` is its error. QC-009. */
export const StatePersistenceError = defineError(
  'StatePersistenceError',
  'issue-state-persistence',
);
export type StatePersistenceError = InstanceType<typeof StatePersistenceError>;

/** No tool can be offered, or a plan names a tool that was not offered. QC-012. */
export const ToolUnavailableError = defineError<{ toolId?: string }>(
  'ToolUnavailableError',
  'issue-tool-unavailable',
);
export type ToolUnavailableError = InstanceType<typeof ToolUnavailableError>;

/** A person must choose the place of an issue. QC-013. */
export const ManualAlignmentRequired = defineError<{ issueId?: string }>(
  'ManualAlignmentRequired',
  'issue-manual-alignment',
);
export type ManualAlignmentRequired = InstanceType<typeof ManualAlignmentRequired>;

type OfManuscript = { manuscriptHash?: string };

/** No source has a text with this hash. QC-015. */
export const ManuscriptCacheMissError = defineError<OfManuscript>(
  'ManuscriptCacheMissError',
  'issue-manuscript-miss',
);
export type ManuscriptCacheMissError = InstanceType<typeof ManuscriptCacheMissError>;

/** A source failed or exceeded its timeout. QC-016. */
export const ManuscriptStorageError = defineError<OfManuscript>(
  'ManuscriptStorageError',
  'issue-manuscript-storage',
);
export type ManuscriptStorageError = InstanceType<typeof ManuscriptStorageError>;

/** The user was asked to upload the manuscript and has not done so yet. QC-017. */
export const ManuscriptUploadPendingError = defineError<OfManuscript>(
  'ManuscriptUploadPendingError',
  'issue-manuscript-pending',
);
export type ManuscriptUploadPendingError = InstanceType<typeof ManuscriptUploadPendingError>;

/** A source returned a text whose hash is not the requested one. QC-018. */
export const ManuscriptHashMismatchError = defineError<OfManuscript>(
  'ManuscriptHashMismatchError',
  'issue-manuscript-hash-mismatch',
);
export type ManuscriptHashMismatchError = InstanceType<typeof ManuscriptHashMismatchError>;

/** A range is outside its text, reversed, not in whole units, or splits a surrogate pair. */
export const InvalidRangeError = defineError('InvalidRangeError', 'issue-invalid-range');
export type InvalidRangeError = InstanceType<typeof InvalidRangeError>;

/** A field does not fit the wire format; `path` is its JSON Pointer, `''` for the value itself. */
export const InvalidInputError = defineError('InvalidInputError', 'issue-invalid-input', {
  path: '',
});
export type InvalidInputError = InstanceType<typeof InvalidInputError>;

/** The session has no issue with this id. */
export const UnknownIssueError = defineError('UnknownIssueError', 'issue-unknown-issue');
export type UnknownIssueError = InstanceType<typeof UnknownIssueError>;

/** An issue with this id exists; ids are never used twice. */
export const IssueExistsError = defineError('IssueExistsError', 'issue-issue-exists');
export type IssueExistsError = InstanceType<typeof IssueExistsError>;

/** The life cycle does not allow this trigger in this state. */
export const IllegalTransitionError = defineError<{ state?: string; trigger?: string }>(
  'IllegalTransitionError',
  'issue-illegal-transition',
);
export type IllegalTransitionError = InstanceType<typeof IllegalTransitionError>;

/** The actor may not read or resume the session, or it does not exist; both look alike. */
export const AccessDeniedError = defineError('AccessDeniedError', 'issue-access-denied');
export type AccessDeniedError = InstanceType<typeof AccessDeniedError>;

/** The session has an open transaction; it can have one at a time. */
export const TransactionOpenError = defineError('TransactionOpenError', 'issue-transaction-open');
export type TransactionOpenError = InstanceType<typeof TransactionOpenError>;

/** The transaction was committed or rolled back before. */
export const TransactionClosedError = defineError(
  'TransactionClosedError',
  'issue-transaction-closed',
);
export type TransactionClosedError = InstanceType<typeof TransactionClosedError>;
