import { InvalidArgumentError } from '@kanmon/core';
import { checkOptions } from '@kanmon/core/kit';
import { matchOptionNames, type MatchOptions, readMatchOptions } from '../match/match-options.ts';
import { checkTerms } from '../match/validate-term-preservation.ts';
import type {
  RequiredTerm,
  RequiredTermsInput,
  TaskLike,
  TermPreservationResult,
  TermStatus,
  TermVerdict,
} from '../vocabulary/terms.ts';

/** Why a term went missing. */
export type DriftCause = 'never-present' | 'task-deleted' | 'reworded' | 'negated';

/** One term over the revisions of a plan. */
export interface TermDrift {
  readonly term: RequiredTerm;
  readonly statuses: readonly TermStatus[];
  /** First revision in which it is missing after it was not, or 0 when it never was there. */
  readonly lostAt?: number;
  /** First revision after `lostAt` in which it is no longer missing. */
  readonly regainedAt?: number;
  readonly cause?: DriftCause;
}

/** The statuses of every term over the revisions. */
export interface DriftReport {
  readonly revisions: readonly TermPreservationResult[];
  readonly terms: readonly TermDrift[];
}

/** Follows each term through the revisions of a plan, first to last. */
export function compareRevisions(
  terms: RequiredTermsInput,
  revisions: readonly (readonly TaskLike[])[],
  options: MatchOptions = {},
): DriftReport {
  if (!Array.isArray(revisions)) {
    throw new InvalidArgumentError(
      `expected a list of plans, got ${typeof revisions}; pass one array of tasks for each revision`,
    );
  }
  checkOptions(options, matchOptionNames, 'compareRevisions(terms, revisions, options)');
  const read = readMatchOptions(options);
  const results = revisions.map((tasks: readonly TaskLike[]) => checkTerms(terms, tasks, read));
  const first = results[0]?.verdicts ?? [];
  const drifts = first.map(({ term }, row) => {
    const verdicts = results.flatMap((result) => result.verdicts[row] ?? []);
    return followTerm(term, verdicts, revisions);
  });
  return { revisions: results, terms: drifts };
}

function followTerm(
  term: RequiredTerm,
  verdicts: readonly TermVerdict[],
  revisions: readonly (readonly TaskLike[])[],
): TermDrift {
  const statuses = verdicts.map((verdict) => verdict.status);
  const lostAt = statuses.findIndex(
    (status, at) => status === 'missing' && (at === 0 || statuses[at - 1] !== 'missing'),
  );
  if (lostAt < 0) return { term, statuses };
  const regained = statuses.findIndex((status, at) => at > lostAt && status !== 'missing');
  return {
    term,
    statuses,
    lostAt,
    ...(regained < 0 ? {} : { regainedAt: regained }),
    cause: causeOf(verdicts, lostAt, revisions),
  };
}

function causeOf(
  verdicts: readonly TermVerdict[],
  lostAt: number,
  revisions: readonly (readonly TaskLike[])[],
): DriftCause {
  if (lostAt === 0) return 'never-present';
  const before = verdicts[lostAt - 1]?.evidence ?? [];
  const ids = new Set((revisions[lostAt] ?? []).map((task) => task?.id));
  const held = before.map((evidence) => evidence.taskId);
  if (held.length > 0 && held.every((id) => id !== undefined && !ids.has(id)))
    return 'task-deleted';
  return verdicts[lostAt]?.reason === 'only-negated' ? 'negated' : 'reworded';
}
