import type { CardLimits } from '../model/limits.ts';
import { textFaults } from '../text/forbidden.ts';
import { measure } from '../text/measure.ts';
import { allTexts } from './card-lines.ts';
import { makeIssue } from './make-issue.ts';
import { issueRule, type Rule } from './rule.ts';

/** Limits of a deck that are stricter than those every card keeps. */
export function limitRule({ titleMax, bodyLines, lineMax, unit }: CardLimits): Rule {
  return issueRule('limits', (card, { locale }) => {
    const tooLong = (
      code: 'title_too_long' | 'line_too_long',
      path: string,
      text: string,
      limit: number,
    ) => {
      const actual = measure(text, unit);
      return actual > limit ? [makeIssue(code, 'critical', path, locale, { limit, actual })] : [];
    };
    const { body, title } = card;
    return [
      ...tooLong('title_too_long', '/title', title, titleMax),
      ...body.flatMap((line, index) => tooLong('line_too_long', `/body/${index}`, line, lineMax)),
      ...(body.length > bodyLines
        ? [
            makeIssue('too_many_lines', 'critical', '/body', locale, {
              limit: bodyLines,
              actual: body.length,
            }),
          ]
        : []),
    ];
  });
}

/** Control characters, for cards that came from elsewhere than this package. */
export const controlCharacterRule: Rule = issueRule('control_character', (card, { locale }) =>
  allTexts(card)
    .filter(
      ({ path, text }) =>
        textFaults(text, { lineFeeds: path === '/note' || path.startsWith('/table_data') }).length >
        0,
    )
    .map(({ path }) => makeIssue('control_character', 'critical', path, locale)),
);
