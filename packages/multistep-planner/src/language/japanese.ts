import { japaneseFunctionWords, japaneseKanaWords } from './ja.ts';
import type { CompiledLexicon, TopicId, ValueKind } from './lexicon.ts';
import type { Term } from './reading.ts';

/** A content word, with UTF-16 offsets. */
interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const identifier = /^#?[A-Z]{1,4}-?\d{3,}$|^\d{6,}$|^\d{2,}-\d{2,}(?:-\d+)*$/iu;
const dateLike =
  /^\d+(?:日|月|月\d+日|年)$|^(?:月|火|水|木|金|土|日)曜日?$|^(?:明日|今日|昨日|来週|今週|週末|年末年始)/u;
const thing = /.(?:(?<!返)品|アイテム|グッズ)$/u;
const sizeLike = /^\d+(?:\.\d+)?(?:cm|mm|kg|g|ml|l|センチ|号)$|^(?:xs|s|m|l|ll|xl|xxl)$/iu;

/** Returns the content terms of a Japanese text in order, without stop terms. */
export function japaneseTerms(text: string, lexicon: CompiledLexicon): readonly Term[] {
  return contentWords(text)
    .filter((piece) => !isStop(piece.text, lexicon))
    .map((piece) => termOf(piece, lexicon));
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

/** Looks a word up as a whole, else by the known words it is composed of. */
function termOf({ text, start, end }: Piece, lexicon: CompiledLexicon): Term {
  // A compound is what its last part is: セール品 is a thing, not a sale.
  const isThing = thing.test(text) && !lexicon.known.has(text);
  const topics: TopicId[] = [];
  const values: { kind: ValueKind; value: string }[] = [];
  let isAttribute = false;
  let isGeneric = false;
  let hasOwner = false;
  const rest = eachKnown(text, lexicon, (word) => {
    const topic = lexicon.topicOf.get(word);
    const kind = lexicon.valueOf.get(word);
    if (topic !== undefined && !isThing) topics.push(topic);
    if (!lexicon.attributes.has(word)) hasOwner = true;
    if (kind !== undefined) values.push({ kind, value: word });
    if (lexicon.attributes.has(word)) isAttribute = true;
    if (lexicon.generic.has(word)) isGeneric = true;
  });
  const isIdentifier = identifier.test(text);
  if (isIdentifier) values.push({ kind: 'order', value: text });
  else if (dateLike.test(text)) values.push({ kind: 'date', value: text });
  else if (sizeLike.test(text)) values.push({ kind: 'size', value: text });
  const isBareAttribute = isAttribute && !hasOwner && rest === 0;
  const isSpecific = (rest > 0 || isThing) && values.length === 0 && !/^\d+$/u.test(text);
  return {
    text,
    key: text.toLowerCase(),
    start,
    end,
    topics,
    values,
    isAttribute,
    isBareAttribute,
    isGeneric,
    isSpecific,
    isIdentifier,
  };
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
    // Single characters are never looked for: a character says nothing of the word it stands in.
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
/** 届いた, 買った: the sound change of a verb of one Han; 注文いたします is none. */
const soundChange = /^[いっ](?:た(?!だ)|て)/u;
/** 申し込み, 貸し出し, 消した: after one Han し is the verb's own; not 黒しか, 少し, and 3日したら is する. */
const ownEnd = /^し(?!か(?!た))/u;
const noVerb = /[年月週日時分秒回度個本枚点人円少]$/u;
const hanEnd = /\p{Script=Han}+$/u;
/** 昨日|届いた, 来月|引っ越す: when it was is a word of its own; not 今年度, 来月号. */
const timeWord =
  /^(?:一昨日|昨日|今日|明日|明後日|先日|先週|今週|来週|先月|今月|来月|去年|昨年|今年|来年)(?![号度比分中末頭初])(?=.)/u;
/** 見積もり: the particle も is followed by no り. */
const stemEnd = /^もり/u;
/** A verb in the form that joins a noun: 問い+合わせ, 引っ+越し; not 違う+商品, not 赤い+鋳物. */
const joinsNoun = /\p{Script=Han}\p{Script=Hiragana}*[いきしちにびみりぎけせてめれえげべっ]$/u;
const adjective =
  /(?:しい|[赤青白黒高安新古大小長短重軽良悪早遅近遠強弱暑寒熱冷甘辛太細丸狭広厚薄]い)$/u;
const honorific = /[おご]$/u;

/** A longest stretch of characters of one script. */
interface ScriptRun extends Piece {
  readonly kind: 'han' | 'katakana' | 'hiragana' | 'latin';
}

/**
 * Runs of one script, by the blocks of Unicode; Cyrillic, Greek and Hangul count as Latin. Joiners
 * (`-_.#&'`) belong to the Latin run they are inside of.
 */
const scripts =
  /(?<hiragana>[\u3041-\u3096]+)|(?<katakana>[\u30a1-\u30fa\u30fc]+)|(?<han>[\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff\u3005\u3006]+)|(?<latin>[\dA-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u052f\uac00-\ud7a3]+(?:[-_.#&'][\dA-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u052f\uac00-\ud7a3]+)*)/gu;

function scriptRuns(text: string): readonly ScriptRun[] {
  return Array.from(text.matchAll(scripts), ({ 0: run, index, groups = {} }) => {
    // One of the named groups has matched.
    const kind = Object.keys(groups).find(
      (name) => groups[name] !== undefined,
    ) as ScriptRun['kind'];
    return { kind, text: run, start: index, end: index + run.length };
  });
}

/**
 * Cuts Japanese text into its content words, by script runs and a longest match over a table of
 * function words within hiragana. No dictionary of content words, no ICU. Linear.
 */
function contentWords(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const runs = scriptRuns(text);
  runs.forEach((run, index) => {
    const isBeside = (other: ScriptRun | undefined): boolean =>
      other !== undefined && (other.end === run.start || other.start === run.end);
    const before = isBeside(runs[index - 1]) ? runs[index - 1] : undefined;
    const after = isBeside(runs[index + 1]) ? runs[index + 1] : undefined;
    if (run.kind === 'hiragana') {
      cutHiragana(run, before, after, pieces);
      return;
    }
    const { length: time } = (run.kind === 'han' && timeWord.exec(run.text)?.[0]) || '';
    if (time > 0) addContent(partOf(run, 0, time), before, pieces);
    addContent(partOf(run, time, run.text.length), time > 0 ? undefined : before, pieces);
  });
  return pieces;
}

function partOf(run: ScriptRun, from: number, to: number): ScriptRun {
  const { kind, text, start } = run;
  return { kind, text: text.slice(from, to), start: start + from, end: start + to };
}

/** Joins what belongs together: 問い+合わせ, 10+日, ギフト+配送, but not 返品+ポリシー. */
function addContent(run: ScriptRun, before: ScriptRun | undefined, pieces: Piece[]): void {
  const { text } = run;
  const last = pieces.at(-1);
  if (last === undefined || last.end !== run.start || before === undefined) {
    pieces.push(run);
    return;
  }
  const isJoined =
    (before.kind === 'hiragana' &&
      run.kind === 'han' &&
      joinsNoun.test(last.text) &&
      !adjective.test(last.text)) ||
    (before.kind === 'latin' && run.kind === 'katakana' && last.text.length === 1) ||
    (before.kind === 'katakana' && run.kind === 'han') ||
    (before.kind === 'latin' && run.kind === 'han' && /\d$/u.test(last.text)) ||
    (before.kind === 'han' && run.kind === 'latin' && /^第$/u.test(last.text)) ||
    (before.kind === 'han' && run.kind === 'katakana' && (last.text.length < 2 || text.length < 3));
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
  const end = isPolite ? body.length - 1 : body.length;
  const stem = hanEnd.exec(pieces.at(-1)?.text ?? '')?.[0] ?? '';
  const isCompound = stem.length > 1 || noVerb.test(stem);
  let position = 0;
  let pendingFrom = 0;
  let isOkurigana = before?.kind === 'han';
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
}

interface Place {
  readonly isAtStart: boolean;
  readonly isAttached: boolean;
  readonly isOkurigana: boolean;
  /** After two Han or more し is the verb する: 変更します, but 話します. */
  readonly isCompound: boolean;
  /** Kana before it that are no function word. */
  readonly pending: number;
}

/** Length of the function word at this place, 0 for none. */
function functionLength(
  rest: string,
  { isAtStart, isAttached, isOkurigana, isCompound, pending }: Place,
): number {
  const length = withoutNoun(longestMatch(functionWords, rest), rest);
  if (length === 0) return 0;
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
