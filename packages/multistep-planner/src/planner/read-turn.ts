import { InvalidArgumentError, type Language, type LlmUsage } from '@kanmon/core';
import { isRecord } from '@kanmon/core/kit';
import { isAbout, readCorrection } from '../decide/correction.ts';
import { withPicked } from '../decide/pick.ts';
import {
  analyse,
  isGreeting,
  isTopical,
  type Lexicons,
  lexiconsWith,
} from '../language/analysis.ts';
import {
  cleanText,
  dropInstructions,
  textEnd,
  withoutAcknowledgement,
  withoutPoliteEnd,
  withoutSwitchPhrase,
} from '../language/clean-text.ts';
import { plainForm } from '../language/plain-form.ts';
import type { Analysis, Term } from '../language/reading.ts';
import { resolveLanguage } from '../language/resolve-language.ts';
import { defaultPlanLimits, type PlanLimits } from '../plan/plan-limits.ts';
import type { MultiStepQueryPlan, SlotKind } from '../plan/plan.ts';
import type { DialogMessage, PlanSource } from '../wire/dialog-schema.ts';
import type { Reason } from '../wire/values.ts';
import {
  defaultQuestions,
  defaultThresholds,
  type RuleOptions,
  type Slots,
  type Thresholds,
} from './rule-options.ts';

/** A question that was asked and not yet answered, with what waits for the answer. */
export interface PendingClarification {
  /** The message that could not be searched as it was. */
  readonly message: string;
  readonly questions: readonly string[];
  readonly about: readonly SlotKind[];
  /** Searches that a plan held beside its question; they resume with the answer. */
  readonly searches: readonly string[];
}

/** One message and what is known of its dialog. */
export interface PlanInput {
  readonly message: string;
  /** Oldest first. Messages of role `system` are never used. */
  readonly history?: readonly DialogMessage[];
  /** @default 'auto' */
  readonly language?: 'ja' | 'en' | 'auto';
  /** @default 8 */
  readonly topK?: number;
  readonly pending?: PendingClarification;
  /** Slots that were asked for earlier in the dialog: never asked again. */
  readonly asked?: readonly SlotKind[];
}

/** A plan, the planner that wrote it, and the reasons. */
export interface PlanOutcome {
  readonly plan: MultiStepQueryPlan;
  readonly source: PlanSource;
  readonly reasons: readonly Reason[];
  /** 0 to 1. */
  readonly scores: { readonly clarify: number; readonly followup: number };
  /** One entry per attempt of a model, failed ones included. */
  readonly usage: readonly LlmUsage[];
  readonly route?: string;
  /**
   * Lower-case hex SHA-256 of the last text that a model gave for this plan, refused or not; of a
   * crew's plan, of its canonical JSON.
   */
  readonly rawHash?: string;
}

/** A message and its dialog, cleaned and read once; every planner works on it. */
export interface ReadTurn {
  readonly input: PlanInput;
  readonly language: Language;
  readonly topK: number;
  /** Of the cleaned message, without instructions to the assistant. */
  readonly message: Analysis;
  /** Terms that the message takes back; absent where it corrects nothing. */
  readonly rejected?: readonly Term[];
  /** The latest messages, cleaned, oldest first, without system messages. */
  readonly history: readonly DialogMessage[];
  readonly reasons: readonly Reason[];
  /** Reads a text in the language of the turn, or in another one. Each text is analysed once. */
  readonly analyse: (text: string, options?: { readonly in: Language }) => Analysis;
  /** Reads a text in its own language: `no idea` may answer a Japanese question. */
  readonly analyseAlone: (text: string) => Analysis;
  /** Reads an earlier message; null where its words are useless in a search of this turn. */
  readonly analyseEarlier: (text: string) => Analysis | null;
  readonly limits: PlanLimits;
  readonly slots: Slots;
  readonly thresholds: Thresholds;
}

/** Messages that the planner looks back. Twelve are six exchanges; older ones decide nothing. */
export const messagesInView = 12;

/**
 * Cleans and reads an input. Content never throws; throws `InvalidArgumentError` for a message that
 * is not a string and a history that is not an array.
 */
export function readTurn(input: PlanInput, options: RuleOptions = {}): ReadTurn {
  const given: unknown = input.message;
  if (typeof given !== 'string') {
    throw new InvalidArgumentError(
      `expected input.message to be a string, got ${given === null ? 'null' : typeof given}; pass the user's message`,
    );
  }
  const limits = { ...defaultPlanLimits, ...options.limits };
  const clean = cleanText(input.message, limits.messageLength);
  const reasons: Reason[] = [...clean.reasons];
  const seen = inView(readHistory(input.history, limits, reasons));
  const language = languageOf(input, clean.text, seen);
  const history = seen.map(({ role, content }) => ({
    role,
    content: role === 'user' ? plainForm(content, language) : content,
  }));
  const topK = topKOf(input.topK, limits, reasons);
  const reader = createReader(language, lexiconsWith(options.domain?.topics, options.lexicons));
  const kept = dropInstructions(clean.text, language, (text) => {
    const { signals, terms } = reader.analyse(text);
    return signals.question && terms.some(isTopical);
  });
  if (kept !== clean.text) reasons.push({ code: 'instruction-dropped' });
  return {
    input,
    language,
    topK,
    message: reader.analyse(plainForm(kept, language)),
    history: withoutOpening(history, reader),
    reasons,
    ...reader,
    limits,
    slots: {
      required: options.domain?.slots?.required ?? {},
      questions: { ...defaultQuestions, ...options.domain?.slots?.questions },
    },
    thresholds: { ...defaultThresholds, ...options.thresholds },
  };
}

/** Returns the turn without the reaction of its message to the last answer: `Great. And Alaska?` */
export function requestOf(turn: ReadTurn): ReadTurn {
  const text = withoutRemark(withoutPoliteEnd(withoutAcknowledgement(turn.message.text)), turn);
  const said = turn.history.at(-1);
  const named = said?.role === 'assistant' ? withPicked(text, said.content, turn.analyse) : text;
  const correction = correctionOf(turn) ?? correctionOf({ ...turn, message: turn.analyse(text) });
  return correction ?? { ...turn, message: turn.analyse(named) };
}

/** A sentence that asks nothing, before another one. */
const remark = /^[^.!?。！？\n]{1,60}(?:[.!]\s+|[。！\n])/u;
/** Asks for something, or goes on with what was tried. */
const wish = /\bi(?:'d| would)? (?:need|want|like)\b|たい|ほしい|ください/u;
const goesOn = /\b(?:still|again|but|yet)\b|まだ|また|のに|それ|やっぱり/iu;

/** Returns a message without a half sentence about the old topic: `unlocked it. Can I play on a PC?` */
function withoutRemark(text: string, turn: ReadTurn): string {
  const { history, analyseEarlier } = turn;
  const said = history.length === 0 ? undefined : remark.exec(text)?.[0];
  if (said === undefined) return text;
  const rest = text.slice(said.length);
  const known = history.flatMap(({ content }) => analyseEarlier(content)?.terms ?? []);
  const isNew = (term: Term): boolean =>
    isTopical(term) && !term.isVerb && !known.some(({ key }) => isAbout(term, key));
  const { signals, terms } = turn.analyse(rest);
  const isOwn =
    (signals.question || signals.wh || wish.test(rest)) &&
    !(signals.demonstrative || signals.elaboration || signals.also || signals.ellipsis) &&
    !goesOn.test(rest) &&
    terms.some((term) => isNew(term) && !term.isAside);
  const old = turn.analyse(said);
  return isOwn && !old.terms.some(isNew) && !old.signals.wh && !wish.test(said) ? rest : text;
}

/** Returns the turn with what its message puts in the place of something earlier; null where it does not. */
function correctionOf(turn: ReadTurn): ReadTurn | null {
  const earlier = turn.history.findLast(({ role }) => role === 'user');
  const found = earlier === undefined ? null : readCorrection(turn.message.text, turn.language);
  const { topicSwitch, refusal } = turn.message.signals;
  if (earlier === undefined || found === null || topicSwitch) return null;
  if (refusal && found.rejected === '') return null;
  if (isGreeting(turn.message)) return null;
  const rejected = found.rejected === '' ? [] : turn.analyse(found.rejected).terms;
  const isSaid = turn.history.some(({ content }) =>
    turn
      .analyseEarlier(content)
      ?.terms.some((term) => rejected.some(({ key }) => isAbout(term, key))),
  );
  if (!isSaid && !found.isAnnounced) return null;
  const message = turn.analyse(found.kept);
  if (message.terms.length === 0) return null;
  const { terms } = turn.analyseAlone(earlier.content);
  if (isOwnQuestion(message, terms)) return { ...turn, history: [], message };
  return {
    ...turn,
    rejected,
    message: { ...message, signals: { ...message.signals, correction: true } },
  };
}

/** 電気の検針日を知りたい, `where can I drop off passengers?`: a correction that is a whole question with a new thing. */
function isOwnQuestion({ signals, terms }: Analysis, known: readonly Term[]): boolean {
  const isNamed = terms.some(
    (term) =>
      isTopical(term) &&
      !term.isVerb &&
      !term.isAside &&
      !known.some(({ key }) => isAbout(term, key)),
  );
  return signals.question && !signals.demonstrative && isNamed && terms.length > 1;
}

/** Returns a history without the greetings and offers of help that open it: they name no topic. */
function withoutOpening(
  history: readonly DialogMessage[],
  { analyseEarlier }: Pick<ReadTurn, 'analyseEarlier'>,
): readonly DialogMessage[] {
  const start = history.findIndex(({ role, content }, index) => {
    if (role === 'assistant') return !offer.test(textEnd(content));
    const next = history[index + 1];
    const analysis = analyseEarlier(content);
    if (next?.role !== 'assistant' || !offer.test(textEnd(next.content)) || analysis === null)
      return true;
    return !isGreeting(analysis) && !isUnnamed(analysis);
  });
  return start < 0 ? [] : history.slice(start);
}

/** Offers help, and names nothing: `how can I help you today?`, ご用件をどうぞ。 */
const offer =
  /\b(?:help|assist|(?:what|how) can (?:i|we)|what happened)\b|ご用件|ご質問|どうぞ|承り?ます|伺い?ます|どう(?:され|なさい)/iu;

/** Names nothing that an answer could be about: `me again from yesterday`, `hello, are you a bot?` */
function isUnnamed({ terms, text }: Analysis): boolean {
  const named = terms.filter(
    (term) => isTopical(term) || term.isAttribute || term.isPredicate || term.isGeneric,
  );
  return named.length === 0 || (named.length === 1 && address.test(text));
}

const address =
  /^(?:(?:hello|hi|hey|good (?:morning|afternoon|evening))[\s,.!]+)?(?:(?:is )?(?:any|some)(?:one|body) (?:there|here)|(?:are you|is this) (?:an?|the)|i(?:'m| am) (?:an?|the)|me again)\b/iu;

/** The latest messages, and the first one of the user, which opened the dialog. */
function inView(history: readonly DialogMessage[]): readonly DialogMessage[] {
  const latest = history.slice(-messagesInView);
  const first = history.find(({ role }) => role === 'user');
  return first === undefined || latest.includes(first) ? latest : [first, ...latest];
}

function languageOf(
  { language: wanted }: PlanInput,
  text: string,
  history: readonly DialogMessage[],
): Language {
  if (wanted === 'ja' || wanted === 'en') return wanted;
  const earlier = history.filter(({ role }) => role === 'user').map(({ content }) => content);
  return resolveLanguage(text, earlier);
}

/** The usable messages of a history, cleaned: at most `limits.historyMessages`, no system messages. */
export function readHistory(
  history: readonly DialogMessage[] | undefined,
  limits: PlanLimits,
  reasons: Reason[],
): readonly DialogMessage[] {
  if (history === undefined) return [];
  if (!Array.isArray(history)) {
    throw new InvalidArgumentError(
      `expected input.history to be an array of messages, got ${typeof history}; pass [] for none`,
    );
  }
  const last: readonly DialogMessage[] = history.slice(-limits.historyMessages);
  if (last.length < history.length) {
    reasons.push({ code: 'history-truncated', params: { kept: last.length } });
  }
  const usable = last.filter(isUsable);
  if (usable.length < last.length) reasons.push({ code: 'history-messages-ignored' });
  return usable.map(({ role, content }) => ({
    role,
    content: cleanText(content, limits.historyMessageLength).text,
  }));
}

/** Only messages of the two parties; a caller without types may pass anything. */
function isUsable(message: unknown): boolean {
  if (!isRecord(message)) return false;
  const { role, content } = message;
  return (role === 'user' || role === 'assistant') && typeof content === 'string';
}

function topKOf(topK: number | undefined, limits: PlanLimits, reasons: Reason[]): number {
  if (topK === undefined) return limits.defaultTopK;
  const isWhole = Number.isInteger(topK);
  const value = isWhole ? Math.min(Math.max(topK, 1), limits.maxTopK) : limits.defaultTopK;
  if (value !== topK)
    reasons.push({ code: isWhole ? 'topk-clamped' : 'topk-invalid', params: { value } });
  return value;
}

/** A plan reads the same texts for several decisions; each is analysed once. */
function createReader(
  language: Language,
  lexicons: Lexicons,
): Pick<ReadTurn, 'analyse' | 'analyseAlone' | 'analyseEarlier'> {
  const known = new Map<string, Analysis>();
  const read: ReadTurn['analyse'] = (text, reading = { in: language }) => {
    const key = `${reading.in} ${text}`;
    const analysis = known.get(key) ?? analyse(text, reading.in, lexicons);
    known.set(key, analysis);
    return analysis;
  };
  return {
    analyse: read,
    analyseAlone: (text) => read(text, { in: resolveLanguage(text, []) }),
    analyseEarlier(content) {
      const own = resolveLanguage(content, []);
      const reading = { in: own === 'other' ? language : own };
      const whole = read(content, reading);
      // The words that announce another topic, or thank for an answer, are not terms of it.
      const { signals } = whole;
      const request = withoutAcknowledgement(
        signals.topicSwitch ? withoutSwitchPhrase(content) : content,
      );
      const analysis = request === content ? whole : { ...read(request, reading), signals };
      if (reading.in === language || language === 'other') return analysis;
      // Words of another language find nothing, except a bare English name (`iPhone 15 case`).
      const isName = reading.in === 'en' && analysis.words.length === analysis.terms.length;
      return isName ? analysis : null;
    },
  };
}
