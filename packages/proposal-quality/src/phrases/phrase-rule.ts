import { InvalidArgumentError } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { type NormalizedText, normalizeText } from '../text/normalized-text.ts';

/** A stretch of a text, in UTF-16 units of the text as it was written. */
export interface PhraseMatch {
  readonly start: number;
  readonly end: number;
}

/** One phrase that a report may not contain, and how to find it. */
export interface PhraseRule {
  readonly id: string;
  /** The phrase as people name it, for messages: `〜べき`. */
  readonly phrase: string;
  /** Every place where `text` has the phrase, in order; linear in the length of `text`. */
  find(text: string): Iterable<PhraseMatch>;
}

/** What `definePhrase` takes. Both patterns see the text after NFKC, without invisible characters. */
export interface PhraseDefinition {
  readonly id: string;
  readonly phrase: string;
  /** A string is found literally. Flags `i`, `s` and `u` are kept. */
  readonly pattern: RegExp | string;
  /** A match that lies inside a match of one of these is none. */
  readonly except?: RegExp | readonly RegExp[];
}

const definitionNames: OptionNames<PhraseDefinition> = {
  id: true,
  phrase: true,
  pattern: true,
  except: true,
};

/**
 * A phrase rule from a pattern and its exceptions. The patterns must not backtrack without bound:
 * they are run over text of a model.
 *
 * @example
 * const urgent = definePhrase({ id: 'urgent', phrase: '至急', pattern: '至急', except: /至急便/ });
 */
export function definePhrase(definition: PhraseDefinition): PhraseRule {
  return definePhraseIn(definition, () => true);
}

/** The same, with a cheap look at the text that tells when the pattern need not be tried at all. */
export function definePhraseIn(
  definition: PhraseDefinition,
  mayMatch: (normalized: string) => boolean,
): PhraseRule {
  checkOptions(definition, definitionNames, 'definePhrase(definition)');
  const { id, phrase, except = [] } = definition;
  const pattern = globalPattern(definition.pattern, id);
  const exceptions = (except instanceof RegExp ? [except] : except).map((one) =>
    globalPattern(one, id),
  );
  return Object.freeze({
    id,
    phrase,
    find: (text: string): Iterable<PhraseMatch> => {
      const normalized = normalizeText(text);
      // A search is far cheaper than matchAll, which copies the pattern, and most texts match nothing.
      if (!mayMatch(normalized.text) || normalized.text.search(pattern) < 0) return none;
      return matchesOutside(normalized, pattern, exceptions);
    },
  });
}

const none: readonly PhraseMatch[] = Object.freeze([]);

/**
 * Matches that lie in no exception, at their place in the written text.
 * @yields each in order
 */
function* matchesOutside(
  normalized: NormalizedText,
  pattern: RegExp,
  exceptions: readonly RegExp[],
): Generator<PhraseMatch> {
  const covers = exceptions.map((exception) => coveredBy(matchesOf(exception, normalized.text)));
  for (const match of matchesOf(pattern, normalized.text)) {
    if (!covers.some((isCovered) => isCovered(match))) {
      yield normalized.toWritten(match.start, match.end);
    }
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
 * One after the other, so that who needs only a few does not pay for all. Not `matchAll`, which makes a
 * new pattern each time; `lastIndex` is set before each step, since the pattern is shared.
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

/** Tells of each match, asked in order, whether one of the spans holds it. One pass over both. */
function coveredBy(spans: Iterator<PhraseMatch>): (match: PhraseMatch) => boolean {
  let next = spans.next();
  return ({ start, end }) => {
    while (next.done !== true && next.value.end <= start) next = spans.next();
    return next.done !== true && next.value.start <= start && end <= next.value.end;
  };
}
