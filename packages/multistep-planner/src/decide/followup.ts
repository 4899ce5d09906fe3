import { checkOptions } from '@kanmon/core/kit';
import { englishPronouns } from '../language/en.ts';
import { japanesePointer } from '../language/japanese-signals.ts';
import { isGreeting } from '../language/analysis.ts';
import { deniedIn } from '../language/correction.ts';
import { textEnd, withoutOffer } from '../language/clean-text.ts';
import {
  distinctTerms,
  innerName,
  isName,
  isAmong,
  isNounTopic,
  isThing,
  isTopical,
  isTopicalNoun,
  runsOf,
} from '../language/terms.ts';
import type { Analysis, Term } from '../language/reading.ts';
import { withoutRejected } from './replace.ts';
import { withoutReplaced } from './replaced-object.ts';
import { returnedTo } from '../planner/read-request.ts';
import { readTurn } from '../planner/read-turn.ts';
import type { PlanInput, ReadMessage } from '../planner/turn.ts';
import { ruleOptionNames, type RuleOptions } from '../planner/rule-options.ts';
import type { Reason } from '../wire/values.ts';

/** The subject of the dialog before the message: the terms that a follow-up leaves out. */
export interface Focus {
  /**
   * Of the question that opened the present topic, later values in their place. Where no word of the
   * lexicon indicates another topic, that is the first question of the dialog.
   */
  readonly opening: readonly Term[];
  /** Of the latest question; the same as `opening` when that opened it. */
  readonly latest: readonly Term[];
  /** The terms that a follow-up now refers to: earlier ones, with the latest values. */
  readonly current: readonly Term[];
  /** Of the assistant's last message. */
  readonly answer: readonly Term[];
  /** Of the main clause that ends it, which a pronoun may mean. */
  readonly ending: readonly Term[];
  readonly question: Analysis | null;
  /** The dialog is about one named subject, or the past. */
  readonly isEncyclopedic: boolean;
}

/** Asks what something is, not where or how much: "tell me about X", "what is X". */
const definition =
  /^(?:(?:can you |please )?tell me (?:more )?about|describe|who (?:is|was|were)|what (?:is|are|causes?) (?!the (?!different\b)|your\b|my\b|there\b|included\b))/iu;

/**
 * Returns true for a message about a named or defined subject, or the past: a complete question after
 * it usually depends on the subject too. Users who speak of themselves ask for something else.
 */
function isEncyclopedic({ language, text, signals, terms }: Analysis): boolean {
  if (signals.situated || language === 'ja') return false;
  const hasName = terms.some(
    (term) =>
      term.isSpecific &&
      term.start > 0 &&
      innerName.test(term.text) &&
      !place.test(text.slice(0, term.start)),
  );
  return signals.past || hasName || definition.test(text);
}

/** Trains to Derby: a place is not what a dialog is about. */
const place = /\b(?:to|in|at|from|near|on|for)(?: the)? (?:\p{Lu}\p{Ll}{1,20} ){0,3}$/u;

/** Folds the user's earlier questions, oldest first, into what a follow-up would refer to. */
export function focusOf(turn: ReadMessage): Focus {
  // Back to an earlier question: what came between is not meant.
  const begin = returnedTo(turn) ?? turn.history;
  const asked = begin.filter(({ role }) => role === 'user');
  let focus: Focus = {
    opening: [],
    latest: [],
    current: [],
    answer: [],
    ending: [],
    question: null,
    isEncyclopedic: false,
  };
  let mentioning: Focus | undefined;
  for (const { content } of asked) {
    const whole = turn.analyseEarlier(content);
    if (whole === null || whole.terms.length === 0) continue;
    if (isGreeting(whole)) continue;
    // Teams, after `not Zoom but Teams`: what was ruled out stays out of later messages.
    const denied = deniedIn(whole);
    const analysis = { ...whole, terms: whole.terms.filter((term) => !denied.includes(term)) };
    const isCorrection = denied.some((term) => isAmong(term, focus.current));
    focus = withoutTerms(focus, denied);
    const isFollowup =
      focus.question !== null && (isCorrection || followupEvidence(analysis, focus) > 0);
    const current = isFollowup
      ? withoutReplaced(focus.current, analysis, focus).concat(analysis.terms)
      : analysis.terms;
    focus = {
      opening: analysis.signals.topicSwitch
        ? analysis.terms
        : openingAfter(focus, analysis, isFollowup),
      latest: analysis.terms,
      current: distinctTerms(current),
      answer: [],
      ending: [],
      question: analysis,
      isEncyclopedic: focus.isEncyclopedic || isEncyclopedic(analysis),
    };
    if (analysis.terms.some((term) => isAmong(term, turn.rejected))) mentioning = focus;
  }
  const said = begin.findLast(({ role }) => role === 'assistant');
  const answer = said === undefined ? null : turn.analyseEarlier(withoutOffer(said.content));
  // Another thing is asked for than was answered.
  if (turn.rejected !== undefined)
    return corrected(mentioning ?? focus, turn.rejected, turn.message);
  // An answer to a greeting names no topic.
  const isGreeted = focus.question === null && asked.length > 0;
  return answer === null || isGreeted
    ? focus
    : { ...focus, answer: answer.terms, ending: endingOf(answer) };
}

/** Returns the terms of the last sentence that names a thing: an auth code, not `Enter it in the form`. */
function endingOf({ text, terms }: Analysis): readonly Term[] {
  let end = text.length;
  const sentences = textEnd(text).match(/[^.。!！?？\n]+[.。!！?？\n]*/gu) ?? [];
  for (const sentence of sentences.toReversed()) {
    const start = end - sentence.length + (subordinate.exec(sentence)?.[0].length ?? 0);
    const within = terms.filter((term) => term.start >= start && term.end <= end);
    if (within.some(isThing) && !restates.test(sentence)) return within;
    end -= sentence.length;
  }
  return [];
}

/** Goes on about the sentence before. */
const restates = /^\s*\w+ (?:it|them|this|that)\b/iu;
/** Before the main clause: if you smell gas, call the repair line. */
const subordinate = /^\s*(?:if|when|once|after|before|unless|as)\b[^,]*,/iu;

/** Returns the focus without what a correction rejects, and what belonged to a rejected verb. */
function corrected(focus: Focus, rejected: readonly Term[], { terms }: Analysis): Focus {
  const { question } = focus;
  // It's the hotel that cancelled, after cancelled by the airline: the verb has another subject.
  const agent = question?.language === 'ja' ? [] : resultOf(question, terms, /^ by\b/u);
  const gone = [...rejected, ...resultOf(question, rejected), ...agent];
  return withoutTerms(focus, gone);
}

function withoutTerms(focus: Focus, gone: readonly Term[]): Focus {
  return {
    ...focus,
    opening: withoutRejected(focus.opening, gone),
    latest: withoutRejected(focus.latest, gone),
    current: withoutRejected(focus.current, gone),
  };
}

/** Returns what a rejected verb leads to: Basic, in `downgrade my plan to Basic` and プランをベーシックにする. */
function resultOf(
  question: Analysis | null,
  rejected: readonly Term[],
  leading = englishResult,
): readonly Term[] {
  const verb = question?.terms.find((term) => isAmong(term, rejected));
  if (question === null || verb === undefined) return [];
  const { language, text, terms } = question;
  const isResult = (term: Term): boolean =>
    language === 'ja'
      ? japaneseResult.test(text.slice(term.end, verb.start))
      : verb.isVerb && leading.test(text.slice(verb.end, term.start));
  // A joint account, after `convert my account to`: the account is the object too.
  const others = new Set(terms.filter((term) => !isResult(term)).map(({ key }) => key));
  return terms.filter(({ key }) => !others.has(key));
}

/** An object, and what it comes to; not `add my wife to my policy`, which the user keeps. */
const englishResult = /\w (?:to|into|by|with)\b(?! (?:my|our)\b)/iu;
/** Not 6月3日に予約した部屋を変更: the day belongs to another verb. */
const japaneseResult = /^(?:に|へ)[^たる]*$/u;

function openingAfter(focus: Focus, analysis: Analysis, isFollowup: boolean): readonly Term[] {
  if (focus.question === null) return analysis.terms;
  const from = property.exec(focus.question.text)?.[0].length ?? 0;
  const kept = focus.opening.filter(({ end }) => end >= from);
  if (isFollowup) return withoutReplaced(kept, analysis, focus);
  const isOwnTopic = isAboutSubject(analysis, focus)
    ? isNewInDomain(analysis, focus)
    : opensTopic(analysis, focus);
  return isOwnTopic ? analysis.terms : focus.opening;
}

/** The property that a question asks for: the fine, of `what's the fine for a late book`. */
const property = /^(?:what(?:'s| is| are)|is there) (?:the|an?|any) \w+ (?=for|of|on)/iu;

/** Positive: follow-up; negative: stands alone. Log-odds without a calibrated scale. */
function followupEvidence(message: Analysis, focus: Focus): number {
  return message.language === 'ja'
    ? japaneseEvidence(message, focus)
    : englishEvidence(message, focus);
}

/**
 * Weights of the English score. Those of pronouns, openers, words, content words and capitals come
 * from the contract of the package; the bias is set where CANARD's macro-F1 is highest.
 */
const englishWeights = {
  pronoun: 3,
  opener: 2,
  more: 1,
  ellipsis: 2.5,
  definite: 0.5,
  words: -0.2,
  content: -0.3,
  noCapital: 2,
  capitals: -0.5,
  noContent: 1.5,
  noTopic: 3,
  ownTopic: -5,
  bias: 0.6,
};

/** Would it cover me: the subject is what was spoken of. */
const aboutIt = /^\w+ it\b/iu;

/** A definite noun phrase often takes up one that was mentioned: `the causes`. */
const definite = /\bthe\b/iu;

function englishEvidence(message: Analysis, focus: Focus): number {
  const { text, words, terms, signals } = message;
  const content = terms.filter(({ key }) => !englishPronouns.has(key)).length;
  const capitals = words
    .slice(1)
    .filter(
      ({ text: word, lower }) => /^\p{Lu}/u.test(word) && lower !== 'i' && !lower.startsWith("i'"),
    ).length;
  const isOnSubject = isAboutSubject(message, focus);
  const isOpening = opensTopic(message, focus);
  return weigh(englishWeights, {
    pronoun: pointsAtOther(message, focus),
    opener: (signals.opener && !isOpening) || (signals.demonstrative && aboutIt.test(text)),
    more: signals.more,
    ellipsis: signals.ellipsis,
    definite: definite.test(text),
    words: words.length,
    content,
    noCapital: capitals === 0,
    capitals,
    noContent: content === 0,
    noTopic: !isOnSubject && !isOpening && !terms.some(isTopical),
    ownTopic: isOpening && (!isOnSubject || isNewInDomain(message, focus)),
    bias: 1,
  });
}

/** Returns true where the message, or the dialog before it, is about one subject. */
function isAboutSubject(message: Analysis, focus: Focus): boolean {
  const isOther = message.signals.situated || newThing.test(message.text);
  // No subject is spoken of in `how do I reset my password`: `what is a webhook` is about another thing.
  const isOwnMatter = !focus.isEncyclopedic && focus.question?.signals.situated === true;
  return (isEncyclopedic(message) && !isOwnMatter) || (focus.isEncyclopedic && !isOther);
}

/** `How much is a parking permit`: the price or the time of a thing that was not spoken of. */
export const newThing =
  /^how (?:much|long|many|often) (?:is|are|do|does) an?|^(?:what|when|where) is the \w+ (?:\w+ )?for the \w+|^do you\b/iu;

/** Returns true for a complete message that names a topic, and takes up nothing from earlier messages. */
function opensTopic(message: Analysis, focus: Focus): boolean {
  if (pointsBack(message, focus)) return false;
  if (isNewInDomain(message, focus)) return true;
  // 延ばすことはできますか: a question that names only a verb is about what it is done to.
  const { question } = message.signals;
  const isAction = message.language === 'ja' && question && !inside.test(message.text);
  // Do you have student discounts: a property with what narrows it.
  if (offered.test(message.text) && message.terms.filter(({ isVerb }) => !isVerb).length > 1)
    return true;
  const named = message.terms.filter(
    (term) =>
      nominal.test(message.text.slice(term.end)) ||
      (isTopical(term) &&
        (!term.isAside || hasThings.test(message.text.slice(term.end))) &&
        !(isAction && term.isVerb)),
  );
  // 館内で写真を撮ってもいい: two things are a whole matter, whatever their marks.
  const things = message.terms.filter((term) => isThing(term) && term.values.length === 0);
  const isOpened = named.length > 0 || things.length > 1;
  return (
    isOpened &&
    !isOfAnswer(named, focus) &&
    !namesHead(message, named, focus) &&
    !isInDomain(message, focus)
  );
}

/** Returns true where `the card` is the student card that was spoken of: its last word, behind an article. */
function namesHead({ text }: Analysis, named: readonly Term[], { current }: Focus): boolean {
  const heads = runsOf(current).flatMap((run) => (run.length > 1 ? run.slice(-1) : []));
  const nouns = named.filter(({ isVerb }) => !isVerb);
  return (
    nouns.length > 0 &&
    nouns.every(
      ({ key, start }) =>
        /\bthe $/iu.test(textEnd(text.slice(0, start))) && heads.some((head) => head.key === key),
    )
  );
}

/** 振り替えるのって, 墓じまいした方がいいかな: a verb that is what the question is about, or what the user decides on. */
export const nominal = /^[うくぐすつぬぶむる]?のって|^に?し(?:た(?:方|ほう)が|よう(?:か|と思))/u;

/** 館内で授乳できますか: what may be done here is a whole question. */
const inside = /^[^、。はがを]{1,5}内で/u;

/** ショートステイに持っていく物を, ビザに必要な書類: the things are those of a place or a purpose. 佐藤さんと話したい: a person. */
const hasThings =
  /^に(?:しよう|必要な(?=\p{Script=Han})|[^、。はがを]{2,8}(?:物|もの))|^と(?:お?話|会)/u;

/** The phone number of support: a property with its owner. */
const offered =
  /^do you (?:have|offer|do|give) [\w-]+ [\w-]+\W*$|^what(?:'s| is) the (?:\w+ ){1,3}of [\w-]+\W*$/iu;

/** Returns true where only the answer named what the message names: `how long is the list`, after one that named a waiting list. */
function isOfAnswer(named: readonly Term[], { answer, current }: Focus): boolean {
  const nouns = named.filter(({ isVerb }) => !isVerb);
  return (
    nouns.length > 0 &&
    (nouns.every((term) => answer.some(({ key }) => key.endsWith(term.key))) ||
      nouns.every((term) => current.some(({ key }) => key !== term.key && key.endsWith(term.key))))
  );
}

/** Returns true for a message that takes up earlier messages by its form. */
function pointsBack(message: Analysis, focus: Focus): boolean {
  const { signals } = message;
  return (
    pointsAtOther(message, focus) ||
    signals.elaboration ||
    (signals.also &&
      !(/\b(?:too|as well)\W*$/iu.test(message.text) && freshRuns(message, focus).length > 1)) ||
    // Do I need a reservation, after `when are you open`: a need of nothing that was named.
    (signals.requirement && (message.language === 'ja' || focus.current.some(isThing))) ||
    (signals.choice && !(ofAnyKind.test(message.text) && freshRuns(message, focus).length > 0)) ||
    (signals.ellipsis &&
      (isInDomain(message, focus) || (!isWholeMatter(message, focus) && !isBareTopic(message))))
  );
}

/** Can you recommend a restaurant: any one of a kind that was not spoken of. */
const ofAnyKind = /\b(?:recommend|suggest) an?\b/iu;

/** Returns true for a pronoun, unless two things that were not spoken of come before it: one of them is meant. */
function pointsAtOther(message: Analysis, focus: Focus): boolean {
  const before = message.text.slice(0, freshRuns(message, focus)[1]?.[0]?.start);
  return (
    message.signals.demonstrative &&
    (focus.isEncyclopedic || anyPronoun.test(before) || /\bthere\W*$/u.test(message.text))
  );
}

/** Returns the things that were not spoken of, words side by side as one. */
function freshRuns({ terms }: Analysis, { current, answer }: Focus): readonly (readonly Term[])[] {
  return runsOf(terms.filter((term) => isThing(term) || term.values.some(isName))).filter(
    (run) => !run.some((term) => isAmong(term, [...current, ...answer])),
  );
}

const anyPronoun = new RegExp(
  String.raw`\b(?:${[...englishPronouns].join('|')})\b|${japanesePointer.source}`,
  'iu',
);

/** 会議室のモニターが映らないときの対処法は: a thing with its property or scene is a whole question; not X の場合は. */
function isWholeMatter(message: Analysis, focus: Focus): boolean {
  const { language, text, terms } = message;
  if (language !== 'ja') return false;
  const things = terms.filter(isTopicalNoun);
  // 明日の営業時間は, 5月の家賃は: a thing that was not spoken of, with its time.
  const [thing] = things;
  if (
    things.length === 1 &&
    thing !== undefined &&
    terms.length > 1 &&
    freshRuns(message, focus).length > 0 &&
    terms.every(
      (term) =>
        term === thing ||
        (text.charAt(term.end) === 'の' && term.values.some(({ kind }) => kind === 'date')),
    )
  )
    return true;
  return (
    (things.length > 1 && named.test(text) && (!owned.test(text) || isOwned(message, focus))) ||
    defined.test(text) ||
    (things.length > 0 && terms.some((term) => term.isBareAttribute)) ||
    // 土曜日の診療時間は: a thing and its property in one word, with a word that narrows it.
    (terms.length > 1 && things.some((term) => term.isAttribute))
  );
}

const named = /(?<!場合|とき|[時方]|ほう|[だはがの])(?:は|って)[？?。]{0,3}$/u;
const owned = /^[^、。はがをのに]{1,8}の[^、。はがをのに]{1,3}(?:は|って)[？?。]{0,3}$/u;

/** スピード違反の罰金は: a thing of another one, neither of which was spoken of. Not 子供の水着は, レンタルの板は. */
function isOwned({ terms }: Analysis, { current, answer }: Focus): boolean {
  const [owner, thing] = terms;
  const isFresh = (term: Term | undefined, least: number): boolean =>
    term !== undefined &&
    term.text.length >= least &&
    term.values.length === 0 &&
    !isAmong(term, [...current, ...answer]);
  return isFresh(owner, 3) && isFresh(thing, 2);
}

/** エラー504とは: asks what a thing is. */
const defined = /(?:とは|って(?:何|なに|なん)(?:です)?か?)[？?。]*$/u;

/** Returns true for nothing but a noun of a topic of the domain: `shipping`, `Shipping?`, `and shipping`. */
export function isBareTopic({ text, terms }: Analysis): boolean {
  const [only] = terms.length === 1 ? terms.filter(isNounTopic) : [];
  return only !== undefined && bareEnds.test(text.replace(only.text, ''));
}

/** The words and marks that may be around the noun. */
const bareEnds = /^(?:(?:and|or|for|about) )*[\s、?？.。!！]*$/iu;

/** Returns true where the topics of the message are those of the dialog. */
function isInDomain({ topics, terms }: Analysis, focus: Focus): boolean {
  const known = focusTopics(focus);
  return (
    known.some((topic) => topics.has(topic)) &&
    terms.every((term) => !isTopical(term) || term.topics.length > 0)
  );
}

/** Returns true for a topic of the domain that the dialog did not have. */
function isNewInDomain({ topics, terms }: Analysis, focus: Focus): boolean {
  const known = focusTopics(focus);
  return known.length > 0 && !known.some((topic) => topics.has(topic)) && terms.some(isNounTopic);
}

/** Weights of the Japanese score, set by hand on the dialogs of `test/cases`: no public set has these labels. */
const japaneseWeights = { depends: 4, ownTopic: -4, content: -0.1, bias: -1 };

function japaneseEvidence(message: Analysis, focus: Focus): number {
  const { terms } = message;
  const ownTopic = opensTopic(message, focus);
  const depends = pointsBack(message, focus) || !ownTopic;
  return weigh(japaneseWeights, { depends, ownTopic, content: terms.length, bias: 1 });
}

function focusTopics({ current, latest }: Focus): readonly string[] {
  return [...current, ...latest].flatMap(({ topics }) => topics);
}

/** The likelihood that a message needs its history to be understood. */
export interface FollowupScore {
  /** 0 to 1; 0 without history. */
  readonly score: number;
  readonly followup: boolean;
  readonly reasons: readonly Reason[];
}

/** A correction always depends on what it corrects. */
const correctionScore = 0.99;

/** The score rises slowly enough that long messages still differ. */
const squashScale = 2;

/**
 * Scores the need of a message for its history. Pure; measured on CANARD and TREC CAsT.
 */
export function scoreFollowup(input: PlanInput, options: RuleOptions = {}): FollowupScore {
  checkOptions(options, ruleOptionNames, 'scoreFollowup(input, options)');
  return decideFollowup(readTurn(input, options));
}

/** `scoreFollowup` for an input that was read. */
export function decideFollowup(turn: ReadMessage, focus: Focus = focusOf(turn)): FollowupScore {
  const { message, history, thresholds } = turn;
  if (history.length === 0) return { score: 0, followup: false, reasons: [] };
  if (message.signals.topicSwitch) {
    return { score: 0, followup: false, reasons: [{ code: 'topic-switch' }] };
  }
  const score =
    turn.rejected === undefined && returnedTo(turn) === null
      ? logistic(followupEvidence(message, focus) / squashScale)
      : correctionScore;
  const followup = score >= thresholds.followup && message.language !== 'other';
  return { score, followup, reasons: followup ? [{ code: evidenceCode(message) }] : [] };
}

/** The strongest sign, for the reader of the reasons. */
function evidenceCode({ signals }: Analysis): string {
  if (signals.demonstrative) return 'followup-demonstrative';
  if (signals.elaboration) return 'followup-elaboration';
  if (signals.ellipsis) return 'followup-ellipsis';
  if (signals.opener) return 'followup-opener';
  return 'followup-zero-anaphora';
}

/** Returns the sum of weighted features, as log-odds: a boolean counts 1 or 0. */
export function weigh<Feature extends string>(
  weights: Readonly<Record<Feature, number>>,
  features: Readonly<Record<Feature, number | boolean>>,
): number {
  let sum = 0;
  for (const feature in weights) sum += Number(features[feature]) * weights[feature];
  return sum;
}

/** Returns the score between 0 and `ceiling` that log-odds stand for. */
export function logistic(evidence: number, ceiling = 1): number {
  return ceiling / (1 + Math.exp(-evidence));
}
