import { checkOptions } from '@kanmon/core/kit';
import { splitSentences } from '../diff/pieces.ts';
import { splitsPair } from '../text/text-range.ts';
import { sequentialRandom } from './doubles.ts';
import {
  choose,
  syntheticExclamation,
  type SyntheticLanguage,
  syntheticSentence,
  syntheticWord,
} from './synthetic-prose.ts';

/** The true new place of a place in a synthetic revision: what is kept of it, with what replaced its ends. */
export type SyntheticTruth =
  | { readonly kind: 'kept' | 'edited'; readonly start: number; readonly end: number }
  /** `nearCopy`: a near copy of the deleted text stays. `samePhrase`: the very phrase stays elsewhere. */
  | { readonly kind: 'deleted'; readonly nearCopy: boolean; readonly samePhrase: boolean }
  | { readonly kind: 'unclear' };

/** A text, its revision, and places with their exact truth. */
export interface SyntheticRevision {
  readonly oldText: string;
  readonly newText: string;
  readonly places: readonly {
    readonly start: number;
    readonly end: number;
    readonly truth: SyntheticTruth;
  }[];
}

/** Options of `syntheticRevisions`. */
export interface SyntheticOptions {
  readonly seed: number;
  readonly count: number;
  /** @default 'ja' */
  readonly language?: SyntheticLanguage;
  /** Lines of a text. @default 60 */
  readonly lines?: number;
  /** Share of lines that are touched. @default 0.25 */
  readonly editedShare?: number;
}

/** UTF-16 units, each with its number; new text has negative numbers. */
interface Tracked {
  readonly text: string;
  readonly ids: readonly number[];
}

/** A line, and the line that it is a near copy of. */
interface Line extends Tracked {
  readonly nearCopyOf?: number;
}

const placesPerRevision = 30;
const minKept = 0.6;
const maxGone = 0.15;

/**
 * Creates revisions in which every unit has a number, so that the truth about each place is exact:
 * dialogue in one-line paragraphs, repeated lines, near copies, moves, emoji and astral characters.
 */
export function syntheticRevisions(options: SyntheticOptions): SyntheticRevision[] {
  checkOptions(options, 'seed count language lines editedShare', 'syntheticRevisions(options)');
  const { seed, count, language = 'ja', lines = 60, editedShare = 0.25 } = options;
  const random = sequentialRandom(seed);
  return Array.from({ length: count }, () => revision(language, lines, editedShare, random));
}

function revision(
  language: SyntheticLanguage,
  lineCount: number,
  editedShare: number,
  random: () => number,
): SyntheticRevision {
  const old = firstDraft(language, lineCount, random);
  const oldText = old.map(({ text }) => text).join('');
  const next = revise(old, language, editedShare, random);
  const newText = next.map(({ text }) => text).join('');
  const ids = next.flatMap((line) => line.ids);
  const positions = new Map(ids.map((id, index) => [id, index]));
  const nearCopied = new Set(old.flatMap(({ nearCopyOf }) => nearCopyOf ?? []));
  const starts: number[] = [];
  for (const { text } of old) starts.push((starts.at(-1) ?? 0) + text.length);
  const places = Array.from({ length: placesPerRevision }, () => {
    const span = drawSpan(oldText, random);
    const line = starts.findIndex((end) => span.start < end);
    const truth = truthOf(span, positions, oldText, newText, nearCopied.has(line));
    return { ...span, truth: withReplacedEnds(truth, span, ids, newText) };
  });
  return { oldText, newText, places };
}

function firstDraft(language: SyntheticLanguage, lineCount: number, random: () => number): Line[] {
  const lines: { text: string; nearCopyOf?: number }[] = [];
  for (let index = 0; index < lineCount; index += 1) {
    const kind = random();
    const original = Math.floor(random() * lines.length);
    if (kind < 0.3) {
      lines.push({ text: `${syntheticExclamation(language, random)}\n` });
    } else if (kind < 0.4 && (lines[original]?.text.length ?? 0) > 24) {
      const text = replaceWord(lines[original]?.text ?? '', language, random);
      lines.push({ text, nearCopyOf: original });
    } else {
      const sentences = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
        syntheticSentence(language, random),
      );
      lines.push({ text: `${sentences.join('').trimEnd()}\n` });
    }
  }
  let id = 0;
  return lines.map((line) =>
    Object.assign(line, { ids: Array.from({ length: line.text.length }, () => id++) }),
  );
}

function replaceWord(line: string, language: SyntheticLanguage, random: () => number): string {
  const at = wholeOffset(line, Math.floor(random() * Math.max(1, line.length - 8)));
  const end = wholeOffset(line, Math.min(line.length - 1, at + 3 + Math.floor(random() * 3)));
  return line.slice(0, at) + syntheticWord(language, random) + line.slice(end);
}

function revise(
  old: readonly Line[],
  language: SyntheticLanguage,
  editedShare: number,
  random: () => number,
): Tracked[] {
  let fresh = 0;
  const born = (text: string): Tracked => ({
    text,
    ids: Array.from({ length: text.length }, () => (fresh -= 1)),
  });
  const next: Tracked[] = [];
  const moved: Tracked[] = [];
  for (const line of old) {
    if (random() >= editedShare) {
      next.push(line);
      continue;
    }
    const edit = random();
    if (edit < 0.35) next.push(editWords(line, born, language, random));
    else if (edit < 0.5)
      next.push(line, born(`${syntheticSentence(language, random).trimEnd()}\n`));
    else if (edit < 0.75)
      next.push(
        ...(random() < 0.3 ? [born(`${syntheticSentence(language, random).trimEnd()}\n`)] : []),
      );
    else if (edit < 0.85) next.push(dropSentence(line, random));
    else if (line.text.length >= 24) moved.push(line);
    else next.push(line);
  }
  for (const line of moved) next.splice(Math.floor(random() * (next.length + 1)), 0, line);
  return next;
}

function editWords(
  line: Line,
  born: (text: string) => Tracked,
  language: SyntheticLanguage,
  random: () => number,
): Tracked {
  const at = wholeOffset(line.text, Math.floor(random() * Math.max(1, line.text.length - 6)));
  const removed = choose([0, 2, 4, 6], random);
  const end = wholeOffset(line.text, Math.min(line.text.length - 1, at + removed));
  const inserted = born(random() < 0.3 && end > at ? '' : syntheticWord(language, random));
  return join(part(line, 0, at), inserted, part(line, Math.max(at, end), line.text.length));
}

function dropSentence(line: Line, random: () => number): Tracked {
  const sentences = splitSentences(line.text, 0, line.text.length - 1);
  const dropped = choose(sentences, random);
  return join(part(line, 0, dropped.start), part(line, dropped.end, line.text.length));
}

function part({ text, ids }: Tracked, start: number, end: number): Tracked {
  return { text: text.slice(start, end), ids: ids.slice(start, end) };
}

function join(...parts: readonly Tracked[]): Tracked {
  return { text: parts.map(({ text }) => text).join(''), ids: parts.flatMap(({ ids }) => ids) };
}

function wholeOffset(text: string, offset: number): number {
  return splitsPair(text, offset) ? offset - 1 : offset;
}

function drawSpan(text: string, random: () => number): { start: number; end: number } {
  const sentences = splitSentences(text, 0, text.length).filter(
    ({ start, end }) => text.slice(start, end).trim().length >= 4,
  );
  const { start, end } = choose(sentences, random);
  if (random() < 0.5) return { start, end: end - (text.charAt(end - 1) === '\n' ? 1 : 0) };
  const from = wholeOffset(text, start + Math.floor(random() * (end - start - 3)));
  const to = wholeOffset(text, Math.min(end, from + 4 + Math.floor(random() * 9)));
  return { start: from, end: Math.max(from, to) };
}

function truthOf(
  { start, end }: { readonly start: number; readonly end: number },
  positions: ReadonlyMap<number, number>,
  oldText: string,
  newText: string,
  nearCopy: boolean,
): SyntheticTruth {
  const kept: number[] = [];
  for (let id = start; id < end; id += 1) {
    const position = positions.get(id);
    if (position !== undefined) kept.push(position);
  }
  const from = Math.min(...kept);
  const to = Math.max(...kept) + 1;
  if (kept.length === end - start && to - from === kept.length) {
    return { kind: 'kept', start: from, end: to };
  }
  if (kept.length >= (end - start) * minKept && to - from < 3 * (end - start)) {
    return { kind: 'edited', start: from, end: to };
  }
  if (kept.length >= (end - start) * maxGone) return { kind: 'unclear' };
  const samePhrase = newText.includes(oldText.slice(start, end));
  return { kind: 'deleted', nearCopy, samePhrase };
}

/** Adds the new text that is where the first or last characters of an edited place were, between its neighbours. */
function withReplacedEnds(
  truth: SyntheticTruth,
  place: { readonly start: number; readonly end: number },
  ids: readonly number[],
  newText: string,
): SyntheticTruth {
  if (truth.kind !== 'edited') return truth;
  let { start, end } = truth;
  const isNew = (index: number): boolean => (ids[index] ?? 0) < 0 && newText.charAt(index) !== '\n';
  while (isNew(start - 1)) start -= 1;
  while (isNew(end)) end += 1;
  return {
    kind: 'edited',
    start:
      ids[truth.start] !== place.start && ids[start - 1] === place.start - 1 ? start : truth.start,
    end: ids[truth.end - 1] !== place.end - 1 && ids[end] === place.end ? end : truth.end,
  };
}
