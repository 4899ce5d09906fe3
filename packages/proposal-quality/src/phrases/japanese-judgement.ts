import { definePhraseIn, type PhraseRule } from './phrase-rule.ts';

/** ベスト as a word of its own; inside a longer katakana word it is another word: ベストセラー. */
export const judgementBest: PhraseRule = definePhraseIn(
  {
    id: 'judgement-best',
    phrase: 'ベスト',
    pattern: /(?<![ァ-ヺー]|[ァ-ヺー][・･])ベスト(?!・?[ァ-ヺー])/u,
  },
  (text) => text.includes('ベスト'),
);

/**
 * Nouns of requirement sheets: what a vendor states for its product is a fact to repeat, not advice
 * (推奨環境, 推奨動作環境, 推奨スペック, 推奨OS).
 */
const requirementNoun =
  '(?:動作|システム|利用|実行|稼働|ハードウェア)?(?:環境|スペック|要件|条件|ブラウザ|バージョン|解像度|機種|端末|メモリ|CPU|OS|電圧|温度|画面サイズ|値)';

/** 推奨 in every form: 推奨します, 推奨案, 非推奨; not in the terms of requirement sheets. */
export const judgementRecommended: PhraseRule = definePhraseIn(
  {
    id: 'judgement-recommended',
    phrase: '推奨',
    pattern: new RegExp(`推奨(?!${requirementNoun})`, 'u'),
  },
  (text) => text.includes('推奨'),
);

/** Nouns with which 正解 is a term of measurement: 正解率, 正解データ. */
const measureNoun =
  '(?:率|数|データ|ラベル|セット|集合|画像|タグ|スコア|クラス|ベクトル|値|者|付き)';

/** 正解; not 不正解, not a term of measurement, not across two words (補正解析, 修正解除). */
export const judgementCorrect: PhraseRule = definePhraseIn(
  {
    id: 'judgement-correct',
    phrase: '正解',
    pattern: new RegExp(`(?<![不補修改是訂校適公矯更厳])正解(?!${measureNoun})`, 'u'),
  },
  (text) => text.includes('正解'),
);

/** おすすめ in every spelling; すすめる and 進める (to go on) are other words. */
export const judgementSuggested: PhraseRule = definePhraseIn(
  {
    id: 'judgement-suggested',
    phrase: 'おすすめ',
    pattern: /(?:お|御|(?<![ァ-ヺー])オ)(?:すす|すゝ|スス|スヽ|勧|薦|奨)[めメ](?!る)/u,
  },
  (text) => /[めメ]/.test(text),
);
