import questions from '../questions.json' with { type: 'json' };
import type { Language } from './markdown.ts';

/** The questions of a newcomer as a list of links to their answers. */
export function listQuestions(language: Language): string {
  const base = language === 'ja' ? '/ja' : '';
  return questions
    .map(({ page, anchor, ...texts }) => `- [${texts[language]}](${base}${page}#${anchor})`)
    .join('\n');
}
