import { InvalidArgumentError } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { type NormalizedText, normalizeText } from '../text/normalized-text.ts';
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

const definitionNames: OptionNames<PhraseDefinition> = {
  id: true,
  phrase: true,
  pattern: true,
  except: true,
};

/**
 * Creates a phrase rule from a pattern and its exceptions. The patterns must not backtrack without
 * bound: they run over text of a model.
 *
 * @example
 * const urgent = definePhrase({ id: 'urgent', phrase: '至急', pattern: '至急', except: /至急便/ });
 */
export function definePhrase(definition: PhraseDefinition): PhraseRule {
  return definePhraseIn(null, definition);
}

/** Returns a test whether a match in a text counts. Called at the first match in a text. */
export type Guard = (text: string) => (match: PhraseMatch) => boolean;

/** A rule of one language is tried only in texts with one of its anchors. */
export interface PhraseHint {
  /** English patterns see the text in lower case. */
  readonly language: 'ja' | 'en';
  /** A bit of `NormalizedText.anchors`. */
  readonly anchor: number;
}

/**
 * Creates a phrase rule that tries its pattern only where `hint` matches, and whose matches
 * count where `guard` agrees. A guard sees the text as it is, in upper and lower case.
 */
export function definePhraseIn(
  hint: PhraseHint | null,
  definition: PhraseDefinition,
  guard: Guard | null = null,
): PhraseRule {
  checkOptions(definition, definitionNames, 'definePhrase(definition)');
  const { id, phrase, except = [] } = definition;
  const pattern = globalPattern(definition.pattern, id);
  const exceptions = (except instanceof RegExp ? [except] : except).map((one) =>
    globalPattern(one, id),
  );
  const rule: PhraseRule = Object.freeze({
    id,
    phrase,
    find: (text: string): Iterable<PhraseMatch> => {
      const normalized = normalizeText(text);
      if (hint !== null && (normalized.anchors(hint.language) & hint.anchor) === 0)
        return noMatches;
      const searched = hint?.language === 'en' ? normalized.lower() : normalized.text;
      // A search is far cheaper than matchAll, which copies the pattern, and most texts match nothing.
      if (searched.search(pattern) < 0) return noMatches;
      return matchesOutside({ normalized, searched, pattern, exceptions, guard });
    },
  });
  if (hint !== null) hints.set(rule, hint);
  return rule;
}

const hints = new WeakMap<PhraseRule, PhraseHint>();

/** Bits of the anchors of rules, by language. A text without one of them has no match. */
export type Anchors = Readonly<Record<PhraseHint['language'], number>>;

/** Every text is read. */
export const allAnchors: Anchors = Object.freeze({ ja: -1, en: -1 });

/** Returns the anchors of all rules of a list, which has rules of `definePhraseIn` only. */
export function anchorsOf(rules: readonly PhraseRule[]): Anchors {
  const of = { ja: 0, en: 0 };
  for (const rule of rules) {
    const hint = hints.get(rule);
    if (hint === undefined) return allAnchors;
    of[hint.language] |= hint.anchor;
  }
  return Object.freeze(of);
}

const hintsOf = new WeakMap<readonly PhraseRule[], readonly (PhraseHint | undefined)[]>();

/** Returns the rules of a list that may match in a text. */
export function rulesToTry(rules: readonly PhraseRule[], text: string): readonly PhraseRule[] {
  let all = hintsOf.get(rules);
  if (all === undefined) {
    all = rules.map((rule) => hints.get(rule));
    // A list of a caller may change.
    if (Object.isFrozen(rules)) hintsOf.set(rules, all);
  }
  const normalized = normalizeText(text);
  const ja = normalized.anchors('ja');
  const en = normalized.anchors('en');
  const chosen: PhraseRule[] = [];
  for (const [index, rule] of rules.entries()) {
    const hint = all[index];
    if (hint === undefined || ((hint.language === 'ja' ? ja : en) & hint.anchor) !== 0)
      chosen.push(rule);
  }
  return chosen;
}

/** The result of a rule without a match, one for all texts: callers need not iterate it. */
export const noMatches: readonly PhraseMatch[] = Object.freeze([]);
const always = (): boolean => true;

interface Search {
  readonly normalized: NormalizedText;
  readonly searched: string;
  readonly pattern: RegExp;
  readonly exceptions: readonly RegExp[];
  readonly guard: Guard | null;
}

/**
 * Finds the matches outside of all exceptions that the guard counts, at their place in the written text.
 * @yields each in order
 */
function* matchesOutside({
  normalized,
  searched,
  pattern,
  exceptions,
  guard,
}: Search): Generator<PhraseMatch> {
  let counts: ((match: PhraseMatch) => boolean) | null = null;
  const covers = exceptions
    .filter((one) => searched.search(one) >= 0)
    .map((one) => insideOf([...matchesOf(one, searched)]));
  for (const match of matchesOf(pattern, searched)) {
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
 * Finds matches one at a time, so that a caller that needs a few does not pay for all. Not `matchAll`,
 * which copies the pattern; `lastIndex` is set before each step, since the pattern is shared.
 * @yields each place in order
 */
function* matchesOf(pattern: RegExp, text: string): Generator<PhraseMatch> {
  let from = 0;
  while (from <= text.length) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match === null) return;
    const { index: start } = match;
    const end = start + match[0].length;
    if (end > start) yield { start, end };
    from = end > start ? end : Math.max(from, end) + 1;
  }
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

/** Returns every forbidden phrase in a text, by place, then in the order of the rules. */
export function findForbidden(
  text: string,
  rules: readonly PhraseRule[],
): readonly ForbiddenPhrase[] {
  return rules
    .flatMap((rule) =>
      Array.from(rule.find(text), ({ start, end }) => {
        return { id: rule.id, phrase: rule.phrase, matched: text.slice(start, end), start, end };
      }),
    )
    .toSorted((left, right) => left.start - right.start);
}
