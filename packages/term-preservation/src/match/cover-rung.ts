import {
  isHiragana,
  isKanji,
  isKatakana,
  isWordUnit,
  runEnd,
  runStart,
} from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import type { Span, SynonymSource } from '../vocabulary/terms.ts';
import { isKnownKatakana } from '../words/kana-words.ts';
import { isStopWord } from '../words/stop-words.ts';
import { compileForm, findForm } from './form-rungs.ts';
import type { Mention } from './mention.ts';
import type { PlanIndex } from './plan-index.ts';

/** Covers shorter and longer than this say too little, or cost too much. */
const shortestCovered = 3;
const longestCovered = 64;
const longestPiece = 12;
/** A full cover: order and distance were free, so it is worth less than the word itself. */
const coverScore = 0.9;

/** Mentions of a piece, found once for the whole run of a validation. */
export type PieceCache = Map<string, readonly Mention[]>;

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly mentions: readonly Mention[];
}

/**
 * Best cover of a compound by pieces that stand un-negated in one task (or in the plan): the share of
 * its units that pieces of two units or more take, times 0.9. O(64 x 12) look-ups a term and task.
 */
export function findCovers(
  index: PlanIndex,
  folded: string,
  synonyms: readonly SynonymSource[],
  cache: PieceCache,
  scope: 'task' | 'plan',
): readonly Mention[] {
  if (folded.length < shortestCovered || folded.length > longestCovered) return [];
  const pieces = findPieces(index, folded, synonyms, cache);
  if (pieces.length === 0) return [];
  const weight = contentLength(folded);
  const tasks = new Set(
    pieces.flatMap((piece) => piece.mentions.map((each) => each.field.taskIndex)),
  );
  return [...tasks].flatMap((task) => {
    const chosen = bestCover(folded, pieces, task, scope);
    const covered = chosen.reduce(
      (sum, each) => sum + contentLength(folded.slice(each.piece.start, each.piece.end)),
      0,
    );
    const own = chosen.filter((each) => each.mention.field.taskIndex === task);
    return covered === 0 || own.length === 0
      ? []
      : [
          toMention(
            own.map((each) => each.mention),
            Math.min(1, covered / weight),
          ),
        ];
  });
}

/** Length without the spaces and marks that no piece holds. */
function contentLength(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (isWordUnit(unit) || isKanji(unit) || isKatakana(unit) || isHiragana(unit)) length += 1;
  }
  return length;
}

function findPieces(
  index: PlanIndex,
  folded: string,
  synonyms: readonly SynonymSource[],
  cache: PieceCache,
): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let start = 0; start + 1 < folded.length; start += 1) {
    for (
      let end = start + 2;
      end <= Math.min(folded.length, start + longestLength(folded, start));
      end += 1
    ) {
      if (end - start === folded.length || !isPiece(folded, start, end)) continue;
      const mentions = mentionsOf(index, folded.slice(start, end), synonyms, cache);
      if (mentions.length > 0) pieces.push({ start, end, mentions });
    }
  }
  return pieces;
}

/** A Latin word may be longer than other pieces. */
function longestLength(folded: string, start: number): number {
  let end = start;
  while (isWordUnit(folded.charCodeAt(end))) end += 1;
  return Math.max(longestPiece, end - start);
}

/** Pieces are cut where a word may end: not inside a Latin word or a katakana run, not hiragana alone. */
function isPiece(folded: string, start: number, end: number): boolean {
  const first = folded.charCodeAt(start);
  const last = folded.charCodeAt(end - 1);
  const before = folded.charCodeAt(start - 1);
  const after = folded.charCodeAt(end);
  if (!isContent(first) || first === 0x30fc) return false;
  if (isWordUnit(first) && isWordUnit(before)) return false;
  if (isWordUnit(last) && isWordUnit(after)) return false;
  if (isKatakana(last) && isKatakana(after) && !isKatakanaBorder(folded, end)) return false;
  if (isKatakana(first) && isKatakana(before) && !isKatakanaBorder(folded, start)) return false;
  if (!(isContent(last) || isHiragana(last))) return false;
  return !isStopWord(folded.slice(start, end));
}

/** Units of a katakana run that are looked at on each side of a border: four long words. */
const longestSide = 48;

/** スマホ|アプリ: a border between known words of one katakana run. */
function isKatakanaBorder(folded: string, at: number): boolean {
  const from = runStart(folded, at, isKatakana, longestSide);
  const to = Math.min(runEnd(folded, at, isKatakana), at + longestSide);
  return isKnownKatakana(folded.slice(from, at)) && isKnownKatakana(folded.slice(at, to));
}

function isContent(unit: number): boolean {
  return isKanji(unit) || isKatakana(unit) || isWordUnit(unit);
}

function mentionsOf(
  index: PlanIndex,
  piece: string,
  synonyms: readonly SynonymSource[],
  cache: PieceCache,
): readonly Mention[] {
  const known = cache.get(piece);
  if (known !== undefined) return known;
  const found = [...usable(findForm(index, compileForm(piece), true))];
  for (const source of synonyms) {
    for (const form of source.lookup(piece)) {
      for (const mention of usable(findForm(index, compileForm(foldTerm(form)), true)))
        found.push({ ...mention, method: 'synonym', via: form });
    }
  }
  cache.set(piece, found);
  return found;
}

/** One un-negated mention a task is enough. */
function usable(mentions: readonly Mention[]): readonly Mention[] {
  const byTask = new Map<number, Mention>();
  for (const mention of mentions) {
    if (!mention.negated && mention.score >= coverScore && !byTask.has(mention.field.taskIndex))
      byTask.set(mention.field.taskIndex, mention);
  }
  return [...byTask.values()];
}

interface Chosen {
  readonly piece: Piece;
  readonly mention: Mention;
}

/** Dynamic programming from the right: the pieces of one task that cover most units. */
function bestCover(
  folded: string,
  pieces: readonly Piece[],
  task: number,
  scope: 'task' | 'plan',
): readonly Chosen[] {
  const best: number[] = Array.from({ length: folded.length + 1 }, () => 0);
  const choice: (Chosen | undefined)[] = Array.from({ length: folded.length + 1 }, () => undefined);
  const byStart = new Map<number, Chosen[]>();
  for (const piece of pieces) {
    const mention =
      piece.mentions.find((each) => each.field.taskIndex === task) ??
      (scope === 'plan' ? piece.mentions[0] : undefined);
    if (mention === undefined) continue;
    const list = byStart.get(piece.start);
    if (list === undefined) byStart.set(piece.start, [{ piece, mention }]);
    else list.push({ piece, mention });
  }
  for (let at = folded.length - 1; at >= 0; at -= 1) {
    best[at] = best[at + 1] ?? 0;
    for (const each of byStart.get(at) ?? []) {
      const value = each.piece.end - at + (best[each.piece.end] ?? 0);
      if (value > (best[at] ?? 0)) {
        best[at] = value;
        choice[at] = each;
      }
    }
  }
  const chosen: Chosen[] = [];
  let at = 0;
  while (at < folded.length) {
    const each = choice[at];
    if (each === undefined) at += 1;
    else {
      chosen.push(each);
      at = each.piece.end;
    }
  }
  return chosen;
}

/** One mention for the field that holds most pieces: its span runs from the first to the last of them. */
function toMention(mentions: readonly Mention[], share: number): Mention {
  const first = mentions[0];
  if (first === undefined) throw new RangeError('a cover has at least one piece');
  const counts = new Map<Mention['field'], Mention[]>();
  for (const each of mentions) counts.set(each.field, [...(counts.get(each.field) ?? []), each]);
  let held: readonly Mention[] = [first];
  for (const each of counts.values()) if (each.length > held.length) held = each;
  const pieces: readonly Span[] = held
    .map((each) => each.span)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  const start = Math.min(...pieces.map((piece) => piece.start));
  const end = Math.max(...pieces.map((piece) => piece.end));
  const via = mentions.find((each) => each.via !== undefined)?.via;
  return {
    field: (held[0] ?? first).field,
    span: { start, end },
    method: via === undefined ? 'compound' : 'compound-synonym',
    score: coverScore * share,
    negated: false,
    pieces,
    ...(via === undefined ? {} : { via }),
  };
}
