import type { NormalizedItem } from '@kanmon/content-cards';

/** The slides that a model is asked to draft, each with the material of one section. */
export interface Outline {
  readonly meta: { readonly title: string };
  readonly slides: readonly {
    readonly id: string;
    readonly layout: string;
    readonly title: string;
    readonly textboxes: readonly { readonly text: string }[];
  }[];
}

/** One slide a section; the first one is the cover. */
export function outlineOf(items: readonly NormalizedItem[], maxSlides: number): Outline {
  const taken = new Set(items.map(({ id }) => id));
  let count = 0;
  const nextId = (): string => {
    do count += 1;
    while (taken.has(`section-${count}`));
    return `section-${count}`;
  };
  return {
    meta: { title: items[0]?.title ?? '' },
    slides: items.slice(0, maxSlides).map((item, index) => ({
      id: item.id ?? nextId(),
      layout: index === 0 ? 'cover' : 'content',
      title: item.title,
      textboxes: linesOf(item).map((text) => ({ text })),
    })),
  };
}

/** Returns the text of all sources, for the rule that looks a number up in them. */
export function wholeText(items: readonly NormalizedItem[]): string {
  return items.flatMap((item) => [item.title, ...linesOf(item)]).join('\n');
}

function linesOf({ body, table_data }: NormalizedItem): readonly string[] {
  const { headers = [], rows = [] } = table_data ?? {};
  const table = [headers, ...rows].map((row) => row.join(' / ')).filter((line) => line !== '');
  return [...body, ...table];
}
