/** What a message may be about; each group has words in both languages. */
export type TopicId =
  | 'shipping'
  | 'delivery-date'
  | 'returns'
  | 'refund'
  | 'cancel'
  | 'payment'
  | 'receipt'
  | 'gift'
  | 'stock'
  | 'size'
  | 'price'
  | 'points-coupon'
  | 'account-login'
  | 'membership'
  | 'warranty-repair'
  | 'product-info'
  | 'store'
  | 'contact';

/** Kinds of values that a message may give and a later message may replace. */
export type ValueKind = 'region' | 'payment' | 'speed' | 'colour' | 'size' | 'date' | 'order';

/**
 * The words of one language. All are whole terms: a Japanese word is looked for at term and compound
 * boundaries, an English one as a run of whole words, plural or not.
 */
export interface Lexicon {
  readonly topics: Readonly<Record<TopicId, readonly string[]>>;
  /** Nouns that name a property of something: 料金, deadline. Without an owner they say nothing. */
  readonly attributes: readonly string[];
  /** Nouns that name no thing in particular: 商品, item. */
  readonly generic: readonly string[];
  /** Terms that carry no meaning in a search: politeness, asking, thinking. */
  readonly stop: readonly string[];
  readonly values: Readonly<Record<'region' | 'payment' | 'speed' | 'colour', readonly string[]>>;
}

/** A lexicon to add to the built-in one. */
export type LexiconAddition = {
  readonly [Key in 'attributes' | 'generic' | 'stop']?: readonly string[];
} & {
  readonly topics?: { readonly [Topic in TopicId]?: readonly string[] };
  readonly values?: Partial<Lexicon['values']>;
};

/** A lexicon prepared for looking words up. */
export interface CompiledLexicon {
  readonly topicOf: ReadonlyMap<string, TopicId>;
  readonly attributes: ReadonlySet<string>;
  readonly generic: ReadonlySet<string>;
  readonly stop: ReadonlySet<string>;
  readonly valueOf: ReadonlyMap<string, ValueKind>;
  /** Every word that has a meaning, and the length of the longest. */
  readonly known: ReadonlySet<string>;
  readonly longest: number;
}

/** Prepares a lexicon; `fold` brings words into the form in which a text is looked up. */
export function compileLexicon(
  lexicon: Lexicon,
  addition: LexiconAddition | undefined,
  fold: (word: string) => string,
): CompiledLexicon {
  const topicOf = new Map<string, TopicId>();
  for (const [topic, list] of entries(lexicon.topics)) {
    for (const word of [...list, ...(addition?.topics?.[topic] ?? [])]) {
      topicOf.set(fold(word), topic);
    }
  }
  const valueOf = new Map<string, ValueKind>();
  for (const [kind, list] of entries(lexicon.values)) {
    for (const word of [...list, ...(addition?.values?.[kind] ?? [])]) {
      valueOf.set(fold(word), kind);
    }
  }
  const setOf = (key: 'attributes' | 'generic' | 'stop'): ReadonlySet<string> =>
    new Set([...lexicon[key], ...(addition?.[key] ?? [])].map(fold));
  const attributes = setOf('attributes');
  const generic = setOf('generic');
  const known = new Set([...topicOf.keys(), ...valueOf.keys(), ...attributes, ...generic]);
  const longest = Math.max(...[...known].map((word) => word.length));
  return { topicOf, attributes, generic, stop: setOf('stop'), valueOf, known, longest };
}

/** `Object.entries` of a record whose keys are known. */
function entries<Key extends string, Value>(
  record: Readonly<Record<Key, Value>>,
): readonly (readonly [Key, Value])[] {
  const pairs: [Key, Value][] = [];
  for (const key in record) if (Object.hasOwn(record, key)) pairs.push([key, record[key]]);
  return pairs;
}

/** A list of words as it is written in a data file. */
export function words(list: string): readonly string[] {
  return list.split(/\s+/u).filter((word) => word !== '');
}

/** A list of phrases, parted by commas. */
export function phrases(list: string): readonly string[] {
  return list
    .split(',')
    .map((phrase) => phrase.trim().replaceAll(/\s+/gu, ' '))
    .filter((phrase) => phrase !== '');
}
