import { isGreeting, isTopical, safeQuery } from '../language/analysis.ts';
import type { Analysis } from '../language/reading.ts';
import { type SlotKind, slotKinds } from '../plan/plan.ts';
import { normaliseQuery } from '../plan/query-text.ts';
import type { PendingClarification, ReadTurn } from '../planner/read-turn.ts';
import { replaceSlots } from './replace.ts';

/** A message as a reply to a question that is still open. A dropped question leaves no queries. */
export interface PendingReply {
  readonly kind: 'dropped' | 'refused' | 'value' | 'picked';
  readonly queries: readonly string[];
}

const dropped: PendingReply = { kind: 'dropped', queries: [] };

/** The open question: the given one, else one that ends a bare history. */
export function pendingOf(turn: ReadTurn): PendingClarification | null {
  if (turn.input.pending !== undefined) return turn.input.pending;
  const last = turn.history.at(-1);
  if (last?.role !== 'assistant' || !isQuestion(last.content, turn)) return null;
  const asked = turn.history.findLast(({ role }) => role === 'user');
  if (asked === undefined) return null;
  // A greeting asks nothing that the reply could be a part of.
  const earlier = turn.analyseAlone(asked.content);
  if (earlier.terms.length === 0 || isGreeting(earlier)) return null;
  return {
    message: asked.content,
    questions: [last.content],
    about: slotsOf(last.content, turn),
    searches: [],
  };
}

/** An offer of more help at the end of an answer is not a question that waits for a value. */
const offer =
  /(?:他に|ほかに|何か|以上で|お困り|anything else|help you|did (?:that|this) (?:help|answer))/iu;

function isQuestion(content: string, turn: ReadTurn): boolean {
  const text = content.trim();
  if (slotsOf(text, turn).length > 0) return true;
  const sentence =
    text.split(/(?<=[。.！!？?\n])\s*/u).findLast((part) => part.trim() !== '') ?? '';
  return /(?:[？?]|か。|教えて(?:くだ|下)さい。)$/u.test(text) && !offer.test(sentence);
}

function slotsOf(content: string, { slots }: ReadTurn): readonly SlotKind[] {
  // The history was normalised when it was turn.
  const asked = normaliseQuery(content);
  return slotKinds.filter((kind) => {
    const questions = slots.questions[kind];
    return questions !== undefined && normalised(questions).has(asked);
  });
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
export function readReply(turn: ReadTurn, pending: PendingClarification): PendingReply {
  const { message } = turn;
  const known =
    pending.searches.length > 0 ? pending.searches : [turn.analyseAlone(pending.message).query];
  if (message.signals.topicSwitch) return dropped;
  const namesThing = message.terms.some((term) => isTopical(term) && !term.isVerb);
  if (message.signals.refusal && !namesThing) return { kind: 'refused', queries: known };
  const picked = pending.searches.filter((search) => sharesTerm(search, message));
  if (picked.length > 0) return { kind: 'picked', queries: picked };
  if (hasOwnRequest(message)) return dropped;
  // はい, all of them: an answer without a word to search for.
  if (message.terms.length === 0) return { kind: 'refused', queries: known };
  if (pending.searches.length > 0) return { kind: 'picked', queries: pending.searches };
  return { kind: 'value', queries: [withValue(turn, pending)] };
}

/** A question or a request about something it names itself. A bare noun is a value, whatever it means. */
function hasOwnRequest(message: Analysis): boolean {
  const { signals, language, text } = message;
  const asks =
    language === 'ja'
      ? /[?？]|(?:か|教えて.*|知りたい.*|したい.*|ください|(?:必要|欲しい|ほしい|お願い).{0,8})[。]?$/u.test(
          text,
        )
      : signals.question || /\b(?:i (?:need|want|would like)|i'd like)\b/iu.test(text);
  return asks && message.terms.some(isTopical);
}

function sharesTerm(search: string, { terms }: Analysis): boolean {
  const query = normaliseQuery(search);
  return terms.some(
    ({ key, text, isGeneric }) =>
      !isGeneric && (query.includes(key) || query.includes(normaliseQuery(text))),
  );
}

/** The words of the first question with the value, values of the same kind replaced. */
function withValue(turn: ReadTurn, pending: PendingClarification): string {
  const original = turn.analyseAlone(pending.message);
  const kept = replaceSlots(original.terms, {
    ...turn.message,
    signals: { ...turn.message.signals, ellipsis: false, opener: false, also: false },
  });
  const own = new Set(turn.message.terms.map(({ key }) => key));
  const words = [
    ...kept
      .filter(
        ({ key, isGeneric, isSpecific, isPredicate }) =>
          !own.has(key) && (isSpecific || isPredicate || !isGeneric),
      )
      .map(({ text }) => text),
    ...turn.message.terms.map(({ text }) => text),
  ];
  return safeQuery(words.join(' ').replaceAll('\n', ' '));
}
