import {
  countUnits,
  isHiragana,
  isKatakana,
  isLetter,
  isWordUnit,
  runEnd,
  runStart,
} from '../text/characters.ts';
import { append } from '../text/lexicon.ts';
import { isStopWord } from '../words/stop-words.ts';
import { isKnownKatakana } from './boundary.ts';
import { findForm, findSynonyms, type Ladder } from './form-rungs.ts';
import type { Mention } from './plan-index.ts';

/** Limits of the length: pieces of shorter terms are too short, and longer terms cost too much. */
const shortestCovered = 3;
const longestCovered = 64;
const longestPiece = 12;
/** Score of a full cover. Order and distance are free, so it is below that of the word itself. */
const coverScore = 0.9;

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly mentions: readonly Mention[];
}

/**
 * Returns for each task the best cover of a compound by pieces that are un-negated in the task (or the plan): the
 * share of its units in pieces of two units or more, times 0.9. Cost: 64 x 12 look-ups for each term and task.
 */
export function findCovers(ladder: Ladder, folded: string): readonly Mention[] {
  if (folded.length < shortestCovered || folded.length > longestCovered) return [];
  const pieces = findPieces(ladder, folded);
  const tasks = new Set(
    pieces.flatMap((piece) => piece.mentions.map((each) => each.field.taskIndex)),
  );
  return [...tasks].flatMap((task) => {
    const isOfTask = (mention: Mention): boolean => mention.field.taskIndex === task;
    const inTask = pieces.flatMap(({ start, end, mentions }) => {
      const mention =
        mentions.find(isOfTask) ?? (ladder.compoundScope === 'plan' ? mentions[0] : undefined);
      return mention === undefined ? [] : [{ start, end, mention }];
    });
    const chosen = bestCover(folded.length, inTask);
    // 設定 of 通知設定 counts beside 通知, and is nothing alone.
    if (chosen.every(({ start, end }) => isStopWord(folded.slice(start, end)))) return [];
    const own = chosen.map(({ mention }) => mention).filter(isOfTask);
    if (own.length === 0) return [];
    const covered = chosen.reduce(
      (sum, { start, end }) => sum + countUnits(folded.slice(start, end), isLetter),
      0,
    );
    return coverMention(own, Math.min(1, covered / countUnits(folded, isLetter)));
  });
}

function findPieces(ladder: Ladder, folded: string): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let start = 0; start + 1 < folded.length; start += 1) {
    // A Latin word may be longer than other pieces.
    const latin = runEnd(folded, start, isWordUnit);
    const last = Math.min(folded.length, Math.max(start + longestPiece, latin));
    for (let end = start + 2; end <= last; end += 1) {
      if (end - start === folded.length || !isPiece(folded, start, end)) continue;
      const mentions = mentionsOf(ladder, folded.slice(start, end));
      if (mentions.length > 0) pieces.push({ start, end, mentions });
    }
  }
  return pieces;
}

/** Pieces end where a word may end: not inside a Latin word or a katakana run. They are not hiragana alone. */
function isPiece(folded: string, start: number, end: number): boolean {
  const first = folded.charCodeAt(start);
  const last = folded.charCodeAt(end - 1);
  const before = folded.charCodeAt(start - 1);
  const after = folded.charCodeAt(end);
  if (!isLetter(first) || isHiragana(first) || first === 0x30fc || !isLetter(last)) return false;
  if (isWordUnit(first) && isWordUnit(before)) return false;
  if (isWordUnit(last) && isWordUnit(after)) return false;
  if (isKatakana(last) && isKatakana(after) && !isKatakanaBorder(folded, end)) return false;
  if (isKatakana(first) && isKatakana(before) && !isKatakanaBorder(folded, start)) return false;
  return true;
}

/** Units of a katakana run that are read on each side of a border: four long words. */
const longestSide = 48;

/** スマホ|アプリ: a border between known words of one katakana run. */
function isKatakanaBorder(folded: string, at: number): boolean {
  const from = runStart(folded, at, isKatakana, longestSide);
  const to = runEnd(folded, at, isKatakana, at + longestSide);
  return isKnownKatakana(folded.slice(from, at)) && isKnownKatakana(folded.slice(at, to));
}

/** Returns one usable mention of a piece or its synonyms for each task. */
export function mentionsOf(ladder: Ladder, piece: string): readonly Mention[] {
  const known = ladder.pieces.get(piece);
  if (known !== undefined) return known;
  const forms = [findForm(ladder.index, piece, true), ...findSynonyms(ladder, piece)];
  const found = forms.flatMap(usableMentions);
  ladder.pieces.set(piece, found);
  return found;
}

/** Returns one mention for each task that is not out of scope, an un-negated one if there is any. */
function usableMentions(mentions: readonly Mention[]): readonly Mention[] {
  const byTask = new Map<number, Mention>();
  for (const mention of mentions) {
    if (mention.negation === 'scope' || mention.score < coverScore) continue;
    const known = byTask.get(mention.field.taskIndex);
    if (known === undefined || (known.negation !== undefined && mention.negation === undefined))
      byTask.set(mention.field.taskIndex, mention);
  }
  return [...byTask.values()];
}

interface PlacedPiece {
  readonly start: number;
  readonly end: number;
  readonly mention: Mention;
}

/** The pieces that cover most units from some place on, and how many units they cover. */
interface Cover {
  readonly units: number;
  readonly chosen: readonly PlacedPiece[];
}

/** Dynamic programming from the right: of two covers of the same size the one with the earlier piece is kept. */
function bestCover(length: number, pieces: readonly PlacedPiece[]): readonly PlacedPiece[] {
  const byStart = new Map<number, PlacedPiece[]>();
  for (const piece of pieces) append(byStart, piece.start, piece);
  const none: Cover = { units: 0, chosen: [] };
  const covers: Cover[] = [];
  for (let at = length - 1; at >= 0; at -= 1) {
    let best = covers[at + 1] ?? none;
    for (const piece of byStart.get(at) ?? []) {
      const rest = covers[piece.end] ?? none;
      const units = piece.end - at + rest.units;
      if (units > best.units) best = { units, chosen: [piece, ...rest.chosen] };
    }
    covers[at] = best;
  }
  return covers[0]?.chosen ?? [];
}

/** One mention for the field that holds most pieces. Its span runs from the first to the last of them. */
function coverMention(mentions: readonly Mention[], share: number): readonly Mention[] {
  const byField = new Map<Mention['field'], Mention[]>();
  for (const mention of mentions) append(byField, mention.field, mention);
  const [first, ...others] = byField;
  if (first === undefined) return [];
  const [field, held] = others.reduce(
    (most, each) => (each[1].length > most[1].length ? each : most),
    first,
  );
  const pieces = held
    .map((each) => each.span)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  const via = mentions.find((each) => each.via !== undefined)?.via;
  return [
    {
      field,
      span: {
        start: Math.min(...pieces.map((piece) => piece.start)),
        end: Math.max(...pieces.map((piece) => piece.end)),
      },
      method: via === undefined ? 'compound' : 'compound-synonym',
      score: coverScore * share,
      negation: mentions.find((each) => each.negation !== undefined)?.negation,
      pieces,
      via,
    },
  ];
}
