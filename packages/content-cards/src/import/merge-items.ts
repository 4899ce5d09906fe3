import { localeOf } from '../text/locale-of.ts';
import { ImportError } from './import-error.ts';
import { importWarning } from './import-warning.ts';
import type { ImportWarning, NormalizedItem } from './source.ts';

/** Which of two items with one explicit id stays. */
export type MergeRule = 'last-wins' | 'first-wins' | 'error';

/** The items of all sources; of those with one explicit id one, at the place of the first. */
export function mergeItems(
  all: readonly NormalizedItem[],
  rule: MergeRule,
  given: 'ja' | 'en' | undefined,
): {
  readonly items: readonly NormalizedItem[];
  readonly warnings: ReadonlyMap<NormalizedItem, ImportWarning>;
} {
  const items: NormalizedItem[] = [];
  const places = new Map<string, number>();
  const warnings = new Map<NormalizedItem, ImportWarning>();
  for (const item of all) {
    const { id } = item;
    const place = id === null ? undefined : places.get(id);
    const earlier = place === undefined ? undefined : items[place];
    if (id === null || place === undefined || earlier === undefined) {
      if (id !== null) places.set(id, items.length);
      items.push(item);
      continue;
    }
    const { source: second } = item.source_meta;
    const { source: first } = earlier.source_meta;
    if (rule === 'error')
      throw new ImportError(`the id ${id} is in ${first} and in ${second}; give one another id`, {
        code: 'duplicate_id',
      });
    if (rule === 'last-wins') items[place] = item;
    const kept = rule === 'last-wins' ? second : first;
    const texts = {
      ja: `ID「${id}」が ${first} と ${second} にあります。${kept} のものを使います。`,
      en: `The id ${id} is in ${first} and in ${second}; the one of ${kept} is used.`,
    };
    const params = { id, first, second, kept };
    const locale = given ?? localeOf([item.title, ...item.body].join('\n'));
    warnings.set(item, importWarning('duplicate_id', second, locale, texts, params));
  }
  return { items, warnings };
}
