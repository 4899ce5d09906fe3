import { checkOptions } from '@kanmon/core/kit';
import { refersBack } from '../language/english.ts';
import { japaneseOpener, japanesePointer } from '../language/japanese-signals.ts';
import type { Term, Word } from '../language/reading.ts';
import { type PlanInput, type ReadTurn, readTurn } from '../planner/read-turn.ts';
import { ruleOptionNames, type RuleOptions } from '../planner/rule-options.ts';
import { isAbout } from './correction.ts';
import { decideFollowup, type Focus, focusOf } from './followup.ts';
import {
  distinctTerms,
  isNamed,
  isThing,
  replacedObject,
  replaceSlots,
  runsOf,
} from './replace.ts';

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
  const turn = readTurn(input, options);
  const focus = focusOf(turn);
  const rewriting = rewrite(turn, focus, decideFollowup(turn, focus).followup);
  // Only the apostrophes of the rules are other ones.
  const written = input.message.trim();
  const isWritten = written.replaceAll('’', "'") === rewriting.query;
  return isWritten ? { ...rewriting, query: written } : rewriting;
}

/** `rewriteFollowup` for an input that was read and decided. */
export function rewrite(turn: ReadTurn, focus: Focus, isFollowup: boolean): Rewriting {
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
  const slots = replaceSlots(earlier, message, isRejected);
  const isReplaced =
    (focus.isEncyclopedic && !message.terms.every(isNamed)) ||
    earlier.some((term) => !term.isAttribute && !slots.includes(term));
  const object = isReplaced || isRejected ? [] : replacedObject(earlier, message, focus.question);
  const kept = slots.filter((term) => !object.includes(term));
  const replaced = earlier.filter((term) => !kept.includes(term) && term.values.length > 0);
  const own = new Set(message.terms.map(({ key }) => key));
  const hasThing = message.language !== 'ja' || kept.some(isThing);
  // A doctor's note, good conduct: a general word is part of the name beside it.
  const inNames = new Set(
    isEnglish
      ? runsOf(kept)
          .filter((run) => run.some(isThing))
          .flat()
      : [],
  );
  const usable = kept.filter(
    (term) =>
      !own.has(term.key) &&
      (term.isSpecific ||
        term.isPredicate ||
        term.isVerb ||
        !term.isGeneric ||
        !hasThing ||
        inNames.has(term)) &&
      !(isEnglish && weakVerb.test(term.key)),
  );
  const source =
    usable.length === 0
      ? focus.answer.filter(({ key }) => !own.has(key)).slice(0, maxCarried.topic)
      : usable;
  const carried = isEnglish
    ? [
        ...englishCarried(source, focus, message.words),
        ...(doing.test(message.text)
          ? unseen(focus.answer, focus.current).slice(-maxCarried.latest)
          : []),
      ]
    : distinctTerms([...source.slice(0, maxCarried.ja), ...pointedAt(turn, focus)]);
  if (carried.length === 0) return untouched;
  const terms = carried.map(({ text }) => text);
  const query =
    message.language === 'ja'
      ? japaneseSentence(message.text, terms)
      : englishSentence(turn, terms);
  return {
    query,
    carried: terms,
    replaced: replaced.map(({ text }) => text),
    changed: query !== message.text,
    basedOn: carried.some((term) => focus.answer.includes(term)) ? 'previous_answer' : 'user',
  };
}

/** それはどこで作れますか: the first thing that the answer named may be meant, beside the topic. */
function pointedAt({ message }: ReadTurn, { answer, current }: Focus): readonly Term[] {
  const pointer = japanesePointer.exec(message.text)?.[0] ?? 'の';
  if (!message.signals.wh || pointer.endsWith('の')) return [];
  return unseen(answer, current).slice(0, 1);
}

/** Asks for the way to do what the answer proposes: how do I do that. */
const doing = /\b(?:do|get|obtain|request|arrange) (?:that|this|it|one)\b/iu;

/** Returns the things of an answer that were not asked about. */
function unseen(answer: readonly Term[], asked: readonly Term[]): readonly Term[] {
  return answer.filter(
    ({ key, isSpecific }) => isSpecific && !asked.some((term) => isAbout(term, key)),
  );
}

/** A name replaces a personal pronoun; the topic and the latest question replace anything else. */
function englishCarried(
  source: readonly Term[],
  { opening, latest, answer }: Focus,
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
  const pickedUp = words.some(({ lower }) => pointing.test(lower))
    ? runsOf(answer).find((run) => run.length > 1 && isName(run))
    : undefined;
  if (pickedUp !== undefined) {
    const [first = []] = runsOf(began);
    const known = new Set(first.map(({ key }) => key));
    return [
      ...first.slice(0, maxCarried.topic),
      ...pickedUp.filter(({ key }) => !known.has(key)).slice(0, maxCarried.topic),
    ];
  }
  const named = began.length > 0 ? began : source;
  const things = named.filter(({ isPredicate }) => !isPredicate);
  const topic = (named.length > maxCarried.topic && things.length > 0 ? things : named).slice(
    0,
    maxCarried.topic,
  );
  const known = new Set(topic.map(({ key }) => key));
  return [...topic, ...recent.filter(({ key }) => !known.has(key)).slice(-maxCarried.latest)];
}

/** Verbs that name nothing: carried over they would only widen the search. */
const weakVerb =
  /^(?:com(?:es?|ing)|came|takes?|took|go(?:es)?|went|makes?|made|works?|happen(?:s|ed)?|means?|used?|start(?:s|ed)?|beg[ai]n)$/u;

const pointing = /^(?:this|that|these|those)(?:'.*)?$/u;
const personal = /^(?:he|she|his|her|him|hers)(?:'.*)?$/u;

function isName(run: readonly Term[]): boolean {
  return run.every(({ text, values }) => /^\p{Lu}/u.test(text) && values.length === 0);
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

function englishSentence({ message }: ReadTurn, carried: readonly string[]): string {
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
