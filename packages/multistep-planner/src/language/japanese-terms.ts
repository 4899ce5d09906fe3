import type { CompiledLexicon, TopicId, ValueKind } from './lexicon.ts';
import { japanesePieces, type Piece } from './japanese-pieces.ts';
import type { Term } from './term.ts';

/** A Japanese text cut into terms and the pieces they come from. */
export interface JapaneseTerms {
  readonly pieces: readonly Piece[];
  readonly terms: readonly Term[];
}

const identifier = /^#?[A-Z]{1,4}-?\d{3,}$|^\d{6,}$|^\d{2,}-\d{2,}(?:-\d+)*$/iu;
const dateLike =
  /^\d+(?:日|月|月\d+日|年)$|^(?:月|火|水|木|金|土|日)曜日?$|^(?:明日|今日|昨日|来週|今週|週末|年末年始)/u;
const thing = /.(?:(?<!返)品|アイテム|グッズ)$/u;
const sizeLike = /^\d+(?:\.\d+)?(?:cm|mm|kg|g|ml|l|センチ|号)$|^(?:xs|s|m|l|ll|xl|xxl)$/iu;

/** The content terms of a Japanese text in order, stop terms left out. */
export function japaneseTerms(text: string, lexicon: CompiledLexicon): JapaneseTerms {
  const pieces = japanesePieces(text);
  const terms = pieces.flatMap((piece) => {
    if (piece.kind !== 'content' || isStop(piece.text, lexicon)) return [];
    return [termOf(piece, lexicon)];
  });
  return { pieces, terms };
}

/** A verb stem is a stop term in any of its forms: 教え, 教えて, 分からない. */
function isStop(text: string, { stop, known }: CompiledLexicon): boolean {
  if (stop.has(text)) return true;
  if (known.has(text)) return false;
  if (text.startsWith('何')) return true;
  if (text.length === 1 && /[\p{Script=Hiragana}]/u.test(text)) return true;
  const stem = text.replace(/\p{Script=Hiragana}+$/u, '');
  return stem !== '' && stem !== text && stem.length === 1 && stop.has(stem);
}

/** Looks a word up as a whole, else by the known words it is composed of. */
function termOf({ text, start, end }: Piece, lexicon: CompiledLexicon): Term {
  // A compound is what its last part is: セール品 is a thing, not a sale.
  const isThing = thing.test(text) && !lexicon.known.has(text);
  const topics: TopicId[] = [];
  const values: { kind: ValueKind; value: string }[] = [];
  let isAttribute = false;
  let isGeneric = false;
  let hasOwner = false;
  const rest = eachKnown(text, lexicon, (word) => {
    const topic = lexicon.topicOf.get(word);
    const kind = lexicon.valueOf.get(word);
    if (topic !== undefined && !isThing) topics.push(topic);
    if (!lexicon.attributes.has(word)) hasOwner = true;
    if (kind !== undefined) values.push({ kind, value: word });
    if (lexicon.attributes.has(word)) isAttribute = true;
    if (lexicon.generic.has(word)) isGeneric = true;
  });
  const isIdentifier = identifier.test(text);
  if (isIdentifier) values.push({ kind: 'order', value: text });
  else if (dateLike.test(text)) values.push({ kind: 'date', value: text });
  else if (sizeLike.test(text)) values.push({ kind: 'size', value: text });
  const isBareAttribute = isAttribute && !hasOwner && rest === 0;
  const isSpecific = (rest > 0 || isThing) && values.length === 0 && !/^\d+$/u.test(text);
  return {
    text,
    key: text.toLowerCase(),
    start,
    end,
    topics,
    values,
    isAttribute,
    isBareAttribute,
    isGeneric,
    isSpecific,
    isIdentifier,
  };
}

/** Calls back for each known word, longest first from the left; returns how many characters are left. */
function eachKnown(
  text: string,
  { known, longest }: CompiledLexicon,
  found: (word: string) => void,
): number {
  if (known.has(text)) {
    found(text);
    return 0;
  }
  let rest = 0;
  for (let position = 0; position < text.length;) {
    let length = Math.min(longest, text.length - position);
    // Single characters are never looked for: a character says nothing of the word it stands in.
    while (length > 1 && !known.has(text.slice(position, position + length))) length -= 1;
    if (length > 1) found(text.slice(position, position + length));
    else rest += /[\p{Script=Hiragana}]/u.test(text.charAt(position)) && position > 0 ? 0 : 1;
    position += Math.max(1, length);
  }
  return rest;
}
