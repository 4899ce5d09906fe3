import * as z from 'zod';
import { hashSchema, idSchema, timeSchema } from './shared-schemas.ts';

const results = [
  'success',
  'miss',
  'storage_error',
  'pending_upload',
  'hash_mismatch',
  'timeout',
] as const;

/** How one try to get a manuscript ended. */
export type FetchResult = (typeof results)[number];

/** One try to get a manuscript by its hash (seed section 3). */
export interface ManuscriptFetchLog {
  readonly fetch_id: string;
  readonly session_id: string;
  readonly manuscript_hash: string;
  readonly tool_id: string;
  readonly result: FetchResult;
  readonly latency_ms: number;
  /** 1, 2 ... within one fetch. */
  readonly attempt_index: number;
  readonly qc_code: string | null;
  readonly at: string;
}

/** A try before the store has placed it in its session. */
export type NewFetchLog = Omit<ManuscriptFetchLog, 'session_id' | 'fetch_id' | 'at'> &
  Partial<Pick<ManuscriptFetchLog, 'fetch_id' | 'at'>>;

/** One try to get a manuscript by its hash. Unknown fields are kept. */
export const manuscriptFetchLogSchema: z.ZodType<ManuscriptFetchLog> = z.looseObject({
  fetch_id: idSchema,
  session_id: idSchema,
  manuscript_hash: hashSchema,
  tool_id: idSchema,
  result: z.enum(results),
  latency_ms: z.number().min(0),
  attempt_index: z.int().min(1),
  qc_code: z.string().nullable().default(null),
  at: timeSchema,
});
