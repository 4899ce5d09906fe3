import { InvalidArgumentError } from '@kanmon/core';
import { describeValue } from '@kanmon/core/kit';
import type { IssueState } from '../entities/issue.ts';
import { IllegalTransitionError } from '../errors/errors.ts';

/** An event in the life of an issue. */
export type IssueTrigger =
  | 'fix-planned'
  | 'fix-applied'
  | 'verified-resolved'
  | 'verified-partial'
  | 'verified-recurrence'
  | 'deferred'
  | 'resumed';

/** The life cycle as data: a transition that is not in the table is not allowed. */
export const issueTransitions: {
  readonly [S in IssueState]: { readonly [T in IssueTrigger]?: IssueState };
} = {
  New: {
    'fix-planned': 'InProgress',
    'verified-resolved': 'Resolved',
    'verified-partial': 'Partial',
    deferred: 'Deferred',
  },
  InProgress: {
    'fix-planned': 'InProgress',
    'fix-applied': 'InProgress',
    'verified-resolved': 'Resolved',
    'verified-partial': 'Partial',
    'verified-recurrence': 'Recurrence',
    deferred: 'Deferred',
  },
  Partial: {
    'fix-planned': 'InProgress',
    'verified-resolved': 'Resolved',
    'verified-partial': 'Partial',
    'verified-recurrence': 'Recurrence',
    deferred: 'Deferred',
  },
  Deferred: { 'verified-resolved': 'Resolved', deferred: 'Deferred', resumed: 'InProgress' },
  Resolved: { 'verified-recurrence': 'Recurrence' },
  Recurrence: {},
};

/** Returns the state after a trigger. Throws `IllegalTransitionError`, which carries both. */
export function nextIssueState(state: IssueState, trigger: IssueTrigger): IssueState {
  if (!Object.hasOwn(issueTransitions, state))
    throw new InvalidArgumentError(
      `expected a state out of ${Object.keys(issueTransitions).join(', ')}, got ${describeValue(state)}`,
    );
  const next = issueTransitions[state][trigger];
  if (next !== undefined) return next;
  const allowed = Object.keys(issueTransitions[state]).join(', ');
  throw new IllegalTransitionError(
    `an issue in state ${state} cannot take ${trigger}; ${allowed === '' ? 'the state is final, a recurrence goes on under a new id' : `allowed: ${allowed}`}`,
    { state, trigger },
  );
}
