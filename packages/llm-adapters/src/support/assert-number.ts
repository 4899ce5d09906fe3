import { InvalidArgumentError } from '@kanmon/core';
import { describeValue } from './describe-value.ts';

/** Throws unless `value` is absent or a number of at least `least` (whole when asked). Infinity is no limit. */
export function assertNumber(
  name: string,
  value: number | undefined,
  rule: { readonly least: number; readonly whole?: boolean },
): void {
  if (value === undefined) return;
  const { least, whole = false } = rule;
  const fits = typeof value === 'number' && value >= least;
  if (fits && (!whole || Number.isInteger(value) || value === Infinity)) return;
  throw new InvalidArgumentError(
    `expected ${name} to be a ${whole ? 'whole ' : ''}number of at least ${least}, got ${typeof value === 'number' ? value : describeValue(value)}; leave it out for the default`,
  );
}
