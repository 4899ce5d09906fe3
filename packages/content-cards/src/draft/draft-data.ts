import type { Locale } from '@kanmon/core';
import type { JsonObject } from '../model/json.ts';
import type { Policy } from './policy.ts';
import type { PresentationSpec, SpecSlide } from './spec.ts';

/** What the draft of one slide is made from. */
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
    .filter((text) => text !== '')
    .join('\n');
}
