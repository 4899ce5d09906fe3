/** The kind of an attempt. */
export type AttemptMode = 'initial' | 'patch' | 'full' | 'continue';

/** Why a run ended without a value. The first five are limits of the budget. */
export type RejectionReason =
  | 'attempts'
  | 'output-tokens'
  | 'total-tokens'
  | 'cost'
  | 'time'
  | 'no-progress'
  | 'refused'
  | 'aborted'
  | 'generate-failed'
  | 'unreviewed';
