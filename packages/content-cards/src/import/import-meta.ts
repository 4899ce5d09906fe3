import * as z from 'zod';
import type { DataOf } from '../model/json.ts';
import { hashSchema } from '../model/text-schema.ts';

const text = z.string();
const count = z.int().min(0);

/** `content_import_meta.json`. */
export const importMetaSchema = z.strictObject({
  schema_version: z.literal('1.0'),
  generated_at: text,
  total_slides: count,
  sources: z.array(
    z.strictObject({
      /** Its name; of a URL the address it came from in the end, secrets masked. */
      source: text,
      kind: z.enum(['text', 'bytes', 'file', 'url']),
      importer: text,
      engine: text.exactOptional(),
      retrieved_at: text,
      hash: hashSchema,
      content_type: text,
      charset: text.nullable(),
      bytes: count,
      /** Cards that were made of it. */
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

/** `content_import_meta.json`. */
export type ImportMeta = DataOf<typeof importMetaSchema>;

/** The record of one source. */
export type ImportedSource = ImportMeta['sources'][number];
