import type { Finding } from '../vocabulary/finding.ts';
import type { Locale } from '../vocabulary/locale.ts';
import type { Catalog } from './catalog.ts';
import { coreCatalog } from './core-catalog.ts';
import { findingText } from './finding-text.ts';

/** In whose language a finding is told, and with whose texts before the built-in ones. */
export interface FormatOptions {
  /** @default 'en' */
  readonly locale?: Locale;
  readonly catalog?: Catalog;
}

/**
 * The text of a finding in the reader's language: from `catalog`, then from the built-in texts, then
 * from the other locale; else `<code> at <path>`. Text of the model in it is cut and made visible.
 * Never throws: a message function that throws counts as missing.
 */
export function formatFinding(finding: Finding, options: FormatOptions = {}): string {
  const { locale, catalog } = options;
  return findingText(
    finding,
    locale,
    catalog === undefined ? [coreCatalog] : [catalog, coreCatalog],
  );
}
