import { isTopical } from '../language/analysis.ts';
import { japaneseFiller, japaneseReactions } from '../language/clean-text.ts';
import type { Analysis } from '../language/reading.ts';
import type { ReadTurn } from '../planner/read-turn.ts';

/** Asks for leave to ask, for help in general. */
export const announcement =
  /\b(?:(?:another|one more|one other|an?|some|quick|few|other) (?:quick |short |small |more )?(?:questions?|things?)|(?:different|new|separate|another|other) (?:problem|issue|matter|thing|question)|(?:can|could|may) i ask(?=\s*(?:[?.!]|$)| (?:you )?(?:about (?:it|that|this)|here)\b)|(?:want(?:ed)?|like) to ask|(?:a )?quick one\b|something (?:else|different)\b|ask (?:you )?(?:something|a question|one more)|(?:have|had|got|having|there(?:'s| is)) (?:an? |some )?(?:problems?|issues?|trouble|errors?))\b|質問|(?:[他別]|ほか)[にの]?も?(?:調子|おかし|変[なに]|困)|別の(?:こと|件|話)[をがで]?(?:困|聞|伺|お|相談)|(?:もう|あと)(?:一|1|ひと)[つ点個]|相談に?の?乗|[たし]いこと|お聞きし|伺って?も|相談したい|お尋ねし/iu;

/** Thanks and goodbyes close a dialog, whatever general words are beside them. */
const thanks =
  /\b(?:thanks?|bye|goodbye|good ?night|cheers|cheerio|bless|obliged|grateful|lifesaver|regards)\b|ありがとう|助か/iu;
/** Something is still open. */
const reservation =
  /\b(?:but|not|\w+n't|still|please|however|never(?! ?mind)|only|needs?|want\w*)\b|けど|です?が|ません|ない|ください|まだ/iu;

/** Of what is open, in Japanese. */
const pending =
  /けど|のに|です?が[、。…]*$|(?<!すみ)ません|ない(?!こと)|(?<!ごめん)ください|まだ|たい(?!へん)/u;

/** A wish, a remark on the weather, a word for the other one's work. */
const smallTalk =
  /^(?:(?:ah|oh|ok|no|yes|right)[,.! ]+)*(?:(?:i |we )?(?:hope|trust|wish(?:ing)?) (?:you|this|all|everyone)(?!.{0,30}\bcan\b).*|(?:have|enjoy) (?:an? |the |your).*|(?:happy|merry) \w+(?: \w+)?(?: (?:to|everyone|all)\b.*)?|see (?:you|ya)\b.{0,24}|never ?mind|silly me|will do|(?:that |it )?makes sense|(?:what )?(?:an? |so )*(?:shame|pity|relief)|how (?:are|is|was) (?:you|things|it going|everyone).{0,20}|(?:i )?(?:just )?(?:want(?:ed)? to say )?(?:that )?you\b.{1,24}\b(?:(?:great|good|amazing) (?:job|work)|gem|star|saved m[ey]|for an? (?:ro)?bot)\b.*|[^が]{0,12}(?:暑|寒|天気|雨)[^。のを]{0,10}(?:です|ます)ね?|参考になりま(?:す|した)|(?:あ+、?)?そう(?:いう(?:こと|わけ))?でしたか|(?:では)?、?(?:また)?当日[^。のをが]{0,4}よろしく[^。]{0,8})$/iu;
/** Something is asked or lacking: before thanks this is a request. */
const asksFor =
  /[?？]|\b(?:like|get|can|could|how|when|where|what|why|stop\w*|no(?! (?:worr|prob))|nothing|fail\w*|crash\w*|broken?)\b|か[。\s]*$|どう(?!も)|どこ|いつ(?!も)|いくら|何(?!度)|(?:なくし|無くし|失く|壊れ|忘れ|失敗|止ま|割れ|消え|変わり|出)(?:て|た|まし)|願い|たい|しい|くだ|けど/iu;

/** Something was done or will be, with thanks or an apology: `found it, thanks`, 直りました。助かりました, `ok, I'll try`. */
const success = new RegExp(
  String.raw`\b(?:works?|found|got|see|back|in|\w{3,}ed)\b[^?]{0,24}[\s,.!-](?:many )?(?:thank|cheers|legend)[\w ]{0,20}\W*$|^(?:[\w']+[,.! ]+){0,3}(?:(?:i|we)(?:'ll| will| am going to|'m going to)|(?:[\w']+ ){1,3}will (?:be|love|enjoy)) [^?]{2,40}$|^(?:(?:ah|oh|yes|yay|ok|never ?mind|it|that|everything|i|just|all)(?:'s|'ve)?[,.! ]*)*(?:found (?:it|them|that)|works?|worked|fixed|sorted|solved|opened|done)(?: (?:it|now|fine|again))*\W*$|^[^。？?]{1,40}た[ー〜\P{L}]*(?:では|お[騒手]|すみません|${japaneseReactions})|^(?:${japaneseReactions}|そう(?:なん)?です(?:か|ね)|[良よ]かった(?:です)?)[。、!！\s]+[^。？?]{1,20}(?<!てい?)ますね?[。！!]*$|^(?:無事に?)?(?:[^。のをがは]|[な繋]が){0,12}ました[〜ー]*$`,
  'iu',
);

/** Returns true where every sentence is a greeting, thanks, small talk or a report that an answer helped. */
export function isSmallTalk({
  message: { text },
  input: { history = [] },
  analyse,
  language,
}: ReadTurn): boolean {
  if (text.length > longestSmallTalk || announcement.test(text)) return false;
  if (history.length > 0 && success.test(text) && !asksFor.test(text) && !reservation.test(text))
    return true;
  if (language === 'ja' && isCourtesy(analyse(text))) return true;
  const isThanked = thanks.test(text);
  const sentences = text
    .replaceAll('’', "'")
    .split(/(?<=[.!。！?？〜~])|\n|:\)|[,、] ?(?=(?:have|happy|(?:i )?hope|how|see)\b)/iu)
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  return sentences.every((part) => {
    const plain = part.replace(/(?<![.!。！?？〜~\s])[.!。！?？〜~\s]+$/u, '').trim();
    return (
      smallTalk.test(plain) ||
      (isThanked && kindly.test(`${plain} `) && !reservation.test(plain) && !part.includes('?')) ||
      isChitchat(analyse(part.trim()))
    );
  });
}

/** UTF-16 units. */
const longestSmallTalk = 150;

/** A sentence to the other one, or of what the user will do, beside thanks: you have been ever so kind. */
const kindly =
  /^(?:and |(?:i|we) (?:really |do )?)?(?:you(?:'ve|'re)?|(?:i|we)(?:'ll| will)|hope|may|have|take|give|enjoy|speak|see|keep|stay|appreciate|(?:that|it)(?:'s| was| has)|many|all|with|kind) (?!.*\b(?:need|want|wrong|how|when|where|what|which|can|could|stop\w*|\w+ing me|(?:do|does|is|are) (?:you|i|we|the))\b)/iu;

const courtesies = new RegExp(japaneseReactions, 'giu');
const fillers = new RegExp(japaneseFiller, 'gu');

/** Returns true for a Japanese text of nothing but greetings, thanks, praise and goodbyes. */
function isCourtesy({ text, signals }: Analysis): boolean {
  if (signals.question || signals.wh || announcement.test(text) || pending.test(text)) return false;
  const rest = text.replaceAll(courtesies, ' ').replaceAll(fillers, '');
  return (
    text.search(courtesies) >= 0 &&
    !/[\p{Script=Han}\p{Script=Katakana}\p{N}a-z]/iu.test(rest) &&
    !/[\u3041-\u3096]{10}/u.test(rest)
  );
}

/** Greetings and thanks ask nothing; thanks before a question are politeness. */
export function isChitchat({ signals, terms, text, language }: Analysis): boolean {
  const isThanks = thanks.test(text);
  const isClosing = terms.every((term) => term.isClosing || (isThanks && !isTopical(term)));
  const isKind =
    language === 'en' &&
    !signals.question &&
    !signals.past &&
    !/^no(?:pe)?\b(?!.{0,20}thank)/iu.test(text) &&
    terms.some((term) => term.isClosing);
  return (
    (signals.chitchat || isKind) &&
    !announcement.test(text) &&
    !signals.refusal &&
    isClosing &&
    !reservation.test(text)
  );
}
