import { kindOf, literalsIn } from '../extract/type-term.ts';
import { countUnits, isHiragana, isKatakana } from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { readTokens } from '../text/read-tokens.ts';
import { isExactKind, type RequiredTerm, type TermKind, type Token } from '../vocabulary/terms.ts';
import { findAcronyms } from './acronym-rung.ts';
import { findCovers } from './cover-rung.ts';
import { findExact, isNameForm } from './exact-rungs.ts';
import { findForm, findSynonyms, type Ladder } from './form-rungs.ts';
import { findFragments } from './fragment-floor.ts';
import {
  findCode,
  findOrdinalSibling,
  findPlace,
  findSibling,
  findSide,
  shortName,
} from './other-name.ts';
import { findPart, findWeekday } from './other-time.ts';
import { type Mention, toMention } from './plan-index.ts';
import { findQuantity } from './quantity-rung.ts';
import { findTraces } from './trace-rung.ts';

const readingScore = 0.9;
/** Longer terms take the literal and variant rungs only. */
const longestLadder = 200;
/** Shortest reading that distinguishes words. */
const shortestReading = 3;

/** Returns all mentions of a required term, negated ones marked, and for a quantity the nearest other value. */
export function findMentions(
  term: RequiredTerm,
  ladder: Ladder,
): { readonly mentions: readonly Mention[]; readonly nearest?: Mention | undefined } {
  const kind = formOf(term);
  const forms = [term.text, ...(term.aliases ?? [])];
  if (kind === 'quantity') {
    const answers = forms.map((form) => findQuantity(ladder, form));
    return {
      mentions: answers.flatMap((answer) => answer.mentions),
      nearest: answers[0]?.nearest,
    };
  }
  const { index } = ladder;
  if (!isExactKind(kind)) {
    const isName = literalsIn(term.text).every(
      ({ written, term: { kind: own } }) =>
        written === term.text || own === 'phrase' || shortName.test(written),
    );
    const isSingle = isName && forms.length === 1;
    const nearest =
      (isSingle ? findSibling(index, term.text, ladder.texts) : undefined) ??
      findWeekday(index, term.text, ladder.texts) ??
      findPart(index, term.text, ladder.texts) ??
      findSide(index, term.text, ladder.texts) ??
      findOrdinalSibling(index, term.text, ladder.texts) ??
      findCode(index, term.text, ladder.texts) ??
      findPlace(index, term.text, ladder.texts);
    if (nearest !== undefined) return { mentions: [], nearest };
    return { mentions: forms.flatMap((form) => findWord(form, foldTerm(form), ladder)) };
  }
  const exact = forms.flatMap((form) => findExact(index, kind, form));
  if (exact.some(isSure)) return { mentions: exact };
  // A brand may be written apart or in the plural. A name of the code may not.
  const words =
    isNameForm(kind, term.text) && !/[#+]/.test(term.text)
      ? forms.flatMap((form) => findWord(form, foldTerm(form), ladder))
      : forms.flatMap((form) => findTraces(index, kind, form));
  const mentions = [...exact, ...words];
  if (mentions.some(isSure) || kind !== 'identifier') return { mentions };
  const nearest = findSibling(index, term.text, ladder.texts);
  return { mentions: nearest === undefined ? mentions : [], nearest };
}

/** Returns the kind by which a term is looked up: that of its form for a custom term. */
export function formOf({ kind, text }: RequiredTerm): TermKind {
  return kind === 'custom' ? kindOf(text) : kind;
}

function isSure({ negation, score }: Mention): boolean {
  return negation === undefined && score >= 0.9;
}

/** Returns the mentions of a forbidden term: no covers and, unless asked for, no synonyms. A near miss is allowed. */
export function findForbidden(
  { kind, text }: RequiredTerm,
  ladder: Ladder,
  withSynonyms: boolean,
): readonly Mention[] {
  const { index } = ladder;
  if (isExactKind(kind)) return findExact(index, kind, text);
  if (kind === 'quantity')
    return findQuantity(ladder, text).mentions.filter((each) => each.score === 1);
  const folded = foldTerm(text);
  const own = findForm(index, folded, folded.length <= longestLadder);
  return withSynonyms ? [...own, ...findSynonyms(ladder, folded).flat()] : own;
}

/** The rungs of a word, cheapest first. Those that only make it uncertain run when the others found nothing. */
function findWord(text: string, folded: string, ladder: Ladder): readonly Mention[] {
  if (folded.length > longestLadder) return findForm(ladder.index, folded, false);
  const mentions = [
    ...findForm(ladder.index, folded, true),
    ...findReadings(folded, ladder),
    ...findSynonyms(ladder, folded).flat(),
  ];
  const found = new Set(mentions.filter(isSure).map((each) => each.field.taskIndex));
  const covers = findCovers(ladder, folded).filter(({ field }) => !found.has(field.taskIndex));
  if (found.size > 0 || covers.some(isSure)) return [...mentions, ...covers];
  return [
    ...mentions,
    ...covers,
    ...findAcronyms(ladder, ladder.initials(), text),
    ...findSynonyms(ladder, folded, 'near').flat(),
    ...findFragments(ladder.fragments(), folded),
  ];
}

/** たなおろし for 棚卸し: equal readings at token borders, one side in kana. */
function findReadings(folded: string, { index, tokenizer }: Ladder): readonly Mention[] {
  if (tokenizer === undefined) return [];
  const wanted = readTokens(tokenizer, folded).map(readingOf).join('');
  if (wanted.length < shortestReading) return [];
  const kana = isKana(folded);
  return index.fields.flatMap((field) => {
    const tokens = readTokens(tokenizer, field.original);
    return tokens.flatMap(({ start }, from) => {
      const found: Mention[] = [];
      let reading = '';
      for (let to = from; to < tokens.length && reading.length < wanted.length; to += 1) {
        const token = tokens[to];
        if (token === undefined) break;
        reading += readingOf(token);
        const span = { start, end: token.start + token.surface.length };
        if (reading === wanted && (kana || isKana(field.original.slice(span.start, span.end))))
          found.push(toMention(field, span, 'reading', readingScore));
      }
      return found;
    });
  });
}

/** Returns the reading of a token, or else its surface, in katakana. */
function readingOf({ reading, surface }: Token): string {
  return (reading ?? surface).replace(/[\u3041-\u3096]/g, (unit) =>
    String.fromCharCode(unit.charCodeAt(0) + 0x60),
  );
}

function isKana(text: string): boolean {
  return countUnits(text, (unit) => isHiragana(unit) || isKatakana(unit)) === text.length;
}
