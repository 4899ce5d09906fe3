import { InvalidArgumentError } from '@kanmon/core';
import { lowerBound } from '@kanmon/core/kit';
import {
  countUnits,
  isHiragana,
  isJapanese,
  isKanji,
  isLatin,
  placesOf,
  runEnd,
} from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { stemWord } from '../text/lexicon.ts';
import type { SynonymSource, Tokenizer } from '../vocabulary/terms.ts';
import { boundaryScore } from './boundary.ts';
import type { Quantity } from '../quantity/quantity.ts';
import type { FragmentIndex } from './fragment-floor.ts';
import type { Mention, PlanIndex, PlanQuantity } from './plan-index.ts';
import { skeletonOf } from './skeleton.ts';
import type { LimitedText } from './plan-quantities.ts';

const stemScore = 0.95;
const okuriganaScore = 0.95;
const synonymScore = 0.95;
/** Highest score of what is only likely the same: it never preserves. */
export const nearScore = 0.6;
/** Ends of a condition that mean the same: エラーのとき, エラー時, エラーの場合. */
const conditionEnds = ['のとき', 'の時', 'の場合', 'の際', '時'];
/** A phrase may be spread over this many words more than it has. */
const looseWords = 2;

/** The phrases of a plan by their initials. */
export type PlanInitials = ReadonlyMap<string, readonly PlanPhrase[]>;

/** A phrase of the folded plan. */
export interface PlanPhrase {
  readonly start: number;
  readonly text: string;
}

/** The input of the rungs besides the term. */
export interface Ladder {
  readonly index: PlanIndex;
  readonly synonyms: readonly SynonymSource[];
  readonly tokenizer?: Tokenizer | undefined;
  readonly compoundScope: 'task' | 'plan';
  /** Mentions of the pieces of compounds, found once for the whole run of a validation. */
  readonly pieces: Map<string, readonly Mention[]>;
  /** Every quantity that the terms ask for: one that another term names is no trace of this one. */
  readonly quantities: readonly Quantity[];
  /** Every quantity of the term around a literal. */
  readonly own?: readonly Quantity[];
  /** The quantities of all terms, each with the words beside it. */
  labels(): readonly { readonly words: readonly string[]; readonly quantity: Quantity }[];
  /** The texts of all terms, in lower case. */
  readonly texts: string;
  /** The request with its limits; undefined where only its terms are known. */
  request(): LimitedText | undefined;
  /** Quantities of the plan that no term asks for. */
  unnamed(): ReadonlySet<PlanQuantity>;
  fragments(): FragmentIndex;
  initials(): PlanInitials;
}

/**
 * Returns every mention of a folded form: literal and variant, and for a `short` form stem and okurigana.
 * Cost: its occurrences.
 */
export function findForm(index: PlanIndex, folded: string, short: boolean): readonly Mention[] {
  const japanese = countUnits(folded, isJapanese) > 0;
  // お/ご of politeness
  const bare = /^[おご][\u4e00-\u9fff]{1,20}/.test(folded) ? folded.slice(1) : '';
  const latin = japanese
    ? []
    : folded.split(/[^a-z0-9'\u2019\u00c0-\u024f]+/).filter((word) => word);
  return [
    ...findLiterals(index, folded, 'literal'),
    ...(bare.length > 1 ? findLiterals(index, bare, 'variant') : []),
    ...otherConditions(folded).flatMap((form) => findLiterals(index, form, 'variant')),
    ...(latin.length > 0 ? findLatin(index, latin, short) : []),
    ...(short && japanese ? findSkeletons(index, folded) : []),
  ];
}

/** Returns a condition with its other ends, for a noun of two characters or more. */
function otherConditions(folded: string): readonly string[] {
  const end = conditionEnds.find((each) => folded.endsWith(each));
  const noun = end === undefined ? '' : folded.slice(0, -end.length);
  return noun.length < 2
    ? []
    : conditionEnds.filter((each) => each !== end).map((each) => noun + each);
}

/** Returns the mentions of each synonym of a folded form, of the sources of one strength. */
export function findSynonyms(
  { index, synonyms }: Ladder,
  folded: string,
  strength: 'same' | 'near' = 'same',
): readonly (readonly Mention[])[] {
  const isNear = strength === 'near';
  const highest = isNear ? nearScore : synonymScore;
  return synonyms
    .filter((source) => (source.strength ?? 'same') === strength)
    .flatMap((source) => readSynonyms(source, folded))
    .map((via) =>
      inflections(foldTerm(via)).flatMap((form) =>
        findForm(index, form, true).map((mention): Mention => {
          const score = Math.min(mention.score, highest);
          return { ...mention, method: isNear ? 'near' : 'synonym', score, via };
        }),
      ),
    );
}

/**
 * Returns the checked answer of a synonym source. There is no silent fallback.
 *
 * @throws {InvalidArgumentError} Names a source that throws, or gives no list.
 */
function readSynonyms(source: SynonymSource, folded: string): readonly string[] {
  let forms: unknown;
  let cause: unknown;
  try {
    forms = source.lookup(folded);
  } catch (error) {
    cause = error;
  }
  // The elements are not checked.
  if (Array.isArray(forms)) return forms as readonly string[];
  throw new InvalidArgumentError(`the synonym source "${source.name}" threw or gave no list`, {
    cause,
  });
}

/** Kana of one consonant row in the order a, i, u, e, o, for the conjugations of a godan verb. */
const verbRows = [
  'わいうえお',
  'かきくけこ',
  'がぎぐげご',
  'さしすせそ',
  'たちつてと',
  'なにぬねの',
  'ばびぶべぼ',
  'まみむめも',
  'らりるれろ',
];

/** Returns a form and, for a verb in its dictionary form (探す, 絞る), the stems of its other forms. */
function inflections(folded: string): readonly string[] {
  const row = verbRows.find((each) => each.charAt(2) === folded.slice(-1));
  const stem = folded.slice(0, -1);
  if (row === undefined || !isKanji(stem.charCodeAt(stem.length - 1))) return [folded];
  return [folded, ...[...row].filter((kana) => !folded.endsWith(kana)).map((kana) => stem + kana)];
}

function findLiterals(
  index: PlanIndex,
  form: string,
  method: 'literal' | 'variant',
): readonly Mention[] {
  if (form === '' || !index.mayHold(form)) return [];
  const { folded } = index;
  return placesOf(folded.text, form, form.length - 1).flatMap((at) => {
    const score = boundaryScore(folded.text, at, at + form.length);
    return score > 0 ? folded.mentions(at, at + form.length, method, score) : [];
  });
}

/** sign-up, sign up and signup are one form. Other forms of the words are found by stem. */
function findLatin(index: PlanIndex, latin: readonly string[], short: boolean): readonly Mention[] {
  const { list, byText, byPair } = index.words();
  const [first = ''] = latin;
  const length = latin.length;
  const joined =
    length === 1
      ? (byPair.get(first) ?? []).flatMap((at) => wordMention(index, at, at + 1, 'variant', 1))
      : (byText.get(latin.join('')) ?? []).flatMap((at) =>
          wordMention(index, at, at, 'variant', 1),
        );
  const apart = (byText.get(first) ?? [])
    .filter((at) => latin.every((word, offset) => list[at + offset]?.text === word))
    // "-2.25, left" is no "-2.25 left".
    .filter(
      (at) =>
        !/\d[,;] [a-z]/.test(
          index.folded.text.slice(list[at]?.start, list[at + length - 1]?.start),
        ),
    )
    .flatMap((at) => wordMention(index, at, at + length - 1, 'variant', 1));
  if (!short || !latin.every((word) => isLatin(word.charCodeAt(0)))) return [...joined, ...apart];
  // sub-processor list: subprocessor list
  const fused = latin
    .slice(1)
    .map((word, at) => [
      ...latin.slice(0, at),
      `${latin[at] ?? ''}${word}`,
      ...latin.slice(at + 2),
    ]);
  return [
    ...joined,
    ...apart,
    ...[latin, ...fused].flatMap((words) => findStems(index, words.map(stemWord))),
  ];
}

function findStems(index: PlanIndex, stems: readonly string[]): readonly Mention[] {
  const { byStem } = index.words();
  const places = stems.map((stem) => byStem.get(stem) ?? []);
  const rarest = places.reduce((best, each) => (each.length < best.length ? each : best));
  if (rarest.length === 0) return [];
  return rarest.flatMap((anchor) => {
    const found = places.map((each) => (each === rarest ? anchor : nearest(each, anchor)));
    const first = Math.min(...found);
    const last = Math.max(...found);
    const near = last - first < stems.length + looseWords && new Set(found).size === found.length;
    return near ? wordMention(index, first, last, 'stem', stemScore) : [];
  });
}

/** Returns the value of an ascending list that is nearest to `wanted`. */
function nearest(sorted: readonly number[], wanted: number): number {
  const at = lowerBound(sorted, (each) => each < wanted);
  const below = sorted[at - 1] ?? -Infinity;
  const above = sorted[at] ?? Infinity;
  return wanted - below < above - wanted ? below : above;
}

function wordMention(
  index: PlanIndex,
  first: number,
  last: number,
  method: 'variant' | 'stem',
  score: number,
): readonly Mention[] {
  const { list } = index.words();
  const { folded } = index;
  const [from, to] = [list[first], list[last]];
  if (from === undefined || to === undefined) return [];
  const after = folded.text.charAt(to.end);
  // C is not in C#.
  if (to.text.length === 1 && '#+'.includes(after || ' ')) return [];
  if (folded.text.charAt(from.start - 1) === '_' || after === '_') return [];
  return folded.mentions(from.start, to.end, method, score);
}

function findSkeletons(index: PlanIndex, folded: string): readonly Mention[] {
  const wanted = skeletonOf(folded);
  if (wanted === '') return [];
  const { text, offsets } = index.skeleton();
  const plan = index.folded.text;
  return placesOf(text, wanted, 1).flatMap((at) => {
    const start = offsets[at] ?? 0;
    const close = (offsets[at + wanted.length - 1] ?? start) + 1;
    // Okurigana after the last kanji belongs to the word.
    const end = runEnd(plan, close, isHiragana, offsets[at + wanted.length]);
    if (end === close && plan.slice(start, close) === folded) return [];
    const score = boundaryScore(plan, start, close);
    if (score === 0) return [];
    return index.folded.mentions(start, end, 'okurigana', score === 1 ? okuriganaScore : score);
  });
}
