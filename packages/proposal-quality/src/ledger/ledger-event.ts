import { KanmonError, type StoredEvent } from '@kanmon/core';
import * as z from 'zod';
import { diffSchema } from '../diff/diff.ts';

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
export type GrantedConfirmation = z.infer<typeof grantedConfirmation>;

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
export function readLedgerEvent({ type, data, streamId, version }: StoredEvent): LedgerEvent {
  const parsed = ledgerEvent.safeParse({ type, data });
  if (parsed.success) return parsed.data;
  throw new KanmonError(
    `event ${version} of ${streamId} is not an event of a proposal ledger; was something else written to this stream?`,
    { code: 'proposal-ledger-corrupt' },
  );
}
