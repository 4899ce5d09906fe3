import { importWarning, type ImportWarning } from './source.ts';

/** A line of a source. */
export interface SourceLine {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** Only in sources with form feeds. */
  readonly page?: number;
}

/** Lines of a text; undefined for one that was taken out. */
export type Lines = (SourceLine | undefined)[];

/** A comment begins where no backslash is before it and no code around it. */
const opening = /\\.|(?<ticks>`+)(?!`)[^\n]{1,2000}?(?<!`)\k<ticks>(?!`)|`+|<!--/gu;
const mark = '<!--';
const end = '-->';

/** Returns, for each line, the next line with the end of a comment. A comment within a paragraph ends with it. */
export function commentEnds(
  lines: Lines,
): readonly { readonly any: number; readonly near: number }[] {
  let next = { any: Infinity, near: Infinity };
  return lines
    .toReversed()
    .map((line, below) => {
      const at = lines.length - 1 - below;
      const { text = '' } = line ?? {};
      if (text.includes(end)) next = { any: at, near: at };
      else if (text.trim() === '') next = { any: next.any, near: Infinity };
      return next;
    })
    .toReversed();
}

/**
 * Takes the comments that begin in a line out of the lines, and returns how many. The rest of the line in which a
 * comment ends is a line. A comment without an end is text.
 */
export function takeComments(
  lines: Lines,
  index: number,
  ends: ReturnType<typeof commentEnds>,
): number {
  const line = lines[index];
  if (line === undefined) return 0;
  const { text } = line;
  const rest = (kept: string): SourceLine | undefined =>
    kept.trim() === ''
      ? undefined
      : { ...line, text: text.trimStart().startsWith(mark) ? kept.trim() : kept };
  let kept = '';
  let from = 0;
  let count = 0;
  for (const { 0: found, index: at } of text.matchAll(opening)) {
    if (found !== mark || at < from) continue;
    const close = text.indexOf(end, at + 2);
    kept += text.slice(from, at);
    if (close >= 0) {
      from = close + end.length;
      count += 1;
      continue;
    }
    const next = ends[index + 1];
    const last = (kept.trim() === '' ? next?.any : next?.near) ?? Infinity;
    const below = lines[last];
    if (below === undefined) {
      from = at;
      break;
    }
    lines.fill(undefined, index, last);
    lines[index] = rest(kept);
    const after = below.text.slice(below.text.indexOf(end) + end.length).trim();
    lines[last] = after === '' ? undefined : { ...below, text: after };
    return count + 1;
  }
  if (count > 0) lines[index] = rest(kept + text.slice(from));
  return count;
}

/** Returns the label and the address of a line that defines a link: `[plan]: https://example.com "Plan"`. */
export function definitionOf(
  line: string,
): { readonly label: string; readonly address: string } | null {
  const [, label = '', angled, bare = ''] =
    /^ {0,3}\[(?!\^)([^[\]]{1,500})\]:\s{0,9}(?:<([^<>\s]{0,2000})>|([^\s<]\S{0,2000}))(?:\s{1,9}(?:"[^"]{0,500}"|'[^']{0,500}'|\([^()]{0,500}\)))?\s{0,9}$/u.exec(
      line,
    ) ?? [];
  const address = angled ?? bare;
  return /[/#.:@]/.test(address) ? { label: labelKey(label), address } : null;
}

/** A label of a link as it is compared: in any case, with any white space. */
export function labelKey(label: string): string {
  return label.trim().replaceAll(/\s+/gu, ' ').toLowerCase();
}

/** Returns the warning that comments were left out; empty for a count of 0. */
export function commentWarnings(
  count: number,
  source: string,
  locale: 'ja' | 'en',
): readonly ImportWarning[] {
  if (count === 0) return [];
  const texts = {
    ja: `コメントを${count}件、カードに入れませんでした。`,
    en: count === 1 ? '1 comment is in no card.' : `${count} comments are in no card.`,
  };
  return [importWarning('comments_left_out', source, locale, texts, { count })];
}
