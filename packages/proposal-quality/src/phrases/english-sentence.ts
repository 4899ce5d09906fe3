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
    return hasReport(before) || !ownFrame.test(text.slice(Math.max(0, start - 41), start - 1));
  });
}

const isWord = /[\p{L}\p{N}]/u;

export const conditions = words(
  'if unless whether when whenever once until provided assuming suppose supposing lest wherever whichever whatever',
);
export const questions = words('who whom whose what which where why how');
/** A comma before these makes a relative clause, which asserts: "the hall, which must be booked". */
const relatives = words('who whom whose which where');

/** Words after "is" where the question stays a question: "what has to be decided is still open". */
export const unsettled = words('still open not unclear undecided unknown up listed in left yet described');

/** Returns whether the clause of the match is a condition: "if we choose hall A". */
export const inCondition: SentenceTest = ({ clause }) =>
  clause.some((each) => conditions.has(each));

/**
 * Returns whether the clause of the match is a condition or a question: "if a permit is required",
 * "decide who should come", "Should it rain". A comma ends a condition, but not an enumeration in it.
 */
export const isOpen: SentenceTest = ({ before, clause, after, isQuestion, matched }) => {
  if (isQuestion) return true;
  if (clause.some((each) => conditions.has(each))) return true;
  const asked = clause.findLastIndex((each) => questions.has(each));
  if (asked < 0) return before.length > 0 && isInCase(clause);
  // "Still open: who should come" asks; after a comma the word begins a relative clause.
  const isFirst =
    asked === 0 && before.length > clause.length && before.at(-clause.length - 1) !== ':';
  if (isFirst && relatives.has(clause[asked] ?? '')) return false;
  // "What you should do is ...": the sentence asserts.
  if (before[0] === 'what' && asked === 0 && !isFirst) {
    const verb = after.findIndex((each) => each === 'is' || each === 'are');
    return verb < 0 || matched.includes('is') || unsettled.has(after[verb + 1] ?? '');
  }
  return true;
};

/** "in case a permit is required", "in the event that". */
function isInCase(clause: readonly string[]): boolean {
  return clause.some(
    (each, index) =>
      (each === 'case' || each === 'event' || each === 'condition') &&
      /^(?:in|on|the)$/.test(clause[index - 1] ?? ''),
  );
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
  before.some(
    (each, index) => conditionals.has(each) && !/^(?:i|we)$/.test(before[index + 1] ?? ''),
  ) ||
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
const sources = words(`
  law laws contract contracts lease policy policies rule rules regulation regulations statute statutes code bylaws agreement
  terms standard standards insurer landlord city authority authorities committee board client customer manufacturer vendor
  supplier bank school company department office council owner management employer auditor manual
  handbook guideline guidelines state government ministry minutes notice letter email specification
  directive act ordinance article section clause charter procedure inspector inspectors lawyer accountant bureau
  team director manager chair treasurer consultant architect engineer doctor police union organiser organizer host
  venue panel jury court agency association federation maker brochure memo report faq instructions invitation permit`);

const documents = words(
  'contract lease policy rules law statute code bylaws agreement manual handbook guidelines minutes notice letter email specification charter',
);

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

/** A statement that is not made: "this overview does not claim that ...". */
const disclaiming = words('say claim mean imply suggest argue state assume conclude');

/** Words after which a verb has no plural subject: "to say", "could ask". */
const notSubject = words(
  'to not can could may might will would shall should must do does did let please and or , i we you they it the a',
);

/** A plural subject: "the members rate", and not the noun in "the early-bird rate". */
export function isSubject(previous: string): boolean {
  return (
    !notSubject.has(previous) &&
    !evidence.has(previous) &&
    (/[^'s]s$/.test(previous) ||
      /^(?:police|people|parents|children|staff|team|majority|most|many|some|all)$/.test(previous))
  );
}

function hasReport(before: readonly string[]): boolean {
  for (let index = before.length - 1; index >= 0; index -= 1) {
    const each = before[index] ?? '';
    const previous = before[index - 1] ?? '';
    if (breaking.has(each)) return false;
    if (each === 'and' && previous === ',') return false;
    if (each === 'according' && before[index + 1] === 'to') return true;
    if (
      reportedNouns.has(each) &&
      (/(?<!day|it)'s?$/.test(previous) || (before[index + 1] === 'of' && previous !== 'in'))
    )
      return true;
    if (disclaiming.has(each) && /^(?:not|never|.+n't)$/.test(previous)) return true;
    if (
      each === 'said' &&
      previous === 'be' &&
      /^(?:cannot|not|can't)$/.test(before[index - 2] ?? '')
    )
      return true;
    if (index === 0 || !(isReporting(each) || (plainReporting.has(each) && isSubject(previous))))
      continue;
    if (each === 'told' && passive.has(previous) && before.indexOf('that', index) > 0) return true;
    if (passive.has(previous) || selves.has(previous) || evidence.has(previous)) continue;
    if (selves.has(before[index - 2] ?? '') && /^(?:have|had|also|would)$/.test(previous)) continue;
    if (before[index + 1] === ',' || previous === ',' || previous === 'the' || previous === 'a')
      continue;
    return true;
  }
  return false;
}

/** Returns whether one of the prepositions has a source among the next words. */
function namesSource(
  list: readonly string[],
  preposition: RegExp,
  named: ReadonlySet<string>,
): boolean {
  return list.some(
    (each, index) =>
      preposition.test(each) && list.slice(index + 1, index + 5).some((next) => named.has(next)),
  );
}

function followsSource(after: readonly string[]): boolean {
  if (after[0] === 'by' || after[0] === 'under')
    return namesSource(after.slice(0, 6), /^(?:by|under)$/, sources);
  if (namesSource(after, /^(?:under|per)$/, sources)) return true;
  return after.some((each, index) => {
    const next = after[index + 1] ?? '';
    if (each === 'according') return next === 'to';
    if (each === 'by') return after.slice(index + 1, index + 4).some((one) => sources.has(one));
    // ", says the contract", ", the vendor writes"
    return (
      each === ',' &&
      after
        .slice(index + 1, index + 6)
        .some(
          (one, at) =>
            isReporting(one) && one !== 'required' && after[index + at] !== 'undersigned',
        )
    );
  });
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
export const isPast: SentenceTest = ({ clause, matched }) =>
  clause.slice(-4).some((each) => past.has(each)) || past.has(matched[0] ?? '');

/** Returns whether one of the tests holds. */
export function anyOf(...tests: readonly SentenceTest[]): SentenceTest {
  return (sentence) => tests.some((test) => test(sentence));
}

/** Returns whether the match is part of a name in capital letters: "the Must Haves", "Best Western". */
export const isName: SentenceTest = ({ before, written, rest }) => {
  const [first = '', ...others] = written.split(/\s+/);
  const isCapital = /^\p{Lu}\p{Ll}/u;
  const inside =
    before.length > 0 ? isCapital.test(first) : others.some((each) => isCapital.test(each));
  return inside && /^\s\p{Lu}\p{Ll}/u.test(rest);
};

/** Places where a clause may begin with a verb that orders. */
export const startsClause: SentenceTest = ({ before, isGlued }) => {
  const last = before.at(-1) ?? '';
  if (before.every((each) => each.endsWith('ly') || !/\p{L}/u.test(each))) return true;
  if (
    /^(?:first|firstly|second|secondly|third|then|next|finally|lastly|also|now|always|so|please|kindly|instead|therefore|afterwards|afterward|just|simply)$/.test(
      last,
    )
  ) {
    return (
      before.slice(0, -1).every((each) => clauseMark.test(each) || /^(?:and|but|so)$/.test(each)) ||
      before.at(-2) === ','
    );
  }
  if (last === ',' && before.length === 2) return true;
  if (last !== ',')
    return (
      /^[-•*]$/.test(last) ||
      (isGlued && /^["“”'(]$/.test(last)) ||
      (before.length < 3 && /^(?:and|but)$/.test(last))
    );
  return /^(?:first|firstly|second|secondly|third|then|next|finally|lastly|also|now|so|if|when|before|after|once|to|until|unless|for|as|since|because|instead|therefore|afterwards|afterward|while|in|by|on|at|above|whatever|whoever|whichever|during|given|with|without|from|rather|either|otherwise|regardless|failing|wherever|today|tomorrow|tonight|until|till|no|given|please)$/.test(
    before[0] ?? '',
  );
};
