import type { TypedSpan } from '../scan/typed-span.ts';
import { parseVersion } from '../scan/version.ts';

const changeVerbs =
  /\b(?:increase|raise|reduce|lower|change|extend|shorten|cut|bump|update|move|upgrade|migrate|switch|grow|drop|decrease|expand|shrink|go|goes|adjust)(?:s|d|ed|ing)?\b/;

/** What a number is in a change: the old value is never checked, the new one is required even when bare. */
type ChangeRole = 'old' | 'new' | 'none';

/** Role of the literal at `index`: "8 から 12 に", "from 8 to 12", "Vue 2 から Vue 3 へ". */
export function changeRole(lower: string, spans: readonly TypedSpan[], index: number): ChangeRole {
  const span = spans[index];
  if (span === undefined || !(span.kind === 'quantity' || span.kind === 'version')) return 'none';
  const next = spans[index + 1];
  if (next !== undefined && next.kind === span.kind && isPair(lower, span, next)) return 'old';
  const previous = spans[index - 1];
  if (previous !== undefined && previous.kind === span.kind && isPair(lower, previous, span))
    return 'new';
  return span.bare === true && isSetTo(lower, span) ? 'new' : 'none';
}

function isPair(lower: string, first: TypedSpan, second: TypedSpan): boolean {
  const between = lower.slice(first.outerEnd, Math.min(second.outerStart, first.outerEnd + 12));
  if (first.outerEnd + 12 < second.outerStart) return false;
  const after = lower.slice(second.outerEnd, second.outerEnd + 3);
  if (!sameMeasure(lower, first, second)) return false;
  if (/^\s?(?:から|より|だったのを|だったものを|を)\s?$/.test(between))
    return /^\s?[にへ]/.test(after);
  if (/^\s?(?:→|->|=>)\s?$/.test(between)) return true;
  if (!/^ (?:to|up to|down to) $/.test(between)) return false;
  const before = lower.slice(Math.max(0, first.outerStart - 80), first.outerStart);
  return /\bfrom $/.test(before) && changeVerbs.test(before);
}

/** Names on both sides of a change stay required: only values of one measure are old and new. */
function sameMeasure(lower: string, first: TypedSpan, second: TypedSpan): boolean {
  if (first.kind === 'version') {
    const a = parseVersion(lower.slice(first.start, first.end));
    const b = parseVersion(lower.slice(second.start, second.end));
    return a !== undefined && b !== undefined && (a.name === b.name || b.name === '');
  }
  const a = first.quantity?.dimension;
  const b = second.quantity?.dimension;
  return (
    a === b ||
    a === '' ||
    b === '' ||
    (a !== undefined && b !== undefined && isSpanOfTime(a) && isSpanOfTime(b))
  );
}

function isSpanOfTime(dimension: string): boolean {
  return dimension === 'time' || dimension === 'month';
}

/** "12 にする", "set to 12": a bare number beside the particle of a change. */
function isSetTo(lower: string, span: TypedSpan): boolean {
  const after = lower.slice(span.outerEnd, span.outerEnd + 6);
  const before = lower.slice(Math.max(0, span.outerStart - 5), span.outerStart);
  return /^\s?(?:に|へ|から)/.test(after) || /\b(?:to|from) $/.test(before);
}
