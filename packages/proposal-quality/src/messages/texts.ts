import { type Finding, formatFinding, type Locale, type Message } from '@kanmon/core';

/** The text of a code, or its texts by rule; `*` is for every other rule. */
export type Text = Message | { readonly [rule: string]: Message };

/** Texts of one locale by code. */
export type Texts = Readonly<Record<string, Text>>;

/** Converts texts to messages of a catalog. Where texts differ by rule, the message looks up the rule. */
export function messagesFrom(texts: Texts, locale: Locale): Readonly<Record<string, Message>> {
  return Object.fromEntries(
    Object.entries(texts).map(([code, text]) => [
      code,
      typeof text === 'object' ? byRule(text, locale) : writerOf(text, locale),
    ]),
  );
}

type Writer = (finding: Finding) => string;

function byRule(texts: { readonly [rule: string]: Message }, locale: Locale): Writer {
  const writers = new Map(
    Object.entries(texts).map(([rule, text]) => [rule, writerOf(text, locale)]),
  );
  const other = writers.get('*') ?? writerOf('', locale);
  return (finding) => (writers.get(finding.rule) ?? other)(finding);
}

/** Creates a message with a template for each severity. */
export function bySeverity(locale: Locale, must: string, should: string): Writer {
  const [writeMust, writeShould] = [writerOf(must, locale), writerOf(should, locale)];
  return (finding) => (finding.severity === 'must' ? writeMust : writeShould)(finding);
}

/** Creates a message with a template for each expected type. */
export function byExpected(
  locale: Locale,
  templates: { readonly string: string; readonly array: string; readonly object: string },
): Writer {
  const writers = new Map<unknown, Writer>(
    Object.entries(templates).map(([type, template]) => [type, writerOf(template, locale)]),
  );
  const other = writerOf(templates.object, locale);
  return (finding) => (writers.get(finding.params['expected']) ?? other)(finding);
}

/** Places of reports: names of our schemas and numbers, which need no escapes. */
const plainPlace = /^(?:\/\w+)+$/;

/** Most templates are a sentence, or a place and a sentence: no search for placeholders on each call. */
function writerOf(message: Message, locale: Locale): Writer {
  if (typeof message === 'function') return message;
  if (!message.includes('{')) return () => message;
  const write = (finding: Finding): string =>
    formatFinding(finding, { locale, catalog: { [locale]: { [finding.code]: message } } });
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
