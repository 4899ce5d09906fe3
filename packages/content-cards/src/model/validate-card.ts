import { checkBy, type Checked, checkOptions, type OptionNames } from '@kanmon/core/kit';
import type * as z from 'zod';
import { createCardSchema } from './card-schema.ts';
import type { Card } from './card.ts';
import { type CardLimits, defaultLimits, resolveLimits } from './limits.ts';

/** Building a schema costs far more than using it, and callers pass the same few limits. */
const schemas = new Map<string, z.ZodType<Card>>();
const maxSchemas = 16;

/**
 * A card with its defaults filled in and its texts in NFC, or every issue of it. Never throws because
 * of the value; throws `InvalidArgumentError` for limits that are no numbers.
 */
/** How a card is checked. */
export interface ValidateOptions {
  readonly limits?: Partial<CardLimits>;
}

const validateNames: OptionNames<ValidateOptions> = {
  limits: true,
};

export function validateCard(value: unknown, options: ValidateOptions = {}): Checked<Card> {
  checkOptions(options, validateNames, 'validateCard(value, options)');
  return checkBy(schemaFor(resolveLimits(options.limits)), value);
}

/** The schema of a card under these limits, built once. */
export function schemaFor(limits: CardLimits = defaultLimits): z.ZodType<Card> {
  const { titleMax, bodyLines, lineMax, latinLineMax = lineMax, unit } = limits;
  const key = `${titleMax}/${bodyLines}/${lineMax}/${latinLineMax}/${unit}`;
  const known = schemas.get(key);
  if (known !== undefined) return known;
  if (schemas.size >= maxSchemas) schemas.clear();
  const made = createCardSchema(limits);
  schemas.set(key, made);
  return made;
}
