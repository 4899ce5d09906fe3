import { type Finding, formatFinding, type Locale, type Message } from '@kanmon/core';

/** The text of a code, or its texts by rule; `*` is for every other rule. */
export type Text = Message | { readonly [rule: string]: Message };

/** Texts of one locale by code. */
export type Texts = Readonly<Record<string, Text>>;

/** Texts as a catalog wants them: one message a code, which looks up the rule itself where it matters. */
export function messagesFrom(texts: Texts, locale: Locale): Readonly<Record<string, Message>> {
  return Object.fromEntries(
    Object.entries(texts).map(([code, text]) => [
      code,
      typeof text === 'object' ? byRule(text, locale) : text,
    ]),
  );
}

function byRule(texts: { readonly [rule: string]: Message }, locale: Locale): Message {
  return (finding) => {
    const message = Object.hasOwn(texts, finding.rule) ? texts[finding.rule] : texts['*'];
    return fill(finding, locale, message ?? '');
  };
}

/** A template for each severity. */
export function bySeverity(locale: Locale, must: string, should: string): Message {
  return (finding) => fill(finding, locale, finding.severity === 'must' ? must : should);
}

/** A template for each type that was expected. */
export function byExpected(
  locale: Locale,
  templates: { readonly string: string; readonly array: string; readonly object: string },
): Message {
  return (finding) => {
    const { expected } = finding.params;
    if (expected === 'string' || expected === 'array') {
      return fill(finding, locale, templates[expected]);
    }
    return fill(finding, locale, templates.object);
  };
}

function fill(finding: Finding, locale: Locale, message: Message): string {
  return formatFinding(finding, { locale, catalog: { [locale]: { [finding.code]: message } } });
}
