import type { Analysis, Term } from '../language/reading.ts';
import { isAbout, isNamed, isNounTopic, isThing, namesAmong } from '../language/terms.ts';

/**
 * Earlier terms that a message replaces drop out: a value by one of its kind, an attribute noun by
 * another one, a topic by the message's own.
 */
export function replaceSlots(
  earlier: readonly Term[],
  message: Analysis,
  isRejected = false,
): readonly Term[] {
  const { terms, signals } = message;
  const kinds = new Set(terms.flatMap(({ values }) => values.map(({ kind }) => kind)));
  const names = message.language === 'ja' ? [] : namesAmong(earlier);
  const hasAttribute =
    terms.some(({ isAttribute }) => isAttribute) || asksProperty(message, earlier, names.flat());
  const hasTopic = terms.some((term) => isNounTopic(term));
  const isPlaced = signals.ellipsis || signals.correction;
  // Nor is the 10 of Pixel 10 another 17.
  const named = new Set(namesAmong(terms).flat());
  const others = terms.filter((own) => !named.has(own));
  const withoutValues = earlier
    .flatMap((term) => {
      const value = term.values.find(({ kind }) => kinds.has(kind));
      // Roaming abroad, and in Korea: the rest of a compound stays.
      return value === undefined ? [term] : restOf(term, value.value);
    })
    .filter(
      (term) =>
        !(isPlaced && !isRejected && others.some((own) => hasTail(term, own))) &&
        !(signals.correction && terms.some((own) => isNamed(own) && isNamed(term))),
    );
  const kept = withoutValues.filter((term) => {
    if (hasAttribute && term.isAttribute && (!term.isSpecific || signals.ellipsis)) return false;
    const isReplaceable = term.topics.length > 0 && !term.isSpecific;
    return !(hasTopic && isReplaceable && (signals.ellipsis || signals.opener || signals.also));
  });
  // And for gifts?: where nothing would be left, the topic is what the new word adds to.
  return kept.length > 0 ? kept : withoutValues;
}

/** And the battery life, after the price of a name: one property for another. */
const property =
  /^(?:and|or|(?:what|how) about) (?:(?:what|how) about )?(?:the|its|their|his|her) /iu;

function asksProperty(
  { text, terms, signals }: Analysis,
  earlier: readonly Term[],
  names: readonly Term[],
): boolean {
  return (
    signals.ellipsis &&
    property.test(text) &&
    names.length > 0 &&
    earlier.every((term) => term.isAttribute || names.includes(term)) &&
    namesAmong(terms).length === 0
  );
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

/** Takes rejected words out of earlier terms: a whole term, or the part of a compound. */
export function withoutRejected(
  terms: readonly Term[],
  rejected: readonly Term[],
): readonly Term[] {
  return terms.flatMap((term) => {
    const hit = rejected.find(
      (other) =>
        isAbout(term, other) ||
        (/^\p{Script=Han}$/u.test(other.key) && restOf(term, other.key).length > 0),
    );
    return hit === undefined ? [term] : restOf(term, hit.text);
  });
}

/** Returns a compound without its first part: 普通預金 without 普通 is 預金, 傘忘れ without 傘 is 忘れ; 定期券 without 定期 is nothing. */
export function restOf(term: Term, part: string): readonly Term[] {
  const rest = term.text.startsWith(part) ? term.text.slice(part.length) : '';
  const isWord =
    /^\p{Script=Han}{2,}$|^\p{Script=Han}\p{Script=Hiragana}+$|^[\p{Script=Katakana}ー]{2,}$/u.test(
      rest,
    );
  // メールアドレス without メール is nothing either.
  return isWord && !/[\p{Script=Katakana}ー]{2}/u.test(`${part.slice(-1)}${rest.charAt(0)}`)
    ? [{ ...term, text: rest, written: term.written.slice(part.length), key: rest, values: [] }]
    : [];
}
