import {
  isDigit,
  isHiragana,
  isKanji,
  isKatakana,
  isLatin,
  isWordUnit,
  runEnd,
} from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { kanaNounLength } from './kana-words.ts';
import { readVerbForm } from './okurigana.ts';
import { japaneseSuffixes, japaneseWholeWords, type StopWords, uncutWords } from './stop-words.ts';

/** A word term at its place; `text` differs from the slice for a noun made from a verb form. */
export interface WordSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly derived: boolean;
  /** More than one word glued: weighs more than a plain word. */
  readonly compound: boolean;
}

const middleDot = 0x30fb;

/** First parts of native verb pairs that are written without okurigana: 見直し, 支払い, 手続き. */
const bareFirsts = new Set('見値手下棚支名仕裏');

const particles = 'をがはのにでともへや、。';

/** Before お/ご + noun. */
const beforeHonorific = 'のをはがにでともや';

/** Whether a Japanese word may start at `at`. */
export function startsJapaneseWord(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (isKanji(unit) || (isKatakana(unit) && unit !== 0x30fc)) return true;
  return isHiragana(unit) && (kanaNounAt(text, at) > 0 || isHonorific(text, at));
}

function kanaNounAt(text: string, at: number): number {
  const length = kanaNounLength(text, at);
  // まとめて送る: the verb, not the noun.
  if (length > 0 && 'てるたら'.includes(text.charAt(at + length) || ' ')) return 0;
  // かご in ことがご: a kana noun starts after a particle or anything that is not hiragana.
  const before = text.charCodeAt(at - 1);
  return isHiragana(before) && !beforeHonorific.includes(text.charAt(at - 1)) ? 0 : length;
}

function isHonorific(text: string, at: number): boolean {
  const character = text.charAt(at);
  if (character !== 'お' && character !== 'ご') return false;
  if (!isKanji(text.charCodeAt(at + 1))) return false;
  const before = text.charCodeAt(at - 1);
  return !isHiragana(before) || beforeHonorific.includes(text.charAt(at - 1));
}

/**
 * The compound that starts at `at` and ends before `limit`: runs of kanji, katakana and Latin glued
 * together, okurigana of noun forms included. `end` is where reading goes on; `word` is absent for
 * verbs and adjectives.
 */
export function readJapaneseWord(
  text: string,
  at: number,
  limit: number,
): { readonly end: number; readonly word?: WordSpan } {
  let end = at;
  let parts = 0;
  while (end < limit) {
    const unit = text.charCodeAt(end);
    const mixed = end === at && isKanji(unit) ? kanaNounLength(text, end) : 0;
    if (mixed > 0) end = Math.min(limit, end + mixed);
    else if (isKanji(unit)) {
      const run = Math.min(limit, runEnd(text, end, isKanji));
      const verb = run < limit ? readVerbForm(text, run - 1) : undefined;
      const polite = end > at && verb?.form === 'noun' && !goesOnAsVerb(text, run + verb.length);
      const pair = parts > 0 || polite || isVerbPair(text, end, run);
      if (verb === undefined) {
        // 新しい, 送る: one kanji with kana that is no particle is a verb or an adjective.
        if (run - end === 1 && parts === 0 && !isNounAlone(text, run, limit)) return { end: run };
        end = run;
      } else {
        const step = continueVerb(
          text,
          at,
          end,
          run,
          verb.length,
          pair,
          verb.form === 'noun',
          verb.ending,
        );
        if (step.word !== undefined || !step.goesOn) return step;
        end = step.end;
      }
    } else if (isKatakana(unit)) {
      end = Math.min(limit, runEnd(text, end, isKatakana));
      if (text.charCodeAt(end) === middleDot && isKatakana(text.charCodeAt(end + 1))) end += 1;
    } else if (isLatin(unit) || isDigit(unit)) end = latinEnd(text, end, limit);
    else if (parts === 0 && isHonorific(text, end) && end === at) end += 1;
    else {
      const kana = isHiragana(unit) && (end === at || parts > 0) ? kanaNounLength(text, end) : 0;
      if (kana === 0) break;
      end = Math.min(limit, end + kana);
    }
    if (end > at + 1 || !isHiragana(text.charCodeAt(at))) parts += 1;
  }
  if (end === at) return { end: at + 1 };
  return { end, word: wordSpan(text, at, end, parts > 1) };
}

interface Step {
  readonly end: number;
  readonly goesOn?: boolean;
  readonly word?: WordSpan;
}

/** What a verb form after the kanji run `from`..`run` makes of the compound that starts at `at`. */
function continueVerb(
  text: string,
  at: number,
  from: number,
  run: number,
  length: number,
  pair: boolean,
  noun: boolean,
  ending: string,
): Step {
  const close = run + length;
  const next = text.charCodeAt(close);
  const nounHere = noun && !goesOnAsVerb(text, close);
  const single = run - from === 1;
  // 検出し、 is the suru verb; 念押しの is a noun.
  if (ending === 'し' && !single && !pair && !'のをがはも'.includes(text.charAt(close) || ' '))
    return { end: run, goesOn: false, word: wordSpan(text, at, run, false) };
  if (nounHere && (isKanji(next) || isKatakana(next))) {
    return { end: close, goesOn: true };
  }
  if (pair) {
    if (nounHere) return { end: close, goesOn: false, word: wordSpan(text, at, close, true) };
    const derived = text.slice(at, run) + ending;
    return {
      end: close,
      goesOn: false,
      word: { start: at, end: close, text: derived, derived: true, compound: true },
    };
  }
  if (single) {
    const alone =
      nounHere &&
      'のをはがにもと'.includes(text.charAt(close) || ' ') &&
      !'をに'.includes(text.charAt(at - 1) || ' ');
    return {
      end: close,
      goesOn: false,
      ...(alone ? { word: wordSpan(text, at, close, false) } : {}),
    };
  }
  // 一括払いを
  if (nounHere && (close >= text.length || 'のをはがにもとへで、。'.includes(text.charAt(close)))) {
    return { end: close, goesOn: false, word: wordSpan(text, at, close, true) };
  }
  // 毎日使う: the last kanji is a verb of its own.
  return {
    end: close,
    goesOn: false,
    ...(run - 1 - at > 1 ? { word: wordSpan(text, at, run - 1, false) } : {}),
  };
}

function goesOnAsVerb(text: string, at: number): boolean {
  const next = text.charAt(at);
  if ('るたてらよずれろ'.includes(next || ' ')) return true;
  return (
    (next === 'ま' && 'すせし'.includes(text.charAt(at + 1) || ' ')) ||
    (next === 'な' && 'いが'.includes(text.charAt(at + 1) || ' '))
  );
}

/** The run ends in a native verb pair: its last kanji but one opens verbs too (支払, 取消, 見直). */
function isVerbPair(text: string, from: number, run: number): boolean {
  if (run - from < 2) return false;
  return bareFirsts.has(text.charAt(run - 2)) || opensVerb(text.charAt(run - 2));
}

const verbKanji =
  '受取引払貸借申問積切替換書打組並締繰振割差送届戻買売立追呼出入付上下掛持待使寄置消直通返回押抜折重乗降止空開閉渡預移継続読聞張刷貼焼洗塗配運結請負揃起集囲調計抱合';

function opensVerb(kanji: string): boolean {
  return verbKanji.includes(kanji);
}

/** A single kanji is a noun before a particle, unless the particle is the verb's own kana (上がる, 動かす). */
function isNounAlone(text: string, end: number, limit: number): boolean {
  if (end >= limit) return true;
  const next = text.charAt(end);
  if (!isHiragana(text.charCodeAt(end))) return true;
  if (!particles.includes(next))
    return (
      text.startsWith('から', end) || text.startsWith('まで', end) || text.startsWith('ごと', end)
    );
  return !(
    'かがとや'.includes(next) && 'るりっらせすしけれわ'.includes(text.charAt(end + 1) || ' ')
  );
}

function latinEnd(text: string, at: number, limit: number): number {
  let end = runEnd(text, at, isWordUnit);
  while (end < limit && '-.+#&'.includes(text.charAt(end)) && isWordUnit(text.charCodeAt(end + 1)))
    end = runEnd(text, end + 1, isWordUnit);
  return Math.min(limit, end);
}

function wordSpan(text: string, start: number, end: number, compound: boolean): WordSpan {
  return { start, end, text: text.slice(start, end), derived: false, compound };
}

/** Cuts suffixes that relate (登録時) and planning heads (認証機能); undefined when nothing is left to ask for. */
export function trimJapaneseWord(word: WordSpan, stops: StopWords): WordSpan | undefined {
  let { end } = word;
  const { start } = word;
  if (!word.derived) {
    const text = word.text;
    let length = text.length;
    for (let round = 0; round < 4; round += 1) {
      const next = trimOnce(text.slice(0, length), stops);
      if (next === length) break;
      length = next;
    }
    end = start + length;
  }
  const text = word.derived ? word.text : word.text.slice(0, end - start);
  const folded = foldTerm(text);
  if (folded === '' || stops.has(folded) || (folded.length === 1 && !isKanji(folded.charCodeAt(0))))
    return undefined;
  return { start, end, text, derived: word.derived, compound: word.compound || isCompound(text) };
}

function trimOnce(text: string, stops: StopWords): number {
  const head = text.slice(-2);
  if (
    text.length >= 4 &&
    stops.isHead(head) &&
    !endsWhole(text) &&
    !stops.has(foldTerm(text.slice(0, -2)))
  ) {
    return text.length - head.length;
  }
  if (text.length > 2 && stops.isHead(head) && stops.has(foldTerm(text.slice(0, -head.length))))
    return 0;
  const suffix = japaneseSuffixes.find((each) => text.endsWith(each));
  if (suffix === undefined || text.length - suffix.length < 2) return text.length;
  return uncutWords.has(text.slice(-2)) ||
    uncutWords.has(text.slice(-4)) ||
    uncutWords.has(text.slice(-3))
    ? text.length
    : text.length - suffix.length;
}

function endsWhole(text: string): boolean {
  for (let length = 4; length <= Math.min(8, text.length); length += 1) {
    if (japaneseWholeWords.has(text.slice(-length))) return true;
  }
  return false;
}

/** Two scripts, or four kanji and more, are a compound. */
function isCompound(text: string): boolean {
  const kanji = Array.from(text).filter((character) => isKanji(character.charCodeAt(0))).length;
  const katakana = Array.from(text).some((character) => isKatakana(character.charCodeAt(0)));
  return (
    kanji >= 4 || (kanji > 0 && katakana) || (/[A-Za-z]/.test(text) && (kanji > 0 || katakana))
  );
}
