import * as z from 'zod';
import type { AiLogEntry, GenerationMeta } from '../draft/draft-records.ts';
import type { ImportMeta } from '../import/import-meta.ts';
import { hashSchema, idSchema } from './ids.ts';

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
export const aiLogEntrySchema: z.ZodType<AiLogEntry> = z.strictObject({
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
});

/** `content_import_meta.json`. */
export const importMetaSchema: z.ZodType<ImportMeta> = z.strictObject({
  schema_version: z.literal('1.0'),
  generated_at: text,
  total_slides: count,
  sources: z.array(
    z.strictObject({
      source: text,
      kind: z.enum(['text', 'bytes', 'file', 'url']),
      importer: text,
      engine: text.exactOptional(),
      retrieved_at: text,
      hash: hashSchema,
      content_type: text,
      charset: text.nullable(),
      bytes: count,
      slides: count,
      attempts: count,
      licensed: z.boolean().nullable(),
      warnings: z.array(
        z.strictObject({
          code: text,
          source: text,
          message: text,
          params: z.record(text, z.union([text, z.number()])),
        }),
      ),
    }),
  ),
});
