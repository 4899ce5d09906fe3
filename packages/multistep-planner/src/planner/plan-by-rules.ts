import type { Locale } from '@kanmon/core';
import { checkOptions, withoutUndefined } from '@kanmon/core/kit';
import { decideClarification, isAnswered, isBareComplaint } from '../decide/clarify.ts';
import { isDenied, isRejection, isUndecided } from '../decide/correction.ts';
import { decideFollowup, type Focus, focusOf } from '../decide/followup.ts';
import { pendingOf, readReply } from '../decide/pending.ts';
import { rewrite } from '../decide/rewrite.ts';
import { type Intent, splitClean } from '../decide/split-intents.ts';
import { takesUp } from '../decide/split-english.ts';
import { announcement, isChitchat, isSmallTalk } from '../decide/small-talk.ts';
import { textEnd, withoutSwitchPhrase } from '../language/clean-text.ts';
import { isTopical } from '../language/analysis.ts';
import type { Analysis, Term } from '../language/reading.ts';
import type { MultiStepQueryPlan, PlanStep, SlotKind } from '../plan/plan.ts';
import { normaliseQuery } from '../plan/query-text.ts';
import type { Reason } from '../wire/values.ts';
import {
  messagesInView,
  type PlanInput,
  type PlanOutcome,
  type ReadTurn,
  readTurn,
  requestOf,
} from './read-turn.ts';
import { ruleOptionNames, type RuleOptions } from './rule-options.ts';

/** Most questions of one clarifying turn. */
const maxQuestions = 2;

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

/** `planByRules` for an input that was read. The first decision that applies makes the plan. */
export function planReadTurn(whole: ReadTurn): PlanOutcome {
  const turn = requestOf(whole);
  const { message } = turn;
  if (!/[\p{L}\p{N}]/u.test(message.text))
    return clarified(turn, ['topic'], [{ code: 'empty-message' }], { clarify: 0.95, followup: 0 });
  if (
    announcesRequest(whole.message.text, message) ||
    (whole.history.length > 0 &&
      (isRejection(whole.message, whole.analyse) || isUndecided(whole.message, askedBefore(whole))))
  )
    return clarified(turn, ['topic'], [{ code: 'no-content' }], { clarify: 0.95, followup: 0 });
  const pending = pendingOf(turn);
  // Thanks! Is there a deadline: what is asked beside the thanks. Before any answer thanks close nothing.
  const isAsked =
    message.text !== whole.message.text &&
    (message.signals.question || (turn.input.history ?? []).length === 0);
  if (
    turn.rejected === undefined &&
    (isChitchat(message) ||
      isSmallTalk(turn) ||
      (!isAsked && (isChitchat(whole.message) || isSmallTalk(whole)))) &&
    !(pending !== null && acknowledgement.test(message.text))
  )
    return outcome(turn, answerPlan(turn), [{ code: 'chitchat' }]);
  const reply = pending === null ? null : readReply(turn, pending);
  const searches = (reply?.queries ?? [])
    .filter((query) => query !== '')
    .map((query): PlannedSearch => ({ query, basedOn: 'user' }));
  // It just stopped; no idea what it is: neither the first words nor the reply name a matter.
  const isUnnamed =
    turn.input.pending === undefined &&
    pending !== null &&
    ![turn.analyseAlone(pending.message), message].some(
      ({ terms, text }) =>
        !nameless.test(text) &&
        terms.some(
          (term) =>
            isTopical(term) ||
            term.values.length > 0 ||
            (reply?.kind === 'refused' && term.isAttribute),
        ),
    );
  if (reply !== null && isUnnamed && reply.kind !== 'dropped')
    return clarified(turn, ['topic'], [{ code: 'no-content' }], { clarify: 0.95, followup: 0 });
  if (reply !== null && searches.length > 0) {
    const confidence = reply.kind === 'refused' ? 'low' : 'medium';
    const plan = searchPlan(turn, searches, confidence);
    return outcome(turn, plan, [{ code: `pending-${reply.kind}` }]);
  }
  return planParts(turn, pending === null ? [] : [{ code: 'pending-dropped' }]);
}

/**
 * One search on the user's words and one answer: no question, no follow-up, no parts. A message with
 * nothing to search for is only answered.
 */
export function planSingleSearch(input: PlanInput, options: RuleOptions = {}): PlanOutcome {
  checkOptions(options, ruleOptionNames, 'planSingleSearch(input, options)');
  return planReadSearch(readTurn(input, options));
}

/** `planSingleSearch` for an input that was read. */
export function planReadSearch(turn: ReadTurn): PlanOutcome {
  return outcome(turn, ownSearch(turn, 'medium'), [{ code: 'single-search' }]);
}

/** Returns true for a message that answers the question its input is waiting for. */
export function isReply(turn: ReadTurn): boolean {
  const { pending } = turn.input;
  return pending !== undefined && readReply(requestOf(turn), pending).kind !== 'dropped';
}

function askedBefore({ history, analyseEarlier }: ReadTurn): readonly (Analysis | null)[] {
  return history
    .filter(({ role }) => role === 'user')
    .map(({ content }) => analyseEarlier(content));
}

/** The one on my desk, 2階にあるやつ: where it is, and not what it is. */
const nameless =
  /^(?:the|that|this|my) (?:\w+ )?ones?\b[^,.]*$|(?:やつ|もの|ほう)(?:です|だよ?)?[。\s]*$/iu;

/** As replies to a question these are answers and not chit-chat. */
const acknowledgement =
  /^(?:はい|ええ|うん|いいえ|いえ|そうです|yes|yeah|yep|sure|ok(?:ay)?|no|nope)(?:そうです)?[\s。.!]*$/iu;

/** `I have another question`, and nothing else. */
function announcesRequest(whole: string, { terms, text, topics, signals }: Analysis): boolean {
  const named = terms.filter((term) => !term.isClosing && (isTopical(term) || term.isAttribute));
  const matter = bareMatter.exec(text);
  const before = named.filter(({ end }) => end <= (matter?.index ?? 0));
  return (
    (matter !== null && before.length <= 1) ||
    (ownMatter.test(text) && named.length <= 1 && topics.size === 0) ||
    addressee.test(text) ||
    (announcement.test(signals.question ? text : whole) &&
      named.length === 0 &&
      !(signals.demonstrative && tried.test(text)))
  );
}

/** 予約の件なんですけど, `it's about my booking`: names a matter without what is wanted. */
const bareMatter =
  /の(?:件|こと)(?:なん)?(?:です(?:が|けど|けれど)?|で(?:す|ご?(?:連絡|相談|質問|電話|お?問い?合わせ|お?(?:聞き|伺い|尋ね))[^。？?]{0,16})?)[、。…\s]*$|^(?:it(?:'s| is)|this is|i(?:'m| am) (?:\w+ing|here)(?: you)?|(?:a )?(?:quick )?question) (?:about|regarding|with) (?:my|our|the|an?) [\w-]+[.!\s]*$/iu;

/** `I have a problem with my booking, can you help?` */
const ownMatter =
  /\b(?:questions?|problems?|issues?|trouble|help|query|concerns?|(?:some|any)thing|changes?)(?: (?:wrong|up))? (?:about|regarding|with|on|to|for) (?:my|our)\b|\b(?:my|our) [\w-]+ (?:has|have) (?:an? )?(?:problem|trouble|error)/iu;

/** 市役所の方ですか, `is this the library?` */
const addressee =
  /^(?:(?:is this|are you) (?:the|an?|from)) [\w\s'-]{2,30}\?*$|^[^、。はがを]{2,12}(?:さん|の方|様)(?:です|でしょう)か[?？。]*$/iu;

/** I tried that but got an error: is about the last answer. */
const tried = /\b(?:tried|did|done|followed|used)\b/iu;

/** One search to plan; `basedOn` is set for one that carries earlier words. */
interface PlannedSearch {
  readonly query: string;
  readonly basedOn?: 'user' | 'previous_answer';
}

interface PlannedPart {
  readonly search: PlannedSearch;
  readonly about: readonly SlotKind[];
  readonly isNeeded: boolean;
  readonly isBareTopic: boolean;
  readonly clarify: number;
  readonly followup: number;
  readonly reasons: readonly Reason[];
}

function planParts(whole: ReadTurn, earlier: readonly Reason[]): PlanOutcome {
  const isSwitch = whole.message.signals.topicSwitch;
  const turn = isSwitch ? { ...whole, history: [] } : whole;
  const text = isSwitch ? withoutSwitchPhrase(turn.message.text) : turn.message.text;
  const texts = joinDependent(splitClean(text, turn.language), turn).map((intent) =>
    textOf(intent, turn),
  );
  const parts =
    turn.rejected === undefined ? planEach(turn, texts) : [planPart(turn, focusOf(turn))];
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
  const hasClear = parts.some(({ isNeeded }) => !isNeeded);
  // Beside a clear part a bare topic is searched too: it lacks a detail but no meaning. So is how to keep my number.
  const searchable = parts.filter(({ isNeeded, isBareTopic }) => !isNeeded || isBareTopic);
  if (hasClear) {
    if (searchable.length < parts.length) reasons.push({ code: 'unclear-part-left-out' });
    return searched(turn, searchable, reasons, scores);
  }
  const asked = new Set(turn.input.asked ?? []);
  const about = [...new Set(parts.flatMap((part) => part.about))].filter(
    (kind) => !asked.has(kind),
  );
  if (about.length > 0) return clarified(turn, about.slice(0, maxQuestions), reasons, scores);
  return searched(turn, parts, [...reasons, { code: 'clarify-suppressed' }], scores, 'low');
}

/** UTF-16 units of a request with the statements before it. */
const longestScene = 80;

/** A request that names its matter is searched without the story before it. */
function textOf({ text, request }: Intent, { analyse }: ReadTurn): string {
  const { signals, terms } = analyse(request);
  const named = terms.filter((term) => isTopical(term) && !term.isVerb);
  // Is the canteen safe? needs the short sentence before it: my child has a nut allergy.
  const sentences = text.match(/[.。!！?？]/gu)?.length ?? 0;
  const { length } = terms.filter(({ isBareAttribute }) => !isBareAttribute);
  const isBrief = text.length <= longestScene && length <= 2 && sentences <= 3 - length;
  const isTakenUp = text.length <= longestDefinite && definite.test(request);
  // An error message names the matter better than the question after it.
  const isQuoted = /[「"]/u.test(text) && !/[「"]/u.test(request);
  const isWhole = signals.demonstrative || isBrief || isTakenUp || isQuoted;
  return named.length > 0 && !isWhole ? request : text;
}

/** Can I get a refund for the delay? The story before it names the delay. */
const definite = /\b(?:for|about|with) the \w+[\s?.!]*$/iu;
/** UTF-16 units. */
const longestDefinite = 120;

/** `I want to cancel. Can I do it online?`: a question about the wish before it is one request with it. */
function joinDependent(
  intents: readonly Intent[],
  { analyse, message }: ReadTurn,
): readonly Intent[] {
  const joined: Intent[] = [];
  for (const intent of intents) {
    const before = joined.at(-1);
    const at = message.text.indexOf(intent.request);
    const isWish =
      before !== undefined &&
      !addition.test(textEnd(message.text.slice(0, at))) &&
      before.text.length <= longestWish &&
      !/[?？]/u.test(before.request) &&
      analyse(before.request).signals.statement;
    const { terms, signals } = analyse(intent.request);
    const isJoined = isWish
      ? signals.requirement ||
        takesUp.test(textEnd(intent.request)) ||
        !terms.some((term) => isOwnMatter(term))
      : remedy.test(intent.text);
    if (before !== undefined && isJoined) {
      // Between clauses a comma stays: what `it` means was named in another one.
      const space = /[\p{L}\p{N}]$/u.test(before.text) ? ', ' : ' ';
      const [text, request] = [
        `${before.text}${space}${intent.text}`,
        `${before.request}${space}${intent.text}`,
      ];
      joined[joined.length - 1] = { text, request };
    } else joined.push(intent);
  }
  return joined;
}

/** Joins another request: `それと、`. */
const addition = /(?:と、|それと|それから|ついでに|あと|また)[は、,\s]*$/u;

/** A question after a question about a problem, which asks for nothing else. */
const remedy =
  /^(?:and )?(?:how|why|where|when)(?: so)?\W*$|^how (?:do|can|should) (?:i|we) (?:(?:fix|solve|resolve|avoid|do|get (?:around|past|rid of)|deal with|go about) (?:it|this|that)\b|(?:get|have) (?:it|this|that|them) \w{1,20}[?.!\s]{0,3}$)/iu;

/** 手続き alone is that of the wish. */
function isOwnMatter(term: Term): boolean {
  return (isTopical(term) && !term.isAside) || (term.isAttribute && !procedure.test(term.text));
}

const procedure =
  /^(?:手続き?|方法|手順|流れ|書類|procedures?|process|steps?|documents?|paperwork|forms?)$/iu;

/** UTF-16 units. */
const longestWish = 400;

/** A later part that names no topic is about the part before it: how much is it, and how long does it take. */
function planEach(turn: ReadTurn, texts: readonly string[]): readonly PlannedPart[] {
  const focus = focusOf(turn);
  let [context, isInDialog] = [turn.history, turn.history.length > 0];
  return texts.map((text, index) => {
    const message = turn.analyse(text);
    const isDependent =
      index > 0 && (message.signals.demonstrative || !message.terms.some(isTopical));
    const within = { ...turn, message, history: isDependent ? context : turn.history };
    const part = planPart(within, isDependent ? focusOf(within) : focus, isInDialog);
    if (index > 0 && isBareComplaint(message)) return { ...part, isNeeded: true };
    const said = { role: 'user' as const, content: text };
    if (!isDependent) isInDialog = part.search.basedOn !== undefined;
    // A topic that the message itself opened leaves the dialog before it.
    if (!part.isNeeded)
      context = isDependent || isInDialog ? [...context, said].slice(-messagesInView) : [said];
    // A part that takes something from another part is not a follow-up of the dialog.
    return isInDialog ? part : { ...part, search: { query: part.search.query } };
  });
}

function planPart(turn: ReadTurn, focus: Focus, isInDialog = true): PlannedPart {
  const followup = decideFollowup(turn, focus);
  const written = rewrite(turn, focus, followup.followup);
  // A word of the message itself answers only if it is a topic: not how much it costs and how long it takes.
  const isCarried = written.changed && isInDialog;
  const need = decideClarification(turn, isCarried || isAnswered(focus, followup.followup));
  const { query } = written.changed ? turn.analyse(written.query) : turn.message;
  const isBased = written.changed || turn.rejected !== undefined;
  const carried = { code: 'terms-carried', params: { terms: written.carried.join(' ') } };
  return {
    search: { query, ...(isBased ? { basedOn: written.basedOn } : {}) },
    about: need.about,
    isNeeded: need.needed,
    isBareTopic: need.reasons.some(
      ({ code }) =>
        code === 'required-slot-empty' ||
        (code === 'attribute-without-owner' &&
          turn.message.signals.howTo &&
          turn.message.terms.length > 1),
    ),
    clarify: need.score,
    followup: followup.score,
    reasons: [...followup.reasons, ...(written.changed ? [carried] : []), ...need.reasons],
  };
}

function searched(
  turn: ReadTurn,
  parts: readonly PlannedPart[],
  reasons: readonly Reason[],
  scores: PlanOutcome['scores'],
  confidence: MultiStepQueryPlan['confidence'] = confidenceOf(turn.message),
): PlanOutcome {
  const searches = parts.map(({ search }) => search).filter(({ query }) => query !== '');
  const kept = searches.slice(0, turn.limits.searches);
  const dropped = searches.length - kept.length;
  const all =
    dropped === 0 ? reasons : [...reasons, { code: 'intent-dropped', params: { dropped } }];
  if (kept.length === 0) return clarified(turn, ['topic'], all, scores);
  return outcome(turn, searchPlan(turn, kept, confidence), all, scores);
}

/** High: an identifier, or a topic with another term that narrows it. */
function confidenceOf({ terms, topics }: Analysis): MultiStepQueryPlan['confidence'] {
  const isIdentified = terms.some(({ isIdentifier }) => isIdentifier);
  return isIdentified || (topics.size > 0 && terms.length > 1) ? 'high' : 'medium';
}

function clarified(
  turn: ReadTurn,
  about: readonly SlotKind[],
  reasons: readonly Reason[],
  scores: PlanOutcome['scores'],
): PlanOutcome {
  const { language, input, slots } = turn;
  const locale: Locale = language === 'ja' ? 'ja' : 'en';
  const asked = new Set(input.asked ?? []);
  const kinds = about.filter((kind) => !asked.has(kind));
  // Nothing to search and nothing new to ask: the answer asks for more.
  if (kinds.length === 0)
    return outcome(turn, answerPlan(turn), [...reasons, { code: 'clarify-suppressed' }], scores);
  const questions = kinds.map((kind) => (slots.questions[kind] ?? slots.questions.topic)[locale]);
  const plan: MultiStepQueryPlan = {
    steps: [{ id: 'step_clarify_1', type: 'clarify', questions, about: kinds }],
    needsClarification: true,
    clarifyingQuestions: questions,
    confidence: 'medium',
    language,
  };
  const codes = about.map((slot) => ({ code: 'clarify', params: { slot } }));
  return outcome(turn, plan, [...reasons, ...codes], scores);
}

function outcome(
  turn: ReadTurn,
  plan: MultiStepQueryPlan,
  reasons: readonly Reason[],
  scores: PlanOutcome['scores'] = { clarify: 0, followup: 0 },
): PlanOutcome {
  return { plan, source: 'rule', reasons: [...turn.reasons, ...reasons], scores, usage: [] };
}

/** Returns a plan with one search on the user's words; one that only answers without words. */
export function ownSearch(
  turn: ReadTurn,
  confidence: MultiStepQueryPlan['confidence'],
): MultiStepQueryPlan {
  const { query } = turn.message;
  return query === '' ? answerPlan(turn) : searchPlan(turn, [{ query }], confidence);
}

/** A plan that only answers: chit-chat. */
function answerPlan({ language }: ReadTurn): MultiStepQueryPlan {
  return { steps: [answerStep('faq')], needsClarification: false, confidence: 'medium', language };
}

/** A plan that searches and answers; equal queries once. */
function searchPlan(
  turn: ReadTurn,
  searches: readonly PlannedSearch[],
  confidence: MultiStepQueryPlan['confidence'],
): MultiStepQueryPlan {
  const { language, topK, message } = turn;
  const seen = new Set<string>();
  const counts = { search: 0, followup_search: 0 };
  const steps = searches.flatMap(({ query: written, basedOn }): readonly PlanStep[] => {
    const query = withoutDenied(written, turn);
    const key = normaliseQuery(query);
    if (seen.has(key)) return [];
    seen.add(key);
    const type = basedOn === undefined ? 'search' : 'followup_search';
    counts[type] += 1;
    const id = `step_${type}_${counts[type]}`;
    return basedOn === undefined
      ? [{ id, type: 'search', query, topK }]
      : [{ id, type: 'followup_search', basedOn, query, topK }];
  });
  // Listed only when all searches are follow-ups: where queries are listed, other searches are skipped.
  const isFollowup = counts.search === 0 && steps.length > 0;
  const queries = steps.flatMap((step) => ('query' in step ? [step.query] : []));
  return withoutUndefined({
    steps: [...steps, answerStep(message.signals.howTo ? 'step_by_step' : 'faq')],
    needsClarification: false,
    followupQueries: isFollowup ? queries : undefined,
    confidence,
    language,
  });
}

/** Whatever else was decided, no query holds a thing that the message denies. */
function withoutDenied(query: string, { message, rejected = [], analyse }: ReadTurn): string {
  const gone = new Set(rejected.map(({ key }) => key));
  const kept = new Set<string>();
  for (const term of message.terms) (isDenied(term, message.text) ? gone : kept).add(term.key);
  const { terms } = analyse(query);
  const left = terms.filter(({ key }) => kept.has(key) || !gone.has(key));
  return left.length === 0 || left.length === terms.length
    ? query
    : left.map(({ text }) => text).join(' ');
}

function answerStep(style: 'faq' | 'step_by_step'): PlanStep {
  return { id: 'step_answer_1', type: 'answer', style, includeSources: true };
}
