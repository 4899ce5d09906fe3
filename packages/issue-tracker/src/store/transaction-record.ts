import type { JsonValue } from '@kanmon/core';
import type { Issue } from '../entities/issue.ts';
import type { IssueResolution } from '../entities/issue-resolution.ts';
import type { QcCodeMap } from '../errors/qc-codes.ts';
import type { SessionState } from '../history/session-state.ts';
import type { TimedIds } from '../life-cycle/issue-id.ts';

/** What the changes of a transaction are made of: the state with the changes so far, and where events go. */
export interface TransactionRecord {
  readonly state: SessionState;
  readonly sessionId: string;
  readonly ids: TimedIds;
  readonly qcCodes: QcCodeMap;
  /** ISO 8601. */
  now(): string;
  /** Throws `TransactionClosedError` when the transaction is over. */
  assertOpen(): void;
  /** Adds an event and applies it to the state. Throws `TransactionClosedError`. */
  record(type: string, data: JsonValue): void;
  /** Throws `UnknownIssueError`. */
  issueOf(issueId: string): Issue;
  /** Attempts to fix an issue, in order. */
  attemptsOf(issueId: string): readonly IssueResolution[];
}
