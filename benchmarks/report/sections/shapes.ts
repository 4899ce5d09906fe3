import * as z from 'zod';
import type { Bar } from '../bar-chart.ts';
import { formatFigure } from '../format-figure.ts';
import type { Section } from '../section.ts';

/** Makes the section of one topic from its results; throws when they have another shape. */
export type SectionMaker = (result: unknown) => Section;

/** Checks the shape first, so that a stale result fails here and not as `undefined` in a table. */
export function section<T>(schema: z.ZodType<T>, present: (result: T) => Section): SectionMaker {
  return (result) => present(schema.parse(result));
}

const spread = z.object({ median: z.number(), p10: z.number(), p90: z.number() });

/** A median with the middle 80 % of its rounds, or a number of which there is only one. */
export const figure = z.union([spread, z.number()]);
export type Figure = z.infer<typeof figure>;

export const byName = z.record(z.string(), figure);

/** Heads the columns that hold figures. */
export const spreadColumn = 'median (middle 80 %)';

export function cellOf(value: Figure): string {
  if (typeof value === 'number') return formatFigure(value);
  const { median, p10, p90 } = value;
  return `${formatFigure(median)} (${formatFigure(p10)} to ${formatFigure(p90)})`;
}

export function medianOf(value: Figure): number {
  return typeof value === 'number' ? value : value.median;
}

export function percent(share: number): string {
  return `${formatFigure(100 * share)} %`;
}

/** A bar with its spread as a whisker. */
export function barOf(label: string, value: Figure, isOurs: boolean): Bar {
  return typeof value === 'number'
    ? { label, value, isOurs }
    : { label, value: value.median, low: value.p10, high: value.p90, isOurs };
}

/** Rows of a name and its figure. */
export function rowsOf(
  figures: Readonly<Record<string, Figure>>,
): readonly (readonly [string, string])[] {
  return Object.entries(figures).map(([name, value]) => [name, cellOf(value)] as const);
}
