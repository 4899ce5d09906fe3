import type { Analysis, Term } from '../language/reading.ts';
import type { SlotKind } from '../plan/plan.ts';
import { type PlanInput, type ReadTurn, readTurn } from '../planner/read-turn.ts';
import { ruleOptionNames, type RuleOptions, type SlotTable } from '../planner/rule-options.ts';
import type { DialogMessage } from '../wire/dialog-schema.ts';
import type { Reason } from '../wire/values.ts';
import { decideFollowup, focusOf, isNounTopic, logistic, weigh } from './followup.ts';
import { checkOptions } from '@kanmon/core/kit';

/** The need to ask a question before a message can be searched. */
export interface ClarificationNeed {
  /** 0 to 1. */
  readonly score: number;
  readonly needed: boolean;
  readonly about: readonly SlotKind[];
  readonly reasons: readonly Reason[];
}

/** Scores of the domain signals; the order of their size is the order of what is asked first. */
const clarifySignals = {
  noContent: 0.95,
  demonstrative: 0.9,
  bareAttribute: 0.8,
  bareTopic: 0.8,
  personal: 0.75,
  choice: 0.7,
} as const;

/** A clear policy question stays below the threshold, whatever words it has. */
const policyCap = 0.3;
/** The history fills in what the message leaves open; the ceiling of `contextNeed`. */
const historyCap = 0.2;

/** Scores the need to clarify a message before it is searched. Pure. */
export function scoreClarificationNeed(
  input: PlanInput,
  options: RuleOptions = {},
): ClarificationNeed {
  checkOptions(options, ruleOptionNames, 'scoreClarificationNeed(input, options)');
  const turn = readTurn(input, options);
  return decideClarification(turn, decideFollowup(turn, focusOf(turn)).followup);
}

/** Words of a message that only points: do you have this in red. */
const longestPointing = 6;
const choiceCode = 'choice-without-criterion';
const pointerCode = 'demonstrative-without-antecedent';
/** Policy questions in form only: there is no criterion and no thing that could be looked up. */
const uncapped: ReadonlySet<string> = new Set([choiceCode, pointerCode]);

interface DomainSignal {
  readonly score: number;
  readonly about: SlotKind;
  readonly code: string;
}

/** `scoreClarificationNeed` for an input that was read. */
export function decideClarification(turn: ReadTurn, isFollowup: boolean): ClarificationNeed {
  const { thresholds, history, message: part } = turn;
  if (part.language === 'other' && part.text !== '')
    return { score: 0, needed: false, about: [], reasons: [] };
  const general = history.length > 0 ? contextNeed(part, history) : generalNeed(part);
  const signal = domainSignal(turn);
  if (signal === null) return { score: general, needed: false, about: [], reasons: [] };
  const cap =
    isFollowup && history.length > 0
      ? historyCap
      : !uncapped.has(signal.code) && isClearPolicy(part)
        ? policyCap
        : 1;
  // A message that the history answers keeps its rank among the follow-ups.
  const score = cap === historyCap ? general : Math.min(Math.max(signal.score, general), cap);
  const needed = score >= thresholds.clarify;
  const code = needed
    ? signal.code
    : cap === historyCap
      ? 'clarify-answered-by-history'
      : 'policy-question';
  return { score, needed, about: needed ? [signal.about] : [], reasons: [{ code }] };
}

/** Policy mood with something to search for: at least one term that is not a bare attribute noun. */
function isClearPolicy({ signals, terms }: Analysis): boolean {
  return (
    signals.policy &&
    terms.some(
      (term) =>
        !term.isBareAttribute && !(term.isGeneric && !term.isSpecific && terms.length === 1),
    )
  );
}

/** The strongest signal of the shop's domain, or null. */
function domainSignal(turn: ReadTurn): DomainSignal | null {
  const { message: part, history } = turn;
  const { terms, signals } = part;
  const content = terms.filter(
    ({ isGeneric, isSpecific, isAttribute }) => !isGeneric || isSpecific || isAttribute,
  );
  if (
    signals.demonstrative &&
    history.length === 0 &&
    (content.every((term) => term.isBareAttribute || isVerb(term)) || isAboutPointer(part, content))
  ) {
    return {
      score: clarifySignals.demonstrative,
      about: content.length === 0 && terms.length === 0 && !signals.wh ? 'topic' : 'product',
      code: pointerCode,
    };
  }
  if (terms.length === 0)
    return { score: clarifySignals.noContent, about: 'topic', code: 'no-content' };
  if (content.length === 0) {
    const about = isOrderNoun(terms) ? 'order' : 'product';
    return { score: clarifySignals.noContent, about, code: 'no-content' };
  }
  if (content.every(({ isBareAttribute }) => isBareAttribute)) {
    return {
      score: clarifySignals.bareAttribute,
      about: ownerOf(content),
      code: 'attribute-without-owner',
    };
  }
  return topicSignal(turn, content) ?? choiceSignal(part, content);
}

/** `it broke`, `do you have this in red`: one word beside the pronoun, and that names nothing. */
function isAboutPointer({ language, words }: Analysis, content: readonly Term[]): boolean {
  return (
    language === 'en' &&
    words.length <= longestPointing &&
    content.length === 1 &&
    content.every(
      ({ topics, isIdentifier, values }) =>
        topics.length === 0 && !isIdentifier && values.every(({ kind }) => kind !== 'region'),
    )
  );
}

/** Topics whose required slot is empty in the mood of the message. */
function topicSignal({ message, slots }: ReadTurn, content: readonly Term[]): DomainSignal | null {
  const { signals, topics } = message;
  const required = [...topics].map((topic) => slots.required[topic] ?? {});
  const saysMore = !isVerbText(content);
  const isNamed = content.some(
    ({ isSpecific, isIdentifier, values, topics: own }) =>
      isIdentifier ||
      (isSpecific && own.length === 0 && saysMore) ||
      values.some(({ kind }) => kind === 'order' || kind === 'date'),
  );
  if (signals.personal) {
    const isOwned = content.some(
      (term) =>
        term.isIdentifier ||
        (term.isSpecific && !isVerb(term)) ||
        term.values.length > 0 ||
        namesMatter(term, slots),
    );
    if (isOwned) return null;
    // A status, a wish and a complaint are all about the user's own order.
    const about = required.find(({ personal }) => personal !== undefined)?.personal ?? 'order';
    return { score: clarifySignals.personal, about, code: 'personal-without-identifier' };
  }
  const isBare =
    !isNamed &&
    content.every(
      (term) =>
        term.topics.length > 0 &&
        !term.isSpecific &&
        term.values.length === 0 &&
        !term.isIdentifier,
    ) &&
    !hasAttributeOfTopic(content) &&
    !signals.howTo;
  if (!isBare || topics.size !== 1) return null;
  const about = required.find(({ bare }) => bare !== undefined)?.bare;
  return about === undefined
    ? null
    : { score: clarifySignals.bareTopic, about, code: 'required-slot-empty' };
}

function choiceSignal({ signals }: Analysis, content: readonly Term[]): DomainSignal | null {
  const hasCriterion = content.some(
    ({ isSpecific, topics, values, text }) =>
      (isSpecific || topics.length > 0 || values.length > 0) &&
      !/^(?:おすすめ|オススメ|お勧め|一番|いい|best|recommend\w*|better|buy|choose|suggest)$/u.test(
        text.toLowerCase(),
      ),
  );
  if (!signals.choice || hasCriterion) return null;
  return { score: clarifySignals.choice, about: 'product', code: choiceCode };
}

/** 返品 + 期限, shipping + cost: a topic with its own property is a question, not a bare word. */
function hasAttributeOfTopic(content: readonly Term[]): boolean {
  return content.some(
    (term, index) =>
      term.isAttribute && (term.topics.length === 0 || content.length > 1 || index > 0),
  );
}

/** A verb or its stem: it names nothing that could be searched for by itself. */
function isVerb({ text, values }: Term): boolean {
  return values.length === 0 && isVerbForm(text);
}

function isVerbForm(text: string): boolean {
  return (
    /^\p{Script=Han}{1,2}\p{Script=Hiragana}{1,3}$/u.test(text) ||
    /^(?:arrived?|arrives|takes?|costs?|works?|lasts?|received?|come|came|got|broken|damaged|get|still|waiting|yet|track|status|check|place|placed|made|bought|ordered|change|never|missing|show|shown|happened|wrong|late|faulty|defective|day|days|week|weeks|now|ago|since)$/iu.test(
      text,
    )
  );
}

/** Returns true where all specific terms of a message are verbs. */
function isVerbText(content: readonly Term[]): boolean {
  return content.filter(({ isSpecific }) => isSpecific).every(({ text }) => isVerbForm(text));
}

/** 定期購入を解約したい: a noun of a topic without required slots is clear enough. */
function namesMatter(term: Term, { required }: SlotTable): boolean {
  return (
    isNounTopic(term) &&
    !isVerb(term) &&
    !term.isAttribute &&
    term.topics.every((topic) => required[topic] === undefined)
  );
}

/** 注文, purchase: the nouns for an order. */
function isOrderNoun(terms: readonly Term[]): boolean {
  return terms.some(({ key }) => /注文|購入|買い物|^orders?$|purchase/u.test(key));
}

/** Of what a bare attribute is a property: most of a product, some of the whole matter. */
function ownerOf(content: readonly Term[]): SlotKind {
  const isMatter = content.some(({ key }) =>
    /手数料|手続|方法|手順|条件|期限|期間|締|規約|ポリシー|流れ|やり方|仕方|procedure|method|deadline|condition|policy|process|requirement|step|rule|terms|fee|limit|period|option/u.test(
      key,
    ),
  );
  return isMatter ? 'topic' : 'product';
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
