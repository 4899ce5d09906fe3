import type { Language } from '@kanmon/core';
import { analyse } from '../language/analysis.ts';
import { cleanText, textEnd } from '../language/clean-text.ts';
import type { Analysis, Part, Term } from '../language/reading.ts';
import { resolveLanguage } from '../language/resolve-language.ts';
import { isAmong, isThing, isTopical, isTopicalNoun, runsOf } from '../language/terms.ts';
import { defaultPlanLimits } from '../plan/plan-limits.ts';
import type { ReadMessage, ReadRequest } from '../planner/turn.ts';
import { checkText } from '../wire/check-input.ts';
import { splitEnglish } from './split-english.ts';
import { splitJapanese } from './split-japanese.ts';

/** One thing that a message asks for. */
interface Intent {
  /** The request, with the statements around it. */
  readonly text: string;
  readonly request: string;
}

/**
 * The things a message asks for, in order: at least one part for a message that is not empty.
 *
 * @example
 * splitIntents('ギフト配送と領収書発行の条件をまとめて教えて'); // two parts, each with 条件
 */
export function splitIntents(message: string, language?: Language): readonly string[] {
  checkText('message', message);
  const { text } = cleanText(message, defaultPlanLimits.messageLength);
  if (text === '') return [];
  return splitClean(text, language ?? resolveLanguage(text, [])).map((intent) => intent.text);
}

/** `splitIntents` for a text that was cleaned. */
export function splitClean(given: string, language: Language): readonly Intent[] {
  const text = given.replace(pasted, ': "$1$2$3$4" ');
  const whole = text.replaceAll('\n', ' ');
  if (language === 'other') return [{ text: whole, request: whole }];
  const items =
    numberedItems(text, language) ??
    summedItems(text, language) ??
    text.replace(listLead, '').split(otherThing);
  const parts = items.flatMap((item) =>
    language === 'ja'
      ? joinScenes(splitJapanese(item), '')
      : joinScenes(splitEnglish(item, listLead.test(text)), ' '),
  );
  return parts.length === 0 ? [{ text: whole, request: whole }] : parts;
}

/** A line with a code, or after `the log says`. Its sentences are not requests of the user. */
const pasted =
  /:?\n((?:[A-Z]{2}[^"a-z]{0,9}\d|Error).{0,300})\n|\n(エラー ?[\dA-Z].{0,300})(?:\n|$)|(?<=\b(?:says?|shows?|reads|logs?|error))\s?:?\n(?:[>|]\s?)*(.{3,300})(?:\n|$)|(?<!\b(?:things|questions|qs|requests|points|help)\b[^:\n]{0,24}):\n+((?![Ww]h|[Hh]ow|Is|Are|[Cc]an|[Dd]o|[-•*\d(])[^?？"\n]{3,200}(?:\n[^\na-z?？]{4,100})?)\n/u;

const itemMark =
  /(?:^|[\s、。:：])[(（]?([1-9])(?:[)）]|[.、](?=\D)|つ目は、?| (?=(?:what|when|where|how|who|which|why|is|are|do|does|can|could)\b))\s*|(?:^|[(\s])([a-c])\)\s*|(?:^|[.?!:]\s+)(first|second|third|one|two|three)(?:ly| off| of all)?,\s+/giu;
/** Three marks for each of the first items. */
const ordinals = ['a', 'first', 'one', 'b', 'second', 'two', 'c', 'third', 'three'];
/** `I have two questions:` */
const listLead =
  /^[^:：?？\n]{0,40}(?:\b(?:things|questions|qs|requests|points)|質問|お願い|点|たいこと)[^:：?？\n]{0,12}[:：\n]\s*/iu;
/** の3点を教えてください */
const listEnd = /\n?(?:の|以上)[、の]?[2-5二三四五][点つ件個][^。、？?]{0,16}。?\s*$/u;
/** Joins two requests, of which the first may be a problem only: `and the other thing is can I`. */
const otherThing =
  /[,.;]? (?:and|also|plus|oh) (?:(?:the|my|one) )?(?:other|another|second|last|next|final|more) (?:thing|question)(?:[,:]| is| was) (?=(?:what|when|where|how|who|why|which|is|are|am|do|does|can|could|may|if|whether|will|would|should|i|my|we|our)\b)/iu;

/** `1) ... 2) ...`: the items of a numbered list; null for a text without one. */
function numberedItems(text: string, language: Language): readonly string[] | null {
  const [lead = '', first = '', ...others] = text.split(
    /^[-•・*]\s/u.test(text) ? /(?:^|\s)[-•・*]\s/u : /\n[-–•*] |[\s。]・ ?/u,
  );
  if (first !== '' && (lead === '' || others.length > 0))
    return [`${lead}\n`.replace(listLead, '') + first, ...others];
  const marks = Array.from(
    text.matchAll(itemMark),
    ({ index, 0: mark, 1: digit, 2: letter, 3: word = '' }) => ({
      start: index,
      end: index + mark.length,
      number: Number(digit ?? 1 + Math.floor(ordinals.indexOf((letter ?? word).toLowerCase()) / 3)),
    }),
  ).filter(({ number }, index) => number === index + 1);
  if (marks.length < 2) return null;
  const items = marks.map(({ end }, index) =>
    text
      .slice(end, marks[index + 1]?.start)
      .replace(listEnd, '')
      .trim(),
  );
  // My son moves wards tomorrow. 1) ...: the scene goes with the first item.
  const before = text.slice(0, marks[0]?.start).trim();
  // Looking at your hall for a wedding:, before questions: asks for nothing beside them.
  const isHeader =
    /[^?？][:：]$/u.test(before) &&
    items.map((item) => analyse(item, language)).every(({ terms }) => terms.some(isTopical));
  const scene = isHeader ? '' : `${before}\n`.replace(listLead, '');
  return items.map((item, index) => (index === 0 ? scene + item : item));
}

/** `Parking, bike bays, day passes, tell me about all three`, 会費、定休日、この2つを教えて: asks for all that was listed. */
const summed =
  /^(?<items>[^?!;？]{6,200}?)(?:(?:, | - |[.:] )(?:and )?(?:(?:can|could|i|i'd|please|tell|what|who|where|how)\b[^,.?!]{0,50}\b(?:these|those|them|all|each|both)|(?:those|these|all|the) (?:two|three|four))\b[^,.?!]{0,30}[.?!]*|[、。]\s?(?:以上|この|これら?|その)?の?(?:[2-5二三四五][つ点件個]|全部|すべて|全て|それぞれ|まとめて)[^。、]{0,12}(?:教え|おしえ|知り|聞き|願い|ください|伺)[^。、]{0,16}。?)$/iu;
/** 来週引っ越すんですけど、: sets the scene, and is a part of the item after it. */
const sceneEnd = /(?:けれ?ども?|です?が|ので)、/u;
const itemEnd =
  /, (?:and )?|と?(?<!けれ?ども?|です?が|ので)[、。]\s?(?:あとは?|それと|それから|また)?/u;
/** A clause is not an item. */
const ownClause = /^(?:i|we|my|our|it|s?he|they|there)\b/iu;

function summedItems(text: string, language: Language): readonly string[] | null {
  const list = (summed.exec(text)?.groups?.['items'] ?? '').split(itemEnd);
  const isList = list.every(
    (item) => !ownClause.test(item) && analyse(item, language).terms.length > 0,
  );
  return isList && (list.length > 1 || sceneEnd.test(list[0] ?? '')) ? list : null;
}

/** A statement that only sets the scene ("I bought a lamp.") belongs to the request after it, or before. */
function joinScenes(parts: readonly Part[], space: string): readonly Intent[] {
  const joined: Intent[] = [];
  let scene: string[] = [];
  for (const { text, isRequest } of parts) {
    if (!isRequest) {
      scene.push(text);
      continue;
    }
    joined.push({ text: joinClauses([...scene, text], space), request: text });
    scene = [];
  }
  if (scene.length === 0) return joined;
  const last = joined.pop();
  const text = joinClauses([last?.text ?? [], scene].flat(), space);
  return [...joined, { text, request: last?.request ?? text }];
}

/** Between English clauses a comma stays: a pronoun after it takes up what the clause before it named. */
function joinClauses(clauses: readonly string[], space: string): string {
  return clauses.reduce((before, clause) =>
    space !== '' && /[\p{L}\p{N}]$/u.test(before)
      ? `${before}, ${clause}`
      : `${before}${space}${clause}`,
  );
}

/** Returns the things that a request asks for, in order, each read; a correction is one thing. */
export function partsOf(turn: ReadRequest): readonly Analysis[] {
  const { body, language, message, rejected } = turn;
  if (rejected !== undefined) return [message];
  const parts = joinDependent(splitClean(body, language), turn).map((intent) =>
    turn.analyse(textOf(intent, turn)),
  );
  const matters = parts.filter((part) => !isLead(part));
  return matters.some(({ terms }) => terms.some(isTopical)) ? matters : parts;
}

/** By the by, hang on, 何度もすみません, もうひとつ聞いていい: opens a message, and asks for nothing. */
function isLead({ signals, terms }: Analysis): boolean {
  return (
    !terms.some((term) => isTopical(term) || term.isAttribute || term.values.length > 0) &&
    !signals.question
  );
}

/** `I want to cancel. Can I do it online?`: a question about the wish before it is one request with it. */
function joinDependent(intents: readonly Intent[], turn: ReadMessage): readonly Intent[] {
  const joined: Intent[] = [];
  for (const intent of intents) {
    const before = joined.at(-1);
    const at = turn.message.text.indexOf(intent.request);
    const isWish =
      before !== undefined &&
      before.text.length <= longestWish &&
      turn.analyse(before.request).signals.statement;
    const { terms, signals } = turn.analyse(intent.request.replace(scene, ''));
    const isDependent = isWish
      ? signals.requirement ||
        (offers.test(textEnd(intent.request)) &&
          isOfKind(turn.analyse(intent.request), turn.analyse(before.request).terms)) ||
        !terms.some((term) => isOwnMatter(term) && !term.isVerb)
      : remedy.test(intent.text);
    const isJoined = isDependent && !addition.test(textEnd(turn.message.text.slice(0, at)));
    if (before !== undefined && isJoined) {
      // Between clauses a comma stays: what `it` means was named in another one.
      const rest = `, ${intent.text}`;
      joined[joined.length - 1] = { text: before.text + rest, request: before.request + rest };
    } else joined.push(intent);
  }
  return joined;
}

/** I want to join a class. Is there one in the morning: asks for a kind of what is wanted. */
const offers =
  /^(?:is|are) there\b|^do you (?:have|offer|run|do)\b|[はが]、? ?あり(?:ます|ません)か[。？?\s]*$/iu;

/** Returns true where the thing that a question is about was named: 夜の教室, a van with a lift. */
function isOfKind({ language, terms }: Analysis, named: readonly Term[]): boolean {
  const head = language === 'ja' ? terms.at(-1) : runsOf(terms)[0]?.at(-1);
  return head !== undefined && isAmong(head, named);
}

/** A remark before what is asked: 手作業は避けたいのですが、. */
const scene = /^[^。？?]*(?:が|けど)、/u;

/** Joins another request: `それと、`. */
const addition = /(?:(?:と、|それと|それから|ついでに|あと|また)[は、,\s]*|[1-9]\)\s*)$/u;

/** A question after a question about a problem, which asks for nothing else. */
const remedy =
  /^(?:and )?(?:how|why|where|when)(?: so)?\W*$|\b(?:what (?:now|next)|now what)\W*$|^how (?:do|can|should) (?:i|we) (?:(?:fix|solve|resolve|avoid|do|get (?:around|past|rid of)|deal with|go about) (?:it|this|that)\b|(?:get|have) (?:it|this|that|them) \w{1,20}[?.!\s]{0,3}$)/iu;

/** 手続き alone is that of the wish. */
function isOwnMatter(term: Term): boolean {
  return ((isTopical(term) && !term.isAside) || term.isAttribute) && !procedure.test(term.text);
}

const procedure =
  /^(?:手続き?|設定|方法|手順|流れ|書類|procedures?|process|steps?|documents?|paperwork|forms?)$/iu;

/** UTF-16 units. */
const longestWish = 400;

/** UTF-16 units of a request with the statements before it. */
const longestScene = 80;

/** A request that names its matter is searched without the story before it. */
function textOf({ text, request }: Intent, turn: ReadMessage): string {
  const { signals, terms } = turn.analyse(request);
  const named = terms.filter((term) => isTopicalNoun(term) && !term.isAside);
  // Is the canteen safe? needs the short sentence before it: my child has a nut allergy.
  const sentences = text.match(/[.。!！?？]/gu)?.length ?? 0;
  const { length } = terms.filter(
    ({ isBareAttribute, isGeneric }) => !isBareAttribute && !isGeneric,
  );
  const isBrief = text.length <= longestScene && length <= 2 && sentences <= 3 - length;
  const isTakenUp = text.length <= longestDefinite && definite.test(request);
  // An error message names the matter better than the question after it, and is part of the story before it.
  // 当日でも大丈夫ですか。残業があるので: in a dialog the reason after a question is not what it is about.
  const isExplained = turn.history.length > 0 && reason.test(text.slice(request.length));
  const isQuoted = /[「"]/u.test(text);
  const isWhole = signals.demonstrative || isBrief || isTakenUp || isQuoted || setting.test(text);
  return (named.length > 0 && !isWhole) || isExplained
    ? `${toldBefore(text, request, turn)}${request}`
    : text;
}

/**
 * Returns the statement before a request that names what the request is about: the topic (御祈祷について伺います), or the
 * trouble, where the request asks how and names no thing but with `the` (my certificate has expired; how to do the revalidation).
 */
function toldBefore(text: string, request: string, turn: ReadMessage): string {
  const before = text.slice(0, Math.max(0, text.indexOf(request)));
  const { text: asked, terms, signals } = turn.analyse(request.replace(scene, ''));
  const isOpen =
    signals.howTo &&
    terms.every(
      (term) => !isThing(term) || /\bthe (?:\w+ )?$/iu.test(textEnd(asked.slice(0, term.start))),
    );
  const told = (before.match(/[^.。!！?？]+[.。!！?？]*/gu) ?? []).findLast(
    (sentence) =>
      sentence.length <= longestScene &&
      (topic.test(sentence) || (isOpen && trouble.test(sentence))),
  );
  return told === undefined ? '' : `${told.trim()} `;
}

const topic = /(?:について|に関して|の(?:件|こと)で)[^。はがを]{0,12}。?$/u;
const trouble =
  /\b(?:my|our|his|her|their)\b.*(?:\b(?:trouble|problem|no longer|(?:has|have|had) (?:just |been )?\w+(?:ed|en))\b|n't\b)|\b(?:trouble|problem|issue) is\b|(?:ない|なく(?:て|な)|ません(?:でした)?|まった|まして)[^。]{0,6}。?$/iu;

const reason = /^[^。？?]*(?:ので|から|もので)[。…\s]*$/u;

/** Travelling with a trailer behind the car. Which lane: a fragment is a part of what follows. */
const setting =
  /^[a-z]{2,}ing (?:with|to|from|in|on|by|for|an?|my|our|the|out|back)\b(?![^.?!]{0,60} (?:is|are|was|were|has|have)\b[^.?!]{0,60}\.)[^.?!]{2,60}[.,] [^.?!]{2,80}\?$/iu;

/** Can I get a refund for the delay? The story before it names the delay. */
const definite = /\b(?:for|about|with) the \w+[\s?.!]*$/iu;
/** UTF-16 units. */
const longestDefinite = 120;
