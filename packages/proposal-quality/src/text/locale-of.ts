import { detectLanguage, InvalidArgumentError, isRecord, type Locale } from '@kanmon/core';
import { describeValue } from '@kanmon/core/kit';

/** Returns the locale for texts in the language of `texts`: Japanese, or English for all others. */
export function localeOf(texts: readonly string[]): Locale {
  return detectLanguage(texts.join('\n')) === 'ja' ? 'ja' : 'en';
}

/** Returns the locale of a report, by what is written in it. Ids and statuses have no language. */
export function localeOfReport(report: object): Locale {
  const texts: string[] = [];
  collectTexts(report, texts);
  return localeOf(texts);
}

/** Throws `InvalidArgumentError` for a locale that is given and not supported. */
export function checkLocale(locale: Locale | undefined): void {
  if (locale === undefined || locale === 'ja' || locale === 'en') return;
  throw new InvalidArgumentError(
    `expected locale to be 'ja' or 'en', got ${describeValue(locale)}; leave it out for the default`,
  );
}

const withoutLanguage: ReadonlySet<string> = new Set([
  'target_node_id',
  'node_ids',
  'from_node_id',
  'to_node_id',
  'current_status',
  'suggested_status',
]);

/** Reports that passed a gate are nested as deeply as their schema, so the recursion is bounded. */
function collectTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (Array.isArray(value)) for (const element of value) collectTexts(element, texts);
  else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (!withoutLanguage.has(name)) collectTexts(member, texts);
    }
  }
}
