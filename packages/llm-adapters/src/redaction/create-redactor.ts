import type { RedactionRule } from './redaction-rules.ts';

/** Hides and restores values of one call. */
export interface Redactor {
  hide(text: string): string;
  /** `encode` writes a value where it goes, e.g. inside a JSON string. */
  restore(text: string, encode: (value: string) => string): string;
}

/** What a placeholder looks like; names are capitals, digits and underscores. */
const placeholder = /\[\[[A-Z][A-Z0-9_]{0,40}_\d{1,6}\]\]/g;

interface Segment {
  readonly text: string;
  readonly hidden: boolean;
}

/**
 * A redactor for one call: equal values get equal placeholders, numbered by rule in the order they appear.
 * A placeholder that stands in the text already is hidden like a value, so restoring gives it back as it was.
 */
export function createRedactor(rules: readonly RedactionRule[]): Redactor {
  const placeholders = new Map<string, string>();
  const values = new Map<string, string>();
  const counts = new Map<string, number>();

  const placeholderFor = (name: string, value: string): string => {
    const key = `${name}\n${value}`;
    const known = placeholders.get(key);
    if (known !== undefined) return known;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const made = `[[${name}_${count}]]`;
    placeholders.set(key, made);
    values.set(made, value);
    return made;
  };
  const literal: RedactionRule = { name: 'literal', pattern: placeholder };

  return {
    hide: (text) =>
      [literal, ...rules]
        .reduce<readonly Segment[]>(
          (segments, rule) =>
            segments.flatMap((segment) =>
              segment.hidden ? segment : split(segment.text, rule, placeholderFor),
            ),
          [{ text, hidden: false }],
        )
        .map((segment) => segment.text)
        .join(''),
    restore: (text, encode) =>
      text.replaceAll(placeholder, (found) => {
        const value = values.get(found);
        return value === undefined ? found : encode(value);
      }),
  };
}

/** Cuts a text at the matches of one rule; a match is not looked at again by later rules. */
function split(
  text: string,
  rule: RedactionRule,
  placeholderFor: (name: string, value: string) => string,
): readonly Segment[] {
  const name = rule.name.toUpperCase();
  const flags = `${rule.pattern.flags.replaceAll(/[gy]/g, '')}g`;
  const segments: Segment[] = [];
  let from = 0;
  for (const match of text.matchAll(new RegExp(rule.pattern.source, flags))) {
    const [value] = match;
    if (value === '' || rule.accepts?.(value) === false) continue;
    segments.push({ text: text.slice(from, match.index), hidden: false });
    segments.push({ text: placeholderFor(name, value), hidden: true });
    from = match.index + value.length;
  }
  return [...segments, { text: text.slice(from), hidden: false }];
}

/** The start of a placeholder at the end of a text: what must wait for the next delta. */
const unfinished = /\[(?:\[(?:[A-Z][A-Z0-9_]{0,47}\]?)?)?$/;

/** Cuts a text before an unfinished placeholder at its end. */
export function splitUnfinished(text: string): { readonly ready: string; readonly rest: string } {
  const start = unfinished.exec(text)?.index ?? text.length;
  return { ready: text.slice(0, start), rest: text.slice(start) };
}
