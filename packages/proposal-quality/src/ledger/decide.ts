import { contentHash, KanmonError } from '@kanmon/core';
import type { BoardState, Diff } from '../diff/diff.ts';
import { idsOf, validateDiff } from '../diff/validate-diff.ts';
import {
  type AppliedDiff,
  diffHash,
  isExpired,
  type LedgerEvent,
  type LedgerState,
  validConfirmation,
} from './ledger-state.ts';

const messages = {
  'confirmation-unknown': 'there is no such confirmation on this board',
  'confirmation-withdrawn': 'the confirmation was withdrawn; confirm the diff again',
  'confirmation-consumed': 'the confirmation has been applied and cannot be withdrawn',
  'confirmation-expired': 'the confirmation has expired; confirm the diff again',
  'diff-unknown': 'there is no such diff on this board; propose it first',
  'diff-changed':
    'the diff is not the one that was seen; read what it says now and confirm its content_hash',
  'diff-confirmed':
    'the diff is confirmed as it is; withdraw the confirmation before other content is proposed',
  'diff-invalid': 'the diff cannot be applied to the board as it is',
  'diff-already-applied': 'the diff has been applied already',
  'base-changed': 'the board has changed where the diff applies; confirm the diff again',
};

/** Why the ledger refused a step. */
export type ProposalApplyErrorCode = keyof typeof messages;

/** The ledger refused a proposal, a confirmation, a withdrawal or an application. It wrote nothing. */
export class ProposalApplyError extends KanmonError {
  static override readonly errorName: string = 'ProposalApplyError';

  declare readonly code: ProposalApplyErrorCode;

  constructor(message: string, { code }: { readonly code: ProposalApplyErrorCode }) {
    super(message, { code });
  }
}

/** The decision of a step on the state it has read: events to write, or a result without events. */
export type Decision<Result> =
  | { readonly done: Result }
  | {
      readonly events: readonly LedgerEvent[];
      /** Returns the result of the step, at the version of the last event. */
      readonly result: (version: number) => Result;
      /** Actor of the events. */
      readonly by?: string;
      /** Idempotency key. */
      readonly key?: string;
    };

function refuse(code: ProposalApplyErrorCode, id: string): ProposalApplyError {
  return new ProposalApplyError(`${messages[code]} (${JSON.stringify(id)})`, { code });
}

/**
 * Returns whether a diff must be recorded: its id is unknown, or its content differs from what is
 * recorded in more than `created_at`. Throws for other content under an id that is confirmed: a
 * proposal must not void what a person confirmed.
 */
export function isUnrecorded(diff: Diff, state: LedgerState, now: Date): boolean {
  const { diff_id: diffId } = diff;
  const known = state.diffs.get(diffId);
  if (known === undefined) return true;
  if (known.applied !== null) return false;
  const recorded = diffHash(known.diff);
  if (diffHash({ ...diff, created_at: known.diff.created_at }) === recorded) return false;
  if (validConfirmation(state, diffId, recorded, now) === undefined) return true;
  throw refuse('diff-confirmed', diffId);
}

/** Returns the diff to confirm. Throws when it cannot be confirmed, or is not the one that was seen. */
export function confirmable(
  state: LedgerState,
  seen: { readonly diffId: string; readonly contentHash: string },
  board: BoardState,
): Diff {
  const { diffId, contentHash: hash } = seen;
  const known = state.diffs.get(diffId);
  if (known === undefined) throw refuse('diff-unknown', diffId);
  if (known.applied !== null) throw refuse('diff-already-applied', diffId);
  if (diffHash(known.diff) !== hash) throw refuse('diff-changed', diffId);
  if (validateDiff(known.diff, board).result === 'INVALID') throw refuse('diff-invalid', diffId);
  return known.diff;
}

/** Decides on a withdrawal: no event if the confirmation is already withdrawn. */
export function decideWithdrawal(
  state: LedgerState,
  confirmationId: string,
  by: string,
): Decision<void> {
  const known = state.confirmations.get(confirmationId);
  if (known === undefined) throw refuse('confirmation-unknown', confirmationId);
  const applied = state.diffs.get(known.granted.diff_id)?.applied;
  if (applied?.confirmationId === confirmationId) {
    throw refuse('confirmation-consumed', confirmationId);
  }
  if (known.withdrawn) return { done: undefined };
  const data = { confirmation_id: confirmationId, withdrawn_by: by };
  return { events: [{ type: 'confirmation-withdrawn', data }], by, result: () => undefined };
}

/**
 * Decides whether a confirmation applies. Checks in this order: exists, not withdrawn, not consumed, in
 * time, diff and base unchanged, valid.
 */
export function decideApply(
  state: LedgerState,
  { confirmationId, by }: { readonly confirmationId: string; readonly by: string | undefined },
  board: BoardState,
  now: Date,
): Decision<AppliedDiff> {
  const confirmation = state.confirmations.get(confirmationId);
  if (confirmation === undefined) throw refuse('confirmation-unknown', confirmationId);
  const { granted, withdrawn } = confirmation;
  const { diff_id: diffId } = granted;
  if (withdrawn) throw refuse('confirmation-withdrawn', confirmationId);
  const known = state.diffs.get(diffId);
  if (known === undefined) throw refuse('diff-unknown', diffId);
  const { diff, applied } = known;
  if (applied !== null) {
    if (applied.confirmationId !== confirmationId) throw refuse('diff-already-applied', diffId);
    const { version } = applied;
    return { done: { applied: true, diff: applied.diff, version, replayed: true } };
  }
  if (isExpired(granted.expires_at, now)) throw refuse('confirmation-expired', confirmationId);
  if (diffHash(diff) !== granted.content_hash) throw refuse('diff-changed', diffId);
  const base_hash = baseHash(diff, board);
  if (base_hash !== granted.base_hash) throw refuse('base-changed', diffId);
  if (validateDiff(diff, board).result === 'INVALID') throw refuse('diff-invalid', diffId);
  const applied_at = now.toISOString();
  const data = { confirmation_id: confirmationId, diff, base_hash, applied_at };
  return {
    events: [{ type: 'diff-applied', data }],
    by: by ?? granted.confirmed_by,
    key: `apply:${diffId}`,
    result: (version) => ({ applied: true, diff, version, replayed: false }),
  };
}

/**
 * Returns the hash of the part of the board that a diff builds on: its nodes (id, title, status) with
 * their children, relations and groups. Lists are sorted, so hosts may pass them in any order.
 */
export function baseHash(diff: Diff, state: BoardState): string {
  const ids = new Set(idsOf(diff).map(([, id]) => id));
  const { children = {}, relations = [], groups = [] } = state;
  return contentHash({
    nodes: sorted(
      state.nodes
        .filter(({ id }) => ids.has(id))
        .map(({ id, title, status }) => [id, title, status ?? null]),
    ),
    children: sorted(
      [...ids].map((id) => [
        id,
        Object.hasOwn(children, id) ? (children[id] ?? []).toSorted() : [],
      ]),
    ),
    relations: sorted(
      relations
        .filter(({ from, to }) => ids.has(from) || ids.has(to))
        .map(({ from, to, relation_type }) => [from, to, relation_type]),
    ),
    groups: sorted(
      groups
        .filter(({ node_ids }) => node_ids.some((id) => ids.has(id)))
        .map(({ group_label, node_ids }) => [group_label, node_ids.toSorted()]),
    ),
  });
}

function sorted<Row extends readonly unknown[]>(rows: readonly Row[]): readonly Row[] {
  return rows
    .map((row) => ({ row, key: JSON.stringify(row) }))
    .toSorted((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ row }) => row);
}
