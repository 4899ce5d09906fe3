import '@kanmon/core/zod';
import type { JsonValue } from '@kanmon/core';
import { parseJson } from '@kanmon/core/kit';
import * as z from 'zod';

/** Explains a decision: a stable code, and the parameters that make it concrete. */
export interface Reason {
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
}

/** Schema of `Reason`. */
export const reasonSchema: z.ZodType<Reason> = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).exactOptional(),
});

/** Returns the JSON form of a value that has one. Undefined members are left out. */
export function toJsonValue(value: unknown): JsonValue {
  return parseJson(JSON.stringify(value) ?? 'null');
}

/** Returns true for a value of at most `depth` levels of arrays and objects. Recursion ends at `depth`. */
export function isWithinDepth(value: JsonValue, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.values(value).every((member) => isWithinDepth(member, depth - 1));
}

/** Returns true for a text of more than `maximum` code points. Linear in `maximum`. */
export function isLongerThan(text: string, maximum: number): boolean {
  if (text.length <= maximum) return false;
  return text.length > 2 * maximum || Array.from(text).length > maximum;
}

/** Returns the first `maximum` code points of a text. */
export function firstCodePoints(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  return Array.from(text.slice(0, 2 * maximum))
    .slice(0, maximum)
    .join('');
}
