import {
  contentHash,
  type EventStore,
  InvalidArgumentError,
  KanmonError,
  type NewEvent,
  type StoredEvent,
} from '@kanmon/core';
import * as z from 'zod';
import { type Diff, diffSchema } from '../diff/diff.ts';

const text = z.string();

const grantedConfirmation = z.object({
  id: text,
  diff_id: text,
  content_hash: text,
  base_hash: text,
  confirmed_by: text,
  confirmed_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  ui_action: text.exactOptional(),
});

/** A confirmation as stored; `consumed` follows from later events. */
type GrantedConfirmation = z.infer<typeof grantedConfirmation>;

/** A person's consent to a diff, bound to the content they saw and to the board at that moment. */
export interface Confirmation {
  readonly id: string;
  readonly diff_id: string;
  readonly content_hash: string;
  readonly base_hash: string;
  readonly confirmed_by: string;
  readonly confirmed_at: string;
  /** From this millisecond on the confirmation is invalid. */
  readonly expires_at: string;
  readonly consumed: boolean;
  readonly consumed_at?: string;
}

/** Wire shape of a confirmation. */
export const confirmationSchema: z.ZodType<Confirmation> = grantedConfirmation
  .omit({ ui_action: true })
  .extend({ consumed: z.boolean(), consumed_at: text.exactOptional() });

const ledgerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('diff-proposed'), data: z.object({ diff: diffSchema }) }),
  z.object({ type: z.literal('confirmation-granted'), data: grantedConfirmation }),
  z.object({
    type: z.literal('confirmation-withdrawn'),
    data: z.object({ confirmation_id: text, withdrawn_by: text }),
  }),
  z.object({
    type: z.literal('diff-applied'),
    data: z.object({
      confirmation_id: text,
      diff: diffSchema,
      base_hash: text,
      applied_at: z.iso.datetime(),
    }),
  }),
]);

/** An event of a ledger. */
export type LedgerEvent = z.infer<typeof ledgerEvent>;

/** Parses a stored event. Throws for an event that no ledger writes. */
function readLedgerEvent({ type, data, streamId, version }: StoredEvent): LedgerEvent {
  const parsed = ledgerEvent.safeParse({ type, data });
  if (parsed.success) return parsed.data;
  throw new KanmonError(
    `event ${version} of ${streamId} is not an event of a proposal ledger; was something else written to this stream?`,
    { code: 'proposal-ledger-corrupt' },
  );
}

const json = z.json();

/** Returns an event to append. Throws for one that `readLedgerEvent` would refuse: the stream is append-only. */
export function writeLedgerEvent(event: LedgerEvent): NewEvent {
  const parsed = ledgerEvent.safeParse(event);
  if (parsed.success) return { type: event.type, data: json.parse(event.data) };
  throw new InvalidArgumentError(
    `the event ${event.type} has an invalid ${parsed.error.issues[0]?.path.join('/')}; nothing was written`,
  );
}

/** A diff after all events. */
interface LedgerDiff {
  readonly diff: Diff;
  /** Null until it is applied: the confirmation, and the version of the stream. */
  readonly applied: {
    readonly confirmationId: string;
    readonly diff: Diff;
    readonly version: number;
    readonly at: string;
  } | null;
}

/** A confirmation after all events. */
interface LedgerConfirmation {
  readonly granted: GrantedConfirmation;
  readonly withdrawn: boolean;
}

/** The state of a board's ledger. */
export interface LedgerState {
  readonly version: number;
  readonly diffs: ReadonlyMap<string, LedgerDiff>;
  readonly confirmations: ReadonlyMap<string, LedgerConfirmation>;
  /** Ids of the confirmations of each diff, oldest first. */
  readonly confirmationIds: ReadonlyMap<string, readonly string[]>;
}

/** The result of an application. */
export interface AppliedDiff {
  readonly applied: true;
  readonly diff: Diff;
  /** Of the stream, with the event of the application. */
  readonly version: number;
  /** True when this confirmation had been applied before. */
  readonly replayed: boolean;
}

/** Returns the hash of a whole diff: everything that a person sees. */
export function diffHash(diff: Diff): string {
  return contentHash(json.parse(diff));
}

/** Reads the stream of a ledger and folds its events. */
export async function readLedger(store: EventStore, streamId: string): Promise<LedgerState> {
  const diffs = new Map<string, LedgerDiff>();
  const confirmations = new Map<string, LedgerConfirmation>();
  const confirmationIds = new Map<string, string[]>();
  let version = 0;
  for await (const stored of store.read(streamId)) {
    version = stored.version;
    const { type, data } = readLedgerEvent(stored);
    if (type === 'diff-proposed') {
      diffs.set(data.diff.diff_id, { diff: data.diff, applied: null });
    } else if (type === 'confirmation-granted') {
      confirmations.set(data.id, { granted: data, withdrawn: false });
      const ids = confirmationIds.get(data.diff_id) ?? [];
      ids.push(data.id);
      confirmationIds.set(data.diff_id, ids);
    } else if (type === 'confirmation-withdrawn') {
      const known = confirmations.get(data.confirmation_id);
      if (known !== undefined) confirmations.set(known.granted.id, { ...known, withdrawn: true });
    } else {
      const { confirmation_id: confirmationId, diff, applied_at: at } = data;
      const known = diffs.get(diff.diff_id);
      const applied = { confirmationId, diff, version, at };
      if (known !== undefined) diffs.set(diff.diff_id, { ...known, applied });
    }
  }
  return { version, diffs, confirmations, confirmationIds };
}

/** A diff and its state. */
export interface DiffView {
  readonly diff: Diff;
  /** Hash of everything in `diff`. Pass it to `confirm`: it identifies what the person saw. */
  readonly content_hash: string;
  readonly state: 'proposed' | 'confirmed' | 'applied';
  /** The confirmation that was consumed, or the latest valid one. */
  readonly confirmation?: Confirmation;
}

/** Wire shape of a diff and its state. */
export const diffViewSchema: z.ZodType<DiffView> = z.object({
  diff: diffSchema,
  content_hash: z.string(),
  state: z.enum(['proposed', 'confirmed', 'applied']),
  confirmation: confirmationSchema.exactOptional(),
});

/** Returns a diff and its state at a moment. */
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

/** Returns the latest confirmation of this content that is neither withdrawn nor expired. */
export function validConfirmation(
  state: LedgerState,
  diffId: string,
  hash: string,
  now: Date,
): LedgerConfirmation | undefined {
  return (state.confirmationIds.get(diffId) ?? [])
    .map((id) => state.confirmations.get(id))
    .findLast((known) => {
      if (known === undefined || known.withdrawn) return false;
      const { content_hash: confirmed, expires_at: expiresAt } = known.granted;
      return confirmed === hash && !isExpired(expiresAt, now);
    });
}

/** Returns whether a confirmation has expired: from the millisecond of `expiresAt` on. */
export function isExpired(expiresAt: string, now: Date): boolean {
  return Date.parse(expiresAt) <= now.getTime();
}

/** Returns a confirmation as hosts see it, with its consumption. */
function confirmationOf(state: LedgerState, id: string): Confirmation | null {
  const known = state.confirmations.get(id);
  if (known === undefined) return null;
  const { ui_action: _action, ...granted } = known.granted;
  const applied = state.diffs.get(granted.diff_id)?.applied ?? null;
  return applied?.confirmationId === id
    ? { ...granted, consumed: true, consumed_at: applied.at }
    : { ...granted, consumed: false };
}
