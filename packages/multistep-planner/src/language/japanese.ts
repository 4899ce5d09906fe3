import { announcesTopic, japaneseReactions, textEnd } from './clean-text.ts';
import { japaneseFunctionWords, japaneseKanaWords } from './ja.ts';
import { type CompiledLexicon, isOwnKind, type ValueKind } from './lexicon.ts';
import type { Signals, Term, TextReading } from './reading.ts';

/** A content word, with UTF-16 offsets. */
interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const identifier = /^#?[A-Z]{1,4}-?\d{3,}$|^\d{6,}$|^\d{2,}-\d{2,}(?:-\d+)*$/iu;
const dateLike =
  /^\d+(?:日|月|月\d+日|年)$|^(?:月|火|水|木|金|土|日)曜日?$|^(?:明日|今日|昨日|来週|今週|週末|平日|土日|祝日|年末年始)/u;
const thing = /.(?:(?<!返)品|アイテム|グッズ)$/u;
const sizeLike = /^\d+(?:\.\d+)?(?:cm|mm|kg|g|ml|l|センチ|号)$|^(?:xs|s|m|l|ll|xl|xxl)$/iu;

/** Reads a Japanese text: its terms, and the signals of its form. */
export function readJapanese(text: string, lexicon: CompiledLexicon): TextReading {
  const terms = japaneseTerms(text, lexicon);
  return { terms, signals: japaneseSignals(text, terms), words: [] };
}

/** Returns the content terms of a Japanese text in order, without stop terms. */
export function japaneseTerms(text: string, lexicon: CompiledLexicon): readonly Term[] {
  return contentWords(text, lexicon)
    .filter((piece) => piece.text !== 'ー' && !isStop(piece.text, lexicon))
    .map(({ text: word, start, end }) => ({
      ...knownWord(word, text.slice(end, end + longestMark), lexicon),
      start,
      end,
    }));
}

type WordReading = Omit<Term, 'start' | 'end'>;

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
  if (text.startsWith('何')) return true;
  if (text.length === 1 && /[\p{Script=Hiragana}]/u.test(text)) return true;
  const stem = text.replace(/\p{Script=Hiragana}+$/u, '');
  return stem !== '' && stem !== text && stem.length === 1 && stop.has(stem);
}

/** UTF-16 units after a term that show its part in the sentence. */
const longestMark = 4;
/** Particles after a place, a tool, a company or a limit. */
const aside =
  /^(?:で(?!す|し|き|な|は)|から(?!は)|まで|へ|と(?!は|い)|より|なし|抜き|付き|に(?!は|申|応募|参加|加入|入会|登録|つい|関))/u;
/** A kana word is a noun before these; elsewhere it is a part of a verb. */
const afterNoun = /^(?:[はがをのにもでへと？?、。\s]|って|から|まで|$)/u;

/** Looks a word up as a whole, else by the known words it is composed of. */
function readWord(text: string, after: string, lexicon: CompiledLexicon): WordReading {
  // A compound is what its last part is: セール品 is a thing, not a sale.
  const isThing = thing.test(text) && !lexicon.known.has(text);
  const isVerb = verbForm.test(text);
  const topics: string[] = [];
  const values: { kind: ValueKind; value: string }[] = [];
  let [isAttribute, isGeneric, isPredicate, isCircumstance] = [false, false, false, false];
  let hasOwner = false;
  const unknown = eachKnown(text, lexicon, (word) => {
    const topic = lexicon.topicOf.get(word);
    const kind = lexicon.valueOf.get(word);
    if (topic !== undefined && !isThing) topics.push(topic);
    if (kind !== undefined) values.push({ kind, value: word });
    if (lexicon.attributes.has(word)) isAttribute = true;
    else if (lexicon.generic.has(word)) isGeneric = true;
    else if (lexicon.predicates.has(word)) isPredicate = true;
    else if (lexicon.circumstances.has(word)) isCircumstance = true;
    else if (topic === undefined && (kind === undefined || (kind !== 'person' && isOwnKind(kind))))
      hasOwner = true;
  });
  const isManner = isMannerOf(text, lexicon);
  if (isManner) isAttribute = true;
  const rest = isManner ? 0 : unknown;
  const isIdentifier = identifier.test(text);
  if (isIdentifier) values.push({ kind: 'order', value: text });
  else if (dateLike.test(text)) values.push({ kind: 'date', value: text });
  else if (sizeLike.test(text)) values.push({ kind: 'size', value: text });
  const isWeak = isWeakWord(text, after, lexicon) && topics.length === 0;
  const isCounted = counted.test(text);
  // メールが送れません: not how, but what.
  if (
    channel.test(text) &&
    /^[がを](?!くだ|いい|お願|もら|いただ|届い|来(?!な|ませ)|送った|し)/u.test(after)
  )
    hasOwner = true;
  const isNamed = (rest > 0 && !isWeak) || hasOwner || isThing;
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
    isSpecific: isNamed && (rest > 2 || values.every(({ kind }) => isOwnKind(kind))) && !isCounted,
    isVerb,
    isAside: aside.test(after),
    isClosing: lexicon.closing.has(text) || lexicon.closing.has(stemOf(text)),
    isIdentifier,
  };
}

const channel = /(?:メール|電話|ウェブ|web|オンライン)$/iu;

/** One or two Han with okurigana: 届き, 受け取れ. */
const verbForm = /^\p{Script=Han}(?:\p{Script=Hiragana}?\p{Script=Han})?\p{Script=Hiragana}{1,4}$/u;
/** A number with its counter. */
const counted =
  /^(?:\d+|[一二三四五六七八九十]+|[何半数])(?:人|名|年生|日|時間|時|分|回|個|枚|本|歳|才|円|泊|か月|ヶ月|カ月|週間|週|年|月|階|冊|台|件|点|通|杯|匹|頭|着|足|部|席|室|箱|袋|か所|箇所|カ所|度|割|つ|目|回目|日目)*(?:以[上下内]|前|後|間|未満)?$/u;

/** 書き方, 使い方: how something is done that is not named. */
function isMannerOf(word: string, { predicates }: CompiledLexicon): boolean {
  return word.endsWith('方') && predicates.has(stemOf(word.slice(0, -1)));
}

function stemOf(text: string): string {
  return text.replace(/\p{Script=Hiragana}+$/u, '');
}

/** Returns true for a verb or adjective that names nothing by itself, and for kana that are part of one. */
function isWeakWord(text: string, after: string, { predicates, known }: CompiledLexicon): boolean {
  if (known.has(text)) return predicates.has(text);
  const stem = stemOf(text);
  if (stem !== '') return stem !== text && predicates.has(stem);
  if (kanaWords.words.has(text)) return false;
  return !afterNoun.test(after) || [2, 3].some((length) => predicates.has(text.slice(0, length)));
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
    if (length > 1) found(text.slice(position, position + length));
    else rest += /[\p{Script=Hiragana}]/u.test(text.charAt(position)) && position > 0 ? 0 : 1;
    position += Math.max(1, length);
  }
  return rest;
}

const functionWords = tableOf(japaneseFunctionWords);
const kanaWords = tableOf(japaneseKanaWords);
/** Inflected ends that make the kana before them okurigana, though it could be a particle. */
const inflection =
  /^[かさたばまらわきしちびみりいえけせてねべめれっ](?:ない|なか|なく|ず|れ|せ|ます|ませ|まし|た[いくか]|ん$)/u;
/** 届いた, 買った: the sound change of a verb of one Han; not 注文いたします. */
const soundChange = /^[いっ](?:た(?!だ)|て)/u;
/** 申し込み, 貸し出し, 消した: after one Han し is the verb's own; not 黒しか, 少し, and 3日したら is する. */
const ownEnd = /^し(?!か(?!た))/u;
const noVerb = /[年月週日時分秒回度個本枚点人円少]$/u;
const hanEnd = /\p{Script=Han}+$/u;
/** 昨日|届いた, 来月|引っ越す: the time is a separate word; not 今年度, 来月号. */
const timeWord =
  /^(?:[一二三][個点件]|全部|全然|突然|最近|毎回|結局|一昨日|昨日|今日|明日|明後日|先日|先週|今週|来週|先月|今月|来月|去年|昨年|今年|来年)(?![号度比分中末頭初])(?=.)/u;
/** 24時間|使えます: the counter is a separate word. */
const counterWord = /^(?:時間|[日週年]間|分間?|日|年|回|枚|人|名|台|個|本|冊)(?=.$)/u;
/** 見積もり, 預かり, 繋がらない, 延ばす: after the particles も, か, が and ば these do not follow. */
const stemEnd = /^(?:もり|か[りるれっ](?!た?が)|が[らりるれっ]|ば[さしすせそ])/u;
/** 入園申し込み, 引越し先, 引越しの: before another part of a noun, or a particle, し is the end of a verb. */
const secondPart = /^(?:込|[先後日前元時中代料費]|[出上切替換入合付引直返戻越]$)/u;
/** A verb in the form that joins a noun: 問い+合わせ, 引っ+越し; not 違う+商品, not 赤い+鋳物. */
const joinsNoun = /\p{Script=Han}\p{Script=Hiragana}*[いきしちにびみりぎけせてめれえげべっ]$/u;
const adjective =
  /(?:しい|[赤青白黒高安新古大小長短重軽良悪早遅近遠強弱暑寒熱冷甘辛太細丸狭広厚薄]い)$/u;
const honorific = /[おご]$/u;
/** あと払い, まえ払い: not the connective あと. */
const prefixEnd = /(?:あと|まえ|さき)[払味取]$/u;
/** 3か月, 2か国: the kana is part of the counter. */
const counter = /^[月所国年条]/u;
const prefixLength = 2;
const prefix = /^(?:あと|まえ|さき)$/u;

/** UTF-16 units; what is longer is no word. */
const longestCompound = 24;
/** UTF-16 units of Latin letters that are one word with the katakana beside them: ICカード, プランS. */
const shortName = 3;

/** がん+検診, みどり+分館; not おいしい+店. */
const kanaNoun = /^\p{Script=Hiragana}{1,4}(?:[んみこち]|(?<=..)り|さと)$/u;

/** A longest stretch of characters of one script. */
interface ScriptRun extends Piece {
  readonly kind: 'han' | 'katakana' | 'hiragana' | 'latin';
}

/**
 * Returns the runs of one script. Joiners (`-_.#&'`) belong to the Latin run they are inside of. Looks at each code
 * unit: a pattern for the scripts would make a rule plan 15 % slower (benchmarks/src/planner-speed.ts).
 */
function scriptRuns(text: string): readonly ScriptRun[] {
  const runs: ScriptRun[] = [];
  let kind: ScriptRun['kind'] | null = null;
  let start = 0;
  for (let index = 0; index <= text.length; index += 1) {
    let next = scriptOf(text.charCodeAt(index));
    const isJoiner = next === null && kind === 'latin' && "-_.#&'".includes(text.charAt(index));
    if (isJoiner && scriptOf(text.charCodeAt(index + 1)) === 'latin') next = 'latin';
    if (next === kind && index < text.length) continue;
    if (kind !== null) runs.push({ kind, text: text.slice(start, index), start, end: index });
    kind = next;
    start = index;
  }
  return runs;
}

/** Returns the script of a code unit, by the blocks of Unicode; Cyrillic, Greek and Hangul count as Latin. */
function scriptOf(code: number): ScriptRun['kind'] | null {
  const isWithin = (first: number, last: number): boolean => code >= first && code <= last;
  if (isWithin(0x3041, 0x3096)) return 'hiragana';
  if (isWithin(0x30a1, 0x30fa) || code === 0x30fc) return 'katakana';
  if (isWithin(0x4e00, 0x9fff) || isWithin(0x3400, 0x4dbf) || isWithin(0xf900, 0xfaff))
    return 'han';
  if (code === 0x3005 || code === 0x3006) return 'han';
  if (isWithin(0x30, 0x39) || isWithin(0x41, 0x5a) || isWithin(0x61, 0x7a)) return 'latin';
  if (code === 0xd7 || code === 0xf7) return null;
  const isLatin = isWithin(0xc0, 0x24f) || isWithin(0x370, 0x52f) || isWithin(0xac00, 0xd7a3);
  return isLatin ? 'latin' : null;
}

/**
 * Cuts Japanese text into its content words, by script runs and a longest match over a table of
 * function words within hiragana. No dictionary of content words, no ICU. Linear.
 */
function contentWords(text: string, lexicon: CompiledLexicon): readonly Piece[] {
  const pieces: Piece[] = [];
  const runs = scriptRuns(text);
  for (const [index, run] of runs.entries()) {
    const [previous, following] = [runs[index - 1], runs[index + 1]];
    const before = previous?.end === run.start ? previous : undefined;
    const after = following?.start === run.end ? following : undefined;
    if (run.text === 'か' && /\d$/u.test(before?.text ?? '') && counter.test(after?.text ?? '')) {
      addContent({ ...run, kind: 'han' }, before, pieces, lexicon);
      continue;
    }
    if (run.kind === 'hiragana') {
      cutHiragana(run, before, after, pieces);
      continue;
    }
    const time = run.kind === 'han' ? timeLength(run.text, before, after, lexicon) : 0;
    if (time > 0) addContent(partOf(run, 0, time), before, pieces, lexicon);
    const asked = run.kind === 'han' && after !== undefined ? askingVerb(run.text, after.text) : 0;
    const rest = partOf(run, time, run.text.length - asked);
    addContent(rest, time > 0 ? undefined : before, pieces, lexicon);
    if (asked > 0) pieces.push(partOf(run, run.text.length - asked, run.text.length));
  }
  return pieces;
}

/** Returns how many characters at the start of a Han run are a time, or the counter of a number. */
function timeLength(
  han: string,
  before: ScriptRun | undefined,
  after: ScriptRun | undefined,
  { predicates }: CompiledLexicon,
): number {
  const isCounted = /\d$/u.test(before?.text ?? '') && after?.kind === 'hiragana';
  if (!isCounted) return timeWord.exec(han)?.[0].length ?? 0;
  const length = counterWord.exec(han)?.[0].length ?? 0;
  return predicates.has(han.slice(length)) ? length : 0;
}

/** 手順|教えて, 資料|欲しい: the verb of asking without a particle before it is not part of the noun. */
const asking =
  /.(教え[てる]|知り[たま]|聞き[たま]|伺い[たま]|欲し[いく]|下さ[いっる]|出来[るまなた])/u;

/** Returns how many characters at the end of a Han run are the stem of a verb of asking. */
function askingVerb(han: string, kana: string): number {
  const found = asking.exec(`${han.slice(-asksWithin)}${kana.slice(0, 2)}`);
  if (found === null) return 0;
  const length = Math.min(han.length, asksWithin) - found.index - 1;
  return length > 0 && length <= 2 ? length : 0;
}

const asksWithin = 3;

function partOf(run: ScriptRun, from: number, to: number): ScriptRun {
  const { kind, text, start } = run;
  return { kind, text: text.slice(from, to), start: start + from, end: start + to };
}

/** Joins what belongs together: 問い+合わせ, 10+日, ギフト+配送, 文字+コード, but not 返品+ポリシー: that is a known word. */
function addContent(
  run: ScriptRun,
  before: ScriptRun | undefined,
  pieces: Piece[],
  { known }: CompiledLexicon,
): void {
  const { text } = run;
  const last = pieces.at(-1);
  if (last === undefined || last.end !== run.start || before === undefined) {
    pieces.push(run);
    return;
  }
  const isJoined =
    (before.kind === 'hiragana' &&
      run.kind === 'han' &&
      (prefix.test(last.text) || kanaNoun.test(last.text))) ||
    (before.kind === 'hiragana' &&
      run.kind === 'han' &&
      last.text.length <= longestCompound &&
      joinsNoun.test(last.text) &&
      !adjective.test(last.text)) ||
    (before.kind === 'latin' && run.kind === 'katakana' && last.text.length <= shortName) ||
    (before.kind === 'katakana' && run.kind === 'latin' && text.length <= shortName) ||
    (before.kind === 'katakana' && run.kind === 'han') ||
    (run.kind === 'han' && /\d[か]?$/u.test(last.text)) ||
    (before.kind === 'han' &&
      run.kind === 'latin' &&
      (last.text === '第' || /^[A-Z]{2,3}$/u.test(text))) ||
    (before.kind === 'han' &&
      run.kind === 'katakana' &&
      (last.text.length < 2 || text.length < 3 || !known.has(text)));
  if (isJoined) pieces[pieces.length - 1] = { ...last, text: last.text + text, end: run.end };
  else pieces.push(run);
}

function cutHiragana(
  { text: body, start }: ScriptRun,
  before: ScriptRun | undefined,
  after: ScriptRun | undefined,
  pieces: Piece[],
): void {
  // お and ご before a noun are politeness and stay out of the word.
  const isPolite = after !== undefined && honorific.test(body);
  const isPrefix = after !== undefined && prefixEnd.test(`${body}${after.text.charAt(0)}`);
  const end = isPolite ? body.length - 1 : isPrefix ? body.length - prefixLength : body.length;
  const stem = hanEnd.exec(pieces.at(-1)?.text.slice(-longestMark) ?? '')?.[0] ?? '';
  const isInner = body === 'し' ? secondPart.test(after?.text ?? '') : /^し[のをがは]/u.test(body);
  const isCompound = (stem.length > 1 && !isInner) || noVerb.test(stem);
  let isOkurigana = before?.kind === 'han';
  let position = isOkurigana ? okuriganaLength(stem, body, after?.text) : 0;
  let pendingFrom = 0;
  const flush = (to: number): void => {
    if (to > pendingFrom)
      addKana(body.slice(pendingFrom, to), start + pendingFrom, isOkurigana, pieces);
  };
  while (position < end) {
    const rest = body.slice(position, Math.min(end, position + longestView));
    const noun = isOkurigana && position === 0 ? 0 : longestMatch(kanaWords, rest);
    const word = functionLength(rest, {
      isAtStart: position === 0,
      isAttached: before !== undefined,
      isOkurigana,
      isCompound,
      pending: position - pendingFrom,
    });
    if (noun > word) {
      flush(position);
      addKana(body.slice(position, position + noun), start + position, false, pieces);
    } else if (word === 0) {
      position += 1;
      continue;
    } else flush(position);
    position += Math.max(noun, word);
    pendingFrom = position;
    isOkurigana = false;
  }
  flush(end);
  if (isPrefix) addKana(body.slice(end), start + end, false, pieces);
}

/** 子ども, 朝ごはん, 落とし物, 捨て方: how much of the kana after a Han is a part of the word though it looks like a particle. */
function okuriganaLength(stem: string, body: string, after = ''): number {
  const noun = /^(?:ども|ごはん)/u.exec(body)?.[0];
  if (noun !== undefined) return noun.length;
  if (stem.endsWith('落')) return /^と(?:し(?=$|[のをがは])|[させ])?/u.exec(body)?.[0].length ?? 0;
  return body === 'て' && /^[方場]/u.test(after) ? 1 : 0;
}

interface Place {
  readonly isAtStart: boolean;
  readonly isAttached: boolean;
  readonly isOkurigana: boolean;
  /** After two Han or more し is the verb する: 変更します, but 話します. */
  readonly isCompound: boolean;
  /** Kana before it that are not a function word. */
  readonly pending: number;
}

/** Length of the function word at this place, 0 for none. */
function functionLength(
  rest: string,
  { isAtStart, isAttached, isOkurigana, isCompound, pending }: Place,
): number {
  const length = withoutNoun(longestMatch(functionWords, rest), rest);
  // 水ぼうそうの: not そう.
  if (length === 0 || (pending > 0 && /^そう[のをがは]/u.test(rest))) return 0;
  // どこです is どこ and です, though どこで is a word.
  if (rest.charAt(length - 1) === 'で' && rest.charAt(length) === 'す')
    return length > 1 ? length - 1 : 0;
  if (
    isAtStart &&
    isOkurigana &&
    (stemEnd.test(rest) ||
      (inflection.test(rest)
        ? !(isCompound && /^[しさせ]/u.test(rest))
        : !isCompound && (soundChange.test(rest) || ownEnd.test(rest))))
  ) {
    return 0;
  }
  // A sentence does not begin with a particle: a lone kana there begins a word.
  if (isAtStart && !isAttached && length === 1 && rest.length > 1) return 0;
  // Inside a kana word only what cannot be a part of it ends it.
  if (pending > 0 && !isOkurigana && length === 1 && !/^[はがをにでとのも]/u.test(rest)) return 0;
  return length;
}

/** のはがき: a particle before a kana noun wins over a longer function word that cuts into the noun. */
function withoutNoun(length: number, rest: string): number {
  for (let shorter = 1; shorter < length; shorter += 1) {
    if (!functionWords.words.has(rest.slice(0, shorter))) continue;
    if (shorter + longestMatch(kanaWords, rest.slice(shorter)) > length) return shorter;
  }
  return length;
}

function addKana(text: string, start: number, isOkurigana: boolean, pieces: Piece[]): void {
  const last = pieces.at(-1);
  const end = start + text.length;
  if (isOkurigana && last?.end === start) {
    pieces[pieces.length - 1] = { ...last, text: last.text + text, end };
    return;
  }
  pieces.push({ text, start, end });
}

/** Words, and how long those can be that begin with a character: most begin none, or a short one. */
interface WordTable {
  readonly words: ReadonlySet<string>;
  readonly longestFrom: ReadonlyMap<string, number>;
}
/** The longest word and the character after it, which may undo the match. */
const longestView =
  1 + Math.max(...functionWords.longestFrom.values(), ...kanaWords.longestFrom.values());

function tableOf(list: readonly string[]): WordTable {
  const longestFrom = new Map<string, number>();
  for (const word of list) {
    const first = word.charAt(0);
    longestFrom.set(first, Math.max(word.length, longestFrom.get(first) ?? 0));
  }
  return { words: new Set(list), longestFrom };
}

/** Length of the longest word that `text` begins with, 0 for none. */
function longestMatch({ words, longestFrom }: WordTable, text: string): number {
  const longest = longestFrom.get(text.charAt(0)) ?? 0;
  for (let length = Math.min(longest, text.length); length > 0; length -= 1) {
    if (words.has(text.slice(0, length))) return length;
  }
  return 0;
}

const demonstrative =
  /(?:これ(?!から)|それ(?!から|と|なら|では|とも|じゃ|より|ぞれ)|あれ(?!ば)|(?:^|[、。？！?!\s]|[はをがにでとのも])(?:この|その(?!まま|他|ほか)|あの(?!う))|こちら|そちら|あちら|さっき|先ほど|(?<!\p{Script=Han})前の(?:質問|件|商品|もの|やつ|話)|上記|どちらも|両方とも|同じもの|そっち|こっち)/u;
const opener =
  /^(?:じゃあ?(?!ない)|では|それでは|それじゃあ?|なら|だと(?:し|すると)|それなら|そしたら|そうしたら|あと(?![払味取])|他に|ほかに|ちなみに|そして|それで)/u;
const elaboration =
  /(?:詳しく|くわしく|詳細[をは]|具体的に|具体例|例えば(?:どん|$|？|\?|何)|たとえば(?:どん|$|？|\?)|^(?:なぜ|どうして|なんで|理由[はを])|もう少し(?:説明|教え)|(?<!手)続き[をは]?)/u;
const more =
  /(?:他に(?:は|も)|ほかに(?:は|も)|それ以外|その他|そのほか|別の(?:方法|もの|商品|色|サイズ))/u;
const question = /[?？]|(?:か|かな|かね|の)[。.]?$|(?:教え|知りたい|聞きたい|伺い)/u;
const wh =
  /(?:いつ(?![もか])|どこ(?!か)|誰(?!か)|だれ(?!か)|何(?!か(?!月))|なに(?!か)|いくら|どう(?!も|ぞ)|どの|どれ|どちら|どんな|なぜ|なんで(?!す|し))/u;
/** A question about the user's own matter and its fate. */
const status =
  /^(?:もう|そろそろ|まだ)|(?:私|僕|自分)の(?!ような).{0,30}(?:どこ|いつ|どう|まだ|状況)/u;
const howTo =
  /(?:方法|手順|やり方|仕方|どうやっ|どうすれ|どうしたら|どのように|流れ|使い方|手続き)/u;
const chitchat = new RegExp(
  String.raw`^(?:${japaneseReactions}|(?:どうも|本当に|大変|いろいろ)*(?:ありがとう|サンキュー|助かり|助かった)|さようなら|バイバイ|また来ます|(?:やって|試して|確認して)み(?:ます|る)|(?:もう)?大丈夫です|よろしく|どうも(?:です)?[。！!]|そうなんですね|そうですか[。、]|(?:いいえ|うん)(?:そうです)?$|もういい|結構です|やめ(?:ます|ておきます)$|(?:いえ|いや|いいえ)[、,]?\s*(?:大丈夫|結構|いい)です)|^[^。？?]{0,12}(?:ありがとう|助かりました)`,
  'iu',
);
const refusal =
  /^(?:(?:まだ|よく|ちょっと|全然|いや|すみません、?|[^。、!?]{1,8}[がはをも])?\s*(?:(?:知ら|知り|わから|分から|わかり|分かり|思い出せ|見つから|見つかり|決め(?:てい?)?|覚えて(?:い)?)(?:ない|ません)|(?:忘れ|なくし|失くし|無くし)(?:た|まし|ちゃ|てし))|不明|なんでも|何でも|どれでも|どちらでも|どこでも|いつでも|特に(?:ない|なし|ありません)|ない|ありません|なし|さあ|任せ|おまかせ|お任せ|スキップ|決めて(?:い)?(?:ない|ません)|未定|パス$)/u;
const choice =
  /(?:どれ|どちら|どっち|何)(?:が|を)(?:いい|良い|よい|おすすめ|一番|買え|選べ)|おすすめ(?:は|を|の?商品)|(?:一番|最も)(?:いい|良い)/u;
/** A noun with its mark, a condition, or a bare noun: no predicate follows. */
const ellipsis =
  /^[^。、を]{1,30}?(?:は|って|だと|なら|だったら|の場合(?:は)?|のとき(?:は)?|の時(?:は)?|の方(?:は)?|のほう(?:は)?|では|には|からは|までは|も|でも)[？?。]*$|^[^。]{1,30}(?:たら|なければ|れば|なかったら|ても|でも|場合は?)[？?。]*$|^(?![^？?]*(?:か|の)[？?])[^。、はがを？?！!\s]{1,20}[？?]$/u;
/** X too, before a predicate that names nothing. */
const also =
  /(?<![てで])も(?:同じ|一緒|対象|可能|大丈夫|だめ|ダメ|駄目|NG|禁止|無理|でき|使え|やって|いい|良い|かかり|必要|含|あり(?:ます)?か|[？?]|$)|(?:だと|なら|だけでも|の場合)|(?:(?<!ん)で|から|に|と)も(?:でき|使え|可能|大丈夫|いい|いけ|良い|平気)/u;
/** UTF-16 units. */
const longestRequirement = 60;
const requirement =
  /^(?!.*に(?:は)?[^。]*(?:必要|要[りる]|いり))[^。、を]{1,20}(?:は|が|も|(?<=[\p{Script=Han}\p{Script=Katakana}ー]))(?:必要|要[りる]|いり|含まれ|付[いきく]|不要)[^。]{0,10}(?:か[？?。]*|[？?])$/u;
const past = /(?:ました|でした|った)[。？?]*$/u;

/** Reads the form of a Japanese message. Every pattern is bounded; linear in the message. */
function japaneseSignals(text: string, terms: readonly Term[]): Signals {
  const end = textEnd(text);
  const isQuestion = /[?？]|か[。]?$/u.test(end);
  const isStatus = status.test(text) && isQuestion;
  const hasWh = wh.test(text);
  const nouns = terms.filter(
    ({ isSpecific, isVerb, topics }) => (isSpecific || topics.length > 0) && !isVerb,
  );
  const [first] = nouns;
  const isShort = nouns.filter((noun) => text.charAt(noun.end) !== 'の').length <= 1;
  // 家族割の申し込みは店頭でもできますか: a topic with は is the message's own.
  const hasOwnTopic = first !== undefined && /^[^、。]{0,6}は/u.test(text.slice(first.end));
  return {
    demonstrative: pointsOutside(text, nouns),
    opener: opener.test(text),
    topicSwitch: announcesTopic(text),
    elaboration: elaboration.test(text),
    more: more.test(text),
    question: question.test(text),
    wh: hasWh,
    statement: (!isQuestion && !hasWh) || isStatus,
    howTo: howTo.test(text),
    chitchat: chitchat.test(text) && !/[?？]/u.test(text),
    refusal: refusal.test(text),
    choice: choice.test(text),
    ellipsis: ellipsis.test(text),
    also: isShort && !hasOwnTopic && also.test(text),
    correction: false,
    requirement: isShort && text.length <= longestRequirement && requirement.test(text),
    situated: true,
    past: past.test(end),
  };
}

/** Returns true where a pointer stands for something that the message itself did not name before it. */
function pointsOutside(text: string, nouns: readonly Term[]): boolean {
  const match = demonstrative.exec(text);
  if (match === null) return false;
  return !nouns.some(
    ({ end }) => end <= match.index && /[。、？！?!\n]/u.test(text.slice(end, match.index + 1)),
  );
}
