import type { AutoFix, ReviewIssue } from '../model/review.ts';
import { allTexts, visibleLines } from './card-lines.ts';
import { makeFix, makeIssue, replaceText } from './make-issue.ts';
import { reviewText } from './review-texts.ts';
import { issueRule, type Rule } from './rule.ts';
import { foldText } from '../text/fold-text.ts';

const placeholder =
  /(?<![A-Za-z])(?:TODO|TBD|FIXME)(?![A-Za-z])|要確認|ＸＸ|(?<![A-Za-z])X{2,4}(?![A-Za-z])|〇〇|○○|lorem ipsum/iu;
/** In lower case these are words of a text, not marks of an author. */
const lowerCaseWord = /^(?:todo|tbd|fixme|xx+)$/u;

/** What an author left for later. */
export const placeholderRule: Rule = issueRule('placeholder_text', (card, { locale }) =>
  allTexts(card).flatMap(({ path, text }) => {
    const [found] = placeholder.exec(text) ?? [];
    return found === undefined || lowerCaseWord.test(found)
      ? []
      : [makeIssue('placeholder_text', 'warning', path, locale, { text: found })];
  }),
);

/** A card that shows nothing but its title. */
export const emptyCardRule: Rule = issueRule('empty_card', (card, { locale }) =>
  card.body.length === 0 && (card.table_data?.rows.length ?? 0) === 0
    ? [makeIssue('empty_card', 'warning', null, locale)]
    : [],
);

/** A body line that says what an earlier one said. */
export const duplicateLineRule: Rule = {
  name: 'duplicate_line',
  check(card, { locale }) {
    const seen = new Map<string, number>();
    const issues: ReviewIssue[] = [];
    const fixes: AutoFix[] = [];
    card.body.forEach((line, index) => {
      const key = foldText(line).text;
      const first = seen.get(key);
      if (first === undefined) {
        seen.set(key, index);
        return;
      }
      const path = `/body/${index}`;
      issues.push(makeIssue('duplicate_line', 'warning', path, locale, { first: first + 1 }));
      fixes.push(
        makeFix('duplicate_line', reviewText('fix_duplicate_line', locale, { line: index + 1 }), [
          { op: 'test', path, value: line },
          { op: 'remove', path },
        ]),
      );
    });
    return { issues, fixes };
  },
};

const fullWidthAscii = /[Ａ-Ｚａ-ｚ０-９]+/gu;

/** Full-width letters and digits. */
export const mixedWidthRule: Rule = {
  name: 'mixed_width',
  check(card, { locale }) {
    const found = visibleLines(card).filter(({ text }) => text.search(fullWidthAscii) !== -1);
    return {
      issues: found.map(({ path }) => makeIssue('mixed_width', 'info', path, locale)),
      fixes: found.map(({ path, text }) =>
        makeFix(
          'mixed_width',
          reviewText('fix_mixed_width', locale),
          replaceText(
            path,
            text,
            text.replaceAll(fullWidthAscii, (run) => run.normalize('NFKC')),
          ),
        ),
      ),
    };
  },
};

/** Lines with and lines without a full stop in one body. */
export const trailingPunctuationRule: Rule = {
  name: 'trailing_punctuation',
  check(card, { locale }) {
    const stopped = card.body.flatMap((line, index) =>
      line.endsWith('。') && line.length > 1 ? [{ line, path: `/body/${index}` }] : [],
    );
    if (stopped.length === 0 || stopped.length === card.body.length)
      return { issues: [], fixes: [] };
    return {
      issues: [makeIssue('trailing_punctuation', 'info', '/body', locale)],
      fixes: stopped.map(({ line, path }) =>
        makeFix(
          'trailing_punctuation',
          reviewText('fix_trailing_punctuation', locale),
          replaceText(path, line, line.slice(0, -1)),
        ),
      ),
    };
  },
};
