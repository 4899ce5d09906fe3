import { restOf } from './correction.ts';
import type { Analysis, Term } from '../language/reading.ts';

/**
 * Earlier terms that a message replaces drop out: a value by one of its kind, an attribute noun by
 * another one, a topic by the message's own.
 */
export function replaceSlots(
  earlier: readonly Term[],
  { terms, signals }: Analysis,
  isRejected = false,
): readonly Term[] {
  const kinds = new Set(terms.flatMap(({ values }) => values.map(({ kind }) => kind)));
  const hasAttribute = terms.some(({ isAttribute }) => isAttribute);
  const hasTopic = terms.some((term) => isNounTopic(term));
  const isPlaced = signals.ellipsis || signals.correction;
  const withoutValues = earlier
    .flatMap((term) => {
      const value = term.values.find(({ kind }) => kinds.has(kind));
      // Roaming abroad, and in Korea: the rest of a compound stays.
      return value === undefined ? [term] : restOf(term, value.value);
    })
    .filter(
      (term) =>
        !(isPlaced && !isRejected && terms.some((own) => hasTail(term, own))) &&
        !(
          signals.correction &&
          term.start > 0 &&
          terms.some((own) => isNamed(own) && isNamed(term))
        ),
    );
  const kept = withoutValues.filter((term) => {
    if (hasAttribute && term.isAttribute && (!term.isSpecific || signals.ellipsis)) return false;
    const isReplaceable = term.topics.length > 0 && !term.isSpecific;
    return !(hasTopic && isReplaceable && (signals.ellipsis || signals.opener || signals.also));
  });
  // And for gifts?: where nothing would be left, the topic is what the new word adds to.
  return kept.length > 0 ? kept : withoutValues;
}

/**
 * The earlier terms whose place a bare noun takes: those after the same preposition (`on my phone`), else the
 * object of the verb (`what about beer?` after `can I bring my own wine`), else what a preposition adds
 * (`the fee for a key`). In Japanese, and only of a correction: the noun before a shared one, else the first.
 */
export function replacedObject(
  earlier: readonly Term[],
  message: Analysis,
  question: Analysis | null,
): readonly Term[] {
  const { language, text, terms, signals } = message;
  if (language === 'ja') {
    if (signals.correction) return replacedNoun(earlier, terms);
    const isAlone =
      signals.ellipsis && !text.includes('も') && terms.length === 1 && earlier.length > 1;
    // 犬の登録: what の marks, and not the topic of プールは or the time of 検査の前に.
    const isOwner = ({ end }: Term): boolean =>
      /^(?:の(?![前後])|を|(?=\p{Script=Han})|へ|に(?!は)|まで|から|で(?!も)|行)/u.test(
        question?.text.slice(end) ?? '',
      );
    return isAlone
      ? earlier.filter((term) => isAlike(term, terms[0]) && isOwner(term)).slice(0, 1)
      : [];
  }
  if (question === null || !(signals.ellipsis || signals.correction)) return [];
  // And freeze it: what the pronoun means stays.
  if (/\b(?:it|them|that|this|those|these)\b/iu.test(text)) return [];
  const own = startPreposition.exec(text)?.[1];
  if (own !== undefined && (signals.correction || terms.some(isNamed) || terms.every(isThing)))
    return objectOf(earlier, question, own);
  // And Turkey, after `can I use my allowance in Switzerland`: a name for the last name.
  const named = terms.length > 0 && terms.every(isNamed) ? runsOf(earlier.filter(isInnerName)) : [];
  if (named.length > 0) return named.at(-1) ?? [];
  // The travel clinic, after the flu clinic: another word before the same noun.
  const at = terms.findIndex(({ key }) => earlier.some((term) => term.key === key));
  const shared = earlier.findIndex(({ key }) => key === terms[at]?.key);
  const beside = earlier[shared - 1];
  const isOther = at > 0 || (signals.correction && isThing(beside));
  if (beside !== undefined && isOther) return [beside];
  const isNoun =
    terms.some(isThing) &&
    terms.every(
      (term) => (isThing(term) || term.isAttribute || term.isGeneric) && term.values.length === 0,
    );
  if (!isNoun) return [];
  // And the national one, after the regional train pass: the first word of the thing.
  if (signals.ellipsis && / one\?*$/u.test(text)) return runOf(earlier.filter(isThing)).slice(0, 1);
  if (/\b(?:(?:out|in)side|for|in|on|off|at|to|with|from|by|if|when|too|ones?)\b/iu.test(text))
    return [];
  const verb = earlier.findIndex(({ isVerb, isPredicate }) => isVerb || isPredicate);
  const rest = verb < 0 ? [] : earlier.slice(verb + 1);
  const object = runOf(rest);
  // The subject: dogs, in are dogs allowed on trams; a filling, in what does a filling cost.
  const isSubject = verb > 0 && /^(?:is|are|was|were|what does)\b/iu.test(question.text);
  const subject = isSubject ? runOf(earlier.slice(0, verb)) : object;
  const added =
    subject.length > 0 ? subject : objectOf(earlier, question, 'for|on|of|about|with|to|in|at');
  return added.length > 0 || !signals.correction ? added : runOf(earlier.filter(isThing));
}

const startPreposition =
  /^(?:and |or |what about |how about )?(for|on|in|at|to|from|with|by|about)\b/iu;

/** The things at the end of a question that a preposition adds. */
function objectOf(
  earlier: readonly Term[],
  { text, terms }: Analysis,
  preposition: string,
): readonly Term[] {
  const before = new RegExp(`\\b(?:${preposition}) (?:(?:the|my|an?|our|your|this|that) )?$`, 'iu');
  const at = terms.findLastIndex(
    (term, index) =>
      before.test(text.slice(0, term.start)) &&
      (term.values.length > 0 || runAt(terms, index).some(isThing)),
  );
  const keys = new Set(at < 0 ? [] : runAt(terms, at).map(({ key }) => key));
  return earlier.filter(({ key }) => keys.has(key));
}

/** The terms from an index on that are side by side: online transfers. */
function runAt(terms: readonly Term[], index: number): readonly Term[] {
  return runsOf(terms.slice(index))[0] ?? [];
}

/** The things at the start of a list that are side by side. */
function runOf(terms: readonly Term[]): readonly Term[] {
  const [first = []] = runsOf(terms);
  const end = first.findIndex((term) => !isThing(term));
  return end < 0 ? first : first.slice(0, end);
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

/** 犬 and 猫, バイオリン and チェロ: names that are written alike are of one kind. */
function isAlike(term: Term, own: Term | undefined): boolean {
  if (own === undefined || !isThing(own) || !isThing(term)) return false;
  const pair = `${term.text} ${own.text}`;
  return (
    /^[\p{Script=Katakana}ー]+ [\p{Script=Katakana}ー]+$/u.test(pair) ||
    (term.text.length === own.text.length && /^\p{Script=Han}+ \p{Script=Han}+$/u.test(pair))
  );
}

/** 光回線の解約金 and モバイルです: 光回線. 住所変更 and 電話番号の変更です: 住所変更. */
function replacedNoun(earlier: readonly Term[], own: readonly Term[]): readonly Term[] {
  const shared = earlier.findIndex(({ text }) => own.some((term) => text.endsWith(term.text)));
  const isSame = own.some(({ key }) => key === earlier[shared]?.key);
  const replaced = shared < 0 ? earlier.find(isThing) : earlier[isSame ? shared - 1 : shared];
  return replaced !== undefined && isThing(replaced) ? [replaced] : [];
}

/** 京都店 in the place of 大阪店, 3年生 in the place of 2年生, gate 21 of gate 12: two things of one kind. */
function hasTail(term: Term, own: Term): boolean {
  const [, unit] = /^\d+(\D*)$/u.exec(own.text) ?? [];
  if (unit !== undefined && term.text.replace(/^\d+/u, '') === unit) return true;
  const tail = /.(\p{Script=Han}|[\p{Script=Katakana}ー]{3}|[a-z]{7})$/u.exec(own.text)?.[1];
  return (
    tail !== undefined &&
    term.key !== own.key &&
    isThing(term) &&
    isThing(own) &&
    term.text.endsWith(tail)
  );
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

/** A name within a sentence, where a capital marks no beginning. */
function isInnerName(term: Term): boolean {
  return term.start > 0 && isNamed(term);
}

/** Each key once, at its first place. */
export function distinctTerms(terms: readonly Term[]): readonly Term[] {
  const seen = new Set<string>();
  return terms.filter(({ key }) => !seen.has(key) && seen.add(key) !== undefined);
}

/** A verb stem (届き) names a topic weakly: it needs something that arrives. */
export function isNounTopic({ topics, text }: Term): boolean {
  return topics.length > 0 && !/\p{Script=Han}\p{Script=Hiragana}$/u.test(text);
}
