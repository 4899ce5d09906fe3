import type { CheckFinding, Span } from '@kanmon/issue-tracker';

/** A rule over plain text: every place it complains about, in order. Linear in the length of the text. */
export type TextRule = (text: string) => readonly CheckFinding[];

/** The finding's words in the language of the manuscript. */
export interface Wording {
  readonly ja: string;
  readonly en: string;
}

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** A finding at a place; the words follow the script of the text around it. */
export function findingAt(
  text: string,
  range: Span,
  about: Pick<CheckFinding, 'category' | 'severity'> & { readonly wording: Wording },
): CheckFinding {
  const { category, severity, wording } = about;
  // The nearby text decides: an English quotation in a Japanese manuscript is still read by a Japanese editor.
  const around = text.slice(Math.max(0, range.start - 80), range.end + 80);
  return {
    category,
    severity,
    text_range: range,
    description: kana.test(around) ? wording.ja : wording.en,
  };
}

/** Stretches of a text between ends of sentences and line breaks, with their end mark. */
export function sentencesOf(text: string): readonly (Span & { readonly text: string })[] {
  const sentences: (Span & { text: string })[] = [];
  for (const match of text.matchAll(/[^。．！？!?.\n]+(?:[。．！？!?]|\.(?=\s|$))?/gu)) {
    const [sentence] = match;
    const start = match.index + (sentence.length - sentence.trimStart().length);
    const trimmed = sentence.trim();
    if (trimmed !== '') sentences.push({ start, end: start + trimmed.length, text: trimmed });
  }
  return sentences;
}
