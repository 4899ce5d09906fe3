import type { Finding } from '../vocabulary/finding.ts';
import type { Locale } from '../vocabulary/locale.ts';
import type { Catalog, Message } from './catalog.ts';
import { coreCatalog } from './core-catalog.ts';
import { placeText } from './place-text.ts';
import { visibleText } from './visible-text.ts';

/** In whose language a finding is told, and with whose texts before the built-in ones. */
export interface FormatOptions {
  /** @default 'en' */
  readonly locale?: Locale;
  readonly catalog?: Catalog;
}

/** `{{` is a brace; `{name}` a parameter. What stands in it has no brace, so one pass is linear. */
const placeholder = /\{\{|\{([^{}]*)\}/g;

/**
 * The text of a finding in the reader's language: from `catalog`, then from the built-in texts, then
 * from the other locale; else `<code> at <path>`. Text of the model in it is cut and made visible.
 * Never throws: a message function that throws counts as missing.
 */
export function formatFinding(finding: Finding, options: FormatOptions = {}): string {
  const locale = options.locale === 'ja' ? 'ja' : 'en';
  const catalogs = options.catalog === undefined ? [coreCatalog] : [options.catalog, coreCatalog];
  for (const language of [locale, locale === 'ja' ? 'en' : 'ja'] as const) {
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
