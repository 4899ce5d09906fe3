import { append } from '../text/lexicon.ts';
import { type Ladder, nearScore, type PlanInitials, type PlanPhrase } from './form-rungs.ts';
import type { Mention, PlanIndex } from './plan-index.ts';

/** Words between the initials of an acronym that it leaves out. */
const smallWords = new Set(['of', 'and', 'the', 'for', 'to', 'in', 'on', 'by']);

/** Reads the initials of every phrase of a plan once. Linear. */
export function indexInitials(index: PlanIndex): PlanInitials {
  const { text } = index.folded;
  const initials = new Map<string, PlanPhrase[]>();
  const words = index.words().list;
  words.forEach((word, first) => {
    let letters = '';
    for (let next = first; next < Math.min(words.length, first + 7); next += 1) {
      const each = words[next];
      const previous = words[next - 1];
      if (each === undefined || (next > first && each.start !== (previous?.end ?? 0) + 1)) break;
      if (next > first && smallWords.has(each.text)) continue;
      letters += each.text.charAt(0);
      if (letters.length > 1)
        append(initials, letters, { start: word.start, text: text.slice(word.start, each.end) });
      if (letters.length === 5) break;
    }
  });
  return initials;
}

/** Score of initials and their long form, three letters or more. */
const acronymScore = 0.9;

/** MFA and multi-factor authentication, i18n and internationalization, either way. */
export function findAcronyms(
  { index }: Ladder,
  initialsOf: PlanInitials,
  term: string,
): readonly Mention[] {
  const folded = term.toLowerCase();
  const isShort = /^[A-Z]{2,5}s?$/.test(term);
  const letters = isShort ? folded.slice(0, term.endsWith('s') ? -1 : undefined) : '';
  const long = letters === '' ? [] : (initialsOf.get(letters) ?? []);
  const words = isShort ? [] : folded.split(/[^a-z]+/).filter((word) => !smallWords.has(word));
  const initials = words.length > 1 ? words.map((word) => word.charAt(0)).join('') : '';
  const short = (index.words().byText.get(initials) ?? []).flatMap((at) => {
    const word = index.words().list[at];
    if (word === undefined || initials === '') return [];
    const isCapital = /^[A-Z]+$/.test(index.plain.text.slice(word.start, word.end));
    return isCapital || index.plain.text.length !== index.folded.text.length
      ? [{ start: word.start, text: word.text }]
      : [];
  });
  const numeronym = /^([a-z])(\d{1,2})([a-z])$/.exec(folded);
  const counted =
    numeronym === null
      ? []
      : index
          .words()
          .list.filter(
            ({ text }) =>
              text.length === Number(numeronym[2]) + 2 &&
              text.startsWith(numeronym[1] ?? '') &&
              text.endsWith(numeronym[3] ?? ''),
          );
  const size = letters.length || initials.length || 3;
  const score = size > 2 ? acronymScore : nearScore;
  return [...long, ...short, ...counted].flatMap(({ start, text }) =>
    index.folded.mentions(start, start + text.length, 'acronym', score),
  );
}
