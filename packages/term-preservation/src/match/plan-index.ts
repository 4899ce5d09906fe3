import { findNegationScopes, isNegated } from '../negation/negation-scopes.ts';
import { type QuantitySpan, scanQuantities } from '../quantity/scan-quantities.ts';
import { lowerAscii } from '../text/characters.ts';
import { foldMapped } from '../text/fold-term.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import type { OffsetMap } from '../text/offset-map.ts';
import type { Span, TaskLike } from '../vocabulary/terms.ts';
import { bigramTable, holdsBigrams } from './bigram-table.ts';
import { indexWords, type PlanWords } from './plan-words.ts';
import { createSkeleton, type Skeleton } from './skeleton.ts';

/** One text of one task, folded once. */
export interface PlanField {
  readonly taskIndex: number;
  readonly taskId?: string;
  readonly field: string;
  readonly original: string;
  /** Where its folded and its plain text start in the joined texts. */
  readonly foldedStart: number;
  readonly plainStart: number;
  readonly foldedMap: OffsetMap;
  readonly plainMap: OffsetMap;
  /** Ranges of the original text that are negated or put out of scope. */
  readonly scopes: readonly Span[];
}

/** A quantity of the plan, in original offsets of its field. */
export interface PlanQuantity {
  readonly field: PlanField;
  readonly span: Span;
  readonly found: QuantitySpan;
  readonly negated: boolean;
}

/**
 * A plan read once: all fields in one folded and one plain text, so that looking a form up costs one
 * search over the plan and not one per task.
 */
export interface PlanIndex {
  readonly fields: readonly PlanField[];
  readonly taskCount: number;
  readonly folded: string;
  readonly plain: string;
  readonly plainLower: string;
  /** False only when the bigram surely stands nowhere in the folded plan. */
  mayHold(folded: string): boolean;
  words(): PlanWords;
  quantities(): readonly PlanQuantity[];
  skeleton(): Skeleton;
}

const separator = '\n';

export const defaultFields: readonly string[] = [
  'acceptance',
  'context',
  'description',
  'summary',
  'title',
];

/** Folds every field of every task once. Linear in the text of the plan. */
export function indexPlan(tasks: readonly TaskLike[], fieldNames: readonly string[]): PlanIndex {
  const fields: PlanField[] = [];
  const foldedParts: string[] = [];
  const plainParts: string[] = [];
  let foldedStart = 0;
  let plainStart = 0;
  tasks.forEach((task, taskIndex) => {
    for (const field of fieldNames) {
      const original = textOf(task, field);
      if (original === undefined || original.trim() === '') continue;
      const wide = normalizeWidth(original);
      const folded = foldMapped(wide);
      const scopes = findNegationScopes(wide.text).map((scope) =>
        wide.map.toSource(scope.start, scope.end),
      );
      fields.push({
        taskIndex,
        ...(typeof task.id === 'string' ? { taskId: task.id } : {}),
        field,
        original,
        foldedStart,
        plainStart,
        foldedMap: folded.map,
        plainMap: wide.map,
        scopes,
      });
      foldedParts.push(folded.text);
      plainParts.push(wide.text);
      foldedStart += folded.text.length + separator.length;
      plainStart += wide.text.length + separator.length;
    }
  });
  const folded = foldedParts.join(separator);
  const plain = plainParts.join(separator);
  const plainLower = lowerAscii(plain);
  const bigrams = bigramTable(folded);
  const words = once(() => indexWords(folded));
  const quantities = once(() => indexQuantities(plainLower, plainParts, fields));
  const skeleton = once(() => createSkeleton(folded));
  return {
    fields,
    taskCount: tasks.length,
    folded,
    plain,
    plainLower,
    mayHold: (form) => holdsBigrams(bigrams, form),
    words,
    quantities,
    skeleton,
  };
}

/** Field that holds the folded offset. */
export function fieldAtFolded(index: PlanIndex, at: number): PlanField | undefined {
  return lastAtOrBefore(index.fields, (field) => field.foldedStart, at);
}

export function fieldAtPlain(index: PlanIndex, at: number): PlanField | undefined {
  return lastAtOrBefore(index.fields, (field) => field.plainStart, at);
}

/** Span of the original text for a folded range, which must lie in the field. */
export function originalOfFolded(field: PlanField, start: number, end: number): Span {
  return field.foldedMap.toSource(start - field.foldedStart, end - field.foldedStart);
}

export function originalOfPlain(field: PlanField, start: number, end: number): Span {
  return field.plainMap.toSource(start - field.plainStart, end - field.plainStart);
}

export function isNegatedIn(field: PlanField, span: Span): boolean {
  return field.scopes.length > 0 && isNegated(field.scopes, span.start, span.end);
}

function textOf(task: TaskLike, field: string): string | undefined {
  const value: unknown =
    typeof task === 'object' && task !== null && Object.hasOwn(task, field)
      ? Reflect.get(task, field)
      : undefined;
  return typeof value === 'string' ? value : undefined;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function lastAtOrBefore(
  fields: readonly PlanField[],
  startOf: (field: PlanField) => number,
  at: number,
): PlanField | undefined {
  let low = 0;
  let high = fields.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const field = fields[middle];
    if (field !== undefined && startOf(field) <= at) low = middle;
    else high = middle - 1;
  }
  return fields[low];
}

function indexQuantities(
  lower: string,
  parts: readonly string[],
  fields: readonly PlanField[],
): readonly PlanQuantity[] {
  return fields.flatMap((field, index) => {
    const text = lower.slice(field.plainStart, field.plainStart + (parts[index]?.length ?? 0));
    return scanQuantities(text).map((found) => {
      const span = field.plainMap.toSource(found.start, found.end);
      return { field, span, found, negated: isNegatedIn(field, span) };
    });
  });
}
