import { detectLanguage, type Locale } from '@kanmon/core';
import { CommandProblem } from '../cli/problem.ts';
import type { Say } from '../cli/say.ts';

/** The rules for a manuscript: those asked for, else by its language. Throws `CommandProblem`. */
export function rulesFor(text: string, wanted: 'auto' | Locale, say: Say): Locale {
  if (wanted !== 'auto') return wanted;
  const language = detectLanguage(text);
  if (language !== 'other') return language;
  throw new CommandProblem({
    kind: 'usage',
    detail: say(
      '原稿が日本語でも英語でもありません。--rules ja か --rules en で規則を選んでください',
      'the manuscript is neither Japanese nor English; choose rules with --rules ja or --rules en',
    ),
  });
}
