import { type Finding, toValidationResult, type ValidationResult } from '@kanmon/core';
import { proposalCatalog } from '../messages/proposal-catalog.ts';
import type { BoardState } from './diff.ts';
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
  const findings = judge(diff, state);
  const verdict = toValidationResult(findings, { catalog: proposalCatalog });
  if (!verdict.ok) return Object.freeze({ ...verdict, result: 'INVALID' });
  return Object.freeze({
    ...verdict,
    result: findings.length === 0 ? 'VALID' : 'NEEDS_REVIEW',
  });
}

function judge(diff: unknown, state: BoardState): readonly Finding[] {
  const frame = frameFindings(diff);
  if (frame.length > 0) return frame;
  const read = readDiff(diff);
  return read === null
    ? [diffFinding('schema-mismatch', '', { message })]
    : changeFindings(read, state);
}

const message = 'a member that no diff has, or another action than add';
