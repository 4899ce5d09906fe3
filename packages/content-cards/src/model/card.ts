import { checkBy, type Checked, checkOptions } from '@kanmon/core/kit';
import * as z from 'zod';
import { type CardLimits, defaultLimits, fixedLimits, resolveLimits } from './limits.ts';
import { idSchema, lineSchema, longTextSchema, reportIssue, textSchema } from './text-schema.ts';

/** `sha256:` and 64 hex digits. */
export type Hash = string;

/** A: nothing; B: warnings; C: something critical. */
export const gradeSchema = z.enum(['A', 'B', 'C']);
export type Grade = z.infer<typeof gradeSchema>;

/** The states of a card. */
export const cardStatusSchema = z.enum(['draft', 'approved', 'returned']);
export type CardStatus = z.infer<typeof cardStatusSchema>;

/** Rows as wide as the headers; without headers all rows equally wide. */
export interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const cellSchema = longTextSchema(fixedLimits.cell);

export const tableSchema: z.ZodType<Table> = z
  .strictObject({
    headers: z.array(cellSchema).max(fixedLimits.columns).default([]),
    rows: z.array(z.array(cellSchema)).max(fixedLimits.rows).default([]),
  })
  .superRefine(({ headers, rows }, context) => {
    const expected = headers.length > 0 ? headers.length : (rows[0]?.length ?? 0);
    for (const [index, row] of rows.entries()) {
      if (row.length === expected && expected <= fixedLimits.columns) continue;
      reportIssue(context, 'column_count', ['rows', index], {
        expected: Math.min(expected, fixedLimits.columns),
        actual: row.length,
      });
    }
  });

/** The place of a card in the line of argument. */
export interface Story {
  readonly phase: string;
  readonly chapter_id?: string;
  readonly angle?: string;
}

export const storySchema: z.ZodType<Story> = z.strictObject({
  phase: textSchema(fixedLimits.label),
  chapter_id: textSchema(fixedLimits.label).exactOptional(),
  angle: textSchema(fixedLimits.angle).exactOptional(),
});

/** The content of one slide: what is reviewed, approved and hashed. */
export interface Card {
  readonly slide_id: string;
  readonly title: string;
  readonly body: readonly string[];
  readonly table_data: Table | null;
  readonly note: string | null;
  readonly intent: string;
  readonly type_hint: string | null;
  readonly story: Story;
}

/** A card as people send it: what has a default may be left out. */
export type CardInput = Pick<Card, 'slide_id' | 'title' | 'intent' | 'story'> &
  Partial<Omit<Card, 'slide_id' | 'title' | 'intent' | 'story'>>;

/** The keys that are content, in the order in which they are written. */
export const cardKeys: readonly (keyof Card)[] = Object.freeze([
  'slide_id',
  'title',
  'body',
  'table_data',
  'note',
  'intent',
  'type_hint',
  'story',
]);

/** The checks of the editable members under some limits. */
export function cardShape(limits: CardLimits = defaultLimits) {
  const { titleMax, bodyLines, unit } = limits;
  return {
    title: textSchema(titleMax, unit),
    body: z.array(lineSchema(limits)).max(bodyLines),
    table_data: tableSchema.nullable(),
    note: longTextSchema(fixedLimits.note).nullable(),
    intent: textSchema(fixedLimits.label),
    type_hint: textSchema(fixedLimits.label).nullable(),
    story: storySchema,
  };
}

/** The schema of a card under some limits; what has a default may be left out. */
export function createCardSchema(limits: CardLimits = defaultLimits): z.ZodType<Card> {
  const shape = cardShape(resolveLimits(limits));
  return z.strictObject({
    slide_id: idSchema,
    title: shape.title,
    body: shape.body.default([]),
    table_data: shape.table_data.default(null),
    note: shape.note.default(null),
    intent: shape.intent,
    type_hint: shape.type_hint.default(null),
    story: shape.story,
  });
}

/** A card under the default limits. */
export const cardSchema: z.ZodType<Card> = /* @__PURE__ */ createCardSchema();

/**
 * A card with its defaults filled in and its texts in NFC, or every issue of it. Never throws because
 * of the value; throws `InvalidArgumentError` for limits that are no numbers.
 */
export function validateCard(
  value: unknown,
  options: { readonly limits?: Partial<CardLimits> } = {},
): Checked<Card> {
  checkOptions(options, 'limits', 'validateCard(value, options)');
  return checkBy(schemaFor(resolveLimits(options.limits)), value);
}

/** Building a schema costs far more than using it, and callers pass the same few limits. */
const schemas = new Map<string, z.ZodType<Card>>();
const maxSchemas = 16;

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
