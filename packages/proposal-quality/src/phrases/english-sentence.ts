import { detectLanguage } from '@kanmon/core';
import type { Guard } from './phrase-rule.ts';
import { insideOf, type PhraseMatch, quotedSpans } from './quotations.ts';
import { words } from './words.ts';

/** The words of a sentence around a match, in lower case, with punctuation as separate words. */
export interface Sentence {
  /** From the start of the sentence to the match. */
  readonly before: readonly string[];
  /** From the last comma or dash before the match to the match. */
  readonly clause: readonly string[];
  /** From the match to the end of the sentence. */
  readonly after: readonly string[];
  /** The words of the match. */
  readonly matched: readonly string[];
  readonly isQuestion: boolean;
  /** True if no space is between the match and the character before. */
  readonly isGlued: boolean;
  /** The match and the text after it as written, for names in capital letters. */
  readonly written: string;
  readonly rest: string;
}

/** A test whether a match in a sentence is something else than the phrase means. */
export type SentenceTest = (sentence: Sentence) => boolean;

/** UTF-16 units of a sentence that are read on each side of a match, so that the work is linear. */
const reach = 240;

const word = /[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu;
const clauseMark = /^[,;:()–—]$/;

/** The end of a sentence. A full stop after a title or an abbreviation ends none. */
const sentenceEnd =
  /(?<!(?<![a-z])(?:mr|mrs|ms|dr|st|no|vs|e\.g|i\.e|etc|inc|ltd|approx))\.(?=["'”’)]?(?:\s|$))|[!?](?=["'”’)]?(?:\s|$))|[\n;]/giu;

/** Without one of them a text is not Japanese. */
const japaneseLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Creates a guard of English texts: a match counts if the text is not Japanese, the match is not quoted,
 * and `isOther` is false for its sentence.
 */
export function englishGuard(isOther: SentenceTest): Guard {
  return (text) => {
    if (japaneseLetter.test(text) && detectLanguage(text) === 'ja') return () => false;
    let isQuoted: ((match: PhraseMatch) => boolean) | null = null;
    return (match) => {
      if (isOther(sentenceAround(text, match))) return false;
      isQuoted ??= insideOf(quotationsIn(text));
      return !isQuoted(match);
    };
  };
}

function sentenceAround(text: string, { start, end }: PhraseMatch): Sentence {
  const left = text.slice(Math.max(0, start - reach), start);
  const right = text.slice(end, end + reach);
  const lastEnd = [...left.matchAll(sentenceEnd)].at(-1);
  const [nextEnd] = right.matchAll(sentenceEnd);
  const before = wordsOf(left.slice(lastEnd === undefined ? 0 : lastEnd.index + 1));
  const mark = before.findLastIndex((each) => clauseMark.test(each));
  return {
    before,
    clause: before.slice(mark + 1),
    after: wordsOf(right.slice(0, nextEnd?.index)),
    matched: wordsOf(text.slice(start, end)),
    isQuestion: nextEnd?.[0] === '?',
    isGlued: /\S$/.test(left),
    written: text.slice(start, end),
    rest: right,
  };
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().replaceAll('’', "'").match(word) ?? [];
}

/** Single quotation marks around words, and code. An apostrophe follows a letter, an opening mark does not. */
const lesserQuotation =
  /(?<![\p{L}\p{N}'])'(?=[^\s'])[^'\n]{1,200}(?<=\S)'(?![\p{L}\p{N}])|‘[^‘’\n]{1,200}’(?![\p{L}\p{N}])|`[^`\n]{1,200}`/gu;

/** Words of the author before a quotation that is the author's own: "the answer is", "in short:". */
const ownFrame =
  /(?:(?<!title|name|label|subject|heading|card|sign|note|slogan|prompt|content)[:–—]|(?:answer|conclusion|verdict|advice|recommendation|choice|result|upshot|bottom line|message)s? (?:is|are|remains)|(?:i|we|one) (?:[a-z]+ )?(?:conclude|think|believe|say|advise|suggest|recommend|argue|find|propose)(?: that)?),?\s*$/i;

/** Returns the quotations of others and the names in a text. Without a source beside it, a quotation is the author's. */
function quotationsIn(text: string): readonly PhraseMatch[] {
  if (!/["'“‘`「『]/.test(text)) return [];
  const lesser = Array.from(text.matchAll(lesserQuotation), ({ index, 0: quotation }) => ({
    start: index + 1,
    end: index + quotation.length - 1,
  }));
  return [...quotedSpans(text), ...lesser].filter(({ start, end }) => {
    const { before, after } = sentenceAround(text, { start: start - 1, end: end + 1 });
    if (after.some((each) => isWord.test(each)) && !/[.!?]$/.test(text.slice(start, end)))
      return true;
    if (!before.some((each) => isWord.test(each))) return false;
    return !ownFrame.test(text.slice(Math.max(0, start - 41), start - 1));
  });
}

const isWord = /[\p{L}\p{N}]/u;

export const conditions = words(
  'if unless whether when whenever once until provided assuming suppose supposing lest wherever whichever whatever',
);
export const questions = words('who whom whose what which where why how');
/** Words after "is" where the question stays a question: "what has to be decided is still open". */
export const unsettled = words(
  'still open not unclear undecided unknown up listed in left yet described',
);

/** Returns whether the clause of the match is a condition: "if we choose hall A". */
export const inCondition: SentenceTest = ({ clause }) =>
  clause.some((each) => conditions.has(each));

/**
 * Returns whether the clause of the match is a condition or a question: "if a permit is required",
 * "decide who should come", "Should it rain". A comma ends a condition, but not an enumeration in it.
 */
export const isOpen: SentenceTest = (sentence) => {
  const { before, clause, after, isQuestion } = sentence;
  if (isQuestion || inCondition(sentence)) return true;
  const asked = clause.findLastIndex((each) => questions.has(each));
  if (asked !== 0) return asked > 0;
  // After a comma the word begins a relative clause, which asserts. "Still open: who should come" asks.
  if (before.length > clause.length && before.at(-clause.length - 1) !== ':') return false;
  if (before[0] !== 'what') return true;
  // "What you should do is ...": the sentence asserts.
  const verb = after.indexOf('is');
  return verb < 0 || unsettled.has(after[verb + 1] ?? '');
};

/** "in case a permit is required". */
function isInCase(list: readonly string[]): boolean {
  return list.some((each, index) => each === 'case' && list[index - 1] === 'in');
}

/** "The vet's view is", "the wish of the tenants was". */
const reportedNouns = words(
  'view opinion position advice wish preference request rule answer reply feeling suggestion recommendation impression',
);

const conditionals = words('if unless whenever whichever provided assuming');

/** Returns whether the sentence states a condition: "if it rains, a tent is needed", "only needed in case it rains". */
export const isConditional: SentenceTest = ({ before, matched, after }) =>
  after.some((each) => conditionals.has(each)) ||
  (matched.includes('only') && isInCase(after.slice(0, 3))) ||
  before.some((each) => conditionals.has(each)) ||
  isInCase(before);

/** Verbs of a report, whose plain form follows a plural subject. */
const plainReporting = words(
  `say state note mention stipulate require demand insist ask argue claim believe report explain warn announce confirm suggest recommend advise
  prefer consider call rate rank name conclude want expect reckon dictate prescribe declare describe think praise deem label`,
);
/** Other forms of them, and verbs of a report that are nouns too. */
const otherReporting = words(
  `said writes wrote reads specifies specified told tells thought feels felt sees holds preferred voted decided agreed agrees rules ruled orders ordered provides emailed replied
  answered pointed points judged found labelled`,
);
const isReporting = (each: string): boolean =>
  otherReporting.has(each) ||
  (/[sd]$/.test(each) &&
    (plainReporting.has(each.slice(0, -1)) || plainReporting.has(each.slice(0, -2))));
const selves = words('i we you one this that it which undersigned');
/** Evidence has no opinion: its verdicts are those of the author. */
const evidence = words(
  'figures data numbers evidence facts analysis comparison results result table everything experience research sense logic',
);
const breaking = words('so therefore hence thus but');
export const passive = words('is are was were be been being');
const documents = words(
  'contract lease policy rules law statute code bylaws agreement manual handbook guidelines minutes notice letter email specification charter',
);
const sources: ReadonlySet<string> = new Set([
  ...documents,
  ...words(`
    laws contracts policies rule regulation regulations statutes terms standard standards insurer landlord city authority
    authorities committee board client customer manufacturer vendor supplier bank school company department office council
    owner management employer auditor guideline state government ministry directive act ordinance article section clause
    procedure inspector inspectors lawyer accountant bureau team director manager chair treasurer consultant architect
    engineer doctor police union organiser organizer host venue panel jury court agency association federation maker
    brochure memo report faq instructions invitation permit`),
]);

/**
 * Returns whether the sentence reports the statement of another person or the rule of a document, and names the
 * source: "the contract says", "according to Ms Sato", "under the lease", "required by law".
 */
export const isReported: SentenceTest = ({ before, after }) =>
  hasReport(before) ||
  isInStory(before) ||
  namesSource(before, /^(?:under|per)$/, sources) ||
  namesSource(before, /^(?:in|by)$/, documents) ||
  followsSource(after);

const stories = words(
  'novel story tale play film movie legend plot saga comic manga opera chapter',
);
const addressed = words('you we i us everyone everybody nobody team author writer');

const narrating = words('shows tells describes');

/** Returns whether a person of a story is spoken of: "In the novel, Ken must leave", "chapter two shows that Anna must hide". */
function isInStory(before: readonly string[]): boolean {
  const at = before.findIndex(
    (each, index) =>
      stories.has(each) &&
      (/^(?:in|of)$/.test(before[index - 2] ?? '') ||
        before.slice(index + 1, index + 4).some((next) => narrating.has(next))),
  );
  return at >= 0 && !before.slice(at + 1).some((each) => addressed.has(each));
}

/** A statement that is not made: "this overview does not claim that ...", "it cannot be said that ...". */
const disclaiming = words('say said claim mean imply suggest argue state assume conclude');

/** A plural subject: "the members rate", and not the noun in "the early-bird rate". */
export function isSubject(previous: string): boolean {
  return /[^'s]s$|^(?:police|people|parents|children|staff|team|majority|most|many|some|all)$/.test(
    previous,
  );
}

function hasReport(before: readonly string[]): boolean {
  for (let index = before.length - 1; index >= 0; index -= 1) {
    const each = before[index] ?? '';
    const previous = before[index - 1] ?? '';
    if (breaking.has(each) || (each === 'and' && previous === ',')) return false;
    if (each === 'according') return true;
    if (reportedNouns.has(each) && /(?<!day|it)'s?$/.test(previous)) return true;
    const isDisclaimed = before
      .slice(Math.max(0, index - 2), index)
      .some((one) => /^(?:not|never|cannot|.+n't)$/.test(one));
    if (disclaiming.has(each) && isDisclaimed) return true;
    if (index === 0 || !(isReporting(each) || (plainReporting.has(each) && isSubject(previous))))
      continue;
    if (selves.has(previous) || evidence.has(previous) || before[index + 1] === ',') continue;
    if (each === 'told' || !passive.has(previous)) return true;
  }
  return false;
}

/** "In the last ten minutes" is a time, "in the minutes" a document. */
const isCount =
  /^(?:\d+|two|three|five|ten|fifteen|twenty|thirty|forty|sixty|ninety|few|some|last|next)$/;

/** Returns whether one of the prepositions has a source among the next words. */
function namesSource(
  list: readonly string[],
  preposition: RegExp,
  named: ReadonlySet<string>,
): boolean {
  return list.some(
    (each, index) =>
      preposition.test(each) &&
      list
        .slice(index + 1, index + 5)
        .some(
          (next, at, near) =>
            named.has(next) && !(next === 'minutes' && isCount.test(near[at - 1] ?? '')),
        ),
  );
}

/** ", says the contract", and not ", as nobody has said otherwise". */
function isReport(list: readonly string[]): boolean {
  const verb = list.findIndex(isReporting);
  return verb >= 0 && !list.slice(0, verb).some((each) => denials.has(each));
}

function followsSource(after: readonly string[]): boolean {
  return (
    namesSource(after, /^(?:under|per|by)$/, sources) ||
    after.some(
      (each, index) =>
        (each === 'according' && after[index + 1] === 'to') ||
        // ", says the contract", ", the vendor writes"
        (each === ',' && isReport(after.slice(index + 1, index + 6))),
    )
  );
}

export const denials = words(
  'no not none neither nobody nothing never nor without cannot hardly scarcely',
);

/**
 * Returns whether the last words before the match, or the subject of its clause, deny it. A verb after `and` is not
 * denied with the one before: "they cannot stay and have to be moved".
 */
export const isDenied: SentenceTest = ({ clause }) =>
  clause.at(-1) !== 'and' && clause.some((each) => denials.has(each) || each.endsWith("n't"));

const ofNone = words('no none neither nobody nothing nor');

/** Returns whether no option at all is meant: "no option is the best", "neither is the right answer". */
export const isOfNone: SentenceTest = ({ clause, matched }) =>
  [...clause, ...matched].some((each) => ofNone.has(each));

export const possible = words('may might could can would perhaps possibly maybe');

/** Returns whether the match is only possible: "may have to", "would need to". */
export const isPossible: SentenceTest = ({ clause }) =>
  clause.slice(-4).some((each) => possible.has(each) || each.endsWith("'d"));

/** Returns whether the last word before the match is one of these. */
export function follows(list: ReadonlySet<string>): SentenceTest {
  return ({ before }) => list.has(before.at(-1) ?? '');
}

const past = words('was were been had did');

/** Returns whether the match is about the past: "was the best option". */
export const isPast: SentenceTest = ({ clause }) => clause.slice(-4).some((each) => past.has(each));

/** Returns whether one of the tests holds. */
export function anyOf(...tests: readonly SentenceTest[]): SentenceTest {
  return (sentence) => tests.some((test) => test(sentence));
}

/** Returns whether the match is part of a name in capital letters: "the Must Haves", "Best Western". */
export const isName: SentenceTest = ({ before, written, rest }) =>
  before.length > 0 && /^\p{Lu}\p{Ll}/u.test(written) && /^\s\p{Lu}\p{Ll}/u.test(rest);

const sequence =
  'first firstly second secondly third then next finally lastly also now so instead therefore afterwards afterward please';
/** Words after which a verb orders: "then book the hall". */
const openers = words(`${sequence} always kindly just simply`);
/** First words of a clause whose comma an order may follow: "before the visit, book the hall". */
const introductions = words(
  `${sequence} if when before after once to until unless for as since because while in by on at above whatever whoever whichever
  during given with without from rather either otherwise regardless failing wherever today tomorrow tonight till no`,
);

/** Places where a clause may begin with a verb that orders. */
export const startsClause: SentenceTest = ({ before, isGlued }) => {
  const last = before.at(-1) ?? '';
  if (before.every((each) => each.endsWith('ly') || !/\p{L}/u.test(each))) return true;
  const [first = ''] = before;
  if (openers.has(last)) return before.length === 1 || /^(?:,|right)$/.test(before.at(-2) ?? '');
  if (last === ',') return before.length === 2 || introductions.has(first);
  return isGlued || (before.length < 3 && /^(?:and|but)$/.test(last));
};
