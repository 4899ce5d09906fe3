import { ImportError } from './import-error.ts';
import type { NormalizedItem } from './source.ts';
import { isId } from '../model/text-schema.ts';

const maxId = 128;

/** Gives out ids: the items' own, `import-01` ... for the rest, `<id>-p2` ... for further cards. */
export interface CardIds {
  own(item: NormalizedItem): string;
  part(id: string, number: number): string;
}

/** Ids of the cards of these items, all different. Throws `duplicate_id` where two items have one id. */
export function createCardIds(items: readonly NormalizedItem[]): CardIds {
  const used = new Set<string>();
  for (const { id } of items) {
    if (id === null || !isId(id)) continue;
    if (used.has(id))
      throw new ImportError(`two items have the id ${id}; merge them or give one another id`, {
        code: 'duplicate_id',
      });
    used.add(id);
  }
  let count = 0;
  const take = (id: string): string => {
    used.add(id);
    return id;
  };
  return {
    own({ id }) {
      if (id !== null && isId(id)) return id;
      let made: string;
      do {
        count += 1;
        made = `import-${String(count).padStart(2, '0')}`;
      } while (used.has(made));
      return take(made);
    },
    part(id, number) {
      const ending = `-p${number}`;
      let made = id.slice(0, maxId - ending.length) + ending;
      for (let extra = 2; used.has(made); extra += 1) {
        const distinct = `${ending}-${extra}`;
        made = id.slice(0, maxId - distinct.length) + distinct;
      }
      return take(made);
    },
  };
}
