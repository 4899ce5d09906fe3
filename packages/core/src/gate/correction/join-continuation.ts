import type { ExtractResult } from '../../json/extract/types.ts';
import { stableJson } from '../value/stable-json.ts';

/** An answer that begins again repeats at least this much of its JSON. */
const minRestart = 16;
/** Shorter repetitions are chance; longer ones no model makes by accident. */
const minOverlap = 8;
const maxOverlap = 400;

/** The joined text with the value found in it. */
export interface Joined {
  readonly text: string;
  readonly extracted: Extract<ExtractResult, { readonly status: 'ok' }>;
}

/** Reasoning before the rest. */
const reasoning =
  /^\s*<(think|thinking|reasoning|analysis|reflection|scratchpad)>[\s\S]*?<\/\1>(?:[ \t]*\r?\n)*/;
/** The beginning of a fence of JSON, after a sentence or none. */
const openFence =
  /^\s{0,9}(?:[^\s"{}[\]][^\n"{}[\]]{0,200}\n{1,9})?(```|~~~)(?:json\w{0,9})?[ \t]{0,9}\r?\n/i;
/** A sentence or an ellipsis before the rest: `Here is the rest:`, `続きです。`. */
const lead =
  /^\s{0,9}(?:\.{3}|…{1,9}|[^\s"{}[\]][^\n"{}[\]]{0,200}[:：.。!！…][ \t]{0,9}\r?\n{1,9})/;

/**
 * Joins the rest of a cut answer to it. The rest is read without reasoning, in its fence if that gives a value, else as
 * it is and without a sentence before it. Null when both give values that differ: then the text does not show which
 * is meant, and the whole answer is asked for. The value is complete, unless the rest was `cut` too.
 */
export function joinContinuation(
  prefix: string,
  { text, cut }: { readonly text: string; readonly cut: boolean },
  extract: (text: string) => ExtractResult,
): Joined | null {
  const rest = text.replace(reasoning, '');
  const join = (part: string): Joined | null => joinRest(prefix, part, cut, extract);
  const inside = insideFence(rest, cut);
  const fenced = inside === undefined ? null : join(inside);
  if (fenced !== null) return fenced;
  const [sentence = ''] = lead.exec(rest) ?? [];
  const asItIs = join(rest);
  return sentence === '' ? asItIs : agreed(asItIs, join(rest.slice(sentence.length)));
}

/** Returns the text in a fence of JSON that the rest begins with. Only a cut rest may leave it open. */
function insideFence(rest: string, cut: boolean): string | undefined {
  const [opening = '', mark] = openFence.exec(rest) ?? [];
  if (mark === undefined) return undefined;
  const body = rest.slice(opening.length);
  const end = body.lastIndexOf(mark);
  return end < 0 ? (cut ? body : undefined) : body.slice(0, end);
}

/** Returns the one join, or either of two with the same value. */
function agreed(left: Joined | null, right: Joined | null): Joined | null {
  if (left === null || right === null) return left ?? right;
  return stableJson(left.extracted.value) === stableJson(right.extracted.value) ? left : null;
}

/**
 * Joins two texts: as they are, and without the longest overlap. The first join that gives a value without a guess
 * wins; null when none does, and when both do but differ: then the model may have repeated its last words or have
 * meant them twice (docs/decisions: ambiguous-continuation).
 */
function joinRest(
  prefix: string,
  rest: string,
  cut: boolean,
  extract: (text: string) => ExtractResult,
): Joined | null {
  const isPart = cut && rest.trim() !== '' && !isRestart(prefix, rest);
  const clean = (text: string): Joined | null => cleanJoin(text, extract(text), isPart);
  const asItIs = clean(prefix + rest);
  const overlap = longestOverlap(prefix, rest);
  if (overlap === '') return asItIs;
  const withoutOverlap = clean(prefix + rest.slice(overlap.length));
  return isRepetitive(prefix, overlap)
    ? (asItIs ?? withoutOverlap)
    : agreed(asItIs, withoutOverlap);
}

function cleanJoin(text: string, extracted: ExtractResult, isPart: boolean): Joined | null {
  if (extracted.status !== 'ok' || (!extracted.complete && !isPart)) return null;
  const isClean = extracted.repairs.every(
    ({ class: risk, kind }) => risk === 'lossless' || kind === 'truncated',
  );
  return isClean ? { text, extracted } : null;
}

/** True when the rest begins with the JSON of the cut answer: the model writes all of it again. */
function isRestart(prefix: string, rest: string): boolean {
  const start = prefix.slice(Math.max(0, prefix.search(/[[{]/)));
  return start.length >= minRestart && rest.trimStart().startsWith(start.slice(0, minRestart));
}

function longestOverlap(prefix: string, rest: string): string {
  const longest = Math.min(maxOverlap, prefix.length, rest.length);
  for (let length = longest; length >= minOverlap; length -= 1) {
    const overlap = rest.slice(0, length);
    if (prefix.endsWith(overlap)) return overlap;
  }
  return '';
}

/** Text that goes round in circles (`0,0,0,0,`) overlaps with itself wherever it is cut. */
function isRepetitive(prefix: string, overlap: string): boolean {
  const period = (overlap + overlap).indexOf(overlap, 1);
  return period * 2 <= overlap.length || prefix.endsWith(overlap + overlap);
}
