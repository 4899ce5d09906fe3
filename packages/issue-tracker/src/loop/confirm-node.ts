import type { JsonValue } from '@kanmon/core';
import * as z from 'zod';
import { idSchema } from '../entities/fields.ts';
import type { Issue } from '../entities/issue.ts';
import { InvalidInputError } from '../errors/errors.ts';
import type { Transaction } from '../store/types.ts';
import { assertRange, type Span } from '../text/text-range.ts';
import type { LoopContext } from './loop-context.ts';
import { placeIn } from './track-issues.ts';
import type { Decision, FixLoopState, PendingConfirmation } from './types.ts';

/** Reason of an issue whose tool a person refused (seed section 4). */
const rejectedTool = 'USER_REJECTED_TOOL';
const rejectedAlignment = 'USER_REJECTED_ALIGNMENT';
const deferred = 'USER_DEFERRED';

const decisionSchema: z.ZodType<Decision> = z.looseObject({
  issue_id: idSchema,
  decision: z.enum(['approve', 'reject', 'defer']),
  range: z.object({ start: z.int().min(0), end: z.int().min(0) }).optional(),
  by: idSchema,
});

/** Asks a person; null when there is nobody to ask now. */
export type AskPerson = (
  pending: readonly PendingConfirmation[],
) => Promise<readonly Decision[]> | null;

/** Puts the open questions of a round to a person and records the answers. No effect before the asking. */
export async function confirmNode(
  context: LoopContext,
  state: FixLoopState,
  ask: AskPerson,
): Promise<FixLoopState> {
  const open = state.pending.filter(
    (question) => context.recall(answerKey(context, state, question)) === undefined,
  );
  if (open.length === 0) return { ...state, status: 'running', reason: null, pending: [] };
  const answer = ask(open);
  if (answer === null) return waiting(context, state, open);
  const text = await context.readText(state.manuscript_hash);
  const decisions = checkDecisions(await answer, open, text);
  for (const { decision, question } of decisions) {
    await context.once(answerKey(context, state, question), (transaction): JsonValue => {
      if (transaction.view.session.current_status === 'waiting_for_user') {
        transaction.setStatus('running');
      }
      decide(transaction, question, decision, text, context.salt);
      return { decision: decision.decision };
    });
  }
  const answered = new Set(decisions.map(({ question }) => question));
  const left = open.filter((question) => !answered.has(question));
  return left.length === 0
    ? { ...state, status: 'running', reason: null, pending: [] }
    : waiting(context, state, left);
}

/** The session waits for a person, and says so in its history whichever engine runs it. */
async function waiting(
  context: LoopContext,
  state: FixLoopState,
  open: readonly PendingConfirmation[],
): Promise<FixLoopState> {
  await context.transaction((transaction) => {
    if (transaction.view.session.current_status !== 'waiting_for_user') {
      transaction.setStatus('waiting_for_user');
    }
  });
  return { ...state, status: 'waiting_for_user', reason: 'confirmation', pending: open };
}

/** Key under which the answer to a question is recorded. */
export function answerKey(
  context: LoopContext,
  state: FixLoopState,
  { issue_id: issueId }: Pick<PendingConfirmation, 'issue_id'>,
): string {
  return context.key(state, 'confirm', issueId);
}

interface CheckedDecision {
  readonly decision: Decision;
  readonly question: PendingConfirmation;
}

/** All of a batch is checked before any of it is applied. */
function checkDecisions(
  given: readonly Decision[],
  open: readonly PendingConfirmation[],
  text: string,
): CheckedDecision[] {
  const parsed = z.array(decisionSchema).safeParse(given);
  if (!parsed.success) {
    throw new InvalidInputError(
      'expected decisions { issue_id, decision: approve | reject | defer, by }, got something else; nothing of the batch was applied',
      { cause: parsed.error },
    );
  }
  const seen = new Set<string>();
  return parsed.data.map((decision, index) => {
    const question = open.find(({ issue_id: id }) => id === decision.issue_id);
    if (question === undefined || seen.has(decision.issue_id)) {
      throw new InvalidInputError(
        `expected one decision for each pending issue, got ${question === undefined ? 'one for an issue that is not pending' : 'two for the same issue'}; nothing of the batch was applied`,
        { path: `/${index}/issue_id` },
      );
    }
    seen.add(decision.issue_id);
    if (decision.range !== undefined) assertRange(text, decision.range);
    return { decision, question };
  });
}

function decide(
  transaction: Transaction,
  { issue_id: issueId, kind, candidates }: PendingConfirmation,
  decision: Decision,
  text: string,
  salt: string | undefined,
): void {
  transaction.giveConfirmation(issueId, kind, decision);
  if (decision.decision === 'defer') {
    transaction.deferIssue(issueId, deferred);
  } else if (decision.decision === 'reject') {
    transaction.deferIssue(issueId, kind === 'tool' ? rejectedTool : rejectedAlignment);
  } else if (kind === 'alignment') {
    const issue = transaction.view.issues.find(({ issue_id: id }) => id === issueId);
    const range = decision.range ?? candidates[0];
    if (issue !== undefined && range !== undefined) align(transaction, issue, range, text, salt);
  }
}

function align(
  transaction: Transaction,
  issue: Issue,
  range: Span,
  text: string,
  salt: string | undefined,
): void {
  transaction.relocateIssue(issue.issue_id, {
    ...placeIn(text, range, salt),
    manuscript_hash: issue.manuscript_hash,
    manuscript_version_id: issue.manuscript_version_id,
    adjustment_method: 'manual_confirmation',
    adjustment_delta: range.start - (issue.text_range?.start ?? range.start),
    confidence_score: 1,
    adjustment_attempts: [
      ...issue.adjustment_attempts,
      { strategy: 'manual_confirmation', result: 'hit', confidence: 1, steps: 0 },
    ],
  });
}
