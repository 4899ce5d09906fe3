import { checkOptions } from '@kanmon/core/kit';
import { englishPronouns } from '../language/en.ts';
import type { TopicId } from '../language/lexicon.ts';
import type { Analysis, Term } from '../language/reading.ts';
import { type PlanInput, type ReadTurn, readTurn } from '../planner/read-turn.ts';
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
  readonly question: Analysis | null;
}

/** A verb stem (届き) names a topic weakly: it needs something that arrives. */
export function isNounTopic({ topics, text }: Term): boolean {
  return topics.length > 0 && !/\p{Script=Han}\p{Script=Hiragana}$/u.test(text);
}

/** The latest user questions that are looked at; older ones decide nothing in practice. */
const questionsInView = 6;

/** Folds the user's earlier questions, oldest first, into what a follow-up would refer to. */
export function focusOf(turn: ReadTurn): Focus {
  const asked = inView(turn.history.filter(({ role }) => role === 'user'));
  let focus: Focus = { opening: [], latest: [], current: [], answer: [], question: null };
  for (const { content } of asked) {
    const analysis = turn.analyseEarlier(content);
    if (analysis === null || analysis.terms.length === 0 || isElaborationOnly(analysis)) continue;
    const isFollowup =
      focus.question !== null &&
      !analysis.signals.topicSwitch &&
      followupEvidence(analysis, focus) > 0;
    const current = isFollowup
      ? replaceSlots(focus.current, analysis).concat(analysis.terms)
      : analysis.terms;
    focus = {
      opening: analysis.signals.topicSwitch
        ? analysis.terms
        : openingAfter(focus, analysis, isFollowup),
      latest: analysis.terms,
      current: distinctTerms(current),
      answer: [],
      question: analysis,
    };
  }
  const said = turn.history.findLast(({ role }) => role === 'assistant');
  const answer = said === undefined ? null : turn.analyseEarlier(said.content);
  return answer === null ? focus : { ...focus, answer: answer.terms };
}

/** The first question, and the latest ones. */
function inView<Message>(asked: readonly Message[]): readonly Message[] {
  return asked.length <= questionsInView
    ? asked
    : [...asked.slice(0, 1), ...asked.slice(1 - questionsInView)];
}

function openingAfter(focus: Focus, analysis: Analysis, isFollowup: boolean): readonly Term[] {
  if (focus.question === null) return analysis.terms;
  if (isFollowup) return replaceSlots(focus.opening, analysis);
  const isOwnTopic = analysis.terms.some((term) => isNounTopic(term) && !term.isBareAttribute);
  return isOwnTopic ? analysis.terms : focus.opening;
}

/** Returns true for a message that asks for more of the same and adds nothing. */
function isElaborationOnly({ signals, terms }: Analysis): boolean {
  return (
    signals.elaboration && !terms.some(({ isSpecific, topics }) => isSpecific || topics.length > 0)
  );
}

/**
 * Earlier terms that a message replaces drop out: a value by one of its kind, an attribute noun by
 * another one, a topic by the message's own.
 */
export function replaceSlots(
  earlier: readonly Term[],
  { terms, signals }: Analysis,
): readonly Term[] {
  const kinds = new Set(terms.flatMap(({ values }) => values.map(({ kind }) => kind)));
  const hasAttribute = terms.some(({ isAttribute }) => isAttribute);
  const hasTopic = terms.some((term) => isNounTopic(term));
  const withoutValues = earlier.filter(({ values }) => !values.some(({ kind }) => kinds.has(kind)));
  const kept = withoutValues.filter((term) => {
    if (hasAttribute && term.isAttribute && !term.isSpecific) return false;
    const isReplaceable = term.topics.length > 0 && !term.isSpecific && term.values.length === 0;
    return !(hasTopic && isReplaceable && (signals.ellipsis || signals.opener || signals.also));
  });
  // And for gifts?: where nothing would be left, the topic is what the new word adds to.
  return kept.length > 0 ? kept : withoutValues;
}

/** Each key once, at its first place. */
export function distinctTerms(terms: readonly Term[]): readonly Term[] {
  const seen = new Set<string>();
  return terms.filter(({ key }) => !seen.has(key) && seen.add(key) !== undefined);
}

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
  elaboration: 2,
  ellipsis: 2.5,
  definite: 0.5,
  words: -0.2,
  content: -0.3,
  noCapital: 2,
  capitals: -0.5,
  noContent: 1.5,
  ownTopic: -2,
  bias: 0.6,
};

/** A definite noun phrase often takes up one that was mentioned: `the causes`. */
const definite = /\bthe\b/iu;

function englishEvidence({ text, words, terms, signals, topics }: Analysis, focus: Focus): number {
  const known = focusTopics(focus);
  const content = terms.filter(({ key }) => !englishPronouns.has(key)).length;
  const capitals = words
    .slice(1)
    .filter(
      ({ text: word, lower }) => /^\p{Lu}/u.test(word) && lower !== 'i' && !lower.startsWith("i'"),
    ).length;
  // Outside the shop's topics, where the dialog has none, a topic word proves no change of topic.
  const hasNewTopic =
    known.length > 0 && topics.size > 0 && !known.some((topic) => topics.has(topic));
  return weigh(englishWeights, {
    pronoun: signals.demonstrative,
    opener: signals.opener,
    more: signals.more,
    elaboration: signals.elaboration,
    ellipsis: signals.ellipsis && !signals.opener,
    definite: definite.test(text),
    words: words.length,
    content,
    noCapital: capitals === 0,
    capitals,
    noContent: content === 0,
    ownTopic:
      hasNewTopic &&
      terms.some((term) => isNounTopic(term) && !(term.isBareAttribute && hasOwner(focus))) &&
      !signals.demonstrative &&
      !signals.ellipsis,
    bias: 1,
  });
}

/** Returns true where a thing was named that can have a size or a colour: not a topic of the shop nor a region. */
function hasOwner({ current }: Focus): boolean {
  return current.some(
    ({ isSpecific, topics, values }) => isSpecific && topics.length === 0 && values.length === 0,
  );
}

/** Weights of the Japanese score, set by hand on the dialogs of `test/cases`: no public set has these labels. */
const japaneseWeights = {
  demonstrative: 3,
  choice: 3,
  opener: 2,
  ellipsis: 2.5,
  also: 1.5,
  elaboration: 2.5,
  more: 2,
  zeroAnaphora: 2.3,
  whOnly: 3,
  ownTopic: -3.5,
  identifier: -1.5,
  specific: -0.8,
  bias: -1,
};

/** A noun that a sentence is about: its subject, or something to apply for, join or enter. */
const markedMatter =
  /[^\p{Script=Hiragana}\s、。](?:(?:は|が)(?!い)|に(?:申し?込|応募|参加|加入|入会|登録))/u;

function japaneseEvidence({ text, terms, signals, topics }: Analysis, focus: Focus): number {
  const nouns = terms.filter(isNounTopic);
  const hasOwnTopic = nouns.length > 0;
  const hasNewTopic = hasOwnTopic && !focusTopics(focus).some((topic) => topics.has(topic));
  const hasValue = terms.some(({ values }) => values.length > 0);
  const specific = terms.filter(
    ({ isSpecific, key }) => isSpecific && /[^\p{Script=Hiragana}]$/u.test(key),
  ).length;
  // 色は何色ありますか after a product: a property of what was spoken of.
  const isProperty =
    hasOwnTopic &&
    nouns.every(({ isBareAttribute }) => isBareAttribute) &&
    !terms.some(({ isGeneric, isSpecific }) => isGeneric && !isSpecific) &&
    focus.current.some(({ isSpecific, topics: own }) => isSpecific && own.length === 0);
  // 延長できますか: one noun that is not marked as the matter leaves open what it is about.
  const isOpen = !hasOwnTopic && (specific === 0 || (specific === 1 && !markedMatter.test(text)));
  return weigh(japaneseWeights, {
    demonstrative: signals.demonstrative,
    choice: signals.choice && !hasOwnTopic,
    opener: signals.opener && !hasOwnTopic,
    ellipsis:
      signals.ellipsis &&
      (hasValue || !hasNewTopic || nouns.every(({ isAttribute }) => isAttribute)),
    also: signals.also && !hasNewTopic,
    elaboration: signals.elaboration,
    more: signals.more,
    zeroAnaphora: isProperty || isOpen,
    whOnly: terms.length === 0 && signals.wh,
    ownTopic:
      hasNewTopic &&
      !signals.ellipsis &&
      !signals.demonstrative &&
      !nouns.every(({ isAttribute, isSpecific }) => isAttribute && !isSpecific),
    identifier: terms.some(({ isIdentifier }) => isIdentifier),
    specific,
    bias: 1,
  });
}

function focusTopics({ current, latest }: Focus): readonly TopicId[] {
  return [...current, ...latest].flatMap(({ topics }) => topics);
}

/** The likelihood that a message needs its history to be understood. */
export interface FollowupScore {
  /** 0 to 1; 0 without history. */
  readonly score: number;
  readonly followup: boolean;
  readonly reasons: readonly Reason[];
}

/** The score rises slowly enough that long messages still differ. */
const squashScale = 2;

/**
 * Scores the need of a message for its history. Pure; measured by
 * `benchmarks/src/planner-decisions.ts` on CANARD and TREC CAsT.
 */
export function scoreFollowup(input: PlanInput, options: RuleOptions = {}): FollowupScore {
  checkOptions(options, ruleOptionNames, 'scoreFollowup(input, options)');
  return decideFollowup(readTurn(input, options));
}

/** `scoreFollowup` for an input that was read. */
export function decideFollowup(turn: ReadTurn, focus: Focus = focusOf(turn)): FollowupScore {
  const { message, history, thresholds } = turn;
  if (history.length === 0) return { score: 0, followup: false, reasons: [] };
  if (message.signals.topicSwitch) {
    return { score: 0, followup: false, reasons: [{ code: 'topic-switch' }] };
  }
  const score = logistic(followupEvidence(message, focus) / squashScale);
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
