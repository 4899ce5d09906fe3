import { importWarning, type ImportWarning } from './source.ts';
import type { SourceLine } from './unseen-parts.ts';

/**
 * Returns how many lines at the start of a text are YAML front matter, its two marks included; 0 without any. Every line
 * of it is a key, or the list or the indented text below one, so that prose between two rules stays prose.
 */
export function frontMatterLength(lines: readonly SourceLine[]): number {
  if (!isMark(lines[0], '---')) return 0;
  let mayNest = false;
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue;
    if (isMark(line, '---') || isMark(line, '...')) return index > 1 ? index + 1 : 0;
    const isNested = /^(?:\s+\S|-\s|[\]}])/.test(line.text);
    if (isNested ? !mayNest : !isKey(line.text)) return 0;
    mayNest ||= !isNested;
  }
  return 0;
}

function isMark(line: SourceLine | undefined, mark: string): boolean {
  return line?.text.trimEnd() === mark;
}

function isKey(text: string): boolean {
  return /^[^\s:#>|*&!%@`[\]{},-][^:]{0,100}:(?:\s|$)/u.test(text);
}

/** Returns the warning that front matter was left out; empty for 0 lines. */
export function frontMatterWarnings(
  lines: number,
  source: string,
  locale: 'ja' | 'en',
): readonly ImportWarning[] {
  if (lines === 0) return [];
  const texts = {
    ja: `先頭の${lines}行は YAML のフロントマターなので、カードに入れませんでした。`,
    en: `The first ${lines} lines are YAML front matter; they are in no card.`,
  };
  return [importWarning('front_matter_left_out', source, locale, texts, { lines })];
}
