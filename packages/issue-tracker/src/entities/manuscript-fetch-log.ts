import { z } from 'zod';
import { hashSchema, idSchema, timeSchema } from './shared-schemas.ts';

/** How one try to get a manuscript ended. */
export const fetchResultSchema = z.enum([
  'success',
  'miss',
  'storage_error',
  'pending_upload',
  'hash_mismatch',
  'timeout',
]);

/** One try to get a manuscript by its hash (seed section 3). Unknown fields are kept. */
export const manuscriptFetchLogSchema = z.looseObject({
  fetch_id: idSchema,
  session_id: idSchema,
  manuscript_hash: hashSchema,
  tool_id: idSchema,
  result: fetchResultSchema,
  latency_ms: z.number().min(0),
  attempt_index: z.int().min(1),
  qc_code: z.string().nullable().default(null),
  at: timeSchema,
});

/** One try to get a manuscript by its hash. */
export type ManuscriptFetchLog = z.infer<typeof manuscriptFetchLogSchema>;
/** How one try to get a manuscript ended. */
export type FetchResult = z.infer<typeof fetchResultSchema>;

/** A try before the store has placed it. */
export const newFetchLogSchema = manuscriptFetchLogSchema
  .omit({ session_id: true })
  .extend({ fetch_id: idSchema.optional(), at: timeSchema.optional() });

/** A try before the store has placed it. */
export type NewFetchLog = z.input<typeof newFetchLogSchema>;
