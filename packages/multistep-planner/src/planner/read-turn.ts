import { InvalidArgumentError, type Language } from '@kanmon/core';
import { describeValue, isRecord, withoutUndefined } from '@kanmon/core/kit';
import { analyse, isGreeting, type Lexicons, lexiconsWith } from '../language/analysis.ts';
import { withoutCitations } from '../language/citation.ts';
import {
  cleanText,
  dropInstructions,
  textEnd,
  withoutAcknowledgement,
  withoutSwitchPhrase,
} from '../language/clean-text.ts';
import { readCorrection } from '../language/correction.ts';
import { withoutTypos } from '../language/english.ts';
import { plainForm } from '../language/plain-form.ts';
import type { Analysis } from '../language/reading.ts';
import { resolveLanguage } from '../language/resolve-language.ts';
import { isTopical, latinNames } from '../language/terms.ts';
import { defaultPlanLimits, type PlanLimits } from '../plan/plan-limits.ts';
import { checkShape } from '../wire/check-input.ts';
import type { DialogMessage } from '../wire/dialog-schema.ts';
import type { Reason } from '../wire/values.ts';
import { readRequest } from './read-request.ts';
import {
  checkRules,
  defaultQuestions,
  defaultThresholds,
  type RuleOptions,
} from './rule-options.ts';
import { pendingSchema, type PlanInput, type ReadMessage, type ReadTurn } from './turn.ts';

/** Messages that the planner looks back. Twelve are six exchanges; older ones decide nothing. */
export const messagesInView = 12;

/**
 * Cleans and reads an input. Content never throws; throws `InvalidArgumentError` for a message that
 * is not a string, a history that is not an array and rule options of a wrong form. Misspelt words are read as they are meant, unless `isRaw`.
 */
export function readTurn(input: PlanInput, options: RuleOptions = {}, isRaw = false): ReadTurn {
  const given: unknown = input?.message;
  checkRules(options);
  if (typeof given !== 'string') {
    throw new InvalidArgumentError(
      `expected input.message to be a string, got ${describeValue(given)}; pass the user's message`,
    );
  }
  const limits = { ...defaultPlanLimits, ...options.limits };
  const clean = cleanText(input.message, limits.messageLength);
  const reasons: Reason[] = [...clean.reasons];
  const seen = inView(readHistory(input.history, limits, reasons));
  const language = languageOf(input, clean.text, seen);
  const topK = topKOf(input.topK, limits, reasons);
  const lexicons = lexiconsWith(options.domain?.topics, options.lexicons);
  const reader = createReader(language, lexicons);
  const withoutOrders = (said: string): string =>
    dropInstructions(said, language, (text) => {
      const { signals, terms } = reader.analyse(text);
      return signals.question && terms.some(isTopical);
    });
  const kept = withoutOrders(clean.text);
  if (kept !== clean.text) reasons.push({ code: 'instruction-dropped' });
  const history = withoutRefused(seen, withoutOrders).map(({ role, content }) => ({
    role,
    content: role === 'user' ? plainForm(content, language) : content,
  }));
  const plain = plainForm(kept, language);
  const turn: ReadMessage = {
    input,
    ...withoutUndefined({ pending: openQuestion(input.pending, withoutOrders) }),
    language,
    topK,
    message: reader.analyse(isRaw || language !== 'en' ? plain : withoutTypos(plain, lexicons.en)),
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
  return { ...turn, request: readRequest(turn) };
}

/** Returns a history without the user's orders to the assistant. A message that was nothing else goes with its reply. */
function withoutRefused(
  history: readonly DialogMessage[],
  withoutOrders: (said: string) => string,
): readonly DialogMessage[] {
  let isRefused = false;
  return history.flatMap(({ role, content }) => {
    const kept = role === 'user' ? withoutOrders(content) : content;
    if (role === 'user') isRefused = kept === '' && content !== '';
    return isRefused ? [] : [{ role, content: kept }];
  });
}

/** Returns the open question without orders to the assistant in the message that waits; undefined where no word is left. */
function openQuestion(
  pending: PlanInput['pending'],
  withoutOrders: (said: string) => string,
): PlanInput['pending'] {
  if (pending === undefined) return undefined;
  const { message, ...rest } = checkShape(pendingSchema, pending, 'input.pending');
  const kept = withoutOrders(message);
  return /[\p{L}\p{N}]/u.test(kept) ? { message: kept, ...rest } : undefined;
}

/** Returns a history without the greetings and offers of help that open it: they name no topic. */
function withoutOpening(
  history: readonly DialogMessage[],
  { analyseEarlier }: Pick<ReadMessage, 'analyseEarlier'>,
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
function isUnnamed({ terms }: Analysis): boolean {
  const named = terms.filter((term) => isTopical(term) || term.isAttribute || term.isPredicate);
  return named.length === 0;
}

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
      `expected input.history to be an array of messages, got ${describeValue(history)}; pass [] for none`,
    );
  }
  const last: readonly DialogMessage[] = history.slice(
    Math.max(0, history.length - limits.historyMessages),
  );
  if (last.length < history.length) {
    reasons.push({ code: 'history-truncated', params: { kept: last.length } });
  }
  const usable = last.filter(isUsable);
  if (usable.length < last.length) reasons.push({ code: 'history-messages-ignored' });
  return usable.map(({ role, content }) => ({
    role,
    content: cleanText(
      role === 'assistant' ? withoutCitations(content) : content,
      limits.historyMessageLength,
    ).text,
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
): Pick<ReadMessage, 'analyse' | 'analyseAlone' | 'analyseEarlier'> {
  const known = new Map<string, Analysis>();
  const read: ReadMessage['analyse'] = (text, reading = { in: language }) => {
    const key = `${reading.in} ${text}`;
    const analysis = known.get(key) ?? analyse(text, reading.in, lexicons);
    known.set(key, analysis);
    return analysis;
  };
  const readEarlier: ReadMessage['analyseEarlier'] = (content) => {
    const own = resolveLanguage(content, []);
    const reading = { in: own === 'other' ? language : own };
    const whole = read(content, reading);
    // The words that announce another topic, or thank for an answer, are not terms of it.
    const { signals } = whole;
    const request = withoutAcknowledgement(
      signals.topicSwitch ? withoutSwitchPhrase(content) : content,
    );
    // I meant the gift cards: neither are those of a correction.
    const corrected = readCorrection(content, own) ?? readCorrection(request, own);
    const isCorrection = corrected !== null && corrected.isAnnounced && corrected.rejected === '';
    const said = isCorrection ? corrected.kept : request;
    const analysis =
      said === content
        ? whole
        : { ...read(said, reading), signals: { ...signals, correction: isCorrection } };
    if (reading.in === language || language === 'other') return analysis;
    // Words of another language find nothing, except a bare English name (`iPhone 15 case`) and names within a sentence.
    const isName = reading.in === 'en' && analysis.words.length === analysis.terms.length;
    if (isName) return analysis;
    const terms = latinNames(analysis);
    return terms.length > 0 ? { ...analysis, terms } : null;
  };
  const earlier = new Map<string, Analysis | null>();
  return {
    analyse: read,
    analyseAlone: (text) => read(text, { in: resolveLanguage(text, []) }),
    analyseEarlier(content) {
      const analysis = earlier.get(content) ?? readEarlier(content);
      earlier.set(content, analysis);
      return analysis;
    },
  };
}
