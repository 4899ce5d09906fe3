import * as z from 'zod';

/** Why something was decided: a stable code and what makes it concrete. */
export interface Reason {
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
}

/** Schema of `Reason`. */
export const reasonSchema: z.ZodType<Reason> = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).exactOptional(),
});
