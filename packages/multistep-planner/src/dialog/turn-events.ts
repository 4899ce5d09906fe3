import { multiStepQueryPlanSchema, slotKindSchema } from '../plan/plan.ts';
import { pendingSchema, type PlanOutcome } from '../planner/turn.ts';
import {
  dialogMessageSchema,
  type DialogMeta,
  type DialogRequest,
  type DialogResponse,
  dialogResponseSchema,
  llmUsageSchema,
  planSourceSchema,
} from '../wire/dialog-schema.ts';
import { reasonSchema, toJsonValue } from '../wire/values.ts';
import type { SearchHit } from './ports.ts';
import type { SelectedSearch } from './select-searches.ts';
import type { JsonValue, LlmUsage, NewEvent } from '@kanmon/core';
import { isEqualJson, parseJson, toWellFormed, withoutUndefined } from '@kanmon/core/kit';
import * as z from 'zod';

// The events of one turn: `turn-received`, `plan-made`, `search-returned` for each search, `answer-made`
// and `turn-completed`. They are enough to fold a dialog and to run its turns again without a port.

/** Schema of the data of `turn-received`. */
export const receivedTurnSchema = z.object({
  message: z.string(),
  /** Of the request; empty where the dialog already had messages. */
  history: z.array(dialogMessageSchema),
  historyIgnored: z.boolean(),
  options: z.record(z.string(), z.json()),
  /** True for the first turn and the first after the dialog expired. */
  startsDialog: z.boolean(),
  /** Epoch milliseconds. */
  at: z.number(),
});

/** Schema of `PlanOutcome`. */
export const planOutcomeSchema: z.ZodType<PlanOutcome> = z.object({
  plan: multiStepQueryPlanSchema,
  source: planSourceSchema,
  reasons: z.array(reasonSchema),
  scores: z.object({ clarify: z.number(), followup: z.number() }),
  usage: z.array(llmUsageSchema),
  route: z.string().exactOptional(),
  rawHash: z.string().exactOptional(),
});

/** Schema of the data of `plan-made`. */
export const planMadeSchema = z.object({
  outcome: planOutcomeSchema,
  mode: z.enum(['local', 'crew']),
  isRuled: z.boolean(),
  fallback: z.object({ from: z.enum(['crew', 'llm']), reason: z.string() }).exactOptional(),
});

/** The outcome of one search: enough to run the turn again without the port. */
export type SearchRecord = SelectedSearch &
  (
    | { readonly status: 'returned'; readonly hits: readonly SearchHit[] }
    | { readonly status: 'failed'; readonly reason: string }
    | { readonly status: 'late' }
  );

/** Schema of `SearchHit`. */
export const searchHitSchema: z.ZodType<SearchHit> = z.object({
  id: z.string(),
  text: z.string(),
  title: z.string().exactOptional(),
  url: z.string().exactOptional(),
  score: z.number().exactOptional(),
  metadata: z.record(z.string(), z.json()).exactOptional(),
});

const selected = {
  stepId: z.string().exactOptional(),
  query: z.string(),
  topK: z.int(),
  filters: z.record(z.string(), z.json()).nullable().exactOptional(),
};

/** Schema of the data of `search-returned`. */
export const searchRecordSchema: z.ZodType<SearchRecord> = z.discriminatedUnion('status', [
  z.object({ ...selected, status: z.literal('returned'), hits: z.array(searchHitSchema) }),
  z.object({ ...selected, status: z.literal('failed'), reason: z.string() }),
  z.object({ ...selected, status: z.literal('late') }),
]);

/** The outcome of the answer. `late` and `over-budget`: the built-in answer took its place. */
export type AnswerRecord =
  | {
      readonly status: 'written';
      readonly text: string;
      readonly sourceIds?: readonly string[];
      readonly usage?: LlmUsage;
    }
  | { readonly status: 'late' | 'over-budget' | 'built-in' | 'none' };

/** Schema of the data of `answer-made`. */
export const answerRecordSchema: z.ZodType<AnswerRecord> = z.union([
  z.object({
    status: z.literal('written'),
    text: z.string(),
    sourceIds: z.array(z.string()).exactOptional(),
    usage: llmUsageSchema.exactOptional(),
  }),
  z.object({ status: z.enum(['late', 'over-budget', 'built-in', 'none']) }),
]);

/** Schema of the data of `turn-completed`: the response, and what the next turn must know. */
export const completedTurnSchema = z.object({
  response: dialogResponseSchema,
  asked: z.array(slotKindSchema),
  /** Normalised. */
  askedQuestions: z.array(z.string()),
  pending: pendingSchema.nullable(),
  at: z.number(),
});

/** The memory that a turn leaves for the next one. */
export type TurnMemory = Pick<
  z.output<typeof completedTurnSchema>,
  'asked' | 'askedQuestions' | 'pending'
>;

/** The plan of a turn, and the planner it is from. */
export interface TurnPlan {
  readonly outcome: PlanOutcome;
  readonly mode: 'local' | 'crew';
  readonly fallback?: DialogMeta['fallback'];
  /** True where the rules alone lead to this plan, so that a replay can repeat it. */
  readonly isRuled: boolean;
}

/** A turn at its end. */
export interface RecordedTurn {
  readonly request: DialogRequest;
  /** False for the first turn and the first after the dialog expired. */
  readonly continues: boolean;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly planned: TurnPlan;
  /** The outcomes of the ports. */
  readonly records: { readonly searches: readonly SearchRecord[]; readonly answer: AnswerRecord };
  readonly response: DialogResponse;
  readonly memory: TurnMemory;
}

/** Returns the events of one turn, which are written in one append. */
export function turnEvents(turn: RecordedTurn, requestId: string | undefined): readonly NewEvent[] {
  const { request, continues, startedAt, finishedAt, planned, records, response, memory } = turn;
  const { mode, fallback, isRuled } = planned;
  const { rawHash, ...outcome } = planned.outcome;
  const { message, history = [], options = {} } = request;
  const received = {
    message,
    history: continues ? [] : history,
    historyIgnored: continues && history.length > 0,
    options,
    startsDialog: !continues,
    at: startedAt,
  };
  const made = withoutUndefined({ outcome, mode, isRuled, rawHash, fallback });
  const { searches, answer } = records;
  const bodies: readonly (readonly [type: string, data: unknown])[] = [
    ['turn-received', received],
    ['plan-made', made],
    ...searches.map((record) => ['search-returned', record] as const),
    ['answer-made', answer],
    ['turn-completed', { response, ...memory, at: finishedAt }],
  ];
  return bodies.map(([type, data]) =>
    withoutUndefined({ type, data: storable(data, isRuled), requestId }),
  );
}

/**
 * Data of an event as JSON. The agent's own data is JSON already, from a request whose text can be
 * encoded; the data of a user's planner may be anything.
 */
function storable(data: unknown, isOwn: boolean): JsonValue {
  if (isOwn) return data as JsonValue; // see above
  return parseJson(
    JSON.stringify(data, (_key, value: unknown) =>
      typeof value === 'string' ? toWellFormed(value) : value,
    ),
  );
}

/**
 * Returns true when the data of a `turn-received` event records this request. A history that the turn
 * ignored is neither recorded nor compared.
 */
export function isSameRequest(received: JsonValue, request: DialogRequest): boolean {
  const { message, history, historyIgnored, options } = receivedTurnSchema.parse(received);
  return (
    message === request.message &&
    isEqualJson(toJsonValue(options), toJsonValue(request.options ?? {})) &&
    (historyIgnored || isEqualJson(toJsonValue(history), toJsonValue(request.history ?? [])))
  );
}
