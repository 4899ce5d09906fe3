import { checkArgument } from '../vocabulary/check-argument.ts';
import type { Locale } from '../vocabulary/locale.ts';
import type { Catalog } from './catalog.ts';

/** One catalog of all texts; where two have a text for the same locale and code, the later wins. */
export function mergeCatalogs(...catalogs: readonly Catalog[]): Catalog {
  for (const catalog of catalogs) {
    checkArgument('each catalog of mergeCatalogs', 'an object', catalog);
  }
  return { ...textsIn('en', catalogs), ...textsIn('ja', catalogs) };
}

/** Entries, not `Object.assign`: assigning a code named `__proto__` would set a prototype. */
function textsIn(locale: Locale, catalogs: readonly Catalog[]): Catalog {
  const texts = catalogs.flatMap((catalog) => Object.entries(catalog[locale] ?? {}));
  return texts.length === 0 ? {} : { [locale]: Object.fromEntries(texts) };
}
