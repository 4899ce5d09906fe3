import { clauseAround, clauseEnd, clauseStart } from '../negation/clause-edges.ts';
import { compareQuantities, complements, isUpper, type Quantity } from '../quantity/quantity.ts';
import { parseVersion } from '../scan/version.ts';
import { lowerAscii } from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { stemWord } from '../text/lexicon.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import type { Span } from '../vocabulary/terms.ts';
import { englishFunctionWords } from '../words/stop-words.ts';
import { ofCase } from './changed-quantity.ts';
import { placesOfVersion } from './exact-rungs.ts';
import type { Ladder } from './form-rungs.ts';
import type { Mention } from './plan-index.ts';
import { type LimitedText, readLimits, refusal } from './plan-quantities.ts';

/**
 * Returns the place in the plan that turns the limit of a term around: "Close after 18:00" for "Close before 18:00". The
 * rest of the clause has to be that of the request, as a plan may also state what holds on the other side of a limit.
 */
export function findTurnedLimit(ladder: Ladder, text: string): Mention | undefined {
  const { lower, quantities, from, to } = readBeside(ladder, text);
  for (const asked of quantities) {
    const side = sideOf(asked.quantity);
    if (asked.start >= to) break;
    if (asked.end <= from || side === undefined) continue;
    const same = ladder.index
      .quantities()
      .filter(({ quantity }) => isOneValue(asked.quantity, quantity));
    if (same.some(({ quantity }) => sideOf(quantity) !== otherSide[side])) continue;
    const own = wordsBeside(lower, asked);
    // The clause of a bare "before 9 am" is not known.
    if (own === '' && lower.length === to - from) continue;
    const found = same.find(({ field, span }) => wordsBeside(field.original, span) === own);
    if (found !== undefined) return mentionOf(found);
  }
  return undefined;
}

/**
 * Returns the place of a version with the opposite comparator: Node 22 or older for "or newer". The versions below 22 may
 * be named in another clause. Those of both sides have 22 in common, and are refused or a case there.
 */
export function findTurnedVersion(ladder: Ladder, text: string): Mention | undefined {
  const wanted = parseVersion(lowerAscii(normalizeWidth(text.trim()).text));
  if (wanted?.bound === undefined) return undefined;
  const { bound: asked } = wanted;
  const places = placesOfVersion(ladder.index, wanted);
  if (!places.every(({ bound }) => bound !== undefined && isUpper(bound) !== isUpper(asked)))
    return undefined;
  const { lower, from, to } = readBeside(ladder, text);
  const own = wordsBeside(lower, { start: from, end: to });
  const found = places.flatMap(({ mentions, bound }) =>
    mentions.filter(({ field, span, negation }) => {
      if (wordsBeside(field.original, span) === own) return true;
      const clause = clauseAround(field.original, span).toLowerCase();
      const isFree = negation === undefined && !refusal.test(clause) && !ofCase.test(clause);
      return isFree && complements[asked] !== bound;
    }),
  );
  return found[0] && mentionOf(found[0]);
}

/** Returns the request and the place of a term in it, or else the term. */
function readBeside({ request }: Ladder, text: string): LimitedText & { from: number; to: number } {
  const term = lowerAscii(normalizeWidth(text.trim()).text);
  const whole = request();
  const from = whole?.lower.indexOf(term) ?? -1;
  if (whole !== undefined && from >= 0) return { ...whole, from, to: from + term.length };
  return { ...readLimits(term), from: 0, to: term.length };
}

/** Returns the part of a clause around a value. */
function mentionOf({ field, span: of }: Pick<Mention, 'field' | 'span'>): Mention {
  const span = partAround(field.original, of);
  return { field, span, method: 'quantity', score: 0, negation: undefined };
}

const otherSide = { upper: 'lower', lower: 'upper' } as const;

/** Returns the side of a value that a limit allows. "Three days before" is a lead, whose limit has the other direction. */
function sideOf({ dimension, bound, side }: Quantity): keyof typeof otherSide | undefined {
  const isMoment = dimension === 'clock' || dimension === 'date';
  if (side === 'before' && !isMoment) return undefined;
  const isLower = bound === undefined ? side === 'after' : !isUpper(bound);
  return isLower ? 'lower' : bound === undefined && side === undefined ? undefined : 'upper';
}

function isOneValue(one: Quantity, other: Quantity): boolean {
  const [a, b] = [one, other].map(({ bound: _bound, side: _side, ...value }) => value);
  return a !== undefined && b !== undefined && compareQuantities(a, b) === 'equal';
}

/** Words of a limit. They are no part of what it is for. */
const limitWords =
  /\b(?:(?:at|the|or|and) )?(?:latest|earliest|most|least|max(?:imum)?|min(?:imum)?|later|earlier|younger|cheaper|exceed(?:s|ing)?|limit|aged?)\b|以[上下内前降]|未満|最[大小低高長短多]|[上下]限|[上下]回|[超越過前後]/g;
/** Words that turn a clause around. "Off" and "out" are opposites, too. */
const polarity =
  /\b(?:no|not|none|never|nobody|nothing|cannot|without|except|unless|off|out|away|back)\b|n't\b|ない|ません|ず(?=[に、。]|$)|な[しく]|しか|以外/g;
/** The negation of a limit: no more than, 超えない. */
const negatedLimit =
  /\b(?:no|not|never) (?:be )?(?=[a-z]+ than|exceed\w*)|(?<=を(?:超え|越え|上回ら|過ぎ|下回ら))(?:ない|ず)/g;

/** Returns the words around a limit that are not of the limit, in one order. */
function wordsBeside(text: string, span: Span): string {
  const { start, end } = partAround(text, span);
  const rest = `${text.slice(start, span.start)} ${text.slice(span.end, end)}`;
  const folded = foldTerm(rest).replace(negatedLimit, '');
  const cues = folded.match(polarity) ?? [];
  const words = folded.replace(limitWords, ' ').match(/[a-zà-ÿ'-]{2,}|\d+|[一-龠]+|[ァ-ヶー]+/g);
  const content = (words ?? []).filter((word) => !englishFunctionWords.has(word)).map(stemWord);
  return [...cues, ...content].toSorted().join(' ');
}

/** Returns the clause around a span, as far as "and" before and after it. */
function partAround(text: string, span: Span): Span {
  const first = clauseStart(text, span.start);
  const before = text.slice(first, span.start);
  const [joint = ''] = /^.*\b(?:and|but|while) /is.exec(before) ?? [];
  const start = first + joint.length + (/^\s*/.exec(before.slice(joint.length))?.[0].length ?? 0);
  const after = text.slice(span.end, clauseEnd(text, span.end));
  const next = after.search(
    / (?:and (?!above|over|up|older|newer|later|higher|below|under|younger|earlier|lower)|but |while )/i,
  );
  return { start, end: span.end + (next < 0 ? after : after.slice(0, next)).trimEnd().length };
}
