import { InvalidArgumentError } from '@kanmon/core';
import { checkOptions } from '@kanmon/core/kit';
import { findCueSpans, findNegationScopes, isNegated } from '../negation/negation-scopes.ts';
import { scanTypedSpans } from '../scan/scan-typed-spans.ts';
import { cueMark, type ScanText, type TypedSpan } from '../scan/typed-span.ts';
import { foldTerm } from '../text/fold-term.ts';
import { type MappedText, normalizeWidth } from '../text/normalize-width.ts';
import type {
  RequiredTerm,
  RequiredTerms,
  Span,
  TaskLike,
  TermPolarity,
} from '../vocabulary/terms.ts';
import { englishWorkVerbs } from '../words/english-stop-words.ts';
import { genericWords } from '../words/japanese-stop-words.ts';
import type { WordSpan } from '../words/japanese-words.ts';
import { changeRole } from './change-values.ts';
import {
  extractOptionNames,
  checkMaxTerms,
  defaultMaxTerms,
  type ExtractOptions,
  stopWordsOf,
} from './extract-options.ts';
import { requestLanguage } from './request-language.ts';
import { readTokenizedWords } from './tokenized-words.ts';
import { settleTerms } from './settle-terms.ts';
import { readWords } from './read-words.ts';
import { typeTerm } from './type-term.ts';
import {
  compoundWeight,
  genericWeight,
  isExactKind,
  literalWeight,
  wordWeight,
} from './weights.ts';

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
