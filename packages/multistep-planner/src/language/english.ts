import type { CompiledLexicon, TopicId, ValueKind } from './lexicon.ts';
import type { Term, Word } from './reading.ts';

const wordPattern = /[\p{L}\p{N}]+(?:['’.\-_][\p{L}\p{N}]+)*/gu;

/** The words of a text in order. Linear. */
export function englishWords(text: string): readonly Word[] {
  return Array.from(text.matchAll(wordPattern), (match) => {
    const [word] = match;
    const lower = word.toLowerCase().replaceAll('’', "'");
    return {
      text: word,
      lower,
      folded: foldWord(lower),
      start: match.index,
      end: match.index + word.length,
    };
  });
}

/** Lower case, no possessive, singular: enough to find a lexicon word in its plural. */
function foldWord(word: string): string {
  const bare = word.toLowerCase().replace(/'s$|'$/u, '');
  if (bare.length <= 3 || !bare.endsWith('s') || /(?:ss|us|is)$/u.test(bare)) return bare;
  if (bare.endsWith('ies') && bare.length > 4) return `${bare.slice(0, -3)}y`;
  return /(?:xes|ches|shes|sses)$/u.test(bare) ? bare.slice(0, -2) : bare.slice(0, -1);
}

/** Folds each word of a phrase. */
export function foldPhrase(phrase: string): string {
  return phrase.split(' ').map(foldWord).join(' ');
}

const identifier = /^[a-z]{1,4}-?\d{3,}$|^\d{6,}$|^\d{2,}-\d{2,}(?:-\d+)*$/u;
const dateWord =
  /^(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|yesterday|weekend|january|february|april|june|july|august|september|october|november|december|christmas)$|^\d{1,2}(?:st|nd|rd|th)$|^\d{4}-\d{2}-\d{2}$/u;
const sizeWord = /^(?:xs|xl|xxl|\d+(?:\.\d+)?(?:cm|mm|kg|g|ml|oz|lb|inch))$/u;
const longestPhrase = 3;

/** Returns the content terms of an English text in order: a phrase of the lexicon is one term. */
export function englishTerms(
  text: string,
  list: readonly Word[],
  lexicon: CompiledLexicon,
): readonly Term[] {
  const terms: Term[] = [];
  for (let index = 0; index < list.length;) {
    const length = phraseLength(list, index, lexicon);
    const first = list[index];
    const last = list[index + Math.max(1, length) - 1];
    if (first !== undefined && last !== undefined && (length > 0 || !isStop(first, lexicon))) {
      const phrase = list.slice(index, index + Math.max(1, length));
      terms.push(termOf(text.slice(first.start, last.end), phrase, lexicon));
    }
    index += Math.max(1, length);
  }
  return terms;
}

function isStop({ lower, folded }: Word, { stop }: CompiledLexicon): boolean {
  return (
    stop.has(lower) ||
    stop.has(folded) ||
    stop.has(lower.replaceAll("'", '')) ||
    (/^\w+'(?:s|d|ll|re|ve|m|t)$/u.test(lower) && stop.has(lower.replace(/(?:n't|'\w+)$/u, '')))
  );
}

/** Words of the longest lexicon phrase that begins here. */
function phraseLength(list: readonly Word[], index: number, { known }: CompiledLexicon): number {
  for (let length = Math.min(longestPhrase, list.length - index); length > 1; length -= 1) {
    if (
      known.has(
        list
          .slice(index, index + length)
          .map(({ folded }) => folded)
          .join(' '),
      )
    )
      return length;
  }
  const word = list[index];
  if (word === undefined || !known.has(word.folded)) return 0;
  // `us` the pronoun is far more frequent than the country; only capitals mean the country.
  return word.lower === 'us' && word.text !== 'US' ? 0 : 1;
}

function termOf(text: string, phrase: readonly Word[], lexicon: CompiledLexicon): Term {
  const key = phrase.map(({ folded }) => folded).join(' ');
  const start = phrase[0]?.start ?? 0;
  const end = phrase.at(-1)?.end ?? start;
  const topic = lexicon.topicOf.get(key);
  const kind: ValueKind | undefined = lexicon.valueOf.get(key);
  const isAttribute = lexicon.attributes.has(key);
  const isGeneric = lexicon.generic.has(key);
  const isIdentifier = identifier.test(key);
  const values: { kind: ValueKind; value: string }[] = [];
  if (kind !== undefined) values.push({ kind, value: key });
  else if (isIdentifier) values.push({ kind: 'order', value: text });
  else if (dateWord.test(key)) values.push({ kind: 'date', value: key });
  else if (sizeWord.test(key)) values.push({ kind: 'size', value: key });
  const topics: TopicId[] = topic === undefined ? [] : [topic];
  const isSpecific = topics.length === 0 && values.length === 0 && !isAttribute && !isGeneric;
  return {
    text,
    key,
    start,
    end,
    topics,
    values,
    isAttribute,
    isBareAttribute: isAttribute && values.length === 0,
    isGeneric,
    isSpecific,
    isIdentifier,
  };
}
