import { definePhrase, type PhraseRule } from './phrase-rule.ts';

const kudasai = '(?:ください|クダサイ|下さい)(?!ました)';

/** The て or で of a verb: after ん or い for で (読んで, 急いで), and not the て of 全て. */
const verbTe = '(?:(?<!すべ|全|総|凡)て|(?<=[んい])で)';

/** A verb in its て form with ください: してください, 分けて下さい, 読んでくださいませんか. */
export const requestTeKudasai: PhraseRule = definePhrase({
  id: 'request-te-kudasai',
  phrase: '〜してください',
  pattern: new RegExp(`${verbTe}\\s?${kudasai}`, 'u'),
});

/** ください after a noun or a polite stem: ご確認ください, お待ちください, 資料をください. */
export const requestNounKudasai: PhraseRule = definePhrase({
  id: 'request-noun-kudasai',
  phrase: '〜ください',
  pattern: new RegExp(kudasai, 'u'),
  except: new RegExp(`${verbTe}\\s?${kudasai}`, 'u'),
});
