import { isRecord, listOf, textOf } from '../model/json.ts';

/** A slide of a presentation spec, as far as drafting reads it. */
export interface SpecSlide {
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
