import '@kanmon/core/zod';
import { InvalidArgumentError } from '@kanmon/core';
import * as z from 'zod';
import type { CardInput } from './card.ts';

/** Returns what is wrong with a value, without quoting it; null for a value that the schema accepts. */
export function shapeProblem(schema: z.ZodType, value: unknown): string | null {
  const issue = schema.safeParse(value).error?.issues[0];
  return issue === undefined ? null : `${issue.path.join('.') || 'the value'}: ${issue.message}`;
}

/** Checks an argument by a schema. Throws `InvalidArgumentError` with the member that is wrong. */
export function checkShape(
  where: string,
  expected: string,
  schema: z.ZodType,
  value: unknown,
): void {
  const problem = shapeProblem(schema, value);
  if (problem === null) return;
  throw new InvalidArgumentError(`expected ${where} to be ${expected}, got ${problem}`);
}

const texts = z.array(z.string());
/** The types of a card's members, whatever its limits. */
const cardShapeSchema = z.looseObject({
  slide_id: z.string(),
  title: z.string(),
  body: texts.optional(),
  table_data: z.looseObject({ headers: texts, rows: z.array(texts) }).nullish(),
  note: z.string().nullish(),
  intent: z.string(),
  type_hint: z.string().nullish(),
  story: z.looseObject({
    phase: z.string(),
    chapter_id: z.string().optional(),
    angle: z.string().optional(),
  }),
});

/** Checks an argument that is a card, of whatever limits. */
export function checkCard(where: string, card: CardInput): void {
  checkShape(where, 'a card; validateCard() checks one', cardShapeSchema, card);
}
