import { lowerBound } from '@kanmon/core/kit';
import { textEnd } from '../language/clean-text.ts';
import {
  englishAuxiliaries,
  englishFunctionWords,
  englishPronouns,
  englishWhWords,
} from '../language/en.ts';
import { analyse } from '../language/analysis.ts';
import { isTopicalNoun } from '../language/terms.ts';
import { englishWords } from '../language/english.ts';
import { wordSet } from '../language/lexicon.ts';
import type { Part, Word } from '../language/reading.ts';

/**
 * Verbs with which a request begins: the imperatives that people type to shops and assistants.
 * A conjunction before one of them starts a new request.
 */
const requestVerbs = wordSet(
  `add ask play book find show search rate give tell list get make put look need want please lets let let's explain help cancel return change check send
     track reserve buy order turn set call open close start compare recommend describe use display provide arrange schedule remind include insert append
     locate see watch hear listen read translate calculate convert update refund exchange ship deliver register sign log reset pay apply contact tune
     kindly wish looking incorporate pull assign edit define move take sort mark place bring award grab try repeat advise remember proceed queue select
     pick choose switch save block upgrade downgrade activate deactivate`,
);
const subjects = wordSet(`i i'd i'm i've i'll we id im let's`);
const starters: ReadonlySet<string> = new Set([...englishWhWords, ...englishAuxiliaries]);
/** After these `also` belongs to its clause: can I also use. */
const clauseWords: ReadonlySet<string> = new Set([
  ...englishAuxiliaries,
  ...subjects,
  ...englishPronouns,
  'you',
]);
const leastWords = 2;
const longestTopic = 6;

/** Cuts an English message into the things it asks for, and the statements around them. Linear. */
export function splitEnglish(text: string, isListed = false): readonly Part[] {
  const sentences = sentencesOf(text);
  const isAsked = sentences.some((sentence) => !isStory(sentence));
  return sentences.flatMap((sentence, index) => {
    const isRemark = index > 0 && remark.test(sentence);
    const isNews =
      secondProblem.test(sentence) ||
      (index > 0 && addedProblem.test(sentence)) ||
      alsoAsks.test(sentences[index + 1] ?? '');
    if (isStory(sentence) && !isNews && (isAsked || isRemark || own.test(sentence)))
      return [{ text: sentence, isRequest: false }];
    const parts = splitList(sentence) ?? splitSentence(sentence).flatMap(splitMarked);
    const stories = parts.map(isStory);
    return parts.map((part, at) => ({
      text: part,
      isRequest:
        !(
          stories[at] === true &&
          stories.includes(false) &&
          own.test(part.replace(leadingWords, ''))
        ) ||
        (isListed && problem.test(part)) ||
        added.test(parts[at + 1] ?? ''),
    }));
  });
}

/** Everytime I want to watch: a wish inside a story. */
const subordinate = /(?:\b(?:when(?:ever)?|if|because|as|that|what)|time) i\b/gu;
const asking =
  /\b(?:i(?:'ll)? (?:also )?(?:need|want|(?:would |'?d )(?:like|rate|give)|rate|give(?! up))|i(?:'| a?)m hoping|i also|i'd like|(?:can|could|would) you|tell me|let me know|help me|wondering|looking for|(?:asks?|wonder|question|know(?! (?:where|what|how|who) to (?:start|begin|turn|do|say|look|go|ask)\b))(?: (?:you|is|was)){0,2}[:,]? (?:if|whether|how|what|when|where|which|who|why|do|does|is|are|can))\b/u;
/** Words before a question. */
const questionLead =
  /^(?:(?:anyway|so|oh|and|also|but|now|then|plus|h(?:i|ey|ello)\w*|ok(?:ay)?|well)\b[\s,:-]*)+/u;
const questionStart =
  /^(?:(?:what(?! (?:i|we|s?he|they) )|which|where|why|how|who|whose)(?:'?s|'re)?|when(?:'s)?(?= (?:is|are|do|does|did|can|will|should)\b)|is|are|do|does|did(?= (?:i|you|we|they|the|my)\b)|can|could|will|would|should|may|am)\b/u;

/** `My card was eaten, how do I get a new one`: a clause about the user before a question, or a report of what others think. */
const own =
  /^(?:(?:just )?(?:lost|forgot|broke|bought|got|found|left|saw|had) |(?:my|our)\b)|^(?:i|we|i've|we've|i'm|we're|did)\b|\b(?:won't|doesn't|didn't|isn't|stopped|broken?|arrived|was|were|got|says|said|told|reckons|thinks)\b/iu;

/** In a list of what is asked for, a problem is an item. */
const problem = /\b(?:no|not)\b|n't\b/iu;

/** `Also my bin was not emptied`: another matter. */
const addedProblem =
  /^(?:(?:and )?also|plus|another thing|(?:oh,? )?and (?:my|our|the))\b.{1,80}(?:\b(?:no|not|too|as well)\b|n't\b)/iu;

/** The lift is stuck also my key won't turn: two matters. */
const secondProblem = /\w,? also (?:my|our|the|there) .{1,80}(?:\b(?:no|not)\b|n't\b)/iu;

/** `Also how do I order a badge?`: the problem before it is a request too. */
const alsoAsks = /^(?:and )?also,? (?:wh\w+|how|can|do|is|are)\b/iu;

/** Marks the addition to a request: the part before it is a request too. */
const added = /^i also\b/iu;

/** `The front door won't open. The key is new`: goes with the problem before it. */
const remark = /^(?:i|we|my|our|the|it|there|\w{3,}ed)\b/iu;

const leadingWords =
  /^(?:(?:and|oh|also|plus|so|well|anyway|right|ok(?:ay)?|ye(?:ah|s)|h(?:i|ey|ello)\w*)\b[\s,]*)+/iu;

/** The screen shows error 5 what do I do: the question follows without a mark. */
const askedLast =
  /\b(?:what|how(?: (?:long|much|many|often|far|soon))?|where|who) (?:do|can|should) i\b[^.?!]{0,40}$|\b(?:so|also|but) (?:(?:what|how|where|when|who) (?:do|can|should|is|are)|(?:can|could|do|should|may|am) (?:i|we))\b/iu;

/** A report about the user: my account just got banned. */
const reported = /^(?:my|our|i|we)\b.*(?:\b(?:just|got|was|were|been|keeps|stopped)\b|n't\b)/iu;

/** Ends in a question mark, or begins or ends as a question. */
function isQuestion(text: string): boolean {
  // Banned for no reason??: two marks after a report are no question.
  const sentence = reported.test(text) ? text.replace(/\?{2,}$/u, '') : text;
  if (sentence.endsWith('?')) return true;
  const lower = sentence.slice(0, longestFirst).toLowerCase();
  return questionStart.test(lower.replace(questionLead, '')) || askedLast.test(textEnd(sentence));
}

/** Returns true for a statement that asks for nothing: beside a question, it explains how the question came about. */
function isStory(sentence: string): boolean {
  if (isQuestion(sentence)) return false;
  const lower = sentence
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\([^()]*\)|"[^"]*"/gu, ' ');
  const first =
    englishWords(lower.slice(0, longestFirst).replace(questionLead, ''))[0]?.lower ?? '';
  return !requestVerbs.has(first) && !asking.test(lower.replaceAll(subordinate, ' '));
}

/** UTF-16 units within which the first word of a sentence ends. */
const longestFirst = 40;

/** `Second question, does the bus run?` */
const ordinalLead =
  /^\s*(?:and )?(?:(?:first|second|third|next|last|final|other|another) (?:question|thing|one)(?: is)?[,:]|(?:second|third|last)ly,?) /iu;

/** Sentence ends: punctuation followed by space, and line ends. Abbreviations and quotations end no sentence. */
function sentencesOf(text: string): readonly string[] {
  const isInQuotes = quotationsOf(text);
  const sentences: string[] = [];
  let from = 0;
  for (const { index, 0: end } of text.matchAll(
    /(?<=[?!;])\s+|(?<=[^.\s]{3}\.)\s+|;\s*|\n+|\s[-–—]\s(?=(?:what|when|where|how|who|why|which|is|are|do|does|can|could)(?:'s|s)?\s)/giu,
  )) {
    if (isInQuotes(index)) continue;
    sentences.push(text.slice(from, index));
    from = index + end.length;
  }
  return [...sentences, text.slice(from)]
    .map((sentence) => sentence.replace(ordinalLead, '').trim())
    .filter((sentence) => sentence !== '');
}

const listFrame =
  /^[^,]{0,24}\b(?:tell me|know|info(?:rmation)?|details) (?:about|on|regarding) /iu;
/** Also can I take my bike and my scooter: one permission for all. */
const compares =
  /^(?:can|could|may|am|are|is) \w+ (?:allowed to )?(?:take|bring|carry|have|use|wear|keep|leave)\b|\b(?:difference|between|compared?|versus|vs|both)\b/iu;
const longestItem = 6;

/** Splits "Tell me about A, B and C": each is asked for. Returns null for another sentence. */
function splitList(sentence: string): readonly string[] | null {
  const frame = listFrame.exec(sentence)?.[0];
  if (frame === undefined) return null;
  const items = sentence.slice(frame.length).split(/, (?:and )?| and /u);
  const isNames = items.every((item) => {
    const list = englishWords(item);
    return list.length > 0 && list.length <= longestItem;
  });
  return isNames && items.length > 1 ? items.map((item) => item.trim()) : null;
}

/** The last two items of a list in which the same preposition, or an article, marks each. */
const markedPair =
  /^(?<head>.{2,160}\b)(?<item>(?<mark>for|on|in|at|from|about|of|to) [^,;:.?!]{2,40}),? and (?<last>\k<mark> [^,;:]{2,60})$/iu;
const articlePair =
  /^(?<head>.{2,160}\b)(?<item>(?:an?|the|my|our|your) [^,;:.?!]{2,40}),? and (?<last>(?:an?|the|my|our|your) [^,;:]{2,60})$/iu;
/** Three or more items of one question: `what do you charge for printing, room hire and lost books`. */
const namedList =
  /^(?<head>(?:.{0,24}\b)?(?:what|which|when|how|tell me|explain)\b.{2,100}?\b(?:for|on|of|about|regarding) )(?<items>[^,;:.?!]{2,40}(?:, [^,;:.?!]{2,40}){1,5}),? and (?<last>[^,;:.]{2,40})$/iu;
const articleItem = /^(?<head>.{2,160}\b)(?<item>(?:an?|the|my|our|your) [^,;:.?!]{2,40}), $/iu;
/** A room with a balcony and a bath: one thing has both, or is done with both. */
const joined =
  /\b(?:with(?:out)?|distance|connect|combin(?:e|ing)|shar(?:e|ing)|swap|exchange|same|together|total|best)\b/iu;

/**
 * Splits `for a passport and for a driving licence` and `a swim, the sauna and a massage`: a preposition or an
 * article before each item marks it as a matter. The parts share the words around the items.
 */
function splitMarked(sentence: string): readonly string[] {
  if (compares.test(sentence) || joined.test(sentence)) return [sentence];
  const pair = markedPair.exec(sentence) ?? articlePair.exec(sentence);
  const { item = '', last = '' } = pair?.groups ?? {};
  if (!isMatter(item) || !isMatter(last)) return splitNamed(sentence);
  const items = [last, item];
  let head = pair?.groups?.['head'] ?? '';
  for (let more = articleItem.exec(head); more !== null; more = articleItem.exec(head)) {
    head = more.groups?.['head'] ?? '';
    items.push(more.groups?.['item'] ?? '');
  }
  const at = last.search(/ (?:on|in|at|to|with|from|during|before|after)\b/iu);
  const tail = at < 0 ? '' : last.slice(at);
  return items.map((each, index) => `${head}${each}${index > 0 ? tail : ''}`).toReversed();
}

function splitNamed(sentence: string): readonly string[] {
  const { head = '', items = '', last = '' } = namedList.exec(sentence)?.groups ?? {};
  const list = [...items.split(', '), last];
  const isList =
    list.filter(isMatter).length >= Math.max(2, list.length - 1) &&
    list.every((item) => englishWords(item).length <= longestItem);
  return isList ? list.map((item) => `${head}${item}`) : [sentence];
}

/** People who ask together: for me and my kids. */
const asker = /(?:^|\b(?:for|with|show|give|get) )(?:me|us|him|her|them|i)$/iu;

/** Names a thing, and is not a clause. */
function isMatter(item: string): boolean {
  const { terms, words } = analyse(item, 'en');
  return (
    !asker.test(item) &&
    terms.some(isTopicalNoun) &&
    !words.some(({ lower }) => clauseWords.has(lower))
  );
}

interface Cut {
  /** The end of the part before, and the start of the next one. */
  readonly end: number;
  readonly start: number;
}

function splitSentence(sentence: string): readonly string[] {
  const list = englishWords(sentence);
  const isInQuotes = quotationsOf(sentence);
  const cuts: Cut[] = [];
  let from = 0;
  for (let index = leastWords; index < list.length - 1; index += 1) {
    if (isInQuotes(list[index]?.start ?? 0)) continue;
    const length = connectorLength(sentence, list, index, from);
    if (length === null) continue;
    const before = list[index - 1];
    const after = list[index + length];
    if (before === undefined || after === undefined) continue;
    if (list.length - index - length < leastWords) continue;
    if (isOpening(list.slice(from, index))) continue;
    const start = list[from]?.start ?? 0;
    const isNear = length === 0 && before.end - start <= longestCondition;
    if (isNear && condition.test(sentence.slice(start, before.end))) continue;
    cuts.push({ end: before.end, start: after.start });
    from = index + length;
    index += length;
  }
  return partsOf(sentence, cuts);
}

/** If my suitcase is damaged, how do I claim for it? */
const condition =
  /^(?:if|when(?! (?:is|are|do|does|did|can|will)\b)|once|after|before|since|because|while) [^,:]*$/iu;
/** UTF-16 units. */
const longestCondition = 120;

/** `look up and`, `open the app and`: no request yet, only the way to it. */
function isOpening(part: readonly Word[]): boolean {
  // `Now about billing, can I pay annually?`
  const topic = part.find(({ lower }) => !/^(?:now|and|so|what|how|as)$/u.test(lower));
  if (
    part.length <= longestTopic &&
    /^(?:about|regarding|concerning|going|back)$/u.test(topic?.lower ?? '')
  )
    return true;
  if (/^(?:come|go|try)$/u.test(part.at(-1)?.lower ?? '')) return true;
  return part.every(
    ({ lower }) =>
      requestVerbs.has(lower) ||
      /^(?:up|out|me|for|and|you|can|could|would|will|now|so|then|right|well)$/u.test(lower),
  );
}

/** Number of connecting words at `index` that start a new request, or null. 0: a comma does. */
function connectorLength(
  sentence: string,
  list: readonly Word[],
  index: number,
  from: number,
): number | null {
  const word = list[index];
  const before = list[index - 1];
  if (word === undefined || before === undefined) return null;
  const second = list[index + 1]?.lower;
  if (word.lower === 'and' && second === 'also') return 2;
  if (word.lower === 'and' && second === 'then' && !isNarrated(list, index + 2)) return 2;
  if (word.lower === 'and' && second === 'whether') return 1;
  // And get this: what follows is shown, not asked for.
  if (word.lower === 'and' && shown.test(sentence.slice(word.start))) return null;
  // I'd like to know if it is open and if there are tours.
  if (word.lower === 'and' && second === 'if' && knowIf.test(sentence.slice(0, word.start)))
    return 1;
  if (word.lower === 'and' && opensRequest(list, index + 1) && !isJoined(list, from, index))
    return 1;
  const hasComma = sentence.slice(before.end, word.start).includes(',');
  if (!hasComma)
    return word.lower === 'also' &&
      !clauseWords.has(before.lower) &&
      (/^(?:my|our|the|there)$/u.test(second ?? '') || opensRequest(list, index + 1))
      ? 1
      : null;
  if (/^(?:also|plus|then)$/u.test(word.lower) && opensRequest(list, index + 1)) return 1;
  return opensRequest(list, index) ? 0 : null;
}

/** `And then says`, `and then it goes off`: a story goes on. */
function isNarrated(list: readonly Word[], index: number): boolean {
  return /^(?:it|s?he|they)$|\w(?:s|ed)$/u.test(list[index]?.lower ?? '');
}

const shown = /^and \w+ (?:this|these|the following):/iu;
const knowIf = /\b(?:know|ask|wonder|wondering|see) (?:if|whether|how|what|when|where)\b/iu;

/** A verb of asking, a question word, an auxiliary or I, and something after it. */
function opensRequest(list: readonly Word[], index: number): boolean {
  const word = list[index]?.lower;
  const next = list[index + 1]?.lower;
  if (word === undefined || next === undefined) return false;
  // Might be a leak: a statement without its subject.
  if (/^(?:be|been|already|not|never)$/u.test(next) || (next === 'to' && word.startsWith('ha')))
    return false;
  if (list[index]?.text === 'ID') return false;
  return (
    isAction(list, index) ||
    requestVerbs.has(word) ||
    subjects.has(word) ||
    starters.has(word.replace(/'(?:s|re|d|ll)$/u, ''))
  );
}

/** `Delete my account` after `how do I export my data`: a verb and its object. */
function isAction(list: readonly Word[], index: number): boolean {
  const [word, next] = [list[index], list[index + 1]];
  if (word === undefined || next === undefined || !/^(?:my|the|a|an)$/u.test(next.lower))
    return false;
  const isOrdinary = /^\p{Ll}{3,}$/u.test(word.text) && !/(?:s|ing|ed|ly)$/u.test(word.text);
  return (
    isOrdinary && !notAction.has(word.lower) && index - 1 >= leastWords && index + 2 < list.length
  );
}

const notAction = wordSet(
  `${englishFunctionWords} after before during without within near above below between against through across behind beside like that this these those when while until unless because since whether which what who where why how all both either neither plus even`,
);

function isJoined(list: readonly Word[], from: number, index: number): boolean {
  const [first, second] = list.slice(from, index).map(({ lower }) => lower);
  if (first === 'what' && second === 'if' && list[index + 1]?.lower === 'i') return true;
  // Because my knee is bad and I can't do the clutch: the reason goes on.
  const isReason = list.slice(from, index).some(({ lower }) => lower === 'because');
  if (isReason && list[index + 1]?.lower === 'i' && !requestVerbs.has(list[index + 2]?.lower ?? ''))
    return true;
  // The joiner's own `and` is used up by the first one after it.
  return false;
}

/** Returns whether a place is inside quotation marks. A mark that is not closed quotes nothing. */
function quotationsOf(sentence: string): (at: number) => boolean {
  const marks = Array.from(sentence.matchAll(/["“”]/gu), ({ index }) => index);
  const lastCloser = Math.max(sentence.lastIndexOf('"'), sentence.lastIndexOf('”'));
  return (at) => at <= lastCloser && lowerBound(marks, (mark) => mark < at) % 2 === 1;
}

function partsOf(sentence: string, cuts: readonly Cut[]): readonly string[] {
  const starts = [0, ...cuts.map(({ start }) => start)];
  return starts.map((start, index) =>
    sentence.slice(start, cuts[index]?.end ?? sentence.length).trim(),
  );
}
