import { definePhraseIn, type PhraseRule } from './phrase-rule.ts';

/** Endings of the dictionary form of a verb: what a modal べき follows. */
const verbEnding = '[うくぐすつぬぶむる]';

/**
 * べき as a modal: すべき, 見るべきだ, べきではない, べし, べからず. It is none
 * - after another ending than a verb's and before きる's endings: 調べきれない, 食べきった;
 * - as the mathematical power, which follows の or nothing and stands before its noun: 2のべき乗;
 * - in words that are adjectives by now: しかるべき, 恐るべき, 驚くべき, 来たるべき.
 */
export const modalBeki: PhraseRule = definePhraseIn(
  {
    id: 'modal-beki',
    phrase: '〜べき',
    pattern: new RegExp(
      [
        `(?<=${verbEnding})(?:[べベ]き|べキ|ベキ(?![ァ-ヺー])|可き|べし(?![ゃゅょ]))`,
        `(?<![の${verbEnding.slice(1, -1)}])べ[きキ](?![らりるれろっ])(?!乗|等|根|則|級数|集合|分布|零|指数|関数|演算|展開|数列)`,
        '(?<![\\p{L}\\p{N}])べし(?![\\p{L}\\p{N}])',
        'べから[ずざぬ]',
      ].join('|'),
      'u',
    ),
    except: [
      /(?:しか|然|恐|怖|おそ)るべ[きし]/u,
      /(?:驚|おどろ)くべき/u,
      /(?:来|きた|来た)るべき(?=[\p{Script=Han}\p{Script=Katakana}々])(?![はが])/u,
    ],
  },
  (text) => /[べベ可]/.test(text),
);
