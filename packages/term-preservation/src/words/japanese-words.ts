import {
  countUnits,
  isDigit,
  isHiragana,
  isKanji,
  isKatakana,
  isLatin,
  isWordUnit,
  runEnd,
} from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { kanaNounLength, readVerbForm, type VerbForm } from './okurigana.ts';
import { japaneseSuffixes, japaneseWholeWords, type StopWords, uncutWords } from './stop-words.ts';

/** A word term at its place; `text` differs from the slice for a noun made from a verb form. */
export interface WordSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly derived: boolean;
  /** More than one word glued: weighs more than a plain word. */
  readonly compound: boolean;
  /** A verb that opens a clause: it may take the noun after it. */
  readonly verb?: boolean;
}

const middleDot = 0x30fb;

/** First parts of native verb pairs that are written without okurigana: 見直し, 支払い, 手続き. */
const bareFirsts = '見値手下棚支名仕裏';

const particles = 'をがはのにでともへや、。';

/** Before お/ご + noun. */
const beforeHonorific = 'のをはがにでともや';

/** Returns true when a Japanese word may start at `at`. */
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

/** The end of a reading and its word. Verbs and adjectives have no word. */
interface WordStep {
  readonly end: number;
  readonly word?: WordSpan;
}

/**
 * Reads the compound that starts at `at` and ends before `limit`: runs of kanji, katakana and Latin that are
 * written together, with the okurigana of noun forms.
 */
export function readJapaneseWord(text: string, at: number, limit: number): WordStep {
  let end = at;
  let parts = 0;
  while (end < limit) {
    const unit = text.charCodeAt(end);
    const mixed = end === at && isKanji(unit) ? kanaNounLength(text, end) : 0;
    if (mixed > 0) end = Math.min(limit, end + mixed);
    else if (isKanji(unit)) {
      const run = runEnd(text, end, isKanji, limit);
      const verb = run < limit ? readVerbForm(text, run - 1) : undefined;
      if (verb === undefined) {
        // 新しい, 送る: one kanji with kana that is not a particle is a verb or an adjective.
        if (
          run - end === 1 &&
          parts === 0 &&
          !isNounAlone(text, run, limit) &&
          kanaNounLength(text, run) === 0
        )
          return { end: run };
        end = run;
      } else {
        const close = run + verb.length;
        const noun = verb.form === 'noun' && !goesOnAsVerb(text, close);
        const pair = parts > 0 || (end > at && noun) || isVerbPair(text, end, run);
        const next = text.charCodeAt(close);
        const single = run - end === 1;
        // 検出し、 is the suru verb; 念押しの is a noun.
        if (
          verb.ending === 'し' &&
          !single &&
          !pair &&
          !'のをがはも'.includes(text.charAt(close) || ' ')
        )
          return { end: run, word: wordSpan(text, at, run, false) };
        if (!noun || !(isKanji(next) || isKatakana(next)))
          return closeWithVerb(text, at, run, { ...verb, noun, pair, single });
        end = close;
      }
    } else if (isKatakana(unit)) {
      end = runEnd(text, end, isKatakana, limit);
      if (text.charCodeAt(end) === middleDot && isKatakana(text.charCodeAt(end + 1))) end += 1;
    } else if (isLatin(unit) || isDigit(unit)) end = latinEnd(text, end, limit);
    else if (parts === 0 && end === at && isHonorific(text, end) && kanaNounLength(text, end) === 0)
      end += 1;
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

/** A verb form at the end of a compound. `noun`: it is read as a noun; `single`: its kanji run is one kanji. */
interface ClosingVerb extends VerbForm {
  readonly noun: boolean;
  /** It is part of a pair of native verbs (受け取り) or follows another part. */
  readonly pair: boolean;
  readonly single: boolean;
}

/** The word of a compound from `at` whose last kanji run ends at `run` and is followed by a verb form. */
function closeWithVerb(text: string, at: number, run: number, verb: ClosingVerb): WordStep {
  const end = run + verb.length;
  const after = text.charAt(end);
  if (verb.pair) {
    if (verb.noun) return { end, word: wordSpan(text, at, end, true) };
    const noun = text.slice(at, run) + verb.ending;
    return { end, word: { start: at, end, text: noun, derived: true, compound: true } };
  }
  if (verb.single) {
    const alone =
      verb.noun &&
      'のをはがにもと'.includes(after || ' ') &&
      !'をに'.includes(text.charAt(at - 1) || ' ');
    return alone ? { end, word: wordSpan(text, at, end, false) } : { end };
  }
  // 一括払いを, or the end of the text.
  if (verb.noun && 'のをはがにもとへで、。'.includes(after))
    return { end, word: wordSpan(text, at, end, true) };
  // 毎日使う: the last kanji is a separate verb.
  return run - 1 - at > 1 ? { end, word: wordSpan(text, at, run - 1, false) } : { end };
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
  return bareFirsts.includes(text.charAt(run - 2)) || opensVerb(text.charAt(run - 2));
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

/** The word that the text has from `start` to `end`. */
export function wordSpan(text: string, start: number, end: number, compound: boolean): WordSpan {
  return { start, end, text: text.slice(start, end), derived: false, compound };
}

/** Removes suffixes that relate (登録時) and planning heads (認証機能). Returns undefined when no term is left. */
export function trimJapaneseWord(word: WordSpan, stops: StopWords): WordSpan | undefined {
  let { text, end } = word;
  if (!word.derived) {
    for (let round = 0; round < 4; round += 1) text = trimOnce(text, stops);
    end = word.start + text.length;
  }
  const folded = foldTerm(text);
  if (folded === '' || stops.has(folded) || (folded.length === 1 && !isKanji(folded.charCodeAt(0))))
    return undefined;
  return { ...word, end, text, compound: word.compound || isCompound(text) };
}

function trimOnce(text: string, stops: StopWords): string {
  const rest = text.slice(0, -2);
  // パスワード再設定: 再 belongs to what follows.
  if (rest !== '' && !rest.endsWith('再') && stops.isHead(text.slice(-2))) {
    if (stops.has(foldTerm(rest))) return '';
    if (text.length >= 4 && !endsWithOneOf(japaneseWholeWords, text, 4, 8)) return rest;
  }
  const suffix = japaneseSuffixes.find((each) => text.endsWith(each));
  if (suffix === undefined || text.length - suffix.length < 2) return text;
  return endsWithOneOf(uncutWords, text, 2, 4) ? text : text.slice(0, -suffix.length);
}

function endsWithOneOf(
  words: ReadonlySet<string>,
  text: string,
  shortest: number,
  longest: number,
): boolean {
  for (let length = shortest; length <= Math.min(longest, text.length); length += 1)
    if (words.has(text.slice(-length))) return true;
  return false;
}

/** Returns true for a text of two scripts, or of four kanji and more. */
function isCompound(text: string): boolean {
  const kanji = countUnits(text, isKanji);
  const katakana = countUnits(text, isKatakana) > 0;
  return (
    kanji >= 4 || (kanji > 0 && katakana) || (/[A-Za-z]/.test(text) && (kanji > 0 || katakana))
  );
}
