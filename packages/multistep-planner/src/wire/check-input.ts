import { InvalidArgumentError } from '@kanmon/core';
import { checkOptions, describeValue } from '@kanmon/core/kit';
import type * as z from 'zod';

/**
 * Checks options that are numbers: throws `InvalidArgumentError` for a name that is not a name of `known`, and for a
 * value that is not within `least` and `most`. Undefined is allowed.
 */
export function checkNumbers(
  where: string,
  numbers: object = {},
  known: object,
  { least = 0, most = Infinity }: { readonly least?: number; readonly most?: number } = {},
): void {
  // The names of a table are no literals that the compiler could compare.
  checkOptions(numbers, Object.keys(known).join(' ') as never, where);
  for (const [name, value] of Object.entries(numbers)) {
    if (value === undefined) continue;
    if (typeof value === 'number' && value >= least && value <= most) continue;
    throw new InvalidArgumentError(
      `expected ${where}.${name} to be a number from ${least} to ${most}, got ${describeValue(value)}`,
    );
  }
}

/** Throws `InvalidArgumentError` for a value that is not a text. */
export function checkText(name: string, value: unknown): void {
  if (typeof value === 'string') return;
  throw new InvalidArgumentError(`expected ${name} to be a text, got ${describeValue(value)}`);
}

/** Returns the value that a schema reads; throws `InvalidArgumentError` with the first fault and its place. */
export function checkShape<Value>(schema: z.ZodType<Value>, value: unknown, what: string): Value {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const place = [what, ...(issue?.path ?? [])].join('.');
  throw new InvalidArgumentError(`${place} has a fault: ${issue?.message}`);
}
