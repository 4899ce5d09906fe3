import type { Locale } from '@kanmon/core';
import type { Policy } from './policy.ts';
import { isRecord, type JsonObject, listOf, textOf } from '../model/json.ts';

/** A slide of a presentation spec, as far as drafting reads it. */
interface SpecSlide {
  readonly id: string;
  readonly layout: string;
  readonly title: string;
  readonly subtitle: string;
  readonly notes: string;
  readonly bullets: readonly string[];
  readonly textboxes: readonly string[];
  readonly tables: readonly {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly string[])[];
  }[];
}

/** A presentation spec, as far as drafting reads it. */
export interface PresentationSpec {
  readonly title: string;
  readonly client?: string;
  readonly slides: readonly SpecSlide[];
}

/** Reads what is known of a spec; everything else in it is ignored. */
export function readSpec(spec: unknown): PresentationSpec {
  const root = isRecord(spec) ? spec : {};
  const meta = isRecord(root['meta']) ? root['meta'] : {};
  const client = textOf(meta['client']);
  return {
    title: textOf(meta['title']),
    ...(client === '' ? {} : { client }),
    slides: listOf(root['slides']).flatMap((slide) => (isRecord(slide) ? [readSlide(slide)] : [])),
  };
}

function readSlide(slide: Readonly<Record<string, unknown>>): SpecSlide {
  return {
    id: textOf(slide['id']),
    layout: textOf(slide['layout']),
    title: textOf(slide['title']),
    subtitle: textOf(slide['subtitle']),
    notes: textOf(slide['notes']),
    bullets: listOf(slide['bullets']).flatMap((group) =>
      isRecord(group) ? texts(group['items']) : [],
    ),
    textboxes: texts(slide['textboxes']),
    tables: listOf(slide['tables']).flatMap((table) =>
      isRecord(table)
        ? [
            {
              columns: cells(table['columns'] ?? table['headers']),
              rows: listOf(table['rows']).map(cells),
            },
          ]
        : [],
    ),
  };
}

function texts(value: unknown): string[] {
  return listOf(value).flatMap((each) =>
    isRecord(each) ? [textOf(each['text'])] : typeof each === 'string' ? [each] : [],
  );
}

function cells(row: unknown): string[] {
  return listOf(row).map((cell) =>
    typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : textOf(cell),
  );
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
    .filter((text) => text !== '')
    .join('\n');
}
