// Similar texts are imported one after the other: side by side they compress better.
import { partsOf } from '../decide/split-intents.ts';
import { checkOptions } from '@kanmon/core/kit';
import { closesDialog, lacksMatter } from '../decide/no-request.ts';
import { rewrite } from '../decide/rewrite.ts';
import { safeQuery } from '../language/analysis.ts';
import type { Analysis } from '../language/reading.ts';
import { isTopical } from '../language/terms.ts';
import {
  type ClarificationNeed,
  decideClarification,
  isAnswered,
  isVague,
} from '../decide/clarify.ts';
import { decideFollowup, focusOf, newThing } from '../decide/followup.ts';
import type { MultiStepQueryPlan } from '../plan/plan.ts';
import type { Reason } from '../wire/values.ts';
import { type Decision, outcomeOf, type PlannedSearch } from './build-plan.ts';
import { messagesInView, readTurn } from './read-turn.ts';
import { ruleOptionNames, type RuleOptions } from './rule-options.ts';
import type { PlanInput, PlanOutcome, ReadRequest, ReadTurn } from './turn.ts';

/**
 * Plans a message by rules: pure and synchronous, the same input gives the same plan. Content never
 * throws; a message that is not a string does (`InvalidArgumentError`).
 *
 * @example
 * const { plan, reasons } = planByRules({ message: '北海道への送料を教えてください' });
 */
export function planByRules(input: PlanInput, options: RuleOptions = {}): PlanOutcome {
  checkOptions(options, ruleOptionNames, 'planByRules(input, options)');
  return planReadTurn(readTurn(input, options));
}

/** `planByRules` for an input that was read. */
export function planReadTurn(turn: ReadTurn): PlanOutcome {
  const decision = decide(turn);
  return outcomeOf(turn.request, decision);
}

/** The first decision that applies. */
function decide(turn: ReadTurn): Decision {
  const { message, reply } = turn.request;
  if (!/[\p{L}\p{N}]/u.test(message.text)) {
    const isReaction =
      reply === null && turn.history.length > 0 && /\p{So}/u.test(turn.input.message);
    return isReaction ? chitchat : withoutTopic('empty-message');
  }
  if (lacksMatter(turn)) return withoutTopic('no-content');
  if (closesDialog(turn)) return chitchat;
  if (reply?.kind === 'unnamed') return withoutTopic('no-content');
  const queries = (reply?.queries ?? []).filter((query) => query !== '');
  if (reply !== null && queries.length > 0) {
    const searches = queries.map((query) => ({ query, basedOn: 'user' as const }));
    const confidence = reply.kind === 'refused' ? 'low' : 'medium';
    return { searches, confidence, reasons: [{ code: `pending-${reply.kind}` }] };
  }
  return decideParts(turn.request);
}

const chitchat: Decision = { reasons: [{ code: 'chitchat' }] };

function withoutTopic(code: string): Decision {
  return { about: ['topic'], reasons: [{ code }], scores: { clarify: 0.95, followup: 0 } };
}

/** Most questions of one clarifying turn. */
export const maxQuestions = 2;

/** Searches the parts of a request that are clear; asks about the others where none is. */
function decideParts(turn: ReadRequest): Decision {
  const parts = planEach(turn);
  const reasons: Reason[] = [
    ...(turn.reply === null ? [] : [{ code: 'pending-dropped' }]),
    ...(turn.message.signals.topicSwitch ? [{ code: 'topic-switch' }] : []),
    ...(parts.length > 1 ? [{ code: 'several-intents', params: { parts: parts.length } }] : []),
    ...parts.flatMap((part) => part.reasons),
  ];
  const scores = {
    clarify: Math.max(...parts.map(({ score }) => score)),
    followup: Math.max(...parts.map(({ followup }) => followup)),
  };
  // Beside a clear part a bare topic is searched too: it lacks a detail but no meaning. So is how to keep my number.
  const isClear = parts.some(({ needed }) => !needed);
  if (isClear && parts.every(({ needed, isScene }) => needed || isScene))
    return withoutTopic('no-content');
  const searchable = parts.filter(({ needed, isBareTopic }) => !isClear || !needed || isBareTopic);
  if (searchable.length < parts.length) reasons.push({ code: 'unclear-part-left-out' });
  if (!isClear) {
    const asked = new Set(turn.input.asked ?? []);
    const about = new Set(parts.flatMap((part) => part.about).filter((kind) => !asked.has(kind)));
    if (about.size > 0) return { about: [...about].slice(0, maxQuestions), reasons, scores };
    reasons.push({ code: 'clarify-suppressed' });
  }
  const searches = searchable.map(({ search }) => search).filter(({ query }) => query !== '');
  const kept = searches.slice(0, turn.limits.searches);
  const dropped = searches.length - kept.length;
  if (dropped > 0) reasons.push({ code: 'intent-dropped', params: { dropped } });
  const confidence = isClear ? confidenceOf(turn.message) : 'low';
  return { searches: kept, about: ['topic'], confidence, reasons, scores };
}

/** A part as it is searched, and whether it must be clarified before. */
interface PlannedPart extends ClarificationNeed {
  readonly search: PlannedSearch;
  readonly isBareTopic: boolean;
  readonly isScene: boolean;
  readonly followup: number;
}

/** High: an identifier, or a topic with another term that narrows it. */
function confidenceOf({ terms, topics }: Analysis): MultiStepQueryPlan['confidence'] {
  const isIdentified = terms.some(({ isIdentifier }) => isIdentifier);
  return isIdentified || (topics.size > 0 && terms.length > 1) ? 'high' : 'medium';
}

/** A later part that names no topic is about the part before it: how much is it, and how long does it take. */
function planEach(turn: ReadRequest): readonly PlannedPart[] {
  let [context, isInDialog] = [turn.history, turn.history.length > 0];
  let isTied = false;
  return partsOf(turn).map((message, index) => {
    isTied &&= !newThing.test(message.text) && !message.signals.topicSwitch;
    const isDependent =
      index > 0 && (message.signals.demonstrative || isTied || !message.terms.some(isTopical));
    const history = isDependent ? context : turn.history;
    const thresholds = isTied ? { ...turn.thresholds, followup: 0 } : turn.thresholds;
    const part = planPart(
      { ...turn, message, body: message.text, history, thresholds },
      isInDialog,
    );
    // The parts after a pronoun are about what it means: `can we take skis on it, and can we choose our seats`.
    if (index === 0) isTied = message.signals.demonstrative && part.search.basedOn !== undefined;
    const said = { role: 'user' as const, content: message.text };
    if (!isDependent) isInDialog = part.search.basedOn !== undefined;
    // A topic that the message itself opened leaves the dialog before it.
    if (!part.needed)
      context = isDependent || isInDialog ? [...context, said].slice(-messagesInView) : [said];
    // A part that takes something from another part is not a follow-up of the dialog.
    return isInDialog ? part : { ...part, search: { query: part.search.query } };
  });
}

function planPart(turn: ReadRequest, isInDialog: boolean): PlannedPart {
  const focus = focusOf(turn);
  const followup = decideFollowup(turn, focus);
  const written = rewrite(turn, focus, followup.followup);
  // A word of the message itself answers only if it is a topic: not how much it costs and how long it takes.
  const isCarried = written.changed && isInDialog;
  const need = decideClarification(turn, isCarried || isAnswered(focus, followup.followup));
  const { text, signals } = turn.message;
  // 何時まで, how much: without terms the words that ask are all that the message has.
  const [, words = ''] = (turn.message.terms.length === 0 && onlyAsking.exec(text)) || [];
  // A first passport, I meant, after how long a renewal takes: only the thing is another one.
  const isPut = followup.followup && !signals.wh && (signals.correction || signals.ellipsis);
  const said = isPut ? (focus.question?.text ?? '') : text;
  const hasHistory = (turn.input.history ?? []).length > 0;
  const [limit = words] =
    (hasHistory && asksLimit.exec(said)) ||
    (turn.message.terms.length <= mostBeside && asksAmount.exec(text)) ||
    [];
  const found = written.changed ? turn.analyse(written.query).query : turn.message.query;
  const query =
    limit === '' || found.includes(limit) ? found : safeQuery(`${found} ${limit.toLowerCase()}`);
  // The first one: the answer named all of it.
  const isPicked = followup.followup && turn.message.signals.demonstrative;
  const isBased = written.changed || isPicked || turn.rejected !== undefined;
  const carried = { code: 'terms-carried', params: { terms: written.carried.join(' ') } };
  return {
    ...need,
    search: { query, ...(isBased ? { basedOn: written.basedOn } : {}) },
    isScene: isVague(turn),
    isBareTopic: need.reasons.some(
      ({ code }) => code === 'required-slot-empty' || code === 'attribute-without-owner',
    ),
    followup: followup.score,
    reasons: [...followup.reasons, ...(written.changed ? [carried] : []), ...need.reasons],
  };
}

const onlyAsking =
  /^(?:and |so |but )?(何時(?:まで|から)|how (?:much|many|long|often|far|soon)(?= (?:is|are) (?:it|they|that|this)\b|[\s?]*$)|when|where)(?: (?:is|are) (?:it|they|that|this))?[\s?.]*$/iu;

/** 何日までに言えば, how often may I come: the word that asks names what is wanted. */
const asksLimit = /何[時日]まで|\bhow (?:often|long)\b/iu;
/** 熱が出たら何日休ませればいい: beside few terms the amount that is asked for is one of them. */
const asksAmount = /何[時日年]/u;
const mostBeside = 2;

/**
 * One search on the user's words and one answer: no question, no follow-up, no parts. A message with
 * nothing to search for is only answered.
 */
export function planSingleSearch(input: PlanInput, options: RuleOptions = {}): PlanOutcome {
  checkOptions(options, ruleOptionNames, 'planSingleSearch(input, options)');
  return planReadSearch(readTurn(input, options));
}

/** `planSingleSearch` for an input that was read. */
export function planReadSearch(
  turn: ReadTurn,
  confidence: MultiStepQueryPlan['confidence'] = 'medium',
): PlanOutcome {
  const { query } = turn.message;
  const searches = query === '' ? [] : [{ query }];
  return outcomeOf(turn, { searches, confidence, reasons: [{ code: 'single-search' }] });
}
