import { wordSet } from '../text/lexicon.ts';
import { isLatin, isWordUnit, runEnd } from '../text/characters.ts';
import type { Span } from '../vocabulary/terms.ts';
import { englishPlanningVerbs, englishWorkVerbs } from '../words/stop-words.ts';
import { clauseStart, endsClause, longestScope } from './clause-edges.ts';

/** Returns the range from the start of the clause to an English cue. */
export function subjectBefore(lower: string, at: number): Span {
  let start = clauseStart(lower, at);
  const text = lower.slice(start, at);
  // "if a browser is not supported", "items that are not required"
  if (/\b(?:if|when|unless|whether|where|that|which|who)\b/.test(text))
    return { start: at, end: at };
  const joint = Math.max(
    ...[' but ', ' while ', ' however '].map((word) => text.lastIndexOf(word)),
  );
  // "the provider stays (any switch is out of scope)"
  const bracket = text.lastIndexOf('(');
  if (bracket > text.lastIndexOf(')')) start += bracket + 1;
  else if (joint >= 0) start += joint + 1;
  else {
    // "export runs nightly and printing is out of scope": a verb before "and" closes the first clause.
    const and = text.lastIndexOf(' and ');
    if (and >= 0 && hasVerb(text.slice(0, and))) start += and + 5;
  }
  return { start, end: at };
}

function hasVerb(text: string): boolean {
  const words = text.trim().split(' ');
  return words.some(
    (word, index) =>
      englishPlanningVerbs.has(word) ||
      (index === 0 && englishWorkVerbs.has(word)) ||
      /^(?:is|are|will|must|can|should|gets?)$/.test(word),
  );
}

const phraseStops = /* @__PURE__ */ wordSet(
  'for when if because so until unless to as is are will in on at by during via from before after that which where must should can',
);

const joints = /* @__PURE__ */ wordSet('and but then or');
const verbOpeners = /* @__PURE__ */ wordSet("do don't never");

/** Returns the end of a forward scope: of the noun phrase (`phrase`), else of the clause or before a verb after and/but. */
export function forwardEnd(lower: string, from: number, phrase: boolean): number {
  let at = from;
  const limit = Math.min(lower.length, from + longestScope);
  let previous = '';
  let words = 0;
  while (at < limit && !endsClause(lower, at)) {
    if (!isLatin(lower.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const end = runEnd(lower, at, isWordOrJoin, limit);
    const word = lower.slice(at, end);
    if (word === 'but' || word === 'however' || word === 'while') return at;
    if (joints.has(previous) && startsVerb(word)) return at - previous.length - 1;
    if (phrase && words > 0 && phraseStops.has(word)) return at;
    previous = word;
    words += 1;
    at = end;
  }
  return at;
}

/** Letters, digits and `_`, the apostrophe and the hyphen. */
function isWordOrJoin(unit: number): boolean {
  return isWordUnit(unit) || unit === 39 || unit === 45;
}

function startsVerb(word: string): boolean {
  return englishPlanningVerbs.has(word) || englishWorkVerbs.has(word) || verbOpeners.has(word);
}
