import { replaceSlots } from '../decide/replace.ts';
import { isGreeting, safeQuery } from '../language/analysis.ts';
import { textEnd } from '../language/clean-text.ts';
import type { Analysis } from '../language/reading.ts';
import { isTopical, isTopicalNoun } from '../language/terms.ts';
import { slotKinds } from '../plan/plan.ts';
import { normaliseQuery } from '../plan/query-text.ts';
import type { PendingClarification, ReadMessage, Reply } from './turn.ts';

/** The part of an open question that a reply is read with. */
type Pending = Pick<PendingClarification, 'message' | 'searches'>;

/** Reads a message as the reply to the open question: the given one, else one that ends a bare history. */
export function readReply(turn: ReadMessage): Reply | null {
  const { input, analyseAlone } = turn;
  const pending = input.pending === undefined ? questionAtEnd(turn) : input.pending;
  if (pending === null) return null;
  const first = analyseAlone(pending.message);
  const said = accepts.test(turn.message.text) ? textEnd(turn.history.at(-1)?.content ?? '') : '';
  const proposed = turn.message.terms.length === 0 ? offered.exec(said)?.[0] : undefined;
  const message = proposed === undefined ? turn.message : analyseAlone(proposed);
  const reply = replyTo(pending.searches, first, message);
  // It just stopped; no idea what it is: neither the first words nor the reply name a matter.
  const isUnnamed = ![first, message].some(
    ({ terms, text }) =>
      !nameless.test(text) &&
      terms.some(
        (term) =>
          isTopical(term) ||
          term.values.length > 0 ||
          (reply.kind === 'refused' && term.isAttribute),
      ),
  );
  return input.pending === undefined && reply.kind !== 'dropped' && isUnnamed
    ? { kind: 'unnamed', queries: [] }
    : reply;
}

/** The one on my desk, 2階にあるやつ: where it is, and not what it is. */
const nameless =
  /^(?:the|that|this|my) (?:\w+ )?ones?\b[^,.]*$|(?:やつ|もの|ほう)(?:です|だよ?)?[。\s]*$/iu;

/** はい、お願いします: what was proposed is what is asked for. */
const accepts = /^(?:はい|ええ|うん|そうで|ぜひ|お願い|よろしく|頼)/u;
const offered =
  /(?<=^|[。!！?？])(?![^。?？]*(?:それとも|ど[うこちのれん]|いつ|いくら|何))[^。!！?？]{2,80}(?=(?:ましょう|ます|です)か[。?？]*$)/u;

/** The question that ends a bare history. */
function questionAtEnd(turn: ReadMessage): Pending | null {
  const { history, analyseAlone } = turn;
  const last = history.at(-1);
  if (last?.role !== 'assistant' || !isQuestion(last.content, turn)) return null;
  const asked = history.findLast(({ role }) => role === 'user');
  if (asked === undefined) return null;
  // A greeting asks nothing that the reply could be a part of.
  const earlier = analyseAlone(asked.content);
  if (earlier.terms.length === 0 || isGreeting(earlier)) return null;
  return { message: asked.content, searches: [] };
}

/** An offer of more help at the end of an answer is not a question that waits for a value. */
const offer =
  /(?:他に|ほかに|何か|以上で|お困り|anything else|help you|did (?:that|this) (?:help|answer))/iu;

function isQuestion(content: string, { slots: { questions } }: ReadMessage): boolean {
  const text = content.trim();
  const asked = normaliseQuery(text);
  const isOwn = slotKinds.some((kind) => {
    const own = questions[kind];
    return own !== undefined && normalised(own).has(asked);
  });
  if (isOwn) return true;
  const sentence =
    text.split(/(?<=[。.！!？?\n])\s*/u).findLast((part) => part.trim() !== '') ?? '';
  return /(?:[？?]|か。|教えて(?:くだ|下)さい。)$/u.test(text) && !offer.test(sentence);
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

const dropped: Reply = { kind: 'dropped', queries: [] };

/** In no case is the same thing asked again. */
function replyTo(searches: readonly string[], first: Analysis, message: Analysis): Reply {
  const known = searches.length > 0 ? searches : [first.query];
  if (message.signals.topicSwitch) return dropped;
  const namesThing = message.terms.some(isTopicalNoun);
  if (message.signals.refusal && !namesThing) return { kind: 'refused', queries: known };
  const picked = searches.filter((search) => sharesTerm(search, message));
  if (picked.length > 0) return { kind: 'picked', queries: picked };
  if (hasOwnRequest(message)) return dropped;
  // はい, all of them: an answer without a word to search for.
  if (message.terms.length === 0) return { kind: 'refused', queries: known };
  if (searches.length > 0) return { kind: 'picked', queries: searches };
  return { kind: 'value', queries: [withValue(first, message)] };
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
function withValue(first: Analysis, message: Analysis): string {
  const { terms, signals } = message;
  const isPart = { ...signals, ellipsis: false, opener: false, also: false };
  const own = new Set(terms.map(({ key }) => key));
  const kept = replaceSlots(first.terms, { ...message, signals: isPart }).filter(
    ({ key, isGeneric, isSpecific, isPredicate }) =>
      !own.has(key) && (isSpecific || isPredicate || !isGeneric),
  );
  const words = [...kept, ...terms].map(({ text }) => text);
  return safeQuery(words.join(' ').replaceAll('\n', ' '));
}
