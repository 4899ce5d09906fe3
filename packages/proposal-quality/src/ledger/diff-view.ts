import { diffHash, type LedgerConfirmation, type LedgerState } from './ledger-state.ts';
import type { Confirmation, DiffView } from './proposal-ledger.ts';

/** A diff and where it stands at a moment. */
export function viewOf(state: LedgerState, diffId: string, now: Date): DiffView | null {
  const known = state.diffs.get(diffId);
  if (known === undefined) return null;
  const { diff, applied } = known;
  const shown = { diff, content_hash: diffHash(diff) };
  if (applied !== null) {
    const confirmation = confirmationOf(state, applied.confirmationId);
    return { ...shown, state: 'applied', ...(confirmation === null ? {} : { confirmation }) };
  }
  const valid = validConfirmation(state, diffId, shown.content_hash, now);
  const confirmation = valid === undefined ? null : confirmationOf(state, valid.granted.id);
  return confirmation === null
    ? { ...shown, state: 'proposed' }
    : { ...shown, state: 'confirmed', confirmation };
}

/** The latest confirmation of this content that is neither withdrawn nor expired. */
export function validConfirmation(
  state: LedgerState,
  diffId: string,
  contentHash: string,
  now: Date,
): LedgerConfirmation | undefined {
  return (state.confirmationIds.get(diffId) ?? [])
    .map((id) => state.confirmations.get(id))
    .findLast((confirmation) => {
      return confirmation?.granted.content_hash === contentHash && counts(confirmation, now);
    });
}

/** Neither withdrawn nor expired; a confirmation ends with the millisecond it expires at. */
function counts({ granted, withdrawn }: LedgerConfirmation, now: Date): boolean {
  return !withdrawn && !isExpired(granted.expires_at, now);
}

/** Whether a time is reached. */
export function isExpired(expiresAt: string, now: Date): boolean {
  return Date.parse(expiresAt) <= now.getTime();
}

/** A confirmation as hosts see it, with what became of it. */
function confirmationOf(state: LedgerState, id: string): Confirmation | null {
  const known = state.confirmations.get(id);
  if (known === undefined) return null;
  const { ui_action: _action, ...granted } = known.granted;
  const applied = state.diffs.get(granted.diff_id)?.applied ?? null;
  return applied?.confirmationId === id
    ? { ...granted, consumed: true, consumed_at: applied.at }
    : { ...granted, consumed: false };
}
