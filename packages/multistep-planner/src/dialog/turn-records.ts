import type { LlmUsage } from '@kanmon/core';
import * as z from 'zod';
import { llmUsageSchema } from '../wire/dialog-schema.ts';
import type { SearchHit } from './ports.ts';
import type { SelectedSearch } from './select-searches.ts';

/** What became of one search: enough to run the turn again without the port. */
export type SearchRecord = SelectedSearch &
  (
    | { readonly status: 'returned'; readonly hits: readonly SearchHit[] }
    | { readonly status: 'failed'; readonly reason: string }
    | { readonly status: 'late' }
  );

/** What became of the answer. `late` and `over-budget`: the built-in answer took its place. */
export type AnswerRecord =
  | {
      readonly status: 'written';
      readonly text: string;
      readonly sourceIds?: readonly string[];
      readonly usage?: LlmUsage;
    }
  | { readonly status: 'late' | 'over-budget' | 'built-in' | 'none' };

const hitSchema = z.object({
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

/** Schema of `SearchHit`. */
export const searchHitSchema: z.ZodType<SearchHit> = hitSchema;

/** Schema of the data of `search-returned`. */
export const searchRecordSchema: z.ZodType<SearchRecord> = z.discriminatedUnion('status', [
  z.object({ ...selected, status: z.literal('returned'), hits: z.array(hitSchema) }),
  z.object({ ...selected, status: z.literal('failed'), reason: z.string() }),
  z.object({ ...selected, status: z.literal('late') }),
]);

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
