import { analyse, type Analysis } from '../language/analysis.ts';
import { resolveLanguage } from '../language/resolve-language.ts';
import type { SlotKind } from '../plan/multi-step-query-plan.ts';
import { slotKinds } from '../plan/multi-step-query-plan.ts';
import { normaliseQuery } from '../plan/query-text.ts';
import type { PendingClarification } from '../planner/plan-input.ts';
import type { ReadInput } from '../planner/read-input.ts';
import { queryOf, safeQuery } from './build-query.ts';
import { replaceSlots } from './focus.ts';
import { isNounTopic } from './focus-terms.ts';

/** What a message is, seen as a reply to a question that is still open. */
export type PendingReply =
  | { readonly kind: 'dropped' }
  | { readonly kind: 'refused'; readonly queries: readonly string[] }
  | { readonly kind: 'value'; readonly queries: readonly string[] }
  | { readonly kind: 'picked'; readonly queries: readonly string[] };

/** The open question: the given one, else one that ends a bare history. */
export function pendingOf(read: ReadInput): PendingClarification | null {
  if (read.input.pending !== undefined) return read.input.pending;
  const last = read.history.at(-1);
  if (last?.role !== 'assistant' || !isQuestion(last.content, read)) return null;
  const asked = read.history.findLast(({ role }) => role === 'user');
  if (asked === undefined) return null;
  return {
    message: asked.content,
    questions: [last.content],
    about: slotsOf(last.content, read),
    searches: [],
  };
}

/** An offer of more help at the end of an answer is no question that waits for a value. */
const offer =
  /(?:他に|ほかに|何か|以上で|お困り|よろしいでしょうか|anything else|something else|help you (?:with )?(?:anything|further)|more help|did (?:that|this) (?:help|answer))/iu;

function isQuestion(content: string, read: ReadInput): boolean {
  const text = content.trim();
  if (slotsOf(text, read).length > 0) return true;
  const sentence =
    text.split(/(?<=[。.！!？?\n])\s*/u).findLast((part) => part.trim() !== '') ?? '';
  return /(?:[？?]|か。)$/u.test(text) && !offer.test(sentence);
}

function slotsOf(content: string, { slots }: ReadInput): readonly SlotKind[] {
  // The history was normalised when it was read.
  const asked = normaliseQuery(content);
  return slotKinds.filter((kind) => normalised(slots.questions[kind]).has(asked));
}

/** Texts of questions are normalised once: a table is made once and read for every message. */
const normalisedTexts = new WeakMap<object, ReadonlySet<string>>();

function normalised(questions: Readonly<Record<string, string>>): ReadonlySet<string> {
  const known = normalisedTexts.get(questions);
  if (known !== undefined) return known;
  const texts = new Set(Object.values(questions).map(normaliseQuery));
  normalisedTexts.set(questions, texts);
  return texts;
}

/** Reads the message as the reply. In no case is the same thing asked again. */
export function readReply(read: ReadInput, pending: PendingClarification): PendingReply {
  const { message } = read;
  const known =
    pending.searches.length > 0 ? pending.searches : [queryOf(originalOf(read, pending))];
  if (message.signals.topicSwitch) return { kind: 'dropped' };
  if (message.signals.refusal && !namesTopic(message)) return { kind: 'refused', queries: known };
  const picked = pending.searches.filter((search) => sharesTerm(search, message));
  if (picked.length > 0) return { kind: 'picked', queries: picked };
  if (hasOwnRequest(message)) return { kind: 'dropped' };
  // はい, all of them: an answer without a word to search for.
  if (message.terms.length === 0) return { kind: 'refused', queries: known };
  if (pending.searches.length > 0) return { kind: 'picked', queries: pending.searches };
  return { kind: 'value', queries: [withValue(read, pending)] };
}

/** A question or a request about something it names itself. A bare noun is a value, whatever it means. */
function hasOwnRequest(message: Analysis): boolean {
  const { signals, terms, language, text } = message;
  const isNamed = namesTopic(message);
  const hasSpecific = terms.some(({ isSpecific }) => isSpecific);
  const asks =
    language === 'ja'
      ? /[?？]|(?:か|教えて.*|知りたい.*|したい.*|ください|(?:必要|欲しい|ほしい|お願い).{0,8})[。]?$/u.test(
          text,
        )
      : signals.question || /\b(?:i (?:need|want|would like)|i'd like)\b/iu.test(text);
  return asks && (isNamed || (hasSpecific && (signals.wh || signals.policy)));
}

function namesTopic({ topics, terms }: Analysis): boolean {
  return topics.size > 0 && terms.some((term) => isNounTopic(term));
}

function sharesTerm(search: string, { terms }: Analysis): boolean {
  const query = normaliseQuery(search);
  return terms.some(
    ({ key, text, isGeneric }) =>
      !isGeneric && (query.includes(key) || query.includes(normaliseQuery(text))),
  );
}

/** Read in its own language: `no idea` may answer a Japanese question. */
function originalOf({ lexicons }: ReadInput, { message }: PendingClarification): Analysis {
  return analyse(message, resolveLanguage(message, []), lexicons);
}

/** The words of the first question with the value, values of the same kind replaced. */
function withValue(read: ReadInput, pending: PendingClarification): string {
  const original = originalOf(read, pending);
  const kept = replaceSlots(original.terms, {
    ...read.message,
    signals: { ...read.message.signals, ellipsis: false, opener: false, also: false },
  });
  const own = new Set(read.message.terms.map(({ key }) => key));
  const words = [
    ...kept
      .filter(({ key, isGeneric, isSpecific }) => !own.has(key) && (isSpecific || !isGeneric))
      .map(({ text }) => text),
    ...read.message.terms.map(({ text }) => text),
  ];
  return safeQuery(words.join(' ').replaceAll('\n', ' '));
}
