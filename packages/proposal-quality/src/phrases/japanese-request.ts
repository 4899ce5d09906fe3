import { definePhraseIn, type PhraseRule } from './phrase-rule.ts';

const kudasai = '(?:ください|クダサイ|下さい)(?!ました)';

const mayRequest = (text: string): boolean => /ださ|ダサ|下さ/.test(text);

/** The て or で of a verb: after ん or い for で (読んで, 急いで), and not the て of 全て. */
const verbTe = '(?:(?<!すべ|全|総|凡)て|(?<=[んい])で)';

/** A verb in its て form with ください: してください, 分けて下さい, 読んでくださいませんか. */
export const requestTeKudasai: PhraseRule = definePhraseIn(
  {
    id: 'request-te-kudasai',
    phrase: '〜してください',
    pattern: new RegExp(`${verbTe}\\s?${kudasai}`, 'u'),
  },
  mayRequest,
);

/** ください after a noun or a polite stem: ご確認ください, お待ちください, 資料をください. */
export const requestNounKudasai: PhraseRule = definePhraseIn(
  {
    id: 'request-noun-kudasai',
    phrase: '〜ください',
    pattern: new RegExp(kudasai, 'u'),
    except: new RegExp(`${verbTe}\\s?${kudasai}`, 'u'),
  },
  mayRequest,
);
