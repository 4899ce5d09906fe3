import { type JsonValue, KanmonError } from '@kanmon/core';
import * as z from 'zod';
import { idSchema } from '../entities/fields.ts';
import { InvalidInputError } from '../errors/errors.ts';
import type { Transaction } from '../store/types.ts';
import { assertRange, type Span } from '../text/text-range.ts';
import type { LoopContext } from './loop-context.ts';
import { placeIn } from './track-issues.ts';
import type { Decision, FixLoopState, PendingConfirmation } from './types.ts';

/** Reasons of issues that a person refused or deferred. */
const rejectedTool = 'USER_REJECTED_TOOL';
const rejectedAlignment = 'USER_REJECTED_ALIGNMENT';
const deferred = 'USER_DEFERRED';

const decisionSchema: z.ZodType<Decision> = z.looseObject({
  issue_id: idSchema,
  decision: z.enum(['approve', 'reject', 'defer']),
  range: z.object({ start: z.int().min(0), end: z.int().min(0) }).optional(),
  by: idSchema,
});

/** Asks a person; null when no person can be asked now. */
export type AskPerson = (
  pending: readonly PendingConfirmation[],
) => Promise<readonly Decision[]> | null;

/** Asks a person the open questions of a round and records the answers. Nothing is written before the asking. */
export async function confirmNode(
  context: LoopContext,
  state: FixLoopState,
  ask: AskPerson,
): Promise<FixLoopState> {
  const open = state.pending.filter(
    (question) => context.recall(answerKey(context, state, question)) === undefined,
  );
  const answer = open.length === 0 ? null : ask(open);
  if (answer === null) return waitOrRun(context, state, open);
  const text = await context.readText(state.manuscript_hash);
  const decisions = checkDecisions(await answer, open, text);
  for (const { decision, question } of decisions) {
    await context.once(answerKey(context, state, question), (transaction): JsonValue => {
      if (transaction.session.current_status === 'waiting_for_user') {
        transaction.setStatus('running');
      }
      decide(transaction, question, decision, { text, salt: context.salt });
      return { decision: decision.decision };
    });
  }
  const answered = new Set(decisions.map(({ question }) => question));
  return waitOrRun(
    context,
    state,
    open.filter((question) => !answered.has(question)),
  );
}

/** Sets the status of the session to waiting while questions are open, whichever engine runs it. */
async function waitOrRun(
  context: LoopContext,
  state: FixLoopState,
  open: readonly PendingConfirmation[],
): Promise<FixLoopState> {
  if (open.length === 0) return { ...state, status: 'running', reason: null, pending: [] };
  await context.transaction((transaction) => {
    if (transaction.session.current_status !== 'waiting_for_user') {
      transaction.setStatus('waiting_for_user');
    }
  });
  return { ...state, status: 'waiting_for_user', reason: 'confirmation', pending: open };
}

/** Returns the key of the record of an answer. */
export function answerKey(
  context: LoopContext,
  state: FixLoopState,
  { issue_id: issueId }: Pick<PendingConfirmation, 'issue_id'>,
): string {
  return context.key(state, 'confirm', issueId);
}

/** Returns what is wrong with an answer to the questions of the state, or undefined. */
export async function answerProblem(
  context: LoopContext,
  { manuscript_hash: hash, pending }: FixLoopState,
  given: readonly Decision[],
): Promise<string | undefined> {
  const text = await context.readText(hash);
  try {
    checkDecisions(given, pending, text);
    return undefined;
  } catch (error) {
    if (KanmonError.isInstance(error)) return error.message;
    throw error;
  }
}

interface CheckedDecision {
  readonly decision: Decision;
  readonly question: PendingConfirmation;
}

/** Checks a whole batch before any of it is applied. */
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
  revision: Parameters<typeof placeIn>[0],
): void {
  transaction.giveConfirmation(issueId, kind, decision);
  if (decision.decision === 'defer') {
    transaction.deferIssue(issueId, deferred);
  } else if (decision.decision === 'reject') {
    transaction.deferIssue(issueId, kind === 'tool' ? rejectedTool : rejectedAlignment);
  } else if (kind === 'alignment') {
    const range = decision.range ?? candidates[0];
    if (range !== undefined) align(transaction, issueId, range, revision);
  }
}

function align(
  transaction: Transaction,
  issueId: string,
  range: Span,
  revision: Parameters<typeof placeIn>[0],
): void {
  const issue = transaction.issue(issueId);
  transaction.relocateIssue(issueId, {
    ...placeIn(revision, range),
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
