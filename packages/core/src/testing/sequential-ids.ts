import type { IdSource } from '../ports/id-source.ts';

/** Ids for tests, from one counter: `next('run')` gives `run_1`, then `next()` gives `id_2`. */
export function createSequentialIds(): IdSource {
  let count = 0;
  return {
    next(prefix = 'id') {
      count += 1;
      return `${prefix}_${count}`;
    },
  };
}
