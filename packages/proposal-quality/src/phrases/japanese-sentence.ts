import type { Guard } from './phrase-rule.ts';
import { insideOf, type PhraseMatch, quotedSpans } from './quotations.ts';

/** The sentence around a match. */
interface JapaneseSentence {
  readonly before: string;
  readonly matched: string;
  readonly after: string;
}

/** A test whether a match in a sentence is something else than the phrase means. */
export type JapaneseTest = (sentence: JapaneseSentence) => boolean;

/** UTF-16 units of a sentence that are read on each side of a match, so that the work is linear. */
const reach = 160;

/**
 * Creates a guard of Japanese texts. A match does not count
 * - in a quotation or a name in quotation marks: 「返信すべき」という件名, 「店長おすすめ」は八千円;
 * - in a report with its source: 契約書には〜すべきと書かれています;
 * - in a question inside a sentence: 誰を招くべきかを決める, どの案がベストか;
 * - about no option: 正解はありません, 明らかに優れた案はない, どの案も推奨しません;
 * - about the past, with its time: 昨年はA案がベストでした;
 * - where `isOther` is true for its sentence.
 */
export function japaneseGuard(isOther: JapaneseTest = () => false): Guard {
  return (text) => {
    let isQuoted: ((match: PhraseMatch) => boolean) | null = null;
    return (match) => {
      const before = lastSentence(text.slice(Math.max(0, match.start - reach), match.start));
      const after = firstSentence(text.slice(match.end, match.end + reach));
      const sentence = { before, matched: text.slice(match.start, match.end), after };
      if (
        isOfNone.test(after) ||
        isOfNoOption.test(before) ||
        isAsked(sentence) ||
        isReported(sentence) ||
        isPast(sentence)
      )
        return false;
      if (isOther(sentence)) return false;
      isQuoted ??= insideOf(quotationsIn(text));
      return !isQuoted(match);
    };
  };
}

const end = /[。！？!?\n]/;

function lastSentence(text: string): string {
  return text.split(end).at(-1) ?? '';
}

function firstSentence(text: string): string {
  const at = text.search(end);
  return at < 0 ? text : text.slice(0, at + 1);
}

/** 正解はありません, 正解のない問い, 優れた案はない: no option is meant. */
const isOfNone =
  /^[たないる]?(?:案|選択肢|方法|もの|候補|答え|プラン|作業|項目|件)?、?(?:は|が|の)(?:、?ほかに)?(?:ありません|ない|なく|見当たら|見つから)/;

const asking =
  /誰|だれ|何(?!より|と言)|なに|どの(?!点|観点|面|角度)|どれ|どちら|どっち|どう(?!か|考|見)|いつ|どこ|なぜ|いくら|いくつ|いずれ|それとも/;
/** か after the match, not かもしれない, から, かなり; and not an opinion as a question. */
const questionMark = /^[^、。]{0,8}?か(?!も|ら|な|つ|か|け|え|い|ん)(?!と(?:思|考|存))/;
const whether =
  /^(?:い(?:る|ます))?(?:の|ん)?(?:です|だ|である|なの|だった|でした|でしょう)?か(?:どうか|否か|(?!も|ら|な|つ|と(?:思|考|存))(?=[\p{L}、？?]))/u;

/** どの案も推奨せず: no option is meant. */
const isOfNoOption = /(?:どの|いずれの|どちらの|いかなる)[^。、」]{0,8}も[、]?(?:特に)?$/;
function isAsked({ before, after }: JapaneseSentence): boolean {
  return whether.test(after) || (asking.test(before.slice(-60)) && questionMark.test(after));
}

/** Persons, bodies and documents that have an opinion or a rule, without the author. */
const source =
  /(?:さん|氏|様|先生|教授|医師?|士|長|社|会|局|署|所|庁|省|店|員|側|家|主|先|市|町|村|区|県|国|客|たち|方々|チーム|メンバー|住民|業者|メーカー|ベンダー|オーナー|リーダー|スタッフ|ユーザー|カタログ|パンフレット|チラシ|元|連盟|団体|機関|大学|病院|政府|担当|者|親|友人|組合|銀行|学校|部|課|班|アンケート|調査|口コミ|投票|レビュー|記事|案内|広告|雑誌|メモ|議事録|規約|規則|規程|規定|法律?|条例|要項|要領|マニュアル|通知|書|票|紙|文|メール|手紙|掲示|看板|札|ページ|サイト|[A-Z]社)(?:に|で|から)?(?:は|が|も|の|に|で|から)/;
const accordingTo =
  /によると|によれば|いわく|曰く|の(?:案内|お知らせ|サイト|ホームページ|パンフレット)では|(?:(?<![方手文用作])法|法律|法令|条例|規約|規則|規程|規定|校則|(?<![二三四五六2-6]つの[^、。]{0,12})契約|要項|要領|ルール|基準|指針|ガイドライン|約款|指導|定め|取り決め|決まり|(?<!電|対|会|世)話|説明|意見|指摘)(?:で(?!す|し|あ)(?:は)?|により|によって|上[、は]?|に(?:基づ|従|沿)|(?:に)?は、)/;
const topic =
  '(?:意見|声|設定|筋書き|筋|場面|展開|物語|あらすじ|掟|記載|記述|回答|連絡|指摘|報告|依頼|要望|規定|定め|評価|結論|話|説明|注意書|案内|掲示|提案|呼びかけ|件名|語|論点|疑問|前提|見方|考え方|理由|条件|文|メモ)';
const isQuotedSpeech = new RegExp(
  `^[^。]{0,16}?(?:と|旨|ように)(?:も|は|の)?(?:[^。、と]{0,6}?)(?:呼ばれ|書かれ|書いて|書いた|定め|定ま|規定|記載|記され|述べ|話し|言って|言いま|言った|言われ|語っ|主張|指摘|伝え|要望|回答|報告|聞いて|評価|紹介|され(?:てい|て、|た|ま)|ある(?=。|$|が|の)|あり(?:ます|、|まし))|^[^。、]{0,12}?、?と(?:の|いう|いった)${topic}|^[^。]{0,12}?と(?:は|も|まで)?[^。]{0,12}?(?:述べ|言っ|書い|記し|主張し|判断し|断定し|示し)て(?:は)?(?:い|お)?(?:ない|ません|りません)|^、?との?、?[^。]{0,16}?(?:から|より)[^。]{0,10}?(?:連絡|案内|指示|通知|要望|依頼|お願い|声|電話|メール|返事|回答)(?:が|を)|^[^。、]{0,8}?(?:とのこと|らしい|そう(?:です|だ)|とか)`,
);
const isOpinion =
  /^[^。]{0,30}?(?:と|よう(?:に)?)[^。、]{0,10}?(?:求め|答え|説明|して(?:い|お)|考えて(?:い|お)|思って(?:い|お)|見て(?:い|お)|望んで|話)|^(?:し(?:て(?:い|お)|た|ました)|を求めて)/;

/** 物語では健一が: what a person of a story does. */
const inStory =
  /(?:物語|作中|劇中|小説|本編|原作|映画|舞台|昔話|伝説|[\d一二三四五六七八九十]{1,4}[章話幕])(?:の中)?で(?:は|、)?[^、。]{1,10}(?:が|は)/;

function isReported({ before, after }: JapaneseSentence): boolean {
  return (
    accordingTo.test(before) ||
    inStory.test(before) ||
    isQuotedSpeech.test(after) ||
    (source.test(before) && isOpinion.test(after))
  );
}

const pastTime =
  /昨年|前年度|昨年度|去年|一昨年|前回|先月|先週|以前|当時|過去|かつて|昨日|前年|昨春|昨秋|\d{4}\s?年|年前|か月前|週間前|前々回/;
const pastForm = /^[^。、]{0,12}?(?:でした|だった|ました|かった|された|とされ|た(?=[。、]|$))/;

function isPast({ before, matched, after }: JapaneseSentence): boolean {
  // A decision in the past tense is history where another one took it, or long ago.
  if (matched.endsWith('た') && source.test(before)) return true;
  return pastTime.test(before) && pastForm.test(after);
}

const condition =
  /(?:場合|とき|時|際)(?:に(?:は)?|は|、)|なら(?:ば)?|もし|[たん]だ?ら(?:、|[^\p{L}])|限り|[れけせてめべねげえ]ば|[るいうくすつぬむぶぐ]と、/u;

/** Returns whether the need depends on a condition: 雨天の場合は、屋根が必要になります. */
export const isConditional: JapaneseTest = ({ before }) => condition.test(before);

const optionLabel = /^\s*(?:案|選択肢|プラン)\s?[\p{L}\d①-⑩]{0,3}\s?[:：]/u;

/** Returns whether the sentence describes a labelled option: 案A：二つ目の見積もりを待つ. */
export const isOfOption: JapaneseTest = ({ before }) => optionLabel.test(before);

const criterion =
  /(?:場合|とき|際)(?:に|は|には|、)|(?:重視|優先|重ん|重く見|大切に|抑え|気に|望|求め)[^、。]{0,6}(?:なら|れば)/;

/** Returns whether the verdict holds for one criterion only: 静かさを優先するなら、北側が向いています. */
export const isOfCriterion: JapaneseTest = ({ before }) => criterion.test(before);

/** A quotation as the verdict of the author: 「ベスト」です, 「A案にすべき」が結論です. */
const isOwn =
  /^(?:です|だ(?![けが])|である|な(?![いか])|でしょう|と(?:判断|考え|思|結論|言え|いえ|断言|なり)|(?:が|という(?:のが)?|との)(?:結論|答え|判断|最終案|総括|まとめ))/;
/** Things that carry a text, before the text: 件名は「すぐ返信すべき」。 */
const carrier =
  /(?:題|題名|名前|件名|見出し|タイトル|ラベル|札|カード|標語|スローガン|売り文句|原文|引用|出典)(?:は|が|に|も|、|[:：])?\s*$/;

/** Returns the quotations of others and the names in a text. Without a source beside it, a quotation is the author's. */
function quotationsIn(text: string): readonly PhraseMatch[] {
  return quotedSpans(text).filter(({ start, end: last }) => {
    const before = lastSentence(text.slice(Math.max(0, start - 1 - reach), start - 1));
    const after = firstSentence(text.slice(last + 1, last + 1 + reach));
    if (/\p{L}/u.test(after) && !isOwn.test(after)) return true;
    return source.test(before) || carrier.test(before);
  });
}
