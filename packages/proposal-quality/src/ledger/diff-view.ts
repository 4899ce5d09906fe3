import { diffHash, type LedgerConfirmation, type LedgerState } from './ledger-state.ts';
import type { Confirmation, DiffView } from './proposal-ledger.ts';

/** A diff and where it stands at a moment. */
export function viewOf(state: LedgerState, diffId: string, now: Date): DiffView | null {
  const known = state.diffs.get(diffId);
  if (known === undefined) return null;
  const { diff, applied } = known;
  if (applied !== null) {
    const confirmation = confirmationOf(state, applied.confirmationId);
    return { diff, state: 'applied', ...(confirmation === null ? {} : { confirmation }) };
  }
  const contentHash = diffHash(diff);
  const counting = [...state.confirmations.values()].findLast(
    (confirmation) =>
      confirmation.granted.diff_id === diffId &&
      confirmation.granted.content_hash === contentHash &&
      counts(confirmation, now),
  );
  const confirmation = counting === undefined ? null : confirmationOf(state, counting.granted.id);
  return confirmation === null
    ? { diff, state: 'proposed' }
    : { diff, state: 'confirmed', confirmation };
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
