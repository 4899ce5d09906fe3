import { type CardLimits, lineMaxOf } from '../model/limits.ts';
import { allTexts } from './card-lines.ts';
import { makeIssue } from './make-issue.ts';
import { issueRule, type Rule } from './rule.ts';
import { textFaults } from '../text/forbidden.ts';
import { measure } from '../text/measure.ts';

/** Limits of a deck that are stricter than those every card keeps. */
export function limitRule(limits: CardLimits): Rule {
  const { titleMax, bodyLines, unit } = limits;
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
      ...body.flatMap((line, index) =>
        tooLong('line_too_long', `/body/${index}`, line, lineMaxOf(line, limits)),
      ),
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

/** Control and invisible characters, for cards that came from elsewhere than this package. */
export const controlCharacterRule: Rule = issueRule('control_character', (card, { locale }) =>
  allTexts(card).flatMap(({ path, text }) => {
    const lineFeeds = path === '/note' || path.startsWith('/table_data');
    const faults = textFaults(text, { lineFeeds }).map((fault) =>
      fault === 'invisible_character' ? fault : 'control_character',
    );
    return Array.from(new Set(faults), (code) => makeIssue(code, 'critical', path, locale));
  }),
);
