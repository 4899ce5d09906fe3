import type { EventStore, StoredEvent } from '@kanmon/core';
import type { JsonPatchOperation } from '@kanmon/core/json';
import * as z from 'zod';
import { type Card, gradeSchema } from '../model/card.ts';
import {
  cardReviewSchema,
  type LineSource,
  lineSourceSchema,
  operationSchema,
} from '../model/review.ts';

const text = z.string();
const texts: z.ZodType<readonly string[]> = z.array(text);
const lineSources: z.ZodType<readonly LineSource[]> = z.array(lineSourceSchema);
const operations: z.ZodType<readonly JsonPatchOperation[]> = z.array(operationSchema);
const count = z.number();

/**
 * A stored card: only its types are checked. It was valid under the limits of its time, and a deck must stay
 * readable when limits change.
 */
const storedCard: z.ZodType<Card> = z.object({
  slide_id: text,
  title: text,
  body: texts,
  table_data: z.object({ headers: texts, rows: z.array(texts) }).nullable(),
  note: text.nullable(),
  intent: text,
  type_hint: text.nullable(),
  story: z.object({ phase: text, chapter_id: text.exactOptional(), angle: text.exactOptional() }),
});

const common = {
  /** The whole name of an actor whose name is too long for the event itself. */
  actor: text.exactOptional(),
  /** On the last event of an append that had a key; `events` counts those of the append. */
  idempotency: z.object({ key: text, body: text, events: count }).exactOptional(),
};
const onCard = { ...common, slide_id: text };
/** Every event that changes content carries all of it and its review, so any version can be rebuilt. */
const withContent = {
  ...onCard,
  card: storedCard,
  content_hash: text,
  review: cardReviewSchema.nullable(),
};

function eventForm<Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) {
  return z.object({ type: z.literal(type), data: z.object(data) });
}

const deckEventSchema = z.discriminatedUnion('type', [
  eventForm('card-created', {
    ...withContent,
    provenance: lineSources,
    /** The text that the card was made from, where the creator gave it. */
    source: text.exactOptional(),
  }),
  eventForm('card-updated', {
    ...withContent,
    applied_autofix: texts,
    /** The source of the new content, if the edit names one; null for no source. */
    source: text.nullable().exactOptional(),
  }),
  eventForm('autofix-applied', { ...withContent, patch_id: text, inverse: operations }),
  eventForm('card-restored', {
    ...withContent,
    from_version: count,
    /** The source at that version, where it is another one than before. */
    source: text.exactOptional(),
  }),
  eventForm('card-reviewed', {
    ...onCard,
    review: cardReviewSchema,
    /** The model's own grade, where one was asked. */
    model_grade: gradeSchema.exactOptional(),
  }),
  eventForm('card-review-failed', { ...onCard, review: cardReviewSchema, reason: text.nullable() }),
  eventForm('card-approved', {
    ...onCard,
    content_hash: text,
    /** The revision that the approver saw. */
    revision: text,
    grade: gradeSchema.nullable(),
    applied_autofix: texts,
    notes: text.exactOptional(),
    override: z.object({ reason: text }).exactOptional(),
    /** True when the policy in force refused this grade. */
    blocked: z.boolean(),
  }),
  eventForm('card-returned', {
    ...onCard,
    content_hash: text,
    reason: text,
    reason_code: text.exactOptional(),
    requested_by: text,
    automatic: z.boolean(),
  }),
  eventForm('card-unlocked', { ...onCard, content_hash: text, reason: text }),
  eventForm('card-commented', { ...onCard, notes: text }),
  eventForm('source-warning-recorded', { ...common, slide_id: text.nullable(), notes: text }),
  eventForm('llm-call-recorded', {
    ...onCard,
    provider: text,
    model: text,
    ok: z.boolean(),
    reason: text.nullable(),
    calls: count,
    input_tokens: count,
    output_tokens: count,
  }),
  eventForm('snapshot-taken', { ...common, name: text.nullable() }),
]);

/** An event of a deck. */
export type DeckEvent = z.infer<typeof deckEventSchema>;

/** An event before it is written, with its actor when that is not the caller. */
export type PlannedEvent = DeckEvent & { readonly by?: string };

/** Reads a stored event as an event of a deck; null for any other, which a fold skips. */
export function readDeckEvent(event: {
  readonly type: string;
  readonly data: unknown;
}): DeckEvent | null {
  const read = deckEventSchema.safeParse({ type: event.type, data: event.data });
  return read.success ? read.data : null;
}

/** The beginning of the names of all streams of decks. */
export const streamPrefix = 'content-cards/';

/** Reads the events of one deck, or of all, in the order of the store. `after` is a position. */
export async function* eventsIn(
  store: Pick<EventStore, 'readAll'>,
  specId: string | undefined,
  after = 0,
): AsyncGenerator<StoredEvent> {
  const prefix = streamPrefix + (specId ?? '');
  for await (const event of store.readAll({ prefix, after }))
    if (specId === undefined || event.streamId === prefix) yield event;
}
