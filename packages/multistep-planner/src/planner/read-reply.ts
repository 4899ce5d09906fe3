import { replaceSlots } from '../decide/replace.ts';
import { isGreeting, safeQuery } from '../language/analysis.ts';
import { textEnd } from '../language/clean-text.ts';
import type { Analysis } from '../language/reading.ts';
import { isAmong, isTopical, isTopicalNoun } from '../language/terms.ts';
import { slotKinds } from '../plan/plan.ts';
import { normaliseQuery } from '../plan/query-text.ts';
import type { PendingClarification, ReadMessage, Reply } from './turn.ts';

/** The part of an open question that a reply is read with. */
type Pending = Pick<PendingClarification, 'message' | 'searches'>;

/** Reads a message as the reply to the open question: the given one, else one that ends a bare history. */
export function readReply(turn: ReadMessage): Reply | null {
  const { analyseAlone } = turn;
  const said = turn.history.at(-1)?.content ?? '';
  const proposed = accepts.test(turn.message.text) ? proposalOf(textEnd(said)) : '';
  const pending = turn.pending ?? questionAtEnd(turn, proposed);
  if (pending === null)
    return hasMore.test(turn.message.text) && offer.test(textEnd(said)) ? unnamed : null;
  const first = analyseAlone(pending.message);
  const message = proposed === '' ? turn.message : analyseAlone(proposed);
  const reply =
    proposed !== '' && pending.searches.length === 0
      ? ({ kind: 'value', queries: [withValue(first, message)] } as const)
      : replyTo(pending.searches, first, message);
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
  const isOpen = turn.pending === undefined && proposed === '' && reply.kind !== 'dropped';
  // はい names none of two things; the home one names the home policy; それで names none of several.
  const { signals, terms, text: replied } = turn.message;
  const isPointing = pointer.test(replied) && !signals.question && !terms.some(isTopical);
  const isNone = either.test(textEnd(said))
    ? !terms.some((term) => isAmong(term, turn.analyseEarlier(said)?.terms)) &&
      (isUnnamed || isPointing || accepts.test(replied))
    : isUnnamed || (isPointing && which.test(textEnd(said)));
  return isOpen && (isNone || noneOfThem.test(replied)) ? unnamed : reply;
}

/** None of the things that were named, and no other one. */
const noneOfThem =
  /^[^。、]{0,6}、?ど(?:れ|ちら|っち)でもな[^。、]{0,8}(?:$|[。、](?![^。]*[\p{Script=Han}\p{Script=Katakana}]{2}))|^(?:\w+,? ){0,2}(?:none|neither)(?: of (?:those|them|these|the above))?[^\w?]{0,2}$/iu;

/** Asks for one of two things. */
const either =
  /それとも[^。？?]{1,60}か[。？?]*$|\bor (?:the|an?|my|by|in|on|at|with|via|for|is|are|do|does|would)\b[^.?!]{1,60}\?\s*$/iu;

/** Asks for one of several things. */
const which = /ど[のれちっ][^。？?]{1,60}か[。？?]*$|\bwhich\b[^.?!]{1,60}\?\s*$/iu;

const pointer = /^(?!.*じゃ).{0,8}[そこあ]れ(?=[でにをが。]|$)|\b(?:that|this) one\b/iu;

const unnamed: Reply = { kind: 'unnamed', queries: [] };

/** The one on my desk, 2階にあるやつ: where it is, and not what it is. */
const nameless =
  /^(?:the|that|this|my) (?:\w+ )?ones?\b[^,.]*$|(?:やつ|もの|ほう)(?:です|だよ?)?[。\s]*$/iu;

/** はい、お願いします, yes please do: what was proposed is what is asked for. */
export const accepts =
  /^(?!(?:thank(?:s| you)|cheers)[\s.!]*$)(?:(?:(?:oh|ok(?:ay)?|y(?:es|eah|ep|up)(?:,? actually)?|sure(?: thing)?|pl(?:ease|s|z)|go (?:on|ahead|for it)|then|absolutely|definitely|of course|do|i would|thank(?:s| you)|cheers)\b[\s,.!]*)+|(?:(?:はい|ええ|うん|ぜひ|そうです|いいです)ね?[、。！!\s]*){0,2}(?:(?:(?:それ|そちら|そっち|そこ)[もを]?)?(?:お?願い|よろしく|頼|知りたい|聞きたい|教えて)[\u3041-\u3096]{0,12}[。！!\s]*)?)$/iu;
/** A proposal in the last sentence of an answer. */
const proposal =
  /\b(?:(?:shall|should|can) (?:i|we)|(?:would|do) you (?:like|want)|want me to|(?:i|we) (?:can|could)) (?:(?:me|us|to|also|look up|tell you|about|explain|show you|check|find out|know|hear|see|give you) )*([^.?!]{2,80}?)(?: (?:if you \w+|for you|too|as well))*[.?!]*$|(?<=^|[。!！?？])((?![^。?？]*(?:ど[うこちのれん]|いつ|いくら|何))[^。!！?？]{2,80})(?=(?:ましょう|ます|です)か[。?？]*$)/iu;
/** I have another question. */
const hasMore =
  /^(?:yes,? )?(?:just )?one more\b|^(?:(?:y(?:es|eah|ep|up)|sure|actually|please|there is|i do)\b[\s,.!]*)+$|^(?:(?:はい|ええ|うん|実は)[、。]?)*(?:まだ|もう(?:一|ひと|1)つ)?(?:(?:あり|お願いし)ます)?[。\s]*$/iu;

/** Anything else I can help with? */
const moreHelp = /\bany(?:thing)? (?:else|more|other)\b[^.?!]{0,60}\?\s*$/iu;

/** Returns what the end of an answer proposes; empty for none, or for a choice. */
function proposalOf(said: string): string {
  const [, english, japanese] = proposal.exec(said) ?? [];
  const proposed = english ?? japanese ?? '';
  return /\bor\b|それとも/u.test(proposed) || offer.test(proposed) || moreHelp.test(said)
    ? ''
    : proposed;
}

/** The question that ends a bare history. */
function questionAtEnd(turn: ReadMessage, proposed: string): Pending | null {
  const { history, analyseAlone } = turn;
  const last = history.at(-1);
  const isOpen = proposed !== '' || isQuestion(last?.content ?? '', turn);
  if (last?.role !== 'assistant' || !isOpen) return null;
  const asked = history.findLast(({ role }) => role === 'user');
  if (asked === undefined) return null;
  // A greeting asks nothing that the reply could be a part of.
  const earlier = analyseAlone(asked.content);
  if (earlier.terms.length === 0 || isGreeting(earlier)) return null;
  return { message: asked.content, searches: [] };
}

/** An offer of more help at the end of an answer is not a question that waits for a value. */
const offer =
  /(?:他に|ほかに|何か|以上で|お困り|any(?:thing)? (?:else|more|other)|help you|did (?:that|this) (?:help|answer))/iu;

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
function hasOwnRequest({ signals, text, terms }: Analysis): boolean {
  return (signals.question || wish.test(text)) && terms.some(isTopical);
}

const wish = /たい|ください|必要|ほしい|欲しい|お願い|\bi(?: need| want|'d| would)/iu;

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
  const words = [...kept, ...terms]
    .map(({ written }) => written)
    .filter((text) => text !== 'いくら');
  return safeQuery(words.join(' ').replaceAll('\n', ' '));
}
