import { InvalidArgumentError } from '@kanmon/core';
import { checkArgument, checkOptions } from '@kanmon/core/kit';
import { type NormalizedText, normalizeText } from '../text/normalized-text.ts';
import type { Alternative, AnchorIndex } from './anchor-index.ts';
import { englishIndex } from './english-anchors.ts';
import { japaneseIndex } from './japanese-anchors.ts';
import { insideOf, type PhraseMatch } from './quotations.ts';

/** One phrase that a report may not contain, and how to find it. */
export interface PhraseRule {
  readonly id: string;
  /** The phrase as people name it, for messages: `〜べき`. */
  readonly phrase: string;
  /** Every place where `text` has the phrase, in order; linear in the length of `text`. */
  find(text: string): Iterable<PhraseMatch>;
}

/** Input of `definePhrase`. Both patterns see the text after NFKC, without invisible characters. */
export interface PhraseDefinition {
  readonly id: string;
  readonly phrase: string;
  /** A string is found literally. Flags `i`, `s` and `u` are kept. */
  readonly pattern: RegExp | string;
  /** Matches inside a match of one of these do not count. */
  readonly except?: RegExp | readonly RegExp[];
}

/**
 * Creates a phrase rule from a pattern and its exceptions. The patterns must not backtrack without
 * bound: they run over text of a model.
 *
 * @example
 * const urgent = definePhrase({ id: 'urgent', phrase: '至急', pattern: '至急', except: /至急便/ });
 */
export function definePhrase(definition: PhraseDefinition): PhraseRule {
  checkOptions(definition, 'id phrase pattern except', 'definePhrase(definition)');
  const { id, phrase, except = [] } = definition;
  const patterns = [globalPattern(definition.pattern, id)];
  const exceptions = except instanceof RegExp ? [except] : except;
  return createRule({
    id,
    phrase,
    exceptions: exceptions.map((one) => globalPattern(one, id)),
    find: ({ text }) => ({
      searched: text,
      // A search is far cheaper than a generator, and most texts match nothing.
      patterns: patterns.filter((one) => text.search(one) >= 0),
    }),
  });
}

/** Returns a test whether a match in a text counts. Called at the first match in a text. */
export type Guard = (text: string) => (match: PhraseMatch) => boolean;

export type Language = 'ja' | 'en';

/** The indexes of the languages, which know the rules to try in a text. */
const indexes: Readonly<Record<Language, AnchorIndex>> = { ja: japaneseIndex, en: englishIndex };

/** A built-in phrase of one language. */
export interface BuiltInPhrase {
  readonly id: string;
  readonly phrase: string;
  /** The text has the phrase where it matches one of them. English ones see the text in lower case. */
  readonly alternatives: readonly Alternative[];
  readonly except?: readonly RegExp[];
  /** Sees the text as it is, in upper and lower case. */
  readonly guard: Guard;
}

/** Creates a rule that tries an alternative only in texts with one of its anchors. */
export function defineBuiltIn(
  language: Language,
  { id, phrase, alternatives, except = [], guard }: BuiltInPhrase,
): PhraseRule {
  const index = indexes[language];
  const bit = index.add(alternatives);
  const rule = createRule({
    id,
    phrase,
    guard,
    exceptions: except.map((one) => globalPattern(one, id)),
    find: ({ text }) => ({
      searched: index.searched(text),
      patterns: index.matchingIn(text, bit),
    }),
  });
  hints.set(rule, { language, bit });
  return rule;
}

function createRule(parts: {
  readonly id: string;
  readonly phrase: string;
  readonly exceptions: readonly RegExp[];
  readonly guard?: Guard;
  readonly find: (text: NormalizedText) => Pick<Search, 'searched' | 'patterns'>;
}): PhraseRule {
  const { id, phrase, exceptions, guard, find } = parts;
  return Object.freeze({
    id,
    phrase,
    find: (text: string): Iterable<PhraseMatch> => {
      const normalized = normalizeText(text);
      const { searched, patterns } = find(normalized);
      if (patterns.length === 0) return noMatches;
      return matchesOutside({ normalized, searched, patterns, exceptions, guard });
    },
  });
}

/** A rule of one language, with its bit in the index. */
interface Hint {
  readonly language: Language;
  readonly bit: number;
}

const hints = new WeakMap<PhraseRule, Hint>();

/** Bits of rules, by language. A text without an anchor of one of them has no match. */
export type Anchors = Readonly<Record<Language, number>>;

/** Every text is read. */
export const allAnchors: Anchors = Object.freeze({ ja: -1, en: -1 });

/** Returns the anchors of all rules of a list. A list with a rule of a caller has all. */
export function anchorsOf(rules: readonly PhraseRule[]): Anchors {
  const of = { ja: 0, en: 0 };
  for (const rule of rules) {
    const hint = hints.get(rule);
    if (hint === undefined) return allAnchors;
    of[hint.language] |= hint.bit;
  }
  return Object.freeze(of);
}

const hintsOf = new WeakMap<readonly PhraseRule[], readonly (Hint | undefined)[]>();

const wide = /[\u3000-\uffff]/;

/** Returns the rules of a list that may match in a text. */
export function rulesToTry(rules: readonly PhraseRule[], text: string): readonly PhraseRule[] {
  let all = hintsOf.get(rules);
  if (all === undefined) {
    all = rules.map((rule) => hints.get(rule));
    // A list of a caller may change.
    if (Object.isFrozen(rules)) hintsOf.set(rules, all);
  }
  const { text: normalized } = normalizeText(text);
  const ja = wide.test(normalized) ? japaneseIndex.rulesIn(normalized) : 0;
  const en = englishIndex.rulesIn(normalized);
  const chosen: PhraseRule[] = [];
  for (let index = 0; index < rules.length; index += 1) {
    const rule = rules[index];
    const hint = all[index];
    const isIn = hint === undefined || ((hint.language === 'ja' ? ja : en) & hint.bit) !== 0;
    if (isIn && rule !== undefined) chosen.push(rule);
  }
  return chosen;
}

/** The result of a rule without a match, one for all texts: callers need not iterate it. */
export const noMatches: readonly PhraseMatch[] = Object.freeze([]);
const always = (): boolean => true;

interface Search {
  readonly normalized: NormalizedText;
  readonly searched: string;
  readonly patterns: readonly RegExp[];
  readonly exceptions: readonly RegExp[];
  readonly guard: Guard | undefined;
}

/**
 * Finds the matches outside of all exceptions that the guard counts, at their place in the written text.
 * @yields each in order
 */
function* matchesOutside({
  normalized,
  searched,
  patterns,
  exceptions,
  guard,
}: Search): Generator<PhraseMatch> {
  let counts: ((match: PhraseMatch) => boolean) | null = null;
  const covers = exceptions
    .filter((one) => searched.search(one) >= 0)
    .map((one) => insideOf([...matchesOf([one], searched)]));
  for (const match of matchesOf(patterns, searched)) {
    if (covers.some((isCovered) => isCovered(match))) continue;
    counts ??= guard?.(normalized.text) ?? always;
    if (counts(match)) yield normalized.toWritten(match.start, match.end);
  }
}

function globalPattern(pattern: RegExp | string, id: string): RegExp {
  if (typeof pattern === 'string' && pattern !== '') {
    return new RegExp(pattern.normalize('NFKC').replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'g');
  }
  if (pattern instanceof RegExp) {
    const flags = pattern.flags.replaceAll(/[gy]/g, '');
    return new RegExp(pattern.source, `${flags}g`);
  }
  throw new InvalidArgumentError(
    `expected a RegExp or a text as pattern of phrase "${id}", got ${typeof pattern === 'string' ? 'an empty text' : typeof pattern}; give what the phrase looks like`,
  );
}

/**
 * Finds the matches of any pattern that do not overlap, as if the patterns were alternatives of one: the
 * first by its start, then by its pattern. One at a time, so that a caller that needs a few does not pay for all.
 * @yields each place in order
 */
function* matchesOf(patterns: readonly RegExp[], text: string): Generator<PhraseMatch> {
  const next = patterns.map((pattern) => nextMatch(pattern, text, 0));
  for (let from = 0; ;) {
    let first: PhraseMatch | null = null;
    for (const [index, pattern] of patterns.entries()) {
      let match = next[index] ?? null;
      if (match !== null && match.start < from) match = nextMatch(pattern, text, from);
      next[index] = match;
      if (match !== null && (first === null || match.start < first.start)) first = match;
    }
    if (first === null) return;
    yield first;
    from = first.end;
  }
}

/** Returns the first match that is not empty. Sets `lastIndex` before each step, since the pattern is shared. */
function nextMatch(pattern: RegExp, text: string, start: number): PhraseMatch | null {
  let from = start;
  while (from <= text.length) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match === null) return null;
    const end = match.index + match[0].length;
    if (end > match.index) return { start: match.index, end };
    from = Math.max(from, end) + 1;
  }
  return null;
}

/** A forbidden phrase at its place. */
export interface ForbiddenPhrase {
  /** Id of the phrase rule. */
  readonly id: string;
  readonly phrase: string;
  /** The text as written. */
  readonly matched: string;
  /** UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/**
 * Returns every forbidden phrase in a text, by place, then in the order of the rules.
 *
 * @throws {InvalidArgumentError} For a text that is not a string, and rules that are not a list.
 */
export function findForbidden(
  text: string,
  rules: readonly PhraseRule[],
): readonly ForbiddenPhrase[] {
  checkArgument('text of findForbidden', 'a text', text);
  checkArgument('rules of findForbidden', 'a list', rules);
  return rules
    .flatMap((rule) =>
      Array.from(rule.find(text), ({ start, end }) => {
        return { id: rule.id, phrase: rule.phrase, matched: text.slice(start, end), start, end };
      }),
    )
    .toSorted((left, right) => left.start - right.start);
}
