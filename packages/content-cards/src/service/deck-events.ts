import * as z from 'zod';
import type { AutoFix, Card, CardReview, Grade, LineSource } from '../model/card.ts';
import {
  cardReviewSchema,
  gradeSchema,
  lineSourceSchema,
  operationSchema,
} from '../model/review-schema.ts';

interface Common {
  /** The whole name of an actor whose name is too long for the event itself. */
  readonly actor?: string;
  /** On the last event of an append that had a key. */
  readonly idempotency?: {
    readonly key: string;
    readonly body: string;
    /** Of that append, this one included. */
    readonly events: number;
  };
}

interface OnCard extends Common {
  readonly slide_id: string;
}

/** Every event that changes content carries all of it and its review, so any version can be rebuilt. */
interface WithContent extends OnCard {
  readonly card: Card;
  readonly content_hash: string;
  readonly review: CardReview | null;
}

/** What happens to a deck, with the data of each event. */
export type DeckEvent =
  | {
      readonly type: 'card-created';
      readonly data: WithContent & {
        readonly provenance: readonly LineSource[];
        /** The text that the card was made from, where the creator gave it. */
        readonly source?: string;
      };
    }
  | {
      readonly type: 'card-updated';
      readonly data: WithContent & {
        readonly applied_autofix: readonly string[];
        /** Source text of the new content, if the edit names one; null for no source. */
        readonly source?: string | null;
      };
    }
  | {
      readonly type: 'autofix-applied';
      readonly data: WithContent & {
        readonly patch_id: string;
        readonly inverse: AutoFix['patch'];
      };
    }
  | {
      readonly type: 'card-restored';
      readonly data: WithContent & { readonly from_version: number };
    }
  | {
      readonly type: 'card-reviewed';
      readonly data: OnCard & {
        readonly review: CardReview;
        /** The model's own grade, where one was asked. */
        readonly model_grade?: Grade;
      };
    }
  | {
      readonly type: 'card-review-failed';
      readonly data: OnCard & { readonly review: CardReview; readonly reason: string | null };
    }
  | {
      readonly type: 'card-approved';
      readonly data: OnCard & {
        readonly content_hash: string;
        /** The revision that the approver saw. */
        readonly revision: string;
        readonly grade: Grade | null;
        readonly applied_autofix: readonly string[];
        readonly notes?: string;
        readonly override?: { readonly reason: string };
        /** Whether the policy of the day would have refused this grade. */
        readonly blocked: boolean;
      };
    }
  | {
      readonly type: 'card-returned';
      readonly data: OnCard & {
        readonly content_hash: string;
        readonly reason: string;
        readonly reason_code?: string;
        readonly requested_by: string;
        readonly automatic: boolean;
      };
    }
  | {
      readonly type: 'card-unlocked';
      readonly data: OnCard & { readonly content_hash: string; readonly reason: string };
    }
  | { readonly type: 'card-commented'; readonly data: OnCard & { readonly notes: string } }
  | {
      readonly type: 'source-warning-recorded';
      readonly data: Common & { readonly slide_id: string | null; readonly notes: string };
    }
  | {
      readonly type: 'llm-call-recorded';
      readonly data: OnCard & {
        readonly provider: string;
        readonly model: string;
        readonly ok: boolean;
        readonly reason: string | null;
        readonly calls: number;
        readonly input_tokens: number;
        readonly output_tokens: number;
      };
    }
  | { readonly type: 'snapshot-taken'; readonly data: Common & { readonly name: string | null } };

export type DeckEventType = DeckEvent['type'];

const text = z.string();
const texts = z.array(text);
const count = z.number();
/**
 * A stored card: its types only. It was checked under the limits of its day, and a deck must stay
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
  actor: text.exactOptional(),
  idempotency: z.object({ key: text, body: text, events: count }).exactOptional(),
};
const onCard = { ...common, slide_id: text };
const withContent = {
  ...onCard,
  card: storedCard,
  content_hash: text,
  review: cardReviewSchema.nullable(),
};
const form = <Type extends string, Data extends z.ZodRawShape>(
  type: Type,
  data: Data,
): z.ZodObject<{ type: z.ZodLiteral<Type>; data: z.ZodObject<Data> }> =>
  z.object({ type: z.literal(type), data: z.object(data) });

const deckEventSchema: z.ZodType<DeckEvent> = z.discriminatedUnion('type', [
  form('card-created', {
    ...withContent,
    provenance: z.array(lineSourceSchema),
    source: text.exactOptional(),
  }),
  form('card-updated', {
    ...withContent,
    applied_autofix: texts,
    source: text.nullable().exactOptional(),
  }),
  form('autofix-applied', { ...withContent, patch_id: text, inverse: z.array(operationSchema) }),
  form('card-restored', { ...withContent, from_version: count }),
  form('card-reviewed', {
    ...onCard,
    review: cardReviewSchema,
    model_grade: gradeSchema.exactOptional(),
  }),
  form('card-review-failed', { ...onCard, review: cardReviewSchema, reason: text.nullable() }),
  form('card-approved', {
    ...onCard,
    content_hash: text,
    revision: text,
    grade: gradeSchema.nullable(),
    applied_autofix: texts,
    notes: text.exactOptional(),
    override: z.object({ reason: text }).exactOptional(),
    blocked: z.boolean(),
  }),
  form('card-returned', {
    ...onCard,
    content_hash: text,
    reason: text,
    reason_code: text.exactOptional(),
    requested_by: text,
    automatic: z.boolean(),
  }),
  form('card-unlocked', { ...onCard, content_hash: text, reason: text }),
  form('card-commented', { ...onCard, notes: text }),
  form('source-warning-recorded', { ...common, slide_id: text.nullable(), notes: text }),
  form('llm-call-recorded', {
    ...onCard,
    provider: text,
    model: text,
    ok: z.boolean(),
    reason: text.nullable(),
    calls: count,
    input_tokens: count,
    output_tokens: count,
  }),
  form('snapshot-taken', { ...common, name: text.nullable() }),
]);

/** A stored event as an event of a deck, or null for anything else: what a fold does not know it skips. */
export function readDeckEvent(event: {
  readonly type: string;
  readonly data: unknown;
}): DeckEvent | null {
  const read = deckEventSchema.safeParse({ type: event.type, data: event.data });
  return read.success ? read.data : null;
}
