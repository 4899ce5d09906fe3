import * as z from 'zod';
import { issueSchema, newIssueSchema } from '../entities/issue.ts';
import { parseInput, toEventData } from '../entities/parse-input.ts';
import { idSchema } from '../entities/shared-schemas.ts';
import { IssueExistsError } from '../errors/issue-errors.ts';
import { nextIssueState } from '../life-cycle/transitions.ts';
import type { TransactionRecord } from './transaction-record.ts';
import type { Transaction } from './types.ts';

const deferReasonSchema = z.string().trim().min(1).max(500);

/** The changes of a transaction that concern an issue itself: opened, moved, put off, asked about. */
export function issueChanges(
  changes: TransactionRecord,
): Pick<
  Transaction,
  | 'addIssue'
  | 'relocateIssue'
  | 'deferIssue'
  | 'resumeIssue'
  | 'requestConfirmation'
  | 'giveConfirmation'
> {
  const { state, sessionId, ids, now, assertOpen, record, issueOf, attemptsOf } = changes;
  return {
    addIssue(newIssue) {
      assertOpen();
      const complete = parseInput(newIssueSchema, newIssue, 'issue');
      const at = now();
      const issue = parseInput(
        issueSchema,
        {
          ...complete,
          issue_id: ids('ISSUE'),
          session_id: sessionId,
          state: 'New',
          created_at: at,
          updated_at: at,
        },
        'issue',
      );
      if (state.issues.has(issue.issue_id)) {
        throw new IssueExistsError(
          `issue ${issue.issue_id} was opened before; check the source of random numbers`,
        );
      }
      record('issue-opened', toEventData(issue));
      return issue;
    },
    relocateIssue(issueId, relocation) {
      const { issue_id } = issueOf(issueId);
      const moved = parseInput(issueSchema, { ...issueOf(issueId), ...relocation }, 'issue');
      record(
        'issue-relocated',
        toEventData({
          issue_id,
          text_range: moved.text_range,
          range_checksum: moved.range_checksum,
          anchor: moved.anchor,
          manuscript_hash: moved.manuscript_hash,
          manuscript_version_id: moved.manuscript_version_id,
          adjustment_method: moved.adjustment_method,
          adjustment_delta: moved.adjustment_delta,
          confidence_score: moved.confidence_score,
          adjustment_attempts: moved.adjustment_attempts,
        }),
      );
      return issueOf(issueId);
    },
    deferIssue(issueId, reason) {
      nextIssueState(issueOf(issueId).state, 'deferred');
      const deferReason = parseInput(deferReasonSchema, reason, 'defer_reason');
      record('issue-deferred', { issue_id: issueId, defer_reason: deferReason });
      return issueOf(issueId);
    },
    resumeIssue(issueId) {
      nextIssueState(issueOf(issueId).state, 'resumed');
      record('issue-resumed', { issue_id: issueId });
      return issueOf(issueId);
    },
    requestConfirmation(issueId, kind) {
      issueOf(issueId);
      const attempt = attemptsOf(issueId).length;
      record('confirmation-requested', { issue_id: issueId, resolution_attempt: attempt, kind });
    },
    giveConfirmation(issueId, kind, { decision, by }) {
      issueOf(issueId);
      record('confirmation-given', {
        issue_id: issueId,
        resolution_attempt: attemptsOf(issueId).length,
        kind,
        decision,
        by: parseInput(idSchema, by, 'decision'),
      });
    },
  };
}
