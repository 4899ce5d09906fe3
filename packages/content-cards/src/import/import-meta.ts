import * as z from 'zod';
import type { ImportWarning, SourceRef } from './source.ts';
import { hashSchema } from '../model/text-schema.ts';

/** The record of one source. */
export interface ImportedSource {
  /** Its name; of a URL the address it came from in the end, secrets masked. */
  readonly source: string;
  readonly kind: SourceRef['kind'];
  readonly importer: string;
  readonly engine?: string;
  readonly retrieved_at: string;
  readonly hash: string;
  readonly content_type: string;
  readonly charset: string | null;
  readonly bytes: number;
  /** Cards that were made of it. */
  readonly slides: number;
  readonly attempts: number;
  readonly licensed: boolean | null;
  readonly warnings: readonly ImportWarning[];
}

/** `content_import_meta.json`. */
export interface ImportMeta {
  readonly schema_version: '1.0';
  readonly generated_at: string;
  readonly total_slides: number;
  readonly sources: readonly ImportedSource[];
}

const text = z.string();
const count = z.int().min(0);

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
