import { lowerBound } from '@kanmon/core/kit';
import type { NegationClass } from '../negation/cues.ts';
import {
  findNegationScopes,
  mapScopes,
  negationAt,
  type NegationScopes,
} from '../negation/negation-scopes.ts';
import type { Quantity } from '../quantity/quantity.ts';
import { scanQuantities } from '../quantity/scan-quantities.ts';
import { isDigit, isLatin, isLetter, lowerAscii, runEnd } from '../text/characters.ts';
import { foldMapped } from '../text/fold-term.ts';
import { append, stemWord } from '../text/lexicon.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import type { MappedText } from '../text/offset-map.ts';
import type { MatchMethod, Span, TaskLike } from '../vocabulary/terms.ts';
import { createSkeleton, type Skeleton } from './skeleton.ts';

/** One text of one task. */
export interface PlanField {
  /** Place among the fields of the plan. */
  readonly order: number;
  readonly taskIndex: number;
  readonly taskId: string | undefined;
  readonly field: string;
  readonly original: string;
  /** Ranges of the original text that are negated or put out of scope. */
  readonly scopes: NegationScopes;
}

/** A place of the plan that may hold a term. `span` is a range of the field's original text. */
export interface Mention {
  readonly field: PlanField;
  readonly span: Span;
  readonly method: MatchMethod;
  readonly score: number;
  readonly negation: NegationClass | undefined;
  readonly via?: string | undefined;
  readonly pieces?: readonly Span[];
}

/** The texts of all fields in one, so that a search costs one pass over the plan and not one for each task. */
export interface JoinedText {
  readonly text: string;
  /** Returns the mention of a range of `text`, or none when the range leaves its field. */
  mentions(start: number, end: number, method: MatchMethod, score: number): readonly Mention[];
}

/** A quantity of the plan. */
export interface PlanQuantity {
  readonly field: PlanField;
  readonly span: Span;
  readonly quantity: Quantity;
  readonly negation: NegationClass | undefined;
}

/** A plan that was read once. */
export interface PlanIndex {
  readonly fields: readonly PlanField[];
  readonly taskCount: number;
  /** In the normal form of `foldTerm`. */
  readonly folded: JoinedText;
  /** In normal width, with case. */
  readonly plain: JoinedText;
  readonly plainLower: string;
  /** Returns false only when the form is certainly not in the folded plan. */
  mayHold(form: string): boolean;
  words(): PlanWords;
  quantities(): readonly PlanQuantity[];
  skeleton(): Skeleton;
  /** Letters and digits of the folded plan. Each field ends with a newline. */
  squashed(): Skeleton;
}

/** Members of a task that are read by default. */
export const defaultFields = ['acceptance', 'context', 'description', 'summary', 'title'];

/** Folds every field of every task once; `asked` are the texts of the terms. Linear in the text of the plan. */
export function indexPlan(
  tasks: readonly TaskLike[],
  fieldNames: readonly string[],
  asked = '',
): PlanIndex {
  const fields: PlanField[] = [];
  const wideParts: MappedText[] = [];
  tasks.forEach((task, taskIndex) => {
    for (const field of fieldNames) {
      const original = textOf(task, field);
      if (original.trim() === '') continue;
      const wide = normalizeWidth(original);
      const scopes = mapScopes(findNegationScopes(wide.text, asked), wide.map);
      const taskId = typeof task.id === 'string' ? task.id : undefined;
      fields.push({ order: fields.length, taskIndex, taskId, field, original, scopes });
      wideParts.push(wide);
    }
  });
  const folded = joinTexts(fields, wideParts.map(foldMapped));
  const plain = joinTexts(fields, wideParts);
  return {
    fields,
    taskCount: tasks.length,
    folded,
    plain,
    plainLower: lowerAscii(plain.text),
    mayHold: bigramTest(folded.text),
    words: once(() => indexWords(folded.text)),
    quantities: once(() =>
      fields.flatMap((field) => readQuantities(field, wideParts[field.order])),
    ),
    skeleton: once(() => createSkeleton(folded.text)),
    squashed: once(() => squash(folded.text)),
  };
}

function textOf(task: TaskLike, field: string): string {
  const value: unknown =
    typeof task === 'object' && task !== null && Object.hasOwn(task, field)
      ? Reflect.get(task, field)
      : undefined;
  return typeof value === 'string' ? value : '';
}

function joinTexts(fields: readonly PlanField[], parts: readonly MappedText[]): JoinedText {
  const starts: number[] = [];
  let length = 0;
  for (const { text } of parts) {
    starts.push(length);
    length += text.length + 1;
  }
  return {
    text: parts.map(({ text }) => text).join('\n'),
    mentions: (start, end, method, score) => {
      const at = lowerBound(starts, (each) => each <= start) - 1;
      const [field, part, from = 0] = [fields[at], parts[at], starts[at]];
      if (field === undefined || part === undefined) return [];
      if (end > from + part.text.length + 1) return [];
      return [toMention(field, part.map.toSource(start - from, end - from), method, score)];
    },
  };
}

/** Returns the mention of a range of the field's original text. */
export function toMention(
  field: PlanField,
  span: Span,
  method: MatchMethod,
  score: number,
): Mention {
  return { field, span, method, score, negation: negationAt(field.scopes, span) };
}

function readQuantities(field: PlanField, wide: MappedText | undefined): readonly PlanQuantity[] {
  if (wide === undefined) return [];
  return scanQuantities(lowerAscii(wide.text)).map(({ start, end, quantity }) => {
    const span = wide.map.toSource(start, end);
    return { field, span, quantity, negation: negationAt(field.scopes, span) };
  });
}

/** Buckets of a table. Pairs of units that share one only cost a search that finds nothing. */
const bigramBuckets = 1 << 15;

/** Returns a test that is false only for forms with a pair of units that is not in the text. */
function bigramTest(text: string): (form: string) => boolean {
  const table = new Uint8Array(bigramBuckets);
  for (let at = 1; at < text.length; at += 1) table[bigramAt(text, at)] = 1;
  return (form) => {
    for (let at = 1; at < form.length; at += 1) if (table[bigramAt(form, at)] !== 1) return false;
    return true;
  };
}

function bigramAt(text: string, at: number): number {
  return (text.charCodeAt(at - 1) * 211 + text.charCodeAt(at)) & (bigramBuckets - 1);
}

/** A Latin word of the folded plan. */
export interface PlanWord {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The Latin words of a plan, and the indices into `list` of each stem, text and pair, ascending. */
export interface PlanWords {
  readonly list: readonly PlanWord[];
  readonly byStem: ReadonlyMap<string, readonly number[]>;
  readonly byText: ReadonlyMap<string, readonly number[]>;
  /** Two neighbours as one word (sign-up, sign up): index of the first. */
  readonly byPair: ReadonlyMap<string, readonly number[]>;
}

function indexWords(folded: string): PlanWords {
  const list: PlanWord[] = [];
  const byStem = new Map<string, number[]>();
  const byText = new Map<string, number[]>();
  const byPair = new Map<string, number[]>();
  let at = 0;
  while (at < folded.length) {
    const end = runEnd(folded, at, isWord);
    if (end === at) {
      at += 1;
      continue;
    }
    const text = folded.slice(at, end);
    const previous = list.at(-1);
    if (previous !== undefined && previous.end === at - 1 && ' -'.includes(folded.charAt(at - 1)))
      append(byPair, previous.text + text, list.length - 1);
    append(byText, text, list.length);
    append(byStem, stemWord(text), list.length);
    list.push({ start: at, end, text });
    at = end;
  }
  return { list, byStem, byText, byPair };
}

function isWord(unit: number): boolean {
  return isLatin(unit) || isDigit(unit) || unit === 39 || unit === 0x2019;
}

/** Returns the letters and digits of a folded text, and newlines, with their offsets. */
export function squash(folded: string): Skeleton {
  const offsets: number[] = [];
  let text = '';
  for (let at = 0; at < folded.length; at += 1) {
    const unit = folded.charCodeAt(at);
    if ((!isLetter(unit) && unit !== 10) || unit === 95) continue;
    text += folded.charAt(at);
    offsets.push(at);
  }
  return { text, offsets };
}

/** Returns a function that makes a value on the first call. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
