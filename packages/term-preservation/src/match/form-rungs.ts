import { isHiragana, isJapanese, isLatin } from '../text/characters.ts';
import { stemWord } from '../text/lexicon.ts';
import { boundaryScore } from './boundary.ts';
import { addMention, foldedMention, type Mention } from './mention.ts';
import type { PlanIndex, PlanWord } from './plan-index.ts';
import { skeletonOf } from './skeleton.ts';

const stemScore = 0.95;
const okuriganaScore = 0.95;
/** A phrase may be spread over this many words more than it has. */
const looseWords = 2;

/** A form made ready for every rung below the exact kinds. */
interface CompiledForm {
  readonly folded: string;
  /** `folded` without the お/ご of politeness; '' when it has none. */
  readonly bare: string;
  /** Latin words when the form is made of nothing else. */
  readonly latin: readonly string[];
  readonly stems: readonly string[];
  /** Kanji skeleton, '' when it has fewer than two kanji. */
  readonly skeleton: string;
}

export function compileForm(folded: string): CompiledForm {
  const japanese = Array.from(folded).some((unit) => isJapanese(unit.charCodeAt(0)));
  const latin = japanese
    ? []
    : folded.split(/[^a-z0-9'\u00c0-\u024f]+/).filter((word) => word !== '');
  const polite = /^[おご][\u4e00-\u9fff]{1,20}/.test(folded);
  return {
    folded,
    bare: polite ? folded.slice(1) : '',
    latin,
    stems: latin.map(stemWord),
    skeleton: japanese ? skeletonOf(folded) : '',
  };
}

/** Every mention of the form: literal and variant, then stem and okurigana. Cost: its occurrences. */
export function findForm(index: PlanIndex, form: CompiledForm, short: boolean): readonly Mention[] {
  const mentions: Mention[] = [];
  addLiterals(index, form.folded, mentions, 'literal');
  if (form.bare.length > 1) addLiterals(index, form.bare, mentions, 'variant');
  if (form.latin.length > 0) addLatin(index, form, mentions, short);
  if (short && form.skeleton !== '') addSkeletons(index, form, mentions);
  return mentions;
}

function addLiterals(
  index: PlanIndex,
  form: string,
  mentions: Mention[],
  method: 'literal' | 'variant',
): void {
  if (form === '' || !index.mayHold(form)) return;
  const { folded } = index;
  for (
    let at = folded.indexOf(form);
    at >= 0;
    at = folded.indexOf(form, at + Math.max(1, form.length - 1))
  ) {
    const score = boundaryScore(folded, at, at + form.length);
    if (score > 0) addMention(mentions, foldedMention(index, at, at + form.length, method, score));
  }
}

/** sign-up, sign up and signup are one; other forms of the words are found by stem. */
function addLatin(index: PlanIndex, form: CompiledForm, mentions: Mention[], short: boolean): void {
  const words = index.words();
  const joined = form.latin.join('');
  const [only = ''] = form.latin;
  if (form.latin.length === 1) {
    for (const at of words.byPair.get(only) ?? [])
      addMention(mentions, wordMention(index, words.list, at, at + 1, 'variant', 1));
  } else {
    for (const at of words.byText.get(joined) ?? [])
      addMention(mentions, wordMention(index, words.list, at, at, 'variant', 1));
  }
  for (const at of words.byText.get(only) ?? []) {
    if (form.latin.every((word, offset) => words.list[at + offset]?.text === word)) {
      addMention(
        mentions,
        wordMention(index, words.list, at, at + form.latin.length - 1, 'variant', 1),
      );
    }
  }
  if (!short || !form.latin.every((word) => isLatin(word.charCodeAt(0)))) return;
  addStems(index, form.stems, mentions);
}

function addStems(index: PlanIndex, stems: readonly string[], mentions: Mention[]): void {
  const { byStem, list } = index.words();
  const places = stems.map((stem) => byStem.get(stem) ?? []);
  const rarest = places.reduce(
    (best, each) => (each.length < best.length ? each : best),
    places[0] ?? [],
  );
  if (rarest.length === 0 || places.some((each) => each.length === 0)) return;
  const reach = stems.length + looseWords;
  for (const anchor of rarest) {
    const found = places.map((each) => (each === rarest ? anchor : nearest(each, anchor)));
    const first = Math.min(...found);
    const last = Math.max(...found);
    if (last - first < reach && new Set(found).size === found.length) {
      addMention(mentions, wordMention(index, list, first, last, 'stem', stemScore));
    }
  }
}

/** The value of an ascending list that is nearest to `wanted`. */
function nearest(sorted: readonly number[], wanted: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  const above = sorted[low] ?? -1;
  const below = sorted[low - 1];
  return below !== undefined && wanted - below < Math.abs(above - wanted) ? below : above;
}

function wordMention(
  index: PlanIndex,
  list: readonly PlanWord[],
  first: number,
  last: number,
  method: 'variant' | 'stem',
  score: number,
): Mention | undefined {
  const from = list[first];
  const to = list[last];
  if (from === undefined || to === undefined) return undefined;
  // C does not stand in C#.
  if (to.text.length === 1 && '#+'.includes(index.folded.charAt(to.end) || ' ')) return undefined;
  if (index.folded.charAt(from.start - 1) === '_' || index.folded.charAt(to.end) === '_')
    return undefined;
  return foldedMention(index, from.start, to.end, method, score);
}

function addSkeletons(index: PlanIndex, form: CompiledForm, mentions: Mention[]): void {
  const { text, offsets } = index.skeleton();
  const wanted = form.skeleton;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const start = offsets[at] ?? 0;
    const last = offsets[at + wanted.length - 1] ?? start;
    const next = offsets[at + wanted.length] ?? last + 1;
    // Okurigana after the last kanji belongs to the word.
    let end = last + 1;
    while (end < next && isHiragana(index.folded.charCodeAt(end))) end += 1;
    const plain = index.folded.slice(start, last + 1);
    if (plain === form.folded && end === last + 1) continue;
    const score = boundaryScore(index.folded, start, last + 1);
    if (score > 0)
      addMention(
        mentions,
        foldedMention(index, start, end, 'okurigana', score === 1 ? okuriganaScore : score),
      );
  }
}
