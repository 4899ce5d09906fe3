import { z } from 'zod';

/** SHA-256 of UTF-8 bytes: 64 lower-case hex digits. */
export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/u);
/** ISO 8601 in UTC. */
export const timeSchema = z.iso.datetime();
/** An id from outside: text without control characters. It never becomes part of a path. */
export const idSchema = z
  .string()
  .min(1)
  .max(400)
  .refine((id) => !hasControlCharacter(id), { error: 'must not contain control characters' });
/** A share from 0 to 1. */
export const shareSchema = z.number().min(0).max(1);
/** What kind of thing is wrong. */
export const categorySchema = z.string().min(1).max(128);
/** From harmless to blocking. */
export const severitySchema = z.enum(['low', 'medium', 'high', 'critical']);
/** An episode: its number, or a short name. */
export const episodeNumberSchema = z.union([z.int().min(0), idSchema.max(64)]);
/** A place in UTF-16 units. */
export const textRangeSchema = z
  .looseObject({
    start: z.int().min(0),
    end: z.int().min(0),
    unit: z.literal('utf16').default('utf16'),
    start_line: z.int().min(1).optional(),
    end_line: z.int().min(1).optional(),
  })
  .refine(({ start, end }) => start <= end, { error: 'start must not be after end' });

/** How bad an issue is. */
export type IssueSeverity = z.infer<typeof severitySchema>;

/** Rank of a severity from 1 (low) to 4 (critical). */
export function severityRank(severity: IssueSeverity): number {
  return severitySchema.options.indexOf(severity) + 1;
}

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || unit === 0x7f) return true;
  }
  return false;
}
