import type { Locale } from '@kanmon/core';

/** What stands where nothing could be written. The rule `placeholder_text` finds it, so nobody approves it unseen. */
const lines: Readonly<Record<Locale, string>> = {
  ja: '（要確認）内容を記入してください',
  en: 'TBD: to be written',
};

/** The body line of a slide without a draft. */
export function placeholderLine(locale: Locale): string {
  return lines[locale];
}
