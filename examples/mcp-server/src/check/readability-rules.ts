import { findingAt, sentencesOf, type TextRule } from './text-rule.ts';

/** Common advice of Japanese style guides puts the limit at 80 to 100 characters. */
const longestJapanese = 100;
/** Plain-language guides ask for 25 words on average; a single sentence may be somewhat longer. */
const longestEnglish = 35;

/** Sentences that a reader loses the thread of. */
export const longSentence: TextRule = (text) =>
  sentencesOf(text)
    .filter((sentence) => {
      const isJapanese = /[\p{Script=Hiragana}]/u.test(sentence.text);
      return isJapanese
        ? sentence.text.length > longestJapanese
        : sentence.text.split(/\s+/u).length > longestEnglish;
    })
    .map(({ start, end }) =>
      findingAt(
        text,
        { start, end },
        {
          category: 'long-sentence',
          severity: 'medium',
          wording: {
            ja: `一文が長すぎます（日本語は${longestJapanese}文字まで）。二つに分けてください。`,
            en: `The sentence is longer than ${longestEnglish} words; split it in two.`,
          },
        },
      ),
    );

/** Phrases, each with a shorter equivalent. */
const wordyPhrases: readonly (readonly [phrase: RegExp, plain: string])[] = [
  [/することができ(?=る|ま|た|な)/gu, 'でき'],
  [/(?<!する)ことができ(?=る|ま|た|な)/gu, '～える、～れる'],
  [/することが可能/gu, 'でき(る)'],
  [/を行う(?=こと|。|、)/gu, 'する'],
  [/という風に/gu, 'ように'],
  [/\bin order to\b/giu, 'to'],
  [/\bis able to\b/giu, 'can'],
  [/\bdue to the fact that\b/giu, 'because'],
  [/\bat this point in time\b/giu, 'now'],
];

/** Finds phrases that use many words for little meaning. */
export const wordyPhrase: TextRule = (text) =>
  wordyPhrases.flatMap(([phrase, plain]) =>
    [...text.matchAll(phrase)].map((match) => {
      const range = { start: match.index, end: match.index + match[0].length };
      return findingAt(text, range, {
        category: 'wordy-phrase',
        severity: 'low',
        wording: { ja: `「${plain}」と短く書けます。`, en: `Write "${plain}" instead.` },
      });
    }),
  );
