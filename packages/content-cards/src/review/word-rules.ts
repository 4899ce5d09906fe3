import type { Card } from '../model/card.ts';
import type { AutoFix, ReviewIssue } from '../model/review.ts';
import { allTexts } from './card-lines.ts';
import { makeFix, makeIssue, replaceText } from './make-issue.ts';
import { reviewText } from './review-texts.ts';
import { issueRule, nothingFound, type Rule, type RuleContext } from './rule.ts';
import {
  createWordFinder,
  type ProhibitedWord,
  type WordFinder,
  type WordMatch,
} from '../text/find-words.ts';
import { maskCharacter, maskWords } from '../text/mask-words.ts';
import { countCodePoints } from '../text/measure.ts';

/** Prohibited words in every text of a card, also across the lines of its body. */
export function prohibitedWordRule(words: readonly ProhibitedWord[]): Rule {
  const finder = createWordFinder(words);
  if (words.length === 0) return { name: 'prohibited_word', check: () => nothingFound };
  return {
    name: 'prohibited_word',
    check(card, { locale }) {
      const issues: ReviewIssue[] = [];
      const fixes: AutoFix[] = [];
      for (const { path, text } of allTexts(card)) {
        const matches = finder.find(text);
        for (const match of matches) issues.push(wordIssue(match, path, locale));
        const fix = replacementFix(finder, matches, path, text, locale);
        if (fix !== null) fixes.push(fix);
      }
      issues.push(...acrossLines(finder, card, locale));
      return { issues, fixes };
    },
  };
}

function wordIssue(match: WordMatch, path: string, locale: RuleContext['locale']): ReviewIssue {
  const { start, end } = match;
  return makeIssue('prohibited_word', 'critical', path, locale, {
    word: match.word.word,
    start,
    end,
  });
}

function replacementFix(
  finder: WordFinder,
  matches: readonly WordMatch[],
  path: string,
  text: string,
  locale: RuleContext['locale'],
): AutoFix | null {
  const first = matches.find(({ word }) => word.replacement !== undefined);
  if (first === undefined || matches.some(({ word }) => word.replacement === undefined))
    return null;
  const { word, replacement = '' } = first.word;
  const { text: mended, masked } = maskWords(text, finder);
  // A replacement that makes another word would be masked: no fix.
  if (masked.length > 0 || mended === '') return null;
  return makeFix(
    'prohibited_word',
    reviewText('fix_prohibited_word', locale, { word, replacement }),
    replaceText(path, text, mended),
  );
}

/** Words that begin on one line of the body and end on another; places are those of the first line. */
function acrossLines(finder: WordFinder, card: Card, locale: RuleContext['locale']): ReviewIssue[] {
  if (card.body.length < 2) return [];
  const lengths = card.body.map((line) => countCodePoints(line));
  return finder.find(card.body.join('\n')).flatMap((match) => {
    let lineStart = 0;
    for (const [index, length] of lengths.entries()) {
      const lineEnd = lineStart + length;
      if (match.start < lineEnd && match.end > lineEnd) {
        const { start, end, word } = match;
        return [
          wordIssue(
            { word, start: start - lineStart, end: end - lineStart },
            `/body/${index}`,
            locale,
          ),
        ];
      }
      lineStart = lineEnd + 1;
    }
    return [];
  });
}

/** What a mask left behind: somebody has to put in the right word. */
export const maskedTextRule: Rule = issueRule('masked_text', (card, { locale }) =>
  allTexts(card)
    .filter(({ text }) => text.includes(maskCharacter))
    .map(({ path }) => makeIssue('masked_text', 'critical', path, locale)),
);
