import type { Span } from '@kanmon/issue-tracker';
import type { TextChange } from './text-change.ts';

/** A report of a checker that proposes no fix. */
export interface UnfixedReport {
  readonly category: string;
  readonly text: string;
  readonly point: Span;
  readonly message: string;
}

/** Particles that are never repeated on purpose; は, も and に are parts of words too often (はは, もも). */
const particles = new Set(['を', 'が', 'の', 'へ', 'と']);

const raVerbs =
  /(?:見|来|出|着|寝|得|起き|生き|降り|借り|足り|信じ|感じ|閉じ|食べ|調べ|比べ|決め|認め|確かめ|始め|考え|覚え|教え|答え|伝え|数え|受け|続け|助け|避け|逃げ|投げ|任せ|育て|捨て|立て)$/u;
const longestRaVerb = 3;
const longestWord = 40;

/** English phrases that a shorter word replaces at every place. */
const wordy: Readonly<Record<string, string>> = {
  'in order to': 'to',
  utilize: 'use',
  utilizes: 'uses',
  utilized: 'used',
  'due to the fact that': 'because',
};

type Fixer = (report: UnfixedReport) => TextChange | null;

const fixers: Readonly<Record<string, Fixer>> = {
  'ja-no-successive-word': dropDoubledParticle,
  'no-dropping-the-ra': putRaIn,
  'no-exclamation-question-mark': calmDown,
  'no-mix-dearu-desumasu': sayDesu,
  'write-good/repeated': dropRepeatedWord,
  'write-good/wordy': shorten,
};

/**
 * Fixes a finding that textlint leaves, without a model: only when there is one right answer.
 * Long sentences, doubled particles across a sentence and weak phrases need a reader who understands.
 */
export function ownFix(report: UnfixedReport): TextChange | null {
  const { category } = report;
  return (Object.hasOwn(fixers, category) ? fixers[category] : undefined)?.(report) ?? null;
}

function dropDoubledParticle({ text, point: { start } }: UnfixedReport): TextChange | null {
  const particle = text.charAt(start);
  if (!particles.has(particle)) return null;
  const first = text.charAt(start - 1) === particle ? start - 1 : start;
  if (text.charAt(first + 1) !== particle) return null;
  return { range: { start: first, end: first + 2 }, text: particle };
}

/** 食べれる to 食べられる. Only verbs known to take it: 読めれる lacks no ら, it has a れ too many. */
function putRaIn({ text, point: { start } }: UnfixedReport): TextChange | null {
  const isKnown = raVerbs.test(text.slice(Math.max(0, start - longestRaVerb), start));
  if (text.charAt(start) !== 'れ' || !isKnown) return null;
  return { range: { start, end: start + 1 }, text: 'られ' };
}

/** Only at the end of a line: elsewhere the mark may belong to a title or a quotation. */
function calmDown({ text, point: { start } }: UnfixedReport): TextChange | null {
  const next = text.charAt(start + 1);
  if (text.charAt(start) !== '！' || (next !== '' && next !== '\n')) return null;
  return { range: { start, end: start + 1 }, text: '。' };
}

/** である at the end of a sentence follows a noun, so です is right; だ may follow a verb (飲んだ). */
function sayDesu({ text, point: { start } }: UnfixedReport): TextChange | null {
  return text.startsWith('である。', start)
    ? { range: { start, end: start + 4 }, text: 'です。' }
    : null;
}

/** The report may point at the first of the two or at the second. */
function dropRepeatedWord({ text, point: { start } }: UnfixedReport): TextChange | null {
  const before = /\p{L}+\s+$/u.exec(text.slice(Math.max(0, start - longestWord), start));
  for (const from of before === null ? [start] : [start, start - before[0].length]) {
    const match = /^(?<word>\p{L}+)\s+\k<word>(?!\p{L})/iu.exec(text.slice(from));
    const word = match?.groups?.['word'];
    if (match !== null && word !== undefined) {
      return { range: { start: from, end: from + match[0].length }, text: word };
    }
  }
  return null;
}

function shorten({ text, point, message }: UnfixedReport): TextChange | null {
  const phrase = /^"(?<phrase>[^"]+)"/u.exec(message)?.groups?.['phrase'] ?? '';
  const found = text.slice(point.start, point.start + phrase.length);
  const short = Object.hasOwn(wordy, phrase.toLowerCase())
    ? wordy[phrase.toLowerCase()]
    : undefined;
  if (short === undefined || found.toLowerCase() !== phrase.toLowerCase()) return null;
  const isCapital = found.charAt(0) !== found.charAt(0).toLowerCase();
  return {
    range: { start: point.start, end: point.start + phrase.length },
    text: isCapital ? short.charAt(0).toUpperCase() + short.slice(1) : short,
  };
}
