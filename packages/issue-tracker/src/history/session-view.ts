import type { Issue } from '../entities/issue.ts';
import type { IssueResolution } from '../entities/issue-resolution.ts';
import type { ManuscriptFetchLog } from '../entities/manuscript-fetch-log.ts';
import type { Session } from '../entities/session.ts';
import type { StepExecution } from '../entities/step-execution.ts';

/** A question that waits for a person. */
export interface OpenConfirmation {
  readonly issue_id: string;
  readonly kind: 'tool' | 'alignment';
  readonly resolution_attempt: number;
}

/** The five entities of one session at one moment. */
export interface SessionView {
  readonly session: Session;
  readonly steps: readonly StepExecution[];
  /** In the order they were opened. */
  readonly issues: readonly Issue[];
  readonly resolutions: readonly IssueResolution[];
  readonly fetch_logs: readonly ManuscriptFetchLog[];
  /** Questions that wait for a person. */
  readonly confirmations: readonly OpenConfirmation[];
  /** Version of the last event folded. */
  readonly version: number;
  /** Events whose type or shape this version does not know. */
  readonly unknown_events: number;
}
