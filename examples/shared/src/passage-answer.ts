import type { Locale } from '@kanmon/core';
import type { Answer, AnswerRequest, AnswerTool, SearchHit } from '@kanmon/multistep-planner';
import { foldTerm, tokenize } from './tokenize.ts';

/**
 * Least share of a query that a passage must hold to be its answer. The words of a query that finds
 * nothing still share pairs of characters with some passage: プレゼント holds the ント of ポイント.
 */
const leastCoverage = 0.5;
/** Sentences quoted of one passage: what was asked for, and the next best. */
const maxSentences = 2;
const sentenceEnd = /(?<=[。！？])|(?<=[.!?])\s+/u;
const stepMarker = /^(?:まず|はじめに|次に|続いて|最後に|first|next|then|finally)[、,\s]/iu;

/** An answer tool without a model: the best passage of each query, its sentences stitched by rule. */
export function createPassageAnswer(): AnswerTool {
  return { answer: (request) => Promise.resolve(answerFromPassages(request)) };
}

/**
 * For each query the passage that holds most of it, cut to the sentences that answer the message. A
 * passage of steps stays whole and is numbered. With `includeSources` each part ends in `[n]`, the
 * place of its source in `sourceIds`. Reports queries that no passage covers. Pure.
 */
export function answerFromPassages(request: AnswerRequest): Answer {
  const locale: Locale = request.language === 'ja' ? 'ja' : 'en';
  if (request.queries.length === 0) return { text: nothingAsked[locale], sourceIds: [] };
  const chosen = new Map<string, SearchHit>();
  const missing: string[] = [];
  const exact = request.queries.length === 1 ? passageAsked(request) : undefined;
  for (const query of request.queries) {
    const hit = exact ?? passageFor(query, request.hits);
    if (hit === undefined) missing.push(query);
    else chosen.set(hit.id, hit);
  }
  const sourceIds = [...chosen.keys()];
  const parts = [...chosen.values()].map((hit, index) => {
    const mark = request.includeSources ? ` [${index + 1}]` : '';
    return `${stitched(hit, request)}${mark}`;
  });
  const gaps = missing.length === 0 ? [] : [notFound[locale](parts.length === 0 ? [] : missing)];
  return { text: [...parts, ...gaps].join('\n\n'), sourceIds };
}

const nothingAsked: Readonly<Record<Locale, string>> = {
  ja: 'ほかにも気になることがありましたら、お尋ねください。',
  en: 'Ask away if there is anything else you would like to know.',
};

/** For one part of a question the words that were searched; for the whole none, the user knows them. */
const notFound: Readonly<Record<Locale, (queries: readonly string[]) => string>> = {
  ja: (queries) =>
    queries.length === 0
      ? 'お尋ねの件は、FAQ に見つかりませんでした。'
      : `「${queries.join('」「')}」については、FAQ に見つかりませんでした。`,
  en: (queries) =>
    queries.length === 0
      ? 'The FAQ has no answer to that.'
      : `The FAQ has no answer about ${queries.map((each) => `"${each}"`).join(', ')}.`,
};

/** The passage whose title is the very question. */
function passageAsked({ message, hits }: AnswerRequest): SearchHit | undefined {
  const asked = termsOf(message).join(' ');
  return hits.find(({ title }) => title !== undefined && termsOf(title).join(' ') === asked);
}

/** The passage that holds most of the query; of equal ones the one that was ranked first. */
function passageFor(query: string, hits: readonly SearchHit[]): SearchHit | undefined {
  let best: SearchHit | undefined;
  let most = leastCoverage;
  for (const hit of hits) {
    const share = coverage(query, `${hit.title ?? ''} ${hit.text}`);
    if (best === undefined ? share >= most : share > most) {
      best = hit;
      most = share;
    }
  }
  return best;
}

/** Mean over the words of the query of the share of each that the text holds: 0 to 1. */
function coverage(query: string, text: string): number {
  const held = new Set(termsOf(text));
  const words = wordsOf(query);
  if (words.length === 0) return 0;
  return words.reduce((sum, word) => sum + shareOf(word, held), 0) / words.length;
}

function stitched(hit: SearchHit, { message, queries, style }: AnswerRequest): string {
  const sentences = hit.text.split(sentenceEnd).filter((each) => each !== '');
  if (style === 'step_by_step' && sentences.filter((each) => stepMarker.test(each)).length > 1) {
    return sentences.map((each, index) => `${index + 1}. ${each}`).join('\n');
  }
  const own = new Set(termsOf(message));
  const weights = weightsOf(queries.flatMap(wordsOf), sentences);
  const ranked = sentences
    .map((text, place) => ({
      text,
      place,
      weight: weights[place] ?? 0,
      own: new Set(termsOf(text).filter((term) => own.has(term))).size,
    }))
    .toSorted((a, b) => b.weight - a.weight || b.own - a.own || a.place - b.place)
    .slice(0, maxSentences)
    .toSorted((a, b) => a.place - b.place);
  const glue = /[.!?]$/u.test(sentences[0] ?? '') ? ' ' : '';
  return ranked.map(({ text }) => text).join(glue);
}

/**
 * Returns a weight for each sentence, from the words it has. A word in few sentences counts for more: in a
 * passage about cancelling, the sentence about the fee is the one that was asked for.
 */
function weightsOf(
  words: readonly (readonly string[])[],
  sentences: readonly string[],
): readonly number[] {
  const weights = sentences.map(() => 0);
  for (const word of words) {
    const shares = sentences.map((text) => shareOf(word, new Set(termsOf(text))));
    const total = shares.reduce((sum, share) => sum + share, 0);
    shares.forEach((share, place) => {
      if (total > 0) weights[place] = (weights[place] ?? 0) + share / total;
    });
  }
  return weights;
}

/** The words of a query, each as its terms. */
function wordsOf(query: string): readonly (readonly string[])[] {
  return query
    .split(/\s+/u)
    .map(termsOf)
    .filter((terms) => terms.length > 0);
}

function shareOf(word: readonly string[], held: ReadonlySet<string>): number {
  return word.filter((term) => held.has(term)).length / word.length;
}

function termsOf(text: string): readonly string[] {
  return tokenize(text).map(foldTerm);
}
