import { detectLanguage, InvalidArgumentError, type Locale } from '@kanmon/core';
import { describeValue } from '@kanmon/core/kit';

/** Returns the locale for texts in the language of `texts`: Japanese, or English for all others. */
export function localeOf(texts: readonly string[]): Locale {
  return detectLanguage(texts.join('\n')) === 'ja' ? 'ja' : 'en';
}

const withoutLanguage: ReadonlySet<string> = new Set(
  'target_node_id node_ids from_node_id to_node_id current_status suggested_status'.split(' '),
);

/** Returns the locale of a report, by what is written in it. Ids and statuses have no language. */
export function localeOfReport(report: object): Locale {
  const texts: string[] = [];
  // A walk over the texts: reports are JSON, and the replacer is called with every member.
  JSON.stringify(report, (name, value: unknown) => {
    if (withoutLanguage.has(name)) return undefined;
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return localeOf(texts);
}

/** Throws `InvalidArgumentError` for a locale that is given and not supported. */
export function checkLocale(locale: Locale | undefined): void {
  if (locale === undefined || locale === 'ja' || locale === 'en') return;
  throw new InvalidArgumentError(
    `expected locale to be 'ja' or 'en', got ${describeValue(locale)}; leave it out for the default`,
  );
}
