import { checkArgument } from '../vocabulary/check-argument.ts';
import type { Language } from '../vocabulary/locale.ts';

/** Share of letters that are kana or Han, once there is kana: Japanese about code is full of Latin. */
const leastJapanese = 0.05;
/** Without kana (titles, labels) Han must dominate. */
const leastHan = 0.5;
const leastLatin = 0.6;
/** Below this a text may have no function word at all. */
const wordsToJudge = 5;

const letter = /\p{L}/u;
/** With script extensions, so that the long-vowel mark, a letter of both syllabaries, counts. */
const kana = /[\p{scx=Hiragana}\p{scx=Katakana}]/u;
const han = /\p{Script=Han}/u;
const latin = /\p{Script=Latin}/u;
const latinWord = /\p{Script=Latin}[\p{Script=Latin}\p{M}]*/gu;

/** Frequent characters of Chinese, most of them simplified, that Japanese does not write. */
const chineseOnly =
  /[们这说为时发对还进动问题见现间让认识话语读东车马门开关电边过远运选页业两从务员图场报样长应该请谢总线给经结构验证项标无实你您么吗很吧哪]/u;

/** Frequent words of English that the other five languages do not have. */
const english = wordSet(
  'the of and to is that it for with are be this by from at not have has you your we they their which would can could should its were been into than then these those when where what how',
);
/** Frequent words of Spanish, French, German, Italian and Portuguese that English does not have. */
const otherLanguages = wordSet(
  'el la los las que y en un una por para con del es su lo como se más pero de le les des et du est pour dans qui sur pas au aux avec ce il elle nous vous der das und ist nicht ein eine einen zu den von mit für auf dem im sich auch wird sind che di non sono gli nel della e è o um uma com não em dos da na ao você',
);

/**
 * The language of a text by its letters, outside code and URLs: Japanese, English or other. A text
 * without letters is `other`. Linear in its length.
 */
export function detectLanguage(text: string): Language {
  checkArgument('text of detectLanguage', 'a text', text);
  const prose = proseOf(text);
  const counts = countLetters(prose);
  if (counts.letters === 0) return 'other';
  const hanShare = counts.han / counts.letters;
  if (counts.kana > 0) {
    if (counts.kana / counts.letters + hanShare >= leastJapanese) return 'ja';
  } else if (hanShare >= leastHan) {
    return chineseOnly.test(prose) ? 'other' : 'ja';
  }
  const isLatin = counts.latin / counts.letters >= leastLatin;
  return isLatin && readsAsEnglish(prose) ? 'en' : 'other';
}

/** Counts of letters, in all and by script. Marks, digits and punctuation are not letters. */
function countLetters(text: string): Record<'letters' | 'kana' | 'han' | 'latin', number> {
  const counts = { letters: 0, kana: 0, han: 0, latin: 0 };
  for (const character of text) {
    if (!letter.test(character)) continue;
    counts.letters += 1;
    if (latin.test(character)) counts.latin += 1;
    else if (kana.test(character)) counts.kana += 1;
    else if (han.test(character)) counts.han += 1;
  }
  return counts;
}

function readsAsEnglish(prose: string): boolean {
  const words = prose.toLowerCase().match(latinWord) ?? [];
  if (words.length < wordsToJudge) return true;
  const balance = words.reduce(
    (sum, word) => sum + (english.has(word) ? 1 : 0) - (otherLanguages.has(word) ? 1 : 0),
    0,
  );
  return balance > 0;
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

const fence = /^[ \t]{0,3}(`{3,}|~{3,})/;
/** Only characters that URLs are written with: Japanese text may follow one without a space. */
const url = /\b(?:https?|ftp):\/\/[!-~]+/gi;
const inlineCode = /`[^`\n]*`/g;

/** Returns the text without code fences, inline code and URLs, which do not show its language. Linear. */
function proseOf(text: string): string {
  const lines: string[] = [];
  let openFence: string | null = null;
  for (const line of text.split('\n')) {
    const marks = fence.exec(line)?.[1];
    if (openFence !== null) {
      // Closed by a run of the same mark, at least as long.
      if (marks !== undefined && marks.startsWith(openFence)) openFence = null;
    } else if (marks !== undefined && !isInline(line, marks)) {
      openFence = marks;
    } else {
      lines.push(line);
    }
  }
  return lines.join('\n').replaceAll(inlineCode, ' ').replaceAll(url, ' ');
}

/** A run of backticks with more of them on its line is inline code, not a fence (CommonMark 4.5). */
function isInline(line: string, marks: string): boolean {
  return marks.startsWith('`') && line.includes('`', line.indexOf(marks) + marks.length);
}
