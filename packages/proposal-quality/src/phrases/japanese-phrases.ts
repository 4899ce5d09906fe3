import { definePhraseIn, type PhraseRule } from './phrase-rule.ts';

/*
 * Source and licence: this list is our own work, under the licence of the package (MIT). Cases for and
 * against each phrase are in `test/cases/phrases-banned.jsonl` and `test/cases/phrases-allowed.jsonl`.
 */

/** ベスト as a separate word. Inside a longer katakana word it is another word: ベストセラー. */
export const judgementBest: PhraseRule = definePhraseIn(/ベスト/, {
  id: 'judgement-best',
  phrase: 'ベスト',
  pattern: /(?<![ァ-ヺー]|[ァ-ヺー][・･])ベスト(?!・?[ァ-ヺー])/u,
});

/** A vendor's requirements are facts to repeat, not advice: 推奨環境, 推奨動作環境, 推奨スペック, 推奨OS. */
const requirementNoun =
  '(?:動作|システム|利用|実行|稼働|ハードウェア)?(?:環境|スペック|要件|条件|ブラウザ|バージョン|解像度|機種|端末|メモリ|CPU|OS|電圧|温度|画面サイズ|値)';

/** 推奨 in every form (推奨します, 推奨案, 非推奨), except in the terms of requirement sheets. */
export const judgementRecommended: PhraseRule = definePhraseIn(/推奨/, {
  id: 'judgement-recommended',
  phrase: '推奨',
  pattern: new RegExp(`推奨(?!${requirementNoun})`, 'u'),
});

/** Nouns that make 正解 a term of measurement: 正解率, 正解データ. */
const measureNoun =
  '(?:率|数|データ|ラベル|セット|集合|画像|タグ|スコア|クラス|ベクトル|値|者|付き)';

/** 正解, except in 不正解, in a term of measurement, and across two words (補正解析, 修正解除). */
export const judgementCorrect: PhraseRule = definePhraseIn(/正解/, {
  id: 'judgement-correct',
  phrase: '正解',
  pattern: new RegExp(`(?<![不補修改是訂校適公矯更厳])正解(?!${measureNoun})`, 'u'),
});

/** おすすめ in every spelling. すすめる and 進める (to go on) are other words. */
export const judgementSuggested: PhraseRule = definePhraseIn(/[めメ]/, {
  id: 'judgement-suggested',
  phrase: 'おすすめ',
  pattern: /(?:お|御|(?<![ァ-ヺー])オ)(?:すす|すゝ|スス|スヽ|勧|薦|奨)[めメ](?!る)/u,
});

/** Endings of the dictionary form of a verb, which a modal べき follows. */
const verbEnding = '[うくぐすつぬぶむる]';

/**
 * べき as a modal: すべき, 見るべきだ, べきではない, べし, べからず. These are not modals:
 * - after another ending than a verb's, before an ending of きる: 調べきれない, 食べきった;
 * - the mathematical power, after の or nothing and before its noun: 2のべき乗;
 * - words that are adjectives today: しかるべき, 恐るべき, 驚くべき, 来たるべき.
 */
export const modalBeki: PhraseRule = definePhraseIn(/[べベ可]/, {
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
});

/** Continuations that leave the need open: question (also かもしれない, かどうか; not から), condition, guess. */
const open =
  'か(?!ら)|すか(?!ら)|場合|とき|時(?:は|に)|なら|ら|ば|ろう|しょう|だろう|でしょう|そう|' +
  'とすれば|としたら|と(?!思|考|判断|見込|の|い|言)|可能性|わけで|とは';

/**
 * が必要 as an assertion: が必要です, が必要だ, が必要である, が必要となります, が必要なので, が必要。
 * Not where it is open (が必要かもしれません, が必要な場合, が必要ですか), denied, or only qualifies a
 * noun (が必要な資料).
 */
export const assertedNecessity: PhraseRule = definePhraseIn(/必要/, {
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
});

const kudasai = '(?:ください|クダサイ|下さい)(?!ました)';
/** The て or で of a verb: で after ん or い (読んで, 急いで), and not the て of 全て. */
const teKudasai = `(?:(?<!すべ|全|総|凡)て|(?<=[んい])で)\\s?${kudasai}`;

/** ください after the て form of a verb: してください, 分けて下さい, 読んでくださいませんか. */
export const requestTeKudasai: PhraseRule = definePhraseIn(/ださ|ダサ|下さ/, {
  id: 'request-te-kudasai',
  phrase: '〜してください',
  pattern: new RegExp(teKudasai, 'u'),
});

/** ください after a noun or a polite stem: ご確認ください, お待ちください, 資料をください. */
export const requestNounKudasai: PhraseRule = definePhraseIn(/ださ|ダサ|下さ/, {
  id: 'request-noun-kudasai',
  phrase: '〜ください',
  pattern: new RegExp(kudasai, 'u'),
  except: new RegExp(teKudasai, 'u'),
});
