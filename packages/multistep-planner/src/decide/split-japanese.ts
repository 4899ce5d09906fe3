import { japaneseTermsOf } from '../language/analysis.ts';
import { isTopicalNoun } from '../language/terms.ts';
import { textEnd } from '../language/clean-text.ts';
import type { Part, Term } from '../language/reading.ts';

/** Words that begin another request within a sentence. */
const connective =
  /[、,]?\s{0,4}(?:(?:あと(?:は|、|,|\s)|(?<=(?:[、,。]|のと?|[すいんのう]かと?|です|ます|たい)\s{0,4})あと(?![払味取\p{Script=Hiragana}]))|また[、,]|それと(?!も)[、,]?|それから[、,]?|ついでに[、,]?|加えて[、,]?|そして[、,]|さらに[、,]|もう(?:一[つ点]|ひとつ|1[つ点])[、,は]?)/u;
/** A finished predicate before a comma: another clause follows. */
const finishedClause =
  /(?:ください|下さい|たいです|(?:たい|ほしい|欲しい)(?:のと|し)|(?:いくら|いつ|どこ|何[時人円日])で|ません|ました|(?<!と)かと?|の)$/u;
/** Before these と compares or accompanies, and joins no two requests. */
const comparison =
  /(?:違い|比較|比べ|どちら|どっち|どれ|同じ|一緒|同時|別々|と[^、。]{1,12}間[のに]|セット|組み合わせ|併用|同梱|関係|交換し)/u;

const condition = /(?:[後前時際中]|場合|とき|以内|以上|以降|以下|まで|から|ので|ため)$/u;

/** Cuts a Japanese message into the things it asks for, and the statements around them. */
export function splitJapanese(text: string): readonly Part[] {
  const sentences = sentencesOf(text);
  const asked = sentences.map(textEnd).map((end) => request.test(end) && !naming.test(end));
  const hasRequest = asked.includes(true);
  return sentences.flatMap((sentence, index) => {
    // VPNに繋がりません。それと、: what something is added to is asked for too.
    const isNextAdded = added.test(sentences[index + 1] ?? '');
    const isAdded = index > 0 && added.test(sentence);
    const isAsked = asked[index] === true || isNextAdded || isAdded;
    if ((hasRequest && !isAsked) || sentence.startsWith(': "'))
      return [{ text: sentence, isRequest: false }];
    const isRemark = index > 0 && remark.test(textEnd(sentence));
    const parts = splitClauses(sentence).flatMap(splitEnumeration);
    const isInverted = asksFirst.test(parts[0] ?? '');
    return parts.map((part, at) => ({
      text: part,
      isRequest:
        !(isInverted && at > 0 && reason.test(textEnd(part))) &&
        (isAsked || (!isRemark && isJapaneseRequest(part))),
    }));
  });
}

/** 夜間も診てもらえますか、犬が倒れてしまって: why the question is asked. */
const asksFirst = /(?:か(?:な|ね)?|の|でしょう)[?？]?$/u;
const reason =
  /(?:ので|から|のに|まして|(?<!教え|たく|[欲ほ]しく)[てで]|んです(?:けど|が)?|し)[。…\s]*$/u;

/** 起動できません。更新は済ませたはずなのですが: what was done goes with the problem before it. */
const remark =
  /(?:(?:た|[てで]い?ない|はず|つもり|ばかり|まま)(?:な|だった)?(?:の|ん)?(?:です)?(?:が|けど|けれど)?|のに.{0,2})[。….\s]*$/u;

/** A sentence that adds another request. */
const added = /^(?:それと|それから|また|あと|ついでに|加えて|さらに)[、,は\s]?/u;

/** 使用停止っていうんですかね: a word for what was asked about. */
const naming = /(?:って|と)[い言]うの?ん?(?:です)?(?:か|っけ)[なねー]?[。？?]*$/u;

/** 買った日からですか?使い始めた日からですか?: two values of one thing are one question. */
const alternative = `(?:それとも|(?![^。？?]{0,16}(?:いつ|いくら|ど[うこちのれん]|[何誰はがも、]))[^。？?]{2,16}(?:です|でしょう)か)`;
/** The text of a screen, then って出て, と表示され: the sentence goes on. */
const continued = '(?:って|と)(?:出|表示|言|い[わう]|書)';
const sentenceEnd = new RegExp(
  String.raw`(?<!(?:です|でしょう)か(?=[?？]\s*${alternative}))[。？?！!]+(?!\s*${continued})\s*|(?<!たら|[とばて、:])\n+(?!\n*${continued})|、(?=以上.?[つ点件])`,
  'gu',
);

/** Sentence ends outside quotations. */
function sentencesOf(text: string): readonly string[] {
  const masked = maskQuotations(text);
  const ends = Array.from(masked.matchAll(sentenceEnd), ({ index, 0: end }) => index + end.length);
  const starts = [0, ...ends];
  return starts
    .map((start, index) => text.slice(start, ends[index] ?? text.length).trim())
    .filter((part) => part !== '' && !politeness.test(part));
}

const politeness = /^以上[^。]{0,16}[。.!！]*$/u;

const request =
  /(?:[?？]|か(?:な|ね)?|でしょう|っけ|[いうくぐすつぬぶむるん]の|教え(?:て)?(?!.{0,6}(?:でした|なかった)).{0,8}|ください|下さい|(?:(?<!み)たい|ほしい|欲しい)(?:です|ん|の|が|けど|な|ね|よ)(?!思).{0,8}|(?<!み)たい|ほしい|欲しい|お願い(?:(?:し|いたし|致し)ます)?|か[もはが]?気にな(?:って(?:い|おり)?|り)?(?:ます|る)(?:ん|の)?(?:です)?)[。！!…\s]*$/u;

/** By strong connectives, and by commas after a finished predicate. Quotations are whole. */
function splitClauses(sentence: string): readonly string[] {
  const masked = maskQuotations(sentence);
  const parts: string[] = [];
  let from = 0;
  for (const cut of cutsOf(masked)) {
    const before = sentence.slice(from, cut.end).trim();
    if (before.length < 2) continue;
    parts.push(before);
    from = cut.start;
  }
  parts.push(
    sentence
      .slice(from)
      .replace(/^(?:あと(?![払味取])|また|それと|それから|ついでに)[は、,]?\s*/u, '')
      .trim(),
  );
  return parts.filter((part) => part !== '');
}

interface Cut {
  readonly end: number;
  readonly start: number;
}

function cutsOf(masked: string): readonly Cut[] {
  const cuts: Cut[] = [];
  for (let from = 0; from < masked.length;) {
    const found = connective.exec(masked.slice(from));
    if (found === null) break;
    const end = from + found.index;
    const start = end + found[0].length;
    const isMarked = /[、,。？?\sとかのい]/u.test(masked.charAt(end));
    if (
      end > 0 &&
      !examples.test(textEnd(masked.slice(0, end))) &&
      (isMarked || /(?:か[なね]?|です|ます|ません|たい|と)$/u.test(masked.slice(0, end).slice(-3)))
    )
      cuts.push({ end, start });
    from = start;
  }
  // パスポートの更新方法と、写真を撮れる場所を教えて: things that are asked for, each a clause.
  const marks = comparison.test(masked) ? [] : Array.from(masked.matchAll(listed));
  if (asksForList.test(textEnd(masked)) || marks.length > 1)
    for (const { index, 0: mark } of marks) cuts.push({ end: index, start: index + mark.length });
  for (let index = masked.indexOf('、'); index >= 0; index = masked.indexOf('、', index + 1)) {
    const before = masked.slice(Math.max(0, index - 12), index);
    if (finishedClause.test(before) && !afterthought.test(masked.slice(index + 1, index + 20)))
      cuts.push({ end: index, start: index + 1 });
  }
  return cuts
    .toSorted((left, right) => left.end - right.end)
    .filter(({ end }, index, sorted) => end >= (sorted[index - 1]?.start ?? 0));
}

/** 布団とか、カーペット、あと竿って: examples of one thing. */
const examples = /(?:とか|や)、[^。、]{1,12}、?$/u;

/** 大丈夫ですか、この容器: a noun without a predicate is what was asked about. */
const afterthought = new RegExp(
  String.raw`^${alternative}|^.{0,3}$|^[^。、]{1,16}(?:とか|など|とき|場合)。?$|^(?:この|その).{0,12}[\p{Script=Han}\p{Script=Katakana}ー][。]?$`,
  'u',
);

const asksForList =
  /(?:教え|知りたい|聞きたい|確認したい)[^、]{0,12}$|[うくすつぬぶむるた]の[はって]{1,2}(?:どう|どこ|いつ|いくら|何)[^、]{0,12}$/u;
const listed =
  /(?<=[^、]{3}(?:[\p{Script=Han}\p{Script=Katakana}ー]|\p{Script=Han}さ|\p{Script=Han}\p{Script=Hiragana}?[きしちみりれけせ]|もの|こと|ところ|[うくすつぬぶむるた]の)|の\p{Script=Han}{1,3}い)と、(?=[^、]{4,})/gu;

/** A、B、C について and A と B の X: each part receives the shared tail. */
function splitEnumeration(clause: string): readonly string[] {
  if (/[「『"]/u.test(clause)) return [clause];
  const terms = japaneseTermsOf(clause);
  const own = terms.filter(isMatter);
  if (own.length < 2) return [clause];
  const pieces = enumerationOf(clause);
  if (pieces === null) return [clause];
  const { items, tail } = pieces;
  // 到着後、何日以内なら: a time or a condition before a comma is not an item.
  if (items.some((item) => condition.test(item))) return [clause];
  const read = items.map(japaneseTermsOf);
  const isAsked =
    asksOnly.test(tail) ||
    asksAction.test(tail) ||
    (isAction.test(items[0] ?? '') && asksWhether.test(tail));
  const isEach = read.every((inner) => inner.some(isMatter)) && isAsked;
  if (!isEach || comparison.test(tail)) return [clause];
  const attribute = /^の[^のはがをにで、。？?！!]{1,12}/u.exec(tail)?.[0] ?? '';
  return items.map((item) => {
    const hasAttribute = endsInAttribute(item);
    return hasAttribute || attribute === ''
      ? `${item}${tail.slice(attribute.length)}`
      : `${item}${tail}`;
  });
}

/** Only asks for the items and states nothing about them: unlike が使えますか, which asks one thing of all. */
const asksOnly =
  /^(?:の[^のはがをにで、。？?！!]{1,12})?(?:に(?:必要|かか)[^、。？?]{0,6})?(?:(?:について|に関して)(?:の[^のはがを、。]{1,12}を)?|って|[をはが])?も?(?:、|まとめて|一緒に|それぞれ)*(?:には?(?:何|どんな|どの)|どのく|(?<=それぞれ)(?:どの|何|どこ)|教え|おしえ|いつ(?:で|頃|$)|知り|聞き|伺|確認|お願い|説明|どう|いくら|何|[。？?！!]|$)/u;

/** 写真撮影とベビーカーの利用は可能ですか: whether each may be done, where the first names its own action. */
const isAction = /\p{Script=Han}{4}$|の\p{Script=Han}{2,4}$/u;
const asksWhether = /^[はも](?:[^、。はがを]{1,6}で)?(?:可能|でき)/u;
/** 水泳教室とテニス教室の申し込みはどこですか: one action on each. */
const asksAction =
  /^の(?:\p{Script=Han}{2,4}|\p{Script=Han}[いしりえきち]\p{Script=Han}[しみりえけ])(?:[はも](?:[^、。はがを]{1,6}で)?(?:可能|でき|どこ|どう|いつ)|をしたい)/u;

function isMatter(term: Term): boolean {
  return isTopicalNoun(term) || term.isAttribute;
}

/** 返品方法 has its own attribute; サイズ交換 has none, though サイズ is one. */
function endsInAttribute(item: string): boolean {
  return [2, 3, 4].some((length) => {
    const [term] = japaneseTermsOf(item.slice(-length));
    return term?.isBareAttribute === true && term.text.length === length;
  });
}

/** Nouns joined by と、や、および、comma, and what follows the last of them. */
function enumerationOf(
  clause: string,
): { readonly items: readonly string[]; readonly tail: string } | null {
  const separator =
    /(?:と(?!思|言|い[うっわ]|聞|の間|なる|なっ|する|し[てた物]|き|こ|も|て|同|一緒|比べ|違)、?|、(?!それぞれ|すべて|全部)|および|及び|や(?!り))/gu;
  const marks = Array.from(clause.matchAll(separator), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  })).filter(({ start }) => isAfterNoun(clause, start));
  if (marks.length === 0) return null;
  const last = marks.at(-1);
  if (last === undefined) return null;
  const rest = clause.slice(last.end);
  const [lastItem = ''] =
    /^[\p{Script=Han}\p{Script=Katakana}ー\p{L}\p{N}]{0,60}?(?:の[\p{Script=Han}\p{Script=Katakana}ー]{1,30})?(?=の[\p{Script=Han}\p{Script=Katakana}ー]{1,30}(?:を|は|が|に|も|$)|について|に関|[をはがもにで、。？?]|$)/u.exec(
      rest,
    ) ?? [];
  if (lastItem === '') return null;
  const before = clause.slice(0, last.start);
  // A の B once, after the last item, belongs to all of them.
  const shared = /^(.+?)(の[^の]+)$/u.exec(lastItem);
  const lastOne = shared?.[1] !== undefined && !before.includes('の') ? shared[1] : lastItem;
  const starts = [0, ...marks.map(({ end }) => end)];
  const items = starts.map((start, index) =>
    (index < marks.length ? clause.slice(start, marks[index]?.start) : lastOne).trim(),
  );
  return items.some((item) => item === '') ? null : { items, tail: rest.slice(lastOne.length) };
}

/** と after a verb quotes; after a noun it joins. */
function isAfterNoun(clause: string, at: number): boolean {
  return (
    /[\p{Script=Han}\p{Script=Katakana}ーA-Za-z0-9）)]$|(?:続き|込み|もり|え替え|取り|ごみ|払い)$/u.test(
      clause.slice(Math.max(0, at - 3), at),
    ) || compound.test(clause.slice(Math.max(0, at - 3), at + 1))
  );
}

/** 払い戻しと, 申し込みと: a noun of two verbs. */
const compound = /[いしりえきち]\p{Script=Han}[しみりえけ]と$/u;

/** Returns true for a part that asks for something, and does not only set the scene. */
function isJapaneseRequest(part: string): boolean {
  const end = textEnd(part);
  return (
    /(?:かな?|の|(?<!なく)て|さい|たい|願い|ほしい|欲しい|も|は|件|方法?|希望)(?:です|[しい]?ます|[のん]です|けど|が){0,4}[。！!、,\s]{0,40}$/u.test(
      end,
    ) || !/(?:た|だ|です|ます|ました|ません|なくて)[。！!\s]*$/u.test(end)
  );
}

const closers: ReadonlyMap<string, string> = new Map([
  ['「', '」'],
  ['『', '』'],
  ['"', '"'],
]);

/** Writes `＊` over each closed quotation; offsets stay. Linear: a missing closer is looked for once. */
export function maskQuotations(text: string): string {
  const missing = new Set<string>();
  let masked = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const closer = closers.get(text.charAt(at));
    if (closer === undefined || missing.has(closer)) continue;
    const end = text.indexOf(closer, at + 1);
    if (end < 0) {
      missing.add(closer);
      continue;
    }
    masked += text.slice(from, at) + '＊'.repeat(end + 1 - at);
    from = end + 1;
    at = end;
  }
  return masked + text.slice(from);
}
