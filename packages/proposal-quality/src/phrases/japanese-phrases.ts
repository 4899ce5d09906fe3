import { japaneseGuard } from './japanese-sentence.ts';
import { definePhraseIn, type PhraseDefinition, type PhraseRule } from './phrase-rule.ts';

/*
 * Source and licence: this list is our own work, under the licence of the package (MIT). Cases for and
 * against each phrase are in `test/cases/phrases-banned.jsonl` and `test/cases/phrases-allowed.jsonl`.
 */

/** Defines a phrase that counts in an assertion of the author; see `japaneseGuard`. */
function defineJapanese(hint: RegExp, definition: PhraseDefinition): PhraseRule {
  return definePhraseIn(hint, definition, japaneseGuard);
}

/** ベスト as a separate word. Inside a longer katakana word it is another word: ベストセラー. */
export const judgementBest: PhraseRule = defineJapanese(/ベスト/, {
  id: 'judgement-best',
  phrase: 'ベスト',
  pattern: /(?<![ァ-ヺー]|[ァ-ヺー][・･])ベスト(?!・?[ァ-ヺー])/u,
});

/** A vendor's requirements are facts to repeat, not advice: 推奨環境, 推奨動作環境, 推奨スペック, 推奨OS. */
const requirementNoun =
  '(?:動作|システム|利用|実行|稼働|ハードウェア)?(?:環境|スペック|要件|条件|ブラウザ|バージョン|解像度|機種|端末|メモリ|CPU|OS|電圧|温度|画面サイズ|値)';

/** 推奨 in every form (推奨します, 推奨案, 非推奨), except in the terms of requirement sheets. */
export const judgementRecommended: PhraseRule = defineJapanese(/推奨/, {
  id: 'judgement-recommended',
  phrase: '推奨',
  pattern: new RegExp(`推奨(?!${requirementNoun})`, 'u'),
});

/** Nouns that make 正解 a term of measurement: 正解率, 正解データ. */
const measureNoun =
  '(?:率|数|データ|ラベル|セット|集合|画像|タグ|スコア|クラス|ベクトル|値|者|付き)';

/** 正解, except in 不正解, in a term of measurement, and across two words (補正解析, 修正解除). */
export const judgementCorrect: PhraseRule = defineJapanese(/正解/, {
  id: 'judgement-correct',
  phrase: '正解',
  pattern: new RegExp(`(?<![不補修改是訂校適公矯更厳])正解(?!${measureNoun})`, 'u'),
});

/** おすすめ in every spelling. すすめる and 進める (to go on) are other words. */
export const judgementSuggested: PhraseRule = defineJapanese(/[めメ]/, {
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
export const modalBeki: PhraseRule = defineJapanese(/[べベ可]/, {
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
export const assertedNecessity: PhraseRule = defineJapanese(/必要/, {
  id: 'asserted-necessity',
  phrase: '〜が必要です',
  pattern: new RegExp(
    `[がはも][\\s、]?必要(?:不可欠)?(?:${[
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

/** Endings that assert; a noun after the verb would make it an attribute (提出しなければならない書類). */
const asserted =
  '(?=です(?!か)|でしょう(?!か)|だろう(?!か)|だ(?!ろうか)|の(?:です|だ|で)(?!か)|ので|から|ため|と(?:考|思|判断|見)|し、|が、|、|。|[!！]|\\s|$)';

/** Obligation and prohibition: しなければなりません, しないといけない, してはいけません. */
export const obligation: PhraseRule = defineJapanese(/[なねは][けくきばい]|[てで]は/, {
  id: 'obligation',
  phrase: '〜なければならない',
  pattern: new RegExp(
    `(?:なければ|なくては|なくちゃ|なきゃ|ねば|ないと|(?<!かくし|かくあっ)[てで]は)(?:(?:なりません|いけません)(?!でした|か(?!ら))|(?:ならない|ならぬ|いけない|だめ|ダメ|駄目)${asserted})`,
    'u',
  ),
});

/** Necessity in other words: する必要があります, 必須です, 不可欠だ, 欠かせません. */
export const otherNecessity: PhraseRule = defineJapanese(/必要|必須|不可欠|欠かせ|義務/, {
  id: 'other-necessity',
  phrase: '〜必要があります',
  pattern: new RegExp(
    [
      `必要(?:性)?が(?:あります|ございます)(?!が、?(?:ない|あ))(?!か(?!ら))`,
      `必要(?:性)?が(?:ある|あり(?=、))${asserted}`,
      `(?:必須|不可欠|必須事項|義務)(?:で(?:す(?!か(?!ら))|ある${asserted}|あり、|あります)|だ${asserted}|[とに]なり(?:ます|、)|[とに]なる${asserted}|(?=。|$))`,
      `欠かせ(?:ません(?!か)|ない${asserted})`,
    ].join('|'),
    'u',
  ),
});

/** Orders and requests in other forms: 確認しなさい, 必ず確認すること, していただきたい, お願いします. */
export const otherRequest: PhraseRule = defineJapanese(
  /なさい|こと|たい|ほしい|欲しい|願い|せよ|ように/,
  {
    id: 'other-request',
    phrase: '〜しなさい',
    pattern: new RegExp(
      [
        '(?<=[きしちにみりいぎびえけせてねべめれげでぜ])(?<!お[\\p{L}]{1,3}|ごめん)なさい(?!ませ)',
        '(?:必ず|絶対に|決して|速やかに|至急)[^。、\\n]{0,40}(?:すること|しないこと|くこと|ること|うこと|つこと|むこと|すこと|ぬこと)(?=。|$)',
        `[てで](?:いただきたい|頂きたい|もらいたい|ほしい|欲しい)${asserted}`,
        '(?:を|[ごお][\\p{L}]{1,8})お?願い(?:します|いたします|致します|申し上げます|いたしたく)',
        '(?<=確認|実施|提出|準備|連絡|報告|対応|完了|送付|検討|整理|徹底|厳守)せよ',
      ].join('|'),
      'u',
    ),
  },
);

const kudasai = '(?:ください|クダサイ|下さい)(?!ました)';
/** The て or で of a verb: で after ん or い (読んで, 急いで), and not the て of 全て. */
const teKudasai = `(?:(?<!すべ|全|総|凡)て|(?<=[んい])で)\\s?${kudasai}`;

/** ください after the て form of a verb: してください, 分けて下さい, 読んでくださいませんか. */
export const requestTeKudasai: PhraseRule = defineJapanese(/ださ|ダサ|下さ/, {
  id: 'request-te-kudasai',
  phrase: '〜してください',
  pattern: new RegExp(teKudasai, 'u'),
});

/** ください after a noun or a polite stem: ご確認ください, お待ちください, 資料をください. */
export const requestNounKudasai: PhraseRule = defineJapanese(/ださ|ダサ|下さ/, {
  id: 'request-noun-kudasai',
  phrase: '〜ください',
  pattern: new RegExp(kudasai, 'u'),
  except: new RegExp(teKudasai, 'u'),
});

/** An option, as the subject of a verdict. */
const option =
  '(?:案|プラン|候補|パターン|会場|選択肢|業者|方法|ほう|方|の|[A-ZＡ-Ｚ]社?|[①-⑩]|こちら|これ|それ|前者|後者)';
const degree =
  '(?:最も|もっとも|一番|いちばん|断然|明らかに|圧倒的に|総合的に|やはり|より|はるかに|間違いなく|無難で|何より)?';
const verdictEnd =
  '(?:です(?!か(?!ら))|でしょう(?!か)|だろう(?!か)|だ(?=[。、と]|$)|で(?:ある|あり|、)(?!か)|と(?:考|思|言え|いえ|判断|見)|かと(?:思|存)|(?=。|$|[!！]))';
const chosen = '(?:案|択|選択|選択肢|判断|方法|プラン|候補|手|策|道|決断|パターン|会場|業者)';

/** Verdicts: 一択, 選ぶのが賢明, 最も優れている, A案がいいでしょう, したほうがいい. */
export const judgementVerdict: PhraseRule = defineJapanese(
  /[一択賢無得最優良善望好勝軍本推論妥合適い上安確有堅現正相違第理]|ベター|決まり|限|尽き|越し|しか|以外|考えて/,
  {
    id: 'judgement-verdict',
    phrase: '〜を選ぶのが賢明',
    pattern: new RegExp(
      [
        '一択(?!問題|式|クイズ)',
        `(?:賢明|無難|得策|上策|良策|良案|名案|愚策|悪手|ベター|最善|最良|最適|最高|最強)(?:${verdictEnd}|な(?:${chosen}|の[はが]))`,
        `最有力(?!候補者)|(?<![日])本命(?!視され)|論外|太鼓判|イチ?オシ|(?:一|いち|イチ)押し|(?:一|いち|イチ)推し`,
        `(?:${option}(?:が|は)|の(?:が|は)|(?:ほう|方)が)${degree}(?:妥当|合理的|適切|理想的|現実的|堅実|確実|安心|有利|好都合|適任|ふさわしい|相応しい|最上|正しい|賢い)${verdictEnd}`,
        `(?:${option}が|の[がは]|(?:ほう|方)が)${degree}(?:いい|良い|よい|よろしい|望ましい|好ましい|良さそう|よさそう|良策)${verdictEnd}`,
        `${option}(?:は|が)${degree}(?:望ましい|好ましい)${verdictEnd}`,
        '(?:一番|いちばん|最も|もっとも|断然|絶対に?)(?:いい|良い|よい|優れ|望ましい|好ましい|適して|ふさわしい|相応しい|妥当|合理的|賢明|無難|有力|理にかな|魅力的)',
        `${option}(?:が|は|のほうが|の方が)${degree}(?:優れて|優って|勝って|勝り|優位)`,
        '(?:明らかに|圧倒的に|断然|総合的に|はるかに)(?:優れ|優位|有利|良い|いい|よい|上(?:です|回))',
        `(?:賢い|賢明な|正しい|良い|よい|いい|悪い|間違った|最高の|最善の|最良の|最適な|無難な|妥当な|堅実な|理想的な|優れた)(?:選択|判断|決断|選択肢)`,
        '軍配(?:が|を|は)|に勝る(?:もの|案|選択)は|第一候補は|どう考えても|何と言っても',
        `(?:案|プラン|候補|会場|[A-Z])(?:で|なら)(?:間違い|まちがい)(?:な|あり)|(?:案|プラン|会場|[A-Z]|これ)で決まり|間違いなく[^。、]{0,10}(?:案|プラン|会場)`,
        '(?:案|の|プラン|会場)に(?:限り(?:ます|、)|限る|尽き|越したことはな)',
        '(?:案|プラン|会場|[A-Z])(?:しかありません|しかない|以外に(?:な|あり|考え)|以外は考え)',
        '理にかなって(?:い|お)|選ばない手はな|選ばない理由(?:は|が)な|文句なし',
      ].join('|'),
      'u',
    ),
    except: /最(?:善|高)を(?:尽|目指)/u,
  },
);

/** Choices for the reader: B案に決めましょう, 私ならA案を選びます, A案を推します. */
export const judgementChoice: PhraseRule = defineJapanese(
  /ましょう|なら|推|選|ませんか|ださい|下さい/,
  {
    id: 'judgement-choice',
    phrase: '〜に決めましょう',
    pattern: new RegExp(
      [
        `${option}(?:に|を|で)[^。、\\n]{0,8}(?:ましょう|ませんか)`,
        '(?:選び|決め|採用し|採り|選択し)ましょう',
        '(?:私|自分|筆者)(?:なら|だったら|としては)',
        `を(?:強く)?(?:推します|推したい|推す(?=。|$|ほか|と)|推し(?=。|$)|支持します|選びたい|選びます(?=。|$))`,
        `${option}を(?:選ん|採用し|採っ|選択し)[てで](?:ください|下さい|ほしい)|${option}に(?:決め|し)て(?:ください|下さい)`,
      ].join('|'),
      'u',
    ),
  },
);

/** Advice: 早めに決めたほうがいい, 避けたほうが無難. */
export const judgementAdvice: PhraseRule = defineJapanese(/(?:ほう|方)が/, {
  id: 'judgement-advice',
  phrase: '〜したほうがいい',
  pattern: new RegExp(
    '[ただるうくすつぬぶむい](?:ほう|方)が(?:いい|良い|よい|よろしい|良さ|よさ|いいか|無難|得策|賢明|安心|望ましい|好ましい|妥当|お得|得(?:です|だ)|確実|身のため|ベター)',
    'u',
  ),
});
