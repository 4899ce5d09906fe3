import { KanmonError, type StoredEvent } from '@kanmon/core';
import * as z from 'zod';
import { type Diff, diffSchema } from '../diff/diff.ts';

/** What the ledger writes about confirmations; `consumed` follows from the events after it. */
export interface GrantedConfirmation {
  readonly id: string;
  readonly diff_id: string;
  readonly content_hash: string;
  readonly base_hash: string;
  readonly confirmed_by: string;
  readonly confirmed_at: string;
  readonly expires_at: string;
  readonly ui_action?: string;
}

/** Everything that happens in a ledger. */
export type LedgerEvent =
  | { readonly type: 'diff-proposed'; readonly data: { readonly diff: Diff } }
  | { readonly type: 'confirmation-granted'; readonly data: GrantedConfirmation }
  | {
      readonly type: 'confirmation-withdrawn';
      readonly data: { readonly confirmation_id: string; readonly withdrawn_by: string };
    }
  | {
      readonly type: 'diff-applied';
      readonly data: {
        readonly confirmation_id: string;
        readonly diff: Diff;
        readonly base_hash: string;
        readonly applied_at: string;
      };
    };

const schema: z.ZodType<LedgerEvent> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('diff-proposed'), data: z.object({ diff: diffSchema }) }),
  z.object({
    type: z.literal('confirmation-granted'),
    data: z.object({
      id: z.string(),
      diff_id: z.string(),
      content_hash: z.string(),
      base_hash: z.string(),
      confirmed_by: z.string(),
      confirmed_at: z.iso.datetime(),
      expires_at: z.iso.datetime(),
      ui_action: z.string().exactOptional(),
    }),
  }),
  z.object({
    type: z.literal('confirmation-withdrawn'),
    data: z.object({ confirmation_id: z.string(), withdrawn_by: z.string() }),
  }),
  z.object({
    type: z.literal('diff-applied'),
    data: z.object({
      confirmation_id: z.string(),
      diff: diffSchema,
      base_hash: z.string(),
      applied_at: z.iso.datetime(),
    }),
  }),
]);

/** An event as the ledger reads it back; throws for one that it cannot have written. */
export function readLedgerEvent({ type, data, streamId, version }: StoredEvent): LedgerEvent {
  const parsed = schema.safeParse({ type, data });
  if (parsed.success) return parsed.data;
  throw new KanmonError(
    `event ${version} of ${streamId} is none of a proposal ledger; was something else written to this stream?`,
    { code: 'proposal-ledger-corrupt' },
  );
}
