/** Kinds of values that a lexicon lists. */
export const listedKinds = ['region', 'payment', 'speed', 'colour'] as const;

/** A kind of values that a lexicon lists. */
export type ListedValueKind = (typeof listedKinds)[number];

/** Kinds of values that are listed in the built-in lexicons only. */
const ownKinds = ['person', 'platform', 'grade', 'means'] as const;

/** Kinds of values that a message may give and a later message may replace. */
export type ValueKind = ListedValueKind | (typeof ownKinds)[number] | 'date' | 'order';

/** Returns true for a value that leaves the word around it a name: 子供服, Windows. */
export function isOwnKind(kind: ValueKind): boolean {
  return ownKinds.some((own) => own === kind);
}

/** An order, a contract or a telephone: A-1234, 123456, 03-1234-5678. */
export const identifier = /^#?[a-z]{1,4}-?\d{3,}$|^\d{6,}$|^\d{2,}-\d{2,}(?:-\d+)*$/iu;

/** A part of a path; none of the characters ends a sentence and a path at once. */
const part = String.raw`[\w@.~$%+-]{1,60}`;
/** One backslash, or the yen sign that Japanese keyboards have in its place. */
const back = String.raw`(?:\\{1,2}|¥(?!\d))`;

/**
 * Source of a pattern for what is one word across slashes: C:\Users\x, /etc/hosts, src/app/main.ts, an address, TCP/IP. Not
 * and/or, red/green/blue.
 */
export const pathPattern = String.raw`(?<![\w@.~$%+-])(?:(?:[A-Za-z]:)?${back}${part}(?:${back}${part}){0,20}${back}?|${part}(?:${back}${part}){1,20}${back}?|(?:(?:\/${part}){2}|(?:~|\.\.?)\/${part})(?:\/${part}){0,20}\/?|[a-z]{2,10}:\/\/[\w@.~$%+?=&#:\/-]{1,200}|(?:${part}\/){1,20}[\w@~$%+-]{0,60}\.[A-Za-z][A-Za-z\d]{0,4}(?!\w)|[A-Z][A-Z\d]{0,4}(?:\/[A-Z\d]{1,5}){1,2}(?![\w\/]))(?<=[\w\/\\¥])`;

/**
 * Words to add to a built-in lexicon. All are whole terms: a Japanese word is looked for at term and
 * compound boundaries, an English one as a run of whole words, plural or not.
 */
export interface LexiconAddition {
  readonly values?: { readonly [Kind in ListedValueKind]?: readonly string[] };
  /** Nouns that name a property of something: 料金, deadline. Without an owner they are not enough. */
  readonly attributes?: readonly string[];
  /** Nouns that name no thing in particular: 商品, item. */
  readonly generic?: readonly string[];
  /** Terms without a meaning in a search: politeness, asking, thinking. */
  readonly stop?: readonly string[];
}

/** The words of one language for each topic of a domain. */
export type TopicWords = Readonly<Record<string, readonly string[]>>;

/** A lexicon prepared for looking words up. */
export interface CompiledLexicon {
  readonly topicOf: ReadonlyMap<string, string>;
  readonly attributes: ReadonlySet<string>;
  readonly generic: ReadonlySet<string>;
  /** Verbs and adjectives that name nothing by themselves: change, go wrong. */
  readonly predicates: ReadonlySet<string>;
  /** Everyday verbs that are nouns elsewhere: hold, in place a hold. */
  readonly verbs: ReadonlySet<string>;
  /** Persons, times and channels: they narrow a topic and are not topics. */
  readonly circumstances: ReadonlySet<string>;
  /** Words of a greeting, of thanks or of a goodbye. */
  readonly closing: ReadonlySet<string>;
  readonly stop: ReadonlySet<string>;
  readonly valueOf: ReadonlyMap<string, ValueKind>;
  /** Every word that has a meaning, and the length of the longest. */
  readonly known: ReadonlySet<string>;
  readonly longest: number;
}

/**
 * Prepares a lexicon for looking words up. Its data has one line for each group, `name: word, word`, which
 * indented lines continue; a group of single words needs no commas. The groups are `value <kind>` for the
 * kinds of values, `attributes`, `generic`, `predicates`, `verbs`, `circumstances`, `closing`, `phrases` and `stop`.
 *
 * @param fold Returns the form of a word in which a text is looked up.
 */
export function compileLexicon(
  data: string,
  addition: LexiconAddition,
  topics: TopicWords,
  fold: (word: string) => string,
): CompiledLexicon {
  const groups = new Map(
    data
      .trim()
      .split(/\n(?=\S)/u)
      .map(groupOf),
  );
  const wordsOf = (name: string, added: readonly string[] = []): readonly string[] =>
    [...(groups.get(name) ?? []), ...added].map(fold);
  const topicOf = new Map(
    Object.entries(topics).flatMap(([topic, list]) =>
      list.map((word) => [fold(word), topic] as const),
    ),
  );
  const valueOf = new Map<string, ValueKind>([
    ...ownKinds.flatMap((kind) => wordsOf(`value ${kind}`).map((word) => [word, kind] as const)),
    ...listedKinds.flatMap((kind) =>
      wordsOf(`value ${kind}`, addition.values?.[kind]).map((word) => [word, kind] as const),
    ),
  ]);
  const attributes = new Set(wordsOf('attributes', addition.attributes));
  const generic = new Set(wordsOf('generic', addition.generic));
  const predicates = new Set(wordsOf('predicates'));
  const verbs = new Set(wordsOf('verbs'));
  const circumstances = new Set([...wordsOf('circumstances'), ...wordsOf('value person')]);
  const closing = new Set(wordsOf('closing'));
  const stop = new Set(wordsOf('stop', addition.stop));
  const dropped = new Set((addition.stop ?? []).map(fold));
  const named = [
    ...topicOf.keys(),
    ...valueOf.keys(),
    ...attributes,
    ...generic,
    ...predicates,
    ...circumstances,
    ...wordsOf('phrases'),
  ];
  // An added stop term wins over the meaning that the built-in lexicon has for it.
  const known = new Set(named.filter((word) => !dropped.has(word)));
  const longest = Math.max(...[...known].map((word) => word.length));
  return {
    topicOf,
    attributes,
    generic,
    predicates,
    verbs,
    circumstances,
    closing,
    stop,
    valueOf,
    known,
    longest,
  };
}

function groupOf(line: string): readonly [name: string, words: readonly string[]] {
  const end = line.indexOf(':');
  const list = line.slice(end + 1).trim();
  const phrases = list.includes(',') ? list.split(',') : list.split(/\s+/u);
  return [line.slice(0, end), phrases.map((phrase) => phrase.trim().replaceAll(/\s+/gu, ' '))];
}

/** Returns the words of a list that is written with spaces. */
export function words(list: string): readonly string[] {
  return list.trim().split(/\s+/u);
}

/** Returns the set of the words of a list that is written with spaces. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(words(list));
}
