import type { Guard } from './phrase-rule.ts';
import { insideOf, type PhraseMatch, quotedSpans } from './quotations.ts';

/** The sentence around a match. */
interface Sentence {
  readonly before: string;
  readonly after: string;
}

/** UTF-16 units of a sentence that are read on each side of a match, so that the work is linear. */
const reach = 160;

/**
 * Creates a guard of Japanese texts. A match does not count
 * - in a quotation that the sentence names: 「返信すべき」という件名;
 * - in a report with its source: 契約書には〜すべきと書かれています;
 * - in a question inside a sentence: 誰を招くべきかを決める, どの案がベストか;
 * - about no option: 正解はありません, 明らかに優れた案はない;
 * - about the past, with its time: 昨年はA案がベストでした.
 */
export const japaneseGuard: Guard = (text) => {
  let isNamed: ((match: PhraseMatch) => boolean) | null = null;
  return (match) => {
    const before = lastSentence(text.slice(Math.max(0, match.start - reach), match.start));
    const after = firstSentence(text.slice(match.end, match.end + reach));
    const sentence = { before, after };
    if (isOfNone.test(after) || isAsked(sentence) || isReported(sentence) || isPast(sentence))
      return false;
    isNamed ??= inNamedQuotation(text);
    return !isNamed(match);
  };
};

const end = /[。！？!?\n]/;

function lastSentence(text: string): string {
  return text.split(end).at(-1) ?? '';
}

function firstSentence(text: string): string {
  const at = text.search(end);
  return at < 0 ? text : text.slice(0, at + 1);
}

/** 正解はありません, 優れた案はない: no option is meant. */
const isOfNone =
  /^[たないる]?(?:案|選択肢|方法|もの|候補|答え|プラン)?(?:は|が)(?:ありません|ない|なく|見当たら|見つから)/u;

const asking = /誰|だれ|何|なに|どの|どれ|どちら|どっち|どう|いつ|どこ|なぜ|いくら|いくつ|いずれ/u;
/** か after the match, not かもしれない, から, かなり; and not an opinion as a question. */
const questionMark = /^[^、。]{0,8}?か(?!も|ら|な|つ|か|け|え|い|ん)(?!と(?:思|考|存))/u;
const whether =
  /^(?:です|だ|である|なの|だった|でした|でしょう)?か(?:どうか|否か|(?!も|ら|な|つ|と(?:思|考|存))(?=[\p{L}、？?]))/u;

function isAsked({ before, after }: Sentence): boolean {
  return whether.test(after) || (asking.test(before.slice(-60)) && questionMark.test(after));
}

/** A person or a thing with an opinion or a rule, not the author. */
const source =
  /(?<!私|わたし|当方|筆者|我々|わたしたち|これ|それ|案|[A-Za-z])(?:は|が|も|には|では|からは|から|によると|によれば)/u;
const accordingTo =
  /によると|によれば|に基づ|の(?:規定|定め|決まり|話|説明|意見|指摘)では|いわく|曰く/u;
const reports =
  /^[^。]{0,30}?(?:と|との|旨|よう(?:に)?)(?:[^。、]{0,10}?)(?:書かれ|書いて|書い|定め|定ま|規定|記載|記され|述べ|話し|話す|言って|言い|言った|言われ|語っ|主張|指摘|伝え|求め|要望|回答|答え|説明|報告|され(?:てい|た|ま)|して(?:いる|います|いた|おり)|聞いて|考えて(?:いる|います|おり)|思って(?:いる|います|おり)|見て(?:いる|います)|評価|紹介|ある|あり|のこと|の(?:意見|声|記載|回答|連絡|指摘|報告|依頼|要望|規定|定め|評価|結論|話|説明|注意書))/u;
const reportsActively = /^(?:し(?:て(?:いる|います|いた|いました|おり)|た|ました)|を求めて)/u;

function isReported({ before, after }: Sentence): boolean {
  if (accordingTo.test(before)) return true;
  if (!source.test(before)) return false;
  return reports.test(after) || reportsActively.test(after);
}

const pastTime =
  /昨年|去年|一昨年|前回|先月|先週|以前|当時|過去|かつて|昨日|前年|昨春|昨秋|\d{4}\s?年|年前|か月前|週間前|前々回/u;
const pastForm = /^[^。、]{0,12}?(?:でした|だった|ました|かった|された|とされ|た(?=[。、]|$))/u;

function isPast({ before, after }: Sentence): boolean {
  return pastTime.test(before) && pastForm.test(after);
}

/** Text after words that are quoted as words, not after a sentence or a title in quotation marks. */
const naming =
  /^(?:と(?!判断|考え|思|結論|言え|いえ|なり|なる)|という|って|の(?:語|文字|一文|文言|件名|表示|札|貼り紙|メモ|記載|欄|声|意見))/u;

/** Returns a test for the matches inside such quotations, which must come in their order. */
function inNamedQuotation(text: string): (match: PhraseMatch) => boolean {
  return insideOf(
    quotedSpans(text).filter(({ end: last }) => naming.test(text.slice(last + 1, last + 8))),
  );
}
