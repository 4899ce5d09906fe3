import { type FoldedText, foldText } from '@kanmon/core/kit';
import type { BuiltInRule } from './redaction-rules.ts';

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
  /** Computed once for all rules; null for ASCII. */
  folded?: FoldedText | null;
}

/**
 * A redactor for one call: equal values get equal placeholders, numbered by rule in the order they appear.
 * A placeholder that stands in the text already is hidden like a value, so restoring gives it back as it was.
 */
export function createRedactor(rules: readonly BuiltInRule[]): Redactor {
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
  const literal: BuiltInRule = { name: 'literal', pattern: placeholder };

  return {
    hide: (text) =>
      [literal, ...rules]
        .reduce<readonly Segment[]>(
          (segments, rule) =>
            segments.flatMap((segment) =>
              segment.hidden ? segment : split(segment, rule, placeholderFor),
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

/** Cuts a segment at the matches of one rule; a match is not looked at again by later rules. */
function split(
  segment: Segment,
  rule: BuiltInRule,
  placeholderFor: (name: string, value: string) => string,
): readonly Segment[] {
  const { text } = segment;
  const name = rule.name.toUpperCase();
  const segments: Segment[] = [];
  let from = 0;
  for (const [start, end] of rangesOf(segment, rule)) {
    segments.push({ text: text.slice(from, start), hidden: false });
    segments.push({ text: placeholderFor(name, text.slice(start, end)), hidden: true });
    from = end;
  }
  return from === 0 ? [segment] : [...segments, { text: text.slice(from), hidden: false }];
}

type Range = readonly [number, number];

/** Matches in the text as it is, and in its folded form: own rules may be written for either. */
function rangesOf(segment: Segment, rule: BuiltInRule): readonly Range[] {
  const { text } = segment;
  segment.folded ??= foldText(text);
  const { folded } = segment;
  const plain = matchesIn(text, rule);
  if (folded === null) return plain;
  const others = matchesIn(folded.text, rule).map(([from, to]) => folded.originalRange(from, to));
  return merged([...plain, ...others]);
}

/** Ranges in order, those that overlap as one. */
function merged(ranges: readonly Range[]): readonly Range[] {
  const result: Range[] = [];
  for (const [start, end] of ranges.toSorted((left, right) => left[0] - right[0])) {
    const last = result.at(-1);
    if (last === undefined || start >= last[1]) result.push([start, end]);
    else result[result.length - 1] = [last[0], Math.max(last[1], end)];
  }
  return result;
}

function matchesIn(text: string, rule: BuiltInRule): readonly Range[] {
  const flags = `${rule.pattern.flags.replaceAll(/[gy]/g, '')}g`;
  return [...text.matchAll(new RegExp(rule.pattern.source, flags))].flatMap((match): Range[] => {
    const [value] = match;
    if (value === '' || rule.accepts?.(value) === false) return [];
    const [from, to] =
      rule.narrow === undefined ? [0, value.length] : (rule.narrow(value) ?? [0, 0]);
    return to === 0 ? [] : [[match.index + from, match.index + to]];
  });
}

/** The start of a placeholder at the end of a text: what must wait for the next delta. */
const unfinished = /\[(?:\[(?:[A-Z][A-Z0-9_]{0,47}\]?)?)?$/;

/** Cuts a text before an unfinished placeholder at its end. */
export function splitUnfinished(text: string): { readonly ready: string; readonly rest: string } {
  const start = unfinished.exec(text)?.index ?? text.length;
  return { ready: text.slice(0, start), rest: text.slice(start) };
}
