import type { Locale } from '@kanmon/core';
import * as z from 'zod';
import type { Policy } from './policy.ts';
import { isRecord, type JsonObject, validList } from '../model/json.ts';

const text = z.string().catch('');
const texts = validList(z.union([z.string(), z.object({ text }).transform((each) => each.text)]));
const cell = z.union([z.string(), z.number(), z.boolean()]).transform(String).catch('');
const cells = z.array(cell).catch([]);

/** A slide of a presentation spec, as far as drafting reads it. */
const slideSchema = z.object({
  id: text,
  layout: text,
  title: text,
  subtitle: text,
  notes: text,
  bullets: validList(z.object({ items: texts }).transform(({ items }) => items)).transform(
    (groups) => groups.flat(),
  ),
  textboxes: texts,
  tables: validList(
    z
      .object({
        columns: z.unknown().optional(),
        headers: z.unknown().optional(),
        rows: z.array(cells).catch([]),
      })
      .transform(({ columns, headers, rows }) => ({
        columns: cells.parse(columns ?? headers),
        rows,
      })),
  ),
});
type SpecSlide = z.infer<typeof slideSchema>;

const specSchema = z.object({
  meta: z.object({ title: text, client: text }).catch({ title: '', client: '' }),
  slides: validList(slideSchema),
});

/** A presentation spec, as far as drafting reads it. */
export interface PresentationSpec {
  readonly title: string;
  readonly client?: string;
  readonly slides: readonly SpecSlide[];
}

/** Reads what is known of a spec; everything else in it is ignored. */
export function readSpec(spec: unknown): PresentationSpec {
  const { meta, slides } = specSchema.parse(isRecord(spec) ? spec : {});
  const { title, client } = meta;
  return { title, ...(client === '' ? {} : { client }), slides };
}

/** The texts of a slide, for what looks at its language. */
export function wordsOf({ title, subtitle, notes, bullets, textboxes }: SpecSlide): string {
  return [title, subtitle, notes, ...bullets, ...textboxes].join('\n');
}

/** The material of the draft of one slide. */
export interface DraftMaterial {
  readonly spec: PresentationSpec;
  readonly slides: readonly SpecSlide[];
  readonly index: number;
  readonly slide: SpecSlide;
  readonly reference: string | undefined;
}

/** The data block of the prompt. */
export function draftData(material: DraftMaterial, policy: Policy, locale: Locale): JsonObject {
  const { spec, slides, index, slide, reference } = material;
  return {
    spec: { title: spec.title, client: spec.client ?? null, policy: policy.name, locale },
    slide: {
      ...slide,
      tables: slide.tables.map(({ columns, rows }) => ({ columns, rows })),
      previous_title: slides[index - 1]?.title ?? null,
      next_title: slides[index + 1]?.title ?? null,
    },
    reference: reference ?? null,
  };
}

/** The same material as plain text: what numbers of the draft are checked against. */
export function draftSource({ spec, slides, index, slide, reference }: DraftMaterial): string {
  const { title, subtitle, notes, bullets, textboxes, tables } = slide;
  return [
    spec.title,
    spec.client ?? '',
    slides[index - 1]?.title ?? '',
    slides[index + 1]?.title ?? '',
    slide.id,
    title,
    subtitle,
    notes,
    ...bullets,
    ...textboxes,
    ...tables.flatMap(({ columns, rows }) => [columns, ...rows].map((row) => row.join('\t'))),
    reference ?? '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}
