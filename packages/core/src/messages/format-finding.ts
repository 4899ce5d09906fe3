import type { Finding } from '../vocabulary/finding.ts';
import type { Locale } from '../vocabulary/locale.ts';
import { checkArgument } from '../vocabulary/check-argument.ts';
import { checkOneOf, checkOptions } from '../vocabulary/check-options.ts';
import type { Catalog } from './catalog.ts';
import { coreCatalog } from './core-catalog.ts';
import { findingCatalog } from './finding-catalog.ts';
import { findingText } from './finding-text.ts';
import { textsOf } from './finding-texts.ts';

/** The language of the text, and texts to take before all others. */
export interface FormatOptions {
  /** @default 'en' */
  readonly locale?: Locale;
  readonly catalog?: Catalog;
}

/**
 * Returns the text of a finding in the reader's language: from `catalog`, from the `messages` of the
 * rule that reported it, from the built-in texts, then from the other locale; else `<code> at <path>`.
 * A finding that was stored and read back no longer knows its rule: use `gate.format` for it. Text of
 * the model in a finding is cut and made visible. Never throws: a message function that throws counts
 * as missing.
 */
export function formatFinding(finding: Finding, options: FormatOptions = {}): string {
  checkOptions(options, 'locale catalog', 'formatFinding');
  checkOneOf('locale', options.locale, 'en ja');
  checkArgument('finding of formatFinding', 'an object', finding);
  return textFrom(finding, options, coreCatalog);
}

/** As `formatFinding`, for code whose findings never have the code of an error or of a rejected run: it bundles no texts of those. */
export function formatGateFinding(finding: Finding, options: FormatOptions): string {
  return textFrom(finding, options, findingCatalog);
}

function textFrom(finding: Finding, options: FormatOptions, builtIn: Catalog): string {
  const { locale, catalog } = options;
  const catalogs = [catalog, textsOf(finding), builtIn].filter((each) => each !== undefined);
  return findingText(finding, locale, catalogs);
}
