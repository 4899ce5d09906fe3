import { findNegationScopes, isNegated } from '../negation/negation-scopes.ts';
import { type QuantitySpan, scanQuantities } from '../quantity/scan-quantities.ts';
import { isDigit, isLatin, lowerAscii } from '../text/characters.ts';
import { foldMapped } from '../text/fold-term.ts';
import { stemWord } from '../text/lexicon.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import type { OffsetMap } from '../text/offset-map.ts';
import type { Span, TaskLike } from '../vocabulary/terms.ts';
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

/** Buckets of a table: what two pairs of units share only costs a search that finds nothing. */
const bigramBuckets = 1 << 15;

/** Which pairs of neighbouring units stand in a text. */
function bigramTable(text: string): Uint8Array {
  const table = new Uint8Array(bigramBuckets);
  for (let at = 1; at < text.length; at += 1)
    table[bucket(text.charCodeAt(at - 1), text.charCodeAt(at))] = 1;
  return table;
}

/** False only when a pair of the form surely stands nowhere in the text of the table. */
function holdsBigrams(table: Uint8Array, form: string): boolean {
  for (let at = 1; at < form.length; at += 1) {
    if (table[bucket(form.charCodeAt(at - 1), form.charCodeAt(at))] !== 1) return false;
  }
  return true;
}

function bucket(first: number, second: number): number {
  return (first * 211 + second) & (bigramBuckets - 1);
}

/** A Latin word of the folded plan. */
export interface PlanWord {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Latin words and where their stems stand (indices into `list`, ascending). */
interface PlanWords {
  readonly list: readonly PlanWord[];
  readonly byStem: ReadonlyMap<string, readonly number[]>;
  readonly byText: ReadonlyMap<string, readonly number[]>;
  /** Two neighbours written as one: sign-up, sign up. Index of the first. */
  readonly byPair: ReadonlyMap<string, readonly number[]>;
}

/** The Latin words of a folded text. Linear in its length. */
function indexWords(folded: string): PlanWords {
  const list: PlanWord[] = [];
  const byStem = new Map<string, number[]>();
  const byText = new Map<string, number[]>();
  const byPair = new Map<string, number[]>();
  let at = 0;
  while (at < folded.length) {
    if (!isWord(folded.charCodeAt(at))) {
      at += 1;
      continue;
    }
    let end = at + 1;
    while (end < folded.length && isWord(folded.charCodeAt(end))) end += 1;
    const text = folded.slice(at, end);
    const previous = list.at(-1);
    if (previous !== undefined && previous.end === at - 1 && ' -'.includes(folded.charAt(at - 1))) {
      push(byPair, previous.text + text, list.length - 1);
    }
    push(byText, text, list.length);
    push(byStem, stemWord(text), list.length);
    list.push({ start: at, end, text });
    at = end;
  }
  return { list, byStem, byText, byPair };
}

function isWord(unit: number): boolean {
  return isLatin(unit) || isDigit(unit) || unit === 39;
}

function push(map: Map<string, number[]>, key: string, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
