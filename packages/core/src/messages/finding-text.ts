import type { Finding } from '../vocabulary/finding.ts';
import type { Locale } from '../vocabulary/locale.ts';
import type { Catalog, Message } from './catalog.ts';
import { placeText } from './place-text.ts';
import { visibleText } from './visible-text.ts';

/** `{{` is a brace; `{name}` a parameter. A name has no brace, so one pass is linear. */
const placeholder = /\{\{|\{([^{}]*)\}/g;

/**
 * The text of a finding from the first catalog that has one, in the locale or else in the other one;
 * else `<code> at <path>`. Never throws: a message function that throws counts as missing.
 */
export function findingText(
  finding: Finding,
  locale: Locale | undefined,
  catalogs: readonly Catalog[],
): string {
  const languages: readonly Locale[] = locale === 'ja' ? ['ja', 'en'] : ['en', 'ja'];
  for (const language of languages) {
    for (const catalog of catalogs) {
      const text = textFrom(catalog[language], finding);
      if (text !== null) return text;
    }
  }
  return `${visibleText(finding.code)} at ${visibleText(finding.path) || '(root)'}`;
}

/** Null when there is no text, or none that can be had without a throw. */
function textFrom(
  messages: Readonly<Record<string, Message>> | undefined,
  finding: Finding,
): string | null {
  if (messages === undefined || !Object.hasOwn(messages, finding.code)) return null;
  const message = messages[finding.code];
  try {
    const text: unknown =
      typeof message === 'function' ? message(finding) : fillTemplate(message ?? '', finding);
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}

function fillTemplate(template: string, finding: Finding): string {
  return template.replaceAll(placeholder, (whole: string, name: string | undefined) => {
    if (name === undefined) return '{';
    if (name === 'path') return visibleText(finding.path);
    if (name === 'place') return placeText(finding.path);
    return Object.hasOwn(finding.params, name) ? visibleText(String(finding.params[name])) : whole;
  });
}
