import { checkOptions } from '@kanmon/core/kit';
import { textEnd } from '../language/clean-text.ts';
import { refersBack } from '../language/english.ts';
import { japaneseOpener, japanesePointer } from '../language/japanese-signals.ts';
import type { Analysis, Term, Word } from '../language/reading.ts';
import { distinctTerms, isAmong, isThing, runsOf } from '../language/terms.ts';
import { readTurn } from '../planner/read-turn.ts';
import type { PlanInput, ReadMessage } from '../planner/turn.ts';
import { ruleOptionNames, type RuleOptions } from '../planner/rule-options.ts';
import { decideFollowup, type Focus, focusOf } from './followup.ts';
import { withoutReplaced } from './replaced-object.ts';

/** A follow-up with its antecedent written out. */
export interface Rewriting {
  /** The full sentence; the message itself where nothing was changed. */
  readonly query: string;
  /** Terms taken over from earlier turns. */
  readonly carried: readonly string[];
  /** Earlier terms that a value of the message took the place of. */
  readonly replaced: readonly string[];
  readonly changed: boolean;
  readonly basedOn: 'user' | 'previous_answer';
}

/** Most terms carried over; more drown the user's own words in a bag-of-words search. */
const maxCarried = { ja: 4, topic: 3, latest: 3 } as const;

/** Writes out what a follow-up leaves unsaid. Deterministic; every content word of the user stays. */
export function rewriteFollowup(input: PlanInput, options: RuleOptions = {}): Rewriting {
  checkOptions(options, ruleOptionNames, 'rewriteFollowup(input, options)');
  const turn = readTurn(input, options, true);
  const focus = focusOf(turn);
  const rewriting = rewrite(turn, focus, decideFollowup(turn, focus).followup);
  // Only the apostrophes of the rules are other ones.
  const written = input.message.trim();
  const isWritten = written.replaceAll('’', "'") === rewriting.query;
  return isWritten ? { ...rewriting, query: written } : rewriting;
}

/** `rewriteFollowup` for an input that was read and decided. */
export function rewrite(turn: ReadMessage, focus: Focus, isFollowup: boolean): Rewriting {
  const { message } = turn;
  const untouched: Rewriting = {
    query: message.text,
    carried: [],
    replaced: [],
    changed: false,
    basedOn: 'user',
  };
  if (!isFollowup) return untouched;
  const isEnglish = message.language !== 'ja';
  const earlier = isEnglish ? distinctTerms([...focus.opening, ...focus.latest]) : focus.current;
  // Of a correction only what it rejects goes.
  const isRejected = turn.rejected !== undefined && turn.rejected.length > 0;
  const kept = withoutReplaced(earlier, message, focus, isRejected);
  const replaced = earlier.filter((term) => !kept.includes(term) && term.values.length > 0);
  const own = new Set(message.terms.map(({ key }) => key));
  const hasThing = isEnglish || kept.some(isThing);
  // A doctor's note, good conduct: a general word is part of the name beside it.
  const names = runsOf(isEnglish ? kept : []).filter((run) => run.some(isThing));
  const usable = kept.filter(
    (term) =>
      !own.has(term.key) &&
      (term.isSpecific ||
        term.isPredicate ||
        term.isVerb ||
        !term.isGeneric ||
        !hasThing ||
        isRejected ||
        names.some((run) => run.includes(term))) &&
      !(isEnglish && weakVerb.test(term.key)),
  );
  const answer = asksPrice.test(focus.question?.text ?? '')
    ? turn.analyse('price').terms
    : focus.answer.filter(({ key }) => !own.has(key)).slice(0, maxCarried.topic);
  const source = usable.length === 0 ? answer : usable;
  const asked = isEnglish
    ? englishCarried(source, focus, message.words)
    : askedFirst(source, focus);
  const carried = distinctTerms([
    ...asked,
    ...(focus.isEncyclopedic ? [] : pointedAt(message, focus)),
  ]);
  if (carried.length === 0) return untouched;
  const terms = carried.map(({ written }) => written);
  const query = isEnglish ? englishSentence(message, terms) : japaneseSentence(message.text, terms);
  return {
    query,
    carried: terms,
    replaced: replaced.map(({ text }) => text),
    changed: query !== message.text,
    basedOn: carried.some((term) => focus.answer.includes(term)) ? 'previous_answer' : 'user',
  };
}

/** 熱を出しました。振替はできますか: what was asked about comes before the scene. */
function askedFirst(source: readonly Term[], { question, latest }: Focus): readonly Term[] {
  const { text = '' } = question ?? {};
  const from = text.length - (lastSentence.exec(textEnd(text))?.[0].length ?? 0);
  const asked = source.filter((term) => latest.includes(term) && term.start >= from);
  return distinctTerms([...asked, ...source]).slice(0, maxCarried.ja);
}

const lastSentence = /(?<=[。!！])[^。!！?？]+[か?？][。?？]?$|(?<=ので、?)[^。!！?？、]+$/u;

/**
 * The things of the answer that a message means beside the topic: the words around one that both name (that form,
 * of a claim form), else those at its end, for a message that names no thing (where do I get that, どうやってやるの).
 */
function pointedAt(
  { language, text, terms, signals }: Analysis,
  { answer, ending, current }: Focus,
): readonly Term[] {
  const named = terms.filter((term) => !isAmong(term, current));
  const isBeside = (term: Term, other: Term): boolean => {
    // 証明書を更新: a particle is between a thing and what is done with it.
    const gap = language === 'ja' && !other.isPredicate ? 0 : 1;
    return other.start - term.end <= gap && term.start - other.end <= gap && isAmong(other, named);
  };
  const around = answer.filter(
    (term, index) =>
      isThing(term) &&
      !terms.some(({ key }) => key === term.key) &&
      answer.slice(Math.max(0, index - 1), index + 2).some((other) => isBeside(term, other)),
  );
  if (around.length > 0 || terms.some((term) => isThing(term) && !kana.test(term.text)))
    return around;
  const fresh = unseen(ending, current);
  if (language !== 'ja') return pointing.test(text) ? fresh.slice(0, maxCarried.latest) : [];
  const isPointed = japanesePointer.test(text);
  const isHeld = isPointed || terms.every((term) => handed.test(term.text));
  return isHeld && (signals.wh || signals.howTo || signals.question)
    ? fresh.slice(-maxCarried.latest)
    : [];
}

/** いつまでに出せば: a verb that needs an object. */
const handed = /^(?:出|提出|申|取|書|送|持|返|使|やり)/u;
const kana = /^\p{Script=Hiragana}+$/u;

/** Returns the actions and the things of an answer that were not asked about. */
function unseen(answer: readonly Term[], asked: readonly Term[]): readonly Term[] {
  const fresh = answer.filter((term) => !isAmong(term, asked));
  const actions = fresh.filter(
    ({ isPredicate, text }) => isPredicate && /^(?!必要)\p{Script=Han}{2,}$/u.test(text),
  );
  return [...actions, ...fresh.filter(({ isSpecific, text }) => isSpecific && !/\d/u.test(text))];
}

/** A name replaces a personal pronoun; the topic and the latest question replace anything else. */
function englishCarried(
  source: readonly Term[],
  { opening, latest, answer, isEncyclopedic }: Focus,
  words: readonly Word[],
): readonly Term[] {
  const began = source.filter((term) => opening.includes(term));
  const recentKeys = new Set(latest.map(({ key }) => key));
  const recent = source.filter(({ key }) => recentKeys.has(key));
  if (words.some(({ lower }) => personal.test(lower))) {
    const runs = [...runsOf(began), ...runsOf(recent)];
    const name = runs.find((run) => run.length > 1 && isName(run)) ?? runs.find(isName);
    if (name !== undefined) return name.slice(0, maxCarried.topic);
  }
  const pickedUp = words.some(({ lower }) => /^th(?:is|at|[eo]se)(?:'.*)?$/u.test(lower))
    ? (runsOf(answer).find((run) => run.length > 1 && isName(run)) ?? [])
    : [];
  // The biography of a name is about the name alone.
  const [first = []] = isEncyclopedic && pickedUp.length > 0 ? runsOf(began) : [began];
  const named = first.length > 0 ? first : source;
  const things = named.filter(({ isPredicate }) => !isPredicate);
  const topic = (named.length > maxCarried.topic && things.length > 0 ? things : named).slice(
    0,
    maxCarried.topic,
  );
  const known = new Set(topic.map(({ key }) => key));
  const later = pickedUp.length > 0 ? pickedUp : recent;
  return [...topic, ...later.filter(({ key }) => !known.has(key)).slice(-maxCarried.latest)];
}

/** Asks for a price by words that are no terms: how much is a plan. */
const asksPrice = /^how much (?:is|are|does)\b/iu;

/** Verbs that name nothing: carried over they would only widen the search. */
const weakVerb =
  /^(?:com(?:es?|ing)|came|takes?|took|go(?:es)?|went|makes?|made|works?|happen(?:s|ed)?|means?|used?|start(?:s|ed)?|beg[ai]n)$/u;

const pointing =
  /\bth(?:is|at|ese|ose)\b|^(?:(?:and|but|or|so|what) )*(?:if\b|(?:where|how|when)\W*$)/iu;
const personal = /^(?:he|she|his|her|him|hers)(?:'.*)?$/u;

function isName(run: readonly Term[]): boolean {
  return run.every(
    ({ text, values }) => /^(?!Ma(?:rch|y)$)\p{Lu}/u.test(text) && values.length === 0,
  );
}

function japaneseSentence(text: string, carried: readonly string[]): string {
  const terms = carried.join(' ');
  const body = text.replace(japaneseOpener, '');
  return japanesePointer.test(body)
    ? body.replace(japanesePointer, ` ${terms} `).trim()
    : `${terms} ${body}`;
}

const possessive = /^(?:its|their|theirs|his|hers)$/u;

/** Returns where the space and punctuation at the end of a text begin. */
function endOfWords(text: string): number {
  let end = text.length;
  while (end > 0 && /[\s?.!]/u.test(text.charAt(end - 1))) end -= 1;
  return end;
}

function englishSentence(message: Analysis, carried: readonly string[]): string {
  const terms = carried.join(' ');
  const { text, words } = message;
  const place = words.findIndex(
    (word, index) =>
      refersBack(word, words[index + 1], words[index - 1]) &&
      !/^(?:one|ones|both|there)$/u.test(word.lower),
  );
  const pronoun = words[place];
  if (pronoun === undefined) {
    const end = endOfWords(text);
    return `${text.slice(0, end)} ${terms}${text.slice(end)}`;
  }
  const next = words[place + 1];
  const isOwner =
    possessive.test(pronoun.lower) ||
    (pronoun.lower === 'her' &&
      next !== undefined &&
      !/^(?:and|or|in|to|at|for|with)$/u.test(next.lower));
  const isDeterminer =
    /^(?:this|that|these|those)$/u.test(pronoun.lower) &&
    next !== undefined &&
    message.terms.some(({ start }) => start === next.start);
  const contraction = /'(?:s|re|ll|ve|d)$/u.exec(pronoun.text)?.[0] ?? '';
  const put = isOwner ? `${terms}'s` : `${terms}${contraction}`;
  return `${text.slice(0, pronoun.start)}${isDeterminer ? terms : put}${text.slice(pronoun.end)}`;
}
