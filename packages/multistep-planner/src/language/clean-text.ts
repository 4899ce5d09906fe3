import type { Language } from '@kanmon/core';
import { firstCodePoints, type Reason } from '../wire/values.ts';

/** A message as it is planned on; the original stays untouched in the journal. */
export interface CleanText {
  /** NFKC, one space between words; line ends are kept as one newline each. */
  readonly text: string;
  readonly reasons: readonly Reason[];
}

/** Bidi controls and other invisible marks: they change what a reader sees, not what is meant. */
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c\ufeff\u00ad]/gu;
/** ① to ⑨ number a list. */
const circled = /[\u2460-\u2468]/gu;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffd]|\p{Surrogate}/gu;

/**
 * Takes out of a text what no search may receive: control characters, bidi controls, lone
 * surrogates. Cut to `maximum` code points. Linear.
 */
export function cleanText(message: string, maximum: number): CleanText {
  const reasons: Reason[] = [];
  const cut = firstCodePoints(message, maximum);
  if (cut !== message) reasons.push({ code: 'message-truncated', params: { maximum } });
  const unbroken = cut
    .replaceAll(/\r\n?|\u2028|\u2029|\u0085/gu, '\n')
    .replaceAll(circled, (mark) => ` ${mark.normalize('NFKC')}) `);
  const plain = withoutControls(unbroken);
  if (plain !== unbroken) reasons.push({ code: 'characters-dropped' });
  const text = plain
    .normalize('NFKC')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
  return { text, reasons };
}

/** Invisible marks drop out; control characters but line feeds, and lone surrogates, become a space. */
export function withoutControls(text: string): string {
  return text.replaceAll(invisible, '').replaceAll(control, ' ');
}

/** Begins another topic: an announcement up to its comma, or a phrase that is nothing else. */
const switchPhrase =
  /(?:^|[.!,;:。!！、]\s*|\s-\s+)(?:(?:\w+ )?(?:by the way|btw|moving on|separately|unrelated(?! \w+[,:;.])|before i (?:forget|go)|(?:now )?what (?:else )?was (?:it|i saying)(?=[,.?]+ \S)|(?:never ?mind|forget|scrap|ignore|skip)(?: (?:that|it|this|about (?:that|it|(?:(?:the|my) )?[\w-]+(?: [\w-]+)?)))(?! \w+ing)|(?:(?:let's|we'll|i'?ll|just) )?(?:never ?mind|forget|skip|leave|drop|park|put|do|try|sort)(?: about)? (?:that|this|it|(?:the|my) [\w -]{1,30}?)(?: (?:there|later|tonight|first))?(?=[.,!;])|(?:never ?mind|forget|scrap|skip|enough)(?: about| of)? (?:the|my) (?!\w+ ones?\b)[\w -]{1,30}?(?= (?:(?:what|how)(?! about\b)|wh\w+|can|could|do|does|is|are|i|we|there|my|our)\b)|never ?mind|that(?:'s| is) (?:all|it|everything) (?:for|about|on|with) [^.?!,]{1,30}(?=[.,!]))\b|(?:[\w']{1,10} ){0,5}(?:(?:different|another|sep[ae]rate|new|next|other|(?:not |un)related|chang(?:e|ing)|switching)(?: of| the)? (?:question|(?:topic|subject)s?|matter|note|thing|issue|tack|gears)|something (?:\w+ )?(?:else|different))(?: altogether| entirely)?(?=\s*(?:[,:;.]| - |!)\s*\p{L}(?!\))))[\s,:.!;-]*(?:but )?|(?:^|[。!！\s]|(?<![とも])、)(?:あと|で|やっぱり|ちょっと|全然)?(?:ところで|それよ(?:か|り(?=[、,]))|(?:じゃあ?、?|では、?)?次(?:は|に)?(?=[、,])|そう(?:い[いえ]ば|言えば|いや)|これは[^、。？?]{1,12}の(?:話|こと|件)(?:なん|で|だ)[^、。]{0,6}[、。]|[^、。？?]{0,6}(?:(?:別|違う|次)の?(?:質問|話題?|用?件|こと|相談)|余談|関係の?ない)[^、。？?]{0,16}(?=[、。])|話題?[はをが]?(?:変わ[りる]|変え|[そ逸]れ|違い?)(?:ます|る|て)?(?:んです|です)?(?:が|けど)?|[^、。？?\s]{1,12}(?:の(?:方|ほう|件|話))?はもう[^、。？?か]{0,8}(?:大丈夫|いい|結構)[^、。？?か]{0,4}。|それは(?:そうと|さておき|[お置]い(?:と|て)[^、。]{0,4}|いいとして)|(?:[そこ]れ|その[話件])は(?:もう)?(?:いい|よろしい|結構|また(?:今度|あと|後)|(?:後|あと)(?:で|に|ほど))[^。、]{0,8}[。、])[、,。\s]*/iu;

/** Returns true for a message that announces another topic. */
export function announcesTopic(text: string): boolean {
  const match = switchPhrase.exec(text.slice(0, longestLead).replaceAll('’', "'"));
  return match !== null && /[\p{L}\p{N}]/u.test(match[0]);
}

/** Returns a message without the words that announce another topic, and without the remarks before them. */
export function withoutSwitchPhrase(text: string): string {
  const match = switchPhrase.exec(text.slice(0, longestLead));
  if (match === null || /[?？]/u.test(text.slice(0, match.index))) return text;
  const rest = text.slice(match.index + match[0].length);
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}

/** UTF-16 units in which a message announces its topic. */
const longestLead = 200;

/** Reactions to the last answer, and greetings: sources of patterns. */
export const englishReactions =
  '(?:many )?(?:thanks?(?: you)?|thx|ty)(?: so much| very much| a lot)?|(?:great|good|perfect|cool|nice|awesome|brilliant)(?:,? thanks?(?: you)?)?|excellent|ouch|wow|omg|yay|aye|lovely|fab(?:ulous)?|fantastic|grand|super|gotcha|fair enough|fine(?=,)|wonderful|got it|i see|(?:now )?(?:i )?(?:now )?underst(?:oo|an)d|sure|yes|yeah|yep|no(?:pe)?|alright|all right|hello|hi|hey|hiya|yo|howdy|haha|lol|cheers|ta|k|ok(?:ay)?';
/** Words that go with those of a reaction. */
export const japaneseFiller =
  '(?:もう|まだ|夜分(?:遅く)?|よく|大変|仕事|本当|今日|先日|お?忙しい(?:ところ|中)|ご?(?:丁寧|親切|対応|回答|案内|返信|説明|迷惑)|早[速々]|詳し|教え|無事|試し|今度|明日|来週|後で|[体身気]|良い|一日|週末|年|連休|皆|様|何卒|宜し|願い?|聞|辺|来|連絡|使|方|時|際)';
export const japaneseReactions = `(?:${japaneseFiller}[をのもにまではと、]{0,2}){0,4}(?:ありがと|サンキュー|[有忝]り?難|感謝|恐縮|恐れ入|恩に|助か|(?:うれ|嬉)し|安心|満足|(?:無事)?解決|了解|承知|承り|かしこま|理解|納得|[わ分]か[りっ]|失礼|ごめん|すみません|お?世話|手数|お?(?:疲れ|つかれ)(?:様|さま)?|(?:お[休や][みす])|ば[ーい]*ば[ーい]+|バイバイ|神|最高|完璧|素晴ら|すばら|すご|すげ|さすが|でき(?:た|まし)|直っ|直り|こんに?ち|こんばん|おは|おばん|やっほ|まして|なるほど|\\bOK\\b|大丈夫|結構|どうも|よろしく|宜しく|また[^。？?]{0,20}(?:聞[きく]|連絡し|相談し|来|寄り|伺い|利用し|お願いし)|またね?(?:な|$)|では?また|さよ(?:う)?なら)[\\u3041-\\u3096ー〜]{0,20}(?<!か)`;

const acknowledgement = new RegExp(
  String.raw`^(?:(?:(?:(?:oh|ah|aw+|well|${englishReactions})[, ]+)?(?:${englishReactions})|[oau]h+a?|hm+|u+m+|er+m?|well|(?:hello|hi|hey) (?:there|team|all|everyone)|dear [^,.!?\n]{1,30}|(?:m[ri]?s*|dr) [\w -]{2,24}|this is [^.,!?]{1,20} (?:from|at|in|here)[^.,!?]{0,20}|my name(?:'s| is) [^.,!?]{1,30}|(?:i )?hope (?:you|this|all|everyone)(?! can)[^.,!?]{1,40}|good (?:morning|afternoon|evening)|right|now|next|anyway|(?:(?:just|and|but) )*(?:one|a) (?:last|more|other|final) (?:quick )?(?:thing|question|one)(?: though)?|another one|sorry|(?:that|it|this)(?:'s| is| has)? (?:sorted|done|solved|fixed|worked|works|fine|great|perfect|brilliant|lovely|good|ok|helped|helps|did)(?: (?:it|that|now|for now|the trick))*(?:,? (?:thanks?|thank you|thx|cheers))?|(?:i'll|(?:i )?will) (?:do|try|check|tell|ask)(?: (?:that|it|this|him|her|them))?(?: later)?)(?:[.!,:\n]+\s*| - )|(?:ok(?:ay)?|k|hello|hi|hey|hiya|yo|haha|lol|alright|right)\s+(?!(?:and|what|so|then|but)\b|(?:there|all|every(?:one|body)|folks|guys|team)\W*$)|anyways?\s+(?!to\b|i\b)|(?:al)?right\s+(?=(?:so|then|and|but)\b)|(?:お?(?:疲れ|世話)[^。\n]{2,12}。[^、。はがを\s]{1,12}(?:[課部係班]|支[店社]|本社)の\p{Script=Han}{1,3}です|${japaneseReactions}|[^、。？?\s]{0,12}(?:でき|見つかり)ました|(?:最後に|あと)?(?:もう)?(?:一|ひと|1)[つ点](?:だけ|です)?|(?:お?急ぎ|至急)です|[^。？?]{1,24}と(?:申|もう)します|あの[うー]?|あ+っ?|え+[っー]?と?|うー*ん|へ[えー]+|そうなん(?:ですね?|だ)|ええ|いえ|そうですか|[^、。]{0,8}申し訳[^、。]{2,8}|(?:それは|やっぱり|もう)+いいです)[。、!,！\n]+)\s*`,
  'iu',
);

/** Returns a message without its reaction to the last answer (`Great. And Alaska?`), where a request follows. */
export function withoutAcknowledgement(text: string): string {
  let rest = text;
  for (let turn = 0; turn < mostReactions; turn += 1) {
    const next = rest.replace(acknowledgement, '');
    if (next === rest || !/[\p{L}\p{N}]/u.test(next)) break;
    rest = next;
  }
  return rest;
}

const mostReactions = 4;

const politeEnd =
  /(?:[。.!！、,\s]{0,8}(?:(?:以上、?)?(?:どうぞ|何卒|どうか)?(?:よろしく|宜しく)(?:お願い(?:し|致し|いたし)ます)?|(?:but )?(?:thank you|(?:many )?thanks|thx)(?: (?:so|very) much| a (?:lot|million|bunch)| in advance| again| anyway| though)?(?: for [^.?!]{1,40})?|cheers|please help|(?:with )?(?:(?:kind|best|warm)\w{0,8} )?(?:regards|wishes)|(?:yours )?(?:sincerely|faithfully|truly))|(?<=[.!?\n]\s*)(?:all the )?best)[。.!！,\s]{0,8}$/iu;

/** A name under the politeness: `Kind regards, Anna Smith`, 鈴木より. */
const signature =
  /[,.!。！\n]\s{0,4}(?:\p{Lu}[\p{L}'.-]{0,20}\s{1,4}){0,2}\p{Lu}[\p{L}'.-]{0,20}\s{0,4}$|(?<=[。！\n]\s{0,4})[\p{Script=Han}\p{Script=Katakana}ー ]{1,8}(?:より|拝)?。?$/u;

/** Returns a message without the thanks, the politeness and the name at its end, where something is before them. */
export function withoutPoliteEnd(text: string): string {
  let rest = text;
  for (let turn = 0; turn < mostReactions; turn += 1) {
    const end = textEnd(rest);
    const signed = signature.exec(end)?.index ?? end.length;
    const polite = politeEnd.exec(end.slice(0, signed)) ?? politeEnd.exec(end);
    const from = polite?.index ?? (/より。?$/u.test(end) ? signed : end.length);
    const next = rest.slice(0, rest.length - end.length + from);
    if (next === rest || !/[\p{L}\p{N}]{3}/u.test(next)) break;
    rest = next;
  }
  return rest;
}

/**
 * Units at the end of a text that decide how it ends. Longer runs of endings and punctuation are not
 * language, and patterns that repeat up to the end take quadratic time in them.
 */
const longestEnd = 200;

/** The end of a text, for patterns that are anchored to it. */
export function textEnd(text: string): string {
  return text.slice(-longestEnd);
}

const aboutAssistant =
  /^(?:(?:\w+[,.!]? )?(?:who|what) are you|(?:are you|is this|am i (?:talking|speaking|chatting) (?:to|with)) (?:an? )?(?:real |actual |live )*(?:human|person|(?:chat ?)?bot|robot|machine|ai|computer)(?: or (?:an? )?(?:real )?\w+)?|what(?:'s| is) your name|what can you (?:do|help (?:me )?with)|(?:あなた|君|きみ|そちら)(?:は|って)、?(?:誰|だれ|どなた|何者|何|AI|ロボット|(?:チャット)?ボット|人間|機械)(?:なの|なん)?(?:です|でしょう)?か?)[\s?？。.!]*$/iu;

/** Returns true for a question who the assistant is: who are you, are you a real person, あなたはAIですか. */
export function isAboutAssistant(text: string): boolean {
  return aboutAssistant.test(text);
}

/** A sentence that offers more help and names no topic: `Feel free to ask if you have any questions.` */
const offer =
  /(?<=^|[.!?\n]\s*)(?=[^.!?\n]{0,80}\b(?:let (?:me|us) know|feel free|hesitate|(?:happy|glad|here) to|just ask|welcome|hope (?:this|that|it))\b)[^.!?\n]{0,80}\b(?:questions?|help\w*|assist\w*|anything|ask|contact)\b[^.!?\n]{0,60}[.!?]*|(?<=^|[。！？\n])[^。！？\n]{0,12}(?:不明|質問|困り|何か|何でも|いつでも)[^。！？\n]{0,24}(?:気軽|遠慮|知らせ|申し付け|尋ね|連絡|問い合わせ)[^。！？\n]{0,16}[。！？]*/giu;

/** Returns an answer without the sentences that offer more help. */
export function withoutOffer(text: string): string {
  return text.replaceAll(offer, '').trim();
}

/** Sentences that address the assistant and not the shop: they are data and no question. */
const patterns: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instructions?|prompts?|rules?|above|previous|prior|everything|guidelines)\b/iu,
  /\b(?:system prompt|developer (?:mode|message)|jailbreak)\b/iu,
  /(?:^|[.!?,]\s*|\b(?:please|now|must|should|will|and|then|to)\s+)(?:act|behave|respond|pretend) (?:as|like|to be)\b(?:\s+(?!and\b|then\b)[\w'’-]+){0,6}/iu,
  /\byou are (?:now|no longer)\b|^\s*you are (?:an?|the) (?:[\w-]+ ){0,4}(?:planner|assistant|model|bot|ai|agent)\b/iu,
  /\b(?:output|return|respond|reply|answer|print)\b.{0,30}\b(?:json|xml|yaml|code block)\b/iu,
  /\b(?:reveal|print|show|repeat|output)\b.{0,30}\b(?:(?:system|hidden|initial|secret) (?:prompt|instructions?|message|rules)|your (?:prompt|instructions?))\b/iu,
  // Member names of a plan: no customer types them.
  /\b(?:needsClarification|followup_?search|clarifyingQuestions|followupQueries|ClarifyStep|includeSources)\b/iu,
  /^\s*(?:system|assistant|developer)\s*[:：]/iu,
  /(?:指示|命令|プロンプト|制約).{0,12}(?:無視|忘れ|破棄|上書き|解除)(?:[してせろ。]|$)/u,
  /(?:これまで|今まで|以前|上記|すべて|全て|あなた)の?.{0,6}(?:設定|ルール).{0,8}(?:無視|忘れ|破棄|解除)[してせろ]/u,
  /システムプロンプト|開発者モード|(?:プロンプト|内部の?指示).{0,10}(?:表示|出力|教え|見せ)/u,
  /(?:あなた|君|お前)は(?:今から|これから|もう)/u,
  /^\s*(?:あなた|君|お前)は.{1,60}(?:です|だ|である|ます)[。\s]*$/u,
  /(?:出力|回答|応答|返答)は.{0,10}(?:JSON|XML|YAML)|コードブロック/iu,
  /(?:JSON|XML|YAML)\s*(?:形式)?(?:だけ|のみ|で).{0,10}(?:出力|返|答え|回答|応答)/iu,
  /(?:として|になりきって|のふりをして)(?:振る舞|振舞|ふるま|行動|応答|答え|回答)/u,
  /^\s*(?:システム|アシスタント|管理者)\s*[:：]/u,
];

/** Marks with which chat models separate turns; a role follows the first kind. */
const chatToken =
  /<\|(?:im_start|start_header_id)\|>(system|assistant|user)?|<\|?\/?(?:im_end|end_header_id|eot_id|system|endoftext|assistant|user)\|?>|\[\/?INST\]|<<\/?SYS>>/giu;
const userRole = /^\s*(?:user|ユーザー)\s*[:：]\s*/iu;

const sentence = /[^。．！？!?\n]+[。．！？!?\n]*/gu;
const englishSentence = /[^.!?\n]+(?:[.!?\n]+|$)/gu;

/** A sentence longer than this is looked at in part: the patterns are bounded, the cost stays linear. */
const inspected = 2000;

/** Words that join an order to the request after it. */
const joint = /^(?:して|した上で|て|ください|下さい|[、,;:\s]|(?:and|then|just|but)\b)+/iu;

/**
 * The message without the sentences that give orders to the assistant. Of one that names a topic
 * beside its order, the text around the order remains.
 */
export function dropInstructions(
  given: string,
  language: Language,
  hasTopic: (text: string) => boolean,
): string {
  // The user's own role has no meaning; a question may follow it.
  const text = given
    .replaceAll(chatToken, (_token, role: string | undefined) =>
      role === undefined ? '\n' : `\n${role}: `,
    )
    .replaceAll(/^(?:user|ユーザー)\s*[:：]\s*/gimu, '');
  if (!patterns.some((pattern) => pattern.test(text))) return text.trim();
  const parts = text.match(language === 'ja' ? sentence : englishSentence) ?? [];
  return parts
    .map((part) => withoutOrders(part, hasTopic))
    .join('')
    .trim();
}

function withoutOrders(given: string, hasTopic: (text: string) => boolean): string {
  let rest = given.replace(userRole, ' ');
  for (const pattern of patterns) {
    const match = pattern.exec(rest.slice(0, inspected));
    if (match === null) continue;
    const before = rest.slice(0, match.index).trimEnd();
    const after = rest.slice(match.index + match[0].length).replace(joint, '');
    rest = [before, after].filter(hasTopic).join(' ');
  }
  return rest;
}
