import { detectLanguage } from '@kanmon/core';
import { definePhraseIn, type PhraseDefinition, type PhraseRule } from './phrase-rule.ts';
import { insideOf, type PhraseMatch, quotedSpans } from './quotations.ts';

/*
 * Source and licence: this list is our own work, under the licence of the package (MIT). Cases for and
 * against each phrase are in `test/cases/phrases-banned.jsonl` and `test/cases/phrases-allowed.jsonl`.
 */

/** English `should` and `ought to` in every form; `shoulder` and `should-cost` are other words. */
export const englishShould: PhraseRule = defineEnglish({
  id: 'english-should',
  phrase: 'should',
  pattern:
    /(?<![\p{L}\p{N}_-])(?:should(?:n['’]?t|['’]ve|['’]d)?|ought(?:n['’]?t)?\s{1,3}(?:not\s{1,3})?to)(?![\p{L}\p{N}_-])/iu,
});

/** English `must`; `must-have` and `mustard` are other words. */
export const englishMust: PhraseRule = defineEnglish({
  id: 'english-must',
  phrase: 'must',
  pattern: /(?<![\p{L}\p{N}_-])must(?:n['’]?t|['’]ve)?(?![\p{L}\p{N}_-])/iu,
});

const choice =
  '(?:options?|choices?|plans?|solutions?|approach(?:es)?|ways?|answers?|candidates?|picks?|course|alternatives?|paths?|bets?|decisions?|ideas?|proposals?|moves?|strategy|strategies)';

/** `best` as a verdict on a choice; not `at best`, `best-effort`, `best practice`. */
export const englishBest: PhraseRule = defineEnglish({
  id: 'english-best',
  phrase: 'best option',
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}_-])(?:best\\s{1,3}(?:(?:possible|available|overall|single)\\s{1,3})?${choice}` +
      '|(?:the|our|your)\\s{1,3}(?:very\\s{1,3}|single\\s{1,3})?best(?!-|\\s{1,3}(?:practices?|efforts?|cases?|sellers?|selling|known|of\\s{1,3}breed|guess|interests?|man)(?![\\p{L}\\p{N}_]))' +
      '|(?:is|are|be|seems|looks)\\s{1,3}(?:clearly\\s{1,3}|probably\\s{1,3})?best(?!-))(?![\\p{L}\\p{N}_])',
    'iu',
  ),
  except:
    /(?:(?:do|did|does|doing|try|tries|tried|trying)\s{1,3}(?:our|your)|at\s{1,3}(?:the\s{1,3})?(?:our|your)?)\s{0,3}(?:very\s{1,3})?best/iu,
});

/** `recommend` in every form; a recommender and recommended requirements are other things. */
export const englishRecommend: PhraseRule = defineEnglish({
  id: 'english-recommend',
  phrase: 'recommend',
  pattern:
    /(?<![\p{L}\p{N}_])recommend(?:s|ed|ing|ations?|able)?(?![\p{L}\p{N}_])(?!\s{1,3}(?:system\s{1,3})?(?:requirements?|specs?|specifications?|hardware|environment|engines?|letters?)(?![\p{L}\p{N}_]))/iu,
  except: /letters?\s{1,3}of\s{1,3}recommendation/iu,
});

/** `the right answer` and its like. */
export const englishRight: PhraseRule = defineEnglish({
  id: 'english-right',
  phrase: 'the right answer',
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}_-])the\\s{1,3}(?:only\\s{1,3}|one\\s{1,3})?(?:right|correct)\\s{1,3}(?:${choice}|calls?|thing)(?![\\p{L}\\p{N}_-])`,
    'iu',
  ),
});

/** Defines a phrase that counts outside of quotations, in texts that are not Japanese. */
function defineEnglish(definition: PhraseDefinition): PhraseRule {
  const { id, phrase, find } = definePhraseIn(/[a-z]/i, definition);
  return Object.freeze({
    id,
    phrase,
    find: (text: string): Iterable<PhraseMatch> => {
      const matches = find(text);
      // A list is the empty one: most texts need no generator.
      return Array.isArray(matches) ? matches : unquoted(matches, text);
    },
  });
}

/**
 * Selects the matches that count. Language and quotations are read at the first match.
 * @yields each in order
 */
function* unquoted(matches: Iterable<PhraseMatch>, text: string): Generator<PhraseMatch> {
  let isQuoted: ((match: PhraseMatch) => boolean) | null = null;
  for (const match of matches) {
    if (isQuoted === null && detectLanguage(text) === 'ja') return;
    isQuoted ??= insideOf(quotationsIn(text));
    if (!isQuoted(match)) yield match;
  }
}

/** Returns the quotations in a text, except one around the whole text. */
function quotationsIn(text: string): readonly PhraseMatch[] {
  const whole = text.trim().length - 2;
  return quotedSpans(text).filter(({ start, end }) => end - start < whole);
}
