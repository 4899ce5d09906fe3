import type { Language } from '@kanmon/core';

/** Reads patterns, one a line or between `;;`, each with the words in their place after an arrow. */
function replacements(table: string): readonly (readonly [RegExp, string])[] {
  return table
    .trim()
    .split(/\n| ;; /u)
    .map((line) => {
      const [pattern = '', written = ''] = line.replace(/^ +/u, '').split(/ => ?/u);
      return [new RegExp(pattern, 'giu'), written];
    });
}

/** Emoji and the marks of laughing: they end a sentence. */
const faces =
  /\s*(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u200d]|[:;]-?[()DPp](?!\w)|[(（][笑泣汗涙怒][)）]|(?<=[\u3041-\u30ff\u4e00-\u9fff])[wｗ]+(?![a-z]))+\s*/gu;

/** Spellings of chats, apostrophes that are left out, letters that are drawn out, words taken back at once. */
const english = replacements(String.raw`
  (?<=^|[\s(:])'([^'\n]{3,200})'(?=[\s.,!?)]|$) => "$1" ;; (?<= )'?em\b => them ;; \bnowt\b => nothing ;; \bdae\b => do ;; (?<=\w) (?:u+m+|u+h+|erm+)\b[,.]* (?=what|how|where|when|can|i\b) => ,  ;; \b(?:u+m+|u+h+|erm+|hm+)\b[,.]*\s* => ;; \b(they|we|these) r\b => $1 are
  (?<=[a-hj-vyz])([a-hj-vyz])\1{2,}(?![a-z]) => $1
  \b(ca|wo|do|does|did|is|are|was|have|has|had|would|could|should)nt\b => $1n't
  \b(what|where|how|who|that|there|s?he)s\b => $1's ;; \bim\b => i'm ;; ^an(?= (?:how|wh\w+|can|do|is)\b) => and ;; \bw\/o\b => without ;; \bb4\b => before ;; \b(?:(c|w|sh)[ul]d|(w)d)\b => $1$2ould ;; \bsm?th(?:in|ng)?\b => something ;; \baswell\b => as well
  \b(what|how)'s(?= about\b) => $1
  \bits(?= (?:an?|the|my|me|about|in|on|at|for|been|not|just|still|so|too|now|all|\w+ing)\b) => it's
  \b(i|you|we|they|who)ve\b => $1've ;; \byou(ll|d)\b => you'$1
  \br(?= (?:u|you|we|they|there|the)\b)|(?<=^|\b(?:where|what|how|when|why) )r(?!\S) => are
  \bur(?= (?:an?|so|the best)\b) => you're ;; \bu\b(?!\.| of\b) => you ;; \bur\b => your
  (?<=^|\s)(?:n|&|\+)(?= [a-z])|^plus(?= (?:my|an?|the)\b) => and
  (?<!\bnot )\b(an?|the|my|our|your|for|on) [\w' ]{2,24}?[\s,.–—-]+(?:(?:no|wait|sorry|oops|oh|hang on)[\s,.]+)+(?:i meant?|make (?:that|it)) (?:(?:an?|the|my|our|your|for|on) )? => $1 
  (?<!\bnot )\b(an?|the|my|our|your|her|his|their|for|on) [\w']{1,16}(?: (?!(?:for|on|of|at|to|in|with) )[\w']{1,16}){0,4}?[\s,.–—-]+(?:no,? wait|wait,? no)[\s,.]+(?:(?:an?|the|my|our|your|her|his|their|for|on) )? => $1 
  ^k(?=[\s,.!]|$)|^kk\b|\baight\b => ok ;; \b(?:th?a?nx|thn?[kx]s?|tysm|tyvm|ty|ta)\b(?! (?:of|the)\b) => thanks
  \b(?:cuz|coz|cos|bcos|bc)\b => because ;; \bwanna\b => want to ;; \bgonna\b => going to
  \bgotta\b => have to ;; \b(al)?tho\b => $1though ;; \b(?:dunno|idk)\b => i don't know ;; \bw[ao]t\b => what
  ^[^.!?\n]{1,60}[.!?,] (?=(?:\w+ ){0,4}back to (?:the|my) (?:first|earlier|original)\b) => ;; \b(?:bout|abt)\b => about ;; \b(?:while|since) i'?(?:m| am) (?:here|at it|on)\b,? =>  ;; \bnvm\b => never mind ;; (?<=\w),? pl(?:ease|s|z)(?=[.!?]{0,8}$) => 
  ^(?:(?:yo|oi|bro|bruh|dude|mate|guys|fam|sis|omg|omfg|wtf|wth|ffs|a+r+gh+|gosh|jee[zs]|blimey|lol|lmao)\b[,!.\s]+)+(?=\w) => ;; ,?\s\b(?:tbh|imh?o|fyi|ngl|smh|rn|lol|lmao|omg)\b => 
  [,.]?\s(?:mrs?|ms|miss|dr|prof)\.? (?:[a-z]\.? ){0,2}[a-z'-]{2,20}$ => ;; (?<=[\w?])\.{2,8}$ => `);

/** Words of dialects and of the young, and typing without care. */
const japanese = replacements(String.raw`
  ^(?:こんちわ?は?|こんにちわ|ちわっ?す?|ちーっ?す|まいど)(?=[、。！!\s]|$) => こんにちは ;; す[んい]?ま(?:ん|へん)(?:が|けど)?(?:のう|なあ?)?(?=[、。\s]|$) => すみません
  (?:あの|その)(?:[うー〜]+|ですね)[、。\s]* => 
  (?<=[\u3041-\u30ff\u4e00-\u9fff]),(?=[\u3041-\u30ff\u4e00-\u9fff])|(?<=[とはがをにでもや]) (?=[\u3041-\u30ff\u4e00-\u9fff]) => 、
  (?<=[んの]|[\u30a1-\u30ff\u4e00-\u9fff])やけど => ですけど ;; (?:や|た|る|い)?ねんけど => んですけど
  ねん[てな]?(?=[。、？?\s]|$) => んです ;; (?<=^|[、。\s]|[そこ]れ|と|や|じゃ)ちゃい(?=ます) => 違い ;; (?<=^[^、。\s]{1,8})ちゃう(?:ねん|わ|で)?(?=[、。]) => じゃなくて ;; (?<=[\u30a1-\u30ff\u4e00-\u9fff]{2})ちゃう(?=わ|で|ねん|やん) => と違う ;; (?<=^|[、。\sはがも然くと]|[そこ]れ|や|じゃ)(?:ちゃう)+(?:んです|って|わ|やん)? => 違う
  (?<=(?:ます|です|ません|でしょう)か) ?(?=[\u30a1-\u30ff\u4e00-\u9fffa-z]|あと|それ|この|その|また|あの)(?![教知確聞伺]) => 。
  どない(?:したら|すれば)(?:ええ|いい) => どうしたらいい ;; どない(?:すん|や[るん]) => どうする ;; どない => どう ;; なんぼ => いくら
  ^(?:ほな|ほんなら|ほいで|んで|んだば|んじゃ)(?=[、\sそこ]|[\u30a1-\u30ff\u4e00-\u9fff]) => じゃあ ;; あかんかった => だめだった ;; あかんわ? => だめ ;; でけ(?=[へたる]) => でき
  (?<=.)ええ(?=[のかよわや。？?\s]|です|んです|$) => いい ;; うまいこと(?=[いやで]) => うまく
  (?:(?<=(?<!た)い|[ぇぃかがさたなばまらわえけげせてねべめれきしちにびみり])[へひ]|(?<=いか|[\u4e00-\u9fff][かがばまわえげせてべめれ]|ら))ん(?=の[やで]|[けねやでくかわ。、？?!\s\u30a1-\u30ff\u4e00-\u9fff]|んです|$)|(?<=ら|[へひ])ん(?=の) => ない ;; もろ(?=[たて]) => もらっ ;; しもた => しまった ;; いっぺん => 一度 ;; なんべん => 何度 ;; (?<=[っし])とる => ている
  (?<=[\u30a1-\u30ff\u4e00-\u9fffつこら])なん(?=[？?]|$) => ですか ;; (?<=[\u3041-\u30ff\u4e00-\u9fff])(?:お[けk]|オケ|OK)(?=[？?]) => は大丈夫です ;; (?<=.)っす(?=[。、！!か]|$) => です
  りょ(?:[ーう]?かい)?(?=です|[。、！!\s]|$) => 了解 ;; あざ[ーっ]?(?:す|した|ます)[ー]?|おおきに|サンキュー|さんきゅー?|ありがと(?!う)(?:さん|ー)? => ありがとう
  (?<=^|[。、！!\s])(?:おけ|おっけ[ー〜]*)(?=もう|です|[、。！!\s]|$) => 了解 ;; (?<=^|[、。！\s])(?:てか|つーか|っていうか)、? => 
  めっちゃ|まじで?(?!め)|ガチで => すごく ;; やっぱ(?!り) => やっぱり ;; まちが(?=[うっいえ]) => 間違 ;; ちが(?=[うっいわえ]) => 違 ;; (?:や(?:なく|のう)|じゃのう|[やじ]ゃ?なし|と?ちゃうく)[てに] => じゃなくて ;; (?<=[a-z\u30a1-\u30ff\u4e00-\u9fffのつ人])や(?=ったら|と(?!い)) => だ ;; かま(?:へん|わ(?:ん|ない))(?=[の。？?かで]|$) => いい ;; おんなじ => 同じ ;; かいな(?=[。？?]|$) => か
  ごめん(?=[\u30a1-\u30ff\u4e00-\u9fff]) => ごめん、 ;; (?<=[\u30a1-\u30ff\u4e00-\u9fff])や(?=った(?:[。、んわ]|$)|[んなか。]|$) => だ
  ^(?=.*(?:では?|じゃ)な)(.{0,40}?)([^、。\s]{1,8}?)(.{2,60}[。？?！、])(?:(?:あ|いや|いえ|すみません|失礼|間違えました)[、。])*\2(?:では?|じゃ)な(?:くて?|い)、?([^、。]{1,16}?)(?:のほう)?(?:でした|です|だった)[。！]*$ => $1$4$3
  (?<=[るたいうくす])んか(?=[いねな。？?\s]|$) => んですか ;; べつ(?=[のに]) => 別 ;; もん(?=です|でしょう) => もの ;; おねがい => お願い ;; すん(?=の|ね|$) => する ;; もっかい => もう一度 ;; かのう?(?=[。？?]|$) => か ;; (?<=[\p{L}\p{N}?])[!.~〜]{1,8}$ => `);

/**
 * Writes a message in the form that the rules read: the words and marks of chats and dialects as plain ones, no
 * capitals only, no `please`, dots or exclamation marks at its end.
 */
export function plainForm(text: string, language: Language): string {
  const isJapanese = language === 'ja';
  let written = text.replaceAll('’', "'").replaceAll(faces, '\n').trim();
  for (const [pattern, plain] of isJapanese ? japanese : english)
    written = written.replaceAll(pattern, plain);
  const hasCase = isJapanese || /\p{Ll}/u.test(written) || !written.includes(' ');
  return hasCase ? written : written.toLowerCase();
}
