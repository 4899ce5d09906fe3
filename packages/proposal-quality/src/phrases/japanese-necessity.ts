import { definePhraseIn, type PhraseRule } from './phrase-rule.ts';

/** What follows a predicate that leaves it open whether the need is there: question, condition, guess. */
const open = [
  'か(?!ら)', // question, かもしれない, かどうか; not から
  'すか(?!ら)',
  '場合|とき|時(?:は|に)|なら|ら|ば',
  'ろう|しょう|だろう|でしょう|そう',
  'とすれば|としたら|と(?!思|考|判断|見込|の|い|言)',
  '可能性|わけで|とは',
].join('|');

/**
 * が必要 asserted: が必要です, が必要だ, が必要である, が必要となります, が必要になる, が必要なので, が必要。
 * Not where it stays open (が必要かもしれません, が必要な場合, が必要であれば, が必要ですか), is denied
 * or only qualifies a noun (が必要な資料).
 */
export const assertedNecessity: PhraseRule = definePhraseIn(
  {
    id: 'asserted-necessity',
    phrase: '〜が必要です',
    pattern: new RegExp(
      `が[\\s、]?必要(?:不可欠)?(?:${[
        `で(?:す|した)(?!${open})`,
        `で(?:ある|あった|あります|ありました|あり(?!ま)|ございま[すし])(?!${open})`,
        `だ(?:った)?(?!っ|${open})`,
        `な(?:の|ん)(?:です|でした|だ|で)(?!${open})(?!は)`,
        `[とに]な(?:る|って|った|ります|りました|り(?!ま))(?!${open})`,
        `(?=[。.!]|$)`,
      ].join('|')})`,
      'u',
    ),
  },
  (text) => text.includes('必要'),
);
