import { InvalidArgumentError } from '@kanmon/core';
import { checkOptions, withoutUndefined } from '@kanmon/core/kit';
import { findCueSpans, findNegationScopes, negationAt } from '../negation/negation-scopes.ts';
import { scanTypedSpans } from '../scan/scan-typed-spans.ts';
import { cueMark, type TypedSpan } from '../scan/typed-span.ts';
import { foldTerm } from '../text/fold-term.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import type { MappedText } from '../text/offset-map.ts';
import { checkMethod } from '../text/read-tokens.ts';
import { requestLanguage } from '../text/request-language.ts';
import {
  compoundWeight,
  genericWeight,
  isExactKind,
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
import { createStopWords, englishWorkVerbs, genericWords } from '../words/stop-words.ts';
import { joinTerms, type TermPart } from './join-terms.ts';
import { literalRoles } from './literal-roles.ts';
import { readTokenizedWords, readWords } from './read-words.ts';
import { settleTerms } from './settle-terms.ts';
import { typeCustomTerms, typeTerm } from './type-term.ts';

/** Options of the extraction of terms. */
export interface ExtractOptions {
  /** Finds Japanese words instead of the script runs. Literals, negation and stop words stay ours. */
  readonly tokenizer?: Tokenizer;
  /** Required even when the request does not name them. */
  readonly customRequiredTerms?: readonly (string | RequiredTerm)[];
  readonly stopWords?: { readonly add?: readonly string[]; readonly remove?: readonly string[] };
  /** Terms kept, the heaviest first. @default 50 */
  readonly maxTerms?: number;
}

const optionNames = 'tokenizer customRequiredTerms stopWords maxTerms';
const defaultMaxTerms = 50;

/** Checks what the extraction alone reads; `typeCustomTerms` and `checkMethod` check the rest. */
export function checkExtraction({
  maxTerms = defaultMaxTerms,
  stopWords = {},
}: Pick<ExtractOptions, 'maxTerms' | 'stopWords'>): void {
  checkOptions(stopWords, 'add remove', 'options.stopWords');
  const { add = [], remove = [] } = stopWords;
  if (!Array.isArray(add) || !Array.isArray(remove))
    throw new InvalidArgumentError('expected stopWords.add and stopWords.remove as lists of words');
  if (!Number.isInteger(maxTerms) || maxTerms < 0) {
    throw new InvalidArgumentError(
      `expected maxTerms to be a whole number of 0 or more, got ${String(maxTerms)}; leave it out for ${defaultMaxTerms}`,
    );
  }
}

/**
 * Extracts the terms that a request asks for (`required`) and asks to leave out (`forbidden`), each with its span.
 * Deterministic, linear. An empty or blank request has no terms.
 *
 * @throws {InvalidArgumentError} For a request that is not a string, and unknown or invalid options.
 * @example
 * extractRequiredTerms('認証を3秒以内に。印刷は不要').terms; // ['認証', '3秒以内']
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
  checkOptions(options, optionNames, 'extractRequiredTerms(input, options)');
  return extract([userInput], options, 'user-input');
}

/**
 * Extracts the terms that the tasks of a plan name, to check a later plan against them. Spans are left out.
 *
 * @throws {InvalidArgumentError} For tasks that are not an array, and unknown or invalid options.
 */
export function extractTermsFromTasks(
  tasks: readonly TaskLike[],
  options: ExtractOptions = {},
): RequiredTerms {
  if (!Array.isArray(tasks)) {
    throw new InvalidArgumentError(
      `expected an array of tasks, got ${describe(tasks)}; pass [] for no tasks`,
    );
  }
  checkOptions(options, optionNames, 'extractTermsFromTasks(tasks, options)');
  const texts = tasks.flatMap(({ title, summary, acceptance, description, context }: TaskLike) =>
    [title, summary, acceptance, description, context].filter((text) => typeof text === 'string'),
  );
  return extract(texts, options, 'original-tasks');
}

function describe(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
}

function extract(
  texts: readonly string[],
  options: ExtractOptions,
  source: 'user-input' | 'original-tasks',
): RequiredTerms {
  const { maxTerms = defaultMaxTerms, customRequiredTerms = [] } = options;
  checkExtraction(options);
  checkMethod('tokenizer', options.tokenizer, 'tokenize');
  const custom = typeCustomTerms(customRequiredTerms);
  const found = texts.flatMap((text) => findTerms(text, options));
  const terms = source === 'user-input' ? found : found.map(withoutSpan);
  const language = requestLanguage(texts.join('\n'));
  return settleTerms([...custom, ...terms], maxTerms, { source, language });
}

function withoutSpan({ text, kind, polarity, weight, exact, aliases }: RequiredTerm): RequiredTerm {
  return withoutUndefined({ text, kind, polarity, weight, exact, aliases });
}

/** A text and its normal width. */
interface Source {
  readonly input: string;
  readonly wide: MappedText;
}

/** Returns the terms of one text in order of appearance: its literals, then the words between them. */
function findTerms(
  input: string,
  { tokenizer, stopWords: { add = [], remove = [] } = {} }: ExtractOptions,
): readonly RequiredTerm[] {
  const source: Source = { input, wide: normalizeWidth(input) };
  const { text } = source.wide;
  const { spans, scan } = scanTypedSpans(text);
  const scopes = findNegationScopes(text);
  const polarityOf = (span: Span): TermPolarity =>
    negationAt(scopes, span) === undefined ? 'required' : 'forbidden';
  const roles = literalRoles(scan, spans);
  const literals = spans.flatMap((span, index) =>
    roles[index] === 'none'
      ? []
      : [literalTerm(source, span, roles[index] === 'old' ? 'replaced' : polarityOf(span))],
  );
  for (const cue of findCueSpans(text))
    for (let at = cue.start; at < cue.end; at += 1)
      if (scan.claimed[at] === 0) scan.claimed[at] = cueMark;
  const stops = createStopWords(new Set(add.map(foldTerm)), new Set(remove.map(foldTerm)));
  const words =
    tokenizer === undefined ? readWords(scan, stops) : readTokenizedWords(scan, stops, tokenizer);
  const found = words.map((word) => wordTerm(source, word, polarityOf(word)));
  const acts = found.filter((each, at) => each.start < (words[at]?.start ?? 0));
  const isInAct = (part: PlacedTerm): boolean =>
    acts.some((act) => act !== part && act.start <= part.start && part.end <= act.end);
  const terms = [...literals, ...found.filter((each) => !isInAct(each))];
  const numbers = spans
    .filter((span, index) => roles[index] === 'none' && span.kind === 'quantity')
    .map(({ start, end }) => ({ start, end, kind: 'number', polarity: 'required' }) as const);
  const kept = withoutVagueExclusions(terms).toSorted((a, b) => a.start - b.start);
  const known = new Map(kept.map((each) => [each.start, each.term]));
  const parts = [...kept, ...numbers].toSorted((a, b) => a.start - b.start);
  return joinTerms(text, parts).map((part) => {
    const term = part.joined === true ? undefined : known.get(part.start);
    return term ?? joinedTerm(source, part);
  });
}

/** Returns the new term of joined parts. */
function joinedTerm({ input, wide }: Source, { start, end, polarity }: TermPart): RequiredTerm {
  const span = wide.map.toSource(start, end);
  const term = typeTerm(input.slice(span.start, span.end));
  const weight = Math.max(term.weight, compoundWeight);
  return { ...term, polarity, weight, span };
}

/** A term and its place in the text of normal width. */
interface PlacedTerm extends TermPart {
  readonly term: RequiredTerm;
}

function literalTerm({ input, wide }: Source, span: TypedSpan, polarity: TermPolarity): PlacedTerm {
  const original = wide.map.toSource(span.start, span.end);
  const text = input.slice(original.start, original.end);
  const term: RequiredTerm = {
    text,
    kind: span.kind,
    polarity,
    weight: literalWeight,
    exact: isExactKind(span.kind),
    span: original,
    ...cutAlias(text, wide.text.slice(span.start, span.end)),
  };
  const { start, end, wideStart = start } = span;
  const kind = span.kind === 'quantity' ? span.kind : 'literal';
  const isWide = wideStart < start && polarity === 'required';
  return { start: isWide ? wideStart : start, end, kind, polarity, joined: isWide, term };
}

/** "Do not delete old invoices" leaves out that they are deleted, and not the invoices. */
const spoiling =
  /\b(?:delet|remov|eras|discard|overwrit|renam|alter|chang|edit|modif|replac|damag|touch|mov|clos|cancel)(?:e|y)? (?:(?:any|all|the|our|your|my|its|their|these|those|existing|of) ){0,2}$/i;

/** UTF-16 units of the verb and the words behind it. */
const longestAct = 32;

function wordTerm({ input, wide }: Source, word: WordSpan, polarity: TermPolarity): PlacedTerm {
  const { start, end, derived, compound } = word;
  const act =
    polarity === 'forbidden'
      ? (spoiling.exec(wide.text.slice(Math.max(0, start - longestAct), start))?.[0] ?? '')
      : '';
  const original = wide.map.toSource(start - act.length, end);
  const text = derived ? word.text : input.slice(original.start, original.end);
  const isModified = start > 1 && 'のをに'.includes(wide.text.charAt(start - 1));
  const isGeneric = isModified && genericWords.has(foldTerm(text));
  const term: RequiredTerm = {
    text,
    kind: /\s/.test(text) ? 'phrase' : 'word',
    polarity,
    weight: isGeneric ? genericWeight : compound ? compoundWeight : wordWeight,
    exact: false,
    span: original,
    ...(derived ? {} : cutAlias(text, wide.text.slice(start, end))),
  };
  const kind = word.verb === true ? 'verb' : 'word';
  return { start: start - act.length, end, kind, polarity, term };
}

/** A term that ends inside a character that NFKC takes apart (①, ㎏) is also looked for as it was read. */
function cutAlias(text: string, read: string): Pick<RequiredTerm, 'aliases'> {
  return normalizeWidth(text).text === read ? {} : { aliases: [read] };
}

/**
 * "Do not send SMS" leaves SMS out, not sending; 会員ランクの表示は対象外 leaves the rank out. A general word or a
 * verb is excluded only when nothing else in the request is.
 */
function withoutVagueExclusions(terms: readonly PlacedTerm[]): readonly PlacedTerm[] {
  const excluded = terms.filter(({ term }) => term.polarity === 'forbidden');
  const vague = new Set(
    excluded.filter(({ term }) => {
      const folded = foldTerm(term.text);
      return genericWords.has(folded) || englishWorkVerbs.has(folded);
    }),
  );
  return vague.size < excluded.length ? terms.filter((each) => !vague.has(each)) : terms;
}
