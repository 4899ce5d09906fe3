import type { Locale } from '@kanmon/core';
import { checkArgument, checkOptions, isRecord, optionError } from '@kanmon/core/kit';
import type { Card } from '../model/card.ts';
import { type CardLimits, lineMaxOf, resolveLimits } from '../model/limits.ts';
import type { AutoFix, ReviewIssue } from '../model/review.ts';
import { allTexts, visibleLines } from './card-lines.ts';
import { makeFix, makeIssue, replaceText, reviewText } from './issue.ts';
import { numberConflictRule, numberNotInSourceRule, tableTotalRule } from './number-rules.ts';
import { issueRule, nothingFound, type Rule } from './rule.ts';
import {
  createWordFinder,
  foldText,
  maskCharacter,
  maskWords,
  type ProhibitedWord,
  type WordFinder,
  type WordMatch,
} from '../text/find-words.ts';
import { textFaults } from '../text/forbidden.ts';
import { countCodePoints, measure } from '../text/measure.ts';

/** Options of the built-in rules. */
export interface DefaultRuleOptions {
  /** A word, or a word with its replacement. */
  readonly prohibitedWords?: readonly (string | ProhibitedWord)[];
  /** Stricter than those every card keeps. */
  readonly limits?: Partial<CardLimits>;
}

/** The built-in rules: words, limits, numbers, placeholders, style. */
export function createDefaultRules(options: DefaultRuleOptions = {}): readonly Rule[] {
  checkOptions(options, 'prohibitedWords limits', 'createDefaultRules(options)');
  const { prohibitedWords = [], limits } = options;
  checkArgument('options.prohibitedWords', 'a list', prohibitedWords);
  for (const [index, word] of prohibitedWords.entries())
    checkProhibitedWord(`prohibitedWords[${index}]`, word);
  return [
    prohibitedWordRule(prohibitedWords.map((word) => (typeof word === 'string' ? { word } : word))),
    maskedTextRule,
    controlCharacterRule,
    limitRule(resolveLimits(limits)),
    numberNotInSourceRule,
    numberConflictRule,
    tableTotalRule,
    placeholderRule,
    emptyCardRule,
    duplicateLineRule,
    mixedWidthRule,
    trailingPunctuationRule,
  ];
}

function checkProhibitedWord(name: string, given: unknown): void {
  const { word, replacement = '' } = isRecord(given) ? given : { word: given };
  if (typeof word !== 'string' || typeof replacement !== 'string')
    throw optionError(name, 'a word or { word, replacement }', given);
}

/** Prohibited words in every text of a card, also across the lines of its body. */
function prohibitedWordRule(words: readonly ProhibitedWord[]): Rule {
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

function wordIssue(match: WordMatch, path: string, locale: Locale): ReviewIssue {
  const { word, start, end } = match;
  return makeIssue('prohibited_word', 'critical', path, locale, { word: word.word, start, end });
}

function replacementFix(
  finder: WordFinder,
  matches: readonly WordMatch[],
  path: string,
  text: string,
  locale: Locale,
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
function acrossLines(finder: WordFinder, card: Card, locale: Locale): ReviewIssue[] {
  if (card.body.length < 2) return [];
  const lengths = card.body.map((line) => countCodePoints(line));
  return finder.find(card.body.join('\n')).flatMap(({ word, start, end }) => {
    let lineStart = 0;
    for (const [index, length] of lengths.entries()) {
      const lineEnd = lineStart + length;
      if (start < lineEnd && end > lineEnd) {
        const match = { word, start: start - lineStart, end: end - lineStart };
        return [wordIssue(match, `/body/${index}`, locale)];
      }
      lineStart = lineEnd + 1;
    }
    return [];
  });
}

/** Reports masked characters: a person has to put in the right word. */
const maskedTextRule: Rule = issueRule('masked_text', (card, { locale }) =>
  allTexts(card)
    .filter(({ text }) => text.includes(maskCharacter))
    .map(({ path }) => makeIssue('masked_text', 'critical', path, locale)),
);

/** Limits of a deck that are stricter than those every card keeps. */
function limitRule(limits: CardLimits): Rule {
  const { titleMax, bodyLines, unit } = limits;
  return issueRule('limits', (card, { locale }) => {
    const atMost = (
      code: 'title_too_long' | 'line_too_long' | 'too_many_lines',
      path: string,
      actual: number,
      limit: number,
    ) => (actual > limit ? [makeIssue(code, 'critical', path, locale, { limit, actual })] : []);
    const { body, title } = card;
    return [
      ...atMost('title_too_long', '/title', measure(title, unit), titleMax),
      ...body.flatMap((line, index) =>
        atMost('line_too_long', `/body/${index}`, measure(line, unit), lineMaxOf(line, limits)),
      ),
      ...atMost('too_many_lines', '/body', body.length, bodyLines),
    ];
  });
}

/** Control and invisible characters, for cards that came from elsewhere than this package. */
const controlCharacterRule: Rule = issueRule('control_character', (card, { locale }) =>
  allTexts(card).flatMap(({ path, text }) => {
    const lineFeeds = path === '/note' || path.startsWith('/table_data');
    const faults = textFaults(text, { lineFeeds }).map((fault) =>
      fault === 'invisible_character' ? fault : 'control_character',
    );
    return Array.from(new Set(faults), (code) => makeIssue(code, 'critical', path, locale));
  }),
);

const placeholder =
  /(?<![A-Za-z])(?:TODO|TBD|FIXME)(?![A-Za-z])|要確認|ＸＸ|(?<![A-Za-z])X{2,4}(?![A-Za-z])|〇〇|○○|lorem ipsum/iu;
/** In lower case these are words of a text, not marks of an author. */
const lowerCaseWord = /^(?:todo|tbd|fixme|xx+)$/u;

/** Reports marks that an author left for later. */
const placeholderRule: Rule = issueRule('placeholder_text', (card, { locale }) =>
  allTexts(card).flatMap(({ path, text }) => {
    const [found] = placeholder.exec(text) ?? [];
    return found === undefined || lowerCaseWord.test(found)
      ? []
      : [makeIssue('placeholder_text', 'warning', path, locale, { text: found })];
  }),
);

/** A card that shows nothing but its title. */
const emptyCardRule: Rule = issueRule('empty_card', (card, { locale }) =>
  card.body.length === 0 && (card.table_data?.rows.length ?? 0) === 0
    ? [makeIssue('empty_card', 'warning', null, locale)]
    : [],
);

/** Reports a body line that repeats an earlier one. */
const duplicateLineRule: Rule = {
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
const mixedWidthRule: Rule = {
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
const trailingPunctuationRule: Rule = {
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
