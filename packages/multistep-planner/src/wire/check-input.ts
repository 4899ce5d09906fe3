import { InvalidArgumentError } from '@kanmon/core';
import { describeValue } from '@kanmon/core/kit';
import type * as z from 'zod';

/** Throws `InvalidArgumentError` for a number that is not within `least` and `most`. Undefined is allowed. */
export function checkRange(
  where: string,
  numbers: Readonly<Record<string, unknown>>,
  least: number,
  most = Infinity,
): void {
  for (const [name, value] of Object.entries(numbers)) {
    if (value === undefined) continue;
    if (typeof value === 'number' && value >= least && value <= most) continue;
    const range = most === Infinity ? `at least ${least}` : `${least} to ${most}`;
    throw new InvalidArgumentError(
      `expected ${where}.${name} to be a number of ${range}, got ${describeValue(value)}`,
    );
  }
}

/** Returns the value that a schema reads; throws `InvalidArgumentError` with the first fault and its place. */
export function checkShape<Value>(schema: z.ZodType<Value>, value: unknown, what: string): Value {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
  throw new InvalidArgumentError(`expected ${what}, got a fault${place}: ${issue?.message}`);
}

/** Throws `InvalidArgumentError` for a port without its function. */
export function checkPort(where: string, port: unknown, method: string): void {
  if (typeof Reflect.get(Object(port), method) === 'function') return;
  throw new InvalidArgumentError(
    `expected ${where} to have a \`${method}\` function, got ${describeValue(port)}`,
  );
}

/** Throws `InvalidArgumentError` for a text that is not a string. */
export function checkText(where: string, text: unknown): void {
  if (typeof text === 'string') return;
  throw new InvalidArgumentError(`expected ${where} to be a string, got ${describeValue(text)}`);
}
