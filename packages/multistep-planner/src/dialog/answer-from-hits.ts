import { withCitation } from '../language/citation.ts';
import { normaliseQuery } from '../plan/query-text.ts';
import type { Answer, AnswerRequest, AnswerTool, SearchHit } from './ports.ts';

const noHit: Readonly<Record<'ja' | 'en', string>> = {
  ja: '申し訳ありません。該当する情報が見つかりませんでした。',
  en: 'Sorry, nothing was found about that.',
};
const nothingAsked: Readonly<Record<'ja' | 'en', string>> = {
  ja: 'ご不明な点がありましたら、お気軽にお尋ねください。',
  en: 'Let me know if there is anything you would like to ask.',
};

/** An answer tool without a model: quotes the best hit of each query with its source. */
export function createExtractiveAnswer(): AnswerTool {
  return { answer: (request) => Promise.resolve(quoteHits(request)) };
}

/** Quotes the best hit of each query; a fixed sentence without hits. Pure. */
export function quoteHits({ language, queries, hits, includeSources }: AnswerRequest): Answer {
  const texts = language === 'ja' ? 'ja' : 'en';
  if (queries.length === 0) return { text: nothingAsked[texts], sourceIds: [] };
  const chosen = new Set<SearchHit>();
  for (const query of queries) {
    const best = bestHit(query, hits);
    if (best !== undefined) chosen.add(best);
  }
  if (chosen.size === 0) return { text: noHit[texts], sourceIds: [] };
  const quotes = [...chosen].map(({ text, title, id }) =>
    includeSources ? withCitation(text, title ?? id, language) : text,
  );
  return { text: quotes.join('\n\n'), sourceIds: [...chosen].map(({ id }) => id) };
}

/** The hit that shares most with the query; of equal ones the one ranked first. */
function bestHit(query: string, hits: readonly SearchHit[]): SearchHit | undefined {
  const wanted = bigrams(query);
  let best: SearchHit | undefined;
  let most = -1;
  for (const hit of hits) {
    const has = bigrams(`${hit.title ?? ''} ${hit.text}`);
    const shared = [...wanted].filter((pair) => has.has(pair)).length;
    if (shared > most) {
      best = hit;
      most = shared;
    }
  }
  return best;
}

function bigrams(text: string): ReadonlySet<string> {
  const folded = normaliseQuery(text);
  const pairs = new Set<string>();
  for (let index = 0; index + 1 < folded.length; index += 1)
    pairs.add(folded.slice(index, index + 2));
  return pairs;
}

/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009). */
const rankConstant = 60;

/**
 * One list out of several, in plan order: reciprocal rank fusion, equal ids joined, ties by first
 * plan position, rank and id; cut to `topK`. The same lists give the same order.
 */
export function mergeHits(
  lists: readonly (readonly SearchHit[])[],
  topK: number,
): readonly SearchHit[] {
  const merged = new Map<
    string,
    { hit: SearchHit; score: number; position: number; rank: number }
  >();
  lists.forEach((hits, position) => {
    hits.forEach((hit, index) => {
      const score = 1 / (rankConstant + index + 1);
      const known = merged.get(hit.id);
      if (known === undefined) merged.set(hit.id, { hit, score, position, rank: index });
      else known.score += score;
    });
  });
  return [...merged.values()]
    .toSorted(
      (left, right) =>
        right.score - left.score ||
        left.position - right.position ||
        left.rank - right.rank ||
        (left.hit.id < right.hit.id ? -1 : 1),
    )
    .slice(0, topK)
    .map(({ hit }) => hit);
}
