import { japaneseReactions, textEnd } from './clean-text.ts';
import type { Term, TextReading } from './reading.ts';

export const japanesePointer =
  /(?:[こそ](?:う(?:いう|した|いった)|のよう)|これ|それ(?!と|なら|では|とも|じゃ|より(?![前後先早])|ぞれ|で[、ねさ次]))(?!から)ら?|あれ(?!ば)|(?<=^|[、。？！?!\sはをがにでとのも])(?:この(?!へん|辺|あたり|近く|[度た])|その(?!まま|他|ほか)|あの(?![うさねー]))|そちら(?!の(?!場合|方|ほう|件)|で|さん)|[あこ]ちら|[そこ]っち|さっき(?:の|言|聞|話|教)|先ほど(?:の|言|聞|話|教|ご|お)|(?<!\p{Script=Han})前の(?=質問|件|商品|もの|やつ|話)|どちらも|そこ(?!で)/u;
export const japaneseOpener =
  /^(?:じゃあ?(?!ない)|では|それでは|なら|それなら|そしたら|あと(?![払味取])|他に|ほかに|ちなみに|そして|それで)/u;
const elaboration =
  /(?:詳しく|詳細[をは]|具体的に|^(?:やって|試して)み(?:まし)?た|^(?:当日|前日|翌日)[のにはもま]|^もう[^、。？?はがを]{1,12}(?:なん|過ぎ|すぎ|終わっ)|(?<![手引]|引き)続き[をは]?)/u;
const question =
  /[?？]|(?:か[なね]?|(?<!も)の)[。.]?$|(?:教え|知りたい|聞きたい|伺い|方が[わ分]か)/u;
export const japaneseWh =
  /(?:いつ(?![もか])|どこ(?!か)|誰(?!か)|だれ(?!か)|何(?!か(?!月)|(?:[度回日年人件]|時間|週間?|[かヶ]月)も)|なに(?!か)|いくら|どう(?!も|ぞ)|どの|どれ|どちら|どんな|なぜ|なんで(?!す|し))/u;
/** A question about the user's own matter and its fate. */
const status = /^(?:もう|まだ)|私の.{0,30}(?:どこ|いつ|まだ)/u;
const howTo =
  /(?:方法|手順|[いきしちにみりえけせてねめれ]方|仕方|どうやっ|どうすれ|どうしたら|どのように|流れ|手続き)/u;
const chitchat = new RegExp(
  String.raw`^(?:${japaneseReactions}|(?:やって|試して|確認して)み(?:ます|る)|そうなんですね|そうですか[。、]|(?:いいえ|うん|はい)(?:そうです)?$|(?:いえ|いや|いいえ|もう|やっぱり)[、,]?\s*(?:大丈夫|結構|いい|やめ)|やめ(?:ます|ておき|と[きく])|いいです$)|^[^。？?]{0,12}(?:ありがとう|助かりました)`,
  'iu',
);
const refusal =
  /^(?:(?:まだ|よく|ちょっと|[^。、!?]{1,8}[がはをも])?\s*(?:(?:知[らり]|[わ分]か[らり]|見つか[らり]|決めて(?:い)?|覚えて(?:い)?)(?:ない|ません)|忘れ[たまち])|不明|[何どいな][れんこつ]?(?:ちら)?でも|特に(?:ない|な[しい]|あり)|ない|ありません|なし|さあ|お?(?:任|まか)せ|未定)/u;
const choice =
  /(?:どれ|ど[ちっ][らち]|何)が(?:[い良よ]い|おすすめ|一番)|おすすめ(?:は|を)|一番(?:いい|良い)/u;
/** A noun with its mark, a condition, or a bare noun: no predicate follows. */
const ellipsis =
  /^[^。、を]{1,30}?(?:(?:は|なら)(?:どう(?:です|でしょう|なん(?:です)?|だ)?[かのだん]{0,2})?|(?:だと|だったら|なら)(?:どうな(?:ります|る(?:んです|のです)?)[かのん]{0,2})?|って|の(?:場合|とき|時|方|ほう)|も)[？?。]*$|^[^。、は]{1,24}の(?:場合|とき|時)(?:は|だと|も)?どう(?:な|で|すれ)[^。]{0,12}。?$|^[^。、は]{1,30}(?:(?<=[ただ]|ない)(?:場合|とき|時|後|あと)|(?<=てる|ている)(?:場合|とき|時))は?[？?]$|^(?![^？?]*けど)(?![^？?]*(?:[かのるたいすんね]|[有無]料|可能|必要|[不必]要|禁止)[？?])(?!.{2,}(?:って|いつ|どこ|いくら|何))[^。、はがを？?！!\s]{1,20}[？?]$/u;
const firstQuestion = /^[^。？?]{1,30}[？?]/u;
/** X too, before a predicate that names nothing. */
const also =
  /^[^、。はが]{1,12}のも|^[^、。をに]{1,20}[かがさたなばまらわ]せても?(?:大丈夫|平気|[い良よ]|構)|(?<![てで])も(?!\S{0,6}(?:たい|ほしい|欲しい)\S{0,4}(?:が|けど)、)(?:そ[こちれ]|同じ|一緒|対象|可能|大丈夫|だめ|ダメ|駄目|NG|禁止|無理|でき|使え|やって|いい|良い|いけ|かか[りら]|必要|含|あり(?:ます)?か|ある[？?]|で(?:す|しょう)か|[？?]|$)|(?:だと|なら|だったら(?=いくら|どう|何)|だけでも|の場合|(?:たら|れば)、?[^、。はがをも]{1,4}く(?=な[りる]))|(?:なの|なん|の)ですが、?(?:大丈夫|可能|でき|平気|いい|だめ)|(?:(?<!ん)で|から|に|と)も(?:でき|使え|可能|大丈夫|いい|いけ|良い|平気|よろし|構|\p{Script=Han}{1,2}\p{Script=Hiragana}?て(?:もらえ|いただけ))/u;
/** 脳ドックもやってますよね？費用は: another thing, before what is asked about it. */
const offered = /^[^、。はがを]{1,16}も[^、。はがを]{1,14}よね[？?。、\s]+[^？?。、\s]/u;
/** 手帳を持っている人だったらどうなりますか: a kind of person, and nothing that is asked about them but how; the share of another one. */
const ofKind =
  /^[^。]{1,24}(?:人|者|子|(?<![いきしちにみりえけせてね])方)(?:は|だと|なら|だったら|の場合は?)、?(?:どう|[い良]い|だめ|大丈夫|平気|いけ)|^[^、。はがを]{1,12}の分[はも]/u;
/** UTF-16 units. */
const longestRequirement = 60;
/** Not ICカードの払い戻しには手数料がかかりますか, プランには何が含まれますか: what the need belongs to is named. */
const requirement =
  /^(?!.+も.+かか|.+には?何が|[^、。はがを]{2,16}の[^、。はがを]{2,16}には)[^。、を]{1,20}(?:は|が|も|って|(?<=[\p{Script=Han}\p{Script=Katakana}ー]))(?:必要|要[りる]|いり|いるん|かか[りる]|含まれ|付[いきく]|不要)[^。]{0,10}(?:か[？?。]*|[？?])$/u;
const past = /(?:ました|でした|った)[。？?]*$/u;

/** Reads the form of a Japanese message. Every pattern is bounded; linear in the message. */
export function japaneseSignals(text: string, terms: readonly Term[]): TextReading['signals'] {
  const end = textEnd(text);
  // では、ガスのほうは: what follows the opener has the form.
  const body = text.replace(japaneseOpener, '').replace(/^、/u, '');
  const isQuestion = /[?？]|か[。]?$/u.test(end);
  const isStatus = status.test(text) && isQuestion;
  const hasWh = japaneseWh.test(text);
  const nouns = terms.filter(
    ({ isSpecific, isVerb, topics }) => (isSpecific || topics.length > 0) && !isVerb,
  );
  const [first] = nouns;
  const isShort = nouns.filter((noun) => text.charAt(noun.end) !== 'の').length <= 1;
  // 家族割の申し込みは店頭でもできますか: a topic with は is the message's own.
  const hasOwnTopic =
    first !== undefined &&
    first.start <= text.search(also) &&
    /^(?:(?!では)[^、。]{0,6}は|って|[をが]|の[^、。はがを]{1,20}(?:[、をがは]|って))/u.test(
      text.slice(first.end),
    );
  return {
    demonstrative: pointsOutside(text, nouns),
    opener: japaneseOpener.test(text),
    elaboration: elaboration.test(body) || (!isQuestion && isReport(text, terms)),
    more: false,
    question: question.test(text),
    wh: hasWh,
    statement: (!isQuestion && !hasWh) || isStatus,
    howTo: howTo.test(text),
    chitchat: chitchat.test(text) && !/[?？]/u.test(text),
    refusal: refusal.test(text),
    choice: choice.test(text),
    ellipsis:
      ellipsis.test(body) ||
      ellipsis.test(firstQuestion.exec(body)?.[0] ?? '') ||
      (terms.length === 1 && terms[0]?.text === text),
    also:
      (isShort && !hasOwnTopic && also.test(text) && !offered.test(text)) ||
      ofKind.test(text) ||
      dependsOnVerb(text, terms, nouns) ||
      isConcession(text, terms),
    requirement: isShort && text.length <= longestRequirement && requirement.test(body),
    situated: true,
    past: past.test(end),
  };
}

/** 来ないです。迷惑メールも見ました: reports first what was done or failed, and asks for nothing else. */
const report =
  /^[^、。？?！\sはがを]{1,12}(?:な(?:い|かった)|ません(?:でした)?|まし?た|した|[いっ]た|(?<=[\p{Script=Han}えけせてねべめれげみきちび])た)(?:[のん]?です)?(?:[。、]|けど|が|のに)/u;

function isReport(text: string, terms: readonly Term[]): boolean {
  const found = report.exec(text);
  return found !== null && terms.every(({ start, isVerb }) => start >= found[0].length || isVerb);
}

/** 途中で解約したら違約金はありますか: a condition that names a verb and not what it is done to. */
const condition = /(?:たら|れば|ても|場合[はも]?)(?!$|[？?。]|(?:いい|よい|良い|よろし|大丈夫))/u;

function dependsOnVerb(text: string, terms: readonly Term[], nouns: readonly Term[]): boolean {
  const end = condition.exec(text)?.index ?? 0;
  const before = terms.filter((term) => term.end <= end);
  // 遅刻した場合はどうなりますか: also a specific verb, where nothing else is named.
  const [only] = terms.length === 1 ? before : [];
  if (only !== undefined && (only.isVerb || /^[しさ]/u.test(text.slice(only.end)))) return true;
  return (
    before.length > 0 &&
    // 学生だったら論文のコピーはどこで頼めますか: two things are a whole matter.
    nouns.filter(({ start }) => start >= end).length < 2 &&
    !before.some(({ isSpecific, topics }) => isSpecific || topics.length > 0)
  );
}

/** Even so, or where something is missing; not 写真を撮ってもいい, which asks for leave. */
const concession =
  /(?<=(?<state>なく|[てで]い|しまっ|ちゃっ|過ぎ)?(?:[てで]も|(?<lack>な(?:い|かった)(?:場合|とき|時)は|なければ|た[のん]です(?:が|けど)(?=、?(?:大丈夫|平気|[い良]い|構))))、?)(?=[^。、]{2,16}。?$)/u;
const possible = /^(?:でき|可能|どう(?:な|すれ|した))/u;
const fine = /^(?:大丈夫|平気|[い良よ]い|構い|かまい|問題|OK|いけ)/u;

/** 委任状がなくても平気ですか: a concession before a predicate that has no object. */
function isConcession(text: string, terms: readonly Term[]): boolean {
  const found = concession.exec(text);
  if (found === null) return false;
  const [before, rest] = [text.slice(0, found.index), text.slice(found.index)];
  const named = terms.filter(({ end }) => end <= found.index);
  if (named.some(({ end }) => /^(?:には?|は|って|、)/u.test(text.slice(end)))) return false;
  if (/たい[のん]です(?:が|けど)/u.test(before)) return false;
  if (possible.test(rest)) return true;
  const { state, lack } = found.groups ?? {};
  const isState =
    state !== undefined || lack !== undefined || /(?:場合|とき|時)でも、?$/u.test(before);
  if (!isState) return false;
  const after = terms.filter(({ start }) => start >= found.index);
  return (
    fine.test(rest) ||
    (!named.some(({ isAside }) => isAside) &&
      after.length > 0 &&
      after.every(({ isVerb, isPredicate }) => isPredicate || isVerb))
  );
}

/** 猫も飼ってるんですが、そっちは: the added thing is beside one that was spoken of. */
const addedBefore = /も[^。、？?]{1,24}(?:が|けれ?ども?)、?(?:そっち|そち)/u;

/** Returns true where a pointer stands for something that the message itself did not name before it. */
function pointsOutside(text: string, nouns: readonly Term[]): boolean {
  const match = japanesePointer.exec(text);
  if (match === null) return false;
  if (addedBefore.test(textEnd(text.slice(0, match.index + match[0].length)))) return true;
  return !nouns.some(
    ({ end }) => end <= match.index && /[。、？！?!\n]/u.test(text.slice(end, match.index + 1)),
  );
}
