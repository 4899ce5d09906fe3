import type { Finding, Locale, Message } from '@kanmon/core';
import { formatGateFinding } from '@kanmon/core/kit';

/** Texts of one locale by code; or by rule, severity or expected type, with `*` for every other finding. */
export type Texts = Readonly<Record<string, Message | { readonly [variant: string]: Message }>>;

type Writer = (finding: Finding) => string;

/** Converts texts to messages of a catalog. */
export function messagesFrom(texts: Texts, locale: Locale): Readonly<Record<string, Message>> {
  return Object.fromEntries(
    Object.entries(texts).map(([code, text]) => [
      code,
      typeof text === 'object' ? variantsOf(text, locale) : writerOf(text, locale),
    ]),
  );
}

function variantsOf(texts: { readonly [variant: string]: Message }, locale: Locale): Writer {
  const writers = new Map<unknown, Writer>(
    Object.entries(texts).map(([variant, text]) => [variant, writerOf(text, locale)]),
  );
  const other = writers.get('*') ?? (() => '');
  return (finding) => {
    const { rule, severity, params } = finding;
    const write = writers.get(rule) ?? writers.get(severity) ?? writers.get(params['expected']);
    return (write ?? other)(finding);
  };
}

/** Places of reports: names of our schemas and numbers, which need no escapes. */
const plainPlace = /^(?:\/\w+)+$/;

/** Most templates are a sentence, or a place and a sentence: no search for placeholders on each call. */
function writerOf(message: Message, locale: Locale): Writer {
  if (typeof message === 'function') return message;
  if (!message.includes('{')) return () => message;
  const write = (finding: Finding): string =>
    formatGateFinding(finding, { locale, catalog: { [locale]: { [finding.code]: message } } });
  const [before = '', after, ...more] = message.split('{place}');
  if (after === undefined || more.length > 0 || `${before}${after}`.includes('{')) return write;
  return (finding) =>
    plainPlace.test(finding.path) ? before + dotPath(finding.path) + after : write(finding);
}

function dotPath(path: string): string {
  let dotted = '';
  for (const token of path.slice(1).split('/')) {
    const first = token.charCodeAt(0);
    if (first >= 0x30 && first <= 0x39) dotted += `[${token}]`;
    else dotted += dotted === '' ? token : `.${token}`;
  }
  return dotted;
}
