import { checkOptions } from '@kanmon/core/kit';
import type { Analysis } from '../language/analysis.ts';
import type { Term } from '../language/term.ts';
import type { SlotKind } from '../plan/multi-step-query-plan.ts';
import type { PlanInput } from '../planner/plan-input.ts';
import { type ReadInput, readInput } from '../planner/read-input.ts';
import { ruleOptionNames, type RuleOptions } from '../planner/rule-options.ts';
import type { Reason } from '../wire/reason.ts';
import {
  firstOf,
  hasAttributeOfTopic,
  isOrderNoun,
  isVerb,
  isVerbText,
  namesMatter,
  ownerOf,
} from './clarify-terms.ts';
import { decideFollowup } from './followup.ts';
import { focusOf } from './focus.ts';
import { contextNeed, generalNeed } from './general-need.ts';

/** How much a message needs a question before it can be searched. */
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

/** A clear policy question stays below the threshold, whatever words stand in it. */
const policyCap = 0.3;
/** The history says what the message leaves open; the ceiling of `contextNeed`. */
const historyCap = 0.2;

/** Whether a message must be clarified before it is searched. Pure. */
export function scoreClarificationNeed(
  input: PlanInput,
  options: RuleOptions = {},
): ClarificationNeed {
  checkOptions(options, ruleOptionNames, 'scoreClarificationNeed(input, options)');
  const read = readInput(input, options);
  const { followup } = decideFollowup(read, focusOf(read));
  return decideClarification(read, read.message, followup);
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

/** `scoreClarificationNeed` for one part of a message that was read. */
export function decideClarification(
  read: ReadInput,
  part: Analysis,
  isFollowup: boolean,
): ClarificationNeed {
  const { thresholds, history } = read;
  if (part.language === 'other' && part.text !== '')
    return { score: 0, needed: false, about: [], reasons: [] };
  const general = history.length > 0 ? contextNeed(part, history) : generalNeed(part);
  const signal = domainSignal(part, read, history.length > 0);
  if (signal === null) return { score: general, needed: false, about: [], reasons: [] };
  const cap =
    isFollowup && history.length > 0
      ? historyCap
      : !uncapped.has(signal.code) && isClearPolicy(part)
        ? policyCap
        : 1;
  // What the history answers keeps its rank among the follow-ups.
  const score = cap === historyCap ? general : Math.min(Math.max(signal.score, general), cap);
  const needed = score >= thresholds.clarify;
  const code = needed
    ? signal.code
    : cap === historyCap
      ? 'clarify-answered-by-history'
      : 'policy-question';
  return { score, needed, about: needed ? [signal.about] : [], reasons: [{ code }] };
}

/** Policy mood with something to search for: at least one term that is no bare attribute noun. */
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
function domainSignal(part: Analysis, read: ReadInput, hasHistory: boolean): DomainSignal | null {
  const { terms, signals } = part;
  const content = terms.filter(
    ({ isGeneric, isSpecific, isAttribute }) => !isGeneric || isSpecific || isAttribute,
  );
  if (
    signals.demonstrative &&
    !hasHistory &&
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
  return topicSignal(part, content, read) ?? choiceSignal(part, content);
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
function topicSignal(
  part: Analysis,
  content: readonly Term[],
  { slots }: ReadInput,
): DomainSignal | null {
  const { signals, topics } = part;
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
    const about = firstOf(topics, (topic) => slots.required[topic]?.personal) ?? 'order';
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
  const about = firstOf(topics, (topic) => slots.required[topic]?.bare);
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
