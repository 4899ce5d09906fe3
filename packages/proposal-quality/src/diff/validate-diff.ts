import { type Finding, toValidationResult, type ValidationResult } from '@kanmon/core';
import { proposalCatalog } from '../messages/proposal-catalog.ts';
import { type BoardIndex, indexBoard } from './board-index.ts';
import type { BoardState, Diff } from './diff.ts';
import { changeFindings } from './change-findings.ts';
import { diffFinding } from './diff-finding.ts';
import { frameFindings, readDiff } from './read-diff.ts';

/** `NEEDS_REVIEW`: can be applied, but a person may want to look twice. */
export type DiffVerdict = ValidationResult & {
  readonly result: 'VALID' | 'NEEDS_REVIEW' | 'INVALID';
};

/**
 * Judges a diff against the board as it is now. Never throws on `diff`, and corrects nothing: Musts
 * make it INVALID, Shoulds make it NEEDS_REVIEW.
 */
export function validateDiff(diff: unknown, state: BoardState): DiffVerdict {
  return judgeOn(diff, () => indexBoard(state));
}

/** Judges diffs against one board, which is indexed once for all of them. */
export function judgeDiffs(
  diffs: readonly Diff[],
  state: BoardState,
): readonly { readonly diff: Diff; readonly verdict: DiffVerdict }[] {
  const board = indexBoard(state);
  return diffs.map((diff) => ({ diff, verdict: judgeOn(diff, () => board) }));
}

function judgeOn(diff: unknown, board: () => BoardIndex): DiffVerdict {
  const findings = judge(diff, board);
  const verdict = toValidationResult(findings, { catalog: proposalCatalog });
  if (!verdict.ok) return Object.freeze({ ...verdict, result: 'INVALID' });
  return Object.freeze({
    ...verdict,
    result: findings.length === 0 ? 'VALID' : 'NEEDS_REVIEW',
  });
}

function judge(diff: unknown, board: () => BoardIndex): readonly Finding[] {
  const frame = frameFindings(diff);
  if (frame.length > 0) return frame;
  const read = readDiff(diff);
  return read === null
    ? [diffFinding('schema-mismatch', '', { message })]
    : changeFindings(read, board());
}

const message = 'a member that no diff has, or another action than add';
