import { contentHash, type EventStore } from '@kanmon/core';
import * as z from 'zod';
import type { Diff } from '../diff/diff.ts';
import { type GrantedConfirmation, type LedgerEvent, readLedgerEvent } from './ledger-event.ts';

/** A diff as the events leave it. */
export interface LedgerDiff {
  readonly diff: Diff;
  /** Set once it was applied: by which confirmation, and at which version of the stream. */
  readonly applied: {
    readonly confirmationId: string;
    readonly diff: Diff;
    readonly version: number;
    readonly at: string;
  } | null;
}

/** A confirmation as the events leave it. */
export interface LedgerConfirmation {
  readonly granted: GrantedConfirmation;
  readonly withdrawn: boolean;
}

/** A board's ledger, folded from its stream. */
export interface LedgerState {
  readonly version: number;
  readonly diffs: ReadonlyMap<string, LedgerDiff>;
  readonly confirmations: ReadonlyMap<string, LedgerConfirmation>;
  /** Ids of the confirmations of each diff, oldest first. */
  readonly confirmationIds: ReadonlyMap<string, readonly string[]>;
}

const json = z.json();

/** Hash of everything a diff shows a person: target, change, reason, risk and where it comes from. */
export function diffHash(diff: Diff): string {
  return contentHash(json.parse(diff));
}

/** Reads a stream and folds it. */
export async function readLedger(store: EventStore, streamId: string): Promise<LedgerState> {
  const diffs = new Map<string, LedgerDiff>();
  const confirmations = new Map<string, LedgerConfirmation>();
  const confirmationIds = new Map<string, string[]>();
  let version = 0;
  for await (const stored of store.read(streamId)) {
    version = stored.version;
    const event = readLedgerEvent(stored);
    apply(event, version, diffs, confirmations);
    if (event.type === 'confirmation-granted') {
      const { id, diff_id: diffId } = event.data;
      const ids = confirmationIds.get(diffId);
      if (ids === undefined) confirmationIds.set(diffId, [id]);
      else ids.push(id);
    }
  }
  return { version, diffs, confirmations, confirmationIds };
}

function apply(
  { type, data }: LedgerEvent,
  version: number,
  diffs: Map<string, LedgerDiff>,
  confirmations: Map<string, LedgerConfirmation>,
): void {
  switch (type) {
    case 'diff-proposed':
      diffs.set(data.diff.diff_id, { diff: data.diff, applied: null });
      return;
    case 'confirmation-granted':
      confirmations.set(data.id, { granted: data, withdrawn: false });
      return;
    case 'confirmation-withdrawn': {
      const known = confirmations.get(data.confirmation_id);
      if (known !== undefined) confirmations.set(known.granted.id, { ...known, withdrawn: true });
      return;
    }
    case 'diff-applied': {
      const known = diffs.get(data.diff.diff_id);
      if (known === undefined) return;
      const { confirmation_id: confirmationId, diff, applied_at: at } = data;
      diffs.set(diff.diff_id, { ...known, applied: { confirmationId, diff, version, at } });
    }
  }
}
