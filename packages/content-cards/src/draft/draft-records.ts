import * as z from 'zod';
import type { DataOf, JsonObject } from '../model/json.ts';
import { hashSchema, idSchema } from '../model/text-schema.ts';

/** `ai_generation_meta.json`. */
export interface GenerationMeta {
  readonly schema_version: '1.0';
  readonly generated_at: string;
  readonly policy_id: string;
  readonly policy_name: string;
  readonly policy_hash: string;
  readonly model: string;
  readonly provider: string;
  readonly spec: { readonly title: string; readonly client?: string; readonly hash: string };
  readonly safeguards: JsonObject;
  readonly slides: readonly {
    readonly slide_id: string;
    readonly intent: string;
    readonly content_hash: string;
    readonly body_lines: number;
    readonly model: string;
    readonly attempts: number;
  }[];
  readonly usage: {
    readonly input_tokens: number;
    readonly output_tokens: number;
    readonly calls: number;
    readonly failed_calls: number;
  };
}

const text = z.string();
const count = z.int().min(0);

/** `ai_generation_meta.json`. */
export const generationMetaSchema: z.ZodType<GenerationMeta> = z.strictObject({
  schema_version: z.literal('1.0'),
  generated_at: text,
  policy_id: text,
  policy_name: text,
  policy_hash: hashSchema,
  model: text,
  provider: text,
  spec: z.strictObject({ title: text, client: text.exactOptional(), hash: hashSchema }),
  safeguards: z.record(text, z.json()),
  slides: z.array(
    z.strictObject({
      slide_id: idSchema,
      intent: text,
      content_hash: hashSchema,
      body_lines: count,
      model: text,
      attempts: count,
    }),
  ),
  usage: z.strictObject({
    input_tokens: count,
    output_tokens: count,
    calls: count,
    failed_calls: count,
  }),
});

/** A line of `content_ai_log.json`. */
export const aiLogEntrySchema = z.strictObject({
  slide_id: idSchema,
  layout: text,
  prompt_id: text,
  prompt: text,
  policy_id: text,
  model: text,
  intent: text,
  warnings: z.array(text),
  response_text: text,
  response_text_truncated: z.boolean(),
  attempts: count,
  /** With `draft_failed`: the code of the error of the client, such as `llm-auth`, or what ended the run. */
  error: text.exactOptional(),
});

/** A line of `content_ai_log.json`. */
export type AiLogEntry = DataOf<typeof aiLogEntrySchema>;
