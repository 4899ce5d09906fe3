import type { Clock, JsonValue, NewEvent } from '@kanmon/core';
import * as z from 'zod';
import { parseInput } from '../entities/fields.ts';
import type { Issue, IssueResolution } from '../entities/issue.ts';
import { TransactionClosedError, UnknownIssueError } from '../errors/errors.ts';
import { applyEvent } from '../history/apply-event.ts';
import { draftState, type SessionState } from '../history/session-state.ts';
import type { TimedIds } from '../life-cycle/issue-id.ts';

/** A session with the changes of a transaction so far. */
export type Draft = ReturnType<typeof createDraft>;

/** Creates a draft of a session's state. It costs as much as its changes, not as the session. */
export function createDraft(
  base: SessionState,
  { actor, clock, ids }: { readonly actor: string; readonly clock: Clock; readonly ids: TimedIds },
) {
  const state = draftState(base);
  const sessionId = base.session.session_id;
  const events: NewEvent[] = [];
  let open = true;

  const now = (): string => clock.now().toISOString();
  const assertOpen = (): void => {
    if (!open) throw transactionClosed();
  };
  return {
    state,
    sessionId,
    /** The events so far. */
    events,
    ids,
    /** ISO 8601. */
    now,
    /** Throws `TransactionClosedError` when the transaction is over. */
    assertOpen,
    /** Adds an event and applies it. Throws `TransactionClosedError`. */
    record(type: string, data: JsonValue): void {
      assertOpen();
      const event: NewEvent = { type, data, actor };
      events.push(event);
      applyEvent(state, { ...event, at: now(), version: state.version + 1 });
    },
    /** Throws `UnknownIssueError`. */
    issue(issueId: string): Issue {
      assertOpen();
      const issue = state.tables.issues.get(issueId);
      if (issue !== undefined) return issue;
      parseInput(z.string(), issueId, 'issue_id');
      throw new UnknownIssueError(
        `expected an issue of session ${sessionId}, got ${JSON.stringify(issueId.slice(0, 80))}; read the view for the ids it has`,
      );
    },
    /** Returns the attempts to fix an issue, in order. */
    resolutions: (issueId: string): readonly IssueResolution[] =>
      state.tables.resolutions.get(issueId) ?? [],
    /** Every later use throws `TransactionClosedError`. */
    close(): void {
      open = false;
    },
  };
}

/** Creates the error for the use of a transaction that is over. */
export function transactionClosed(): TransactionClosedError {
  return new TransactionClosedError(
    'the transaction was committed or rolled back before; begin a new one',
  );
}
