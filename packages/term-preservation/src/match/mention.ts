import type { MatchMethod, Span } from '../vocabulary/terms.ts';
import {
  fieldAtFolded,
  isNegatedIn,
  originalOfFolded,
  type PlanField,
  type PlanIndex,
} from './plan-index.ts';

/** One place of the plan that may hold a term. */
export interface Mention {
  readonly field: PlanField;
  readonly span: Span;
  readonly method: MatchMethod;
  readonly score: number;
  readonly negated: boolean;
  readonly via?: string;
  readonly pieces?: readonly Span[];
}

/** A mention for a range of the joined folded text; undefined when it runs over the end of its field. */
export function foldedMention(
  index: PlanIndex,
  start: number,
  end: number,
  method: MatchMethod,
  score: number,
  via?: string,
): Mention | undefined {
  const field = fieldAtFolded(index, start);
  if (field === undefined || fieldAtFolded(index, end - 1) !== field) return undefined;
  const span = originalOfFolded(field, start, end);
  return {
    field,
    span,
    method,
    score,
    negated: isNegatedIn(field, span),
    ...(via === undefined ? {} : { via }),
  };
}

/** Adds a mention when there is one. */
export function addMention(mentions: Mention[], mention: Mention | undefined): void {
  if (mention !== undefined) mentions.push(mention);
}
