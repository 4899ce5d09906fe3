import { kindOf } from '../extract/type-term.ts';
import { countUnits, isHiragana, isKatakana } from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { readTokens } from '../text/read-tokens.ts';
import { isExactKind, type RequiredTerm, type Token } from '../vocabulary/terms.ts';
import { findCovers } from './cover-rung.ts';
import { findExact } from './exact-rungs.ts';
import { findForm, findSynonyms, type Ladder } from './form-rungs.ts';
import { type Mention, toMention } from './plan-index.ts';
import { findQuantity } from './quantity-rung.ts';

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
  const kind = term.kind === 'custom' ? kindOf(term.text) : term.kind;
  const forms = [term.text, ...(term.aliases ?? [])];
  if (isExactKind(kind))
    return { mentions: forms.flatMap((form) => findExact(ladder.index, kind, form)) };
  if (kind !== 'quantity')
    return { mentions: forms.flatMap((form) => findWord(foldTerm(form), ladder)) };
  const answers = forms.map((form) => findQuantity(ladder.index, form));
  return {
    mentions: answers.flatMap((answer) => answer.mentions),
    nearest: answers[0]?.nearest,
  };
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
    return findQuantity(index, text).mentions.filter((each) => each.score === 1);
  const folded = foldTerm(text);
  const own = findForm(index, folded, folded.length <= longestLadder);
  return withSynonyms ? [...own, ...findSynonyms(ladder, folded).flat()] : own;
}

function findWord(folded: string, ladder: Ladder): readonly Mention[] {
  if (folded.length > longestLadder) return findForm(ladder.index, folded, false);
  const mentions = [
    ...findForm(ladder.index, folded, true),
    ...findReadings(folded, ladder),
    ...findSynonyms(ladder, folded).flat(),
  ];
  const found = new Set(
    mentions
      .filter((each) => !each.negated && each.score >= 0.9)
      .map((each) => each.field.taskIndex),
  );
  const covers = findCovers(ladder, folded).filter(({ field }) => !found.has(field.taskIndex));
  return [...mentions, ...covers];
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
