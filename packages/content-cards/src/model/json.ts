import type { DeepReadonly } from '@kanmon/core/gate';
import * as z from 'zod';

export type { JsonObject, JsonPointer, JsonValue } from '@kanmon/core';

export { isRecord } from '@kanmon/core/kit';

/** The type of the values of a schema, read-only. */
export type DataOf<Schema extends z.ZodType> = DeepReadonly<z.infer<Schema>>;

/** Narrows to a list without trusting its elements. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Returns the value if it is a list, else an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}

/** Returns the value if it is a text, else the fallback. */
export function textOf(value: unknown, fallback = ''): string {
  return typeof value === 'string' ? value : fallback;
}

/** Returns a schema that reads a list and leaves out what is invalid; anything else is an empty list. */
export function validList<T>(element: z.ZodType<T>): z.ZodType<T[]> {
  return z
    .array(z.unknown())
    .catch([])
    .transform((list) =>
      list.flatMap((each) => {
        const read = element.safeParse(each);
        return read.success ? [read.data] : [];
      }),
    );
}
