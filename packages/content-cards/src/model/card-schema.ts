import * as z from 'zod';
import type { Card, Story, Table } from './card.ts';
import { idSchema } from './ids.ts';
import { type CardLimits, defaultLimits, fixedLimits } from './limits.ts';
import { lineSchema, longTextSchema, textSchema } from './text-schema.ts';

const cellSchema = longTextSchema(fixedLimits.cell);

/** A table whose rows are all as wide as its headers, or as each other. */
export const tableSchema: z.ZodType<Table> = z
  .strictObject({
    headers: z.array(cellSchema).max(fixedLimits.columns).default([]),
    rows: z.array(z.array(cellSchema)).max(fixedLimits.rows).default([]),
  })
  .superRefine(({ headers, rows }, context) => {
    const expected = headers.length > 0 ? headers.length : (rows[0]?.length ?? 0);
    for (const [index, row] of rows.entries()) {
      if (row.length === expected && expected <= fixedLimits.columns) continue;
      context.addIssue({
        code: 'custom',
        message: 'column_count',
        path: ['rows', index],
        params: {
          issue: 'column_count',
          expected: Math.min(expected, fixedLimits.columns),
          actual: row.length,
        },
      });
    }
  });

/** Where a card stands in the line of argument. */
export const storySchema: z.ZodType<Story> = z.strictObject({
  phase: textSchema(fixedLimits.label),
  chapter_id: textSchema(fixedLimits.label).exactOptional(),
  angle: textSchema(fixedLimits.angle).exactOptional(),
});

/** The members of a card that may be edited, each with its check. */
export interface CardShape {
  readonly title: z.ZodType<string>;
  readonly body: z.ZodType<readonly string[]>;
  readonly table_data: z.ZodType<Table | null>;
  readonly note: z.ZodType<string | null>;
  readonly intent: z.ZodType<string>;
  readonly type_hint: z.ZodType<string | null>;
  readonly story: z.ZodType<Story>;
}

/** The checks of the editable members under some limits. */
export function cardShape(limits: CardLimits = defaultLimits): CardShape {
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
  const shape = cardShape(limits);
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

/** A card under the limits of the seed. */
export const cardSchema: z.ZodType<Card> = createCardSchema();
