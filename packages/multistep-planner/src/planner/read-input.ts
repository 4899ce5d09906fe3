import { InvalidArgumentError, type Language } from '@kanmon/core';
import { type SlotTable, defaultSlotTable } from '../decide/slot-table.ts';
import { defaultThresholds, type Thresholds } from '../decide/thresholds.ts';
import { analyse, type Analysis, type Lexicons, lexiconsWith } from '../language/analysis.ts';
import { cleanText } from '../language/clean-text.ts';
import { firstCodePoints } from '../wire/code-points.ts';
import { dropInstructions } from '../language/instructions.ts';
import { resolveLanguage } from '../language/resolve-language.ts';
import { defaultPlanLimits, type PlanLimits } from '../plan/plan-limits.ts';
import type { DialogMessage } from '../wire/dialog-schema.ts';
import type { Reason } from '../wire/reason.ts';
import type { PlanInput } from './plan-input.ts';
import { checkMessage, type RuleOptions } from './rule-options.ts';

/** An input that was cleaned and read, with the data of the planner. */
export interface ReadInput {
  readonly input: PlanInput;
  readonly language: Language;
  readonly topK: number;
  /** Of the cleaned message, without instructions to the assistant. */
  readonly message: Analysis;
  /** Cleaned, oldest first, without system messages. */
  readonly history: readonly DialogMessage[];
  readonly reasons: readonly Reason[];
  /** `in` is the language to read it in. @default that of the message */
  readonly analyse: (text: string, options?: { readonly in: Language }) => Analysis;
  readonly lexicons: Lexicons;
  readonly limits: PlanLimits;
  readonly slots: SlotTable;
  readonly thresholds: Thresholds;
}

/** How far back the planner looks. Twelve messages are six exchanges; older ones decide nothing. */
const messagesInView = 12;

/**
 * Cleans and reads an input. Content never throws; throws `InvalidArgumentError` for a message that
 * is no string.
 */
export function readInput(input: PlanInput, options: RuleOptions = {}): ReadInput {
  checkMessage(input.message);
  const limits = { ...defaultPlanLimits, ...options.limits };
  const reasons: Reason[] = [];
  const clean = cleanText(input.message, limits.messageLength);
  reasons.push(...clean.reasons);
  const history = inView(readHistory(input.history, limits, reasons));
  const language = languageOf(input, clean.text, history);
  const topK = topKOf(input.topK, limits, reasons);
  const lexicons = lexiconsWith(options.lexicons);
  // A plan reads the same texts for several decisions; each is analysed once.
  const known = new Map<string, Analysis>();
  const analyseText: ReadInput['analyse'] = (text, reading = { in: language }) => {
    const key = `${reading.in} ${text}`;
    const analysis = known.get(key) ?? analyse(text, reading.in, lexicons);
    known.set(key, analysis);
    return analysis;
  };
  const kept = dropInstructions(clean.text, language, (text) => analyseText(text).topics.size > 0);
  if (kept !== clean.text) reasons.push({ code: 'instruction-dropped' });
  return {
    input,
    language,
    topK,
    message: analyseText(kept),
    history,
    reasons,
    analyse: analyseText,
    lexicons,
    limits,
    slots: {
      required: { ...defaultSlotTable.required, ...options.slots?.required },
      questions: { ...defaultSlotTable.questions, ...options.slots?.questions },
    },
    thresholds: { ...defaultThresholds, ...options.thresholds },
  };
}

/** The latest messages, and the first thing the user said: what the dialog is about. */
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
    content: cleanText(
      firstCodePoints(content, limits.historyMessageLength),
      limits.historyMessageLength,
    ).text,
  }));
}

/** Only what the two parties said; a caller without types may send anything. */
function isUsable(message: DialogMessage): boolean {
  const given: unknown = message;
  if (typeof given !== 'object' || given === null) return false;
  const role: unknown = Reflect.get(given, 'role');
  return (
    (role === 'user' || role === 'assistant') && typeof Reflect.get(given, 'content') === 'string'
  );
}

function topKOf(topK: number | undefined, limits: PlanLimits, reasons: Reason[]): number {
  if (topK === undefined) return limits.defaultTopK;
  const isWhole = Number.isInteger(topK);
  const value = isWhole ? Math.min(Math.max(topK, 1), limits.maxTopK) : limits.defaultTopK;
  if (value !== topK)
    reasons.push({ code: isWhole ? 'topk-clamped' : 'topk-invalid', params: { value } });
  return value;
}
