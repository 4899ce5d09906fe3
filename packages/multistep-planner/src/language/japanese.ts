import { japaneseSignals } from './japanese-signals.ts';
import { contentWords, kanaWords, type Piece } from './japanese-words.ts';
import { type CompiledLexicon, identifier, isOwnKind, type ValueKind } from './lexicon.ts';
import type { Term, TextReading } from './reading.ts';

const dateLike =
  /^(?:\d+月)?\d+[日月年]$|^\d+\/[\d/]+$|^[月火水木金土日]曜日?$|^(?:明日|今日|昨日|来週|今週|週末|平日|土日|祝日|年末年始)/u;

/** Reads a Japanese text: its terms, and the signals of its form. */
export function readJapanese(text: string, lexicon: CompiledLexicon): TextReading {
  const terms = japaneseTerms(text, lexicon);
  return { terms, signals: japaneseSignals(text, terms), words: [] };
}

/** Returns the content terms of a Japanese text in order, without stop terms. */
export function japaneseTerms(text: string, lexicon: CompiledLexicon): readonly Term[] {
  const namesPrice = /[料代費金額値価]/u.test(text);
  return contentWords(text, lexicon)
    .filter((piece) => !isStop(piece.text, lexicon) && !isVoid(piece, text, namesPrice))
    .map(({ text: word, start, end }) => {
      const reading = knownWord(word, text.slice(end, end + longestMark), lexicon);
      // この電話は使えますか: not how, but the thing itself.
      const isHeld = channel.test(word) && text.slice(0, start).endsWith('この');
      const bare = wholeWord(word, text.slice(end, end + longestEnding));
      // お湯, お茶: one Han alone is read in another way.
      const written = oneHan.test(word) && text.charAt(start - 1) === 'お' ? `お${bare}` : bare;
      return { ...reading, written, isSpecific: reading.isSpecific || isHeld, start, end };
    });
}

const oneHan = /^\p{Script=Han}$/u;
/** UTF-16 units after a stem that show its ending. */
const longestEnding = 8;
/** 忘れ|た, 使え|ます: a stem in e before the ending of a verb. Not 初めて. */
const stemInE = /(?<!初)[えけげせてねべめれ]\|(?:[てた]|ま[すし])/u;
/** 届か|ない, 止ま|らない: a negation, which the query keeps. 送っ|て, 空い|てる, 飲|んだ, 預か|って: an ending that changed the sound. */
const wordEnd =
  /\p{Script=Hiragana}\|(?:ら?な(?:い|く(?:なった)?|かった)|ません)|[っい]\|(?:て(?:いる|る)?|た(?![いくが]))|[かがさたなまらわ]\|って|\p{Script=Han}\|ん[でだ]/u;

/** 夕食|なしの, 窓|がない, 朝食|はいらない: without its negation a thing would be searched as wanted. Not a question: 窓はないですか. */
const lack =
  /^(?:なし(?![がくてと])|ぬき|[がの]ない|は?いら(?:ない|ん)|は?いりません)(?![^。、]{0,4}か)/u;

/** Returns a word as a query holds it: a stem that is no word with its ending, or as the dictionary has it. */
function wholeWord(word: string, after: string): string {
  const pair = `${word}|${after}`;
  // Most words have no ending: the first characters cost less than the patterns.
  if ('なぬがのはい'.includes(after.charAt(0))) {
    const missing = lack.exec(after)?.[0];
    if (missing !== undefined) return word + missing;
  }
  if (!'なまらてたんっ'.includes(after.charAt(0)) || !/\p{Script=Han}/u.test(word)) return word;
  return stemInE.test(pair) ? `${word}る` : word + (wordEnd.exec(pair)?.[0].slice(2) ?? '');
}

/** 必要 is only a word of 必要なもの; いくら adds nothing beside a price. */
function isVoid({ text: word, end }: Piece, text: string, namesPrice: boolean): boolean {
  return word === '必要' ? !/[な ]/u.test(text.charAt(end)) : namesPrice && word.endsWith('いくら');
}

type WordReading = Omit<Term, 'start' | 'end' | 'written'>;

/** Words recur within a message and between messages: each is looked up once. Bounded. */
const wordsByLexicon = new WeakMap<CompiledLexicon, Map<string, WordReading>>();
const mostWords = 1000;

function knownWord(text: string, after: string, lexicon: CompiledLexicon): WordReading {
  const known = wordsByLexicon.get(lexicon) ?? new Map<string, WordReading>();
  const key = `${text} ${after}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const reading = readWord(text, after, lexicon);
  if (known.size >= mostWords) known.clear();
  wordsByLexicon.set(lexicon, known.set(key, reading));
  return reading;
}

/** A verb stem is a stop term in any of its forms: 教え, 教えて, 分からない. */
function isStop(text: string, { stop, known }: CompiledLexicon): boolean {
  if (stop.has(text)) return true;
  if (known.has(text)) return false;
  if (text.startsWith('何')) return !counted.test(text) || /^何[時月日]$/u.test(text);
  if (text.length === 1 && /[\p{Script=Hiragana}]/u.test(text)) return true;
  const stem = stemOf(text);
  return stem !== '' && stem !== text && stop.has(stem);
}

/** UTF-16 units after a term that show its part in the sentence. */
const longestMark = 4;
/** Particles after a place, a tool, a company or a limit. */
const aside =
  /^(?:で(?!す|し|き|な|は)|から(?!は)|まで|へ|と(?!は|い|か|[っりるらろ])|より|なし|抜き|付き|に(?!は|申|する|した[いら]|[^、。]{1,2}を|応募|参加|加入|入会|登録|追加|入|な[っりる]|つ[いな]|接続|関))/u;
/** A kana word is a noun before these; elsewhere it is a part of a verb. */
const afterNoun = /^(?:[はがをのにもでへと？?、。\s]|って|から|まで|$)/u;

/** Looks a word up as a whole, else by the known words it is composed of. */
function readWord(text: string, after: string, lexicon: CompiledLexicon): WordReading {
  const isVerb =
    (verbForm.test(text) && !(nounForm.test(text) && nounMark.test(after))) ||
    (text.length === 1 && /^ん[でだ]/u.test(after)) ||
    (action.test(text) && /^(?:して(?:も|いい)|でき|されま)/u.test(after));
  const topics: string[] = [];
  const values: { kind: ValueKind; value: string }[] = [];
  let [isAttribute, isGeneric, isPredicate, isCircumstance] = [false, false, false, false];
  let hasOwner = false;
  const unknown = eachKnown(text, lexicon, (word) => {
    const topic = lexicon.topicOf.get(word);
    const kind = lexicon.valueOf.get(word);
    if (topic !== undefined) topics.push(topic);
    if (kind !== undefined) values.push({ kind, value: word });
    if (lexicon.attributes.has(word)) isAttribute = true;
    else if (lexicon.generic.has(word)) isGeneric = true;
    else if (lexicon.predicates.has(word)) isPredicate = true;
    else if (lexicon.circumstances.has(word)) isCircumstance = true;
    else if (topic === undefined && (kind === undefined || isOwnKind(kind))) hasOwner = true;
  });
  // 書き方, 使い方: how something is done that is not named.
  const isManner = text.endsWith('方') && lexicon.predicates.has(stemOf(text.slice(0, -1)));
  if (isManner) isAttribute = true;
  const rest = isManner ? 0 : unknown;
  const isIdentifier = identifier.test(text);
  if (isIdentifier) values.push({ kind: 'order', value: text });
  else if (dateLike.test(text)) values.push({ kind: 'date', value: text });
  const isWeak = isWeakWord(text, after, lexicon) && topics.length === 0;
  const isCounted = counted.test(text);
  // メールが送れません: not how, but what.
  if (
    channel.test(text) &&
    /^[がを](?!くだ|いい|お願|もら|いただ|届い|来(?!な|ませ)|送った|し|あった|かかっ)/u.test(after)
  )
    hasOwner = true;
  const isNamed = (rest > 0 && !isWeak) || hasOwner;
  const isBare = !hasOwner && rest === 0 && topics.length === 0 && values.length === 0;
  return {
    text,
    key: text.toLowerCase(),
    topics,
    values,
    isAttribute,
    isBareAttribute: isAttribute && (isBare || lexicon.attributes.has(text)),
    isGeneric,
    isPredicate: isPredicate || isWeak,
    isCircumstance: isCircumstance || isCounted,
    isSpecific:
      isNamed &&
      // ドイツ語 is no place.
      (rest > 2 || text.endsWith('語') || values.every(({ kind }) => isOwnKind(kind))) &&
      !isCounted,
    isVerb,
    isAside: aside.test(after),
    isClosing: lexicon.closing.has(text) || lexicon.closing.has(stemOf(text)),
    isIdentifier,
  };
}

const channel = /(?:メール|電話|ウェブ|web|オンライン)$/iu;

/** One or two Han with okurigana: 届き, 受け取れ. */
const verbForm =
  /^\p{Script=Han}(?:\p{Script=Hiragana}?\p{Script=Han})?(?!(?:ども|ごはん|ごみ|ねぎ|いす|.*ず)$)\p{Script=Hiragana}{1,4}$/u;
/** 共有してもいい: a noun of action in the place of a verb, unless it needs no object. */
const action =
  /^(?:事前|当日|共同|途中)?(?!駐|両替|喫煙|入浴|宿泊|充電|撮影|印刷|診)\p{Script=Han}{2}$/u;
/** 振り込みの手数料, 払い戻しは: before a particle of nouns the joining form of a verb is a noun. */
const nounForm = /[いきしちにびみりぎえけせてねべめれげ]$/u;
const nounMark = /^(?:[をがはァ-ヺ]|だけ|の(?![はがをにでかも？?。何前後際]|$))/u;
/** A number with its counter. */
const counted =
  /^(?:[-−$€£¥]?\d+(?:[.,]\d+)*(?:°[CF]?|[%€£])?|[一二三四五六七八九十]+|[何半数])(?:人|名|級|年生|日|時間|時|分|回|個|枚|本|歳|才|円|泊|か月|ヶ月|カ月|週間|週|年|月|階|冊|台|半|件|点|通|杯|匹|頭|着|足|部|席|室|箱|袋|か所|箇所|カ所|度|割|つ|目){0,6}(?:以[上下内]|前|後|間|未満)?$/u;

function stemOf(text: string): string {
  return text.replace(/\p{Script=Hiragana}+$/u, '');
}

/** Returns true for a verb or adjective that names nothing by itself, and for kana that are part of one. */
function isWeakWord(text: string, after: string, { predicates, known }: CompiledLexicon): boolean {
  if (known.has(text)) return predicates.has(text);
  const stem = stemOf(text);
  // 調子悪い: of two weak words.
  const last = stem.length > 2 && known.has(stem.slice(0, -1)) ? stem.slice(-1) : stem;
  if (stem !== '') return stem !== text && (predicates.has(stem) || predicates.has(last));
  if (kanaWords.words.has(text)) return false;
  return !afterNoun.test(after);
}

/** Calls back for each known word, longest first from the left; returns how many characters are left. */
function eachKnown(
  text: string,
  { known, longest }: CompiledLexicon,
  found: (word: string) => void,
): number {
  if (known.has(text)) {
    found(text);
    return 0;
  }
  let rest = 0;
  for (let position = 0; position < text.length;) {
    let length = Math.min(longest, text.length - position);
    // Single characters are never looked up: a character does not determine the word it is part of.
    while (length > 1 && !known.has(text.slice(position, position + length))) length -= 1;
    // タイ in タイヤ: two katakana are part of a longer word.
    if (length === 2 && /^[ァ-ヺー]{3}/u.test(text.slice(position))) length = 1;
    if (length > 1) found(text.slice(position, position + length));
    else rest += /[\p{Script=Hiragana}]/u.test(text.charAt(position)) && position > 0 ? 0 : 1;
    position += Math.max(1, length);
  }
  return rest;
}
