import { japaneseFunctionWords, japaneseKanaWords } from './ja.ts';
import { type CompiledLexicon, pathPattern } from './lexicon.ts';

/** A content word, with UTF-16 offsets. */
export interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts Japanese text into its content words, by script runs and a longest match over a table of
 * function words within hiragana. No dictionary of content words, no ICU. Linear.
 */
export function contentWords(text: string, lexicon: CompiledLexicon): readonly Piece[] {
  const pieces: Piece[] = [];
  const runs = scriptRuns(text);
  for (const [index, run] of runs.entries()) {
    const [previous, following] = [runs[index - 1], runs[index + 1]];
    const before = previous?.end === run.start ? previous : undefined;
    const after = following?.start === run.end ? following : undefined;
    if (run.text === 'か' && /\d$/u.test(before?.text ?? '') && after?.kind === 'han') {
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
    const isVerb =
      before?.kind === 'katakana' &&
      verbAfterName.test(text.slice(run.start, run.start + longestStem * 2));
    addContent(rest, isVerb ? undefined : before, pieces, lexicon);
    if (asked > 0) pieces.push(partOf(run, run.text.length - asked, run.text.length));
  }
  return withNames(pieces, text);
}

/** Begins a Latin name: iPhone, Galaxy, X1. */
const nameStart = /^[a-z]?[A-Z][\w-]+$/u;
const nameRest = /^(?:[A-Z][\w-]*|\d{1,4})$/u;

/** Joins Latin words to the name that they are: iPhone 17 Pro. */
function withNames(pieces: readonly Piece[], text: string): readonly Piece[] {
  const joined: Piece[] = [];
  let isName = false;
  for (const piece of pieces) {
    const last = joined.at(-1);
    const isBeside = last !== undefined && text.slice(last.end, piece.start) === ' ';
    if (isName && isBeside && nameRest.test(piece.text)) {
      joined[joined.length - 1] = { ...last, text: `${last.text} ${piece.text}`, end: piece.end };
    } else {
      joined.push(piece);
      isName = nameStart.test(piece.text);
    }
  }
  return joined;
}

/** A longest stretch of characters of one script. */
interface ScriptRun extends Piece {
  readonly kind: 'han' | 'katakana' | 'hiragana' | 'latin';
}

const path = new RegExp(pathPattern, 'uy');
/** Marks that belong to the letters or digits before them: 1,500, 24/7, A/B, C++, C#, -20°C, 50%. */
const markAfter =
  /(?<=\d),(?=\d{3}(?!\d))|(?<=\d)\/(?=\d)|(?<=(?<![a-z])[a-z]{1,4})\/(?=[a-z]{1,4}(?![a-z]))|(?<=(?<![a-z])[a-z])(?:\+(?=\+)|#)|(?<=(?<![a-z])[a-z]\+)\+|(?<=\d)[°%€£]/iy;
/** Marks of an amount before its digits. */
const markBefore = /[-−$€£¥](?=\d)/y;

function isAt(mark: RegExp, text: string, index: number): boolean {
  mark.lastIndex = index;
  return mark.test(text);
}

/**
 * Returns the runs of one script. Joiners (`-_.#&'`) belong to the Latin run they are inside of. Looks at each code
 * unit: a pattern for the scripts would make a rule plan 15 % slower (benchmarks/src/planner-speed.ts).
 */
function scriptRuns(text: string): readonly ScriptRun[] {
  const runs: ScriptRun[] = [];
  const mayHavePath = /[/\\¥]/u.test(text);
  let kind: ScriptRun['kind'] | null = null;
  let start = 0;
  for (let index = 0; index <= text.length; index += 1) {
    if (mayHavePath && isAt(path, text, index)) {
      if (kind !== null) runs.push({ kind, text: text.slice(start, index), start, end: index });
      [kind, start, index] = ['latin', index, path.lastIndex];
    }
    let next = scriptOf(text.charCodeAt(index));
    if (kind === 'hiragana' && text.charAt(index) === 'ー') next = kind;
    const isJoiner = next === null && kind === 'latin' && "-_.#&'".includes(text.charAt(index));
    if (isJoiner && scriptOf(text.charCodeAt(index + 1)) === 'latin') next = 'latin';
    if (next === null && isAt(kind === 'latin' ? markAfter : markBefore, text, index))
      next = 'latin';
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

/** 昨日|届いた, 来月|引っ越す: the time is a separate word; not 今年度, 来月号. */
const timeWord =
  /^(?:[一二三][個点件回]|一度|全部|全然|突然|最近|毎回|結局|一昨日|昨日|今日|今度|明日|明後日|先日|先週|今週|来週|先月|今月|来月|去年|昨年|今年|来年|今朝|今晩|今夜|昨夜|昨晩|毎[朝晩日週月年])(?![号度比分中末頭初券])(?=.)/u;
/** 24時間|使えます: the counter is a separate word. */
const counterWord = /^(?:時間|[日週年]間|分間?|日|年|回|枚|人|名|台|個|本|冊)(?=.$)/u;

/** Returns how many characters at the start of a Han run are a time, or the counter of a number. */
function timeLength(
  han: string,
  before: ScriptRun | undefined,
  after: ScriptRun | undefined,
  { predicates }: CompiledLexicon,
): number {
  if (/[こそあ]の$/u.test(before?.text ?? '') && han.startsWith('間')) return 1;
  const isCounted = /\d$/u.test(before?.text ?? '') && after?.kind === 'hiragana';
  if (!isCounted) return timeWord.exec(han)?.[0].length ?? 0;
  const length = counterWord.exec(han)?.[0].length ?? 0;
  return predicates.has(han.slice(length)) ? length : 0;
}

/** 手順|教えて, 資料|欲しい: the verb of asking without a particle before it is not part of the noun. */
const asking =
  /.(教え[てる]|知り[たま]|聞き[たま]|伺い[たま]|欲し[いく]|変え[たてる]|返し[てた]|過ぎ[てたちる]|取ら|(?<=..)出し[たて]|借り[たてら]|買い[た]|使い[た]|持っ[てた]|下さ[いっる]|出来[るまなた])/u;

/** Returns how many characters at the end of a Han run are the stem of a verb of asking. */
function askingVerb(han: string, kana: string): number {
  const found = asking.exec(`${han.slice(-asksWithin)}${kana.slice(0, 2)}`);
  return found === null ? 0 : Math.min(han.length, asksWithin) - found.index - 1;
}

const asksWithin = 3;

/** スーツケース|持ち込めますか: a verb beside its object, not the noun カード払い. */
const verbAfterName =
  /^(?!.って)\p{Script=Han}(?:[ちりいきしみけえ]\p{Script=Han})?[いきしちにみりえけせてねべめれげっんらかさたなばまわ]{0,2}(?:ま[すせし]|な[いかく]|[てた]|る|れ[ばた])/u;

function partOf(run: ScriptRun, from: number, to: number): ScriptRun {
  const { kind, text, start } = run;
  return { kind, text: text.slice(from, to), start: start + from, end: start + to };
}

const prefix = /^(?:あと|まえ|さき|ひと|ふた)$/u;
/** がん+検診, みどり+分館; not おいしい+店. */
const kanaNoun = /^\p{Script=Hiragana}{1,4}(?:[んみこち]|(?<=..)[りら]|さと)$/u;
/** A verb in the form that joins a noun: 問い+合わせ, 引っ+越し; not 違う+商品, not 赤い+鋳物. */
const joinsNoun = /\p{Script=Han}\p{Script=Hiragana}*[いきしちにびみりぎけせてめれえげべっ]$/u;
const adjective = /[し高安新古大小長短早遅近遠な]い$/u;
/** UTF-16 units; what is longer is no word. */
const longestCompound = 24;

/** UTF-16 units of Latin letters that are one word with the katakana beside them: ICカード, プランS. */
const shortName = 3;

/** ゆう+パック, みどり+ホール: a name of both scripts. */
const kanaStart = /^(?!お|ご|.ゃ)\p{Script=Hiragana}{2,4}$/u;

function joinsHan(word: string): boolean {
  if (word.length > longestCompound) return false;
  return kanaNoun.test(word) || (joinsNoun.test(word) && !adjective.test(word));
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
  const pair = `${before.kind} ${run.kind}`;
  const isJoined =
    pair === 'katakana han' ||
    (pair === 'latin katakana' && last.text.length <= shortName) ||
    (pair === 'katakana latin' && text.length <= shortName) ||
    (pair === 'han latin' && /^[A-Z]{2,3}$/u.test(text)) ||
    (pair === 'han katakana' && (last.text.length < 2 || text.length < 3 || !known.has(text))) ||
    (pair === 'hiragana katakana' &&
      kanaStart.test(last.text) &&
      !kanaWords.words.has(last.text)) ||
    (pair === 'hiragana han' && (prefix.test(last.text) || joinsHan(last.text))) ||
    (run.kind === 'han' && /\d[か]?$/u.test(last.text));
  if (isJoined) pieces[pieces.length - 1] = { ...last, text: last.text + text, end: run.end };
  else pieces.push(run);
}

const honorific = /[おご]$/u;
/** あと払い, まえ払い: not the connective あと. */
const prefixEnd = /(?:あと|まえ|さき)[払味取]$/u;
const prefixLength = 2;
/** UTF-16 units of Han before a kana that decide what it is. */
const longestStem = 4;
const hanEnd = /\p{Script=Han}+$/u;
const noVerb = /[年月週日時分秒回度個本枚点人円少金犬猫駅夜朝昼色席店物者品竿券車]$/u;
/** 入園申し込み, 引越し先, 引越しの: before another part of a noun, or a particle, し is the end of a verb. */
const secondPart = /^(?:込|[先後日前元時中代料費]|[出上切替換入合付引直返戻越]$)/u;

function cutHiragana(
  { text: body, start }: ScriptRun,
  before: ScriptRun | undefined,
  after: ScriptRun | undefined,
  pieces: Piece[],
): void {
  // お and ご before a noun are politeness and stay out of the word.
  const isPolite = after !== undefined && honorific.test(body) && !kanaWords.words.has(body);
  const isPrefix = after !== undefined && prefixEnd.test(`${body}${after.text.charAt(0)}`);
  const end = isPolite ? body.length - 1 : isPrefix ? body.length - prefixLength : body.length;
  const stem = hanEnd.exec(pieces.at(-1)?.text.slice(-longestStem) ?? '')?.[0] ?? '';
  const isInner = body === 'し' ? secondPart.test(after?.text ?? '') : /^し[のをがは]/u.test(body);
  const isCompound = (stem.length > 1 && !isInner) || noVerb.test(stem);
  let isOkurigana = before?.kind === 'han';
  let position = isOkurigana ? okuriganaLength(stem, body, after?.text) : 0;
  let pendingFrom = 0;
  const flush = (to: number): void => {
    // まじ|こまる, もらえ|んかねえ: what ends a sentence, and follows no particle, is the end of a verb.
    const isEnd = to === body.length && after === undefined && pendingFrom > 0;
    const isVerb = isEnd && !/[はがをのにでともや]/u.test(body.charAt(pendingFrom - 1));
    if (to > pendingFrom && !isVerb)
      addKana(body.slice(pendingFrom, to), start + pendingFrom, isOkurigana, pieces);
  };
  while (position < end) {
    const rest = body.slice(position, Math.min(end, position + longestView));
    const known = longestMatch(kanaWords, rest);
    // 傘わすれた: a kana word of three or more is not the end of a verb.
    const noun = isOkurigana && !isCompound && position === 0 && known < 3 ? 0 : known;
    const word = functionLength(rest, {
      isAtStart: position === 0,
      isAttached: before !== undefined,
      isOkurigana,
      isCompound,
      pending: position - pendingFrom,
    });
    if (noun > word) {
      // おやつ, おふとん: the お of a kana noun is a part of it.
      const from = body.slice(pendingFrom, position) === 'お' ? pendingFrom : position;
      flush(from);
      addKana(body.slice(from, position + noun), start + from, false, pieces);
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

/** 子ども, 朝ごはん, 粗大ごみ, 餌やり: nouns of kana after a Han. */
const kanaTail = /^(?:ども|にち|ごはん|ごみ|ねぎ|やり(?=[のをはが])|わな(?=[のをはが]))/u;

/** 燃えないごみ, 届かない荷物: a negated verb is a part of the thing after it; not of a condition. */
const negated = /^(?!がな)[かがさたなばまらわえけげせてねべめれいきしちにびみり]{0,3}ない(?=お?$)/u;
const thing = /^(?!場合|[時際方])./u;

/** 子ども, 朝ごはん, 落とし物, 捨て方: how much of the kana after a Han is a part of the word though it looks like a particle. */
function okuriganaLength(stem: string, body: string, after = ''): number {
  const noun =
    kanaTail.exec(body)?.[0] ?? (thing.test(after) ? negated.exec(body)?.[0] : undefined);
  if (noun !== undefined) return noun.length;
  if (stem.endsWith('落')) return /^と(?:し(?=$|[のをがは])|[させ])?/u.exec(body)?.[0].length ?? 0;
  if (stem.endsWith('障') && body.startsWith('がい')) return 2;
  // 一人暮らし: not 学生らしい.
  if (/^(?:ば[さしすせそ]|らし(?!い))/u.test(body)) return 2;
  return body === 'て' && /^[方場]/u.test(after) ? 1 : 0;
}

/** 見積もり, 預かり, 繋がらない: after the particles も, か and が these do not follow. */
const stemEnd = /^(?:もり|か[りるれっ](?!た?が)|が[らりるれっ])/u;
/** Inflected ends that make the kana before them okurigana, though it could be a particle. */
const inflection =
  /^(?!みたい)[かさたばまらわきしちびみりいえけせてねべめれっ](?:ない|なか|なく|ず|れ|せ|ます|ませ|まし|た[いくか]|ん$)/u;
/** 届いた, 買った: the sound change of a verb of one Han; not 注文いたします. */
const soundChange = /^[いっ](?:た(?!だ)|て)/u;
/** 申し込み, 貸し出し, 消した: after one Han し is the verb's own; not 黒しか, 少し, and 3日したら is する. */
const ownEnd = /^し(?!か(?!た))/u;

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
  if (length === 0 || (pending > 0 && /^そう[のをがはに]/u.test(rest))) return 0;
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
  if (isAtStart && !isAttached && length === 1) return 0;
  // Inside a kana word only what cannot be a part of it ends it.
  if (pending > 0 && !isOkurigana && length === 1 && !/^[はがをにでとのも]/u.test(rest)) return 0;
  return length;
}

/** のはがき, にもらう: a particle wins over a longer function word that cuts into the word after it. */
function withoutNoun(length: number, rest: string): number {
  const whole = length + longestMatch(functionWords, rest.slice(length));
  for (let shorter = 1; shorter < length; shorter += 1) {
    if (!functionWords.words.has(rest.slice(0, shorter))) continue;
    const next = rest.slice(shorter);
    if (shorter + longestMatch(kanaWords, next) > length) return shorter;
    if (shorter + longestMatch(functionWords, next) > whole) return shorter;
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
  // No word begins with these.
  if (!/^(?:[んっゃゅょぁぃぅぇぉ]|.?ー+$)/u.test(text)) pieces.push({ text, start, end });
}

/** Words, and how long those can be that begin with a character: most begin none, or a short one. */
interface WordTable {
  readonly words: ReadonlySet<string>;
  readonly longestFrom: ReadonlyMap<string, number>;
}
const functionWords = tableOf(japaneseFunctionWords);
export const kanaWords = tableOf(japaneseKanaWords);
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
