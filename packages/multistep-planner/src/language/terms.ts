import type { Analysis, Term } from './reading.ts';

/** Returns true for a term that names something that can be searched. */
export function isTopical({ isSpecific, isIdentifier, isBareAttribute, topics }: Term): boolean {
  return isSpecific || isIdentifier || (topics.length > 0 && !isBareAttribute);
}

/** Names a thing, and not only what is done. */
export function isTopicalNoun(term: Term): boolean {
  return isTopical(term) && !term.isVerb;
}

export function isThing(term: Term | undefined): boolean {
  return (
    term !== undefined &&
    term.isSpecific &&
    !term.isVerb &&
    !term.isAttribute &&
    !/[a-z]{2}[^e\W]ed$/u.test(term.key)
  );
}

/** Begins as a name. */
export const innerName = /^\p{Lu}\p{Ll}+/u;

export function isNamed({ text, isSpecific }: Term): boolean {
  return isSpecific && innerName.test(text);
}

/** A place, a card: unlike a date, a size or a colour it names something. */
export function isName({ kind }: Term['values'][number]): boolean {
  return kind === 'region' || kind === 'payment' || kind === 'speed';
}

/** A verb stem (届き) names a topic weakly: it needs something that arrives. */
export function isNounTopic({ topics, text }: Term): boolean {
  return topics.length > 0 && !/\p{Script=Han}\p{Script=Hiragana}$/u.test(text);
}

const kanaEnd = /\p{Script=Hiragana}+$/u;

/** One begins or ends with the other: インフルエンザ and インフル; or they are forms of one verb. */
export function isAbout({ key }: Term, { key: other }: Term): boolean {
  const [short, long] = key.length < other.length ? [key, other] : [other, key];
  if (key === other) return true;
  if (short.length > 1 && (long.startsWith(short) || long.endsWith(short))) return true;
  const stem = kanaEnd.exec(key)?.index ?? 0;
  return stem > 0 && kanaEnd.exec(other)?.index === stem && other.startsWith(key.slice(0, stem));
}

export function isAmong(term: Term, others: readonly Term[] = []): boolean {
  return others.some((other) => isAbout(term, other));
}

/** Groups terms that were side by side: `throat cancer`, `Frank Zappa`. */
export function runsOf(terms: readonly Term[]): readonly (readonly Term[])[] {
  const runs: Term[][] = [];
  for (const term of terms) {
    const last = runs.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && term.start === before.end + 1)
      last.push(term);
    else runs.push([term]);
  }
  return runs;
}

/** A capital or a digit within a word. */
const nameMark = /^\p{L}*\p{Lu}[\p{L}\d]*$|\p{L}.*\d|\d.*\p{L}/u;

/** The first capital of a sentence marks no name. */
function isPartOfName({ isSpecific, start, text }: Term): boolean {
  return isSpecific && (start > 0 || /.[\p{Lu}\d]/u.test(text)) && nameMark.test(text);
}

/** Returns the English names among terms, each with the numbers and names that follow it: iPhone 17 Pro. */
export function namesAmong(terms: readonly Term[]): readonly (readonly Term[])[] {
  return runsOf(terms).flatMap((run) => {
    const at = run.findIndex(isPartOfName);
    if (at < 0) return [];
    const end = run.findIndex(
      (term, index) => index > at && !isPartOfName(term) && !/^\d/u.test(term.text),
    );
    return [run.slice(at, end < 0 ? undefined : end)];
  });
}

/** Returns the terms that name the same thing in another language: iPhone 17 Pro, X200. Not a place or a day. */
export function latinNames({ language, terms }: Analysis): readonly Term[] {
  if (language === 'ja')
    return terms.filter((term) => isThing(term) && /^\p{Script=Latin}{2}/u.test(term.text));
  return namesAmong(terms).flat();
}

/** Each key once, at its first place. */
export function distinctTerms(terms: readonly Term[]): readonly Term[] {
  const seen = new Set<string>();
  return terms.filter(({ key }) => !seen.has(key) && seen.add(key) !== undefined);
}
