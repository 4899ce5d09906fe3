import { isName, isTopical } from '../language/terms.ts';
import type { Analysis, Term } from '../language/reading.ts';
import type { SlotKind } from '../plan/plan.ts';
import { readTurn } from '../planner/read-turn.ts';
import type { PlanInput, ReadMessage, ReadRequest } from '../planner/turn.ts';
import { ruleOptionNames, type RuleOptions } from '../planner/rule-options.ts';
import type { DialogMessage } from '../wire/dialog-schema.ts';
import type { Reason } from '../wire/values.ts';
import { vagueFrom, vagueness } from './vague.ts';
import {
  decideFollowup,
  type Focus,
  focusOf,
  isBareTopic,
  logistic,
  nominal,
  weigh,
} from './followup.ts';
import { checkOptions } from '@kanmon/core/kit';

/** The need to ask a question before a message can be searched. */
export interface ClarificationNeed {
  /** 0 to 1. */
  readonly score: number;
  readonly needed: boolean;
  readonly about: readonly SlotKind[];
  readonly reasons: readonly Reason[];
}

/** Scores of what a message leaves open. */
const clarifySignals = {
  noContent: 0.95,
  demonstrative: 0.9,
  attribute: 0.8,
  bareTopic: 0.8,
  personal: 0.75,
  choice: 0.7,
} as const;

/** Scores the need to clarify a message before it is searched. Pure. */
export function scoreClarificationNeed(
  input: PlanInput,
  options: RuleOptions = {},
): ClarificationNeed {
  checkOptions(options, ruleOptionNames, 'scoreClarificationNeed(input, options)');
  const turn = readTurn(input, options);
  const focus = focusOf(turn);
  const isFollowup = decideFollowup(turn, focus).followup;
  const need = decideClarification(turn, isAnswered(focus, isFollowup));
  return need.needed || !isVague(turn.request) ? need : vagueNeed;
}

const vagueNeed: ClarificationNeed = {
  score: clarifySignals.noContent,
  needed: true,
  about: ['topic'],
  reasons: [{ code: 'no-content' }],
};

/** Returns true for a follow-up whose history names what it leaves out. */
export function isAnswered({ current, answer }: Focus, isFollowup: boolean): boolean {
  return isFollowup && [...current, ...answer].some(isTopical);
}

/** Returns true for a message whose words are only its scene, where its history names no matter either. */
export function isVague(turn: ReadRequest): boolean {
  if (turn.message.topics.size > 0 || vagueness(turn) < vagueFrom) return false;
  const focus = focusOf(turn);
  return !isAnswered(focus, decideFollowup(turn, focus).followup) || !hasMatter(turn);
}

/** Returns true where one of the user's earlier messages could be searched. */
export function hasMatter(turn: ReadRequest): boolean {
  return turn.history.some(({ role, content }) => {
    const message = role === 'user' ? turn.analyseEarlier(content) : null;
    if (message === null) return false;
    const alone = { ...turn, message, body: message.text, history: [] };
    return openMatter(alone) === null;
  });
}

interface OpenMatter {
  readonly score: number;
  readonly about: SlotKind;
  readonly code: string;
}

/** `scoreClarificationNeed` for an input that was read. */
export function decideClarification(
  turn: ReadMessage,
  isAnsweredByHistory: boolean,
): ClarificationNeed {
  const { thresholds, history, message: part, slots } = turn;
  if (part.language === 'other') return { score: 0, needed: false, about: [], reasons: [] };
  const general = history.length > 0 ? contextNeed(part, history) : generalNeed(part);
  const open = openMatter(turn);
  if (open === null) return { score: general, needed: false, about: [], reasons: [] };
  // A message that the history answers keeps its rank among the follow-ups.
  const score =
    isAnsweredByHistory && !outside.test(part.text) ? general : Math.max(open.score, general);
  const needed = score >= thresholds.clarify;
  const kind = slots.questions[open.about] === undefined ? 'topic' : open.about;
  const code = needed ? open.code : 'clarify-answered-by-history';
  return { score, needed, about: needed ? [kind] : [], reasons: [{ code }] };
}

/** Points at something outside this dialog. */
const outside = /例の|あれ(?![ば？?])|\bthat (?:other|thing)\b/iu;

/** Returns the point that the message leaves open, or null where it names something that can be searched. */
function openMatter(turn: ReadMessage): OpenMatter | null {
  const { message, history } = turn;
  const { terms, signals } = message;
  const isComplaint = complaint.test(message.text);
  const topical = terms.filter((term) => isTopical(term) && !(isComplaint && isComplaining(term)));
  // 開かないんです: a verb, and nothing that it is about.
  const isAction =
    message.language === 'ja' &&
    topical.length > 0 &&
    message.topics.size === 0 &&
    terms.every(({ isAttribute, values }) => !isAttribute && values.length === 0) &&
    topical.every(
      ({ text, start }) =>
        /^\p{Script=Han}\p{Script=Hiragana}+$/u.test(text) &&
        message.text.charAt(start - 1) !== 'の',
    );
  const isOpen = history.length === 0 && topical.every(({ isVerb }) => isVerb);
  if (isOpen && (signals.demonstrative || isAction)) {
    const about = terms.length === 0 && !signals.wh ? 'topic' : 'product';
    return { score: clarifySignals.demonstrative, about, code: 'demonstrative-without-antecedent' };
  }
  const isNamed = topical.length > 0 || terms.some(({ values }) => values.some(isName));
  if (isNamed) return topicSignal(turn, topical) ?? choiceSignal(message, topical);
  // 土曜日もやってますか: a day and whether it is open. Can I bring a guest: a person, and what is done with them.
  if (signals.question && (openOn.test(message.text) || isAboutGuest(message))) return null;
  // Nothing is left open: how many days a week may I work from home.
  const asked = terms.filter(({ isGeneric }) => !isGeneric);
  const isAskedOf = terms.some(({ end }) => nominal.test(message.text.slice(end)));
  if (signals.wh && (asked.length >= 4 || isAskedOf)) return null;
  const attributes = terms.filter(({ isAttribute }) => isAttribute);
  if (attributes.length === 0)
    return {
      score: clarifySignals.noContent,
      about: signals.choice ? 'product' : 'topic',
      code: 'no-content',
    };
  // Can I keep my number when I move: the scene of a property.
  if (asked.length > 1 && ownScene.test(message.text)) return null;
  // A student discount, the price in Tokyo: a property that something narrows.
  const isNarrowed = terms.some(
    ({ isCircumstance, isAttribute }) => !isAttribute && isCircumstance,
  );
  if (isNarrowed) return null;
  const about = ownerOf(attributes);
  return { score: clarifySignals.attribute, about, code: 'attribute-without-owner' };
}

const ownScene =
  /\b(?:when|if|after|before|once|unless) (?:i|we) \w|(?:たら|[てで]も|[うくるつぶむ]と|前に|場合[はに]?)、?\S/iu;

/** Of waiting, of no reply, of being sent around. */
const complaint =
  /待って|誰[かもに]|返[事信答]|連絡[がも]|いい加減|たらい回し|どうにか|な[んに]とか|何とか|早く|困[っり]|限界|ばかり|うんざり/iu;
/** Words that name a thing elsewhere: place a hold, a day pass. */
const complaining = /^(?:加減|回$|折り?返|助|答|一日中|何[日週]|相手|頭$|うんざり)/iu;

/** I have been on hold for hours: a word that names no matter in a complaint. */
function isComplaining({ key }: Term): boolean {
  return complaining.test(key);
}

const openOn = /[日曜祝末朝昼夜始]も?やって(?:い?ま|い?る)/u;

/** Bring a guest, add my wife, are guests allowed: a person is what the question is about. */
function isAboutGuest({ text, terms }: Analysis): boolean {
  return terms.some(({ isCircumstance, start }, index) => {
    const verb = terms[index - 1];
    return (
      isCircumstance &&
      verb?.isVerb === true &&
      /^ (?:an?|my|our|another) $/u.test(text.slice(verb.end, start))
    );
  });
}

/** A topic of the domain that needs a detail: alone, or about the user's own matter. */
function topicSignal({ message, slots }: ReadMessage, topical: readonly Term[]): OpenMatter | null {
  const { signals, topics, terms } = message;
  if (!signals.statement && !isBareTopic(message)) return null;
  const required = [...topics].flatMap((topic) => slots.required[topic] ?? []);
  const isNamed = topical.some(
    (term) =>
      term.isIdentifier ||
      (term.isSpecific && !term.isVerb) ||
      term.topics.some((topic) => slots.required[topic] === undefined),
  );
  const hasValue = terms.some(({ values }) => values.length > 0);
  if (required.length === 0 || isNamed || hasValue || signals.howTo) return null;
  if (terms.some(({ isAttribute }) => isAttribute)) return null;
  const personal = required.find((slot) => slot.personal !== undefined)?.personal;
  if (personal !== undefined)
    return { score: clarifySignals.personal, about: personal, code: 'personal-without-identifier' };
  const bare = required.find((slot) => slot.bare !== undefined)?.bare;
  return bare === undefined
    ? null
    : { score: clarifySignals.bareTopic, about: bare, code: 'required-slot-empty' };
}

/** Asks which is best, and names no thing and no criterion. */
function choiceSignal({ signals }: Analysis, topical: readonly Term[]): OpenMatter | null {
  const hasCriterion = topical.some(
    ({ text }) => !/^(?:おすすめ|一番|いい|recommend\w*|suggest\w*)$/iu.test(text),
  );
  if (!signals.choice || hasCriterion) return null;
  return { score: clarifySignals.choice, about: 'product', code: 'choice-without-criterion' };
}

/** Of what a bare attribute is a property: some of a product, most of the whole matter. */
function ownerOf(content: readonly Term[]): SlotKind {
  const isOfProduct = content.every(({ key }) =>
    /料金|種類|サイズ|大きさ|色|カラー|素材|在庫|値段|価格|重さ|使い方|size|sizing|price|cost|colou?r|material|stock|availab|weight|height/u.test(
      key,
    ),
  );
  return isOfProduct ? 'product' : 'topic';
}

/** The general score ranks and never decides: it stays below every threshold one would set. */
const ceiling = 0.49;

/** Fitted on the train part of ClariQ (187 topics); see `benchmarks/src/planner-decisions.ts`. */
const generalWeights = { content: -0.5, wh: -0.15, way: -0.15, capitals: 0.1, bias: 1 };

/** Asks for a way, a place or a time: less is left open than by what and which. */
const way = /\b(?:how|where|when)\b/iu;

/**
 * Scores the ambiguity of a message without history, 0 to 0.49: few content words raise it, a question
 * word lowers it.
 */
function generalNeed({ language, text, terms, signals, words }: Analysis): number {
  const capitals = words.slice(1).filter(({ text: word }) => /^\p{Lu}\p{L}/u.test(word)).length;
  const evidence = weigh(generalWeights, {
    content: terms.length,
    wh: signals.wh,
    way: way.test(text),
    capitals: language === 'en' ? capitals : 0,
    bias: 1,
  });
  return logistic(evidence, ceiling);
}

/** Inside a dialog it stays lower: the history fills in most of what a message leaves open. */
const contextCeiling = 0.2;

/** Fitted on the validation part of Abg-CoQA (1,092 questions); names are words with a capital. */
const contextWeights = { words: -1.05, content: -0.15, names: -0.35, bias: 3 };

const nameWord = /\b\p{Lu}\p{Ll}+/gu;

/**
 * Scores the ambiguity of a message inside a dialog, 0 to 0.2: a short question raises it, and a history
 * that names much gives it more to refer to.
 */
function contextNeed(
  { language, text, terms, words }: Analysis,
  history: readonly DialogMessage[],
): number {
  const names = new Set(history.flatMap(({ content }) => content.match(nameWord) ?? []));
  // Japanese writes no spaces: two characters stand for a word.
  const length = language === 'en' ? words.length : text.length / 2;
  const evidence = weigh(contextWeights, {
    words: Math.log(1 + length),
    content: terms.length,
    names: Math.log(1 + names.size),
    bias: 1,
  });
  return logistic(evidence, contextCeiling);
}
