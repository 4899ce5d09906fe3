import { lowerBound } from '@kanmon/core/kit';
import { lowerAscii } from '../text/characters.ts';
import type { Span } from '../vocabulary/terms.ts';
import { lineEnd } from './clause-edges.ts';
import { type CueSpan, findCues } from './cues.ts';
import { forwardEnd, subjectBefore } from './english-scope.ts';
import { markedPhrase, phraseStart } from './japanese-scope.ts';

/** Returns the places of the cues of a text: their words are not terms. */
export function findCueSpans(text: string): readonly Span[] {
  return findCues(lowerAscii(text));
}

/** Returns the ranges of a text that are negated or put out of scope, in order. */
export function findNegationScopes(text: string): readonly Span[] {
  const lower = lowerAscii(text);
  const found = findCues(lower);
  if (found.length === 0) return [];
  const scoped = found.map((cue) => ({ cue, scope: scopeOf(lower, cue) }));
  return scoped
    .filter(({ cue, scope }, index) => !isAffirmed(scoped, cue, scope, index))
    .map(({ scope }) => scope)
    .filter((scope) => scope.end > scope.start)
    .toSorted((a, b) => a.start - b.start)
    .reduce<Span[]>(mergeScope, []);
}

/** Returns true when half of a range or more is in one of the scopes. */
export function isNegated(scopes: readonly Span[], start: number, end: number): boolean {
  const first = lowerBound(scopes, (scope) => scope.end <= start);
  for (let at = first; at < scopes.length; at += 1) {
    const scope = scopes[at];
    if (scope === undefined || scope.start >= end) return false;
    if (2 * (Math.min(scope.end, end) - Math.max(scope.start, start)) >= end - start) return true;
  }
  return false;
}

/** Scopes that overlap become one, so that ends ascend like starts. */
function mergeScope(merged: Span[], scope: Span): Span[] {
  const last = merged.at(-1);
  if (last === undefined || last.end < scope.start) merged.push(scope);
  else if (scope.end > last.end) merged[merged.length - 1] = { start: last.start, end: scope.end };
  return merged;
}

interface Scoped {
  readonly cue: CueSpan;
  readonly scope: Span;
}

/** Two cues, one in the scope of the other, make an affirmation: "do not leave out X", 確認せずには送らない. */
function isAffirmed(all: readonly Scoped[], cue: CueSpan, scope: Span, index: number): boolean {
  let count = 0;
  for (let other = Math.max(0, index - 3); other < Math.min(all.length, index + 4); other += 1) {
    const each = all[other];
    if (other === index || each === undefined) continue;
    const holds = scope.start <= each.cue.start && each.cue.end <= scope.end;
    const held = each.scope.start <= cue.start && cue.end <= each.scope.end;
    if (holds || held) count += 1;
  }
  return count % 2 === 1;
}

function scopeOf(lower: string, { cue, start, end }: CueSpan): Span {
  switch (cue.scope) {
    case 'marked':
      return markedPhrase(lower, start, cue.form);
    case 'phrase':
      return { start: phraseStart(lower, start), end: start };
    case 'subject':
      return subjectBefore(lower, start);
    case 'forward':
      return { start: end, end: forwardEnd(lower, end, false) };
    case 'next-phrase':
      return { start: end, end: forwardEnd(lower, end, true) };
    case 'line':
      return { start: end, end: lineEnd(lower, end) };
    case 'affirm':
    default:
      return { start, end: start };
  }
}
