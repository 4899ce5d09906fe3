import { InvalidArgumentError } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { findCueSpans, findNegationScopes, isNegated } from '../negation/negation-scopes.ts';
import { scanTypedSpans } from '../scan/scan-typed-spans.ts';
import { cueMark, type ScanText, type TypedSpan } from '../scan/typed-span.ts';
import { foldTerm } from '../text/fold-term.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import type { MappedText } from '../text/offset-map.ts';
import { requestLanguage } from '../text/request-language.ts';
import {
  compoundWeight,
  genericWeight,
  isExactKind,
  isLiteralKind,
  literalWeight,
  type RequiredTerm,
  type RequiredTerms,
  type Span,
  type TaskLike,
  type TermPolarity,
  type Tokenizer,
  wordWeight,
} from '../vocabulary/terms.ts';
import type { WordSpan } from '../words/japanese-words.ts';
import {
  createStopWords,
  englishWorkVerbs,
  genericWords,
  type StopWords,
} from '../words/stop-words.ts';
import { changeRole } from './literal-roles.ts';
import { readTokenizedWords, readWords } from './read-words.ts';
import { typeTerm } from './type-term.ts';

/** How terms are taken from a request. */
export interface ExtractOptions {
  /** Finds Japanese words instead of the script runs; literals, negation and stop words stay ours. */
  readonly tokenizer?: Tokenizer;
  /** Required whatever the request says. */
  readonly customRequiredTerms?: readonly (string | RequiredTerm)[];
  readonly stopWords?: { readonly add?: readonly string[]; readonly remove?: readonly string[] };
  /** Terms kept, the heaviest first. @default 50 */
  readonly maxTerms?: number;
}

/** Names of `ExtractOptions`. */
export const extractOptionNames: OptionNames<ExtractOptions> = {
  tokenizer: true,
  customRequiredTerms: true,
  stopWords: true,
  maxTerms: true,
};

export const defaultMaxTerms = 50;

/** Stop words in force for these options. */
function stopWordsOf(options: ExtractOptions): StopWords {
  const { add = [], remove = [] } = options.stopWords ?? {};
  return createStopWords(new Set(add.map(foldTerm)), new Set(remove.map(foldTerm)));
}

export function checkMaxTerms(maxTerms: number = defaultMaxTerms): void {
  if (!Number.isInteger(maxTerms) || maxTerms < 0) {
    throw new InvalidArgumentError(
      `expected maxTerms to be a whole number of 0 or more, got ${String(maxTerms)}; leave it out for ${defaultMaxTerms}`,
    );
  }
}

/** Digits from which a number without a unit is a term of its own. */
const telling = 3;

/**
 * The terms a request asks for (`required`) and asks to leave out (`forbidden`), each with its span.
 * Deterministic, linear. An empty or blank request has no terms.
 */
export function extractRequiredTerms(
  userInput: string,
  options: ExtractOptions = {},
): RequiredTerms {
  if (typeof userInput !== 'string') {
    throw new InvalidArgumentError(
      `expected the request as a string, got ${describe(userInput)}; pass the user's own text`,
    );
  }
  checkOptions(options, extractOptionNames, 'extractRequiredTerms(input, options)');
  const { maxTerms = defaultMaxTerms } = options;
  checkMaxTerms(maxTerms);
  const custom = (options.customRequiredTerms ?? []).map((term) => typeTerm(term, 'custom'));
  const found = findTerms(userInput, options);
  return settleTerms([...custom, ...found], maxTerms, {
    source: 'user-input',
    language: requestLanguage(userInput),
  });
}

/** The terms of a plan, to check a later plan against: what its tasks name, `source` 'original-tasks'. Spans are left out. */
export function extractTermsFromTasks(
  tasks: readonly TaskLike[],
  options: ExtractOptions = {},
): RequiredTerms {
  if (!Array.isArray(tasks)) {
    throw new InvalidArgumentError(
      `expected an array of tasks, got ${describe(tasks)}; pass [] for no tasks`,
    );
  }
  checkOptions(options, extractOptionNames, 'extractTermsFromTasks(tasks, options)');
  const { maxTerms = defaultMaxTerms } = options;
  checkMaxTerms(maxTerms);
  const texts = textsOf(tasks);
  const custom = (options.customRequiredTerms ?? []).map((term) => typeTerm(term, 'custom'));
  const found = texts.flatMap((text) => findTerms(text, options)).map(withoutSpan);
  return settleTerms([...custom, ...found], maxTerms, {
    source: 'original-tasks',
    language: requestLanguage(texts.join('\n')),
  });
}

function textsOf(tasks: readonly TaskLike[]): readonly string[] {
  return tasks.flatMap((task) =>
    [task.title, task.summary, task.acceptance, task.description, task.context].filter(
      (text) => typeof text === 'string',
    ),
  );
}

function withoutSpan(term: RequiredTerm): RequiredTerm {
  const { text, kind, polarity, weight, exact, aliases } = term;
  return { text, kind, polarity, weight, exact, ...(aliases === undefined ? {} : { aliases }) };
}

function findTerms(input: string, options: ExtractOptions): readonly RequiredTerm[] {
  const wide = normalizeWidth(input);
  const { spans, scan } = scanTypedSpans(wide.text);
  const scopes = findNegationScopes(wide.text);
  for (const cue of findCueSpans(wide.text)) markCue(scan, cue);
  const stops = stopWordsOf(options);
  const literals = spans.flatMap((span, index) => {
    const role = changeRole(scan.lower, spans, index);
    if (
      span.bare === true &&
      role === 'none' &&
      digitsOf(wide.text, span) < telling &&
      span.quantity?.low === span.quantity?.high
    )
      return [];
    if (role === 'none' && isCountOnly(wide.text, span)) return [];
    const polarity = role === 'old' ? 'replaced' : polarityOf(scopes, span);
    return [literalTerm(input, wide, span, polarity)];
  });
  const read =
    options.tokenizer === undefined
      ? readWords(scan, stops)
      : readTokenizedWords(input, wide, scan, stops, options.tokenizer);
  const words = read.map((word) => wordTerm(input, wide, word, polarityOf(scopes, word)));
  return withoutVagueExclusions([...literals, ...words])
    .map((term, index) => ({ term, index }))
    .toSorted((a, b) => a.term.at - b.term.at || a.index - b.index)
    .map(({ term }) => term.term);
}

/**
 * "Do not send SMS" leaves SMS out, not sending; 会員ランクの表示は対象外 leaves the rank out. A general
 * word or a verb is excluded only when nothing else in the request is.
 */
function withoutVagueExclusions(terms: readonly PlacedTerm[]): readonly PlacedTerm[] {
  const isVague = ({ term }: PlacedTerm): boolean => {
    const folded = foldTerm(term.text);
    return (
      term.polarity === 'forbidden' && (genericWords.has(folded) || englishWorkVerbs.has(folded))
    );
  };
  const precise = terms.some((each) => each.term.polarity === 'forbidden' && !isVague(each));
  return precise ? terms.filter((each) => !isVague(each)) : terms;
}

function markCue(scan: ScanText, cue: Span): void {
  for (let at = cue.start; at < cue.end; at += 1)
    if (scan.claimed[at] === 0) scan.claimed[at] = cueMark;
}

function digitsOf(text: string, span: TypedSpan): number {
  return text.slice(span.start, span.end).replace(/[^0-9]/g, '').length;
}

/** "A・B・Cの3つ" counts what was just named; "1ページ50件", "1回の上限" frame another number: neither is a wish. */
function isCountOnly(text: string, span: TypedSpan): boolean {
  if (span.quantity === undefined) return false;
  const { dimension, bound, per, raw } = span.quantity;
  const form = text.slice(span.start, span.end);
  if (text.charAt(span.start - 1) === 'の' && /(?:つ|種類|点|者|項目)$/.test(form)) return true;
  if (raw === 1 && dimension === 'time' && text.charAt(span.end) === 'の') return true;
  const counted =
    dimension !== '' && !['time', 'month', 'clock', 'date', 'year', 'ratio'].includes(dimension);
  return (
    counted &&
    raw === 1 &&
    bound === undefined &&
    per === undefined &&
    /^(?:[0-9の]|あたり|当たり|につき)/.test(text.slice(span.end, span.end + 3))
  );
}

interface PlacedTerm {
  readonly at: number;
  readonly term: RequiredTerm;
}

function literalTerm(
  input: string,
  wide: MappedText,
  span: TypedSpan,
  polarity: TermPolarity,
): PlacedTerm {
  const original = wide.map.toSource(span.start, span.end);
  const text = input.slice(original.start, original.end);
  const { kind } = span;
  return {
    at: original.start,
    term: {
      text,
      kind,
      polarity,
      weight: literalWeight,
      exact: isExactKind(kind),
      span: original,
      ...cutAlias(text, wide.text.slice(span.start, span.end)),
    },
  };
}

function wordTerm(
  input: string,
  wide: MappedText,
  word: WordSpan,
  polarity: TermPolarity,
): PlacedTerm {
  const original = wide.map.toSource(word.start, word.end);
  const text = word.derived ? word.text : input.slice(original.start, original.end);
  const phrase = /\s/.test(text);
  const modified = word.start > 1 && 'のをに'.includes(wide.text.charAt(word.start - 1));
  const generic = genericWords.has(foldTerm(text)) && modified;
  const weight = generic ? genericWeight : word.compound ? compoundWeight : wordWeight;
  const term: RequiredTerm = {
    text,
    kind: phrase ? 'phrase' : 'word',
    polarity,
    weight,
    exact: false,
    ...(word.derived
      ? {}
      : { span: original, ...cutAlias(text, wide.text.slice(word.start, word.end)) }),
  };
  return { at: original.start, term };
}

/** A term that ends inside a character NFKC takes apart (①, ㎏) is also looked for as it was read. */
function cutAlias(text: string, read: string): Pick<RequiredTerm, 'aliases'> {
  return normalizeWidth(text).text === read ? {} : { aliases: [read] };
}

function polarityOf(scopes: readonly Span[], span: Span): TermPolarity {
  return isNegated(scopes, span.start, span.end) ? 'forbidden' : 'required';
}

function describe(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
}

/** One set of terms from several; of equal terms the first wins, and nothing is dropped. */
export function mergeRequiredTerms(...parts: readonly RequiredTerms[]): RequiredTerms {
  const items = parts.flatMap((part) => part.items);
  const merged = settleTerms(
    items,
    items.length,
    {
      source: parts[0]?.source ?? 'custom',
      language: parts[0]?.language ?? 'other',
    },
    parts.flatMap((part) => part.warnings),
  );
  return { ...merged, truncated: parts.some((part) => part.truncated) };
}

/** Identity of a term: exact kinds keep their case. */
export function termKey(term: RequiredTerm): string {
  return isExactKind(term.kind) ? `=${term.text.normalize('NFKC')}` : foldTerm(term.text);
}

/** Merges equal terms, settles conflicts of polarity and keeps the `maxTerms` heaviest, in order. */
function settleTerms(
  found: readonly RequiredTerm[],
  maxTerms: number,
  about: Pick<RequiredTerms, 'source' | 'language'>,
  earlier: readonly string[] = [],
): RequiredTerms {
  const byKey = new Map<string, RequiredTerm>();
  const warnings = [...earlier];
  const conflicts = new Set<string>();
  for (const term of found) {
    if (term.text.trim() === '') continue;
    const key = termKey(term);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, term);
    else {
      if (isOpposed(known, term)) conflicts.add(known.text);
      byKey.set(key, merge(known, term));
    }
  }
  for (const text of conflicts)
    warnings.push(`"${text}" is both asked for and left out; it is kept as required`);
  const all = [...byKey.values()];
  const kept = heaviest(all, maxTerms);
  const truncated = kept.length < all.length;
  if (truncated)
    warnings.push(
      `${all.length - kept.length} of ${all.length} terms were dropped: maxTerms is ${maxTerms}`,
    );
  return {
    terms: kept.filter((term) => term.polarity === 'required').map((term) => term.text),
    ...about,
    items: kept,
    truncated,
    warnings,
    ...(conflicts.size === 0 ? {} : { conflicts: [...conflicts] }),
  };
}

function isOpposed(a: RequiredTerm, b: RequiredTerm): boolean {
  return a.polarity !== b.polarity && a.polarity !== 'replaced' && b.polarity !== 'replaced';
}

/** The first span stays, the greater weight too; required wins over the other polarities. */
function merge(known: RequiredTerm, term: RequiredTerm): RequiredTerm {
  const polarity =
    known.polarity === term.polarity
      ? known.polarity
      : known.polarity === 'required' || term.polarity === 'required'
        ? 'required'
        : 'forbidden';
  return { ...known, polarity, weight: Math.max(known.weight, term.weight) };
}

/** Literals and custom terms outweigh words, so that they go last. */
function heaviest(terms: readonly RequiredTerm[], maxTerms: number): readonly RequiredTerm[] {
  if (terms.length <= maxTerms) return terms;
  const ranked = terms
    .map((term, index) => ({
      term,
      index,
      rank: term.weight + (isLiteralKind(term.kind) || term.kind === 'custom' ? 1 : 0),
    }))
    .toSorted((a, b) => b.rank - a.rank || a.index - b.index)
    .slice(0, maxTerms);
  return ranked.toSorted((a, b) => a.index - b.index).map(({ term }) => term);
}
