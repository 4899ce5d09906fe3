import type { Locale } from '@kanmon/core';
import { checkOptions } from '@kanmon/core/kit';
import { queryOf } from '../decide/build-query.ts';
import { decideClarification } from '../decide/clarify.ts';
import { focusOf } from '../decide/focus.ts';
import type { Focus } from '../decide/focus-terms.ts';
import { decideFollowup } from '../decide/followup.ts';
import { pendingOf, readReply } from '../decide/pending.ts';
import { rewrite } from '../decide/rewrite.ts';
import { splitClean } from '../decide/split-intents.ts';
import type { Analysis } from '../language/analysis.ts';
import { withoutSwitchPhrase } from '../language/switch-phrase.ts';
import type { MultiStepQueryPlan, SlotKind } from '../plan/multi-step-query-plan.ts';
import type { Reason } from '../wire/reason.ts';
import type { PlanInput, PlanOutcome } from './plan-input.ts';
import { answerPlan, clarifyPlan, searchPlan, type PlannedSearch } from './plan-shapes.ts';
import { type ReadInput, readInput } from './read-input.ts';
import { ruleOptionNames, type RuleOptions } from './rule-options.ts';
import { withoutAcknowledgement } from './without-acknowledgement.ts';

/** Most questions of one clarifying turn. */
const maxQuestions = 2;

/**
 * Plans a message by rules: pure and synchronous, the same input gives the same plan. Content never
 * throws; a message that is no string does (`InvalidArgumentError`).
 *
 * @example
 * const { plan, reasons } = planByRules({ message: '北海道への送料を教えてください' });
 */
export function planByRules(input: PlanInput, options: RuleOptions = {}): PlanOutcome {
  checkOptions(options, ruleOptionNames, 'planByRules(input, options)');
  const read = withoutAcknowledgement(readInput(input, options));
  const { message } = read;
  if (!/[\p{L}\p{N}]/u.test(message.text))
    return clarified(read, ['topic'], [{ code: 'empty-message' }], { clarify: 0.95, followup: 0 });
  const pending = pendingOf(read);
  if (isChitchat(message) && !(pending !== null && acknowledgement.test(message.text)))
    return outcome(read, answerPlan(read), [{ code: 'chitchat' }]);
  if (pending !== null) {
    const reply = readReply(read, pending);
    if (reply.kind !== 'dropped') {
      const searches = reply.queries
        .filter((query) => query !== '')
        .map((query): PlannedSearch => ({ query, basedOn: 'user' }));
      const confidence = reply.kind === 'refused' ? 'low' : 'medium';
      if (searches.length > 0) {
        return outcome(read, searchPlan(read, searches, { confidence }), [
          { code: `pending-${reply.kind}` },
        ]);
      }
    }
  }
  return planParts(read, pending === null ? [] : [{ code: 'pending-dropped' }]);
}

/** Said to a question these are its answer and no chit-chat. */
const acknowledgement =
  /^(?:はい|ええ|うん|いいえ|いえ|そうです|yes|yeah|yep|sure|ok(?:ay)?|no|nope)(?:そうです)?[\s。.!]*$/iu;

/** Greetings and thanks ask nothing; a thanks before a question is politeness. */
function isChitchat({ signals, terms }: Analysis): boolean {
  const isSaying =
    terms.filter(
      ({ isGeneric, topics, values }) => topics.length > 0 || values.length > 0 || isGeneric,
    ).length === 0;
  return signals.chitchat && !signals.refusal && isSaying && !signals.wh && terms.length <= 3;
}

interface PlannedPart {
  readonly search: PlannedSearch;
  readonly about: readonly SlotKind[];
  readonly isNeeded: boolean;
  readonly isBareTopic: boolean;
  readonly clarify: number;
  readonly followup: number;
  readonly isFollowup: boolean;
  readonly reasons: readonly Reason[];
}

function planParts(read: ReadInput, earlier: readonly Reason[]): PlanOutcome {
  const isSwitch = read.message.signals.topicSwitch;
  const focus = focusOf(read);
  const text = isSwitch ? withoutSwitchPhrase(read.message.text) : read.message.text;
  const texts = splitClean(text, read.language);
  const isWhole = texts.length === 1 && !isSwitch;
  const parts = texts.map((part, index) =>
    isWhole ? planPart(read, focus) : planPart(...partOf(read, focus, part, texts[index - 1])),
  );
  const scores = {
    clarify: Math.max(...parts.map(({ clarify }) => clarify)),
    followup: Math.max(...parts.map(({ followup }) => followup)),
  };
  const reasons: Reason[] = [
    ...earlier,
    ...(isSwitch ? [{ code: 'topic-switch' }] : []),
    ...(parts.length > 1 ? [{ code: 'several-intents', params: { parts: parts.length } }] : []),
    ...parts.flatMap((part) => part.reasons),
  ];
  const clear = parts.filter(({ isNeeded }) => !isNeeded);
  // Beside a clear part a bare topic is searched too: it lacks a detail and no meaning.
  const searchable =
    clear.length === 0 ? [] : parts.filter(({ isNeeded, isBareTopic }) => !isNeeded || isBareTopic);
  if (searchable.length > 0) {
    if (searchable.length < parts.length) reasons.push({ code: 'unclear-part-left-out' });
    return searched(read, searchable, reasons, scores);
  }
  const asked = new Set(read.input.asked ?? []);
  const about = [...new Set(parts.flatMap((part) => part.about))].filter(
    (kind) => !asked.has(kind),
  );
  if (about.length > 0) return clarified(read, about.slice(0, maxQuestions), reasons, scores);
  return searched(read, parts, [...reasons, { code: 'clarify-suppressed' }], scores, 'low');
}

/** A later part that points back points at the part before it: how much is it, and how long does it take. */
function partOf(
  read: ReadInput,
  focus: Focus,
  text: string,
  before: string | undefined,
): readonly [ReadInput, Focus] {
  const part = { ...read, message: read.analyse(text) };
  if (before === undefined || !part.message.signals.demonstrative) return [part, focus];
  const history = [...read.history, { role: 'user' as const, content: before }];
  const within = { ...part, history };
  return [within, focusOf(within)];
}

function planPart(read: ReadInput, focus: Focus): PlannedPart {
  const followup = decideFollowup(read, focus);
  const written = rewrite(read, focus, followup.followup);
  const need = decideClarification(read, read.message, written.changed || followup.followup);
  const isFollowup = written.changed;
  const query = isFollowup ? queryOf(read.analyse(written.query)) : queryOf(read.message);
  const carried = isFollowup
    ? [{ code: 'terms-carried', params: { terms: written.carried.join(' ') } }]
    : [];
  return {
    search: { query, ...(isFollowup ? { basedOn: written.basedOn } : {}) },
    about: need.about,
    isNeeded: need.needed,
    isBareTopic: need.reasons.some(({ code }) => code === 'required-slot-empty'),
    clarify: need.score,
    followup: followup.score,
    isFollowup,
    reasons: [...followup.reasons, ...carried, ...need.reasons],
  };
}

function searched(
  read: ReadInput,
  parts: readonly PlannedPart[],
  reasons: readonly Reason[],
  scores: PlanOutcome['scores'],
  confidence: MultiStepQueryPlan['confidence'] = confidenceOf(read.message),
): PlanOutcome {
  const { searches: maximum } = read.limits;
  const searches = parts.map(({ search }) => search).filter(({ query }) => query !== '');
  const kept = searches.slice(0, maximum);
  const dropped = searches.length - kept.length;
  const all =
    dropped === 0 ? reasons : [...reasons, { code: 'intent-dropped', params: { dropped } }];
  if (kept.length === 0) return clarified(read, ['topic'], all, scores);
  return outcome(read, searchPlan(read, kept, { confidence }), all, scores);
}

/** High: an identifier, or a topic with another term that says which. */
function confidenceOf({ terms, topics }: Analysis): MultiStepQueryPlan['confidence'] {
  const isIdentified = terms.some(({ isIdentifier }) => isIdentifier);
  return isIdentified || (topics.size > 0 && terms.length > 1) ? 'high' : 'medium';
}

function clarified(
  read: ReadInput,
  about: readonly SlotKind[],
  reasons: readonly Reason[],
  scores: PlanOutcome['scores'],
): PlanOutcome {
  const locale: Locale = read.language === 'ja' ? 'ja' : 'en';
  const asked = new Set(read.input.asked ?? []);
  const kinds = about.filter((kind) => !asked.has(kind));
  const codes = [...reasons, ...about.map((slot) => ({ code: 'clarify', params: { slot } }))];
  // Nothing to search and nothing new to ask: the answer step says that it needs more.
  if (kinds.length === 0)
    return outcome(read, answerPlan(read), [...reasons, { code: 'clarify-suppressed' }], scores);
  const questions = kinds.map((kind) => read.slots.questions[kind][locale]);
  return outcome(read, clarifyPlan(read, questions, kinds), codes, scores);
}

function outcome(
  read: ReadInput,
  plan: MultiStepQueryPlan,
  reasons: readonly Reason[],
  scores: PlanOutcome['scores'] = { clarify: 0, followup: 0 },
): PlanOutcome {
  return { plan, source: 'rule', reasons: [...read.reasons, ...reasons], scores, usage: [] };
}
