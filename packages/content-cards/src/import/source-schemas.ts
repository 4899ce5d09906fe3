import '@kanmon/core/zod';
import * as z from 'zod';
import { hashSchema } from '../model/text-schema.ts';

const text = z.string();
const texts = z.array(text);

const warningSchema = z.looseObject({
  code: text,
  source: text,
  message: text,
  params: z.record(text, z.union([text, z.number()])),
});

const itemSchema = z.looseObject({
  id: text.nullable(),
  title: text,
  body: texts,
  table_data: z.looseObject({ headers: texts, rows: z.array(texts) }).optional(),
  attachments: z.array(
    z.looseObject({ kind: z.enum(['image', 'link']), label: text, url: text.optional() }),
  ),
  source_meta: z.looseObject({
    source: text,
    hash: text,
    line: z.number(),
    title_origin: z.enum(['heading', 'first-line', 'derived']),
    lines: z.array(
      z.looseObject({
        field: z.enum(['title', 'body', 'note']),
        line: z.number(),
        source: text,
        source_hash: text,
      }),
    ),
  }),
  card_meta: z.looseObject({}).optional(),
});

/** A list of `NormalizedItem`. */
export const itemsSchema: z.ZodType = z.array(itemSchema);

/** An `AdapterResult`. */
export const adapterResultSchema: z.ZodType = z.looseObject({
  items: itemsSchema,
  warnings: z.array(warningSchema),
  charset: text.optional(),
  engine: text.optional(),
});

/** A `LoadedSource`. */
export const loadedSourceSchema: z.ZodType = z.looseObject({
  name: text,
  bytes: z.instanceof(Uint8Array),
  text: text.optional(),
  contentType: text,
  charset: text.optional(),
  url: text.optional(),
  retrievedAt: text,
  hash: hashSchema,
  warnings: z.array(warningSchema).optional(),
});
