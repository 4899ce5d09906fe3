import { MissingConfigurationError } from '@kanmon/core';
import { checkOptions } from '@kanmon/core/kit';
import { isKanji, isKatakana, isLatin } from './text/characters.ts';
import type { Tokenizer } from './vocabulary/terms.ts';

/**
 * Creates a tokenizer on `Intl.Segmenter`. Its results depend on the ICU data of the runtime, so they are not the
 * same bytes everywhere. Words of kanji, katakana or Latin letters count as nouns.
 *
 * @throws {InvalidArgumentError} For an unknown option.
 * @throws {MissingConfigurationError} In a runtime without `Intl.Segmenter`.
 */
export function createIntlTokenizer(options: { readonly locale?: string } = {}): Tokenizer {
  checkOptions(options, 'locale', 'createIntlTokenizer(options)');
  const { locale = 'ja' } = options;
  if (typeof Intl === 'undefined' || typeof Intl.Segmenter !== 'function') {
    throw new MissingConfigurationError(
      'Intl.Segmenter is missing in this runtime; use the default script runs or ./kuromoji',
    );
  }
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  return {
    name: 'intl',
    tokenize: (text) =>
      [...segmenter.segment(text)].map(({ segment, index }) => ({
        surface: segment,
        start: index,
        pos: isNounLike(segment) ? ('noun' as const) : ('other' as const),
      })),
  };
}

function isNounLike(word: string): boolean {
  const unit = word.charCodeAt(0);
  return isKanji(unit) || isKatakana(unit) || isLatin(unit);
}
