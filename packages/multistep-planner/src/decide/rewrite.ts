import { checkOptions } from '@kanmon/core/kit';
import { textEnd } from '../language/clean-text.ts';
import { refersBack } from '../language/english.ts';
import { japaneseOpener, japanesePointer } from '../language/japanese-signals.ts';
import type { Analysis, Term, Word } from '../language/reading.ts';
import { distinctTerms, isAmong, isNamed, isThing, runsOf } from '../language/terms.ts';
import { readTurn } from '../planner/read-turn.ts';
import type { PlanInput, ReadMessage } from '../planner/turn.ts';
import { ruleOptionNames, type RuleOptions } from '../planner/rule-options.ts';
import { decideFollowup, type Focus, focusOf } from './followup.ts';
import { isAlike, replacedCase } from './replaced-case.ts';
import { replaceSlots } from './replace.ts';

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
  const slots = replaceSlots(earlier, message, isRejected);
  const isReplaced =
    (focus.isEncyclopedic && !message.terms.every(isNamed)) ||
    earlier.some((term) => !term.isAttribute && !slots.includes(term));
  const object = isReplaced || isRejected ? [] : replacedObject(earlier, message, focus.question);
  const kept = slots.filter((term) => !object.includes(term));
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
  const source =
    usable.length === 0
      ? focus.answer.filter(({ key }) => !own.has(key)).slice(0, maxCarried.topic)
      : usable;
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

/**
 * The earlier terms whose place a bare noun takes: those after the same preposition (`on my phone`), else the
 * object of the verb (`what about beer?` after `can I bring my own wine`), else what a preposition adds
 * (`the fee for a key`). In Japanese, and only of a correction: the noun before a shared one, else the first.
 */
function replacedObject(
  earlier: readonly Term[],
  message: Analysis,
  question: Analysis | null,
): readonly Term[] {
  const { language, text, terms, signals } = message;
  if (language === 'ja') {
    if (signals.correction) return replacedNoun(earlier, terms);
    const keys = new Set(replacedCase(message, question).map(({ key }) => key));
    if (keys.size > 0) return earlier.filter(({ key }) => keys.has(key));
    const isAlone =
      signals.ellipsis && !text.includes('も') && terms.length === 1 && earlier.length > 1;
    // 犬の登録: what の marks, and not the topic of プールは or the time of 検査の前に.
    const isOwner = ({ end }: Term): boolean =>
      /^(?:の(?![前後])|を|(?=\p{Script=Han})|へ|に(?!は)|まで|から|で(?!も)|行)/u.test(
        question?.text.slice(end) ?? '',
      );
    return isAlone
      ? earlier.filter((term) => isAlike(term, terms[0]) && isOwner(term)).slice(0, 1)
      : [];
  }
  if (question === null || !(signals.ellipsis || signals.correction)) return [];
  // And freeze it: what the pronoun means stays.
  if (/\b(?:it|them|th(?:at|is|[eo]se))\b/iu.test(text)) return [];
  const own = startPreposition.exec(text)?.[1];
  const placed = terms.filter((term) => term.key !== own);
  if (justDone.test(text)) return objectOf(earlier, question, afterIt);
  if (own !== undefined && (signals.correction || terms.some(isNamed) || placed.every(isThing)))
    return objectOf(earlier, question, own === 'after' ? afterIt : own);
  const [, lead] = startCondition.exec(text) ?? [];
  if (lead !== undefined && question.text.toLowerCase().includes(lead.toLowerCase()))
    return objectOf(earlier, question, lead.replaceAll(/[^\w\s]/gu, '.'));
  // And Turkey, after `can I use my allowance in Switzerland`: a name for the last name. The first capital marks none.
  const named =
    terms.length > 0 && terms.every(isNamed)
      ? runsOf(earlier.filter((term) => term.start > 0 && isNamed(term)))
      : [];
  if (named.length > 0) return named.at(-1) ?? [];
  // The travel clinic, after the flu clinic: another word before the same noun.
  const at = terms.findIndex(({ key }) => earlier.some((term) => term.key === key));
  const shared = earlier.findIndex(({ key }) => key === terms[at]?.key);
  const beside = earlier[shared - 1];
  const isOther = at > 0 || (signals.correction && isThing(beside));
  if (beside !== undefined && isOther) return [beside];
  const isNoun =
    terms.some(isThing) &&
    terms.every(
      (term) =>
        (isThing(term) || term.isAttribute || term.isGeneric || /^\d/u.test(term.text)) &&
        (term.values.length === 0 || signals.correction),
    );
  if (!isNoun) return [];
  // And the national one, after the regional train pass: the first word of the thing.
  if (signals.ellipsis && / one\?*$/u.test(text)) {
    const run = runOf(earlier.filter(isThing));
    return run.slice(0, Math.min(1, run.length - 1));
  }
  if (/\b(?:(?:out|in)side|for|in|on|off|at|to|with|from|by|if|when|too|ones?)\b/iu.test(text))
    return [];
  // The field, after bring our dog to the patch: the last thing with an article of the same kind.
  const article = /\b(?:the|an?|my|our|your)(?= $)/iu.exec(
    textEnd(text.slice(0, terms[0]?.start)),
  )?.[0];
  const kind = /^[ta]/iu.test(article ?? '') ? article : 'my|our|your';
  const marked = article === undefined ? [] : objectOf(earlier, question, kind ?? article);
  if (marked.length > 0) return marked.filter(({ isAttribute }) => !isAttribute);
  const verb = earlier.findIndex(({ isVerb, isPredicate }) => isVerb || isPredicate);
  const rest = verb < 0 ? [] : earlier.slice(verb + 1);
  const object = runOf(rest);
  // The subject: dogs, in are dogs allowed on trams; a filling, in what does a filling cost.
  const isSubject = verb > 0 && /^(?:is|are|was|were|what does)\b/iu.test(question.text);
  const subject = isSubject ? runOf(earlier.slice(0, verb)) : object;
  const added =
    subject.length > 0 ? subject : objectOf(earlier, question, 'for|on|of|about|with|to|in|at');
  return added.length > 0 || !signals.correction ? added : runOf(earlier.filter(isThing));
}

const startPreposition =
  /^(?:and |or |what about |how about )?(for|on|in|at|to|from|with|by|about|after|before|during|without)\b/iu;

/** `What if I've just finished it`: the same kind of case as after it. */
const justDone = /^(?:and |but |so )?(?:what )?if (?:i|we)(?:'ve| have|'m| am)? just\b/iu;
const afterIt = String.raw`(?:after|just)(?: \w+)?`;
/** `What if I've lost my`: the words before the thing of a condition. */
const startCondition =
  /^(?:and |but |so )?(?:what )?if ((?:[\w']+ ){1,3}[\w']+) (?:the|my|an?|our|your) /iu;

/** The things at the end of a question that a preposition adds. */
function objectOf(
  earlier: readonly Term[],
  { text, terms }: Analysis,
  preposition: string,
): readonly Term[] {
  const before = new RegExp(`\\b(?:${preposition}) (?:(?:the|my|an?|our|your|this|that) )?$`, 'iu');
  const at = terms.findLastIndex(
    (term, index) =>
      before.test(text.slice(0, term.start)) &&
      (term.values.length > 0 ||
        // Having a filling: behind an article each word is a noun.
        (!term.isAttribute && /\b(?:the|my|an?|our|your) $/iu.test(text.slice(0, term.start))) ||
        runAt(terms, index).some(isThing)),
  );
  const keys = new Set(at < 0 ? [] : runAt(terms, at).map(({ key }) => key));
  return earlier.filter(({ key }) => keys.has(key));
}

/** The terms from an index on that are side by side: online transfers. */
function runAt(terms: readonly Term[], index: number): readonly Term[] {
  return runsOf(terms.slice(index))[0] ?? [];
}

/** The things at the start of a list that are side by side. */
function runOf(terms: readonly Term[]): readonly Term[] {
  const [first = []] = runsOf(terms);
  const end = first.findIndex((term) => !isThing(term));
  return end < 0 ? first : first.slice(0, end);
}

/** 光回線の解約金 and モバイルです: 光回線. 住所変更 and 電話番号の変更です: 住所変更. */
function replacedNoun(earlier: readonly Term[], own: readonly Term[]): readonly Term[] {
  const shared = earlier.findIndex(({ text }) => own.some((term) => text.endsWith(term.text)));
  const isSame = own.some(({ key }) => key === earlier[shared]?.key);
  const replaced = shared < 0 ? earlier.find(isThing) : earlier[isSame ? shared - 1 : shared];
  return replaced !== undefined && isThing(replaced) ? [replaced] : [];
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
  return isHeld &&
    (signals.wh || signals.howTo || (isPointed && (signals.ellipsis || signals.question)))
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
