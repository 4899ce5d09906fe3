import { type Alternative, alternativesOf } from './anchor-index.ts';
import {
  isConditional,
  isOfOption,
  japaneseGuard,
  type JapaneseTest,
} from './japanese-sentence.ts';
import { defineBuiltIn, type Guard, type PhraseRule } from './phrase-rule.ts';
import { words } from './words.ts';

const ofAuthor = japaneseGuard();
/** A need under a condition does not count. */
export const ofNeed = japaneseGuard(isConditional);

/** Defines a phrase that counts in an assertion of the author; see `japaneseGuard`. */
export function defineJapanese(definition: {
  readonly id: string;
  readonly phrase: string;
  /** Sources of patterns. The anchors of an `Alternative` are given, since it is one letter before the end. */
  readonly sources: readonly (string | Alternative)[];
  readonly except?: readonly RegExp[];
  readonly guard?: Guard;
}): PhraseRule {
  const { sources, guard = ofAuthor, ...rest } = definition;
  const alternatives = sources.flatMap((one) =>
    typeof one === 'string' ? alternativesOf(one).map((source) => ({ source })) : [one],
  );
  return defineBuiltIn('ja', { ...rest, guard, alternatives });
}

/** Endings of the dictionary form of a verb, which a modal べき follows. */
export const verbEnding = '[うくぐすつぬぶむる]';

/** The end of a sentence. */
export const stop = '(?=[。.！!]|\\s{0,9}$)';

/** Endings that assert; a noun after the verb would make it an attribute (提出しなければならない書類). */
export const asserted =
  '(?=です(?!か)|でしょう(?!か)|だろう(?!か)|だ(?!ろうか)|の(?:です|だ|で)(?!か)|ので|から|ため|と(?:考|思|判断|見|言|い[えう])|し、|が、|、|。|[!！]|\\s|$)';

/**
 * べき as a modal: すべき, 見るべきだ, べきではない, べし, べからず. These are not modals:
 * - after another ending than a verb's, before an ending of きる: 調べきれない, 食べきった;
 * - the mathematical power, after の or nothing and before its noun: 2のべき乗;
 * - before a thing that is only named: 読むべき資料の一覧を;
 * - words that are adjectives today: しかるべき, 恐るべき, 驚くべき, 来たるべき.
 */
export const modalBeki: PhraseRule = defineJapanese({
  id: 'modal-beki',
  phrase: '〜べき',
  sources: [
    `(?<=${verbEnding})(?:[べベ]き|べキ|ベキ(?![ァ-ヺー])|可き|べし(?![ゃゅょ]))`,
    `(?<![の${verbEnding.slice(1, -1)}])べ[きキ](?![らりるれろっ])(?!乗|等|根|則|級数|集合|分布|零|指数|関数|演算|展開|数列)`,
    '(?<![\\p{L}\\p{N}])べし(?![\\p{L}\\p{N}])',
    'べから[ずざぬ]',
  ],
  except: [
    /(?:しか|然|恐|怖|おそ)るべ[きし]/,
    /(?:驚|おどろ)くべき|(?:注意|留意|決め|検討|考慮|議論|話し合)[^。、]{0,2}べき(?:なの|こと|点|事項|項目|論点)/,
    // 読むべき資料の一覧を: a thing that is named, and no statement about what is done.
    /べき(?:[\p{Script=Han}\p{Script=Katakana}ー]{1,8})(?:の(?!は|が|も|を)|と|や|を|が[一二三四五六七八九\d])/u,
    /(?:来|きた|来た)るべき(?=[\p{Script=Han}\p{Script=Katakana}々])(?![はが])/u,
  ],
});

/** A rule of a place for its visitors: 博物館では入館にチケットが必要です. */
const isEntryRule: JapaneseTest = ({ before }) =>
  /では、?[^。、]{1,20}に(?:は|も)?[^。、]{0,8}(?:チケット|券|許可証?|免許証?|予約|会員証|旅券|身分証|ビザ)$/.test(
    before,
  );

/** Continuations that leave the need open: question (also かもしれない, かどうか; not から), condition, guess. */
const open =
  'か(?!ら)|すか(?!ら)|場合|とき|時(?:は|に)|なら|ら|ば|ろう|しょう|だろう|でしょう|そう|' +
  'とすれば|としたら|と(?!思|考|判断|見込|の|い|言)|可能性|わけで|とは';

/**
 * が必要 as an assertion: が必要です, が必要だ, が必要である, が必要となります, が必要なので, が必要。
 * Not where it is open (が必要かもしれません, が必要な場合, が必要ですか), depends on a condition, is
 * denied, or only qualifies a noun (が必要な資料).
 */
export const assertedNecessity: PhraseRule = defineJapanese({
  id: 'asserted-necessity',
  phrase: '〜が必要です',
  sources: [
    `[がはも][\\s、]?必要(?:不可欠)?(?:${[
      `で(?:す|した)(?!${open})`,
      `で(?:ある|あった|あります|ありました|あり(?!ま)|ございま[すし])(?!${open})`,
      `だ(?:った)?(?!っ|${open})`,
      `な(?:の|ん)(?:です|でした|だ|で)(?!${open})(?!は)`,
      `[とに]な(?:る|って|った|ります|りました|り(?!ま))(?!${open})`,
      stop,
    ].join('|')})`,
  ],
  guard: japaneseGuard((sentence) => isConditional(sentence) || isEntryRule(sentence)),
});

/** Obligation and prohibition: しなければなりません, しないといけない, してはいけません. */
export const obligation: PhraseRule = defineJapanese({
  id: 'obligation',
  phrase: '〜なければならない',
  sources: [
    `(?:なければ|なくては|なくちゃ|なきゃ|ねば|ないと|[てで]は(?<!(?:かくし|かくあっ)ては)|[ちじ]ゃ)(?:(?:なりません|いけません)(?!でした|か(?!ら))|(?:ならない|ならぬ|いけない|だめ|ダメ|駄目|困(?:る|ります))${asserted})`,
    `(?:なければ|なくては|ねば|なきゃ|なくちゃ|ないと)(?:と(?:思|考)|ね?${stop})(?<![がはもと](?:なければ|なくては|なきゃ|ないと)と?[ね思考]?)`,
    `(?:なければ|なくては|ないと|ねば)[^。、」]{0,4}(?:話に|始まら|始まり)`,
    `(?:なければ|なくては|ねば)(?:なら|いけ)ないのは`,
    `(?:なければ|なくては|なくちゃ|なきゃ|ねば|ないと)(?:なら|いけ|まず|だめ|駄目|困)(?:ない|い|な|る)(?:頃合い|ころ|頃|時期|段階|局面|タイミング|時間|時刻)(?:です(?!か)|だ(?!ろうか)|でしょう(?!か)|である|であり|に(?:来|き|入|差し|さし))`,
    `わけに(?:は|も)?(?:いきません|いか(?:ない${asserted}|ず、))`,
    `ない(?:では|で)(?:い|おか)(?:られ)?(?:ません|ない${asserted})`,
    `ざるを[得え](?:ません(?!でした)|ない${asserted})`,
    `${verbEnding}(?:しか|(?:より)?(?:ほか|他)に?(?:は)?)(?:、)?(?:方法は?|手は?|道は?|選択肢は?|すべは?)?(?:が)?(?:ありません(?!でした)|ない${asserted})`,
  ],
  guard: ofNeed,
});

/** Events that no person chooses: 遅れは避けられません. */
const event =
  '(?:遅れ|遅延|延期|変更|増加?|減少?|混雑|渋滞|衝突|重複|重なり|中断|停止|損失|値上げ|影響|ロス|負担|リスク|騒音|出費|赤字)';

/** Necessity in other words: する必要があります, 必須です, 不可欠だ, 欠かせません, 急務です. */
export const otherNecessity: PhraseRule = defineJapanese({
  id: 'other-necessity',
  phrase: '〜必要があります',
  sources: [
    `必要(?:性)?(?:が|も)(?:あります|ございます)(?!が、?(?:ない|あ))(?!か(?!ら))`,
    `必要(?:性)?(?:が|も)(?:ある|あり(?=、))${asserted}`,
    `必要性(?:が|は)(?:極めて|非常に|とても)?(?:高い|明らか|大きい)`,
    `(?:必須|必携|不可欠|不可避|必須事項|必須条件|絶対条件|大前提|義務|責務|急務|先決|先決問題|最優先事項|最優先課題|最優先|禁物|厳禁|禁止|ご?法度|厳守|絶対)(?:で(?:す(?!か(?!ら))|しょう(?!か)|ある${asserted}|あり、|あります)|だ${asserted}|[とに]なり(?:ます|、)|[とに]なる${asserted}|[とに](?:します|する${asserted})|${stop})`,
    `(?:義務|責務|[うくすつるむ]責任|責任)が(?:あります|ある${asserted})`,
    `(?:最優先|第一|真っ先)(?:で|に|として)[^。」]{0,24}${verbEnding}${stop}`,
    `(?:欠かせない|外せない|省けない|避けられない)(?:作業|手順|工程|準備|確認|手続き?|段階|条件|要素|仕事|こと|もの)(?:です(?!か)|だ${asserted}|で(?:ある${asserted}|あり、|あります))`,
    `欠か(?:せ(?:ません(?!か)|ない${asserted})|すこと(?:が|は)でき(?:ません|ない${asserted}))`,
    `(?:は|が|を|も)(?:もはや|もう|決して|到底|やはり)?避け(?:て(?:は)?通(?:れ|ること(?:が|は)でき)|られ|ること(?:が|は)でき)(?:ません|ない${asserted})(?<!${event}[はがをも]避け[^。」]{2,16})`,
    `(?:外せ|省け|省略でき|免れ|先延ばしにでき|飛ばせ|見過ごせ|看過でき|怠れ)(?:ません|ない${asserted})`,
    `(?:後回し|先送り|先延ばし|なし|無し|曖昧|あいまい|おろそか|放置)に?(?:は|すること(?:は|が))?(?:でき|許され|なり)(?:ません|ない${asserted})`,
    `待ったなし|急を要(?:し|する)|一刻を争|一刻も早`,
    `(?:許され|認められ)(?:ません|ない${asserted})|許しません`,
    `(?:の|こと)(?:が|は)(?:当然|当たり前|筋|先|肝心|肝要|大切|大事|重要|急務|鉄則|原則|必然|前提|絶対)(?:です(?!か)|で(?:あり、|ある${asserted})|だ${asserted}|と(?:考え|言え|いえ|思)|${stop})`,
    `が(?:先|肝心|肝要|急がれ|急務)(?:です(?!か)|だ${asserted}|ます|${stop})`,
    `が(?:強く)?求められ(?:ます|る${asserted}|てい(?:ます|る${asserted}))`,
    `(?:が|も)(?:要ります|要る${asserted})`,
  ],
  guard: ofNeed,
});

/** The thing that こと at the end of a sentence defines: 目的は日程をそろえること. */
const defined =
  '(?:目的|理由|特徴|狙い|ねらい|意味|違い|差|利点|欠点|課題|問題|意図|背景|共通点|前提|きっかけ|一案|方法|例|こと|の|点|内容|役割|意義|難点|長所|短所|ポイント|論点)(?:は|が|としては|として|も(?!の))';

/** Words in て at the end of a fragment that is no order: 配送について, 予定として. */
const notRequest =
  '(?:つい|とし|に|関し|向け|対し|通じ|通し|含め|加え|合わせ|併せ|あわせ|におい|よっ|とっ|もっ|すべ|全|総|初め|はじめ|改め|あらため|かけ|わたっ|渡っ|伴っ|先立っ|応じ|基づい|めぐっ|巡っ|あたっ|当たっ|際し|つれ|従っ|したがっ|限っ|く|い(?<=てい)|であっ|だっ|かつ|か|まし|でし|反し|比べ|やが|せめ|果た|か[えね]|続い|次い|続け|決し|たい|っ(?<=だっ))';

/** Orders and requests in other forms: 確認しなさい, 確認すること。 していただきたい, お願いします, まとめて。 */
export const otherRequest: PhraseRule = defineJapanese({
  id: 'other-request',
  phrase: '命令や依頼',
  sources: [
    `(?:[うくぐすつぬぶむる]|ない)(?:ように(?:する)?)?こと(?:だ|よ)?(?=[。！!])(?<!${defined}(?!必ず|絶対)[^。」\\n]{0,60}こと(?:だ|よ)?)`,
    `を[^。、」\\n]{0,30}(?:る|ない)こと$`,
    `(?:ない|${verbEnding})ように(?:ね|な)?${stop}`,
    `[てで](?:いただきたい|頂きたい|もらいたい|ほしい|欲しい|いただければ(?:と(?:思|存)|幸い))${asserted}`,
    `[てで](?:もらえ|いただけ|頂け|くれ|くださ)(?:ます|ません|ない(?:です|でしょう)?)か`,
    `(?:さん|さま|様|君|くん|先生|先輩|班|係|部|チーム|委員|担当|当番|方々|皆さん)に[^。、」]{0,10}(?:お(?:任せ|願い|預け|頼み)し|任せ|頼ん)[てで]も(?:よろしい|いい|よい|良い|大丈夫|構わない|かまわない)(?:です|でしょう)か(?<!(?:判断|決定|選択|結論|最終)[^。]{0,40})|[てで](?:いただい|頂い|もらっ)ても(?:よろしい|いい|よい|良い|大丈夫|構わない|かまわない)(?:です|でしょう)か`,
    `(?:この|その|以上の|上記の)(?:日程|日時|日取り|時刻|時間|分担|順番?|段取り|予定|流れ|体制|形|人数|金額|前提|会場|内容)で(?:お(?:考え|進め)|ご(?:準備|承知|予定|用意|理解|了承|手配|対応))(?:ください|下さい|願)`,
    `[てで](?:くれ|ちょうだい|頂戴|おけ|おくれ)(?:よ|ね)?${stop}`,
    `[きしちにみりいぎび]たく(?:存|お願い)|頼みます|よろしく(?:お|頼|ね|[。！]|$)|\\p{Script=Han}のこと(?=[。！])`,
    `願い(?:を)?(?:します|いた(?:し|す)|致|申し上げ|したい|でき(?:ます|ません|れば))|願(?:います|いたく|えます|えません|えれば)|(?:ますと|ければ|れば|(?:でき|[けえせてさ])ると)、?(?:大変|誠に|とても)?(?:助か|幸い|幸甚|ありがた|有り難)|わけには(?:いき|まいり|参り)ません(?:でしょう)?か|(?:くださ|下さ|いただき|頂き|いただけ)(?:い)?ますよう|賜り|(?:のほど|の程)、?(?:よろしく|お願い|何卒)`,
    `(?:徹底|厳守|協力|配慮|用心)を${stop}|(?:頼み|任せ)ましたから|そのつもりで(?:、|いて|お|${stop})|(?:頼み|お願いし|任せ)たい(?:と(?:思|考)|です(?!か)|ところ)(?<!(?:判断|決定|選択|結論|最終)[^。]{0,40})|お忘れなく|(?:忘れずに|くれぐれも)${stop}|くれぐれも[^。」]{0,30}(?:ように|こと|よう)`,
    {
      source: `[てで](?:ね|よ)?(?=[。！!]|$)(?<=(?:[っいえけせてねべめれげきしちにみりぎび]て|[んい]で)(?:ね|よ)?)(?<!${notRequest}[てで](?:ね|よ)?)`,
      anchors: [...words('て。 て! て$ で。 で! で$ てね でね てよ でよ')],
    },
    `(?:せよ|しろ)${stop}(?<=[\\p{Script=Han}ァ-ー]..)|[めけせてれべげえねじ]ろ${stop}|[えめけべれ]よ${stop}(?<=(?:\\p{Script=Han}|そろ|まと).よ)`,
    `(?:必ず|直ちに|ただちに|至急|早急に|今すぐ|速やかに|絶対に|是が非でも)[^。、」]{0,24}(?:(?:し|行い|取り|出し|守り|済ませ|やり|始め|進め|決め|送り|止め)ます|する|行う|始める|進める|決める)${stop}`,
    `(?:よう|こと)(?:に|を)?(?:命じます|指示します|要請します|求めます|依頼します|頼みます)`,
  ],
  guard: japaneseGuard(isOfOption),
});

const kudasai = '(?:ください|クダサイ|下さい)(?!ました)';
/** The て or で of a verb: で after ん or い (読んで, 急いで), and not the て of 全て. */
const teKudasai = `(?:(?<!すべ|全|総|凡)て|(?<=[んい])で)\\s?${kudasai}`;

/** A choice of the reader: 自由に変えてください, ご自由にお使いください. */
const asYouLike = new RegExp(`(?:自由に|好きなように|お好みで)[^。、」]{0,16}${kudasai}`);

/** ください after the て form of a verb: してください, 分けて下さい, 読んでくださいませんか. */
export const requestTeKudasai: PhraseRule = defineJapanese({
  id: 'request-te-kudasai',
  phrase: '〜してください',
  sources: [teKudasai],
  except: [asYouLike],
});

/** ください after a noun or a polite stem: ご確認ください, お待ちください, 資料をください. */
export const requestNounKudasai: PhraseRule = defineJapanese({
  id: 'request-noun-kudasai',
  phrase: '〜ください',
  sources: [kudasai],
  except: [new RegExp(teKudasai), asYouLike],
});

/** Calls to act: 連絡しましょう, やめましょう, 始めませんか. The guess でしょう and the offer しましょうか are others. */
export const cohortative: PhraseRule = defineJapanese({
  id: 'cohortative',
  phrase: '〜しましょう',
  sources: [
    `ましょう(?!か)(?<!(?:あり|なり|でき)ましょう)|(?:し|に|進め|始め|まとめ|分け|てみ|ておき)ませんか`,
  ],
});
