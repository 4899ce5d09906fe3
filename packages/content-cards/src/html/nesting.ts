import { ImportError } from '../import/import-error.ts';

/** The parser moves its whole stack for each element: 30,000 nested ones take 0.5 s, 3 million hours. */
const maxNesting = 30_000;
/** What ends by itself where the next one begins, or has no end. */
const light: ReadonlySet<string> = new Set(
  'area base br col dd dt embed hr img input li link meta option p source td th tr wbr'.split(' '),
);

/**
 * Throws `too_large` for a page that nests deeper than any that people write. An estimate from its
 * tags: what is never closed counts as open to the end.
 */
export function refuseDeepNesting(html: string): void {
  const open = new Map<string, number>();
  let depth = 0;
  for (const [, isEnd, tag = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9-]{0,30})/gi)) {
    const name = tag.toLowerCase();
    if (light.has(name)) continue;
    const count = open.get(name) ?? 0;
    if (isEnd === '') {
      open.set(name, count + 1);
      depth += 1;
    } else if (count > 0) {
      open.set(name, count - 1);
      depth -= 1;
    }
    if (depth > maxNesting)
      throw new ImportError(`the page nests more than ${maxNesting} elements`, {
        code: 'too_large',
      });
  }
}
