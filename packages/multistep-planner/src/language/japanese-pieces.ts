import { japaneseFunctionWords, japaneseKanaWords } from './ja.ts';
import { type ScriptRun, scriptRuns } from './script-runs.ts';

/** A content word or the function words between two of them, with UTF-16 offsets. */
export interface Piece {
  readonly kind: 'content' | 'function' | 'break';
  readonly text: string;
  readonly start: number;
  readonly end: number;
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

/**
 * Cuts Japanese text into content words and function words, by script runs and a longest match over
 * a table of function words within hiragana. No dictionary of content words, no ICU. Linear.
 */
export function japanesePieces(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const runs = scriptRuns(text);
  runs.forEach((run, index) => {
    const body = text.slice(run.start, run.end);
    if (run.kind === 'other')
      pieces.push({ kind: 'break', text: body, start: run.start, end: run.end });
    else if (run.kind === 'hiragana') cutHiragana(body, run, runs, index, pieces);
    else {
      const time = run.kind === 'han' ? (timeWord.exec(body)?.[0].length ?? 0) : 0;
      if (time > 0)
        addContent({ ...run, end: run.start + time }, body.slice(0, time), runs[index - 1], pieces);
      const rest = { ...run, start: run.start + time };
      addContent(rest, body.slice(time), time > 0 ? undefined : runs[index - 1], pieces);
    }
  });
  return pieces;
}

/** Joins what belongs together: 問い+合わせ, 10+日, ギフト+配送, but not 返品+ポリシー. */
function addContent(
  run: ScriptRun,
  text: string,
  before: ScriptRun | undefined,
  pieces: Piece[],
): void {
  const last = pieces.at(-1);
  const piece: Piece = { kind: 'content', text, start: run.start, end: run.end };
  if (
    last === undefined ||
    last.kind !== 'content' ||
    last.end !== run.start ||
    before === undefined
  ) {
    pieces.push(piece);
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
  else pieces.push(piece);
}

function cutHiragana(
  body: string,
  { start }: ScriptRun,
  runs: readonly ScriptRun[],
  index: number,
  pieces: Piece[],
): void {
  const before = runs[index - 1];
  const after = runs[index + 1];
  const isAttached = before !== undefined && before.kind !== 'other';
  // お and ご before a noun are politeness and stay out of the word.
  const isPolite = after !== undefined && after.kind !== 'other' && honorific.test(body);
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
      isAttached,
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
    } else {
      flush(position);
      addFunction(body.slice(position, position + word), start + position, pieces);
    }
    position += Math.max(noun, word);
    pendingFrom = position;
    isOkurigana = false;
  }
  flush(end);
  if (isPolite) addFunction(body.slice(end), start + end, pieces);
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
  if (isOkurigana && last?.kind === 'content' && last.end === start) {
    pieces[pieces.length - 1] = { ...last, text: last.text + text, end };
    return;
  }
  pieces.push({ kind: 'content', text, start, end });
}

function addFunction(text: string, start: number, pieces: Piece[]): void {
  const last = pieces.at(-1);
  const end = start + text.length;
  if (last?.kind === 'function' && last.end === start) {
    pieces[pieces.length - 1] = { ...last, text: last.text + text, end };
    return;
  }
  pieces.push({ kind: 'function', text, start, end });
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
