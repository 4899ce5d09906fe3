import type { Finding } from '../vocabulary/finding.ts';
import type { Locale } from '../vocabulary/locale.ts';
import { isRecord } from '../vocabulary/record.ts';
import type { Catalog, Message } from './catalog.ts';
import { placeText } from './place-text.ts';
import { visibleText } from './visible-text.ts';

/** `{{` is a brace; `{name}` a parameter. A name has no brace, so one pass is linear. */
const placeholder = /\{\{|\{([^{}]*)\}/g;

/**
 * The text of a finding from the first catalog that has one, in the locale or else in the other one;
 * else `<code> at <path>`. Never throws: a message function that throws counts as missing, and so does a member of
 * another type than that of a finding, which may have been stored and read back.
 */
export function findingText(
  given: Finding,
  locale: Locale | undefined,
  catalogs: readonly Catalog[],
): string {
  const finding = isComplete(given) ? given : completed(given);
  const languages: readonly Locale[] = locale === 'ja' ? ['ja', 'en'] : ['en', 'ja'];
  for (const language of languages) {
    for (const catalog of catalogs) {
      const text = textFrom(catalog[language], finding);
      if (text !== null) return text;
    }
  }
  return `${visibleText(finding.code)} at ${visibleText(finding.path) || '(root)'}`;
}

function isComplete({ code, path, params }: Finding): boolean {
  return typeof code === 'string' && typeof path === 'string' && isRecord(params);
}

function completed(finding: Finding): Finding {
  const { code, path, params } = finding as Partial<Record<keyof Finding, unknown>>;
  return {
    ...finding,
    code: typeof code === 'string' ? code : '(no code)',
    path: typeof path === 'string' ? path : '',
    params: isRecord(params) ? (params as Finding['params']) : {},
  };
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
