import {
  englishReactions,
  isAboutAssistant,
  japaneseFiller,
  japaneseReactions,
} from '../language/clean-text.ts';
import type { Analysis } from '../language/reading.ts';
import { isAmong, isTopical, isTopicalNoun } from '../language/terms.ts';
import { accepts } from '../planner/read-reply.ts';
import type { ReadMessage, ReadTurn } from '../planner/turn.ts';

/** Returns true for a message that names nothing to search: it announces a request, or takes an answer back. */
export function lacksMatter(turn: ReadTurn): boolean {
  return (
    announcesRequest(turn) ||
    (turn.history.length > 0 &&
      (isRejection(turn) || isUndecided(turn) || person.test(turn.message.text)))
  );
}

/** Human please: who is to answer, and not what. */
const person = /^(?:an? |real )*(?:human|person|agent)\W*$/iu;

/** Asks for leave to ask, for help in general. */
export const announcement =
  /\b(?:(?:an?|some|quick|few) (?:quick |more )?(?:questions?|things?)|(?:different|new|separate|another|other|(?<!no )more|further|next|unrelated) (?:quick )?(?:problem|issue|matter|thing|question|query)s?\b|(?:can|could|may) i ask(?=\s*(?:[?.!]|$))|(?<!\ball (?:i|we) )(?:want(?:ed)?|like) to ask|(?:some|any)thing (?:else|different|unrelated)\b|(?:have|had|got|having|there(?:'s| is)) (?:an? |some )?(?:problems?|issues?|trouble|errors?)|(?:have|got|there(?:'s| is)) (?:just )?another one(?=(?: for you| to ask)?[.!\s]*$))\b|質問|(?:[他別]|ほか)(?:件で|[にの])?も?(?:調子|おかし|変[なに]|困)|別の(?:こと|件|話|相談)(?:なん)?(?:です|だ)?[をがで]?(?:けど)?、?(?:し|困|聞|伺|お|相談)|(?:もう|あと)(?:一|1|ひと)[つ点個]|相談に?の?乗|[たし]いこと|お(?:聞き|尋ね)し(?!たかった)|伺って?も|相談したい/iu;

/** `I have another question`, and nothing else. */
function announcesRequest({ message: whole, request, analyseEarlier }: ReadTurn): boolean {
  const { terms, text, topics, signals } = request.message;
  const known = request.history.flatMap(({ content }) => analyseEarlier(content)?.terms ?? []);
  // The light is green, but the other problem is back: what comes before it was answered.
  const from = text.slice(0, text.search(announcement)).lastIndexOf('.');
  const named = terms.filter(
    (term) =>
      !term.isClosing &&
      (isTopical(term) || term.isAttribute) &&
      !(term.end <= from && isAmong(term, known)) &&
      // Something that's bugging me.
      !(term.text.endsWith('ing') && /^ (?:me|us)\b/iu.test(text.slice(term.end))),
  );
  const matter = bareMatter.exec(text);
  const before = named.filter(({ end }) => end <= (matter?.index ?? 0));
  return (
    (matter !== null && before.length <= 1) ||
    (ownMatter.test(text) && named.length <= 1 && topics.size === 0) ||
    (announcement.test(signals.question ? text : whole.text) &&
      named.length === 0 &&
      !(signals.demonstrative && tried.test(text)))
  );
}

/** 予約の件なんですけど, `it's about my booking`: names a matter without what is wanted. */
const bareMatter =
  /の(?:件|こと)(?:なん)?(?:です(?:が|けど|けれど)?|で(?:す|[^。？?]{0,4}ご?(?:連絡|相談|質問|電話|お?問い?合わせ|お?(?:聞き|伺い|尋ね))[^。？?]{0,16})?)[、。…\s]*$|^(?:it(?:'s| is)|this is|i(?:'m| am) (?:\w+ing|here)(?: you)?|(?:a )?(?:quick )?question) (?:about|regarding|with) (?:my|our|the|an?) [\w-]+[.!\s]*$/iu;

/** `I have a problem with my booking, can you help?` */
const ownMatter =
  /\b(?:questions?|problems?|issues?|trouble|help|query|(?:some|any)thing|changes?)(?: (?:wrong|up))? (?:about|regarding|with|on|to|for) (?:my|our)\b|\b(?:my|our) [\w-]+ (?:has|have) (?:an? )?(?:problem|trouble|error)/iu;

/** I tried that but got an error: is about the last answer. */
const tried = /\b(?:tried|did|done|followed|used)\b/iu;

const englishRejection =
  /^(?:(?:no+(?:pe)?|ok|yeah|well|sorry|oh|but|actually|h+m+)[\s,.!]+)*(?:(?:that|this|it)(?:'s)? (?:is |was )?(?:not|wrong|\w+n't (?=what|my|the))|not (?:that|this|it|what|the (?:other|one))|(?:the )?wrong|i (?:did|do)n't (?:mean|ask)|(?:you|i)(?:'ve|'re| have| are)?(?: \w+)? (?:misunder\w+|misread|confused?|got (?:it|me|this|the) (?:\w+ )?wrong(?: end of the stick)?)|you(?:'re not| aren't| are not) (?:gett|understand|listen|follow|hear)ing)(?!.*\bit's)(?! work)/iu;
const japaneseRejection =
  /^(?:[^違、。\s…]{1,12}[、。\s…]+){0,4}(?:.{0,8}(?<!間)違|誤解|勘違い|(?:い[やえ])?(?:そう(?:いう(?:こと|意味|話))?|[そこ](?:れ|っち))(?:じゃ|では?)な(?:くて?|い)?|[^。]{0,8}(?:聞[いき]|尋ね|知りた|言[いっう]|伝わ|通じ)[^。]{0,14}(?:じゃな|ではな|違|(?:[てじわ])(?:い)?(?:ない|ません)))/u;

/** Returns true for a message that takes an answer back and names nothing in its place: no, not that one. */
function isRejection({ message, analyse }: ReadTurn): boolean {
  const { text, language } = message;
  const found = (language === 'ja' ? japaneseRejection : englishRejection).exec(text);
  return (
    found !== null &&
    !/[?？]/u.test(text) &&
    !analyse(text.slice(found[0].length)).terms.some(
      (term) => isTopical(term) || term.isAttribute || term.values.length > 0,
    )
  );
}

/** One of them, 片方: of two things that were spoken of. */
const oneOfTwo = /\b(?:one|either|neither) of (?:them|those|these)\b|片方/iu;

/** Returns true for a message about one of the last two topics that does not name which. */
function isUndecided({ message, history, analyseEarlier }: ReadTurn): boolean {
  if (!oneOfTwo.test(message.text)) return false;
  const topics = history
    .filter(({ role }) => role === 'user')
    .map(({ content }) => analyseEarlier(content)?.terms.filter(isTopical) ?? []);
  const [, before] = topics.toReversed();
  return before !== undefined && before.length > 0 && !message.terms.some(isTopicalNoun);
}

/** Returns true for a greeting, thanks or small talk, which is only answered. */
export function closesDialog(turn: ReadTurn): boolean {
  const { message, reply, rejected, input } = turn.request;
  // Thanks! Is there a deadline: what is asked beside the thanks. Before any answer thanks close nothing.
  const isAlone =
    message.text === turn.message.text ||
    message.signals.question ||
    (input.history ?? []).length === 0;
  return (
    rejected === undefined &&
    (isSmallTalk(turn.request) || (!isAlone && isSmallTalk(turn))) &&
    !(reply !== null && (accepts.test(message.text) || acknowledgement.test(message.text)))
  );
}

/** As replies to a question these are answers and not chit-chat. */
const acknowledgement = /^(?:いいえ|いえ|nope|no|(?:yes,? )?(?:just )?one more)[\s。.!]*$/iu;

/** Thanks and goodbyes close a dialog, whatever general words are beside them. */
const thanks =
  /\b(?:thanks?|bye|goodbye|good ?night|cheers|bless|grateful|regards)\b|ありがとう|助か/iu;
/** Something is still open. */
const reservation =
  /\b(?:but|not|\w+n't|still|please|however|never(?! ?mind)|only|(?<!\ball (?:i|we) )(?:needs?|want\w*))\b|けど|です?が|ません(?<!すみません(?=[。！!\s]*$))|ない|ください|まだ/iu;

/** Of what is open, in Japanese. */
const pending =
  /けど|のに|です?が[、。…]*$|(?<!すみ)ません|ない(?!こと)|(?<!ごめん)ください|まだ(?!大丈夫|平気|間に合)|たい(?!へん)/u;

/** A wish, a remark on the weather, a word for the other one's work. */
const smallTalk =
  /^(?:(?:ah|oh|ok|no|nah|yes|right|(?:that'?s (?:all|everything)|(?:nothing|not?) (?:else|more))(?: (?:from|for|with) (?:me|us|now|today))*)(?:[,.! ]+|$))*(?:$|(?:i |we )?(?:hope|trust|wish(?:ing)?) (?:you|this|all|everyone)(?!.{0,30}\bcan\b).*|(?:have|enjoy) (?:an? |the |your).*|(?:happy|merry) \w+(?: \w+)?(?: (?:to|everyone|all)\b.*)?|see (?:you|ya)\b.{0,24}|never ?mind|forget(?: about)? (?:it|that)|stop|silly me|will do|(?:that |it )?makes sense|how (?:are|is|was) (?:you|things|it going|everyone).{0,20}|(?:i )?(?:just )?(?:want(?:ed)? to say )?(?:that )?you\b.{1,24}\b(?:(?:great|good) (?:job|work)|gem|star|saved m[ey]|for an? (?:ro)?bot)\b.*|(?:はじ|初)めて[^。はがをの]{0,9}ます|[^が]{0,12}(?:暑|寒|天気|雨)[^。のを]{0,10}(?:です|ます)(?:ね[えぇー〜]?)?|参考になりま(?:す|した)|(?:[^。？?]{0,12}(?:のは|[問件]は|これで))?、?以上です|[^。]{0,24}(?:自愛|お(?:気をつけ|体))[^。]{0,12}|(?:あ+、?)?そう(?:いう(?:こと|わけ))?でしたか|(?:(?:いえ|いいえ|もう)、?)?特に(?:は|も)?(?:ない|ありません)(?:です)?|(?:それ)?では、?失礼[^。]{0,8}|(?:では)?、?(?:また)?当日[^。のをが]{0,4}よろしく[^。]{0,8})$/iu;
/** Something is asked or lacking: before thanks this is a request. */
const asksFor =
  /[?？]|\b(?:like|get|can|could|how|when|where|what|why|stop\w*|no(?! (?:worr|prob))|nothing|fail\w*|crash\w*|broken?)\b|か[。\s]*$|どう(?!も)|どこ|いつ(?!も)|いくら|何(?!度)|(?:なくし|無くし|失く|壊れ|忘れ|失敗|止ま|割れ|消え|変わり|(?<!^)出)(?:て|た|まし)(?!.*(?:助か[っり]|大丈夫です(?!か)))|願い|たい|しい|くだ|けど/iu;

/** Something was done or will be, with thanks or an apology: `found it, thanks`, 直りました。助かりました, `ok, I'll try`. */
const success = new RegExp(
  String.raw`\b(?:works?|found|got|see|back|in|\w{3,}(?:ed|ing now))\b[^?]{0,24}[\s,.!-](?:many )?(?:thank|cheers|legend)[\w ]{0,20}\W*$|^(?:[\w']+[,.! ]+){0,3}(?:(?:i|we)(?:'ll| will|(?:'m| am) going to)|will (?:give|try|check|have)|(?:[\w']+ ){1,3}will (?:be|love|enjoy)) [^?]{2,40}$|^(?!(?:it|this|that|what|which|who|s?he) )(?:(?:my|our) )?[\w']+ (?:says|sends) [^?]{0,24}\b(?:hi|hello|thanks|love|regards|too|as well)\W*$|^(?:(?:ah|oh|yes|yay|ok|never ?mind|it|that|everything|i|just|all)(?:'s|'ve)?[,.! ]*)*(?:found (?:it|them|that)|works?|worked|fixed|sorted|solved|opened|done)(?: (?:it|now|fine|again|already|myself))*\W*$|^[^。？?]{1,40}た[ー〜\P{L}]*(?:では|お[騒手]|すみません|${japaneseReactions})|^(?:${japaneseReactions}|[良よ]かった(?:です)?)[。、!！\s]+[^。？?]{1,20}(?<!てい?)ますね?[。！!]*$|^(?:では|じゃあ?)、?[^。？?がは]{1,20}(?<!でき|なり)ますね[。！!]*$|^[^。、？?はがを]{1,16}(?:伝え|話し|知らせ|見せ|て[みきお]き?)ます(?:ね|よ)?[ー〜。！!]*$|^(?:無事に?)?(?:[^。のをがは]|[な繋]が){0,12}ました[〜ー]*$`,
  'iu',
);

/** Returns true where every sentence is a greeting, thanks, small talk or a report that an answer helped. */
function isSmallTalk(turn: ReadMessage): boolean {
  const {
    message,
    input: { history = [] },
    analyse,
    language,
  } = turn;
  const { text } = message;
  if (isChitchat(message) || isAboutAssistant(text)) return true;
  if (text.length > longestSmallTalk || announcement.test(text)) return false;
  const isDone = (said: string): boolean =>
    history.length > 0 &&
    success.test(said) &&
    !asksFor.test(said) &&
    !reservation.test(said) &&
    !befell(said, turn);
  const isKind = (said: Analysis): boolean => language === 'ja' && isCourtesy(said);
  if (isDone(text)) return true;
  const isThanked = thanks.test(text) && !asksFor.test(text);
  const sentences = text
    .replaceAll('’', "'")
    .split(/(?<=[.!。！?？〜~])|\n|:\)/iu)
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  return sentences.every((part) => {
    const plain = part.replace(/(?<![.!。！?？〜~\s])[.!。！?？〜~\s]+$/u, '').trim();
    return (
      (smallTalk.test(plain) && (language !== 'ja' || !/[?？]/u.test(part))) ||
      isDone(part) ||
      (isThanked && restates(plain, turn)) ||
      isKind(analyse(part)) ||
      isChitchat(analyse(part.trim()))
    );
  });
}

/** 管理人さんに渡せばいいんですね, so I just hand it to the porter: repeats an answer. */
const restatement = new RegExp(
  String.raw`^[^。？?]{2,40}[のんう]ですね(?:、${japaneseReactions})?$|^(?:(?:ah|oh|ok(?:ay)?|right|great|cool|good|perfect|got it)[,!. ]+)*so (?:i|we|it|they|s?he|you|that|there|the)\b[^?]{2,60}$`,
  'iu',
);

/** Returns true for a sentence that repeats an answer: it names no thing that was not spoken of. */
function restates(said: string, { analyse, analyseEarlier, history }: ReadMessage): boolean {
  if (!restatement.test(said)) return false;
  const known = history.flatMap(({ content }) => analyseEarlier(content)?.terms ?? []);
  return analyse(said).terms.every((term) => !isTopicalNoun(term) || isAmong(term, known));
}

const regret = /(?:て|で)しま(?:い|っ)|[ちじ]ゃ(?:い|っ)|なくな(?:り|っ)/u;
const passive = /[さかがたなばまわら]れ(?:て(?:い|しまい)?)?(?:まし)?た/u;

/**
 * Returns true for what happened to the user and was not spoken of: 二重に請求されました, 写真消えてしまいました. What the
 * dialog named was asked for: 返金されました.
 */
function befell(said: string, { analyse, analyseEarlier, history }: ReadMessage): boolean {
  if (regret.test(said)) return true;
  const end = said.search(passive);
  const known = history.flatMap(({ content }) => analyseEarlier(content)?.terms ?? []);
  return analyse(said).terms.some(
    (term) =>
      term.start < end &&
      (isTopical(term) || said.startsWith('に', term.end)) &&
      !known.some(({ key }) => key.includes(term.key)),
  );
}

/** UTF-16 units. */
const longestSmallTalk = 150;

const courtesies = new RegExp(japaneseReactions, 'giu');
const fillers = new RegExp(japaneseFiller, 'gu');

/** Returns true for a Japanese text of nothing but greetings, thanks, praise and goodbyes. */
function isCourtesy({ text, signals }: Analysis): boolean {
  if (signals.question || pending.test(text)) return false;
  const rest = text.replaceAll(courtesies, ' ').replaceAll(fillers, '');
  return (
    text.search(courtesies) >= 0 && !/[\p{Script=Han}\p{Script=Katakana}\p{N}a-z]/iu.test(rest)
  );
}

/** And weekends, and on christmas: goes on about one thing, unless that is a reaction. */
const andOne = new RegExp(
  String.raw`^and (?!(?:${englishReactions})\b)(?:(?:at|for|in|on|the|this) ){0,2}\S+$`,
  'iu',
);

/** Greetings and thanks ask nothing; thanks before a question are politeness. */
function isChitchat({ signals, terms, text, language }: Analysis): boolean {
  const isThanks = thanks.test(text);
  const isClosing = terms.every((term) => term.isClosing || (isThanks && !isTopical(term)));
  const isKind =
    language === 'en' &&
    !signals.question &&
    (isThanks || !andOne.test(text)) &&
    terms.some((term) => term.isClosing && !term.isGeneric);
  return (signals.chitchat || isKind) && isClosing && !reservation.test(text);
}
